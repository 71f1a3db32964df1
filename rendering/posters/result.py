"""Draw the card of the winners: who won, everybody by place, the final board and how the match went."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct
from PIL import Image

from games.text import Say
from rendering import Look, Picture, renderer
from rendering.drawing.canvas import Canvas, fit_words, measure
from rendering.drawing.fonts import Face, covers
from rendering.drawing.frame import MARGIN
from rendering.drawing.palette_sheet import to_palette
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import Theme, theme
from rendering.drawing.writing.lines import break_words
from rendering.drawing.writing.names import drop_missing
from rendering.posters.avatar import draw_avatar

WIDTH: Final = 1200
BANNER: Final = 168
"""The height of the banner that names the winners."""
FOOT: Final = 84
"""The height of each note at the bottom."""

_NEXT_LINE: Final = 54
"""How far below the first line of a note its second one stands."""

_BOARD: Final = 600
"""The width of the final board."""

_STRIP: Final = 90
"""The height of a board's strip, which is cut off because the banner replaces it."""

_PORTRAIT: Final = 136
"""The size of a winner's avatar in the banner."""

_MOST_SHOWN: Final = 3
"""The most winners with avatars in the banner; if there are more, none has one."""

_TOKEN: Final = 40
"""The least size of a seat's token: 13 px on a phone."""

_ROOMY: Final = 70
"""The height from which a line of the table has room for a long name in two larger lines."""

_LETTERS: Final = 42
"""The font size of the notes."""

_ONE_LINE: Final = 34
"""A note that would need smaller letters than this has two lines."""

_PLAIN: Final = Look()


class Placed(Struct, frozen=True):
    """A line of the table: the place, the colours and the name of a seat, and its points, if the game has any.

    `picture`: the file of the person's avatar; b"" for one of ours. `machine`: a computer player.
    """

    place: int
    colours: tuple[int, ...]
    name: str
    points: str = ""
    picture: bytes = b""
    machine: bool = False


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
    height, room = board.height, WIDTH - 2 * MARGIN
    foot = [break_words(drop_missing(note), room, _ONE_LINE) for note in notes]
    deep = sum(FOOT + _NEXT_LINE * (len(lines) - 1) for lines in foot)
    canvas = Canvas(_make_ground(colours, BANNER + height + deep), game, look)
    canvas.fill(0, 0, WIDTH, BANNER, colours.panel)
    face: Face = "display" if all(covers("display", letter) for letter in headline) else "text"
    winners = [placed for placed in table if placed.place == 1]
    winners = winners if len(winners) <= _MOST_SHOWN else []
    across = len(winners) * (_PORTRAIT + 12) + 20 * bool(winners)
    room -= across
    lines = break_words(headline, room, 44, face)
    size = min(fit_words(line, room, 92 if len(lines) == 1 else 60, 44, face)[1] for line in lines)
    x = (WIDTH - across - min(room, max(measure(line, size, face) for line in lines))) // 2
    for placed in winners:
        _draw_portrait(canvas, placed, x + _PORTRAIT // 2, BANNER // 2, _PORTRAIT)
        x += _PORTRAIT + 12
    x += 20 * bool(winners)
    for row, line in enumerate(lines):
        level = BANNER // 2 + (2 * row + 1 - len(lines)) * 35
        canvas.text(x, level, line, size=size, face=face, fill=colours.on_panel, width=room, least=44)
    canvas.put_back(board, 0, BANNER)
    canvas.fill(0, BANNER, WIDTH, 6, colours.line)
    step = min(132, (height - 48) // len(table))
    top = BANNER + (height - step * len(table)) // 2
    for row, placed in enumerate(table):
        _write_line(canvas, placed, top + row * step + step // 2, min(100, step - 8))
    y = BANNER + height
    canvas.fill(0, y, WIDTH, deep, colours.panel)
    for lines in foot:
        for row, line in enumerate(lines):
            canvas.text(
                MARGIN,
                y + FOOT // 2 + row * _NEXT_LINE,
                line,
                size=_LETTERS,
                fill=colours.on_panel,
                width=WIDTH - 2 * MARGIN,
                least=30,
            )
        y += FOOT + _NEXT_LINE * (len(lines) - 1)
    return canvas.finish(dense=True)


def _write_line(canvas: Canvas, placed: Placed, y: int, size: int) -> None:
    """Write a line of the table: place, avatar with tokens, name, points."""
    letters, x = 52 if placed.place == 1 else 44, _BOARD + MARGIN
    canvas.text(x, y, f"{placed.place}.", size=letters, face="display")
    x += 60
    _draw_portrait(canvas, placed, x + size // 2, y, size)
    token = max(_TOKEN, size // 2)
    x += size - token // 5
    for colour in placed.colours:
        canvas.token(colour, x, y + size // 2 - token // 2, token)
        x += token + 2
    x += 4 - token // 2
    right = WIDTH - MARGIN
    if placed.points:
        canvas.text(right, y, placed.points, size=letters, face="display", align="right")
        right -= 28 * len(placed.points) + 32
    small, apart = (34, 20) if size > _ROOMY else (30, 16)
    lines = break_words(placed.name, right - x - 8, small)
    for row, line in enumerate(lines):
        level = y + (2 * row + 1 - len(lines)) * apart
        canvas.text(x + 8, level, line, size=letters if len(lines) == 1 else small, width=right - x - 8, least=30)


def _draw_portrait(canvas: Canvas, placed: Placed, x: int, y: int, size: int) -> None:
    draw_avatar(
        canvas,
        x,
        y,
        size,
        colour=placed.colours[0],
        data=placed.picture,
        machine=placed.machine,
        seed=placed.name,
    )


def _shrink(picture: Picture, colours: Theme) -> Image.Image:
    """Reduce a board without its strip to half the width of the card, in the same palette."""
    width, height = picture.size[0], picture.size[1] - _STRIP
    whole = picture.image.crop((0, _STRIP, width, picture.size[1])).convert("RGB")
    small = whole.resize((_BOARD, height * _BOARD // width), Image.Resampling.BOX)
    return to_palette(small, colours)


@cache
def _make_ground(colours: Theme, height: int) -> Layer:
    return Layer(WIDTH, height, colours.ground, lambda _: None)
