"""Draw one zoo of Aquaretto: sand for animals, water where they live, the staff corner, the depot.

The grid is that of the rules: column letters to the right, row numbers upwards. Only the area in use is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec import Struct

from games.aquaretto.state import Zoo
from games.aquaretto.zoo.geometry import BASE, STAFF, board_cells, label, xy
from games.aquaretto.zoo.layout import CASHIER, KEEPER, TRAINER
from games.aquaretto.zoo.tiles import TYPE
from rendering.aquaretto import stretchable_panels, tiles
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, sprite
from rendering.drawing.theme import INK, RGB, WHITE, Theme, mix


def used(zoo: Zoo, more: Iterable[str] = ()) -> tuple[int, int, int, int]:
    """Find the area a zoo takes: first and last column, first and last row. `more`: cells that count as used."""
    return _area(zoo.boards, frozenset(more))


@lru_cache(256)
def _area(boards: tuple[str, ...], more: frozenset[str]) -> tuple[int, int, int, int]:
    cells = (*BASE, *STAFF, *more, *(cell for board in boards for cell in board_cells(board)))
    columns, rows = zip(*map(xy, cells), strict=True)
    return min(columns), max(columns), min(rows), max(rows)


class Grid(Struct, frozen=True):
    """Where a zoo's cells lie: `area` as of `used`, the top left corner, and the size of a cell."""

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

    def at(self, cell: str) -> tuple[int, int]:
        """Return the top left corner of a cell."""
        x, y = xy(cell)
        return self.left + (x - self.area[0]) * self.cell, self.top + (self.area[3] - y) * self.cell

    def middle(self, cell: str) -> Point:
        x, y = self.at(cell)
        return x + self.cell / 2, y + self.cell / 2


class _Cell(NamedTuple):
    """One cell of a field of cells.

    `sides`: whether left, top, right and bottom have no neighbour. The rest: the corners, right and up, in which the
    edges of two neighbours meet.
    """

    sides: tuple[bool, bool, bool, bool]
    corners: tuple[tuple[int, int], ...]


@lru_cache(maxsize=512)
def _patch(cell: _Cell, size: int, fill: RGB, edge: RGB, width: int, pad: RGB | None) -> Sprite:
    """Draw a cell of a field, with edge and round corners where it has no neighbour. `pad`: a lighter square inside."""
    radius = max(6, size // 5)
    left, top, right, bottom = cell.sides

    def paint(pen: Pen) -> None:
        x0, x1 = 0 if left else -2 * radius, size if right else size + 2 * radius
        y0, y1 = 0 if top else -2 * radius, size if bottom else size + 2 * radius
        pen.rounded((x0, y0, x1, y1), radius, fill, edge=edge, width=width)
        for dx, dy in cell.corners:
            x, y = size - width if dx > 0 else 0, 0 if dy > 0 else size - width
            pen.rounded((x, y, x + width, y + width), 0, edge)
        if pad:
            inset = max(3, size // 14)
            pen.rounded((inset, inset, size - inset, size - inset), radius - inset / 2, pad)

    return sprite(size, size, paint)


@lru_cache(maxsize=1024)
def _joined(cells: tuple[str, ...]) -> tuple[tuple[int, int, _Cell], ...]:
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


def _field(
    canvas: Canvas, grid: Grid, cells: tuple[str, ...], fill: RGB, edge: RGB, width: int, pad: RGB | None
) -> None:
    """Draw cells that merge into one field where they touch."""
    size, left, top = grid.cell, grid.left - grid.area[0] * grid.cell, grid.top + grid.area[3] * grid.cell
    for x, y, cell in _joined(cells):
        canvas.paste(_patch(cell, size, fill, edge, width, pad), left + x * size, top - y * size)


@lru_cache(maxsize=1024)
def _basins(placed: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], ...]:
    """List the cells of each basin."""
    basins: dict[str, list[str]] = {}
    for cell, tile in placed:
        basins.setdefault(TYPE[tile], []).append(cell)
    return tuple(tuple(cells) for cells in basins.values())


def shore(theme: Theme) -> RGB:
    """Return the colour of the panel behind a zoo."""
    if theme.contrast:
        return theme.ground
    return theme.shade if theme.dark else mix(theme.ground, WHITE, 0.55)


def _edge(theme: Theme, tone: RGB) -> RGB:
    """Return the outline colour of a field."""
    return mix(tone, WHITE, 0.4) if theme.dark else mix(tone, INK, 0.45)


def land(canvas: Canvas, grid: Grid, zoo: Zoo) -> None:
    """Draw the spaces, the staff corner with its coworkers, basins with their animals, and trainers."""
    theme, size = canvas.theme, grid.cell
    sand, stone = theme.own("sand"), theme.own("stone")
    line = max(3, size // 18)
    cells = (*BASE, *(cell for board in zoo.boards for cell in board_cells(board)))
    _field(canvas, grid, cells, sand, _edge(theme, sand), line, mix(sand, WHITE, 0.4 if not theme.dark else 0.12))
    _field(canvas, grid, STAFF, stone, _edge(theme, stone), line, None)
    water = mix(theme.own("water"), WHITE, 0.25) if not theme.contrast else WHITE
    for basin in _basins(zoo.tiles):
        rim = theme.own("deep") if not theme.dark else INK
        _field(canvas, grid, basin, water, rim, line + 1, None)
    for cell, tile in zoo.tiles:
        tiles.put(canvas, tile, *grid.at(cell), size, f"{tile} on {cell}", swims=True)
    for job, count in ((CASHIER, zoo.cashiers), (KEEPER, zoo.keepers)):
        post(canvas, *grid.at(POSTS[job]), size, job, count)
    for cell in zoo.trainers:
        post(canvas, *grid.at(cell), size, TRAINER, 1)


POSTS = {CASHIER: STAFF[0], KEEPER: STAFF[-1]}
"""The cells of the staff corner where cashiers and keepers stand."""


def post(canvas: Canvas, x: int, y: int, size: int, job: str, count: int) -> None:
    """Draw a place for coworkers: up to two beside each other, or the sign of the job if it is empty."""
    if not count:
        canvas.paste(tiles.vacancy(job, size), x, y)
        return
    for index in range(count):
        canvas.paste(tiles.coworker(job, size - 2, slim=count > 1), x + 1 + index * (size // 2), y + 1)
    canvas.box("piece", x, y, size, size, f"{job} {count}")


def mark(canvas: Canvas, grid: Grid, cells: Iterable[str]) -> None:
    """Light up cells that can be chosen, with the letter of their column; `scale` shows their row."""
    size, theme = grid.cell, canvas.theme
    fill = theme.ground if theme.contrast else INK
    for cell in cells:
        x, y = grid.at(cell)
        canvas.panel(x + 3, y + 3, size - 6, size - 6, theme.line, radius=size // 7, edge=theme.rim)
        canvas.box("badge", x, y, size, size, f"to {cell}")
        canvas.text(x + size // 2, y + size // 2, cell[0], size=min(66, size), fill=fill, face="display",
                    align="middle", kind="letter")  # fmt: skip


def scale(canvas: Canvas, grid: Grid) -> None:
    """Write column letters above, and row numbers on both sides."""
    x0, y0, size = grid.left, grid.top, grid.cell
    first, last, low, high = grid.area
    for x in range(first, last + 1):
        canvas.text(x0 + (x - first) * size + size // 2, y0 - 40, label(x, 0)[0], size=66, face="display",
                    align="middle", kind="letter")  # fmt: skip
    for y in range(low, high + 1):
        for left in (x0 - 44, x0 + grid.width + 44):
            canvas.text(left, y0 + (high - y) * size + size // 2, label(0, y)[1:], size=66, face="display",
                        align="middle", kind="letter")  # fmt: skip


def depot(
    canvas: Canvas, zoo: Zoo, x: int, y: int, size: int, room: int, *, upright: bool = True
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Draw the depot, `room` pixels long, with tiles of `size`: a column, bottom below, or a row, bottom on the left.

    Returns the corners of its top tile and of the place on top of it. If the tiles do not all fit, the lowest lie there
    face down with their number.
    """
    theme, step, stack = canvas.theme, size + 4, zoo.depot
    fits = (room - 8) // step - (1 if canvas.large else 0)  # in large pictures the next place is kept free
    hidden = len(stack) - fits + 1 if len(stack) > fits else 0
    length = min(room, max(2, len(stack) + 1) * step + 8) if upright else room
    box = (x, y + room - length, size + 12, length) if upright else (x, y, length, size + 12)
    stone = theme.own("stone")
    stretchable_panels.plank(canvas, box, stone, _edge(theme, stone), radius=10)
    canvas.box("area", *box, "depot")
    places = [
        (x + 6, y + room - 6 - size - index * step) if upright else (x + 6 + index * step, y + 6)
        for index in range(fits + 1)
    ]
    if hidden:
        (left, top), letter = places[0], canvas.letter_size(max(30, size * 3 // 5))
        canvas.paste(tiles.back(size, theme.panel), left, top)
        canvas.text(left + size // 2, top + size // 2, str(hidden), size=letter,
                    width=size - 2 if not canvas.large else size + 8, least=canvas.letter_size(30),
                    fill=theme.on_panel, face="display", align="middle", kind="letter")  # fmt: skip
    shown = places[1:] if hidden else places
    for tile, place in zip(stack[hidden:], shown, strict=False):
        tiles.put(canvas, tile, *place, size, f"{tile} in depot")
    count = len(stack) - hidden
    return shown[max(0, count - 1)], shown[min(count, len(shown) - 1)]


def money(canvas: Canvas, x: float, y: float, size: int, coins: int) -> None:
    """Draw a coin around x, y with the number of coins."""
    canvas.paste(tiles.coin(size), x, y)
    canvas.box("piece", x - size // 2, y - size // 2, size, size, f"coins {coins}")
    canvas.text(x, y, str(coins), size=max(30, size * 79 // 100), fill=INK, face="display", align="middle",
                kind="letter", width=size - 10, least=canvas.letter_size(30))  # fmt: skip


@cache
def _pennant(width: int, height: int, fill: RGB, edge: RGB) -> Sprite:
    def paint(pen: Pen) -> None:
        shape = [(3, 3), (width - 3, 3), (width - 3, height - 3), (width / 2, height - height * 0.2), (3, height - 3)]
        pen.polygon(shape, fill, edge=edge, width=4)

    return sprite(width, height, paint, origin=(width // 2, height // 2))


def score(canvas: Canvas, x: float, y: float, size: int, total: int) -> None:
    """Draw a pennant around x, y with the points the zoo would score now."""
    theme = canvas.theme
    words = str(total).replace("-", "\N{MINUS SIGN}")
    least = canvas.letter_size(30)
    wide = max(size, measure(words, least, "display") + 14)
    canvas.paste(_pennant(wide, size + 4, theme.panel, theme.on_panel if theme.dark else theme.rim), x, y)
    canvas.text(x, y - size * 0.06, words, size=max(30, size * 79 // 100), fill=theme.on_panel, face="display",
                align="middle", kind="letter", width=wide - 10, least=least)  # fmt: skip


def planned(canvas: Canvas, grid: Grid, cells: tuple[str, ...]) -> None:
    """Draw the cells of an expansion board that may be built."""
    theme = canvas.theme
    sand = theme.own("sand")
    _field(canvas, grid, cells, sand, theme.rim, 4, mix(sand, theme.line, 0.5))
