"""An independent record of the votes of channels, to compare with how the matches go on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from msgspec import structs

from games.core import Seat
from matches.change import Change
from matches.clocks.pace import HOUR
from matches.match import Holder, Match
from matches.votes.crowd import read_tally

SLACK = 1.0

Decision = tuple[int, Seat, int]
"""A decision of a channel: match, seat and number."""


class VoteBook:
    """Records who votes on which decision of a channel. `count_up_time`: counts the seconds between two times in which
    the bot could be reached."""

    def __init__(self, count_up_time: Callable[[float, float], float]) -> None:
        self._count_up_time = count_up_time
        self._voters: defaultdict[Decision, set[int]] = defaultdict(set)
        self._opened: dict[Decision, float] = {}

    def note(self, match: Match, change: Change, after: Match, now: float) -> list[str]:
        """Record a change. Returns the promises that it breaks."""
        broken = []
        open_before = _find_open(match)
        if change.ballot is not None and open_before is not None:
            if change.ballot.choice is not None:  # else they have opened the vote
                self._voters[_make_key(match, open_before)].add(change.ballot.user_id)
            if _is_seen(match, change):
                broken.append(f"{match.id}: a vote shows before it is closed")
        elif open_before is not None:
            broken += self._check_end(match, open_before, change, after, now)
        if (open_after := _find_open(after)) is not None:
            self._opened.setdefault(_make_key(after, open_after), now)
        return broken

    def _check_end(self, match: Match, holder: Holder, change: Change, after: Match, now: float) -> list[str]:
        """Check a change that may end a vote: by its result, or by handing the turn to a stand-in."""
        key, terms = _make_key(match, holder), holder.crowd
        assert terms is not None
        voters = self._voters[key]
        tallies = {tally for row in change.log if row.seat == holder.seat and (tally := read_tally(row)) is not None}
        gives_up = bool(after.holder(holder.seat).stand_in) and not after.holder(holder.seat).resigned
        if not tallies and not gives_up:
            return []
        lasted = self._count_up_time(self._opened.get(key, now), now)
        broken = []
        if tallies and {votes for _, votes in tallies} != {len(voters)}:
            broken.append(f"{key}: {len(voters)} people have voted, but {tallies} votes are counted")
        if gives_up and len(voters) >= terms.quorum:
            broken.append(f"{key}: a stand-in moves although {len(voters)} people have voted")
        is_complete = bool(earlier := self._find_earlier(key)) and earlier <= voters and len(voters) >= terms.quorum
        if lasted < terms.hours * HOUR - SLACK and not is_complete:
            broken.append(f"{key}: closed after {lasted:.0f} s of {terms.hours} h")
        return broken

    def _find_earlier(self, key: Decision) -> set[int]:
        """Find who voted on the newest earlier decision on which anybody did."""
        match_id, seat, decision = key
        known = [
            number for found, at, number in self._voters
            if (found, at) == (match_id, seat) and number < decision and self._voters[found, at, number]
        ]  # fmt: skip
        return self._voters[match_id, seat, max(known)] if known else set()


def _find_open(match: Match) -> Holder | None:
    """Find the seat of a channel that is to move."""
    if match.phase != "running":
        return None
    return next(
        (holder for holder in match.seats if holder.crowd and not holder.stand_in and holder.seat in match.to_act), None
    )


def _make_key(match: Match, holder: Holder) -> Decision:
    return match.id, holder.seat, match.decisions.get(holder.seat, -1)


def _is_seen(match: Match, change: Change) -> bool:
    """Tell whether a change shows anything to anybody."""
    unchanged = structs.replace(change.match, rev=match.rev, looks=match.looks) == match
    return bool(change.log or change.board or change.ping) or not unchanged
