"""Draw cells of a zoo that merge where they touch: spaces, decks, basins.

The grid is that of the rules: column letters to the right, row numbers upwards. Only the area in use is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from games.aquaretto.zoo.geometry import xy
from rendering.drawing.canvas import Canvas
from rendering.drawing.half_size import flatten
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, WHITE, Look, Theme, mix


class Grid(Struct, frozen=True):
    """Where a zoo's cells lie: the part in use (`zoo.find_area`), its top left corner, and the size of a cell."""

    area: tuple[int, int, int, int]
    left: int
    top: int
    cell: int

    @property
    def width(self) -> int:
        return (self.area[1] - self.area[0] + 1) * self.cell

    @property
    def height(self) -> int:
        return (self.area[3] - self.area[2] + 1) * self.cell

    @property
    def corner(self) -> tuple[int, int]:
        """Return the top left corner of the square in which the base board lies."""
        return self.left - self.area[0] * self.cell, self.top + (self.area[3] - SIDE + 1) * self.cell

    def at(self, cell: str) -> tuple[int, int]:
        """Return the top left corner of a cell."""
        x, y = xy(cell)
        return self.left + (x - self.area[0]) * self.cell, self.top + (self.area[3] - y) * self.cell

    def middle(self, cell: str) -> Point:
        x, y = self.at(cell)
        return x + self.cell / 2, y + self.cell / 2


class _Cell(NamedTuple):
    """One cell of a field of cells.

    `sides`: whether left, top, right and bottom have no neighbour. `corners`: those (right, up) at which the edges of
    two neighbours meet.
    """

    sides: tuple[bool, bool, bool, bool]
    corners: tuple[tuple[int, int], ...]


@lru_cache(maxsize=1024)
def _describe_field(cells: tuple[str, ...]) -> tuple[tuple[int, int, _Cell], ...]:
    """Describe the cells that form a field, each with its offset from the staff corner's cell I9."""
    inside = {xy(cell) for cell in cells}
    out = []
    for x, y in map(xy, cells):
        sides = ((x - 1, y) not in inside, (x, y + 1) not in inside, (x + 1, y) not in inside, (x, y - 1) not in inside)
        corners = tuple(
            (dx, dy)
            for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1))
            if (x + dx, y) in inside and (x, y + dy) in inside and (x + dx, y + dy) not in inside
        )
        out.append((x, y, _Cell(sides, corners)))
    return tuple(out)


@lru_cache(maxsize=512)
def list_sides(cell: str, cells: tuple[str, ...]) -> tuple[bool, bool, bool, bool]:
    """Tell whether left, top, right and bottom of a cell of a field have no neighbour."""
    return next(found.sides for x, y, found in _describe_field(cells) if (x, y) == xy(cell))


def list_borders(low: float, high: float) -> tuple[tuple[Point, Point], ...]:
    """List the ends of lines along left, top, right and bottom of a cell, at `low` and `high` of its width."""
    left_top, right_top, right_low, left_low = (low, low), (high, low), (high, high), (low, high)
    return (left_top, left_low), (left_top, right_top), (right_top, right_low), (left_low, right_low)


def divide_line(start: Point, end: Point, parts: int) -> list[Point]:
    """List the points that divide a line into equal parts, with both ends."""
    (x0, y0), (x1, y1) = start, end
    return [(x0 + (x1 - x0) * part / parts, y0 + (y1 - y0) * part / parts) for part in range(parts + 1)]


def _paint_tone(pen: Pen, cell: _Cell, size: int, fill: RGB, inset: Sequence[float]) -> None:
    """Fill a cell, up to `inset` (left, top, right, bottom) from the sides that have no neighbour."""
    radius, spare = max(6, size // 5) - max(inset) / 2, size // 2
    left, top, right, bottom = cell.sides
    x0, x1 = inset[0] if left else -spare, size - inset[2] if right else size + spare
    y0, y1 = inset[1] if top else -spare, size - inset[3] if bottom else size + spare
    pen.rounded_box((x0, y0, x1, y1), radius, fill)


@lru_cache(maxsize=512)
def _draw_patch(cell: _Cell, size: int, fill: RGB, edge: RGB, width: int, pad: RGB | None) -> Sprite:
    """Draw a cell of a field, with edge and round corners where it has no neighbour. `pad`: a lighter square inside."""

    def paint(pen: Pen) -> None:
        _paint_tone(pen, cell, size, edge, (0, 0, 0, 0))
        _paint_tone(pen, cell, size, fill, (width,) * 4)
        for dx, dy in cell.corners:
            x, y = size - width if dx > 0 else 0, 0 if dy > 0 else size - width
            pen.rounded_box((x, y, x + width, y + width), 0, edge)
        if pad:
            inset = max(3, size // 14)
            pen.rounded_box((inset, inset, size - inset, size - inset), max(6, size // 5) - inset / 2, pad)

    return paint_sprite(size, size, paint)


@lru_cache(maxsize=512)
def _draw_pool(cell: _Cell, size: int, theme: Theme, turn: int) -> Sprite:
    """Draw a cell of a basin: a rim of stone, its shade on the water, ripples. `turn`: where these lie."""
    rim, shade = max(3, size // 15), max(3, size // 11)
    deep = theme.ink if theme.contrast else INK if theme.dark else theme.own("deep")
    water = theme.own("pool") if not theme.contrast else WHITE
    wall, bright = theme.own("water"), mix(water, WHITE, 0.5)

    def paint(pen: Pen) -> None:
        _paint_tone(pen, cell, size, deep, (0, 0, 0, 0))
        if not theme.contrast:
            _paint_tone(pen, cell, size, wall, (rim,) * 4)
        _paint_tone(pen, cell, size, water, (rim, rim + shade * (not theme.contrast), rim, rim))
        for dx, dy in cell.corners:
            side = size - rim if dx > 0 else 0
            if dy < 0 and not theme.contrast:
                pen.rounded_box((side, size - rim, side + rim, size), 0, deep)
            else:
                pen.rounded_box((side, 0 if dy > 0 else size - rim, side + rim, rim if dy > 0 else size), 0, deep)
                if not theme.contrast:
                    pen.rounded_box((side, rim, side + rim, rim + shade), 0, wall)
        if not theme.contrast:
            for x, y, long in (((0.14, 0.3, 0.2), (0.62, 0.86, 0.22)), ((0.58, 0.26, 0.24), (0.14, 0.88, 0.2)))[turn]:
                points = [(x, y), (x + long * 0.3, y - 0.035), (x + long * 0.7, y + 0.02), (x + long, y - 0.02)]
                pen.line([(across * size, down * size) for across, down in points], bright, max(2.0, size * 0.04))

    return paint_sprite(size, size, paint)


@lru_cache(maxsize=1024)
def _harden_edges(shape: Sprite, theme: Theme) -> Sprite:
    return flatten(shape.pixels, theme)


def paste_hard(canvas: Canvas, shape: Sprite, x: int, y: int) -> None:
    """Paste a sprite with hard edges, which is several times as fast and takes fewer bytes.

    Use it for tones so close to the ground's that jagged edges do not show.
    """
    canvas.paste(shape if canvas.look.half else _harden_edges(shape, canvas.theme), x, y)


def harden(shape: Sprite, theme: Theme, look: Look) -> Sprite:
    """Prepare a large sprite for `canvas.paste` as `paste_hard` does, but drop the soft one. Callers cache it."""
    return shape if look.half else flatten(shape.pixels, theme)


def list_patches(
    cells: tuple[str, ...], size: int, fill: RGB, edge: RGB, width: int, pad: RGB | None
) -> list[tuple[Sprite, int, int]]:
    """List the sprites of cells that merge into one field where they touch, each with its place.

    Places are relative to the top left corner of the base board's square.
    """
    return [
        (_draw_patch(cell, size, fill, edge, width, pad), x * size, (SIDE - 1 - y) * size)
        for x, y, cell in _describe_field(cells)
    ]


SIDE: Final = 5
"""The side of the square in which the base board lies, in cells."""


def draw_field(canvas: Canvas, grid: Grid, cells: tuple[str, ...], fill: RGB, edge: RGB, width: int) -> None:
    """Draw cells that merge into one field where they touch."""
    left, top = grid.corner
    for patch, x, y in list_patches(cells, grid.cell, fill, edge, width, None):
        canvas.paste(patch, left + x, top + y)


def draw_basin(canvas: Canvas, grid: Grid, cells: tuple[str, ...]) -> None:
    """Draw cells that merge into one basin."""
    size, left, top = grid.cell, grid.left - grid.area[0] * grid.cell, grid.top + grid.area[3] * grid.cell
    put = paste_hard if canvas.look.large else Canvas.paste
    for x, y, cell in _describe_field(cells):
        put(canvas, _draw_pool(cell, size, canvas.theme, (x + y) % 2), left + x * size, top - y * size)
