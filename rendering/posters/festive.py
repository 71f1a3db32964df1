"""Paint what celebrates: rays, fireworks, bunting, wreaths and medals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import RGB, mix, rgb


def paint_rays(pen: Pen, x: float, y: float, reach: float, tone: RGB, *, count: int = 18) -> None:
    """Paint rays of light that spread from x, y."""
    for number in range(count):
        one, other = (2 * math.pi * (number + part) / count for part in (0.0, 0.5))
        ends = [(x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in (one, other)]
        pen.polygon([(x, y), *ends], tone)


def paint_firework(pen: Pen, x: float, y: float, size: float, tones: Sequence[RGB]) -> None:
    """Paint a burst: twelve sparks that taper towards its middle, every other one short, beads before the long."""
    for number in range(12):
        turn, far = math.pi * (number / 6 + 0.06), size * (0.82, 0.56)[number % 2]
        across, down, wide = math.cos(turn), math.sin(turn), size / 22
        near, tone = size * 0.22, tones[number % len(tones)]
        x1, y1 = x + far * across, y + far * down
        pen.polygon([(x + near * across, y + near * down), (x1 - wide * down, y1 + wide * across),
                     (x1 + wide * down, y1 - wide * across)], tone)  # fmt: skip
        pen.disc(x1, y1, wide, tone)
        if number % 2 == 0:
            pen.disc(x + (far + size * 0.13) * across, y + (far + size * 0.13) * down, wide * 0.8, tone)


def paint_bunting(
    pen: Pen, width: float, y: float, sag: float, tones: Sequence[RGB], cord: RGB, *, flag: int = 46
) -> None:
    """Paint flags, `flag` wide, on a cord that hangs in three bows across the picture, from y down to y + `sag`."""

    def level(x: float) -> float:
        return y + sag * math.sin(math.pi * ((x / width * 3) % 1)) if 0 <= x <= width else y

    steps = range(0, round(width) + 1, 12)
    for number, x in enumerate(range(14, round(width) - flag, flag + 12)):
        left, right = (x, level(x)), (x + flag, level(x + flag))
        tip = x + flag / 2, (left[1] + right[1]) / 2 + flag * 1.05
        pen.polygon([left, right, tip], tones[number % len(tones)])
    pen.line([(x, level(x)) for x in steps], cord, 4)


@lru_cache(maxsize=16)
def draw_wreath(size: int, tone: RGB, edge: RGB, ribbon: RGB) -> Sprite:
    """Draw a laurel wreath, open at the top, around a disc of `size` pixels; its origin is in the middle."""
    half, out = size * 0.74, size * 0.56

    def leaf(x: float, y: float, turn: float, long: float) -> list[Point]:
        across, down = math.cos(turn), math.sin(turn)
        shape = ((0, 0), (0.35, -0.24), (0.75, -0.2), (1, 0), (0.75, 0.16), (0.35, 0.2))
        return [(x + long * (a * across - b * down), y + long * (a * down + b * across)) for a, b in shape]

    def paint(pen: Pen) -> None:
        for side in (-1, 1):
            for number in range(9):
                angle = math.pi / 2 + side * (0.16 + number * 0.285)
                x, y = half + out * math.cos(angle), half + out * math.sin(angle)
                along = angle + side * math.pi / 2
                for lean in (-0.55, 0.55):
                    fill = tone if lean * side < 0 else mix(tone, edge, 0.22)
                    pen.polygon(leaf(x, y, along + lean, size * 0.19), fill, edge=edge, width=max(1.5, size / 90))
        bow = half, half + out + size * 0.03
        for side in (-1, 1):
            ends = [
                bow,
                (bow[0] + side * size * 0.16, bow[1] - size * 0.08),
                (bow[0] + side * size * 0.14, bow[1] + size * 0.08),
            ]
            pen.polygon(ends, ribbon, edge=edge, width=max(1.5, size / 90))
        pen.disc(*bow, size * 0.045, ribbon, edge=edge, width=max(1.5, size / 90))

    return paint_sprite(round(half * 2), round(half * 2), paint, origin=(round(half), round(half)))


GOLD: Final = rgb("#F2C14E")
SILVER: Final = rgb("#C9CDD0")
