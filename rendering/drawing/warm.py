"""Make what the pictures of a game are pasted from before somebody waits for one: layers, sprites, words."""

from __future__ import annotations

from typing import Final

import games
from games.core import NATURE
from games.rng import Rng
from games.text import Arg, Colour, Join, Text
from rendering import renderer
from rendering.drawing.theme import SEATS

_SECRET: Final = bytes(32)


def say(text: Text, /) -> str:
    """English, with nobody's name in it."""
    values = {name: _shown(arg) for name, arg in text.args} | {"count": str(text.count)}
    return (text.plural if text.plural and text.count != 1 else text.id).format(**values)


def _shown(arg: Arg) -> str:
    match arg:
        case Text():
            return say(arg)
        case Colour(index):
            return f"{SEATS[index].glyph} {SEATS[index].name.capitalize()}"
        case Join(items):
            return " and ".join(map(_shown, items))
    return str(arg)


def warm(name: str, seats: int, /) -> None:
    """Draw a game's opening in the default look: the public picture, the private one of a seat that has to decide with
    its moves marked, and with one of them as a ghost.

    Takes up to half a second of CPU, once. Raises KeyError for a game without a renderer.
    """
    draw, game = renderer(name).draw, games.load(name)
    state = game.setup(seats, game.options_type(), Rng(_SECRET, "setup", 0))
    draw(game.view(state, None), say=say)
    for seat in [seat for seat in game.to_act(state) if seat != NATURE][:1]:
        view = game.view(state, seat)
        moves = tuple(game.legal_moves(view, seat))
        draw(view, say=say, seat=seat, moves=moves)
        draw(view, say=say, seat=seat, ghost=moves[0])
