"""Draw one zoo of Aquaretto: its island, the basins with their animals, the staff corner, the depot."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from games.aquaretto.state import Zoo
from games.aquaretto.zoo.geometry import BASE, STAFF, board_cells, label, xy
from games.aquaretto.zoo.layout import CASHIER, KEEPER, TRAINER, lines
from games.aquaretto.zoo.tiles import TYPE
from games.core import Seat
from rendering.aquaretto import stretchable_panels, tiles
from rendering.aquaretto.scenery import sea
from rendering.aquaretto.scenery.building_site import draw_site
from rendering.aquaretto.scenery.fields import Grid, draw_basin
from rendering.aquaretto.scenery.island import BALLOONS, draw_balloons, draw_island, list_corners, list_taken
from rendering.aquaretto.scenery.offshore import Box, draw_offshore, draw_victory
from rendering.aquaretto.tiles import Direction
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.stored.packed import Packed, pack
from rendering.drawing.theme import INK, RGB, WHITE, Look, mix


def find_area(zoo: Zoo, more: Iterable[str] = ()) -> tuple[int, int, int, int]:
    """Find the area a zoo takes: first and last column, first and last row. `more`: cells that count as used."""
    return _find_area(zoo.boards, frozenset(more))


@lru_cache(256)
def _find_area(boards: tuple[str, ...], more: frozenset[str]) -> tuple[int, int, int, int]:
    cells = (*BASE, *STAFF, *more, *(cell for board in boards for cell in board_cells(board)))
    columns, rows = zip(*map(xy, cells), strict=True)
    return min(columns), max(columns), min(rows), max(rows)


@lru_cache(maxsize=1024)
def _list_basins(placed: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], ...]:
    """List the cells of each basin."""
    basins: dict[str, list[str]] = {}
    for cell, tile in placed:
        basins.setdefault(TYPE[tile], []).append(cell)
    return tuple(tuple(cells) for cells in basins.values())


@lru_cache(maxsize=1024)
def _choose_directions(basin: tuple[str, ...]) -> tuple[tuple[str, Direction], ...]:
    """Choose where each animal of a basin looks: in pairs, at each other."""
    inside, out = {xy(cell) for cell in basin}, list[tuple[str, Direction]]()
    for cell in basin:
        x, y = xy(cell)
        east, west = (x + 1, y) in inside, (x - 1, y) in inside
        left = west if east != west else (x if east else y) % 2 == 1
        out.append((cell, "left" if left else "right"))
    return tuple(out)


@lru_cache(maxsize=512)
def _draw_ground(
    look: Look,
    height: int,
    bounds: Box,
    water: Box,
    grid: Grid,
    boards: tuple[str, ...],
    seat: Seat,
    free: frozenset[str],
    rows: tuple[int, ...],
    won: bool,
) -> Packed:
    """Draw a zoo's island with the sea around it, which change only when something is built.

    `rows`: those in which cells can be chosen, whose numbers stand in the water on both sides. `won`: in the light of
    its victory.
    """
    canvas = Canvas(sea.paint_sea(look, height), "aquaretto", look)
    if won:
        draw_victory(canvas, bounds, (grid.left + grid.width // 2, grid.top + grid.height // 2), seat)
    draw_island(canvas, grid, boards, seat, free, choosing=bool(rows), won=won)
    across = grid.left - SCALE, grid.width + 2 * SCALE
    scales = [(across[0], grid.top + (grid.area[3] - y) * grid.cell, across[1], grid.cell) for y in rows]
    taken = [*list_taken(grid, boards), *scales]
    draw_offshore(canvas, water, taken, seat, won=won)
    return pack(canvas.part(*bounds))


def draw_land(
    canvas: Canvas,
    grid: Grid,
    zoo: Zoo,
    seat: Seat,
    bounds: Box,
    water: Box,
    targets: Iterable[str] = (),
    *,
    won: bool = False,
) -> None:
    """Draw a seat's island, the staff corner with its coworkers, basins with their animals, and trainers.

    `bounds`: the part of the sea that belongs to it. `water`: where it has room for boats. `targets`: cells that can be
    chosen; if there are any, all cells are drawn clearly. `won`: in the light of its victory.
    """
    size, offered = grid.cell, tuple(targets)
    rows = tuple(sorted({xy(cell)[1] for cell in offered}))
    ground = _draw_ground(
        canvas.look, canvas.height, bounds, water, grid, zoo.boards, seat, list_corners(offered), rows, won
    )
    canvas.put_back(ground.unpack(), *bounds[:2])
    basins = _list_basins(zoo.tiles)
    for basin in basins:
        draw_basin(canvas, grid, basin)
    looking = {cell: look for basin in basins for cell, look in _choose_directions(basin)}
    for cell, tile in zoo.tiles:
        tiles.put(canvas, tile, *grid.at(cell), size, f"{tile} on {cell}", swims=looking[cell])
    for job, count in ((CASHIER, zoo.cashiers), (KEEPER, zoo.keepers)):
        draw_post(canvas, *grid.at(POSTS[job]), size, job, count)
    for cell in zoo.trainers:
        draw_post(canvas, *grid.at(cell), size, TRAINER, 1)
    if balloons := max(0, min(BALLOONS, lines(zoo).total // 4)):
        canvas.paste(draw_balloons(balloons, size, canvas.theme), *grid.at(_PLAZA))


_PLAZA = "I9"
"""The cell of the staff corner in which nobody works."""
POSTS = {CASHIER: STAFF[0], KEEPER: STAFF[-1]}
"""The cells of the staff corner where cashiers and keepers stand."""


def draw_post(canvas: Canvas, x: int, y: int, size: int, job: str, count: int) -> None:
    """Draw a place for coworkers: up to two beside each other, or the sign of the job if it is empty."""
    if not count:
        canvas.paste(tiles.draw_vacancy(job, size), x, y)
        return
    for index in range(count):
        canvas.paste(tiles.draw_coworker(job, size - 2, slim=count > 1), x + 1 + index * (size // 2), y + 1)
    canvas.box("piece", x, y, size, size, f"{job} {count}")


def mark(canvas: Canvas, grid: Grid, cells: Iterable[str]) -> None:
    """Light up cells that can be chosen, with the letter of their column. `draw_scale` shows their row."""
    size, ours = grid.cell, canvas.theme
    fill = ours.ground if ours.contrast else INK
    light = ours.line if ours.contrast else mix(ours.line, WHITE, 0.45)
    for cell in cells:
        x, y = grid.at(cell)
        canvas.panel(x + 3, y + 3, size - 6, size - 6, light, radius=size // 7, edge=ours.line)
        canvas.box("badge", x, y, size, size, f"to {cell}")
        canvas.text(x + size // 2, y + size // 2, cell[0], size=min(66, size), fill=fill, face="display",
                    align="middle", kind="letter")  # fmt: skip


SCALE: Final = 88
"""The width of the numbers of the rows on each side of an island."""


def draw_scale(canvas: Canvas, grid: Grid, cells: Iterable[str]) -> None:
    """Write the numbers of the rows in which cells can be chosen, on both sides."""
    ours, size = canvas.theme, grid.cell
    fill = ours.ink if ours.contrast or ours.dark else ours.panel
    for y in {xy(cell)[1] for cell in cells}:
        for left in (grid.left - SCALE // 2, grid.left + grid.width + SCALE // 2):
            canvas.text(left, grid.top + (grid.area[3] - y) * size + size // 2, label(0, y)[1:], size=66, fill=fill,
                        face="display", align="middle", kind="letter")  # fmt: skip


def draw_depot(
    canvas: Canvas, zoo: Zoo, x: int, y: int, size: int, room: int, *, upright: bool = True, shade: RGB | None = None
) -> tuple[Spot, Spot]:
    """Draw the depot, `room` pixels long: a column, bottom below, or a row, bottom on the left.

    Its tiles are at most of `size`, and smaller if there are many. If they still have no room beside each other, each
    covers a part of the one below it, at most half; if even so they do not all fit, the lowest lie there face down with
    their number. `shade`: the colour of its shadow, if it does not lie on water. Returns the places of its top tile and
    of the next one.
    """
    ours, stack, kept = canvas.theme, zoo.depot, int(canvas.large)  # in large pictures the next place is kept free
    least, wide = LARGE_TILE if canvas.large else SMALL_TILE, size
    size, step, hidden = _space_depot(len(stack) + kept, least, size, room)
    shown, first = stack[hidden:], size + 4 if hidden else 0
    length = min(room, first + step * max(0, len(shown) + kept - 1) + size + 12)
    x, y = (x + wide - size, y) if upright else (x, y + wide - size)
    box = (x, y + room - length, size + 12, length) if upright else (x, y, length, size + 12)
    _draw_jetty(canvas, box, shade or ours.own("drift"))
    canvas.box("area", *box, "depot")

    def find(along: int) -> Spot:
        return (x + 6, y + room - 6 - size - along, size) if upright else (x + 6 + along, y + 6, size)

    if hidden:
        (left, top, _), letter = find(0), canvas.letter_size(max(30, size * 3 // 5))
        canvas.paste(tiles.draw_back(size, ours.panel), left, top)
        canvas.text(left + size // 2, top + size // 2, str(hidden), size=letter,
                    width=size - 2 if not canvas.large else size + 8, least=canvas.letter_size(30),
                    fill=ours.on_panel, face="display", align="middle", kind="letter")  # fmt: skip
    for index, tile in enumerate(shown):
        left, top, _ = find(first + step * index)
        canvas.paste(tiles.draw_tile(tile, size, ours, crisp=canvas.look.large), left, top)
        seen = size if index == len(shown) - 1 else min(size, step)
        across, down = (size, seen) if upright else (seen, size)
        canvas.box("piece", left, top + size - down, across, down, f"{tile} in depot")
    last = first + step * max(0, len(shown) - 1)
    after = first + step * len(shown)
    return find(last), find(after if after + size + 12 <= room else last)


def _draw_jetty(canvas: Canvas, box: Box, shade: RGB) -> None:
    """Draw the planks on which a depot's tiles lie, and their shadow."""
    wood, (x, y, width, height) = canvas.theme.own("wood"), box
    edge = mix(wood, INK, 0.5)
    if not canvas.theme.contrast:
        canvas.panel(x + 3, y + 5, width, height, shade, radius=8)
    stretchable_panels.draw_panel(canvas, box, wood, edge, radius=8)
    for plank in range(_PLANK, max(width, height) - 8, _PLANK):
        if height >= width:
            canvas.fill(x + 4, y + plank, width - 8, 2, edge)
        else:
            canvas.fill(x + plank, y + 4, 2, height - 8, edge)


_PLANK: Final = 14
"""The width of a jetty's planks."""
Spot = tuple[int, int, int]
"""A square: its top left corner and its size."""
SMALL_TILE: Final = 36
LARGE_TILE: Final = 72
"""The least size of a tile in a depot; in a large picture the only one."""


@lru_cache(maxsize=512)
def _space_depot(count: int, least: int, most: int, room: int) -> tuple[int, int, int]:
    """Space the tiles of a depot: their size, the pixels from one to the next, and how many have no room at all."""
    for size in range(most, least - 1, -8):
        if count * (size + 4) <= room - 8:
            return size, size + 4, 0
    free = room - 12 - least
    step = max(least // 2, free // (count - 1))
    fits = 1 + free // step
    return least, step, 0 if count <= fits else count - max(1, 1 + (free - least - 4) // step)


def draw_money(canvas: Canvas, x: float, y: float, size: int, coins: int) -> None:
    """Draw a coin around x, y with the number of coins."""
    canvas.paste(tiles.draw_coin(size), x, y)
    canvas.box("piece", x - size // 2, y - size // 2, size, size, f"coins {coins}")
    canvas.text(x, y, str(coins), size=max(30, size * 79 // 100), fill=INK, face="display", align="middle",
                kind="letter", width=size - 10, least=canvas.letter_size(30))  # fmt: skip


@cache
def _draw_pennant(width: int, height: int, fill: RGB, edge: RGB) -> Sprite:
    def paint(pen: Pen) -> None:
        shape = [(3, 3), (width - 3, 3), (width - 3, height - 3), (width / 2, height - height * 0.2), (3, height - 3)]
        pen.polygon(shape, fill, edge=edge, width=4)

    return paint_sprite(width, height, paint, origin=(width // 2, height // 2))


def draw_score(canvas: Canvas, x: float, y: float, size: int, total: int, *, won: bool = False) -> None:
    """Draw a pennant around x, y with the points the zoo would score now, golden if it has `won`."""
    ours = canvas.theme
    words = str(total).replace("-", "\N{MINUS SIGN}")
    least = canvas.letter_size(30)
    wide = max(size, measure(words, least, "display") + 14)
    golden = won and not ours.contrast
    fill, ink = (ours.line, INK) if golden else (ours.panel, ours.on_panel)
    canvas.paste(_draw_pennant(wide, size + 4, fill, ours.on_panel if ours.dark else ours.rim), x, y)
    canvas.text(x, y - size * 0.06, words, size=max(30, size * 79 // 100), fill=ink, face="display",
                align="middle", kind="letter", width=wide - 10, least=least)  # fmt: skip


def draw_planned(canvas: Canvas, grid: Grid, cells: tuple[str, ...]) -> None:
    """Draw the cells of an expansion board that may be built."""
    draw_site(canvas, grid, cells, planned=True)
