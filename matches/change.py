"""The effect of one request on a match, computed before anything is written."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from data import BallotRow, LogRow, MatchRow, SeatRow
from games.core import Seat
from matches.match import Match


class Change(Struct, frozen=True):
    """The new match row and everything written with it in one transaction.

    `state`, `seats`: the new position and seating, if they change. `board`: post a board of the new position. `film`:
    the keyframes of nature's ply, if there are any. `moved`: the seat whose turn ends. `ping`: seats to remind.
    `ballot`: what somebody votes for in a crowd. `block`, `unblock`: people the host blocks from their lobbies in this
    server, or unblocks. Clocks and timers are set by `matches.clocks` alone.
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
    ballot: BallotRow | None = None
    block: tuple[int, ...] = ()
    unblock: tuple[int, ...] = ()

    def of(self, match: Match) -> Match:
        """Return `match` with this change applied."""
        return Match(
            self.row,
            match.seats if self.seats is None else self.seats,
            match.state if self.state is UNSET else self.state,
        )
