"""Paint the sea around the islands: clear shallow water with ripples, deep water around it, and the quay."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.drawing.canvas import Canvas
from rendering.drawing.palette_sheet import make_plain
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import INK, RGB, Look, Theme, mix, theme

WIDTH: Final = 1200
"""The width of every picture."""
_BRIGHT: Final = 0.7
"""The share of the ripples that are bright."""
_RIPPLES: Final = 34_000
"""Square pixels of sea for each group of ripples."""
_SHOALS: Final = 100_000
"""Square pixels of sea for each deeper or shallower part."""
_CALM: Final = 240_000
"""The same in large pictures."""


def find_tone(theme: Theme) -> RGB:
    """Return the colour of the open sea."""
    return theme.ground if theme.contrast else theme.own("sea")


def find_depth(theme: Theme) -> RGB:
    """Return the colour of the deep water between the parts of the sea that belong to seats."""
    return theme.ground if theme.contrast else theme.own("drift")


def find_shade(theme: Theme) -> RGB:
    """Return the colour of shadows on the quay."""
    return mix(theme.own("quay"), INK, 0.3)


def draw_quay(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Draw a quay of slabs, whose wall stands in the water on its left and below."""
    theme = canvas.theme
    if theme.contrast:
        return
    top, joint, wall = theme.own("quay"), theme.own("kerb"), theme.own("stone") if theme.dark else theme.own("dug")
    canvas.fill(x, y, width, height - WALL, top)
    for row, level in enumerate(range(y + _SLAB, y + height - WALL - 12, _SLAB) if not canvas.look.large else ()):
        canvas.fill(x, level, width, 2, joint)
        for across in range(x + 2 * _SLAB * (row % 2 + 1) // 2, x + width - 12, 2 * _SLAB):
            canvas.fill(across, level - _SLAB, 2, _SLAB, joint)
    canvas.fill(x, y + height - WALL, width, WALL, wall)
    canvas.fill(x, y + height - WALL, width, 2, joint)
    if x:
        canvas.fill(x, y, 6, height - WALL, wall)


def draw_edge(canvas: Canvas, width: int, y: int) -> None:
    """Draw the far edge of a quay that begins at y, and its shade on the water."""
    if not canvas.theme.contrast:
        canvas.fill(0, y - 3, width, 3, mix(find_tone(canvas.theme), canvas.theme.own("drift"), 0.5))
        canvas.fill(0, y, width, 5, canvas.theme.own("kerb"))


_SLAB: Final = 58
"""The depth of a row of slabs; each slab is twice as wide."""
WALL: Final = 10
"""The height of the quay's wall above the water."""


def scatter_point(number: int) -> tuple[float, float, float]:
    """Return point `number` of a quasirandom sequence in the unit cube.

    M. Roberts (2018), "The Unreasonable Effectiveness of Quasirandom Sequences", R3.
    """
    first, second, third = ((0.5 + number * 1.2207440846**-power) % 1 for power in (1, 2, 3))
    return first, second, third


@lru_cache(maxsize=24)
def paint_sea(look: Look, height: int) -> Layer:
    """Paint the shallow water that lies under all zoos. Large pictures are calm: they have few ripples."""
    ours = theme("aquaretto", look)
    base, each = find_tone(ours), _CALM if look.large else _RIPPLES
    light, dark = ours.own("ripple"), mix(base, ours.own("drift"), 0.5)
    ripples = [
        (x * WIDTH, 90 + y * (height - 90), 26 + 34 * z, light if z < _BRIGHT else dark)
        for x, y, z in map(scatter_point, range(100, 100 + WIDTH * height // each))
    ]

    def paint(pen: Pen) -> None:
        if ours.contrast:
            return
        for number, (x, y, z) in enumerate(map(scatter_point, range(WIDTH * height // _SHOALS))):
            _paint_shoal(pen, x * WIDTH, 90 + y * (height - 90), 120 + 90 * z, ours.own(("lee", "shoal")[number % 2]))
        for x, y, long, tone in ripples:
            for right, down, share in ((0, 0, 1.0), (0.5, 9, 0.7)):
                wide = long * share
                crest = [
                    (x + long * right + wide * step / 12, y + down - 3 * math.sin(step * math.pi / 6))
                    for step in range(13)
                ]
                pen.line(crest, tone, 2.5)

    return Layer(WIDTH, height, base, paint)


def _paint_shoal(pen: Pen, x: float, y: float, long: float, tone: RGB) -> None:
    """Paint a part of the sea that is a little deeper or shallower than the rest."""
    edge = [
        (
            x + long * math.cos(turn) * (1 + 0.22 * math.sin(3 * turn + x)),
            y + long * 0.4 * math.sin(turn) * (1 + 0.2 * math.cos(2 * turn + y)),
        )
        for turn in (math.pi * step / 24 for step in range(48))
    ]
    pen.polygon(edge, tone)


def make_depth(look: Look, height: int) -> Image.Image:
    """Make a picture of deep water alone."""
    ours, step = theme("aquaretto", look), 2 if look.half else 1
    return make_plain(WIDTH // step, height // step, find_depth(ours), ours)
