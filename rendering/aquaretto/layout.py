"""Lay out the zoos in Aquaretto's pictures: below the trucks, in a few rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rendering.aquaretto import stretchable_panels
from rendering.aquaretto.scenery import sea
from rendering.aquaretto.scenery.fields import Grid
from rendering.aquaretto.scenery.sea import WIDTH as WIDTH
from rendering.drawing.canvas import Canvas
from rendering.drawing.theme import SEATS

HEIGHT: Final = 900
_HEIGHTS: Final = (HEIGHT, 1050, 1200, 1350, 1500, 1650, 1800, 1950, 2100)
"""The heights a picture may have."""

Area = tuple[int, int, int, int]

_EDGE: Final = 14
"""Free pixels at the picture's edges and between panels."""
_PAD: Final = 10
"""Free pixels between a panel's edge and its content."""
_SHORE: Final = 13
"""Free pixels between a panel's edge and the land: for its beach, and some water."""


class Measures(Struct, frozen=True):
    """The sizes that a picture's panels need.

    infos: the sizes a seat's token, coins, points and manager may have. least: the least size of a cell. tiles: the
    least and the largest size of a depot's tiles, upright and lying. foot: the height of the line with the last move.
    depots: the least length of each seat's depot; by default any.
    """

    infos: tuple[int, ...]
    least: int
    tiles: tuple[tuple[int, int], tuple[int, int]]
    foot: int
    depots: tuple[int, ...] = ()

    def depot(self, seat: int) -> int:
        """Return the least length of a seat's depot."""
        return self.depots[seat] if self.depots else 0

    def tile(self, cell: int, upright: bool) -> int:
        """Return the size of a depot's tiles."""
        low, high = self.tiles[not upright]
        return max(low, min(cell, high))


ORDINARY: Final = Measures(infos=(48, 56, 64, 72), least=36, tiles=((36, 60), (36, 44)), foot=75)
LARGE: Final = Measures(infos=(96,), least=66, tiles=((72, 76), (72, 72)), foot=105)
_STEP: Final = 4
"""Free pixels between a seat's token, coins, points and manager."""
_SIZES: Final = (*range(20, 56, 4), 56, 60, 68, 76, 84, 96)
"""The sizes a cell may have: few, because each needs its own sprites."""


_TILES: Final = (44, 52, 60)
"""The sizes to which the tiles of a depot grow where a panel has room."""


class Home(Struct, frozen=True):
    """A zoo's panel: its rectangle, the grid in it, and the corners of the seat's counters and depot.

    `infos`: the corners of token, coins and points, each of size `info`, like the manager. `depot`: the corner of the
    depot, `room` long, with tiles of size `tile`; a column if `upright`, otherwise a row.
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
    info: int

    @property
    def water(self) -> tuple[int, int, int, int]:
        """Return the sea around the island, without the seat's counters and depot: x, y, width, height."""
        if self.upright:
            return self.x, self.y, self.infos[0][0] - self.x, self.height
        top = self.y + 2 * _PAD + self.info
        return self.x, top, self.width, self.depot[1] - top


def _list_arrangements(seats: int, rows: int) -> list[tuple[tuple[int, ...], tuple[bool, ...]]]:
    """List the possible arrangements: the number of zoos in each row, and whether depots stand beside the land or lie
    below it. `rows`: the maximum number of rows. Fewer rows come first; of two rows, about equal ones.
    """
    ways: list[tuple[int, ...]] = []
    for count in range(1, min(rows, seats) + 1):
        for cuts in combinations(range(1, seats), count - 1):
            edges = (0, *cuts, seats)
            ways.append(tuple(end - start for start, end in pairwise(edges)))
    ways.sort(key=lambda way: (len(way), abs(2 * way[0] - seats - 0.5) if len(way) == 2 else 0))
    return [(way, upright) for way in ways for upright in product((True, False), repeat=len(way))]


def _measure_panel(
    area: Area, cell: int, upright: bool, measures: Measures = ORDINARY, depot: int = 0
) -> tuple[int, int]:
    """Return the width and height of a zoo's panel. `depot`: the least length of its depot."""
    across, down = (area[1] - area[0] + 1) * cell, (area[3] - area[2] + 1) * cell
    info, tile = measures.infos[0], measures.tile(cell, upright)
    if upright:
        wide = _SHORE + across + info + tile + 12 + 4 * _PAD
        return wide, max(down + 2 * _SHORE, 4 * (info + _STEP) + 2 * _PAD, depot + 2 * _PAD)
    long = max(across, 3 * (info + 10) + _PAD, depot + info + _PAD)
    return long + 2 * _SHORE, down + info + tile + 12 + 2 * _PAD + 2 * _SHORE


class _Row(Struct, frozen=True):
    """A row of panels: its height, its seats, and whether their depots are upright."""

    height: int
    seats: tuple[int, ...]
    upright: bool


def _arrange_rows(
    areas: Sequence[Area], way: tuple[int, ...], upright: tuple[bool, ...], cell: int, measures: Measures
) -> tuple[bool, list[_Row]]:
    """Arrange the zoos in rows with cells of this size. Also returns whether the rows are narrow enough."""
    seats, out, narrow = iter(range(len(areas))), [], True
    for count, stands in zip(way, upright, strict=True):
        row = tuple(next(seats) for _ in range(count))
        needs = [_measure_panel(areas[seat], cell, stands, measures, measures.depot(seat)) for seat in row]
        narrow = narrow and sum(wide + _EDGE for wide, _ in needs) + _EDGE <= WIDTH
        out.append(_Row(max(tall for _, tall in needs), row, stands))
    return narrow, out


_NEARLY: Final = 0.8
"""An arrangement is considered if the size of its cells is at least this share of the largest possible."""


def _list_largest(areas: Sequence[Area], top: int, height: int) -> list[tuple[int, list[_Row]]]:
    """List the arrangements in rows that fit below `top`, each with the largest cell that all its zoos can have."""
    found, most = list[tuple[int, list[_Row]]](), 0
    for way, upright in _list_arrangements(len(areas), 3 if height > HEIGHT else 2):
        best, rows = 0, []
        for cell in (cell for cell in _SIZES if cell >= most * _NEARLY):
            narrow, tried = _arrange_rows(areas, way, upright, cell, ORDINARY)
            if not narrow or sum(row.height + _EDGE for row in tried) - _EDGE > height - ORDINARY.foot - top:
                break
            best, rows = cell, tried
        if best:
            found.append((best, rows))
            most = max(most, best)
    return found


_TALL: Final = 1350
"""The height from which a picture grows only for cells that would be smaller than `ORDINARY.least`."""

_GOAL: Final = 48
"""The size of a cell from which its signs are easy to see on a phone. A picture grows for it, below `_TALL`."""


@lru_cache(maxsize=256)
def place_homes(areas: tuple[Area, ...], top: int, *, grows: bool = True) -> tuple[tuple[Home, ...], int]:
    """Place the panels of all zoos below `top`, in seat order, so that their cells are as large as possible.

    Also returns the height of the picture, which with `grows` is higher if many zoos have large expansions.
    """
    best, height, found = _find_largest(areas, top, HEIGHT)
    for higher in _HEIGHTS[1:] if grows and best < _GOAL else ():
        if (larger := _find_largest(areas, top, higher))[0] > best:
            best, height, found = larger
        if best >= (_GOAL if higher < _TALL else ORDINARY.least):
            break
    least = max(best * _NEARLY, min(best, ORDINARY.least))
    tried = [(cell, rows) for cell, rows in found if cell >= least]
    ranked = [(_rank(_share_height(areas, top, height, cell, rows, ORDINARY, 2)), cell, rows) for cell, rows in tried]
    cell, rows = _choose_calm(ranked)
    return _place(areas, top, height, cell, rows, ORDINARY), height


def _choose_calm(ranked: Sequence[tuple[float, int, list[_Row]]]) -> tuple[int, list[_Row]]:
    """Choose the best arrangement, but one with all counters and depots on the same side if its cells are hardly
    smaller."""
    best = max(ranked, key=lambda way: (way[0], len(way[2])))  # of equal ones that with more rows: it is fuller
    alike = [way for way in ranked if len({row.upright for row in way[2]}) == 1]
    calm = max(alike, key=lambda way: (way[0], len(way[2])), default=best)
    return calm[1:] if calm[0] >= best[0] - _SLIGHT else best[1:]


_SLIGHT: Final = 4
"""The pixels of a cell that equal panels may cost."""


def _find_largest(areas: Sequence[Area], top: int, height: int) -> tuple[int, int, list[tuple[int, list[_Row]]]]:
    """Find the largest cell that all zoos can have in a picture of this height, and the arrangements to consider."""
    found = _list_largest(areas, top, height)
    return max((cell for cell, _ in found), default=0), height, found


def _rank(homes: Sequence[Home]) -> float:
    """Rank a placement by the mean size of its cells, in which small ones count most (the power mean of degree -4)."""
    return float((sum(home.grid.cell**-4 for home in homes) / len(homes)) ** -0.25)


@lru_cache(maxsize=64)
def place_large_homes(areas: tuple[Area, ...], top: int, loads: tuple[int, ...] = ()) -> tuple[tuple[Home, ...], int]:
    """Place the panels of all zoos in a large picture, as high as necessary. Also returns its height.

    `loads`: the tiles in each depot that needs more than the usual room, otherwise 0.
    """
    measures = replace(LARGE, depots=tuple(find_depot_length(load) if load else 0 for load in loads))
    tall, rows = min(
        (
            (sum(row.height + _EDGE for row in rows), rows)
            for way, upright in _list_arrangements(len(areas), len(areas))
            for narrow, rows in (_arrange_rows(areas, way, upright, LARGE.least, measures),)
            if narrow
        ),
        key=lambda found: found[0],
    )
    height = max(HEIGHT, -(-(top + tall + LARGE.foot - _EDGE) // _GROWTH) * _GROWTH)
    return _place(areas, top, height, LARGE.least, rows, measures), height


USUAL_LOAD: Final = 3
"""The most tiles for which every depot in a large picture has room."""


def find_depot_length(load: int) -> int:
    """Return the length that a depot needs in a large picture, each tile half under the next, with room for one more.

    More than a dozen tiles get no more room.
    """
    low = LARGE.tiles[0][0]
    return 12 + low + min(load, 12) * (low // 2)


_GROWTH: Final = 150
"""Heights of large pictures are multiples of this, so that they share a few static layers."""


def _place(
    areas: Sequence[Area], top: int, height: int, cell: int, rows: Sequence[_Row], measures: Measures
) -> tuple[Home, ...]:
    """Place the panels of an arrangement, each with cells of at least the size `cell`.

    Two rows are as equal as possible, unless other heights would make the cells larger.
    """
    placed = [_share_height(areas, top, height, cell, rows, measures, share) for share in (2, 0, 1, 3, 4)]
    best = max(placed if len(rows) == 2 else placed[:1], key=_rank)
    return placed[0] if _rank(placed[0]) >= _rank(best) - _EVEN else best


_EVEN: Final = 2
"""The pixels of a cell that rows of equal height may cost."""


def _share_height(
    areas: Sequence[Area],
    top: int,
    height: int,
    cell: int,
    rows: Sequence[_Row],
    measures: Measures,
    quarters: int,
) -> tuple[Home, ...]:
    """Place the panels. Of two rows, the first gets `quarters` quarters of the spare height; 2 means that both are as
    equal as possible. More rows share it equally."""
    spare = height - measures.foot - top + _EDGE - sum(row.height + _EDGE for row in rows)
    first = spare * quarters // 4
    if len(rows) == 2 and quarters == 2:
        first = min(spare, max(0, (spare + rows[1].height - rows[0].height) // 2))
    shares = (first, spare - first) if len(rows) == 2 else (spare // len(rows),) * len(rows)
    return _place_rows(areas, top, cell, rows, shares, measures)


def _place_rows(
    areas: Sequence[Area], top: int, cell: int, rows: Sequence[_Row], shares: Sequence[int], measures: Measures
) -> tuple[Home, ...]:
    """Place the panels of an arrangement, with counters of one size. `shares`: the pixels by which each row is higher
    than necessary."""
    panels: list[tuple[int, tuple[int, int, int, int], bool]] = []
    y = top
    for row, share in zip(rows, shares, strict=True):
        tall = row.height + share
        needs = [
            _measure_panel(areas[seat], cell, row.upright, measures, measures.depot(seat))[0] for seat in row.seats
        ]
        even = (WIDTH - _EDGE) // len(needs) - _EDGE
        extra = (WIDTH - _EDGE - sum(need + _EDGE for need in needs)) // len(needs)
        x = _EDGE
        for seat, need in zip(row.seats, needs, strict=True):
            wide = even if even >= max(needs) else need + extra
            panels.append((seat, (x, y, wide, tall), row.upright))
            x += wide + _EDGE
        y += tall + _EDGE
    most = min(_place_home(areas[seat], cell, panel, upright, measures).info for seat, panel, upright in panels)
    return tuple(_place_home(areas[seat], cell, panel, upright, measures, most) for seat, panel, upright in panels)


def _place_home(
    area: Area,
    cell: int,
    panel: tuple[int, int, int, int],
    upright: bool,
    measures: Measures,
    most: int = LARGE.infos[-1],
) -> Home:
    """Place what belongs to a zoo in its panel. `most`: the largest size that its counters may have."""
    x, y, width, height = panel
    for larger in _SIZES:  # the panel may have room for more than the cells that all zoos can have
        wide, tall = _measure_panel(area, larger, upright, measures)
        if larger > cell and wide <= width and tall <= height:
            cell = larger
    tile, grid, smallest = measures.tile(cell, upright), Grid(area, 0, 0, cell), measures.infos[0]
    wide, tall = _measure_panel(area, cell, upright, measures)
    spare = width - wide if upright else height - tall
    grown = max((size for size in _TILES if tile < size <= tile + spare // 2), default=tile)
    tile, spare = grown, spare - (grown - tile)
    if upright:
        tallest = (height - 2 * _PAD) // 4 - 4
        info = max(
            size for size in measures.infos if size == smallest or size <= min(most, tallest, smallest + spare // 4)
        )
        depot = (x + width - _PAD - tile - 12, y + _PAD)
        side = depot[0] - _PAD - info
        infos = tuple((side, y + _PAD + index * (info + _STEP)) for index in range(3))
        manager, room = (side, y + height - _PAD - info), height - 2 * _PAD
        left, top = x + _SHORE + (side - x - _SHORE - _PAD - grid.width) // 2, y + (height - grid.height) // 2
    else:
        widest = (width - 2 * _PAD) // 3 - 12
        info = max(
            size for size in measures.infos if size == smallest or size <= min(most, widest, smallest + spare // 2)
        )
        depot = (x + 2 * _PAD + info, y + height - _PAD - tile - 12)
        infos = tuple((x + _PAD + index * (info + 10), y + _PAD) for index in range(3))
        manager, room = (x + _PAD, y + height - _PAD - info), width - 3 * _PAD - info
        left, above = x + (width - grid.width) // 2, y + _PAD + info
        below = min(depot[1], manager[1]) if left < manager[0] + info else depot[1]
        top = above + (below - above - grid.height) // 2
    return Home(x, y, width, height, Grid(area, left, top, cell), infos, manager, depot, room, tile, upright, info)


def find_bounds(home: Home) -> tuple[int, int, int, int]:
    """Return x, y, width and height of a panel, rounded to whole pixels of a film, which is half as large."""
    return home.x // 2 * 2, home.y // 2 * 2, home.width // 2 * 2, home.height // 2 * 2


def draw_panel(canvas: Canvas, home: Home, seat: int) -> None:
    """Draw the rope around the sea that belongs to a seat."""
    x, y, width, height = home.x, home.y, home.width, home.height
    box, deep = (x - 4, y - 4, width + 8, height + 8), sea.find_depth(canvas.theme)
    stretchable_panels.draw_rope(canvas, box, SEATS[seat].fill, deep)
    canvas.box("area", x, y, width, height, f"zoo {seat}")


def draw_ring(canvas: Canvas, home: Home, seat: int) -> None:
    """Draw a glowing ring around a panel, on both sides of its rope."""
    box = home.x - 10, home.y - 10, home.width + 20, home.height + 20
    stretchable_panels.draw_glow(canvas, box, SEATS[seat].fill)
