"""Paint DOG Royal's court by night: the palace, hedges, cobbles in the light of lanterns, a carpet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import INK, Theme, mix

_WIDTH: Final = 1200
_POOL: Final = ((3.3, 2.8, "pool"), (2.1, 1.85, "glow"))
"""The light around a home's lanterns: how far it reaches across and down, in units, and its tone there."""
_WINDOW: Final = 52
"""Distance between the windows of the palace, in pixels."""


def paint_palace(pen: Pen, theme: Theme, top: int) -> None:
    """Paint the front of the palace at the far edge of the court: lit windows under a cornice, and the steps."""
    wall, lamp, brass = theme.own("wall"), theme.own("lamp"), theme.own("brass")
    pen.rounded_box((0, top, _WIDTH, top + 62), 0, wall)
    pen.rounded_box((0, top + 6, _WIDTH, top + 9), 0, mix(wall, brass, 0.5))
    for number, x in enumerate(range(14, _WIDTH, _WINDOW)):
        glass = mix(lamp, wall, 0.35) if number % 3 else mix(wall, theme.own("joint"), 0.7)
        pen.disc(x + 12, top + 28, 12, glass)
        pen.rounded_box((x, top + 28, x + 24, top + 52), 0, glass)
        pen.rounded_box((x + 11, top + 16, x + 13, top + 52), 0, wall)
        pen.rounded_box((x, top + 34, x + 24, top + 36), 0, wall)
    for step, share in enumerate((0.55, 0.3)):
        y = top + 62 + 9 * step
        pen.rounded_box((0, y, _WIDTH, y + 9), 0, mix(theme.own("floor"), brass, share * 0.5))


def paint_balustrade(pen: Pen, theme: Theme, bottom: int) -> None:
    """Paint the balustrade at the near edge of the court."""
    stone, shade = mix(theme.own("wall"), theme.own("brass"), 0.3), mix(theme.own("floor"), theme.own("joint"), 1.0)
    pen.rounded_box((0, bottom - 30, _WIDTH, bottom), 0, shade)
    for x in range(4, _WIDTH, 24):
        pen.rounded_box((x, bottom - 26, x + 10, bottom), 4, stone)
    pen.rounded_box((0, bottom - 34, _WIDTH, bottom - 26), 0, stone)


def paint_light(pen: Pen, theme: Theme, at: Point, unit: int, *, simple: bool = False) -> None:
    """Paint the light of a home's lanterns on the ground, around a point; `simple`: in one tone."""
    x, y = round(at[0]), round(at[1])
    for across, down, tone in _POOL[1:] if simple else _POOL:
        pen.oval((x - across * unit, y - down * unit, x + across * unit, y + down * unit), theme.own(tone))


def paint_hedge(pen: Pen, theme: Theme, track: Sequence[Point], unit: int, *, simple: bool = False) -> None:
    """Paint the clipped hedge outside the track: its shadow, its dark side, its top with leaves in the light.

    `simple`: without its shadow.
    """
    dark, sprig = theme.own("hedge"), theme.own("sprig")
    around = [*track, track[0], track[1]]
    depth = ((13, theme.own("joint")), (7, mix(dark, INK, 0.35)), (0, dark))
    for down, tone in depth[1:] if simple else depth:
        pen.line([(x, y + down) for x, y in around], tone, unit * 2.12)
    for (x0, y0), (x1, y1) in list(pairwise([*track, track[0]]))[::2]:
        turn = math.atan2(y1 - y0, x1 - x0)
        x, y = round((x0 + x1) / 2 + unit * 0.9 * math.sin(turn)), round((y0 + y1) / 2 - unit * 0.9 * math.cos(turn))
        pen.disc(x, y, unit * 0.16, sprig)


def paint_star(pen: Pen, theme: Theme, at: Point, corners: Sequence[Point], unit: int) -> None:
    """Paint a star inlaid in the terrace: a point into each arm, half in light and half in shade.

    `at`: its middle. `corners`: the inner corners of the track, between which the points begin.
    """
    light, shade = (mix(theme.own("light"), theme.own("cobble"), share) for share in (0.55, 1.0))
    x, y = at
    turns = sorted(math.atan2(down - y, across - x) for across, down in corners)
    near = math.dist(at, corners[0]) - unit * 0.5
    step = math.pi / len(turns)

    def place(turn: float, far: float) -> Point:
        return x + far * math.cos(turn), y + far * math.sin(turn)

    for turn in turns:
        tip = place(turn + step, near + 1.9 * unit)
        pen.polygon([at, place(turn, near), tip], light)
        pen.polygon([at, tip, place(turn + 2 * step, near)], shade)


def paint_carpet(pen: Pen, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """Paint the carpet in the middle: fringes, a border and a corner ornament."""
    x0, y0, x1, y1 = box
    light, brass = theme.own("light"), theme.own("brass")
    edge = mix(light, brass, 0.5)
    for fringe in range(round(x0) + 18, round(x1) - 8, 16):
        pen.line([(fringe, y0 - 7), (fringe, y1 + 7)], edge, 4)
    pen.rounded_box(box, 14, light)
    pen.rounded_box((x0 + 12, y0 + 12, x1 - 12, y1 - 12), 8, None, edge=edge, width=4)
    for x, y in ((x0 + 40, y0 + 40), (x1 - 40, y0 + 40), (x0 + 40, y1 - 40), (x1 - 40, y1 - 40)):
        pen.polygon([(x, y - 15), (x + 15, y), (x, y + 15), (x - 15, y)], edge)
        pen.polygon([(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)], light)
