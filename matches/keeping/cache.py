"""A cache of matches. Everything works without it, only slower."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from msgspec import Struct

from data import OPEN_PHASES, MatchRow
from games.core import Seat
from matches.match import Match

REMEMBERED = 512
"""Matches in the cache of a bot."""


class Cached(Struct, eq=False):
    """A match in memory, its row in the store, and the drafts of its seats as (decision, codes)."""

    match: Match
    row: MatchRow
    drafts: dict[Seat, tuple[int, tuple[str, ...]]]


class Cache:
    """The most recently used matches, at most `size`."""

    def __init__(self, size: int = REMEMBERED) -> None:
        self.size = size
        self._matches: OrderedDict[int, Cached] = OrderedDict()
        self._open_in: dict[int, int] = {}  # channel to match; `find_open_in` checks for outdated entries

    def __len__(self) -> int:
        return len(self._matches)

    def __contains__(self, match_id: int) -> bool:
        return match_id in self._matches

    def __getitem__(self, match_id: int) -> Cached:
        return self._matches[match_id]

    def find(self, match_id: int) -> Cached | None:
        """Find a match."""
        return self._matches.get(match_id)

    def find_open_in(self, channel_id: int) -> Cached | None:
        """Find the open match of a channel."""
        found = self._matches.get(self._open_in.get(channel_id, 0))
        if found is None or not _is_open_in(found.match, channel_id):
            return None
        return found

    def add(self, cached: Cached) -> Cached:
        """Add a match and return it. If there is an entry already, return that: it is never older."""
        match = cached.match
        cached = self._matches.setdefault(match.id, cached)
        self._matches.move_to_end(match.id)
        self._open_in[match.channel_id] = match.id
        if match.guest_channel_id is not None:
            self._open_in[match.guest_channel_id] = match.id
        while len(self._matches) > self.size:
            _, old = self._matches.popitem(last=False)
            self._open_in.pop(old.match.channel_id, None)
            self._open_in.pop(old.match.guest_channel_id or 0, None)
        return cached

    def drop(self, match_ids: Iterable[int]) -> None:
        """Drop matches, because the store may hold something newer."""
        for match_id in match_ids:
            self._matches.pop(match_id, None)

    def clear(self) -> None:
        """Drop all matches."""
        self._matches.clear()
        self._open_in.clear()


def _is_open_in(match: Match, channel_id: int) -> bool:
    return channel_id in (match.channel_id, match.guest_channel_id) and match.phase in OPEN_PHASES
