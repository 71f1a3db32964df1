"""What one request makes of a match, worked out before anything is written."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from data import LogRow, MatchRow, SeatRow
from games.core import Seat
from matches.match import Match


class Change(Struct, frozen=True):
    """A match as it will be, and what has to be written with it, all or nothing.

    `state`: the new position, if it is another one. `seats`: the new seating, if it is another one. `board`: the
    channel is owed a picture of the new position. `film`: the keyframes of nature's ply, if it was one and left a film.
    `moved`: the seat whose turn has ended with this. `ping`: seats whose holders are to be called. Clocks and timers
    are nobody's business but `matches.clocks`.
    """

    row: MatchRow
    state: Any = UNSET
    seats: tuple[SeatRow, ...] | None = None
    log: tuple[LogRow, ...] = ()
    drop_drafts: tuple[Seat, ...] = ()
    board: bool = False
    film: bytes = b""
    moved: Seat | None = None
    ping: tuple[Seat, ...] = ()

    def of(self, match: Match) -> Match:
        """The match after the change."""
        return Match(
            self.row,
            match.seats if self.seats is None else self.seats,
            match.state if self.state is UNSET else self.state,
        )
