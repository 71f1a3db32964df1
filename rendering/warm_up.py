"""Fill the caches of a game's pictures in advance, so that the first one is drawn quickly."""

from __future__ import annotations

from typing import Final

import games
from games.core import NATURE
from games.rng import Rng
from rendering import renderer
from rendering.english import say
from rendering.memory import keep_bounded

_SECRET: Final = bytes(32)


def warm_up(name: str, seats: int, /) -> None:
    """Draw the opening of a game: the public picture, and the private one of a seat that is to act, once with its moves
    marked and once with a move as a ghost.

    Takes up to half a second of CPU the first time. Raises RendererMissing.
    """
    draw, game = renderer(name).draw, games.load(name)
    state = game.setup(seats, game.options_type(), Rng(_SECRET, "setup", 0))
    draw(game.view(state, None), say=say)
    for seat in [seat for seat in game.to_act(state) if seat != NATURE][:1]:
        view = game.view(state, seat)
        moves = tuple(game.legal_moves(view, seat))
        draw(view, say=say, seat=seat, moves=moves)
        draw(view, say=say, seat=seat, ghost=moves[0])
    keep_bounded(games.module(name, "rendering"))
