"""Paint the sea around the islands: clear water with drifts of light and ripples."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Final

from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import RGB, Theme, mix

WIDTH: Final = 1200
"""The width of every picture."""
_SEED: Final = 7
"""Always the same sea."""
_RIPPLES: Final = 18_000
"""Square pixels of sea for each ripple."""


def tone(theme: Theme) -> RGB:
    """Return the colour of the open sea."""
    return theme.ground if theme.contrast else theme.own("sea")


@lru_cache(maxsize=24)
def sea(theme: Theme, height: int) -> Layer:
    """Paint the static layer under all pictures."""
    base = tone(theme)
    light, deep, crests = mix(base, theme.own("ripple"), 0.25), theme.own("drift"), theme.own("ripple")
    chance = random.Random(_SEED)  # noqa: S311 - not for secrets
    drifts = [
        (chance.uniform(0, WIDTH), chance.uniform(80, height), chance.uniform(150, 340), chance.uniform(24, 58), fill)
        for fill in (deep, light)
        for _ in range(WIDTH * height // 130_000)
    ]
    ripples = [
        (chance.uniform(0, WIDTH), chance.uniform(90, height), chance.uniform(16, 44), chance.random() < 0.7)
        for _ in range(WIDTH * height // _RIPPLES)
    ]

    def paint(pen: Pen) -> None:
        if theme.contrast:
            return
        for x, y, across, down, fill in drifts:
            pen.oval((x - across, y - down, x + across, y + down), fill)
        for x, y, long, bright in ripples:
            crest = [(x + long * step / 8, y - 4 * math.sin(step * math.pi / 8)) for step in range(9)]
            pen.line(crest, crests if bright else deep, 3)

    return Layer(WIDTH, height, base, paint)
