"""Draw a table of people: the standings of a division, of a ladder or of a cup.

A name that the fonts cannot write appears only in the alt text and in the message below the picture, which Discord
writes in any script.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from games.text import Say, T, Text
from rendering.cards.bay import paint_ripples, paint_sky
from rendering.drawing.canvas import Canvas
from rendering.drawing.frame import MARGIN, strip_height
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import BLACK, INK, SEATS, WHITE, Look, Theme, mix, theme
from rendering.drawing.writing.lines import break_words
from rendering.drawing.writing.names import make_writable
from rendering.posters.avatar import draw_avatar
from rendering.posters.festive import GOLD, SILVER, draw_wreath, paint_bunting

WIDTH: Final = 1200

MOST_LINES: Final = 10
"""People in one picture."""

_HEAD: Final = 84
"""The height of the row with the names of the columns."""

_LINE: Final = 100
"""The height of a person's row."""

_PLACE: Final = 96
"""The width of the place."""

_FACE: Final = 80
"""The size of a person's face."""

_PODIUM: Final = 320
"""The height of the scene above the table, in which the first three stand on a quay."""

_STEPS: Final = ((600, 124), (340, 90), (860, 62))
"""The middle and the height of each step of the podium, from the first place to the third."""

_COLUMNS: Final = 536
"""The width of all columns of figures."""

_END: Final = 16
"""Free pixels right of the last column."""

Zone = Literal["", "up", "down"]


class Standing(Struct, frozen=True):
    """A person's row. `name`: "" for a former player, a text for somebody whose name has nothing visible, or who is
    shown by a number. `figures`: one for each column. `zone`: whether the place leads up or down a division."""

    place: int
    name: str | Text
    figures: tuple[str | Text, ...]
    zone: Zone = ""


class Standings(Struct, frozen=True):
    """A table. `columns`: the headings of the figures in each row."""

    title: Text
    columns: tuple[Text, ...]
    lines: tuple[Standing, ...]


def draw(table: Standings, /, *, say: Say, look: Look) -> Picture:
    """Draw the table, under a podium once somebody has won something."""
    ours = theme("cards", look)
    strip = strip_height(Canvas(_make_ground(ours, 200, 0), "cards", look)) + 6
    first = table.lines[:3] if has_podium(table) else ()
    top = strip + _PODIUM * bool(first)
    height = top + _HEAD + len(table.lines) * _LINE + MARGIN
    canvas = Canvas(_make_ground(ours, height, strip if first else 0), "cards", look)
    canvas.fill(0, 0, WIDTH, strip - 6, ours.panel)
    canvas.fill(0, strip - 6, WIDTH, 6, ours.line)
    size, room = canvas.letter_size(50), WIDTH - 2 * MARGIN
    title = say(table.title)
    canvas.text(MARGIN, (strip - 6) // 2, title, size=size, face="display", fill=ours.on_panel, width=room, least=36)
    for line, (x, high) in zip(first, _STEPS, strict=False):
        _draw_winner(canvas, line, x, strip + _PODIUM - 40 - high)
    wide = _COLUMNS // max(len(table.columns), 2)
    for number, column in enumerate(table.columns):
        x = _find_column(number, len(table.columns))
        canvas.text(x, top + _HEAD // 2, say(column), size=40, align="middle", width=wide - 4, least=36)
    for number, line in enumerate(table.lines):
        _draw_line(canvas, line, top + _HEAD + number * _LINE, len(table.columns), say)
    return canvas.finish()


def has_podium(table: Standings) -> bool:
    """Whether a table shows its first three on a podium: they are in it, and the first one has won something."""
    return len(table.lines) > 2 and table.lines[0].place == 1 and table.lines[0].figures[:1] not in ((), ("0",))


@lru_cache(maxsize=32)
def _make_ground(ours: Theme, height: int, podium: int) -> Layer:
    """Draw the empty page. `podium`: how far down the scene with the podium begins; 0 for none."""
    sea, metals = ours.own("sea"), (GOLD, SILVER, ours.own("bronze"))
    front = ours.ground if ours.contrast else mix(ours.own("paper"), ours.shade, 0.0 if ours.dark else 0.35)
    side, bottom = mix(front, BLACK, 0.22), podium + _PODIUM

    def paint(pen: Pen) -> None:
        if not podium:
            return
        paint_sky(pen, ours, podium, bottom - 70, sun=_STEPS[0][0])
        pen.rounded_box((0, bottom - 70, WIDTH, bottom), 0, sea)
        paint_ripples(pen, ours, bottom - 66, bottom - 16)
        for place, (x, high) in enumerate(_STEPS):
            top, metal = bottom - 40 - high, metals[place] if not ours.contrast else ours.ground
            pen.polygon([(x - 120, top), (x + 120, top), (x + 120, bottom), (x - 120, bottom)], front, edge=ours.ink)
            if not ours.contrast:
                pen.polygon([(x + 84, top), (x + 118, top), (x + 118, bottom), (x + 84, bottom)], side)
                for down in range(34, high + 34, 38):
                    pen.line([(x - 116, top + down), (x + 116, top + down)], mix(front, side, 0.5), 3)
            pen.rounded_box((x - 130, top - 10, x + 130, top + 14), 6, metal, edge=ours.ink)
            if not ours.contrast:
                pen.line([(x - 118, top - 2), (x + 100, top - 2)], mix(metal, WHITE, 0.5), 3)
        pen.rounded_box((0, bottom - 14, WIDTH, height), 0, ours.ground)
        pen.line([(0, bottom - 14), (WIDTH, bottom - 14)], ours.ink if ours.contrast else ours.own("deep"), 5)
        paint_bunting(pen, WIDTH, podium + 2, 16, [seat.fill for seat in SEATS[:5]], ours.ink)

    return Layer(WIDTH, height, ours.ground, paint)


def _draw_winner(canvas: Canvas, line: Standing, x: int, y: int) -> None:
    """Draw somebody on a step of the podium whose upper edge is at y, with their place on it."""
    size = 128 if line.place == 1 else 104
    middle = y - 12 - size // 2
    if line.place == 1:
        canvas.paste(draw_wreath(size, GOLD, INK, WHITE), x, middle)
    _draw_face(canvas, line, x, middle, size, happy=line.place == 1)
    canvas.text(x, y + 44, str(line.place), size=52, face="display", align="middle")


def _draw_face(canvas: Canvas, line: Standing, x: int, y: int, size: int, *, happy: bool = False) -> None:
    """Draw the face of a person; of somebody who is shown by a number, that of the number. A former player has none any
    more. `happy`: it laughs."""
    seed = line.name if isinstance(line.name, str) else "".join(str(value) for _, value in line.name.args)
    if seed:
        colour = sum(map(ord, seed)) % len(SEATS)
        draw_avatar(canvas, x, y, size, colour=colour, machine=False, seed=seed, happy=happy)


def _find_column(number: int, count: int) -> int:
    """Find the middle of a column."""
    each = _COLUMNS // max(count, 2)
    return WIDTH - MARGIN - _END - (count - number) * each + each // 2


def _draw_line(canvas: Canvas, line: Standing, y: int, columns: int, say: Say) -> None:
    ours, middle = canvas.theme, y + _LINE // 2
    figure = ours.ink if ours.contrast else ours.own("deep")  # in high contrast greys and blues are not allowed
    if line.place % 2:
        canvas.panel(MARGIN // 2, y, WIDTH - MARGIN, _LINE, ours.own("paper"))
    canvas.box("area", MARGIN // 2, y, WIDTH - MARGIN, _LINE, "line")
    canvas.text(MARGIN + 40, middle, str(line.place), size=60, face="display", align="middle", fill=figure)
    x = MARGIN + _PLACE
    if line.zone:
        _draw_zone(canvas, line.zone, x, middle)
    _draw_face(canvas, line, x + 24 + _FACE // 2, middle, _FACE)
    x += 24 + _FACE + 20
    wide = _COLUMNS // max(columns, 2)
    room = _find_column(0, columns) - wide // 2 - x
    name = _say_name(line, say)
    words = make_writable(name) or say(T("name: see below"))
    lines = break_words(words, room, 38)
    for row, each in enumerate(lines):
        level = middle + (2 * row + 1 - len(lines)) * 22
        canvas.text(x, level, each, size=46 if len(lines) == 1 else 38, width=room, least=38)
    for number, said in enumerate(line.figures):
        x, size = _find_column(number, columns), 60 if number == 0 else 46
        shown = said if isinstance(said, str) else say(said)
        canvas.text(x, middle, shown, size=size, face="display", align="middle", fill=figure, width=wide - 4, least=36)


def _say_name(line: Standing, say: Say) -> str:
    return line.name if line.name and isinstance(line.name, str) else say(line.name or T("former player"))


def _draw_zone(canvas: Canvas, zone: Zone, x: int, y: int) -> None:
    """Draw an arrow for a place that leads to the division above or below."""
    ours, reach = canvas.theme, 22 if zone == "up" else -22
    canvas.arrow([(x, y + reach), (x, y - reach)], width=10, fill=ours.line if zone == "up" else ours.dim)


def describe(table: Standings, say: Say) -> str:
    """Write the whole table in words, for people who cannot see it: every row with its place, name and figures."""
    columns = ", ".join(say(column) for column in table.columns)
    lines = [say(T("{title}. The figures are: {columns}.", title=table.title, columns=columns))]
    lines += [_describe_line(line, say) for line in table.lines]
    return "\n".join(lines)


def _describe_line(line: Standing, say: Say) -> str:
    figures = ", ".join(each if isinstance(each, str) else say(each) for each in line.figures)
    name = _say_name(line, say)
    said = f"{line.place}. {name}: {figures}"
    zones = {"up": T("moves up"), "down": T("moves down")}
    return f"{said} ({say(zones[line.zone])})" if line.zone else said


def split(table: Standings) -> Sequence[Standings]:
    """Split a long table into ones that fit into a picture each."""
    parts = [table.lines[first : first + MOST_LINES] for first in range(0, len(table.lines), MOST_LINES)]
    return [Standings(table.title, table.columns, part) for part in parts]
