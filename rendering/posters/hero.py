"""Draw the picture of a lobby: a scene of the game, painted by its renderer, over a strip of seats.

The scene is the position in `rendering/<game>/hero.txt`, in the game's notation. A game without that file shows its
opening.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import games
from games.core import AnyGame
from games.rng import Rng
from games.text import Say
from rendering import Look, Picture, renderer
from rendering.drawing.canvas import Canvas, fit_words
from rendering.drawing.frame import MARGIN, Chip
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import Theme, theme

WIDTH: Final = 1200
SCENE: Final = 640
"""The height of the scene."""
STRIP: Final = 144
"""The height of the strip of seats."""

_ABOVE, _BELOW = 90, 66
"""The heights of the strip above a board's scene and of the line below it.

Cropped away here: a lobby has no turn and no last move.
"""

_TOKEN: Final = 88
_GAP: Final = 14
_SECRET: Final = bytes(32)
_PLAIN: Final = Look()


def draw_hero(name: str, seats: Sequence[Chip], /, *, title: str, say: Say, look: Look = _PLAIN) -> Picture:
    """Draw the picture of a lobby. A seat that is still free is `out`: its token is faint.

    Without seats the title stands in the middle, where Discord does not cut it off in a gallery of pictures.
    Raises RendererMissing.
    """
    game, colours = games.load(name), theme(name, look)
    board = renderer(name).draw(game.view(find_position(game), None), say=say, look=look).image
    scene = min(SCENE, board.height - _ABOVE - _BELOW)
    top = _ABOVE + (board.height - _ABOVE - _BELOW - scene) // 2
    canvas = Canvas(_make_panel(colours, scene + STRIP), name, look)
    canvas.put_back(board.crop((0, top, WIDTH, top + scene)), 0, 0)
    canvas.fill(0, scene, WIDTH, 6, colours.line)
    middle = scene + 3 + STRIP // 2
    tokens = [(colour, seat.out) for seat in seats for colour in seat.colours]
    size = min(_TOKEN, WIDTH * 3 // 5 // max(1, len(tokens)) - _GAP)
    x = WIDTH - MARGIN - len(tokens) * (size + _GAP) + _GAP
    if tokens:
        words, letters = fit_words(title, x - 3 * MARGIN, 84, 40, "display")
        canvas.text(MARGIN + 12, middle, words, size=letters, face="display", fill=colours.on_panel)
    else:
        words, letters = fit_words(title, scene + STRIP - 2 * MARGIN, 96, 40, "display")
        canvas.text(WIDTH / 2, middle, words, size=letters, face="display", fill=colours.on_panel, align="middle")
    for colour, free in tokens:
        canvas.token(colour, x + size // 2, middle, size, faint=free)
        x += size + _GAP
    return canvas.finish(dense=True)


@cache
def find_position(game: AnyGame, /) -> Any:
    """Find the position that a game shows in its lobbies."""
    chosen = Path(inspect.getfile(renderer(game.name).draw)).with_name("hero.txt")
    if chosen.is_file():
        return game.read(chosen.read_text("utf-8").strip())
    return game.setup(game.seats[-1], game.options_type(), Rng(_SECRET, "setup", 0))


@cache
def _make_panel(colours: Theme, height: int) -> Layer:
    return Layer(WIDTH, height, colours.panel, lambda _: None)
