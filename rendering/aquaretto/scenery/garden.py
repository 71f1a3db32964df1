"""Draw the land on which nothing is built yet: a mown lawn with paths, fences, trees, benches and parasols.

Lawn squares of two similar tones show the cells, so that they can be counted without a visible grid. Nothing here has
an outline: animals come first. At night lamps stand along the paths.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Final

from games.aquaretto.zoo.geometry import BASE, xy
from rendering.aquaretto.scenery.fields import SIDE, divide_line, list_borders, list_sides
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, draw_capsule, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Theme, mix

_PATHS: Final[tuple[tuple[Point, ...], ...]] = (
    ((2, 1), (2, 4.55)),
    ((0.45, 3), (4.55, 3)),
    ((2, 1), (4, 1), (4, 3)),
)
"""The paths between the cells: columns to the right of the staff corner's cell I9, rows above it."""
_PLANTED: Final = 7
"""Of this many cells, two have a thing on them."""
_TINY: Final = 28
"""The least size of a cell with things on it; on smaller cells they could not be recognised."""


def list_garden(size: int, theme: Theme, seat: int, *, calm: bool = False) -> list[tuple[Sprite, int, int]]:
    """List paths, fence and things on the lawn of the base board, each with its place, in cells of `size`.

    Places are relative to the top left corner of the board's square. Each seat has plants of its own.
    `calm`: only paths.
    """
    out, square = list[tuple[Sprite, int, int]](), _draw_mown_square(size, theme)
    places = [(x * size, (SIDE - 1 - y) * size) for x, y in map(xy, BASE)]
    for cell, place in zip(BASE, places, strict=True):
        if sum(xy(cell)) % 2:
            out.append((square, *place))
        if size >= _TINY and not calm:
            out.append((_draw_fence(list_sides(cell, BASE), size, theme), *place))
    out += _list_paths(size, theme.own("path"))
    if theme.dark and size >= _TINY and not calm:
        out += [(_draw_lamp(size, theme), round(x * size), round((SIDE - y) * size)) for x, y in _LAMPS]
    for number, place in enumerate(places):
        if (number * 3 + seat) % _PLANTED < 2 and size >= _TINY and not calm:
            out.append((_draw_thing((number * 7 + seat * 3) % len(_THINGS), size, theme), *place))
    return out


def _list_paths(size: int, fill: RGB) -> list[tuple[Sprite, int, int]]:
    out = []
    for path in _PATHS:
        marks = [(round(x * size), round((SIDE - y) * size)) for x, y in path]
        for (x0, y0), (x1, y1) in pairwise(marks):
            out.append((draw_capsule(x1 - x0, y1 - y0, max(4, size // 5), fill), x0, y0))
    return out


_LAMPS: Final[tuple[Point, ...]] = ((2, 3), (4, 1), (4, 3), (0.5, 3), (2, 4.5))
"""Where lamps stand at night."""


@lru_cache(maxsize=64)
def _draw_lamp(size: int, theme: Theme) -> Sprite:
    """Draw a lamp and its light on the path; origin in the middle."""
    half, wide = size * 0.22, round(size * 0.44)

    def paint(pen: Pen) -> None:
        for share, tone in ((1.0, theme.own("path")), (0.7, theme.own("sand")), (0.36, theme.line)):
            pen.disc(half, half, half * share, tone)

    return paint_sprite(wide, wide, paint, origin=(wide // 2, wide // 2))


@lru_cache(maxsize=64)
def _draw_mown_square(size: int, theme: Theme) -> Sprite:
    line = max(2, size // 18)

    def paint(pen: Pen) -> None:
        pen.rounded_box((line, line, size - line, size - line), size // 8, theme.own("mown"))

    return paint_sprite(size, size, paint)


@lru_cache(maxsize=512)
def _draw_fence(sides: tuple[bool, bool, bool, bool], size: int, theme: Theme) -> Sprite:
    """Draw a fence along the sides of a cell that lie at the edge of the land."""
    wood, inset, thick = mix(theme.own("trunk"), theme.own("grass"), 0.3), size * 0.05, max(2.0, size * 0.045)

    def paint(pen: Pen) -> None:
        for edge, (start, end) in zip(sides, list_borders(inset, size - inset), strict=True):
            if edge:
                pen.line([start, end], wood, thick * 0.6)
                for x, y in divide_line(start, end, 2):
                    pen.rounded_box((x - thick, y - thick, x + thick, y + thick), 1, wood)

    return paint_sprite(size, size, paint, crisp=True)


class _Plot:
    """A cell of the lawn to draw on, in its own coordinates: 0 to 1 from the top left corner."""

    def __init__(self, pen: Pen, size: int, theme: Theme) -> None:
        self.pen, self.size, self.theme = pen, size, theme

    def oval(self, x: float, y: float, across: float, down: float, colour: RGB) -> None:
        size = self.size
        box = (x - across) * size, (y - down) * size, (x + across) * size, (y + down) * size
        self.pen.oval(box, colour)

    def shade(self, x: float, y: float, across: float, down: float) -> None:
        self.oval(x, y, across, down, self.theme.own("hedge" if self.theme.dark else "leaf"))

    def line(self, points: tuple[Point, ...], colour: RGB, width: float) -> None:
        self.pen.line([(x * self.size, y * self.size) for x, y in points], colour, width * self.size)

    def shape(self, points: tuple[Point, ...], colour: RGB) -> None:
        self.pen.polygon([(x * self.size, y * self.size) for x, y in points], colour)


def _draw_tree(plot: _Plot) -> None:
    leaf, dark, wood = plot.theme.own("leaf"), plot.theme.own("hedge"), plot.theme.own("trunk")
    plot.shade(0.6, 0.76, 0.28, 0.1)
    plot.line(((0.5, 0.78), (0.5, 0.5)), wood, 0.09)
    plot.oval(0.5, 0.42, 0.28, 0.27, dark)
    plot.oval(0.46, 0.37, 0.22, 0.2, leaf)
    plot.oval(0.4, 0.31, 0.09, 0.07, plot.theme.own("grass"))


def _draw_bush(plot: _Plot) -> None:
    leaf, dark = plot.theme.own("leaf"), plot.theme.own("hedge")
    plot.shade(0.56, 0.74, 0.3, 0.1)
    for x, y, across in ((0.34, 0.62, 0.16), (0.64, 0.64, 0.17), (0.5, 0.54, 0.19)):
        plot.oval(x, y, across, across * 0.9, dark)
        plot.oval(x - 0.03, y - 0.04, across * 0.75, across * 0.66, leaf)


def _draw_flowers(plot: _Plot) -> None:
    for x, y, petals in ((0.3, 0.4, WHITE), (0.62, 0.34, SEATS[1].fill), (0.48, 0.66, plot.theme.own("orange"))):
        plot.oval(x + 0.03, y + 0.07, 0.13, 0.08, plot.theme.own("hedge"))
        plot.oval(x, y, 0.08, 0.08, petals)


def _draw_bench(plot: _Plot) -> None:
    wood = plot.theme.own("trunk")
    plot.shade(0.54, 0.66, 0.3, 0.1)
    for x in (0.3, 0.7):
        plot.line(((x, 0.5), (x, 0.68)), mix(wood, INK, 0.3), 0.06)
    for y in (0.4, 0.53):
        plot.line(((0.24, y), (0.76, y)), wood, 0.08)


def _draw_parasol(plot: _Plot) -> None:
    plot.shade(0.58, 0.66, 0.3, 0.16)
    plot.line(((0.5, 0.3), (0.56, 0.72)), WHITE, 0.05)
    around = [(0.5 + 0.32 * math.cos(turn), 0.42 - 0.26 * math.sin(turn)) for turn in (0, 0.63, 1.26, 1.88, 2.51, 3.14)]
    for number, (one, other) in enumerate(pairwise(around)):
        plot.shape((one, other, (0.5, 0.44)), SEATS[0].fill if number % 2 == 0 else WHITE)


def _draw_rocks(plot: _Plot) -> None:
    stone = plot.theme.own("stone")
    plot.shade(0.56, 0.7, 0.28, 0.1)
    plot.shape(((0.26, 0.7), (0.32, 0.48), (0.5, 0.4), (0.62, 0.56), (0.64, 0.7)), stone)
    plot.shape(((0.54, 0.72), (0.6, 0.56), (0.74, 0.56), (0.8, 0.72)), mix(stone, INK, 0.2))
    plot.shape(((0.32, 0.52), (0.48, 0.44), (0.5, 0.52)), mix(stone, WHITE, 0.5))


_THINGS: Final[tuple[Callable[[_Plot], None], ...]] = (
    _draw_tree,
    _draw_flowers,
    _draw_bush,
    _draw_bench,
    _draw_flowers,
    _draw_parasol,
    _draw_tree,
    _draw_rocks,
)


@lru_cache(maxsize=256)
def _draw_thing(number: int, size: int, theme: Theme) -> Sprite:
    return paint_sprite(size, size, lambda pen: _THINGS[number](_Plot(pen, size, theme)), crisp=True)
