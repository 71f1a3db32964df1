"""Draw how the chances of winning change over a match: bands in the colours of the seats, and turning points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from games.text import Colour, Join, N, Say, T
from rendering.drawing.canvas import Canvas
from rendering.drawing.frame import MARGIN, strip_height
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import SEATS, Look, Theme, theme

WIDTH: Final = 1200
HEIGHT: Final = 640

_TOP: Final = 84
"""Room for the numbers of the turning points."""
_FOOT: Final = 84
_STEP: Final = 4
"""Width of the columns of which the bands are made, in pixels."""
_TOKEN: Final = 56
_EDGE: Final = 4


class Chances(Struct, frozen=True):
    """The content of the picture. `sides`: the colours of each side, a side being the seats that win together.

    `points`: the number of decisions made, and the chance (0..1) of each side there, in order; at least two. `marks`:
    the numbers of decisions made before each turning point.
    """

    sides: tuple[tuple[int, ...], ...]
    points: tuple[tuple[int, tuple[float, ...]], ...]
    marks: tuple[int, ...] = ()


def draw(chances: Chances, /, *, say: Say, look: Look) -> Picture:
    """Draw the bands."""
    canvas = Canvas(_make_ground(theme("cards", look)), "cards", look)
    ours, height = canvas.theme, strip_height(canvas)
    canvas.fill(0, 0, WIDTH, height, ours.panel)
    canvas.fill(0, height, WIDTH, 6, ours.line)
    title, room = say(T("Chances of winning")), WIDTH - 2 * MARGIN
    size = canvas.letter_size(50)
    canvas.text(MARGIN, height // 2, title, size=size, face="display", fill=ours.on_panel, width=room, least=36)
    top, bottom = height + 6 + _TOP, HEIGHT - _FOOT
    canvas.fill(MARGIN - _EDGE, top - _EDGE, room + 2 * _EDGE, bottom - top + 2 * _EDGE, ours.ink)
    for x in range(MARGIN, MARGIN + room, _STEP):
        y = top
        levels = _cut(look_up(chances, (x - MARGIN) / room), bottom - top)
        for colours, level in zip(chances.sides, levels, strict=True):
            canvas.fill(x, y, _STEP, level, SEATS[colours[0]].fill)
            if y > top:
                canvas.fill(x, y - 2, _STEP, 4, ours.chalk)
            y += level
    _draw_marks(canvas, chances, top, bottom)
    _draw_tokens(canvas, chances, top, bottom)
    begin, end = say(T("Beginning")), say(T("End"))
    canvas.text(MARGIN, HEIGHT - _FOOT // 2, begin, size=40, width=room // 2 - 20, least=36)
    canvas.text(WIDTH - MARGIN, HEIGHT - _FOOT // 2, end, size=40, align="right", width=room // 2 - 20, least=36)
    return canvas.finish()


@cache
def _make_ground(ours: Theme) -> Layer:
    """Draw the empty page, once for each look."""
    return Layer(WIDTH, HEIGHT, ours.ground, lambda _: None)


def look_up(chances: Chances, where: float) -> tuple[float, ...]:
    """Look up the chances at a place between the beginning (0.0) and the end (1.0)."""
    first, last = chances.points[0][0], chances.points[-1][0]
    step = first + where * (last - first)
    for (here, before), (there, after) in pairwise(chances.points):
        if step <= there:
            share = (step - here) / max(1, there - here)
            return tuple(one + (other - one) * share for one, other in zip(before, after, strict=True))
    return chances.points[-1][1]


def _cut(shares: Sequence[float], height: int) -> list[int]:
    """Cut a height into whole pixels by shares."""
    edges, sum_ = [0], 0.0
    for share in shares:
        sum_ += share
        edges.append(round(height * min(1.0, sum_)))
    edges[-1] = height
    return [high - low for low, high in pairwise(edges)]


def _draw_tokens(canvas: Canvas, chances: Chances, top: int, bottom: int) -> None:
    """Name the bands by the tokens of their seats, where they are broad enough."""
    room, marks = WIDTH - 2 * MARGIN, [_find_place(chances, step) for step in chances.marks]
    for wanted in (0.06, 0.35, 0.65, 0.94):
        tries = (wanted, wanted - 0.06, wanted + 0.06, wanted - 0.12, wanted + 0.12)
        clear = [each for each in tries if 0.05 < each < 0.96 and all(abs(each - mark) > 0.04 for mark in marks)]
        where, y = (clear or tries)[0], float(top)
        for colours, level in zip(chances.sides, _cut(look_up(chances, where), bottom - top), strict=True):
            if level >= _TOKEN + 12:
                left = MARGIN + where * room - (len(colours) - 1) * _TOKEN * 0.6
                for number, colour in enumerate(colours):
                    canvas.token(colour, left + number * _TOKEN * 1.2, y + level / 2, _TOKEN)
            y += level


def _find_place(chances: Chances, step: int) -> float:
    """Find the place of a decision between the beginning (0.0) and the end (1.0)."""
    first, last = chances.points[0][0], chances.points[-1][0]
    return (step - first) / max(1, last - first)


def _draw_marks(canvas: Canvas, chances: Chances, top: int, bottom: int) -> None:
    """Draw the turning points as numbered lines."""
    ours, room = canvas.theme, WIDTH - 2 * MARGIN
    reached = MARGIN - 100
    for number, step in enumerate(chances.marks, 1):
        x = MARGIN + round(room * _find_place(chances, step))
        canvas.fill(x - 5, top, 10, bottom - top, ours.rim)
        canvas.fill(x - 2, top, 4, bottom - top, ours.chalk)
        plate = min(max(x, reached + 76, MARGIN + 34), WIDTH - MARGIN - 34 - 76 * (len(chances.marks) - number))
        canvas.sign(
            plate, top - _TOP // 2, str(number), size=44, width=68, height=64, ground=ours.panel, fill=ours.on_panel
        )
        reached = plate


def describe(chances: Chances, say: Say) -> str:
    """Describe the picture for people who cannot see it."""
    first, last = chances.points[0][0], chances.points[-1][0]
    lines = [
        say(
            N(
                "How the chances of winning changed in {count} decision.",
                "How the chances of winning changed in {count} decisions.",
                last - first,
            )
        )
    ]
    middle = [chances.points[len(chances.points) * quarter // 4][1] for quarter in (1, 2, 3)]
    columns = [chances.points[0][1], *middle, chances.points[-1][1]]
    for index, colours in enumerate(chances.sides):
        name = Join(tuple(map(Colour, colours)))
        course = ", ".join(say(T("{percent}%", percent=round(100 * shares[index]))) for shares in columns)
        lines.append(say(T("{player}: {course}.", player=name, course=course)))
    return " ".join(lines)
