"""Draw how the chances of winning change over a match: bands in the colours of the seats, and turning points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from games.story import tell_decisive
from games.text import Colour, Join, N, Say, T
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.frame import MARGIN, strip_height
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import INK, SEATS, Look, Theme, theme

WIDTH: Final = 1200
HEIGHT: Final = 640

_TOP: Final = 84
"""Room for the numbers of the turning points."""
_FOOT: Final = 84
_LEFT: Final = MARGIN + 116
_ROOM: Final = WIDTH - MARGIN - _LEFT
"""Where the bands begin, right of the percents, and how wide they are."""
_TOKEN, _LEAST = 56, 40
"""The size of the tokens that name the bands, and the least one in a narrow band."""


class Chances(Struct, frozen=True):
    """The content of the picture. `sides`: the colours of each side, a side being the seats that win together.

    `points`: the number of decisions made, and the chance (0..1) of each side there, in order; at least two. `marks`:
    the numbers of decisions made before each turning point. `decisive`: which of these was the decisive one, from 1; 0:
    none.
    """

    sides: tuple[tuple[int, ...], ...]
    points: tuple[tuple[int, tuple[float, ...]], ...]
    marks: tuple[int, ...] = ()
    decisive: int = 0


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
    _draw_bands(canvas, chances, top, bottom)
    _draw_axis(canvas, top, bottom, say)
    _draw_marks(canvas, chances, top, bottom)
    _draw_tokens(canvas, chances, top, bottom)
    begin, end, foot = say(T("Beginning")), say(T("End")), HEIGHT - _FOOT // 2
    aside = max(measure(begin, 40), measure(end, 40))
    canvas.text(_LEFT, foot, begin, size=40, width=_ROOM // 2, least=36)
    canvas.text(WIDTH - MARGIN, foot, end, size=40, align="right", width=_ROOM // 2, least=36)
    if chances.decisive:
        decisive, between = say(tell_decisive(str(chances.decisive))), _ROOM - 2 * (aside + 20)
        canvas.text(_LEFT + _ROOM // 2, foot, decisive, size=40, align="middle", width=between, least=36)
    return canvas.finish()


def _draw_bands(canvas: Canvas, chances: Chances, top: int, bottom: int) -> None:
    """Draw the bands, each over the one above it, with a chalk line between them."""
    first, last = chances.points[0][0], chances.points[-1][0]
    steps = [*chances.points, (last + 1, chances.points[-1][1])] if first == last else chances.points
    columns = [(_LEFT + _ROOM * (step - first) / max(1, steps[-1][0] - first), _cut(shares, bottom - top))
               for step, shares in steps]  # fmt: skip
    for number, colours in enumerate(chances.sides):
        line = [(x, float(top + sum(levels[:number]))) for x, levels in columns]
        canvas.shape([*line, (_LEFT + _ROOM, bottom), (_LEFT, bottom)], SEATS[colours[0]].fill)
        if number:
            canvas.stroke(line, width=5, fill=canvas.theme.chalk)


def _draw_axis(canvas: Canvas, top: int, bottom: int, say: Say) -> None:
    """Write the percents on the left, each at a dashed line across the bands."""
    for percent in (100, 75, 50, 25, 0):
        y = bottom - (bottom - top) * percent // 100
        if percent % 50 == 0:
            words, level = say(T("{percent}%", percent=percent)), min(max(y, top + 18), bottom - 18)
            canvas.text(_LEFT - 18, level, words, size=36, align="right", width=_LEFT - 18 - 4, least=36)
        if 0 < percent < 100:
            for x in range(_LEFT, _LEFT + _ROOM, 24):
                canvas.fill(x, y - 1, 10, 2, canvas.theme.chalk)


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
    marks = [_find_place(chances, step) for step in chances.marks]
    for wanted in (0.06, 0.35, 0.65, 0.94):
        tries = (wanted, wanted - 0.06, wanted + 0.06, wanted - 0.12, wanted + 0.12)
        clear = [each for each in tries if 0.05 < each < 0.96 and all(abs(each - mark) > 0.04 for mark in marks)]
        where, y = (clear or tries)[0], float(top)
        for colours, level in zip(chances.sides, _cut(look_up(chances, where), bottom - top), strict=True):
            if (size := min(_TOKEN, level // 4 * 4 - 12)) >= _LEAST:
                left = _LEFT + where * _ROOM - (len(colours) - 1) * size * 0.6
                for number, colour in enumerate(colours):
                    canvas.token(colour, left + number * size * 1.2, y + level / 2, size)
            y += level


def _find_place(chances: Chances, step: int) -> float:
    """Find the place of a decision between the beginning (0.0) and the end (1.0)."""
    first, last = chances.points[0][0], chances.points[-1][0]
    return (step - first) / max(1, last - first)


def _draw_marks(canvas: Canvas, chances: Chances, top: int, bottom: int) -> None:
    """Draw the turning points as numbered lines, the decisive one in gold."""
    ours, reached = canvas.theme, _LEFT - 100
    for number, step in enumerate(chances.marks, 1):
        x, is_decisive = _LEFT + round(_ROOM * _find_place(chances, step)), number == chances.decisive
        canvas.fill(x - 5, top, 10, bottom - top, ours.rim)
        canvas.fill(x - 2, top, 4, bottom - top, ours.line if is_decisive else ours.chalk)
        plate = min(max(x, reached + 76, _LEFT + 34), WIDTH - MARGIN - 34 - 76 * (len(chances.marks) - number))
        canvas.sign(
            plate, top - _TOP // 2, str(number), size=44, width=68, height=64,
            ground=ours.line if is_decisive else ours.panel,
            fill=(ours.ground if ours.contrast else INK) if is_decisive else ours.on_panel,
        )  # fmt: skip
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
    columns = [look_up(chances, quarter / 4) for quarter in range(5)]
    for index, colours in enumerate(chances.sides):
        name = Join(tuple(map(Colour, colours)))
        course = ", ".join(say(T("{percent}%", percent=round(100 * shares[index]))) for shares in columns)
        lines.append(say(T("{player}: {course}.", player=name, course=course)))
    if chances.decisive:
        lines.append(say(tell_decisive(str(chances.decisive))) + ".")
    return " ".join(lines)
