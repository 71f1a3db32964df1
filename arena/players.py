"""The players of the arena: the levels of a game, random moves, plain sampling, and an oracle that sees everything."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from arena.searchers import choose_by_tree, choose_flat, choose_knowing_all
from games.core import NATURE, AnyGame, Seat
from games.levels import LEVELS, Level
from games.nature import require_nature
from games.rng import Rng

Choose = Callable[[AnyGame, Any, Seat, Rng], Any]
"""Choose a move from (game, state, seat, rng). Only the oracle uses what the seat may not know."""

SEARCHERS: Final[Mapping[str, Callable[..., Any]]] = {
    "flat": choose_flat,
    "ismcts": choose_by_tree,
    "oracle": choose_knowing_all,
}


def find_player(name: str) -> Choose:
    """Find a player by name. Raises ValueError.

    Known are the levels; `random`; `flat100` and `ismcts100` with 100 random playouts per decision; and `oracle10`
    with 10 playouts by normal players per move.
    """
    if name in LEVELS:
        return partial(_choose_at, name)
    if name == "random":
        return lambda game, state, seat, rng: rng.choice(game.legal_moves(state, seat))
    if (found := re.fullmatch(rf"({'|'.join(SEARCHERS)})([1-9]\d*)", name)) is not None:
        return partial(SEARCHERS[found[1]], playouts=int(found[2]))
    raise ValueError(f"unknown player {name!r}: {', '.join(LEVELS)}, random, flat100, ismcts100, oracle10")


def _choose_at(level: Level, game: AnyGame, state: Any, seat: Seat, rng: Rng) -> Any:
    """Choose the move of a level from what the seat may know."""
    return game.choose_at(level, game.view(state, seat), seat, rng)


def decide(game: AnyGame, state: Any, seat: Seat, choose: Choose, rng: Rng) -> Any:
    """Choose the next move of a seat or of nature."""
    if seat == NATURE:
        return require_nature(game.nature).decide(state, rng)
    return choose(game, state, seat, rng)
