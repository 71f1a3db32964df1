"""Draw Aquaretto's eight animals, each with its own silhouette.

An animal has coordinates of its own: x from -1.25 to 1.25 to the right, y from -1 to 1 down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Theme, mix


def smooth(points: Sequence[Point]) -> list[Point]:
    """List points of a closed curve through the given points (Catmull and Rom)."""
    count, out = len(points), []
    for i in range(count):
        before, here, there, after = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        for step in range(6):
            t = step / 6
            weights = (
                (-t + 2 * t * t - t**3) / 2,
                (2 - 5 * t * t + 3 * t**3) / 2,
                (t + 4 * t * t - 3 * t**3) / 2,
                (t**3 - t * t) / 2,
            )
            near = zip(weights, (before, here, there, after), strict=True)
            x, y = 0.0, 0.0
            for weight, (px, py) in near:
                x, y = x + weight * px, y + weight * py
            out.append((x, y))
    return out


class Brush:
    """Draws in an animal's coordinates around a point. `unit`: the pixels of a length of 1."""

    def __init__(self, pen: Pen, x: float, y: float, unit: float, *, mirrored: bool = False) -> None:
        self.pen, self.x, self.y, self.unit, self.way = pen, x, y, unit, -1 if mirrored else 1
        self.rim = max(2.0, unit * 0.085)

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(self.x + self.way * px * self.unit, self.y + py * self.unit) for px, py in points]

    def blob(self, points: Sequence[Point], tone: RGB, *, edge: RGB | None = INK, round_: bool = True) -> None:
        shape = self._at(smooth(points) if round_ else points)
        self.pen.polygon(shape, tone, edge=edge, width=self.rim)

    def oval(self, x: float, y: float, across: float, down: float, tone: RGB, *, edge: RGB | None = INK) -> None:
        middle = self.way * x
        x0, x1 = (self.x + (middle + side) * self.unit for side in (-across, across))
        y0, y1 = (self.y + (y + side) * self.unit for side in (-down, down))
        self.pen.oval((x0, y0, x1, y1), tone, edge=edge, width=self.rim)

    def line(self, points: Sequence[Point], tone: RGB, width: float = 0.09) -> None:
        self.pen.line(self._at(points), tone, max(1.5, width * self.unit))

    def eye(self, x: float, y: float, *, tone: RGB = INK) -> None:
        self.oval(x, y, 0.09, 0.09, tone, edge=None)


def _draw_dolphin(brush: Brush, fur: RGB, theme: Theme) -> None:
    brush.blob(((-0.8, 0.3), (-1.22, 0.3), (-1.0, 0.6), (-0.92, 0.98), (-0.62, 0.5)), fur, round_=False)
    brush.blob(((0.1, -0.42), (-0.34, -1.0), (-0.42, -0.3)), fur, round_=False)
    brush.blob(
        ((1.22, 0.3), (0.98, -0.02), (0.62, -0.4), (0.1, -0.55), (-0.45, -0.34), (-0.82, 0.12), (-0.92, 0.52),
         (-0.55, 0.3), (-0.05, 0.14), (0.4, 0.28), (0.8, 0.5), (1.1, 0.48)), fur)  # fmt: skip
    brush.blob(
        ((0.98, 0.42), (0.55, 0.12), (0.0, -0.02), (-0.4, 0.14), (0.0, 0.12), (0.45, 0.26), (0.8, 0.46)),
        mix(fur, WHITE, 0.7), edge=None)  # fmt: skip
    brush.blob(((0.42, 0.12), (0.02, 0.74), (0.6, 0.3)), fur, round_=False)
    brush.eye(0.7, -0.06)


def _draw_orca(brush: Brush, fur: RGB, theme: Theme) -> None:
    """Draw an orca: black and white even where all others are grey, so that nobody takes it for a dolphin."""
    fur = INK if theme.contrast else fur
    brush.blob(((-0.82, 0.1), (-1.24, -0.34), (-1.12, 0.1), (-1.24, 0.46), (-0.8, 0.3)), fur, round_=False)
    brush.blob(((0.24, -0.36), (-0.02, -1.0), (-0.2, -0.98), (-0.3, -0.3)), fur, round_=False)
    brush.blob(
        ((1.2, 0.06), (1.02, -0.28), (0.6, -0.48), (0.0, -0.5), (-0.55, -0.24), (-0.98, 0.08), (-0.9, 0.3),
         (-0.4, 0.52), (0.2, 0.68), (0.85, 0.58), (1.14, 0.34)), fur)  # fmt: skip
    brush.blob(
        ((1.1, 0.24), (0.7, 0.26), (0.1, 0.36), (-0.42, 0.42), (0.15, 0.6), (0.8, 0.52)), WHITE, edge=None)  # fmt: skip
    brush.oval(0.62, -0.12, 0.2, 0.13, WHITE, edge=None)
    brush.blob(((0.42, 0.26), (-0.02, 0.98), (0.66, 0.46)), fur, round_=False)


def _draw_sea_lion(brush: Brush, fur: RGB, theme: Theme) -> None:
    """Draw a sea lion bolt upright, a large ball on its nose."""
    brush.blob(((-0.7, 0.56), (-1.06, 0.06), (-1.0, 0.4), (-1.24, 0.5), (-0.8, 0.86)), fur, round_=False)
    brush.blob(
        ((-0.92, 0.76), (-0.66, 0.4), (-0.44, 0.06), (-0.36, -0.36), (-0.24, -0.68), (0.04, -0.76), (0.32, -0.56),
         (0.6, -0.42), (0.58, -0.24), (0.26, -0.18), (0.24, 0.14), (0.42, 0.5), (0.4, 0.84), (0.0, 0.95),
         (-0.66, 0.93)), fur)  # fmt: skip
    brush.blob(((-0.04, 0.46), (0.2, 0.44), (0.94, 0.96), (0.1, 0.96)), theme.own("trunk"))
    brush.oval(0.66, -0.71, 0.3, 0.3, SEATS[0].fill)
    brush.eye(0.06, -0.5)


def _draw_turtle(brush: Brush, fur: RGB, theme: Theme) -> None:
    skin = mix(fur, WHITE, 0.35)
    for side in (-1, 1):
        brush.blob(
            ((0.25, 0.4 * side), (0.62, 0.5 * side), (0.72, 0.86 * side), (0.34, 1.0 * side), (0.05, 0.6 * side)),
            skin)  # fmt: skip
        brush.blob(((-0.6, 0.3 * side), (-0.5, 0.5 * side), (-0.98, 0.84 * side), (-1.1, 0.62 * side)), skin)
    brush.oval(0.96, 0, 0.27, 0.25, skin)
    brush.oval(-0.1, 0, 0.86, 0.64, fur)
    dark = mix(fur, INK, 0.55)
    ring = ((0.26, 0), (0.08, 0.3), (-0.28, 0.3), (-0.46, 0), (-0.28, -0.3), (0.08, -0.3))
    for x, y in ring:
        brush.line([(x, y), ((x + 0.1) * 1.9 - 0.1, y * 1.8)], dark, 0.08)
    brush.line([*ring, ring[0]], dark, 0.09)
    brush.eye(1.06, -0.1)


def _draw_hippo(brush: Brush, fur: RGB, theme: Theme) -> None:
    for side in (-1, 1):
        brush.oval(0.52 * side, -0.8, 0.2, 0.2, fur)
        brush.blob(
            ((0.34 * side, 0.8), (0.34 * side, 1.0), (0.12 * side, 1.0), (0.12 * side, 0.8)), WHITE, round_=False
        )
    brush.oval(0, -0.34, 0.66, 0.58, fur)
    brush.oval(0, 0.36, 1.06, 0.54, mix(fur, WHITE, 0.25) if theme.contrast else theme.own("snout"))
    for side in (-1, 1):
        brush.oval(0.3 * side, -0.5, 0.15, 0.17, WHITE, edge=None)
        brush.eye(0.3 * side, -0.46)
        brush.oval(0.42 * side, 0.14, 0.13, 0.1, INK, edge=None)
    brush.line([(-0.66, 0.5), (-0.25, 0.62), (0.25, 0.62), (0.66, 0.5)], INK, 0.09)


def _draw_crocodile(brush: Brush, fur: RGB, theme: Theme) -> None:
    """Draw a crocodile, long and low with open jaws; only it looks left."""
    for x in (-0.34, 0.4):
        brush.blob(((x, 0.4), (x - 0.16, 0.8), (x + 0.24, 0.8), (x + 0.3, 0.4)), fur, round_=False)
    for x in (0.08, 0.36, 0.64):
        brush.blob(((x - 0.16, 0.06), (x, -0.22), (x + 0.16, 0.08)), fur, round_=False)
    for points in (((-0.56, -0.2), (-0.7, 0.06), (-0.78, -0.26)), ((-0.88, -0.4), (-1.0, -0.08), (-1.1, -0.46)),
                   ((-0.6, 0.34), (-0.74, 0.1), (-0.84, 0.34)), ((-0.92, 0.4), (-1.0, 0.16), (-1.1, 0.4))):  # fmt: skip
        brush.blob(points, WHITE, round_=False)
    brush.blob(
        ((1.25, -0.06), (1.02, 0.08), (0.5, 0.02), (-0.06, -0.06), (-0.12, -0.36), (-0.36, -0.42), (-0.5, -0.3),
         (-1.16, -0.74), (-1.24, -0.5), (-0.5, -0.06), (-0.42, 0.14), (-0.54, 0.3), (-1.22, 0.4),
         (-1.18, 0.6), (-0.4, 0.6), (0.6, 0.6), (1.04, 0.46)), fur, round_=False)  # fmt: skip
    brush.oval(-0.3, -0.24, 0.1, 0.1, WHITE, edge=None)
    brush.eye(-0.32, -0.23)


def _draw_penguin(brush: Brush, fur: RGB, theme: Theme) -> None:
    orange = theme.own("orange")
    for side in (-1, 1):
        brush.oval(0.28 * side, 0.88, 0.26, 0.11, orange)
        brush.blob(((0.42 * side, -0.3), (0.96 * side, 0.3), (0.88 * side, 0.46), (0.5 * side, 0.36)), fur)
    brush.blob(
        ((0, -1.0), (0.36, -0.84), (0.46, -0.4), (0.6, 0.14), (0.58, 0.62), (0.3, 0.9), (-0.3, 0.9), (-0.58, 0.62),
         (-0.6, 0.14), (-0.46, -0.4), (-0.36, -0.84)), fur)  # fmt: skip
    brush.oval(0, 0.32, 0.4, 0.5, WHITE, edge=None)
    for side in (-1, 1):
        brush.oval(0.16 * side, -0.6, 0.17, 0.18, WHITE, edge=None)
        brush.eye(0.14 * side, -0.6)
    brush.blob(((-0.16, -0.44), (0.16, -0.44), (0, -0.16)), orange, round_=False)


def _draw_polar_bear(brush: Brush, fur: RGB, theme: Theme) -> None:
    shade = mix(fur, theme.own("water"), 0.4)
    for x in (-0.72, 0.12):
        brush.blob(((x, 0.1), (x + 0.04, 0.84), (x + 0.4, 0.84), (x + 0.38, 0.1)), shade, round_=False)
    brush.oval(0.66, -0.78, 0.15, 0.15, fur)
    brush.blob(
        ((-1.14, -0.02), (-0.92, -0.48), (-0.3, -0.58), (0.28, -0.5), (0.62, -0.76), (0.9, -0.7), (1.22, -0.34),
         (1.16, -0.14), (0.84, -0.08), (0.62, 0.16), (0.58, 0.8), (0.5, 0.92), (0.22, 0.92), (0.16, 0.3),
         (-0.36, 0.34), (-0.5, 0.8), (-0.58, 0.92), (-0.94, 0.92), (-0.96, 0.4)), fur)  # fmt: skip
    brush.oval(1.16, -0.3, 0.12, 0.11, INK, edge=None)
    brush.eye(0.82, -0.46)


LOOKS_LEFT: Final = ("CRO",)
"""Animals that look left as they are drawn; the others look right."""

DRAWN: Final = {
    "DOL": _draw_dolphin,
    "ORC": _draw_orca,
    "SEA": _draw_sea_lion,
    "TUR": _draw_turtle,
    "HIP": _draw_hippo,
    "CRO": _draw_crocodile,
    "PEN": _draw_penguin,
    "POL": _draw_polar_bear,
}
