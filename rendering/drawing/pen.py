"""Draw shapes at a higher resolution than they are shown: lines, polygons, ellipses, words and the glyphs of seats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PIL import ImageDraw

from games.colours import GLYPHS
from rendering.drawing.fonts import Face, font, rise
from rendering.drawing.theme import RGB, SEATS

FINE: Final = 4
"""Supersampling factor: sprites are drawn at this many times the resolution at which they are shown."""

Point = tuple[float, float]
Paint = RGB | tuple[int, int, int, int] | int
"""A colour, which may have an opacity (0..255) in a sprite. It replaces the pixels below without blending, unless
the pen has a `glaze`. In a sprite of one colour it is just an opacity."""


class Pen:
    """Takes coordinates in ordinary pixels, and draws on a sheet with `fine` times the resolution.

    `glaze`: draws colours that have an opacity, on the same sheet: in its mode "RGBA" they are blended with what lies
    below, which takes ten times as long.
    """

    def __init__(
        self, draw: ImageDraw.ImageDraw, top: float = 0, fine: int = FINE, glaze: ImageDraw.ImageDraw | None = None
    ) -> None:
        self._draw = draw
        self._glaze = glaze or draw
        self._top = top
        self._times = fine

    def lower(self, down: float) -> Pen:
        """Return a pen that draws everything `down` pixels lower on the same sheet."""
        return Pen(self._draw, self._top - down, self._times, self._glaze)

    def _choose(self, paint: Paint | None) -> ImageDraw.ImageDraw:
        """Choose what draws a colour."""
        return self._glaze if isinstance(paint, tuple) and len(paint) > 3 else self._draw

    def _fine(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._times, (y - self._top) * self._times) for x, y in points]

    def polygon(
        self, points: Sequence[Point], fill: Paint | None, *, edge: Paint | None = None, width: float = 4
    ) -> None:
        """Draw a filled polygon with an outline of `width`, its corners rounded by the outline."""
        fine = self._fine(points)
        if fill:
            self._choose(fill).polygon(fine, fill)
        if edge:
            self.line([*points, points[0], points[1]], edge, width)

    def line(self, points: Sequence[Point], fill: Paint, width: float) -> None:
        """Draw a line through the points with round joints and ends."""
        fine = self._fine(points)
        draw = self._choose(fill)
        draw.line(fine, fill, round(width * self._times), joint="curve")
        for x, y in (fine[0], fine[-1]):
            radius = width * self._times / 2
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def rounded_box(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        fill: Paint | None,
        *,
        edge: Paint | None = None,
        width: float = 4,
    ) -> None:
        """Draw a rectangle with round corners; `box` is x0, y0, x1, y1."""
        (x0, y0), (x1, y1) = self._fine([box[:2], box[2:]])
        inner = (x0, y0, x1 - 1, y1 - 1)
        self._draw.rounded_rectangle(inner, radius * self._times, fill, edge, round(width * self._times) if edge else 0)

    def disc(
        self, x: float, y: float, radius: float, fill: Paint | None, *, edge: Paint | None = None, width: float = 4
    ) -> None:
        """Draw a circle around x, y."""
        self.oval((x - radius, y - radius, x + radius, y + radius), fill, edge=edge, width=width)

    def oval(
        self, box: tuple[float, float, float, float], fill: Paint | None, *, edge: Paint | None = None, width: float = 4
    ) -> None:
        """Draw an ellipse in a box."""
        (x0, y0), (x1, y1) = self._fine([box[:2], box[2:]])
        self._draw.ellipse((x0, y0, x1 - 1, y1 - 1), fill, edge, round(width * self._times) if edge else 0)

    def words(self, x: float, y: float, words: str, fill: Paint, *, size: int, face: Face = "display") -> None:
        """Write words whose capitals are centred on x, y."""
        big = size * self._times
        ((fx, fy),) = self._fine([(x, y)])
        self._draw.text((fx, fy + rise(face, big)), words, fill, font(face, big), anchor="ms")

    def pips(self, x: float, y: float, width: float, value: int, fill: Paint) -> None:
        """Draw the pips of a die around x, y: `value` 1 to 6, on a face of this width."""
        step = width * 0.27
        for across, down in _PIPS[value]:
            self.disc(x + across * step, y + down * step, width * 0.105, fill)

    def glyph(self, colour: int, x: float, y: float, radius: float, fill: Paint) -> None:
        """Draw the glyph of a seat colour around x, y: circle, triangle, diamond, square, star or hexagon."""
        glyph = GLYPHS[colour]
        if glyph == "●":
            self.disc(x, y, radius * 0.84, fill)
            return
        self.polygon([(x + dx * radius, y + dy * radius) for dx, dy in _OUTLINES[glyph]], fill)

    def pattern(self, colour: int, box: tuple[float, float, float, float], step: float, fill: Paint) -> None:
        """Draw the pattern of a seat colour in a rectangle (x0, y0, x1, y1): stripes, dots, rings, checks, crosses.

        Its figures stand `step` pixels apart around the middle of the rectangle and stay inside it.
        """
        x0, y0, x1, y1 = box
        columns, rows = (max(1, int(length // step)) for length in (x1 - x0, y1 - y0))
        left, top = (x0 + x1 - (columns - 1) * step) / 2, (y0 + y1 - (rows - 1) * step) / 2
        if SEATS[colour].pattern == "stripes":
            for column in range(columns):
                middle, half = left + column * step, step * 0.17
                self.polygon([(middle - half, y0), (middle + half, y0), (middle + half, y1), (middle - half, y1)], fill)
            return
        for row in range(rows):
            for column in range(columns):
                x, y, is_even = left + column * step, top + row * step, not (row + column) % 2
                self._draw_figure(SEATS[colour].pattern, x, y, step, fill, is_even=is_even)

    def _draw_figure(self, kind: str, x: float, y: float, step: float, fill: Paint, *, is_even: bool) -> None:
        """Draw one figure of a pattern around x, y. `is_even`: it is a dark square of a chessboard."""
        half, reach = step / 2, step * 0.3
        if kind == "dots":
            self.disc(x, y, step * 0.25, fill)
        elif kind == "rings":
            self.disc(x, y, step * 0.4, None, edge=fill, width=step * 0.16)
        elif kind == "crosses":
            self.line([(x - reach, y), (x + reach, y)], fill, step * 0.2)
            self.line([(x, y - reach), (x, y + reach)], fill, step * 0.2)
        elif kind == "checks" and is_even:
            self.polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], fill)


def _list_corners(corners: int, *, turn: float = 0, inner: float = 1) -> tuple[Point, ...]:
    """List the corners of a regular polygon; `inner` < 1 pulls every other one towards the centre, as in a star."""
    angles = (turn + 2 * math.pi * i / corners - math.pi / 2 for i in range(corners))
    return tuple(
        (math.cos(a) * (inner if i % 2 else 1), math.sin(a) * (inner if i % 2 else 1)) for i, a in enumerate(angles)
    )


_PIPS: Final[dict[int, Sequence[Point]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

_OUTLINES: Final[dict[str, Sequence[Point]]] = {
    "▲": ((0, -0.92), (1, 0.8), (-1, 0.8)),
    "◆": ((0, -1.06), (0.86, 0), (0, 1.06), (-0.86, 0)),
    "■": ((-0.76, -0.76), (0.76, -0.76), (0.76, 0.76), (-0.76, 0.76)),
    "★": _list_corners(10, inner=0.44),
    "⬢": _list_corners(6),
}
