"""What one request makes of a match, worked out before anything is written."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from data import LogRow, MatchRow, SeatRow
from games.core import Seat


class Change(Struct, frozen=True):
    """A match as it will be, and what has to be written with it, all or nothing.

    `state`: the new position, if it is another one. `seats`: the new seating, if it is another one. `board`: the
    channel is owed a picture of the new position. `timer`: a (kind, due time) that is to run from now on; None stops
    whatever was running; unset leaves it. `film`: the keyframes of nature's ply, if it was one and left a film.
    """

    row: MatchRow
    state: Any = UNSET
    seats: tuple[SeatRow, ...] | None = None
    log: tuple[LogRow, ...] = ()
    drop_drafts: tuple[Seat, ...] = ()
    board: bool = False
    timer: tuple[str, float] | UnsetType | None = UNSET
    film: bytes = b""
