"""Paint DOG Royal's court by night: the palace, slabs and tiles, the hedge, a rug."""

from __future__ import annotations

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
    return tuple(mix(theme.own("wall"), theme.own("dusk"), share) for share in (0.15, 0.45, 1.0))


def paint_palace(pen: Pen, theme: Theme, top: int) -> None:
    """Paint what lies behind the court: the evening sky, the palace with lit windows before it, and the steps."""
    wall, brass, lamp, tones = theme.own("wall"), theme.own("brass"), theme.own("lamp"), list_sky(theme)
    bottom = top + _SKY
    for number, tone in enumerate(tones):
        pen.rounded_box((0, top + number * _SKY / len(tones), _WIDTH, bottom), 0, tone)
    far = mix(wall, theme.own("dusk"), 0.45)
    for x in range(0, _WIDTH, 200):
        pen.rounded_box((x, top + 34, x + 120, bottom), 0, far)
    pen.rounded_box((0, bottom - 20, _WIDTH, bottom), 0, wall)
    for x in range(4, _WIDTH, 32):
        pen.rounded_box((x, bottom - 28, x + 18, bottom), 0, wall)
    for x, wide, high in _TOWERS:
        half, eaves = wide / 2, top + high + 22
        pen.rounded_box((x - half, eaves, x + half, bottom), 0, wall)
        pen.polygon([(x - half - 5, eaves), (x, top + high - 12), (x + half + 5, eaves)], wall)
        for dx in (-8, 8) if wide > 40 else (0,):
            pen.rounded_box((x + dx - 4, bottom - 24, x + dx + 4, bottom - 12), 0, lamp)
    for step, share in enumerate((0.55, 0.3)):
        y = bottom + 8 * step
        pen.rounded_box((0, y, _WIDTH, y + 8), 0, mix(theme.own("tile"), brass, share * 0.5))


def find_seam(theme: Theme) -> RGB:
    """Return the tone between the slabs of the court."""
    return mix(theme.own("floor"), theme.own("joint"), 0.4)


def paint_slabs(pen: Pen, theme: Theme, top: int, bottom: int) -> None:
    """Paint the floor, which the evening lights from afar, and the seams between its slabs, each row shifted by half a
    slab."""
    seam, tones = find_seam(theme), [theme.own(name) for name in ("far", "floor", "wall")]
    for number, tone in enumerate(tones):
        pen.rounded_box((0, top - 80 + (bottom - top) * number // len(tones), _WIDTH, bottom), 0, tone)
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
    """Paint a bed of the garden, where nobody plays: a clipped hedge around gravel, with roses between round trees."""
    x0, y0, x1, y1 = (round(edge) for edge in box)
    dark, light, rose = theme.own("hedge"), theme.own("sprig"), theme.own("dusk")
    for inset, down, tone in (
        (0, 7, theme.own("joint")),
        (0, 3, dark),
        (0, 0, light),
        (20, 0, dark),
        (20, 6, theme.own("far")),
    ):
        pen.rounded_box((x0 + inset, y0 + inset + down, x1 - inset, y1 - inset), 16, tone)
    middle = (y0 + y1) // 2
    trees = range((x0 + x1) // 2 - 92 * ((x1 - x0) // 280), x1 - 40, 92)
    for x in trees if x1 - x0 > 280 else ((x0 + x1) // 2,):
        pen.oval((x - 26, middle + 12, x + 38, middle + 40), theme.own("joint"))
        pen.disc(x, middle, 31, dark)
        pen.disc(x - 3, middle - 4, 26, light)
        for dx, dy in ((-12, -12), (8, -6), (-6, 10)):
            pen.disc(x + dx, middle + dy, 4, rose)


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


def paint_rug(
    pen: Pen, theme: Theme, box: tuple[float, float, float, float], runners: Sequence[Sequence[Point]]
) -> None:
    """Paint the runners below the goals, and the round rug in the middle.

    Each of its edges costs bytes in each row of a picture: it has no pattern, and slanting runners have no rim.
    """
    x0, y0, x1, y1 = (round(edge) for edge in box)
    rug, brass = theme.own("rug"), theme.own("brass")
    for runner in runners:
        pen.polygon(runner, rug, edge=brass if len(runners) == 4 else None)
    for inset, tone in ((0, brass), (5, mix(rug, INK, 0.4)), (16, rug)):
        pen.oval((x0 + inset, y0 + inset, x1 - inset, y1 - inset), tone)
