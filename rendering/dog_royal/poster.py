"""The poster of DOG Royal: evening before a lamp-lit palace, the seats are the court on its way home."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from rendering.dog_royal.pieces import Figure
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, SEATS, WHITE, mix, rgb
from rendering.posters.scene import HEIGHT, WIDTH, Placed, Title, paint_bands, spread

TITLE: Final = Title(98, rgb("#FBE6B0"), rgb("#2A1A30"))

_NIGHT, _PLUM, _ROSE, _GLOW = rgb("#2F2038"), rgb("#5A3A5E"), rgb("#B5657A"), rgb("#F3B77A")
_WALL, _WALL_LIT, _ROOF, _DARK = rgb("#4A3350"), rgb("#6B4A63"), rgb("#332340"), rgb("#241729")
_LAMP, _BRASS, _MOON = rgb("#FFE09A"), rgb("#C9A46A"), rgb("#FFF3D2")
_GRASS, _HEDGE, _LEAF = rgb("#33503F"), rgb("#22382F"), rgb("#4A6B4C")
_STONE, _STONE_SHADE = rgb("#E9D9B6"), rgb("#B99E78")
_FLOOR: Final = 470
_UNIT: Final = 150
_RANKS: Final = "KNCJKC"


def paint(pen: Pen) -> None:
    """Paint the scene."""
    paint_bands(pen, 0, _FLOOR, (_NIGHT, _PLUM, _ROSE, _GLOW), each=4)
    for number in range(46):
        x, y = (number * 271) % WIDTH, (number * 97) % 230
        pen.disc(x, y, 1.6 + number % 3, mix(_NIGHT, _MOON, 0.5 + number % 4 * 0.12))
    for radius, share in ((104, 0.14), (80, 0.3)):
        pen.disc(1010, 178, radius, mix(_PLUM, _MOON, share))
    pen.disc(1010, 178, 56, _MOON)
    _paint_palace(pen)
    _paint_garden(pen)
    _paint_lanterns(pen)


def _paint_palace(pen: Pen) -> None:
    """Paint the palace on the left third, its windows lit, its gate open."""
    for x, wide, top in ((60, 120, 330), (540, 130, 320), (690, 200, 372), (880, 90, 344), (0, 60, 386)):
        pen.rounded_box((x, top, x + wide, _FLOOR + 20), 0, mix(_WALL, _ROSE, 0.25))
    for x, wide, top, roof in ((150, 84, 276, 96), (470, 84, 276, 96), (250, 200, 300, 0), (300, 100, 206, 92)):
        pen.rounded_box((x, top, x + wide, _FLOOR + 20), 0, _WALL)
        pen.rounded_box((x, top, x + wide * 0.3, _FLOOR + 20), 0, _WALL_LIT)
        if roof:
            pen.polygon([(x - 14, top), (x + wide / 2, top - roof), (x + wide + 14, top)], _ROOF)
            pen.polygon([(x - 14, top), (x + wide / 2, top - roof), (x + wide * 0.36, top)], mix(_ROOF, _ROSE, 0.3))
            pen.line([(x + wide / 2, top - roof), (x + wide / 2, top - roof - 30)], _BRASS, 4)
            pen.polygon(
                [
                    (x + wide / 2, top - roof - 30),
                    (x + wide / 2 + 34, top - roof - 22),
                    (x + wide / 2, top - roof - 12),
                ],
                SEATS[0].fill,
            )
        else:
            for tooth in range(x, x + wide - 10, 28):
                pen.rounded_box((tooth, top - 16, tooth + 16, top + 2), 0, _WALL)
    for x, y in (
        (178, 310),
        (178, 372),
        (498, 310),
        (498, 372),
        (276, 346),
        (412, 346),
        (334, 240),
        (356, 240),
        (96, 370),
        (590, 362),
        (730, 402),
        (780, 402),
        (830, 402),
        (912, 380),
    ):
        pen.rounded_box((x, y, x + 15, y + 30), 7, _LAMP)
    pen.rounded_box((306, 366, 394, _FLOOR + 24), 44, _BRASS)
    pen.rounded_box((314, 374, 386, _FLOOR + 24), 36, _LAMP)
    pen.rounded_box((314, 430, 386, _FLOOR + 24), 0, _LAMP)
    pen.line([(350, 376), (350, _FLOOR + 22)], mix(_LAMP, _BRASS, 0.5), 3)


def _paint_garden(pen: Pen) -> None:
    """Paint the garden, and the way of stones that winds from the front to the gate."""
    pen.rounded_box((0, _FLOOR, WIDTH, HEIGHT), 0, _GRASS)
    paint_hedge = [
        (x, _FLOOR + 6 - 16 * abs(math.sin(x / 37)) - 8 * abs(math.sin(x / 90))) for x in range(0, WIDTH + 10, 8)
    ]
    pen.polygon(
        [(0, _FLOOR + 40), *(point for point in paint_hedge if not 300 < point[0] < 400), (WIDTH, _FLOOR + 40)], _HEDGE
    )
    pen.polygon([(306, _FLOOR), (394, _FLOOR), (420, _FLOOR + 44), (280, _FLOOR + 44)], mix(_GRASS, _LAMP, 0.4))
    for number in range(90):
        x, y = (number * 173) % WIDTH, _FLOOR + 44 + (number * 61) % (HEIGHT - _FLOOR - 44)
        pen.line([(x, y), (x + 5, y - 9)], _LEAF, 3)
        pen.line([(x + 8, y), (x + 8, y - 8)], _LEAF, 3)
    for step in range(17):
        share = step / 16
        depth = share**1.4
        down = _FLOOR + 52 + depth * 200
        across = 350 + 470 * share + 120 * math.sin(share * 5.2) * (0.3 + share)
        wide = 12 + 26 * depth
        pen.oval((across - wide, down - wide * 0.36 + 5, across + wide, down + wide * 0.36 + 5), _STONE_SHADE)
        pen.oval((across - wide, down - wide * 0.36, across + wide, down + wide * 0.36), _STONE)
    for band in range(3):
        pen.rounded_box((0, 736 + band * 16, WIDTH, HEIGHT), 0, mix(_GRASS, _DARK, 0.2 + band * 0.18))


def _paint_lanterns(pen: Pen) -> None:
    """Paint lanterns on a cord from tree to tree."""
    for x, side in ((1130, -1), (20, 1)):
        pen.polygon([(x - 16, _FLOOR + 70), (x - 9, 250), (x + 9, 250), (x + 18, _FLOOR + 70)], _DARK)
        for dx, dy, radius in ((0, -20, 86), (-60 * side, 24, 58), (56 * side, 20, 62), (10, -90, 60)):
            pen.disc(x + dx, 250 + dy, radius, _HEDGE)
        for dx, dy, radius in ((-24, -50, 40), (-56 * side, 6, 26), (30 * side, 0, 30)):
            pen.disc(x + dx, 250 + dy, radius, mix(_HEDGE, _LEAF, 0.5))

    def level(x: float) -> float:
        return 274 - 30 * (x - 540) / 580 + 96 * math.sin(math.pi * (x - 540) / 580)

    pen.line([(x, level(x)) for x in range(540, 1121, 12)], _DARK, 4)
    for x in (630, 722, 814, 906, 998):
        y = level(x)
        for radius, share in ((36, 0.12), (25, 0.3)):
            pen.disc(x, y + 24, radius, mix(_ROSE, _LAMP, share))
        pen.rounded_box((x - 14, y + 8, x + 14, y + 42), 9, _LAMP)
        pen.rounded_box((x - 10, y + 2, x + 10, y + 9), 2, _DARK)
        pen.rounded_box((x - 10, y + 40, x + 10, y + 46), 2, _DARK)


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: somebody of the court, each of another rank than their neighbours."""
    return Placed(
        _draw_courtier(colours[0], _RANKS[number % len(_RANKS)], free), spread(number, count, left=106, right=1068), 712
    )


@cache
def _draw_courtier(colour: int, rank: str, free: bool) -> Sprite:
    seat, unit = SEATS[colour], _UNIT
    wide, tall, origin = round(unit * 1.4), round(unit * 1.82), (round(unit * 0.62), round(unit * 1.36))

    def paint_all(pen: Pen) -> None:
        figure = Figure(pen, unit, origin)
        figure.oval((0.2, 0.32), 0.6, 0.12, (*_DARK, 150))
        figure.silhouette(rank, _LAMP if not free else WHITE, 3)
        figure.silhouette(rank, seat.edge if seat.fill != INK else INK, 1)
        figure.robe(rank, seat)
        figure.hem(rank, seat)
        figure.head(rank, seat)
        pen.glyph(colour, origin[0], origin[1] - unit * 0.4, unit * 0.24, seat.on)

    made = paint_sprite(wide, tall, paint_all, origin=origin)
    return made.fade(0.34) if free else made
