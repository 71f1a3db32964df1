"""Draw a table of people: the standings of a division, of a ladder or of a cup.

A name that the fonts cannot write appears only in the alt text and in the message below the picture, which Discord
writes in any script.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from games.text import Say, T, Text
from rendering.drawing.canvas import Canvas
from rendering.drawing.frame import MARGIN, strip_height
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import Look, Theme, theme
from rendering.drawing.writing.lines import break_words
from rendering.drawing.writing.names import make_writable

WIDTH: Final = 1200

MOST_LINES: Final = 10
"""People in one picture."""

_HEAD: Final = 84
"""The height of the row with the names of the columns."""

_LINE: Final = 100
"""The height of a person's row."""

_GAP: Final = 10
_PLACE: Final = 96
"""The width of the place."""

_COLUMNS: Final = 536
"""The width of all columns of figures."""

_END: Final = 16
"""Free pixels right of the last column."""

Zone = Literal["", "up", "down"]


class Standing(Struct, frozen=True):
    """A person's row. `name`: "" for a former player, a text for somebody whose name has nothing visible. `figures`:
    one for each column. `zone`: whether the place leads up or down a division."""

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
    """Draw the table."""
    ours = theme("cards", look)
    strip = strip_height(Canvas(_make_ground(ours, 200), "cards", look)) + 6
    canvas = Canvas(
        _make_ground(ours, strip + _HEAD + len(table.lines) * (_LINE + _GAP) + MARGIN - _GAP), "cards", look
    )
    canvas.fill(0, 0, WIDTH, strip - 6, ours.panel)
    canvas.fill(0, strip - 6, WIDTH, 6, ours.line)
    size, room = canvas.letter_size(50), WIDTH - 2 * MARGIN
    title = say(table.title)
    canvas.text(MARGIN, (strip - 6) // 2, title, size=size, face="display", fill=ours.on_panel, width=room, least=36)
    wide = _COLUMNS // max(len(table.columns), 2)
    for number, column in enumerate(table.columns):
        x = _find_column(number, len(table.columns))
        canvas.text(x, strip + _HEAD // 2, say(column), size=40, align="middle", width=wide - 4, least=36)
    for number, line in enumerate(table.lines):
        _draw_line(canvas, line, strip + _HEAD + number * (_LINE + _GAP), len(table.columns), say)
    return canvas.finish()


@cache
def _make_ground(ours: Theme, height: int) -> Layer:
    """Draw the empty page, once for each look and height."""
    return Layer(WIDTH, height, ours.ground, lambda _: None)


def _find_column(number: int, count: int) -> int:
    """Find the middle of a column."""
    each = _COLUMNS // max(count, 2)
    return WIDTH - MARGIN - _END - (count - number) * each + each // 2


def _draw_line(canvas: Canvas, line: Standing, y: int, columns: int, say: Say) -> None:
    ours, middle = canvas.theme, y + _LINE // 2
    figure = ours.ink if ours.contrast else ours.own("deep")  # in high contrast greys and blues are not allowed
    canvas.panel(MARGIN, y, WIDTH - 2 * MARGIN, _LINE, ours.own("paper"), edge=ours.shade)
    canvas.box("area", MARGIN, y, WIDTH - 2 * MARGIN, _LINE, "line")
    canvas.text(MARGIN + _PLACE // 2 + 8, middle, str(line.place), size=60, face="display", align="middle", fill=figure)
    x = MARGIN + _PLACE + 24
    if line.zone:
        _draw_zone(canvas, line.zone, x + 8, middle)
    x += 52
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
    canvas.arrow([(x, y + reach), (x, y - reach)], width=10, fill=ours.line if zone == "up" else ours.chalk)


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
