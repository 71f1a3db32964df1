"""The players of the arena: the levels of a game, random moves, and plain Monte-Carlo search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.core import NATURE, AnyGame, Seat
from games.levels import LEVELS
from games.nature import require_nature
from games.rng import Rng

Choose = Callable[[AnyGame, Any, Seat, Rng], Any]
"""Choose a move from (game, view, seat, rng)."""

LONGEST: Final = 400
"""Plies after which a playout of `flat` is stopped and counts as no win."""


def find_player(name: str) -> Choose:
    """Find a player by name: a level, `random`, or `flat100` (100 playouts per decision). Raises ValueError."""
    if name in LEVELS:
        return lambda game, view, seat, rng: game.choose_at(name, view, seat, rng)
    if name == "random":
        return lambda game, view, seat, rng: rng.choice(game.legal_moves(view, seat))
    if name.startswith("flat") and name[4:].isdecimal():
        return lambda game, view, seat, rng: _choose_flat(game, view, seat, rng, playouts=int(name[4:]))
    raise ValueError(f"unknown player {name!r}: {', '.join(LEVELS)}, random, flat100")


def _choose_flat(game: AnyGame, view: Any, seat: Seat, rng: Rng, *, playouts: int) -> Any:
    """Choose the move that wins most random playouts, the same number for each move. Only for games without secrets."""
    if game.view(view, None) != view or game.nature is not None:
        raise ValueError(f"flat Monte-Carlo needs to see everything, which {game.name} does not show")
    moves = game.legal_moves(view, seat)
    if len(moves) == 1:
        return moves[0]
    each = max(1, playouts // len(moves))
    return max(moves, key=lambda move: sum(_play_out(game, view, seat, move, rng) for _ in range(each)))


def _play_out(game: AnyGame, state: Any, seat: Seat, move: Any, rng: Rng) -> float:
    """Play at random to the end. Returns the share of the win."""
    state = game.apply(state, seat, move, rng)
    for _ in range(LONGEST):
        if (outcome := game.outcome(state)) is not None:
            return seat in outcome.winners and 1 / len(outcome.winners)
        mover = game.to_act(state)[0]
        state = game.apply(state, mover, rng.choice(game.legal_moves(state, mover)), rng)
    return 0.0


def decide(game: AnyGame, state: Any, seat: Seat, choose: Choose, rng: Rng) -> Any:
    """Choose the next move: a seat's from its view, nature's from the state."""
    if seat == NATURE:
        return require_nature(game.nature).decide(state, rng)
    return choose(game, game.view(state, seat), seat, rng)
