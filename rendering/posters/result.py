"""Draw the card of the winners: who won, everybody by place, the final board and how the match went."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct
from PIL import Image

from games.text import Say
from rendering import Look, Picture, renderer
from rendering.drawing.canvas import Canvas, fit_words
from rendering.drawing.fonts import Face, covers
from rendering.drawing.frame import MARGIN
from rendering.drawing.palette_sheet import to_palette
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import Theme, theme

WIDTH: Final = 1200
BANNER: Final = 168
"""The height of the banner that names the winners."""
FOOT: Final = 84
"""The height of each line at the bottom."""

_BOARD: Final = 600
"""The width of the final board."""

_STRIP: Final = 90
"""The height of a board's strip: the banner says it larger."""

_PLAIN: Final = Look()


class Placed(Struct, frozen=True):
    """A line of the table: the place, the colours and the name of a seat, and its points, if the game has any."""

    place: int
    colours: tuple[int, ...]
    name: str
    points: str = ""


def is_writable(name: str, /) -> bool:
    """Tell whether the fonts of the pictures have all letters of a name. They are Latin, without emoji."""
    return all(covers("text", character) for character in name)


def draw_result(
    game: str,
    view: Any,
    /,
    *,
    headline: str,
    table: Sequence[Placed],
    notes: Sequence[str],
    say: Say,
    look: Look = _PLAIN,
) -> Picture:
    """Draw the card of a match that ended in `view`. `notes`: how long it took, and its decisive move."""
    colours = theme(game, look)
    board = _shrink(renderer(game).draw(view, say=say, look=look), colours)
    height = board.height
    canvas = Canvas(_ground(colours, BANNER + height + FOOT * len(notes)), game, look)
    canvas.fill(0, 0, WIDTH, BANNER, colours.panel)
    face: Face = "display" if all(covers("display", letter) for letter in headline) else "text"
    words, size = fit_words(headline, WIDTH - 2 * MARGIN, 92, 44, face)
    canvas.text(WIDTH // 2, BANNER // 2, words, size=size, face=face, fill=colours.on_panel, align="middle")
    canvas.put_back(board, 0, BANNER)
    canvas.fill(0, BANNER, WIDTH, 6, colours.line)
    step = min(132, (height - 48) // len(table))
    top = BANNER + (height - step * len(table)) // 2
    for row, placed in enumerate(table):
        _write_line(canvas, placed, top + row * step + step // 2, min(72, step - 16))
    for row, note in enumerate(notes):
        y = BANNER + height + row * FOOT
        canvas.fill(0, y, WIDTH, FOOT, colours.panel)
        canvas.text(MARGIN, y + FOOT // 2, note, size=42, fill=colours.on_panel, width=WIDTH - 2 * MARGIN, least=30)
    return canvas.finish(dense=True)


def _write_line(canvas: Canvas, placed: Placed, y: int, size: int) -> None:
    """Write a line of the table: place, tokens, name, points."""
    letters, x = 52 if placed.place == 1 else 44, _BOARD + MARGIN
    canvas.text(x, y, f"{placed.place}.", size=letters, face="display")
    x += 72
    for colour in placed.colours:
        canvas.token(colour, x + size // 2, y, size)
        x += size + 8
    right = WIDTH - MARGIN
    if placed.points:
        canvas.text(right, y, placed.points, size=letters, face="display", align="right")
        right -= 28 * len(placed.points) + 32
    canvas.text(x + 8, y, placed.name, size=letters, width=right - x - 8, least=30)


def _shrink(picture: Picture, colours: Theme) -> Image.Image:
    """Reduce a board without its strip to half the width of the card, in the same palette."""
    width, height = picture.size[0], picture.size[1] - _STRIP
    whole = picture.image.crop((0, _STRIP, width, picture.size[1])).convert("RGB")
    small = whole.resize((_BOARD, height * _BOARD // width), Image.Resampling.BOX)
    return to_palette(small, colours)


@cache
def _ground(colours: Theme, height: int) -> Layer:
    return Layer(WIDTH, height, colours.ground, lambda _: None)
