"""Verify that a finished match was played with the dice and shuffles of its secret."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from data import LogRow
from games.core import GameError
from games.record import EDITOR, Ply, advance, begin
from games.rng import compute_commitment
from matches.match import Match, unpack


class Verdict(Struct, frozen=True):
    """`plies`: the number of plies replayed; `differs`: the seq of the first log row that the replay contradicts."""

    commitment: str
    plies: int
    differs: int | None


def verify(match: Match, log: Iterable[LogRow]) -> Verdict:
    """Replay a match from its secret and compare every position with the one in the log.

    Nature's moves are taken from the log, not recomputed. An illegal row counts as a difference, and so does a held
    turn that took effect with other plies than those that were held.
    """
    game, secret = match.game, match.secret
    positions: dict[int, object] = {}
    state = begin(game, len(match.seats), match.options, secret)
    plies = 0
    differs: int | None = None
    # After a turn is held, exactly its plies must follow, unless the person who held it leaves or loses the seat.
    due: list[str] = []
    held_by: int | None = None
    held_seat: int | None = None
    for seq, row in enumerate(log):
        try:
            if row.kind == "undo" and row.snapshot_of is not None:
                state, due = positions[row.snapshot_of], []
                state = advance(game, state, Ply(row.seq, EDITOR, row.code), secret) if row.code else state
            if row.kind == "hold":
                due, held_by, held_seat = row.code.split(), row.user_id, row.seat
            if (row.kind == "resign" and row.user_id == held_by) or (row.kind == "replace" and row.seat == held_seat):
                due = []
            if row.kind == "ply" and row.seat is not None:
                state = advance(game, state, Ply(row.seq, row.seat, row.code), secret)
                plies += 1
            as_held = row.kind != "ply" or not due or due.pop(0) == row.code
            same = as_held and row.seq == seq and (row.snapshot is None or unpack(game, row.snapshot) == state)
        except (GameError, ValueError, KeyError, zlib.error, msgspec.MsgspecError):
            same = False
        if not same:
            differs = row.seq
            break
        positions[row.seq] = state
    return Verdict(compute_commitment(secret), plies, differs)
