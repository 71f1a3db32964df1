"""Where everything lies in Aquaretto's pictures: trucks along the top, the zoos below in one or two rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from rendering import aquaretto_trucks as trucks
from rendering.aquaretto_zoo import Grid
from rendering.sprites import Pen, layer
from rendering.theme import Theme, mix

WIDTH: Final = 1200
HEIGHT: Final = 900

Area = tuple[int, int, int, int]

_EDGE: Final = 9
"""Free pixels at the picture's edges and between panels."""
_PAD: Final = 7
"""Between a panel's edge and what is in it."""
INFO: Final = 48
"""Size of a seat's token, coins, points and manager."""
_STEP: Final = INFO + 4
"""From one of them to the next, and to the manager."""
_LARGEST: Final = 96


class Home(Struct, frozen=True):
    """A zoo's panel: its rectangle, the grid in it, and the corners of what belongs to the seat.

    `infos`: of token, coins and points. `depot`: of the depot, `room` long, with tiles of `tile`, a column if
    `upright`, otherwise a row.
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


def _ways(seats: int) -> list[tuple[tuple[int, ...], bool]]:
    """How many zoos may be in each row, and whether depots stand upright beside the land or lie below it."""
    upper = sorted(range(1, seats), key=lambda first: abs(2 * first - seats - 0.5))
    rows = ((seats,), *((first, seats - first) for first in upper))
    return [(way, upright) for upright in (True, False) for way in rows]


def _tile(cell: int) -> int:
    """Size of a depot's tiles."""
    return max(36, min(cell, 60))


def _needs(area: Area, cell: int, upright: bool) -> tuple[int, int]:
    """Width and height of the panel of a zoo."""
    across, down, tile = (area[1] - area[0] + 1) * cell, (area[3] - area[2] + 1) * cell, _tile(cell)
    if upright:
        return across + INFO + tile + 12 + 4 * _PAD, max(down, 4 * _STEP) + 2 * _PAD
    return max(across, 5 * _STEP) + 2 * _PAD, down + INFO + tile + 12 + 4 * _PAD


Rows = list[tuple[int, list[int]]]
"""The height and the seats of every row of panels."""


def _best(areas: Sequence[Area], way: tuple[int, ...], upright: bool, height: int) -> tuple[int, bool, Rows]:
    """The largest cell for an arrangement in rows."""
    seats = iter(range(len(areas)))
    split = [[next(seats) for _ in range(count)] for count in way]
    for cell in range(_LARGEST, 11, -1):
        needs = [[_needs(areas[seat], cell, upright) for seat in row] for row in split]
        tall = [max(down for _, down in row) for row in needs]
        across = max(sum(wide + _EDGE for wide, _ in row) for row in needs)
        if across + _EDGE <= WIDTH and sum(tall) + _EDGE * (len(way) - 1) <= height:
            return cell, upright, list(zip(tall, split, strict=True))
    return 0, upright, []


@lru_cache(maxsize=256)
def homes(areas: tuple[Area, ...], top: int, bottom: int) -> tuple[Home, ...]:
    """The panels of all zoos between `top` and `bottom`, in seat order, with the largest cells that fit."""
    tried = (_best(areas, way, upright, bottom - top) for way, upright in _ways(len(areas)))
    cell, upright, rows = max(tried, key=lambda found: found[0])
    out: list[Home] = []
    spare = bottom - top + _EDGE - sum(tall + _EDGE for tall, _ in rows)
    y = top
    for tall, seats in rows:
        height = tall + spare // len(rows)
        needs = [_needs(areas[seat], cell, upright)[0] for seat in seats]
        extra = (WIDTH - _EDGE - sum(need + _EDGE for need in needs)) // len(seats)
        x = _EDGE
        for seat, need in zip(seats, needs, strict=True):
            out.append(_home(areas[seat], cell, (x, y, need + extra, height), upright))
            x += need + extra + _EDGE
        y += height + _EDGE
    return tuple(out)


def _home(area: Area, cell: int, panel: tuple[int, int, int, int], upright: bool) -> Home:
    x, y, width, height = panel
    tile, grid = _tile(cell), Grid(area, 0, 0, cell)
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
def row(slots: tuple[int, ...], top: int) -> tuple[tuple[trucks.Stand, ...], int]:
    """Where the trucks stand in a row under the strip, left of the pile; and the size of a slot."""
    for size in range(84, 35, -1):
        wide = sum(trucks.width(count, size) + _EDGE for count in slots)
        if wide + 2 * (size + _EDGE) + 8 + _EDGE <= WIDTH:
            break
    spare = (WIDTH - wide - 2 * (size + _EDGE) - 8 - _EDGE) // len(slots)
    out, x = [], 2 * (size + _EDGE) + 8 + _EDGE + spare // 2
    for count in slots:
        out.append(trucks.Stand(x, top, size))
        x += trucks.width(count, size) + _EDGE + spare
    return tuple(out), size


@cache
def water(theme: Theme) -> Image.Image:
    """The static layer: clear water with a few waves."""

    def paint(pen: Pen) -> None:
        if theme.contrast:
            return
        for line, y in enumerate(range(110, HEIGHT, 64)):
            for x in range(-60 + 130 * (line % 2), WIDTH, 260):
                crest = [(x + 3 * step, y - 6 * math.sin(step * math.pi / 8)) for step in range(33)]
                pen.line(crest, mix(theme.ground, theme.shade, 0.6), 5)

    return layer(WIDTH, HEIGHT, theme.ground, paint)
