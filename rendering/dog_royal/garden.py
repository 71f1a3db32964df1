"""Paint the garden around DOG Royal's court by night: lawn in the light of lanterns, hedges, cobbles, a carpet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import Theme, mix

_WIDTH: Final = 1200
_TOP: Final = 90
"""Where the garden begins, below the title."""
_TUFT: Final = 16_000
"""Square pixels of lawn for each tuft of grass."""
_COBBLE: Final = 1.7
"""Distance between rows of cobbles, in units."""


_ARC: Final = ((0.34, 0.07), (0.22, 0.17), (0.0, 0.22), (-0.22, 0.17), (-0.34, 0.07))
"""The upper edge of a cobble."""


def _scatter_points(count: int, height: int) -> Iterator[tuple[float, float, float]]:
    """Yield points spread evenly over the garden, each with a number in 0..1.

    M. Roberts (2018), "The Unreasonable Effectiveness of Quasirandom Sequences", R3.
    """
    for number in range(count):
        x, y, z = ((0.5 + number * 1.2207440846**-power) % 1 for power in (1, 2, 3))
        yield x * _WIDTH, _TOP + y * (height - _TOP), z


def paint_lawn(pen: Pen, theme: Theme, height: int) -> None:
    """Paint tufts of grass on the lawn."""
    tuft = theme.own("joint")
    for x, y, z in _scatter_points(_WIDTH * height // _TUFT, height):
        long = 7 + 9 * z
        for lean in (-0.5, 0.1, 0.6):
            pen.line([(x, y), (x + lean * long, y - long)], tuft, 3)


def paint_hedge(pen: Pen, theme: Theme, track: Sequence[Point], unit: int) -> None:
    """Paint the hedge outside the track, with a few bright leaves."""
    dark, sprig = theme.own("hedge"), theme.own("sprig")
    pen.line([*track, track[0], track[1]], dark, unit * 1.94)
    for (x0, y0), (x1, y1) in list(pairwise([*track, track[0]]))[::2]:
        turn = math.atan2(y1 - y0, x1 - x0)
        x, y = (x0 + x1) / 2 + unit * 0.86 * math.sin(turn), (y0 + y1) / 2 - unit * 0.86 * math.cos(turn)
        pen.line([(x - 6, y - 4), (x, y + 2), (x + 6, y - 4)], sprig, 6)


def _is_inside(x: float, y: float, corners: Sequence[Point]) -> bool:
    """Whether a point lies inside a polygon (even-odd rule)."""
    inside = False
    for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def paint_cobbles(pen: Pen, theme: Theme, track: Sequence[Point], unit: int) -> None:
    """Paint rows of cobbles on the terrace inside the track."""
    tone, step = theme.own("cobble"), unit * _COBBLE
    left, right = (pick(x for x, _ in track) for pick in (min, max))
    top, below = (pick(y for _, y in track) for pick in (min, max))
    for row in range(int((below - top) / step) + 1):
        y = top + (row + 0.5) * step
        for column in range(int((right - left) / step) + 1):
            x = left + (column + 0.5 * (row % 2)) * step
            if _is_inside(x, y, track):
                arc = [
                    (x + 0.36 * step * math.cos(a), y - 0.22 * step * math.sin(a)) for a in (0.3, 0.9, 1.57, 2.2, 2.84)
                ]
                pen.line(arc, tone, 3)


def paint_carpet(pen: Pen, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """Paint the carpet in the middle: fringes, a border and a corner ornament."""
    x0, y0, x1, y1 = box
    light, brass = theme.own("light"), theme.own("brass")
    edge = mix(light, brass, 0.5)
    for fringe in range(round(x0) + 18, round(x1) - 8, 16):
        pen.line([(fringe, y0 - 7), (fringe, y1 + 7)], edge, 4)
    pen.rounded(box, 14, light)
    pen.rounded((x0 + 12, y0 + 12, x1 - 12, y1 - 12), 8, None, edge=edge, width=4)
    for x, y in ((x0 + 40, y0 + 40), (x1 - 40, y0 + 40), (x0 + 40, y1 - 40), (x1 - 40, y1 - 40)):
        pen.polygon([(x, y - 15), (x + 15, y), (x, y + 15), (x - 15, y)], edge)
        pen.polygon([(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)], light)
