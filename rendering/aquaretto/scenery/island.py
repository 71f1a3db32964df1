"""Draw the island of a zoo: foam and shallows around a beach, gardens, building sites, palms on islets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from games.aquaretto.zoo.geometry import BASE, STAFF, board_cells, label, xy
from rendering.aquaretto.scenery import sea
from rendering.aquaretto.scenery.building_site import draw_site
from rendering.aquaretto.scenery.fields import SIDE, Grid, harden, list_patches, paste_hard
from rendering.aquaretto.scenery.garden import list_garden
from rendering.aquaretto.scenery.offshore import Box
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, join_sprites, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Look, Theme, mix

_CORNERS: Final = tuple(
    label(x, y) for x in range(5) for y in range(5) if label(x, y) not in (*BASE, *STAFF) and (x, y) != (0, 0)
)
"""The cells in the corners of every zoo that are sea until an expansion is built there."""


_FINE: Final = 48
"""The size of a cell from which palms and all tones of the shallows are drawn."""


def list_taken(grid: Grid, boards: Sequence[str]) -> list[Box]:
    """List rectangles of all land with its beach, and of the islets, row by row: x, y, width, height."""
    beach, rows = grid.cell * 2 // 5, dict[int, list[int]]()
    for cell in (*BASE, *STAFF, *_CORNERS, *(cell for board in boards for cell in board_cells(board))):
        x, y = grid.at(cell)
        rows.setdefault(y, []).append(x)
    high = grid.cell + 2 * beach
    return [(min(row) - beach, y - beach, max(row) - min(row) + high, high) for y, row in rows.items()]


def list_corners(free: Iterable[str], /) -> frozenset[str]:
    """List which of the cells with palms must stay free."""
    return frozenset(_CORNERS).intersection(free)


def draw_island(
    canvas: Canvas,
    grid: Grid,
    boards: Sequence[str],
    seat: int,
    free: Iterable[str] = (),
    *,
    choosing: bool = False,
    won: bool = False,
) -> None:
    """Draw the zoo of a seat without anything that lives in it. `free`: cells that must be kept free of palms.

    Large pictures are calm: bare lawns, a beach without shallows, no palms. `choosing`: a cell is to be chosen, so each
    is drawn clearly instead of a garden. `won`: it glows in the light of its victory.
    """
    theme, size, (left, top) = canvas.theme, grid.cell, grid.corner
    built = tuple(cell for board in boards for cell in board_cells(board))
    if not theme.contrast:
        coast = _list_coast(built)
        for margin, drop, fill in _list_shores(theme, won)[3 if canvas.look.large else size < _FINE :]:
            pad, down = round(size * margin), round(size * drop)
            canvas.paste(_draw_base_shore(size, pad, fill, theme, canvas.look), left - pad, top - pad + down)
            for cell, bridges in coast:
                x, y = grid.at(cell)
                paste_hard(canvas, _draw_blob(size, pad, fill), x - pad, y - pad + down)
                for right, up in bridges:
                    shape = _draw_bridge(size, pad, fill, bool(right))
                    across, rise = right * size // 2 - pad * abs(up), up * size // 2 + pad * abs(right)
                    paste_hard(canvas, shape, x + across, y - rise + down)
        kept = {*built, *free}
        for number, cell in enumerate(_CORNERS):
            if cell not in kept and size >= _FINE and not canvas.look.large:
                canvas.paste(_draw_palm(size, theme, number % 2 == 1), *grid.at(cell))
    canvas.paste(_draw_base(size, theme, seat, choosing, canvas.look), left, top)
    for board in boards:
        draw_site(canvas, grid, board_cells(board))


@lru_cache(maxsize=16)
def _draw_base_shore(size: int, pad: int, fill: RGB, theme: Theme, look: Look) -> Sprite:
    """Draw one tone of the shore around the base board; origin at the top left corner, beyond its square by `pad`."""
    parts = list[tuple[Sprite, float, float]]()
    for (x, y), bridges in _find_bridges((*BASE, *STAFF)).items():
        left, top = x * size, (SIDE - 1 - y) * size
        parts.append((_draw_blob(size, pad, fill), left, top))
        for right, up in bridges:
            shape = _draw_bridge(size, pad, fill, bool(right))
            parts.append((shape, left + right * (size // 2 + pad), top + up * (pad - size // 2)))
    wide = SIDE * size + 2 * pad
    return harden(join_sprites(wide, wide, parts), theme, look)


@lru_cache(maxsize=64)
def _draw_base(size: int, theme: Theme, seat: int, choosing: bool, look: Look) -> Sprite:
    """Draw the base board with its garden; origin at the top left corner of its square."""
    grass, stone, line = theme.own("grass"), theme.own("stone"), max(3, size // 18)
    edge = mix(grass, INK, 0.45) if theme.contrast else theme.own("dune")
    pad = mix(grass, WHITE, 0.6) if theme.contrast and not theme.dark else theme.own("pad")
    parts = list_patches(BASE, size, grass, edge, line, pad if choosing or theme.contrast else None)
    if not choosing and not theme.contrast:
        parts += list_garden(size, theme, seat, calm=look.large)
    parts += list_patches(STAFF, size, stone, mix(stone, INK, 0.4), line, None)
    return harden(join_sprites(SIDE * size, SIDE * size, parts), theme, look)


@lru_cache(maxsize=128)
def _list_coast(land: tuple[str, ...]) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
    """List the cells that are built beyond the base board, each with the directions in which land follows."""
    bridges = _find_bridges((*BASE, *STAFF, *land))
    return tuple((cell, bridges[xy(cell)]) for cell in land)


def _find_bridges(land: tuple[str, ...]) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Find for each cell in which of the directions (right, up) another one follows."""
    inside, base = {xy(cell) for cell in land}, {xy(cell) for cell in (*BASE, *STAFF)}
    ways = (1, 0), (0, 1), (-1, 0), (0, -1)
    return {
        (x, y): tuple(
            (dx, dy)
            for dx, dy in ways
            if (x + dx, y + dy) in inside and (dx + dy > 0 or ((x + dx, y + dy) in base and (x, y) not in base))
        )
        for x, y in inside
    }


def _list_shores(theme: Theme, won: bool) -> tuple[tuple[float, float, RGB], ...]:
    """List how far each tone reaches beyond a cell, and how far it lies below it, from the shallows to the beach."""
    water, shallow = sea.find_tone(theme), theme.own("glow" if won else "ripple")
    return (
        (0.38, 0.02, mix(water, shallow, 0.5)),
        (0.24, 0.02, shallow),
        (0.12, 0.08, theme.own("dune")),
        (0.12, 0.0, theme.own("sand")),
    )


@lru_cache(maxsize=128)
def _draw_blob(size: int, pad: int, fill: RGB) -> Sprite:
    """Draw the shore around a cell, `pad` beyond it."""
    wide = size + 2 * pad
    return paint_sprite(wide, wide, lambda pen: pen.rounded_box((0, 0, wide, wide), pad + size // 5, fill))


@lru_cache(maxsize=128)
def _draw_bridge(size: int, pad: int, fill: RGB, lies: bool) -> Sprite:
    """Draw the shore from the middle of a cell to that of the next, to the right of it (`lies`) or above."""
    wide, tall = (size, size + 2 * pad) if lies else (size + 2 * pad, size)
    return paint_sprite(wide, tall, lambda pen: pen.rounded_box((0, 0, wide, tall), 0, fill))


@lru_cache(maxsize=64)
def _draw_palm(size: int, theme: Theme, mirrored: bool) -> Sprite:
    """Draw a palm on an islet, as large as a cell; origin at the top left corner."""
    sand, leaf, wood, way = theme.own("sand"), theme.own("leaf"), theme.own("trunk"), -1 if mirrored else 1

    def at(x: float, y: float) -> Point:
        return size * (0.5 + way * x), size * (0.5 + y)

    def paint(pen: Pen) -> None:
        shallow = theme.own("ripple")
        for grow, fill in ((0.1, shallow), (0.02, theme.own("dune")), (0, sand)):
            low, high = (0.16 - grow, 0.6 - grow), (0.84 + grow, 0.9 + grow)
            pen.oval((size * low[0], size * low[1], size * high[0], size * high[1]), fill)
        pen.oval((*at(-0.05 if way > 0 else 0.35, 0.2), *at(0.35 if way > 0 else -0.05, 0.32)), theme.own("dune"))
        pen.line([at(-0.08, 0.26), at(-0.04, 0.08), at(0.04, -0.14)], wood, size * 0.085)
        for angle, long in ((200, 0.38), (250, 0.3), (300, 0.3), (345, 0.38), (30, 0.3), (150, 0.3)):
            turn = math.radians(angle)
            tip = (0.04 + long * math.cos(turn), -0.14 + long * math.sin(turn) + 0.1)
            bend = (0.04 + long * 0.55 * math.cos(turn), -0.14 + long * 0.6 * math.sin(turn) - 0.07)
            under = (0.04 + long * 0.5 * math.cos(turn), -0.14 + long * 0.5 * math.sin(turn) + 0.05)
            tint = leaf if angle in (250, 345, 150) else theme.own("hedge")
            pen.polygon([at(0.04, -0.14), at(*bend), at(*tip), at(*under)], tint)
        pen.disc(*at(0.04, -0.13), size * 0.045, wood)

    return paint_sprite(size, size, paint, crisp=True)


BALLOONS: Final = 6
"""How many balloons there are at most."""
_RISEN: Final = ((0.5, 0.46), (0.27, 0.4), (0.73, 0.38), (0.4, 0.2), (0.63, 0.17), (0.17, 0.2))
"""Where each balloon is: in shares of the cell to the right and down."""


@cache
def draw_balloons(count: int, size: int, theme: Theme) -> Sprite:
    """Draw balloons that rise from a sandy square of `size`; origin at the top left corner.

    They tell of visitors without figures, which would be taken for coworkers.
    """
    fills, radius = [SEATS[seat].fill for seat in (0, 1, 3, 2, 4)] + [theme.own("orange")], size * 0.15

    def paint(pen: Pen) -> None:
        pen.rounded_box((4, 4, size - 4, size - 4), size * 0.18, theme.own("path"))
        places = [(x * size, y * size) for x, y in _RISEN[:count]]
        for x, y in places:
            pen.line([(size * 0.5, size * 0.88), (x, y + radius)], INK, max(1.5, size * 0.025))
        for (x, y), fill in zip(places, fills, strict=False):
            pen.oval((x - radius, y - radius * 1.15, x + radius, y + radius * 1.15), fill, edge=INK, width=size * 0.03)

    return paint_sprite(size, size, paint, crisp=True)
