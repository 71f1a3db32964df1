"""Lay out Aquaretto's pictures: trucks along the top, the zoos below in up to three rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec import Struct

from rendering.aquaretto import stretchable_panels, trucks
from rendering.aquaretto.scenery.fields import Grid
from rendering.aquaretto.scenery.sea import WIDTH as WIDTH
from rendering.drawing.canvas import Canvas
from rendering.drawing.theme import SEATS

HEIGHT: Final = 900
TOP: Final = 98
"""The y at which the trucks stand, below the strip."""
_FOOT: Final = 75
"""The height of the line with the last move, below the panels."""
_HEIGHTS: Final = (HEIGHT, 1050, 1200, 1350, 1500, 1650, 1800, 1950, 2100)
"""The heights a picture may have."""

Area = tuple[int, int, int, int]

_EDGE: Final = 9
"""Free pixels at the picture's edges and between panels."""
_PAD: Final = 6
"""Free pixels between a panel's edge and its content."""
INFO: Final = 48
"""The size of a seat's token, coins, points and manager."""
_STEP: Final = INFO + 4
"""Pixels from one of them to the next, and to the manager."""
_LEAST: Final = 36
"""The least size of a cell: a picture is as high as it needs."""
_SIZES: Final = (*range(20, 48, 4), 48, 56, 64, 76, 96)
"""The sizes a cell may have: few, because each needs its own sprites."""


class Home(Struct, frozen=True):
    """A zoo's panel: its rectangle, the grid in it, and the corners of what belongs to the seat.

    `infos`: the corners of token, coins and points. `depot`: the corner of the depot, `room` long, with tiles of size
    `tile`; a column if `upright`, otherwise a row.
    """

    x: int
    y: int
    width: int
    height: int
    grid: Grid
    infos: tuple[tuple[int, int], ...]
    manager: tuple[int, int]
    depot: tuple[int, int]
    room: int
    tile: int
    upright: bool


def _list_ways(seats: int, height: int) -> list[tuple[tuple[int, ...], tuple[bool, ...]]]:
    """List how many zoos each row may hold, and whether depots stand beside the land or lie below it."""
    upper = sorted(range(1, seats), key=lambda first: abs(2 * first - seats - 0.5))
    rows: list[tuple[int, ...]] = [(seats,), *((first, seats - first) for first in upper)]
    if height > HEIGHT:
        rows += [(one, two, seats - one - two) for one in range(1, seats) for two in range(1, seats - one)]
    return [(way, upright) for way in rows for upright in product((True, False), repeat=len(way))]


def _tile(cell: int, upright: bool) -> int:
    """Return the size of a depot's tiles."""
    return max(36, min(cell, 60 if upright else 44))


def _measure_panel(area: Area, cell: int, upright: bool) -> tuple[int, int]:
    """Return the width and height of a zoo's panel."""
    across, down, tile = (area[1] - area[0] + 1) * cell, (area[3] - area[2] + 1) * cell, _tile(cell, upright)
    if upright:
        return across + INFO + tile + 12 + 4 * _PAD, max(down, 4 * _STEP) + 2 * _PAD
    return max(across, 4 * _STEP) + 2 * _PAD, down + INFO + tile + 12 + 4 * _PAD


class _Row(Struct, frozen=True):
    """A row of panels: its height, its seats, and whether their depots are upright."""

    height: int
    seats: tuple[int, ...]
    upright: bool


def _arrange_rows(
    areas: Sequence[Area], way: tuple[int, ...], upright: tuple[bool, ...], cell: int
) -> tuple[bool, list[_Row]]:
    """Arrange the zoos in rows with cells of this size. Also returns whether the rows are narrow enough."""
    seats, out, narrow = iter(range(len(areas))), [], True
    for count, stands in zip(way, upright, strict=True):
        row = tuple(next(seats) for _ in range(count))
        needs = [_measure_panel(areas[seat], cell, stands) for seat in row]
        narrow = narrow and sum(wide + _EDGE for wide, _ in needs) + _EDGE <= WIDTH
        out.append(_Row(max(tall for _, tall in needs), row, stands))
    return narrow, out


_NEARLY: Final = 0.8
"""An arrangement counts if its cells are at least such a share of the largest possible."""


def _list_largest(areas: Sequence[Area], top: int, height: int) -> list[tuple[int, list[_Row]]]:
    """List the arrangements in rows that fit below `top`, each with the largest cell that all its zoos can have."""
    found, most = list[tuple[int, list[_Row]]](), 0
    for way, upright in _list_ways(len(areas), height):
        best, rows = 0, []
        for cell in (cell for cell in _SIZES if cell >= most * _NEARLY):
            narrow, tried = _arrange_rows(areas, way, upright, cell)
            if not narrow or sum(row.height + _EDGE for row in tried) - _EDGE > height - _FOOT - top:
                break
            best, rows = cell, tried
        if best:
            found.append((best, rows))
            most = max(most, best)
    return found


@lru_cache(maxsize=256)
def place_homes(areas: tuple[Area, ...], top: int, *, grows: bool = True) -> tuple[tuple[Home, ...], int]:
    """Place the panels of all zoos below `top`, in seat order, so that their cells are as large as possible.

    Also returns the height of the picture, which `grows` where many zoos have large expansions.
    """
    for height in _HEIGHTS if grows else _HEIGHTS[:1]:
        found = _list_largest(areas, top, height)
        best = max((cell for cell, _ in found), default=0)
        if best >= _LEAST:
            break
    least = max(best * _NEARLY, min(best, _LEAST))
    placed = [_place(areas, top, height, cell, rows) for cell, rows in found if cell >= least]
    return max(placed, key=lambda zoos: sum(home.grid.cell for home in zoos)), height


def _place(areas: Sequence[Area], top: int, height: int, cell: int, rows: Sequence[_Row]) -> tuple[Home, ...]:
    """Place the panels of an arrangement, each with cells of at least the size `cell`."""
    out: list[Home] = []
    spare = height - _FOOT - top + _EDGE - sum(row.height + _EDGE for row in rows)
    y = top
    for row in rows:
        tall = row.height + spare // len(rows)
        needs = [_measure_panel(areas[seat], cell, row.upright)[0] for seat in row.seats]
        extra = (WIDTH - _EDGE - sum(need + _EDGE for need in needs)) // len(row.seats)
        x = _EDGE
        for seat, need in zip(row.seats, needs, strict=True):
            out.append(_place_home(areas[seat], cell, (x, y, need + extra, tall), row.upright))
            x += need + extra + _EDGE
        y += tall + _EDGE
    return tuple(out)


def _place_home(area: Area, cell: int, draw_panel: tuple[int, int, int, int], upright: bool) -> Home:
    x, y, width, height = draw_panel
    for larger in _SIZES:  # the panel may have room for more than the cells that all zoos can have
        wide, tall = _measure_panel(area, larger, upright)
        if larger > cell and wide <= width and tall <= height:
            cell = larger
    tile, grid = _tile(cell, upright), Grid(area, 0, 0, cell)
    if upright:
        depot = (x + width - _PAD - tile - 12, y + _PAD)
        side = depot[0] - _PAD - INFO
        infos = tuple((side, y + _PAD + index * _STEP) for index in range(3))
        manager, room = (side, y + height - _PAD - INFO), height - 2 * _PAD
        left, top = x + _PAD + (side - x - 2 * _PAD - grid.width) // 2, y + (height - grid.height) // 2
    else:
        depot = (x + 2 * _PAD + INFO, y + height - _PAD - tile - 12)
        infos = tuple((x + _PAD + index * (_STEP + 6), y + _PAD) for index in range(3))
        manager, room = (x + _PAD, depot[1] + (tile + 12 - INFO) // 2), width - 3 * _PAD - INFO
        left, above = x + (width - grid.width) // 2, y + _PAD + INFO
        top = above + (depot[1] - above - grid.height) // 2
    return Home(x, y, width, height, Grid(area, left, top, cell), infos, manager, depot, room, tile, upright)


@lru_cache(maxsize=64)
def park_trucks(slots: tuple[int, ...]) -> tuple[tuple[trucks.Stand, ...], int]:
    """Place the trucks in a row under the strip, left of the pile. Also returns the size of a slot."""
    for size in range(84, 35, -1):
        wide = sum(trucks.width(count, size, trucks.cab_width(size)) + _EDGE for count in slots)
        if wide + 2 * (size + _EDGE) + 8 + _EDGE <= WIDTH:
            break
    spare = (WIDTH - wide - 2 * (size + _EDGE) - 8 - _EDGE) // len(slots)
    out, x = [], 2 * (size + _EDGE) + 8 + _EDGE + spare // 2
    for count in slots:
        out.append(trucks.Stand(x, TOP, size, trucks.cab_width(size)))
        x += trucks.width(count, size, trucks.cab_width(size)) + _EDGE + spare
    return tuple(out), size


def find_bounds(home: Home) -> tuple[int, int, int, int]:
    """Return x, y, width and height of a panel, on whole pixels of a film."""
    return home.x // 2 * 2, home.y // 2 * 2, home.width // 2 * 2, home.height // 2 * 2


def draw_panel(canvas: Canvas, home: Home, seat: int) -> None:
    """Draw the rope around the sea that belongs to a seat."""
    x, y, width, height = home.x, home.y, home.width, home.height
    stretchable_panels.draw_rope(canvas, (x - 3, y - 3, width + 6, height + 6), SEATS[seat].fill)
    canvas.box("area", x, y, width, height, f"zoo {seat}")


def draw_ring(canvas: Canvas, home: Home) -> None:
    """Draw a ring around a panel; it covers the panel's edge."""
    stretchable_panels.draw_frame(canvas, (home.x - 9, home.y - 9, home.width + 18, home.height + 18))
