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
from rendering.drawing.writing.names import drop_missing
from rendering.posters.avatar import draw_avatar

WIDTH: Final = 1200
BANNER: Final = 168
"""The height of the banner that names the winners."""
FOOT: Final = 84
"""The height of each line at the bottom."""

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
    height, foot = board.height, [line for note in notes for line in _break_line(drop_missing(note))]
    canvas = Canvas(_ground(colours, BANNER + height + FOOT * len(foot)), game, look)
    canvas.fill(0, 0, WIDTH, BANNER, colours.panel)
    face: Face = "display" if all(covers("display", letter) for letter in headline) else "text"
    winners = [placed for placed in table if placed.place == 1]
    winners = winners if len(winners) <= _MOST_SHOWN else []
    across = len(winners) * (_PORTRAIT + 12) + 20 * bool(winners)
    words, size = fit_words(headline, WIDTH - 2 * MARGIN - across, 92, 44, face)
    x = (WIDTH - across - measure(words, size, face)) // 2
    for placed in winners:
        _draw_portrait(canvas, placed, x + _PORTRAIT // 2, BANNER // 2, _PORTRAIT)
        x += _PORTRAIT + 12
    canvas.text(x + 20 * bool(winners), BANNER // 2, words, size=size, face=face, fill=colours.on_panel)
    canvas.put_back(board, 0, BANNER)
    canvas.fill(0, BANNER, WIDTH, 6, colours.line)
    step = min(132, (height - 48) // len(table))
    top = BANNER + (height - step * len(table)) // 2
    for row, placed in enumerate(table):
        _write_line(canvas, placed, top + row * step + step // 2, min(100, step - 8))
    for row, line in enumerate(foot):
        y = BANNER + height + row * FOOT
        canvas.fill(0, y, WIDTH, FOOT, colours.panel)
        canvas.text(
            MARGIN, y + FOOT // 2, line, size=_LETTERS, fill=colours.on_panel, width=WIDTH - 2 * MARGIN, least=30
        )
    return canvas.finish(dense=True)


def _break_line(words: str) -> tuple[str, ...]:
    """Break a sentence that is too long for a line into two lines of about the same length."""
    if measure(words, _ONE_LINE) <= WIDTH - 2 * MARGIN:
        return (words,)
    parts = words.split(" ")
    halves = [(" ".join(parts[:count]), " ".join(parts[count:])) for count in range(1, len(parts))]
    return min(halves, key=lambda lines: max(measure(line, _ONE_LINE) for line in lines), default=(words,))


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
    canvas.text(x + 8, y, placed.name, size=letters, width=right - x - 8, least=30)


def _draw_portrait(canvas: Canvas, placed: Placed, x: int, y: int, size: int) -> None:
    draw_avatar(canvas, x, y, size, colour=placed.colours[0], data=placed.picture, machine=placed.machine)


def _shrink(picture: Picture, colours: Theme) -> Image.Image:
    """Reduce a board without its strip to half the width of the card, in the same palette."""
    width, height = picture.size[0], picture.size[1] - _STRIP
    whole = picture.image.crop((0, _STRIP, width, picture.size[1])).convert("RGB")
    small = whole.resize((_BOARD, height * _BOARD // width), Image.Resampling.BOX)
    return to_palette(small, colours)


@cache
def _ground(colours: Theme, height: int) -> Layer:
    return Layer(WIDTH, height, colours.ground, lambda _: None)
