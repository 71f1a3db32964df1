"""Paint the sea around the islands: clear water with drifts of light and ripples."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import RGB, Look, Theme, mix, theme

WIDTH: Final = 1200
"""The width of every picture."""
_DRIFTS: Final = 130_000
"""Square pixels of sea for each pair of drifts."""
_BRIGHT: Final = 0.7
"""The share of the ripples that are bright."""
_RIPPLES: Final = 18_000
"""Square pixels of sea for each ripple."""
_CALM: Final = 240_000
"""The same in large pictures."""


def find_tone(theme: Theme) -> RGB:
    """Return the colour of the open sea."""
    return theme.ground if theme.contrast else theme.own("sea")


def _scatter_point(number: int) -> tuple[float, float, float]:
    """Return point `number` of a quasirandom sequence in the unit cube.

    M. Roberts (2018), "The Unreasonable Effectiveness of Quasirandom Sequences", R3.
    """
    first, second, third = ((0.5 + number * 1.2207440846**-power) % 1 for power in (1, 2, 3))
    return first, second, third


@lru_cache(maxsize=24)
def paint_sea(look: Look, height: int) -> Layer:
    """Paint the static layer under all pictures. Large ones are calm: few ripples, and no drifts."""
    ours = theme("aquaretto", look)
    base, many = find_tone(ours), not look.large
    light, deep, crests = mix(base, ours.own("ripple"), 0.25), ours.own("drift"), ours.own("ripple")
    drifts = [
        (x * WIDTH, 80 + y * (height - 80), 150 + 190 * z, 24 + 34 * z, fill)
        for x, y, z, fill in (
            (*_scatter_point(2 * number + half), (deep, light)[half])
            for number in range(WIDTH * height // _DRIFTS * many)
            for half in (0, 1)
        )
    ]
    ripples = [
        (x * WIDTH, 90 + y * (height - 90), 16 + 28 * z, z < _BRIGHT)
        for x, y, z in map(_scatter_point, range(100, 100 + WIDTH * height // (_RIPPLES if many else _CALM)))
    ]

    def paint(pen: Pen) -> None:
        if ours.contrast:
            return
        for x, y, across, down, fill in drifts:
            pen.oval((x - across, y - down, x + across, y + down), fill)
        for x, y, long, bright in ripples:
            crest = [(x + long * step / 8, y - 4 * math.sin(step * math.pi / 8)) for step in range(9)]
            pen.line(crest, crests if bright else deep, 3)

    return Layer(WIDTH, height, base, paint)
