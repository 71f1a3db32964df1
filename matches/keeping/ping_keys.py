"""What a ping is about, and how that is stored: pings of a match are counted by the pair of a seat and a decision.

A ping about something else than a seat's decision has a negative number in place of the seat, which only this module
knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from games.core import Seat
from matches.match import Match, Side

_PROPOSALS: Final[Mapping[Side, int]] = {"home": -2, "guest": -3}
"""In place of a seat: an open proposal, in each server that shows the match. It has a number instead of a decision."""

_NEXT_UP: Final = -10
"""In place of a seat: its holder is told that they are next. It lasts as long as the turn before theirs."""


class PingKey(NamedTuple):
    """What a ping is about; to be made by the functions of this module."""

    seat: int
    decision: int


def key_of_turn(match: Match, seat: Seat) -> PingKey:
    """The open decision of a seat. Raises KeyError if it has none."""
    return PingKey(seat, match.decisions[seat])


def key_of_proposal(match: Match, number: int) -> PingKey:
    """A proposal, in the server that shows the match."""
    return PingKey(_PROPOSALS[match.side], number)


def key_of_next_up(match: Match, seat: Seat) -> PingKey:
    """The turn of the holder of a seat, which comes after the one for which the match waits."""
    return PingKey(_NEXT_UP - seat, match.decisions[match.awaited[0].seat])


def list_open(match: Match) -> Iterator[PingKey]:
    """List everything about which people may have been pinged, and which is still open."""
    for seat, decision in match.decisions.items():
        yield PingKey(seat, decision)
        yield from (PingKey(_NEXT_UP - holder.seat, decision) for holder in match.seats)
    if match.proposal is not None:
        yield from (PingKey(place, match.proposal.number) for place in _PROPOSALS.values())
