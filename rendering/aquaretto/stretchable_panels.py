"""Draw plates and rings of any size: their corners are cached sprites, the rest is filled.

The panels of the zoos change their size in almost every position; a sprite of each would cost more than the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, draw_plate, draw_ring, paint_sprite
from rendering.drawing.theme import RGB, WHITE


def _cut_corners(whole: Sprite, size: int) -> tuple[Sprite, ...]:
    """Cut a square sprite into its corners, each with its origin in the corner itself."""
    far = whole.size[0] - size
    return tuple(
        whole.part((x, y, x + size, y + size), (size if x else 0, size if y else 0)) for x in (0, far) for y in (0, far)
    )


@cache
def _draw_plate_corners(fill: RGB, edge: RGB, radius: int) -> tuple[Sprite, ...]:
    return _cut_corners(draw_plate(3 * radius, 3 * radius, fill, radius, edge), radius)


@cache
def _draw_frame_corners(fill: RGB, rim: RGB) -> tuple[Sprite, ...]:
    return _cut_corners(draw_ring(60, 60, 20, fill, rim), 20)


Box = tuple[int, int, int, int]
"""A rectangle: x, y, width, height."""


def _fill_edges(canvas: Canvas, box: Box, corners: Sequence[Sprite], bands: Sequence[tuple[RGB, int, int]]) -> None:
    """Fill the four sides of a rectangle between its corners: bands of colour, distance from the edge, width."""
    x, y, width, height = box
    radius = corners[0].size[0]
    for fill, inset, thick in bands:
        for side in (inset, height - inset - thick):
            canvas.fill(x + radius, y + side, width - 2 * radius, thick, fill)
        for side in (inset, width - inset - thick):
            canvas.fill(x + side, y + radius, thick, height - 2 * radius, fill)
    for corner, at in zip(corners, ((x, y), (x, y + height), (x + width, y), (x + width, y + height)), strict=True):
        canvas.paste(corner, *at)


def _round_box(canvas: Canvas, box: Box) -> Box:
    """Round a rectangle to whole pixels of the picture, so that no seam shows between corners and sides."""
    x, y, width, height = (edge // canvas.step * canvas.step for edge in box)
    return x, y, width, height


def draw_panel(canvas: Canvas, box: Box, fill: RGB, edge: RGB, *, radius: int) -> None:
    """Draw a plate with round corners like `Canvas.panel`."""
    x, y, width, height = box = _round_box(canvas, box)
    canvas.fill(x + 4, y + radius, width - 8, height - 2 * radius, fill)
    _fill_edges(canvas, box, _draw_plate_corners(fill, edge, radius), ((edge, 0, 4), (fill, 4, radius - 4)))


def draw_frame(canvas: Canvas, box: Box) -> None:
    """Draw a ring around a zoo like `Canvas.halo`."""
    fill, rim = canvas.theme.line, canvas.theme.rim
    _fill_edges(
        canvas, _round_box(canvas, box), _draw_frame_corners(fill, rim), ((rim, 0, 3), (fill, 3, 8), (rim, 11, 3))
    )


@cache
def _draw_rope_corners(fill: RGB, rim: RGB) -> tuple[Sprite, ...]:
    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, 60, 60), 20, None, edge=rim, width=10)
        pen.rounded_box((2, 2, 58, 58), 18, None, edge=fill, width=6)

    return _cut_corners(paint_sprite(60, 60, paint), 20)


def draw_rope(canvas: Canvas, box: Box, fill: RGB) -> None:
    """Draw a rope of a seat's colour around a part of the sea, its rims set off from the water."""
    rim = canvas.theme.ink if canvas.theme.contrast else WHITE
    _fill_edges(
        canvas, _round_box(canvas, box), _draw_rope_corners(fill, rim), ((rim, 0, 2), (fill, 2, 6), (rim, 8, 2))
    )
