"""The effect of one request on a match, computed before anything is written."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from data import BallotRow, LogRow
from games.core import Seat
from matches.match import Match


class Change(Struct, frozen=True):
    """The match as it becomes, and everything that is written with it in one transaction.

    `board`: post a board of the new position. `film`: the keyframes of nature's ply, if there are any. `moved`: the
    seat whose turn ends. `ping`: seats to remind. `ballot`: what somebody votes for in a crowd. `block`, `unblock`:
    people the host blocks from their lobbies in this server, or unblocks. Clocks and timers are set by `matches.clocks`
    alone.
    """

    match: Match
    log: tuple[LogRow, ...] = ()
    drop_drafts: tuple[Seat, ...] = ()
    board: bool = False
    film: bytes = b""
    moved: Seat | None = None
    ping: tuple[Seat, ...] = ()
    ballot: BallotRow | None = None
    block: tuple[int, ...] = ()
    unblock: tuple[int, ...] = ()

    def with_match(self, **changed: Any) -> Change:
        """Return this change with some fields of the match set."""
        return structs.replace(self, match=structs.replace(self.match, **changed))
