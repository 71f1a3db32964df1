"""Drafts: the plies of a turn that are chosen but not confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct

from games.core import Game, IllegalMove, M, O, S, Seat
from games.rng import NO_CHANCE, ChanceRefused


class Folded(Struct, Generic[S, M], frozen=True):
    """The preview of a draft."""

    state: S
    """The position after all plies that can be previewed."""
    ghost: M | None
    """The last ply, if it must not be applied before it is confirmed: it would draw chance or reveal something."""
    complete: bool
    """Whether nothing more is to be decided in this turn."""
    last: M | None
    """The last ply; None for an empty draft."""


def fold(game: Game[S, M, O], state: S, seat: Seat, codes: Sequence[str]) -> Folded[S, M]:
    """Apply the draft `codes` to `state` without drawing chance. Raises IllegalMove at the first illegal code."""
    move: M | None = None
    complete = False
    for index, code in enumerate(codes):
        if complete:
            raise IllegalMove(code, "turn_is_complete")
        move = game.parse(state, seat, code)
        ghost = False
        after = state
        try:
            after = game.apply(state, seat, move, NO_CHANCE)
        except ChanceRefused:
            ghost = True
        if ghost or any(event.reveals for event in after.events):
            if index != len(codes) - 1:
                raise IllegalMove(codes[index + 1], "not_before_confirming")
            return Folded(state, move, True, move)
        complete = seat not in game.to_act(after) or not game.continues_turn(state, after)
        state = after
    return Folded(state, None, complete, move)
