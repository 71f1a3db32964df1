"""Paint DOG Royal's court by night: the palace, slabs and tiles, the hedge, a rug."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import INK, RGB, Theme, mix

_WIDTH: Final = 1200
_WINDOW: Final = 52
"""Distance between the windows of the palace, in pixels."""


def paint_palace(pen: Pen, theme: Theme, top: int) -> None:
    """Paint the front of the palace at the far edge of the court: lit windows under a cornice, and the steps."""
    wall, brass = theme.own("wall"), theme.own("brass")
    pen.rounded_box((0, top, _WIDTH, top + 62), 0, wall)
    pen.rounded_box((0, top + 6, _WIDTH, top + 9), 0, mix(wall, brass, 0.5))
    for number, x in enumerate(range(14, _WIDTH, _WINDOW)):
        glass = find_glass(theme) if number % 3 else mix(wall, theme.own("joint"), 0.7)
        pen.disc(x + 12, top + 28, 12, glass)
        pen.rounded_box((x, top + 28, x + 24, top + 52), 0, glass)
        pen.rounded_box((x + 11, top + 16, x + 13, top + 52), 0, wall)
        pen.rounded_box((x, top + 34, x + 24, top + 36), 0, wall)
    for step, share in enumerate((0.55, 0.3)):
        y = top + 62 + 9 * step
        pen.rounded_box((0, y, _WIDTH, y + 9), 0, mix(theme.own("tile"), brass, share * 0.5))


def find_seam(theme: Theme) -> RGB:
    """Return the tone between the slabs of the court."""
    return mix(theme.own("floor"), theme.own("joint"), 0.4)


def paint_slabs(pen: Pen, theme: Theme, top: int, bottom: int) -> None:
    """Paint the seams between the slabs of the court, each row shifted by half a slab."""
    seam = find_seam(theme)
    for number, y in enumerate(range(top, bottom, 92)):
        pen.rounded_box((0, y, _WIDTH, y + 3), 0, seam)
        for x in range(46 + 46 * (number % 2), _WIDTH, 92):
            pen.rounded_box((x, y, x + 3, y + 92), 0, seam)


def find_glass(theme: Theme) -> RGB:
    """Return the tone of a lit window of the palace."""
    return mix(theme.own("lamp"), theme.own("wall"), 0.25)


def paint_balustrade(pen: Pen, theme: Theme, bottom: int) -> None:
    """Paint the balustrade at the near edge of the court."""
    stone, shade = mix(theme.own("wall"), theme.own("brass"), 0.3), mix(theme.own("floor"), theme.own("joint"), 1.0)
    pen.rounded_box((0, bottom - 30, _WIDTH, bottom), 0, shade)
    for x in range(4, _WIDTH, 24):
        pen.rounded_box((x, bottom - 26, x + 10, bottom), 4, stone)
    pen.rounded_box((0, bottom - 34, _WIDTH, bottom - 26), 0, stone)


def paint_tile(pen: Pen, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """Paint a raised tile of the terrace: its shadow, its edge in the light, its face."""
    x0, y0, x1, y1 = (round(edge) for edge in box)
    tile = theme.own("tile")
    pen.rounded_box((x0, y0 + 7, x1, y1 + 7), 18, theme.own("joint"))
    pen.rounded_box((x0, y0, x1, y1), 18, mix(tile, theme.own("brass"), 0.5))
    pen.rounded_box((x0, y0 + 3, x1, y1), 18, tile)


def paint_hedge(pen: Pen, theme: Theme, track: Sequence[Point], unit: int, *, simple: bool = False) -> None:
    """Paint the clipped hedge outside the track: its shadow, its dark side, its top in the light.

    `simple`: without its shadow.
    """
    dark = theme.own("hedge")
    around = [*track, track[0], track[1]]
    depth = (
        (13, 2.12, theme.own("joint")),
        (7, 2.12, mix(dark, INK, 0.35)),
        (0, 2.12, dark),
        (-1, 1.86, theme.own("sprig")),
    )
    for down, wide, tone in depth[1:] if simple else depth:
        pen.line([(x, y + down) for x, y in around], tone, unit * wide)


def paint_rug(pen: Pen, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """Paint the round rug in the middle: its shadow, and a border with pearls between two lines."""
    x0, y0, x1, y1 = (round(edge) for edge in box)
    rug, brass = theme.own("rug"), theme.own("brass")
    pen.oval((x0, y0 + 6, x1, y1 + 6), theme.own("cobble"))
    for inset, tone in ((0, brass), (4, mix(rug, INK, 0.4)), (17, brass), (19, rug)):
        pen.oval((x0 + inset, y0 + inset, x1 - inset, y1 - inset), tone)
    across, down, count = (x1 - x0) / 2 - 10.5, (y1 - y0) / 2 - 10.5, 36
    for turn in (2 * math.pi * (number + 0.5) / count for number in range(count)):
        pen.disc((x0 + x1) / 2 + across * math.cos(turn), (y0 + y1) / 2 + down * math.sin(turn), 3, brass)
