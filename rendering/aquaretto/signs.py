"""Draw the signs for buttons of Aquaretto: animals, coins, trucks, coworkers, expansions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.aquaretto.words.menus import PILE, name_truck_sign
from games.aquaretto.zoo.geometry import LARGE, SMALL
from games.aquaretto.zoo.layout import CASHIER, KEEPER, MANAGER, TRAINER
from games.aquaretto.zoo.tiles import COIN, TYPE
from rendering.aquaretto.colours import LIGHT
from rendering.aquaretto.tiles import draw_back, draw_coworker, draw_tile
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, join_sprites, paint_sprite
from rendering.drawing.theme import INK, WHITE, mix

_SIDE: Final = 128
_TRUCKS: Final = 5
"""The most trucks of any match."""
_LAND: Final = {LARGE: ((0, 0), (1, 0), (0, 1), (1, 1)), SMALL: ((0, 0), (0, 1), (1, 1))}
"""The cells of an expansion: column and row."""


def draw_signs() -> Mapping[str, Sprite]:
    """Draw each tile, the pile, each truck with its number, each job, and both expansions."""
    tiles = {tile: draw_tile(tile, _SIDE, LIGHT) for tile in (COIN, *TYPE)}
    trucks = {name_truck_sign(truck): _draw_numbered_truck(truck + 1) for truck in range(_TRUCKS)}
    jobs = {job: draw_coworker(job, _SIDE) for job in (CASHIER, KEEPER, MANAGER, TRAINER)}
    land = {kind: _draw_land(kind) for kind in _LAND}
    return {**tiles, PILE: _draw_pile(), **trucks, **jobs, **land}


def _draw_pile() -> Sprite:
    """Draw a tile face down, with a question mark."""
    words = paint_sprite(_SIDE, _SIDE, lambda pen: pen.words(_SIDE / 2, _SIDE / 2, "?", WHITE, size=100))
    return join_sprites(_SIDE, _SIDE, [(draw_back(_SIDE, LIGHT.panel), 0, 0), (words, 0, 0)])


def _draw_numbered_truck(number: int) -> Sprite:
    """Draw a truck from the side, with its number on its load."""
    body, pool = LIGHT.own("deep"), LIGHT.own("pool")

    def paint(pen: Pen) -> None:
        pen.rounded_box((2, 40, 50, 98), 12, LIGHT.line, edge=INK, width=4)
        pen.rounded_box((10, 48, 34, 70), 5, mix(pool, WHITE, 0.4), edge=INK, width=3)
        pen.rounded_box((38, 8, 126, 98), 10, body, edge=INK, width=4)
        pen.words(82, 53, str(number), WHITE, size=90)
        for x in (28, 98):
            pen.disc(x, 100, 19, INK, edge=WHITE, width=3)
            pen.disc(x, 100, 7, WHITE)

    return paint_sprite(_SIDE, 122, paint)


def _draw_land(kind: str) -> Sprite:
    """Draw the cells of an expansion."""
    half = _SIDE // 2

    def paint(pen: Pen) -> None:
        for column, row in _LAND[kind]:
            x, y = column * half, row * half
            pen.rounded_box((x + 2, y + 2, x + half - 2, y + half - 2), 10, LIGHT.own("sand"), edge=INK, width=4)

    return paint_sprite(_SIDE, _SIDE, paint)
