"""Draw the card of the winners: who won, everybody by place, the final board and how the match went."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from PIL import Image

from games.text import Say, T
from rendering import Look, Picture, renderer
from rendering.drawing.canvas import Canvas, fit_words, measure
from rendering.drawing.fonts import Face, covers
from rendering.drawing.frame import MARGIN
from rendering.drawing.palette_sheet import to_palette
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import INK, SEATS, WHITE, Theme, mix, rgb, theme
from rendering.drawing.writing.lines import break_words
from rendering.drawing.writing.names import drop_missing
from rendering.posters.avatar import draw_avatar
from rendering.posters.festive import GOLD, SILVER, draw_wreath, paint_bunting, paint_firework, paint_rays

WIDTH: Final = 1200
BANNER: Final = 250
"""The height of the banner that names the winners."""

_BOARD: Final = 756
"""The width beside the table in which the final board stands."""

_HIGHEST: Final = 580
"""The greatest height of the final board: the file of a higher one would be too large."""

_STRIP: Final = 90
_LARGE_STRIP: Final = 114
"""The height of a board's strip, which is cut off because the banner replaces it."""

_LINE: Final = 66
"""The height of a board's line with the last move, which is cut off, too."""

_PORTRAIT: Final = 150
"""The size of a winner's portrait in the banner."""

_SPACE: Final = 216
"""The width of a winner's portrait with its wreath."""

_MOST_SHOWN: Final = 2
"""The most winners with portraits in the banner; if there are more, they stand in the table."""

_FACE: Final = 78
"""The size of the portraits in the table."""

_METALS: Final = (GOLD, SILVER, rgb("#C98A5B"))
"""The medals of the first three places."""

_TOKEN: Final = 40
"""The size of a seat's token: 13 px on a phone."""

_LETTERS: Final = 38
"""The font size of the notes."""

_ONE_LINE: Final = 34
"""A note that would need smaller letters than this has two lines."""

_NOTE: Final = 56
"""The height of a line of the notes."""

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
    board = _shrink(renderer(game).draw(view, say=say, look=look), colours, _LARGE_STRIP if look.large else _STRIP)
    room = WIDTH - 2 * MARGIN
    foot = [line for note in notes for line in break_words(drop_missing(note), room, _ONE_LINE)]
    winners = [placed for placed in table if placed.place == 1]
    winners = winners if len(winners) <= _MOST_SHOWN else []
    others = [placed for placed in table if placed not in winners]
    height = max(board.height, 100 * len(others) + 40)
    deep = len(foot) * _NOTE + 20 * bool(foot)
    worn = tuple(colour for placed in winners for colour in placed.colours)
    canvas = Canvas(_make_ground(colours, worn, BANNER + height + deep), game, look)
    _write_headline(canvas, headline, winners, worn)
    canvas.fill(0, BANNER, _BOARD, height, colours.panel)
    canvas.put_back(board, (_BOARD - board.width) // 2, BANNER + (height - board.height) // 2)
    _write_table(canvas, others, BANNER, height, say(T("Well played!")) if winners and others else "")
    canvas.fill(0, BANNER - 3, WIDTH, 6, colours.line)
    y = BANNER + height
    canvas.fill(0, y, WIDTH, deep, colours.panel)
    for row, line in enumerate(foot):
        level = y + 10 + row * _NOTE + _NOTE // 2
        canvas.text(MARGIN, level, line, size=_LETTERS, fill=colours.on_panel, width=room, least=30)
    return canvas.finish(dense=True)


def _write_headline(canvas: Canvas, headline: str, winners: Sequence[Placed], worn: tuple[int, ...]) -> None:
    """Write who has won beside the winners' faces, in wreaths."""
    face: Face = "display" if all(covers("display", letter) for letter in headline) else "text"
    ours, middle = canvas.theme, BANNER // 2 + 20
    fill = SEATS[worn[0]].on if worn and not ours.contrast else ours.on_panel
    room = WIDTH - 2 * MARGIN - 20 - _SPACE * len(winners)
    lines = break_words(headline, room, 56, face)
    size = min(fit_words(line, room, 110 if len(lines) == 1 else 68, 44, face)[1] for line in lines)
    runs = min(room, max(measure(line, size, face) for line in lines))
    x = (WIDTH - runs - _SPACE * len(winners) - 20 * bool(winners)) // 2
    gold, edge = GOLD, INK if fill == WHITE else SEATS[worn[0]].edge if worn else INK
    for placed in winners:
        x += _SPACE // 2
        canvas.paste(draw_wreath(_PORTRAIT, gold, edge, WHITE), x, middle)
        _draw_portrait(canvas, placed, x, middle, _PORTRAIT)
        x += _SPACE // 2
    x += 20 * bool(winners)
    points = "".join(placed.points for placed in winners) if len(winners) == 1 else ""
    rise = 34 if points and len(lines) == 1 else 0
    for row, line in enumerate(lines):
        level = middle - rise + (2 * row + 1 - len(lines)) * 38
        canvas.text(x, level, line, size=size, face=face, fill=fill, width=room, least=44)
    if rise:
        canvas.token(worn[0], x + 30, middle + 52, 52)
        canvas.text(x + 70, middle + 52, points, size=60, face="display", fill=fill)


def _write_table(canvas: Canvas, table: Sequence[Placed], top: int, height: int, greeting: str) -> None:
    """Write the others beside the board, under a word of respect."""
    ours, left, room = canvas.theme, _BOARD + 28, WIDTH - _BOARD - 48
    if greeting and height >= 100 * len(table) + 84:
        canvas.text(left, top + 52, greeting, size=52, face="display", fill=ours.ink, width=room, least=36)
        top, height = top + 84, height - 84
    step = min(150, height // max(1, len(table)))
    top += (height - step * len(table)) // 2
    for row, placed in enumerate(table):
        _write_line(canvas, placed, top + row * step + step // 2, left, room)


def _write_line(canvas: Canvas, placed: Placed, y: int, left: int, room: int) -> None:
    """Write a line of the table: portrait with tokens and the place on a medal, name and points."""
    ours = canvas.theme
    _draw_portrait(canvas, placed, left + _FACE // 2, y, _FACE)
    x = left + _FACE - 10
    for number, colour in enumerate(placed.colours):
        canvas.token(colour, x - number * (_TOKEN + 2), y + _FACE // 2 - 10, _TOKEN)
    metal = ours.panel if ours.contrast or placed.place > 3 else _METALS[placed.place - 1]
    on = ours.on_panel if metal == ours.panel else INK
    middle = left + 18, y - _FACE // 2 + 12
    canvas.sign(*middle, str(placed.place), size=36, width=46, height=46, radius=23, ground=metal, fill=on)
    x = left + _FACE + 22
    room -= _FACE + 22
    lines = break_words(placed.name, room, 34)
    size = 42 if len(lines) == 1 else 32
    rise = (26 if placed.points else 0) + 18 * (len(lines) - 1)
    for row, line in enumerate(lines):
        canvas.text(x, y - rise + row * 36, line, size=size, width=room, least=30)
    if placed.points:
        canvas.text(x, y + (28 if len(lines) == 1 else 34), placed.points, size=42, face="display")


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
        happy=placed.place == 1,
    )


def _shrink(picture: Picture, colours: Theme, strip: int) -> Image.Image:
    """Reduce a board without its strip and its line to the room beside the table, in the same palette."""
    width, height = picture.size
    line = _LINE if any(box.kind == "text" and box.y0 > height - _LINE for box in picture.boxes) else 0
    whole = picture.image.crop((0, strip, width, height - line)).convert("RGB")
    scale = min(_BOARD / width, _HIGHEST / whole.height)
    small = whole.resize((round(width * scale), round(whole.height * scale)), Image.Resampling.BOX)
    return to_palette(small, colours)


@lru_cache(maxsize=8)
def _make_ground(colours: Theme, worn: tuple[int, ...], height: int) -> Layer:
    """Paint the banner in the winners' colours, with rays, fireworks and bunting."""
    if not worn or colours.contrast:
        field, ray, flags = colours.panel, colours.panel, tuple(seat.fill for seat in SEATS[:5])
    else:
        field, ray = SEATS[worn[0]].fill, mix(SEATS[worn[0]].fill, SEATS[worn[0]].top, 0.5)
        flags = tuple(dict.fromkeys(tone for colour in worn for tone in (SEATS[colour].top, WHITE, SEATS[colour].side)))
    spark = GOLD if field != SEATS[1].fill else SEATS[1].edge

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, WIDTH, BANNER), 0, field)
        paint_rays(pen, WIDTH / 2, BANNER + 60, 900, ray, count=14)
        pen.rounded_box((0, BANNER, WIDTH, height), 0, colours.ground)
        for x, y, size in ((92, 168, 62), (1108, 168, 62)):
            paint_firework(pen, x, y, size, (spark, WHITE))
        paint_bunting(pen, WIDTH, 6, 18, flags, colours.rim)

    return Layer(WIDTH, height, colours.ground, paint)
