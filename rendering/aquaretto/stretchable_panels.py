"""Draw plates, ropes and glows of any size: their corners are cached sprites, the rest is filled.

The panels of the zoos change their size in almost every position; a sprite of each would cost more than the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, draw_plate, paint_sprite
from rendering.drawing.theme import RGB, mix


def _cut_corners(whole: Sprite, size: int) -> tuple[Sprite, ...]:
    """Cut a square sprite into its corners, each with its origin in the corner itself."""
    far = whole.size[0] - size
    return tuple(
        whole.part((x, y, x + size, y + size), (size if x else 0, size if y else 0)) for x in (0, far) for y in (0, far)
    )


@cache
def _draw_plate_corners(fill: RGB, edge: RGB, radius: int) -> tuple[Sprite, ...]:
    return _cut_corners(draw_plate(3 * radius, 3 * radius, fill, radius, edge), radius)


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


Bands = tuple[tuple[RGB, int, int], ...]
"""Lines around a rectangle, the outermost first: the colour of each, its distance from the edge, its width."""


def draw_lines(width: int, height: int, bands: Bands, beyond: RGB | None) -> Sprite:
    """Draw lines around nothing. `beyond`: the colour outside of their round corners, if it is to be drawn."""

    def paint(pen: Pen) -> None:
        if beyond:
            pen.rounded_box((0, 0, width, height), 0, beyond)
        for fill, inset, _ in bands:
            pen.rounded_box((inset, inset, width - inset, height - inset), _ROUND - inset, fill)
        inner = bands[-1][1] + bands[-1][2]
        pen.rounded_box((inner, inner, width - inner, height - inner), _ROUND - inner, (0, 0, 0, 0))

    return paint_sprite(width, height, paint)


_ROUND: Final = 22
"""The radius of the corners of lines."""


@cache
def _draw_line_corners(bands: Bands, beyond: RGB | None) -> tuple[Sprite, ...]:
    return _cut_corners(draw_lines(60, 60, bands, beyond), _ROUND)


def draw_outline(canvas: Canvas, box: Box, bands: Bands, beyond: RGB | None = None) -> None:
    """Draw lines around a rectangle, as `draw_lines` does."""
    _fill_edges(canvas, _round_box(canvas, box), _draw_line_corners(bands, beyond), bands)


def draw_rope(canvas: Canvas, box: Box, fill: RGB, beyond: RGB) -> None:
    """Draw a rope of a seat's colour around a part of the sea, with foam inside it. `beyond`: the colour outside."""
    foam = canvas.theme.ink if canvas.theme.contrast else canvas.theme.own("ripple")
    draw_outline(canvas, box, ((fill, 0, 4), (foam, 4, 2)), beyond)


def draw_glow(canvas: Canvas, box: Box, fill: RGB) -> None:
    """Draw a glow around a rope of this colour, which fades outwards."""
    line, sea = canvas.theme.line, canvas.theme.ground if canvas.theme.contrast else canvas.theme.own("drift")
    glow = line if canvas.theme.contrast else mix(line, sea, 0.5)
    draw_outline(canvas, box, ((glow, 0, 2), (line, 2, 6), (fill, 8, 4)))
