"""The poster of DOG Royal: evening before a lamp-lit palace, the seats are the court on its way home."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from rendering.dog_royal.pieces import Figure
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, SeatColour, mix, rgb
from rendering.posters.scene import HEIGHT, WIDTH, Placed, Title, spread

TITLE: Final = Title(98, rgb("#FBE6B0"), rgb("#2A1A30"))

_NIGHT, _PLUM, _ROSE, _GLOW = rgb("#2F2038"), rgb("#5A3A5E"), rgb("#B5657A"), rgb("#F3B77A")
_WALL, _ROOF, _DARK = rgb("#4A3350"), rgb("#332340"), rgb("#241729")
_LAMP, _BRASS, _MOON = rgb("#FFE09A"), rgb("#C9A46A"), rgb("#FFF3D2")
_GRASS, _HEDGE, _LEAF = rgb("#33503F"), rgb("#22382F"), rgb("#4A6B4C")
_STONE, _STONE_SHADE = rgb("#E9D9B6"), rgb("#B99E78")
_FLOOR: Final = 486
_UNIT: Final = 152
_ROW: Final = 6
"""The height of a row of the sky and of the lawn."""
_RANKS: Final = "KNCJKC"
_MIDNIGHT: Final = (_NIGHT, _PLUM, _ROSE, _GLOW)


def _find_sky(y: float) -> RGB:
    """Return the tone of the sky at a height: the glow of the evening at the horizon, night above."""
    place, share = divmod(max(0.0, min(0.999, y // _ROW * _ROW / _FLOOR)) * (len(_MIDNIGHT) - 1), 1)
    return mix(_MIDNIGHT[int(place)], _MIDNIGHT[int(place) + 1], share)


def _find_grass(y: float) -> RGB:
    """Return the tone of the lawn at a height: darker in front."""
    return mix(_GRASS, _DARK, 0.8 * max(0.0, (y // _ROW * _ROW - 620) / (HEIGHT - 620)))


def _paint_glow(
    pen: Pen, middle: Point, reach: tuple[int, int], tone: RGB, degrees: Sequence[float], find: Callable[[float], RGB]
) -> None:
    """Paint light around a point over a ground in rings: `degrees` (0..1) of its tone from `reach`, which is across and
    down, to the point."""
    (x, y), (across, down) = middle, reach
    for number, degree in enumerate(degrees):
        share = 1 - number / len(degrees)
        for level in range(round(y - down * share) // 2 * 2, round(y + down * share), 2):
            half = max(2.0, across * math.sqrt(max(0.0, share * share - ((level + 1 - y) / down) ** 2)))
            pen.rounded_box((x - half, level, x + half, level + 2), 0, mix(find(level), tone, degree))


def _paint_rows(pen: Pen, top: int, bottom: int, find: Callable[[float], RGB]) -> None:
    """Paint a ground row by row."""
    for y in range(top, bottom, _ROW):
        pen.rounded_box((0, y, WIDTH, y + _ROW), 0, find(y))


def paint(pen: Pen) -> None:
    """Paint the scene."""
    _paint_lawn(pen)
    _paint_rows(pen, 0, _FLOOR + 18, _find_sky)
    for number in range(46):
        x, y = (number * 271) % WIDTH, (number * 97) % 230
        pen.disc(x, y, 1.4 + number % 3 * 0.7, mix(_find_sky(y), _MOON, 0.4 + number % 4 * 0.15))
    _paint_glow(pen, (1004, 196), (190, 190), _MOON, (0.05, 0.1, 0.16, 0.24), _find_sky)
    pen.disc(1004, 196, 58, _MOON)
    for dx, dy, radius in ((-18, -14, 13), (16, 10, 17), (-8, 26, 8)):
        pen.disc(1004 + dx, 196 + dy, radius, mix(_MOON, _LAMP, 0.35))
    _paint_palace(pen)
    _paint_garden(pen)
    _paint_trees(pen)
    _paint_lanterns(pen)


_WINGS: Final = ((0, 70, 408), (60, 100, 368), (544, 130, 360), (668, 210, 398), (872, 100, 376), (960, 250, 412))
_TOWERS: Final = ((152, 84, 318, 90), (468, 84, 318, 90), (300, 100, 292, 92))
"""Left, width, top, and for towers the height of the roof."""


def _paint_wall(pen: Pen, x: float, wide: float, top: float, tone: RGB) -> None:
    """Paint a wall with teeth, its right side in the light of the moon."""
    lit = mix(tone, _ROSE, 0.28)
    pen.rounded_box((x, top, x + wide, _FLOOR + 20), 0, tone)
    pen.rounded_box((x + wide * 0.74, top, x + wide, _FLOOR + 20), 0, lit)
    for tooth in range(round(x), round(x + wide) - 12, 26):
        pen.rounded_box((tooth, top - 12, tooth + 15, top + 2), 0, lit if tooth > x + wide * 0.74 else tone)


def _paint_palace(pen: Pen) -> None:
    """Paint the palace on the left third, its windows lit, its gate open."""
    for x, wide, top in _WINGS:
        _paint_wall(pen, x, wide, top, mix(_WALL, _ROSE, 0.34))
    _paint_wall(pen, 236, 240, 356, _WALL)
    for x, wide, top, roof in _TOWERS:
        _paint_wall(pen, x, wide, top, mix(_WALL, _DARK, 0.12))
        middle, eaves = x + wide / 2, top + 4
        pen.polygon([(x - 14, eaves), (middle, top - roof), (x + wide + 14, eaves)], _ROOF)
        pen.polygon([(middle, top - roof), (x + wide + 14, eaves), (x + wide * 0.66, eaves)], mix(_ROOF, _ROSE, 0.42))
        pen.line([(middle, top - roof), (middle, top - roof - 28)], _BRASS, 4)
        flag = [(middle, top - roof - 28), (middle + 34, top - roof - 20), (middle, top - roof - 10)]
        pen.polygon(flag, SEATS[0].fill)
    windows = [(x, y) for x in (186, 502) for y in (344, 402)] + [(334, 326), (357, 326), (264, 392), (426, 392)]
    windows += [
        (98, 404),
        (126, 404),
        (596, 398),
        (628, 398),
        (716, 434),
        (766, 434),
        (816, 434),
        (912, 414),
        (1040, 444),
    ]
    for x, y in windows:
        pen.rounded_box((x - 3, y - 3, x + 18, y + 31), 10, mix(_WALL, _LAMP, 0.3))
        pen.rounded_box((x, y, x + 15, y + 28), 7, _LAMP)
    for inset, tone in ((-7, _BRASS), (0, mix(_LAMP, _GLOW, 0.45)), (9, _LAMP), (20, _MOON)):
        pen.rounded_box((306 + inset, 384 + inset, 394 - inset, _FLOOR), 44 - inset, tone)
        pen.rounded_box((306 + inset, 440, 394 - inset, _FLOOR + 18), 0, tone)


def _find_way(share: float) -> tuple[float, float, float]:
    """Return x, y and half the width of the way after `share` (0..1) of it, from the gate to the front."""
    return 350 + 420 * share**1.7 + 26 * math.sin(share * 6), _FLOOR + 18 + share * 280, 41 + 62 * share


def _paint_lawn(pen: Pen) -> None:
    """Paint the lawn, in the light that falls through the gate."""
    _paint_rows(pen, _FLOOR + 18, HEIGHT, _find_grass)
    _paint_glow(pen, (350, _FLOOR + 10), (500, 200), _LAMP, (0.06, 0.12, 0.2, 0.3, 0.42, 0.56), _find_grass)


def _paint_garden(pen: Pen) -> None:
    """Paint the hedge, and the way that winds from the front to the gate in its light."""
    for first, last in ((0, 306), (394, WIDTH)):
        top = [
            (x, _FLOOR + 6 - 14 * abs(math.sin(x / 37)) - 7 * abs(math.sin(x / 90))) for x in range(first, last + 1, 8)
        ]
        pen.polygon([(first, _FLOOR + 34), *top, (last, _FLOOR + 34)], _HEDGE)
        pen.line([(x, y + 5) for x, y in top], mix(_HEDGE, _LEAF, 0.6), 5)
    for number in range(48):
        x, y = (number * 397) % WIDTH, _FLOOR + 52 + (number * 83) % 190
        blade = mix(_find_grass(y), _LEAF, 0.7)
        pen.line([(x, y), (x + 5, y - 9)], blade, 3)
        pen.line([(x + 8, y), (x + 8, y - 8)], blade, 3)
    way = [_find_way(step / 40) for step in range(41)]
    for wider, tone in ((7, _STONE_SHADE), (0, _STONE)):
        for share, ((x0, y0, w0), (x1, y1, w1)) in enumerate(pairwise(way)):
            edge = [(x0 - w0 - wider, y0), (x0 + w0 + wider, y0), (x1 + w1 + wider, y1), (x1 - w1 - wider, y1)]
            pen.polygon(edge, mix(tone, _find_grass(y1), 0.02 * share))
    for row in range(2, 40, 2):
        (across, down, half), (_, below, _) = way[row], way[row + 2 if row < 38 else 40]
        joint = mix(_STONE_SHADE, _find_grass(down), 0.02 * row)
        pen.line([(across - half, down), (across + half, down)], joint, 2.5)
        for part in (-0.6, 0.0, 0.6) if row % 4 else (-0.3, 0.3):
            pen.line([(across + half * part, down), (across + half * part, below)], joint, 2.5)


def _paint_trees(pen: Pen) -> None:
    """Paint a tree on either side, lit by the moon between them."""
    for x, side in ((1136, -1), (16, 1)):
        pen.polygon([(x - 16, _FLOOR + 84), (x - 9, 260), (x + 9, 260), (x + 18, _FLOOR + 84)], _DARK)
        for grow, tone in ((0, mix(_HEDGE, _LEAF, 0.75)), (-7, _HEDGE)):
            for dx, dy, radius in ((0, -6, 84), (-56 * side, 34, 58), (58 * side, 34, 62), (8 * side, -66, 58)):
                pen.disc(x + dx - grow * 0.7 * side * (1 if grow else 0), 258 + dy - grow * 0.4, radius + grow, tone)


def _paint_lanterns(pen: Pen) -> None:
    """Paint lanterns on a cord from the palace to the tree."""

    def level(x: float) -> float:
        return 300 - 24 * (x - 552) / 560 + 84 * math.sin(math.pi * (x - 552) / 560)

    pen.line([(x, level(x)) for x in range(552, 1113, 10)], _DARK, 4)
    for number, x in enumerate((632, 722, 814, 906, 996)):
        y, tone = level(x), (_LAMP, _GLOW)[number % 2]
        pen.line([(x, y), (x, y + 8)], _DARK, 3)
        pen.oval((x - 20, y + 10, x + 20, y + 54), mix(tone, SEATS[0].fill, 0.25))
        pen.oval((x - 14, y + 11, x + 14, y + 53), tone)
        pen.oval((x - 7, y + 13, x + 7, y + 51), _MOON)
        for edge in (7, 49):
            pen.rounded_box((x - 11, y + edge, x + 11, y + edge + 8), 3, _DARK)


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: somebody of the court, each of another rank than their neighbours; those aside stand nearer."""
    aside = abs(2 * number / max(1, count - 1) - 1)
    return Placed(
        _draw_courtier(colours[0], _RANKS[number % len(_RANKS)], 124 + round(24 * aside), free),
        spread(number, count, left=120, right=1066),
        666 + round(52 * aside),
    )


@cache
def _draw_courtier(colour: int, rank: str, unit: int, free: bool) -> Sprite:
    """Draw somebody of the court in the light of the gate; for a free seat a statue, whose place somebody may take."""
    seat, middle = SEATS[colour], round(unit * 0.8)
    wide, tall, origin = round(unit * 1.7), round(unit * 1.56), (middle, round(unit * 1.16))
    x, y = origin

    def paint_all(pen: Pen) -> None:
        figure = Figure(pen, unit, origin, taller=_TALLER)
        figure.oval((0.16, 0.3), 0.7, 0.1, (*_DARK, 150))
        if free:
            stone = mix(mix(seat.fill, _STONE_SHADE, 0.5), _PLUM, 0.55)
            figure.silhouette(rank, mix(stone, _MOON, 0.5), 3)
            figure.silhouette(rank, stone, 0)
            pen.glyph(colour, x, y - unit * 0.13, unit * 0.2, mix(stone, _MOON, 0.35))
            return
        figure.silhouette(rank, _LAMP, 3.5)
        figure.silhouette(rank, seat.edge if seat.fill != INK else INK, 1.5)
        figure.robe(rank, seat)
        figure.hem(rank, seat)
        _draw_arms(figure, rank, seat)
        figure.head(rank, seat)
        if rank != "N":
            for side in (-1, 1):
                figure.disc((side * 0.09, -0.485), 0.055, WHITE)
                figure.disc((side * 0.09 - 0.012, -0.48), 0.034, INK)
                figure.disc((side * 0.165, -0.41), 0.034, mix(_STONE, SEATS[0].fill, 0.35))
        pen.glyph(colour, x, y - unit * 0.13, unit * 0.2, seat.on)

    return paint_sprite(wide, tall, paint_all, origin=origin)


_TALLER: Final = 0.19
"""How much taller people are on the poster than pieces on the board, in units."""
_HELD: Final = {"K": (-0.4, 0.04), "N": (-0.85, 0.06), "C": (-0.11, 0.05), "J": (-0.3, 0.06)}
"""How far up the staff of each rank reaches, and how thick its knob is."""


def _draw_arms(figure: Figure, rank: str, seat: SeatColour) -> None:
    """Draw two arms, and what the right hand holds: sceptre, lance, stick or bauble."""
    top, knob = _HELD[rank]
    staff = ((0.58, 0.3), (0.58, top))
    figure.line(staff, seat.edge, 0.075)
    figure.line(staff, _BRASS, 0.045)
    if rank == "N":
        figure.shape(((0.58, top), (0.62, top + 0.22), (0.54, top + 0.22)), _MOON)
    else:
        figure.disc(staff[1], knob + 0.03, seat.edge)
        figure.disc(staff[1], knob + 0.015, _LAMP)
    for side in (-1, 1):
        arm = ((side * 0.42, -0.16), (side * 0.52, -0.02))
        figure.line(arm, seat.edge, 0.19)
        figure.line(arm, seat.side if side > 0 else seat.fill, 0.15)
        figure.disc((side * 0.55, 0.05), 0.075, seat.edge)
        figure.disc((side * 0.55, 0.05), 0.06, _STONE)
