"""Proof that a finished match was played with the dice and shuffles its secret gives."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from data import LogRow
from games.core import NATURE
from games.rng import Rng, commitment
from matches.match import Match, unpack


class Verdict(Struct, frozen=True):
    """`plies` were played again from the secret; `differs` is the seq of the first that came out otherwise."""

    commitment: str
    plies: int
    differs: int | None


def verify(match: Match, log: Iterable[LogRow]) -> Verdict:
    """Play a match again from its secret and compare every position with the one that was kept.

    Nature's moves are taken from the log: they are applied, not recomputed.
    """
    game, secret = match.game, match.row.secret
    positions: dict[int, object] = {}
    state = game.setup(len(match.seats), match.options, Rng(secret, "setup", 0))
    plies = 0
    differs: int | None = None
    for row in log:
        if row.kind == "undo" and row.snapshot_of is not None:
            state = positions[row.snapshot_of]
        if row.kind == "ply" and row.seat is not None:
            move = game.nature_move(row.code) if row.seat == NATURE else game.parse(state, row.seat, row.code)
            state = game.apply(state, row.seat, move, Rng(secret, "ply", row.seq))
            plies += 1
        if row.snapshot is not None and unpack(game, row.snapshot) != state:
            differs = row.seq
            break
        positions[row.seq] = state
    return Verdict(commitment(secret), plies, differs)
