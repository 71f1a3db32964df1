"""A draft: the plies of a turn that its player has chosen but not confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct

from games.core import ChanceRefused, Game, IllegalMove, M, O, S, Seat
from games.rng import NO_CHANCE


class Folded(Struct, Generic[S, M], frozen=True):
    """A draft laid over the committed state.

    `state` is the position after every ply that can be previewed; `ghost` is the last ply where it can only be shown
    as an intention, because applying it would draw chance or reveal something. `complete`: nothing more is to be
    decided in this turn, only to be confirmed. `plies`: how many of the codes were folded or made the ghost.
    """

    state: S
    ghost: M | None
    complete: bool
    last: M | None


def fold(game: Game[S, M, O], state: S, seat: Seat, codes: Sequence[str]) -> Folded[S, M]:
    """Lay `codes` over `state` without spending chance. Raises IllegalMove at the first code that does not fit."""
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
