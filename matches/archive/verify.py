"""Proof that a finished match was played with the dice and shuffles its secret gives."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from data import LogRow
from games.core import GameError
from games.record import Ply, advance, begin
from games.rng import commitment
from matches.match import Match, unpack


class Verdict(Struct, frozen=True):
    """`plies` were played again from the secret; `differs` is the seq of the first that came out otherwise."""

    commitment: str
    plies: int
    differs: int | None


def verify(match: Match, log: Iterable[LogRow]) -> Verdict:
    """Play a match again from its secret and compare every position with the one that was kept.

    Nature's moves are taken from the log: they are applied, not recomputed. A row that cannot be played differs.
    """
    game, secret = match.game, match.row.secret
    positions: dict[int, object] = {}
    state = begin(game, len(match.seats), match.options, secret)
    plies = 0
    differs: int | None = None
    for seq, row in enumerate(log):
        try:
            if row.kind == "undo" and row.snapshot_of is not None:
                state = positions[row.snapshot_of]
            if row.kind == "ply" and row.seat is not None:
                state = advance(game, state, Ply(row.seq, row.seat, row.code), secret)
                plies += 1
            same = row.seq == seq and (row.snapshot is None or unpack(game, row.snapshot) == state)
        except (GameError, ValueError, KeyError, zlib.error, msgspec.MsgspecError):
            same = False
        if not same:
            differs = row.seq
            break
        positions[row.seq] = state
    return Verdict(commitment(secret), plies, differs)
