"""The poster of Docker: a freighter before a low sun, a crane lifts a crate aboard, and the seats are crates."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Final

from rendering.docker.harbour import FULL, Brush, paint_ship
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import BLACK, INK, RGB, SEATS, make_theme, mix, rgb
from rendering.posters.scene import (
    HEIGHT,
    WIDTH,
    Placed,
    Title,
    paint_bands,
    paint_cloud,
    paint_glow,
    spread,
)

TITLE: Final = Title(100, rgb("#FFF3D9"), rgb("#5A2A2C"))

_HORIZON: Final = 404
_QUAY: Final = 552
_SUN_AT: Final[Point] = (1068, 366)
_SIDE: Final = 132
"""The side of a crate, and how far its top and its right side lean back."""
_LEAN: Final[Point] = (40, -34)

_HIGH, _ROSE, _GLOW, _SUN = rgb("#3D7F96"), rgb("#EFA37C"), rgb("#FBD38D"), rgb("#FFF4D2")
_SEA, _DEEP, _HILL, _RANGE = rgb("#7FA9AC"), rgb("#2E6275"), rgb("#C98D78"), rgb("#A87A77")
_STONE, _JOINT, _EDGE, _SHADE = rgb("#B99A7E"), rgb("#8F735F"), rgb("#F0D3A4"), rgb("#6E5A52")
_STEEL, _STEEL_SHADE, _IRON = rgb("#B2432F"), rgb("#74292A"), rgb("#3A2A30")
_WOOD, _PLANK = rgb("#C98A4B"), rgb("#8A5632")
_BY_EVENING: Final = make_theme(
    "E9E4DA 5A4A50 F2C14E 2B2B33 27343F FFFFFF C9D3DA",
    hull="2C4F66",
    rust="B24A36",
    wood="CE9350",
    slab="F7E3C0",
    sky4="E8C9A8",
)
"""The ship's colours in this light."""


def paint(pen: Pen) -> None:
    """Paint the scene."""
    pen.rounded_box((0, 0, WIDTH, HEIGHT), 0, _HIGH)
    paint_glow(pen, *_SUN_AT, (_HIGH, mix(_HIGH, _GLOW, 0.5), _ROSE, _GLOW, _SUN))
    for x, y, size, share in ((-10, 226, 2.0, 0.25), (650, 226, 1.1, 0.5), (960, 186, 1.7, 0.6), (420, 300, 1.1, 0.4)):
        paint_cloud(pen, x, y, size, mix(_ROSE, _SUN, share))
    pen.disc(*_SUN_AT, 74, _SUN)
    far = [
        (0, 58),
        (120, 92),
        (260, 60),
        (380, 84),
        (520, 46),
        (700, 66),
        (860, 30),
        (1010, 58),
        (1110, 82),
        (1200, 60),
    ]
    pen.polygon([(0, _HORIZON), *((x, _HORIZON - y) for x, y in far), (1200, _HORIZON)], _HILL)
    near = [(0, 30), (190, 44), (330, 20), (520, 30), (700, 12), (820, 20), (980, 8), (1200, 34)]
    pen.polygon([(0, _HORIZON), *((x, _HORIZON - y) for x, y in near), (1200, _HORIZON)], _RANGE)
    _paint_water(pen)
    for x, y, size in ((268, 214, 1.0), (306, 196, 0.7), (860, 268, 0.8)):
        for way in (-1, 1):
            wing = [(x, y), (x + 11 * way * size, y - 9 * size), (x + 24 * way * size, y - 5 * size)]
            pen.line(wing, _IRON, 3.5 * size)
    paint_ship(Brush(pen, 352, 560, 1.5), _BY_EVENING, FULL, False)
    _paint_quay(pen)
    _paint_crane(pen)
    _paint_docker(pen, 1128, 716, 1.75)


def _paint_water(pen: Pen) -> None:
    """Paint the water: darker towards the quay, with the way of the sun on it."""
    paint_bands(pen, _HORIZON, HEIGHT, (mix(_SEA, _GLOW, 0.5), _SEA, _DEEP, _DEEP), each=8)
    for number in range(46):
        level = _HORIZON + 3 + number * 3.3
        reach = 60 + number * 67 % 70 + number
        x = _SUN_AT[0] - reach / 2 + (number * 37) % 50 - 25
        pen.line([(x, level), (x + reach, level)], (*_SUN, 200 - 3 * number), 2 + number / 22)
    for number in range(24):
        x, y = (number * 211) % WIDTH, _HORIZON + 18 + (number * 53) % 124
        pen.line([(x, y), (x + 40 + number % 4 * 14, y)], (*_SUN, 70), 3)


def _paint_quay(pen: Pen) -> None:
    """Paint the quay, whose joints run towards the sun, and the sun's light on it."""
    pen.rounded_box((0, _QUAY, WIDTH, HEIGHT), 0, _STONE)
    rows = (_QUAY + 20, 592, 630, 686, HEIGHT + 6)
    for row, (y0, y1) in enumerate(pairwise(rows)):
        for number in range(-16, 17):
            sides = [_SUN_AT[0] + (number + row % 2 / 2 + step) * 96 for step in (0, 1)]
            low, high = ([_SUN_AT[0] + (x - _SUN_AT[0]) * (y - 380) / 230 for x in sides] for y in (y1, y0))
            tone = mix(_STONE, _JOINT, (number * 5 + row * 3) % 7 / 18)
            pen.polygon([(high[0], y0), (high[1], y0), (low[1], y1), (low[0], y1)], tone)
            pen.line([(high[0], y0), (low[0], y1)], _JOINT, 3)
        pen.line([(0, y1), (WIDTH, y1)], _JOINT, 3)
        pen.line([(0, y0 + 2), (WIDTH, y0 + 2)], (*_EDGE, 120), 2)
    for step in range(6):  # the light that lies on the stones
        half, y = 300 - 48 * step, _QUAY
        pen.polygon([(_SUN_AT[0] - half * 0.6, y), (_SUN_AT[0] + half * 0.6, y), (_SUN_AT[0] + half * 1.5, HEIGHT),
                     (_SUN_AT[0] - half * 1.5, HEIGHT)], (*_SUN, 20))  # fmt: skip
    pen.rounded_box((0, _QUAY, WIDTH, _QUAY + 13), 0, _EDGE)
    pen.rounded_box((0, _QUAY + 13, WIDTH, _QUAY + 21), 0, _SHADE)
    for x in (318, 590, 862):
        pen.polygon(
            [(x - 20, _QUAY + 30), (x + 20, _QUAY + 30), (x - 20, _QUAY + 74), (x - 62, _QUAY + 74)], (*INK, 70)
        )
        pen.polygon([(x - 13, _QUAY - 14), (x + 13, _QUAY - 14), (x + 18, _QUAY + 30), (x - 18, _QUAY + 30)], _IRON)
        pen.rounded_box((x - 25, _QUAY - 28, x + 25, _QUAY - 9), 9, _IRON)
        pen.line([(x - 6, _QUAY - 24), (x + 18, _QUAY - 24)], _GLOW, 3.5)


def _paint_crane(pen: Pen) -> None:
    """Paint the crane on the left, its jib over the ship, and the crate that hangs from it."""
    pen.polygon([(-40, 700), (196, 700), (120, 742), (-140, 742)], (*INK, 60))
    for x0, x1, tone, lit in ((-6, 30, _STEEL_SHADE, _STEEL), (148, 184, _STEEL_SHADE, _STEEL)):
        pen.polygon([(x0, 700), (x0 + 16, 250), (x1 + 2, 250), (x1, 700)], tone)
        pen.polygon([(x1 - 11, 700), (x1 - 6, 250), (x1 + 2, 250), (x1, 700)], lit)
        pen.rounded_box((x0 - 18, 690, x1 + 18, 714), 6, _IRON)
    for y in (300, 420, 540):
        pen.line([(22, y), (162, y + 118)], _STEEL_SHADE, 12)
        pen.line([(162, y), (22, y + 118)], _STEEL, 12)
    for x in range(60, 540, 66):  # the lattice of the jib
        level = 262 - x * 0.118
        pen.line([(x, level + 4), (x + 33, level + 34), (x + 66, level - 4)], _STEEL_SHADE, 7)
    for down, tone in ((0, _STEEL), (36, _STEEL_SHADE)):
        pen.line([(-10, 262 + down), (622, 188 + down * 0.62)], tone, 13)
    pen.line([(-10, 257), (622, 183)], _GLOW, 3)
    pen.polygon([(76, 254), (110, 160), (130, 160), (150, 246)], _STEEL_SHADE)
    pen.polygon([(126, 160), (134, 160), (152, 246), (142, 246)], _STEEL)
    for x, y in ((-10, 214), (500, 200)):
        pen.line([(120, 164), (x, y)], _IRON, 4)
    pen.rounded_box((92, 262, 186, 346), 9, _STEEL)
    pen.rounded_box((92, 262, 112, 346), 9, _STEEL_SHADE)
    pen.rounded_box((122, 276, 176, 314), 5, _SUN)
    pen.line([(122, 314), (176, 276)], mix(_SUN, _ROSE, 0.5), 5)
    pen.line([(604, 200), (604, 268)], _IRON, 5)
    for x, y in ((556, 304), (624, 304), (668, 284)):
        pen.line([(604, 268), (x, y)], _IRON, 4)
    pen.disc(604, 268, 9, _IRON)
    _paint_box(pen, 546, 408, 104, (32, -27), _WOOD)


def _paint_docker(pen: Pen, x: float, y: float, size: float) -> None:
    """Paint a docker who waves the crate aboard; `x`, `y`: between the feet."""
    coat, shade, skin = rgb("#2B5068"), rgb("#1E394C"), rgb("#C98A60")

    def at(*points: Point) -> list[Point]:
        return [(x + across * size, y - up * size) for across, up in points]

    def line(tone: RGB, width: float, *points: Point) -> None:
        pen.line(at(*points), tone, width * size)

    pen.polygon(at((-14, 0), (18, 0), (-26, -40), (-66, -40)), (*INK, 85))
    for side in (-1, 1):
        line(_IRON, 13, (side * 6, 42), (side * 10, 5))
        line(_IRON, 8, (side * 9, 2), (side * 13, 2))
    line(coat, 13, (-17, 80), (-40, 92), (-52, 124))
    line(coat, 13, (17, 80), (32, 62), (24, 46))
    pen.disc(*at((-53, 130))[0], 8 * size, skin)
    pen.polygon(at((-17, 38), (-20, 84), (20, 84), (18, 38)), coat, edge=coat, width=6 * size)
    pen.polygon(at((-3, 36), (4, 86), (-20, 87), (-20, 36)), shade)
    line(_GLOW, 3.5, (23, 84), (21, 38))
    line(_ROSE, 5, (-19, 60), (20, 60))
    pen.disc(*at((-1, 104))[0], 15 * size, skin)
    pen.disc(*at((-16, 101))[0], 4 * size, skin)
    pen.disc(*at((4, 101))[0], 4 * size, mix(skin, _STEEL_SHADE, 0.4))
    pen.polygon(at((-17, 104), (-16, 117), (2, 123), (15, 116), (16, 104)), _STEEL, edge=_STEEL, width=4 * size)
    line(_STEEL_SHADE, 5, (-27, 104), (-12, 105))
    line(_GLOW, 2.5, (12, 119), (17, 106))


def _paint_box(pen: Pen, x: float, y: float, side: float, lean: Point, fill: RGB) -> None:
    """Paint a crate, its left lower corner at x, y: its front in the shade, top and right side in the sun."""
    (dx, dy), edge, frame = lean, mix(fill, BLACK, 0.55), side / 7.5
    top, right, low, high = mix(fill, _SUN, 0.55), mix(fill, _GLOW, 0.35), y, y - side
    pen.polygon([(x, high), (x + dx, high + dy), (x + side + dx, high + dy), (x + side, high)], top, edge=edge)
    pen.polygon(
        [(x + side, low), (x + side + dx, low + dy), (x + side + dx, high + dy), (x + side, high)], right, edge=edge
    )
    for share in (0.33, 0.67):  # the seams between the planks
        pen.line(
            [(x + dx * share, high + dy * share), (x + side + dx * share, high + dy * share)], mix(top, edge, 0.35), 2.5
        )
        level = high + side * share
        pen.line([(x + side, level), (x + side + dx, level + dy)], mix(right, edge, 0.35), 2.5)
    pen.rounded_box((x, high, x + side, low), 3, fill)
    inner = (x + frame, high + frame, x + side - frame, low - frame)
    pen.rounded_box(inner, 2, mix(fill, BLACK, 0.26))
    for share in (0.25, 0.5, 0.75):
        level = inner[1] + (inner[3] - inner[1]) * share
        pen.line([(inner[0], level), (inner[2], level)], mix(fill, BLACK, 0.4), 2.5)
    pen.rounded_box(inner, 2, None, edge=mix(fill, BLACK, 0.38), width=3)
    pen.line([(x + 5, low - 6), (x + 5, high + 5), (x + side - 6, high + 5)], mix(fill, _SUN, 0.45), 3)
    for across, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        pen.disc((x + side / 2) + across * (side - frame) / 2, (low + high) / 2 + down * (side - frame) / 2, 3, edge)
    pen.rounded_box((x - 2, high - 2, x + side + 2, low + 2), 4, None, edge=edge)


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: a crate on the quay for each of its colours, one on another; a free one is still to be unloaded."""
    return Placed(_draw_crates(colours, free), spread(number, count, left=250, right=1000), 738)


@cache
def _draw_crates(colours: tuple[int, ...], free: bool) -> Sprite:
    pad, tall = 76, _SIDE * len(colours) + 44
    (dx, dy), left, base = _LEAN, pad, tall - 4

    def paint_all(pen: Pen) -> None:
        shadow = [(left, base), (left + _SIDE, base), (left + _SIDE - 66, base + 42), (left - 74, base + 42)]
        pen.polygon(shadow, (*INK, 85))
        for level, colour in enumerate(reversed(colours)):
            seat, y = SEATS[colour], base - level * _SIDE
            middle = left + _SIDE / 2, y - _SIDE / 2
            if free:
                outer = [(left, y), (left, y - _SIDE), (left + dx, y - _SIDE + dy), (left + _SIDE + dx, y - _SIDE + dy),
                         (left + _SIDE + dx, y + dy), (left + _SIDE, y)]  # fmt: skip
                body, pale = mix(mix(seat.fill, _STONE, 0.75), _SHADE, 0.35), mix(_STONE, _SUN, 0.4)
                pen.polygon(outer, body, edge=pale)
                lid = [(left, y - _SIDE), (left + _SIDE, y - _SIDE), (left + _SIDE + dx, y - _SIDE + dy)]
                pen.line([*lid, lid[1], (left + _SIDE, y)], pale, 3)
                pen.glyph(colour, *middle, 36, mix(body, pale, 0.6))
            else:
                _paint_box(pen, left, y, _SIDE, _LEAN, seat.fill)
                pen.disc(*middle, 44, seat.fill, edge=mix(seat.fill, BLACK, 0.38), width=3)
                pen.glyph(colour, *middle, 34, seat.on)

    return paint_sprite(pad + _SIDE + 60, tall + 38, paint_all, origin=(left + _SIDE // 2, base))
