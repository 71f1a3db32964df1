"""Paint DOG Royal's court by night: the palace, slabs and tiles, the hedge, a rug."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import INK, RGB, Theme, mix

_WIDTH: Final = 1200
_SKY: Final = 64
"""The height of the sky above the court."""
_TOWERS: Final = ((74, 44, 10), (216, 36, 22), (330, 56, 4), (866, 56, 4), (982, 36, 22), (1126, 44, 10))
"""The middle, the width and the top of each tower of the palace."""


def list_sky(theme: Theme) -> tuple[RGB, ...]:
    """List the tones of the sky, from high up down to the horizon."""
    return tuple(mix(theme.own("wall"), theme.own("dusk"), share) for share in (0.15, 0.45, 0.75, 1.0))


def paint_palace(pen: Pen, theme: Theme, top: int) -> None:
    """Paint what lies behind the court: the evening sky, the palace with lit windows before it, and the steps."""
    wall, brass, lamp, tones = theme.own("wall"), theme.own("brass"), theme.own("lamp"), list_sky(theme)
    bottom = top + _SKY
    for number, tone in enumerate(tones):
        pen.rounded_box((0, top + number * _SKY / len(tones), _WIDTH, bottom), 0, tone)
    far = mix(wall, theme.own("dusk"), 0.45)
    for x in range(0, _WIDTH, 150):
        pen.rounded_box((x, top + 30 + x * 7 % 13, x + 96, bottom), 0, far)
    pen.rounded_box((0, bottom - 20, _WIDTH, bottom), 0, wall)
    for x in range(4, _WIDTH, 24):
        pen.rounded_box((x, bottom - 28, x + 13, bottom), 0, wall)
    for x, wide, high in _TOWERS:
        half, eaves = wide / 2, top + high + 22
        pen.rounded_box((x - half, eaves, x + half, bottom), 0, wall)
        pen.polygon([(x - half - 5, eaves), (x, top + high - 12), (x + half + 5, eaves)], wall)
        for dx in (-8, 8) if wide > 40 else (0,):
            pen.rounded_box((x + dx - 4, eaves + 6, x + dx + 4, eaves + 19), 4, lamp)
    for x in range(20, _WIDTH, 52):
        if min(abs(x - tower) for tower, _, _ in _TOWERS) > 34:
            pen.rounded_box((x, bottom - 15, x + 7, bottom - 4), 3, lamp)
    for step, share in enumerate((0.55, 0.3)):
        y = bottom + 8 * step
        pen.rounded_box((0, y, _WIDTH, y + 8), 0, mix(theme.own("tile"), brass, share * 0.5))


def find_seam(theme: Theme) -> RGB:
    """Return the tone between the slabs of the court."""
    return mix(theme.own("floor"), theme.own("joint"), 0.4)


def list_floor(theme: Theme) -> tuple[RGB, ...]:
    """List the tones of the floor, from the dark corners to the lamplight in the middle."""
    floor = theme.own("floor")
    return mix(floor, theme.own("joint"), 0.5), floor, mix(floor, theme.own("tile"), 0.45)


def paint_slabs(pen: Pen, theme: Theme, top: int, bottom: int, middle: int) -> None:
    """Paint the floor in the light from the middle, and the seams between its slabs, each row shifted by half a
    slab."""
    seam, (far, *near) = find_seam(theme), list_floor(theme)
    pen.rounded_box((0, top - 80, _WIDTH, bottom), 0, far)
    for radius, tone in zip((690, 560), near, strict=True):
        pen.disc(_WIDTH / 2, middle, radius, tone)
    for number, y in enumerate(range(top, bottom, 92)):
        pen.rounded_box((0, y, _WIDTH, y + 3), 0, seam)
        for x in range(46 + 46 * (number % 2), _WIDTH, 92):
            pen.rounded_box((x, y, x + 3, y + 92), 0, seam)


def paint_balustrade(pen: Pen, theme: Theme, bottom: int) -> None:
    """Paint the balustrade at the near edge of the court."""
    stone, shade = mix(theme.own("wall"), theme.own("brass"), 0.3), mix(theme.own("floor"), theme.own("joint"), 1.0)
    pen.rounded_box((0, bottom - 30, _WIDTH, bottom), 0, shade)
    for x in range(4, _WIDTH, 24):
        pen.rounded_box((x, bottom - 26, x + 10, bottom), 4, stone)
    pen.rounded_box((0, bottom - 34, _WIDTH, bottom - 26), 0, stone)


def paint_table(pen: Pen, theme: Theme, top: int, bottom: int) -> None:
    """Paint the table for the hand before the court: boards in the light of a lamp, a round edge with a brass line."""
    wood, lit, seam = (theme.own(name) for name in ("wood", "board", "grain"))
    pen.rounded_box((0, top, _WIDTH, bottom), 0, wood)
    pen.oval((60, top + 36, _WIDTH - 60, top + 420), lit)
    for number, y in enumerate(range(top + 108, bottom, 84)):
        pen.rounded_box((0, y, _WIDTH, y + 3), 0, seam)
        for x in range(150 + 260 * (number % 2), _WIDTH, 520):
            pen.rounded_box((x, y, x + 3, y + 84), 0, seam)
    for y0, y1, tone in ((0, 12, lit), (12, 17, theme.own("brass")), (17, 26, seam)):
        pen.rounded_box((0, top + y0, _WIDTH, top + y1), 0, tone)


def paint_bed(pen: Pen, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """Paint a bed of the garden, where nobody plays: a clipped hedge around a lawn with round trees."""
    x0, y0, x1, y1 = (round(edge) for edge in box)
    dark, light = theme.own("hedge"), theme.own("sprig")
    for inset, down, tone in ((0, 7, theme.own("joint")), (0, 0, dark), (3, -3, light), (15, 0, dark)):
        pen.rounded_box((x0 + inset, y0 + inset + down, x1 - inset, y1 - inset + down), 18, tone)
    across, middle = (x1 - x0) / 4, (y0 + y1) / 2
    for number in range(3 if across > 60 else 1):
        x = (x0 + x1) / 2 + (number - 1) * across if across > 60 else (x0 + x1) / 2
        pen.oval((x - 26, middle + 14, x + 34, middle + 40), theme.own("joint"))
        pen.disc(x, middle, 30, mix(dark, INK, 0.35))
        pen.disc(x - 2, middle - 3, 27, light)


def paint_hedge(pen: Pen, theme: Theme, track: Sequence[Point], unit: int, *, simple: bool = False) -> None:
    """Paint the clipped hedge outside the track: its shadow, its dark side, its top in the light.

    `simple`: without its shadow.
    """
    dark = theme.own("hedge")
    around = [*track, track[0], track[1]]
    depth = (
        (12, 1.86, theme.own("joint")),
        (6, 1.86, mix(dark, INK, 0.35)),
        (0, 1.86, dark),
        (-1, 1.64, theme.own("sprig")),
    )
    for down, wide, tone in depth[1:] if simple else depth:
        pen.line([(x, y + down) for x, y in around], tone, unit * wide)


def list_cloth(theme: Theme) -> tuple[RGB, ...]:
    """List the tones of the rug beside its own: of its border, of its star, and of the runners' edges."""
    rug = theme.own("rug")
    return mix(rug, INK, 0.4), mix(rug, INK, 0.16), mix(rug, theme.own("brass"), 0.5)


def paint_rug(
    pen: Pen, theme: Theme, box: tuple[float, float, float, float], runners: Sequence[Sequence[Point]]
) -> None:
    """Paint the runners below the goals, and the round rug in the middle: its shadow, a border with pearls between two
    lines, and a star."""
    x0, y0, x1, y1 = (round(edge) for edge in box)
    rug, brass, (deep, shade, _) = theme.own("rug"), theme.own("brass"), list_cloth(theme)
    for runner in runners:
        pen.polygon(runner, rug, edge=brass, width=4)
        pen.line([*runner[:2]], deep, 2)
    pen.oval((x0, y0 + 6, x1, y1 + 6), theme.own("cobble"))
    for inset, tone in ((0, brass), (4, deep), (17, brass), (19, rug)):
        pen.oval((x0 + inset, y0 + inset, x1 - inset, y1 - inset), tone)
    x, y, across, down, count = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2, 36
    for turn in (2 * math.pi * (number + 0.5) / count for number in range(count)):
        pen.disc(x + (across - 10.5) * math.cos(turn), y + (down - 10.5) * math.sin(turn), 3, brass)
    points = [(math.pi * number / 8, 0.5 if number % 2 else 0.86) for number in range(16)]
    pen.polygon([(x + far * across * math.cos(turn), y + far * down * math.sin(turn)) for turn, far in points], shade)
