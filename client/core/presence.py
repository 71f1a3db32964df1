"""Remember who has just used a channel, so that they are not pinged there; and show a match as a person sees it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import discord

from matches.match import Match

HERE = 120.0
"""Seconds after a press or command for which a person needs no ping in that channel."""

_REMEMBERED = 4096


class Presence:
    """Keep track of who used which channel when. `now` gives Unix seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    def note(self, channel_id: int, user_id: int) -> None:
        """Record a press or command."""
        self._seen[channel_id, user_id] = self._now()
        self._seen.move_to_end((channel_id, user_id))
        while len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)

    def is_here(self, channel_id: int, user_id: int) -> bool:
        """Whether a person has used a channel within the last `HERE` seconds."""
        seen = self._seen.get((channel_id, user_id))
        return seen is not None and 0 <= self._now() - seen < HERE


def see(interaction: discord.Interaction, match: Match) -> Match:
    """Return a match as the person of an interaction sees it: each of two servers that share a match shows it
    differently."""
    return match.seen_from(interaction.guild_id, interaction.user.id)
