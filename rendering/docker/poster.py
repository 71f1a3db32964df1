"""The poster of Docker: a freighter at the quay on a golden morning, a crane lifts a crate, the seats are crates."""

from __future__ import annotations

from functools import cache
from typing import Final

from rendering import Look
from rendering.docker.harbour import FULL, Brush, paint_ship
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, SEATS, WHITE, mix, rgb, theme
from rendering.posters.scene import HEIGHT, WIDTH, Placed, Title, paint_bands, paint_cloud, spread

TITLE: Final = Title(100, rgb("#8A3B2E"), rgb("#FFF8E7"))

_HORIZON: Final = 400
_QUAY: Final = 548
_SIDE: Final = 132
"""The side of a crate, and how far its top and its right side lean back."""
_LEAN: Final[Point] = (40, -34)

_SUN, _GLOW, _SKY, _MIST = rgb("#FFF4D6"), rgb("#F9D9A6"), rgb("#A9D3DA"), rgb("#F6E7CB")
_SEA, _DEEP, _HILL = rgb("#8FC1C9"), rgb("#4E93A3"), rgb("#B9C8BE")
_STONE, _JOINT, _EDGE, _SHADE = rgb("#E4D9C5"), rgb("#CDBFA6"), rgb("#F4ECDD"), rgb("#B3A48A")
_STEEL, _STEEL_SHADE, _CABLE = rgb("#C4543A"), rgb("#93392A"), rgb("#4A3B34")
_WOOD, _PLANK = rgb("#D09A5B"), rgb("#A4683F")


def paint(pen: Pen) -> None:
    """Paint the scene."""
    paint_bands(pen, 0, _HORIZON + 4, (_SKY, mix(_SKY, _MIST, 0.7), _GLOW), each=9)
    for step in range(10):
        pen.disc(960, 330, 262 - 17 * step, mix(_GLOW, _SUN, 0.25 + 0.07 * step))
    pen.disc(960, 330, 92, _SUN)
    for x, y, size in ((90, 250, 1.6), (700, 196, 1.1), (1050, 176, 1.4), (520, 262, 0.9)):
        paint_cloud(pen, x, y, size, mix(_MIST, WHITE, 0.4))
    far = [(0, 40), (150, 66), (290, 48), (430, 74), (600, 40), (760, 54), (900, 34), (1040, 60), (1200, 46)]
    pen.polygon([(0, _HORIZON + 4), *((x, _HORIZON - y) for x, y in far), (1200, _HORIZON + 4)], _HILL)
    pen.rounded_box((0, _HORIZON, WIDTH, HEIGHT), 0, _SEA)
    paint_bands_of_light(pen)
    paint_ship(Brush(pen, 372, 556, 1.42), theme("docker", Look()), FULL, False)
    _paint_quay(pen)
    _paint_crane(pen)


def paint_bands_of_light(pen: Pen) -> None:
    """Paint the water: darker towards the quay, with the way of the sun on it."""
    for y, share in ((430, 0.3), (466, 0.6), (506, 1.0)):
        pen.rounded_box((0, y, WIDTH, HEIGHT), 0, mix(_SEA, _DEEP, share))
    for number in range(40):
        level = _HORIZON + 6 + number * 3.6
        x = 960 - 70 + (number * 67) % 120 - number
        pen.line([(x, level), (x + 26 + number % 5 * 12, level)], mix(_SUN, _SEA, 0.2 + number / 90), 3)
    for number in range(26):
        x, y = (number * 211) % WIDTH, 424 + (number * 53) % 116
        pen.line([(x, y), (x + 40 + number % 4 * 14, y)], mix(_SEA, WHITE, 0.4), 3)


def _paint_quay(pen: Pen) -> None:
    pen.rounded_box((0, _QUAY, WIDTH, HEIGHT), 0, _STONE)
    pen.rounded_box((0, _QUAY, WIDTH, _QUAY + 16), 0, _EDGE)
    pen.rounded_box((0, _QUAY + 16, WIDTH, _QUAY + 24), 0, _SHADE)
    for row, y in enumerate((600, 650, 712)):
        pen.line([(0, y), (WIDTH, y)], _JOINT, 3)
        for x in range(-400 + row * 70, 1700, 150):
            lean = (x - 600) * 0.16
            pen.line([(x, y), (x + lean * (0.5 + row * 0.3), y + (50, 62, 72)[row])], _JOINT, 3)
    for x in (330, 700, 1080):
        pen.oval((x - 34, _QUAY + 22, x + 46, _QUAY + 40), _SHADE)
        pen.rounded_box((x - 16, _QUAY - 18, x + 16, _QUAY + 32), 8, _CABLE)
        pen.rounded_box((x - 24, _QUAY - 26, x + 24, _QUAY - 8), 9, _CABLE)
        pen.line([(x - 14, _QUAY - 20), (x + 6, _QUAY - 20)], mix(_CABLE, WHITE, 0.3), 4)


def _paint_crane(pen: Pen) -> None:
    """Paint the crane at the left, its jib over the ship, and the crate that hangs from it."""
    for x0, x1, tone in ((30, 56, _STEEL), (152, 178, _STEEL_SHADE)):
        pen.polygon([(x0, 636), (x0 + 12, 250), (x1 + 4, 250), (x1, 636)], tone)
        pen.rounded_box((x0 - 14, 626, x1 + 14, 646), 5, _CABLE)
    for y in (330, 420, 510):
        pen.line([(50, y), (162, y + 80)], _STEEL_SHADE, 9)
        pen.line([(162, y), (50, y + 80)], _STEEL, 9)
    pen.polygon([(-2, 262), (578, 196), (578, 214), (-2, 290)], _STEEL)
    pen.polygon([(-2, 276), (578, 207), (578, 214), (-2, 290)], _STEEL_SHADE)
    pen.rounded_box((-22, 252, 50, 316), 6, _CABLE)
    pen.polygon([(88, 258), (114, 176), (128, 176), (144, 252)], _STEEL_SHADE)
    for x, y in ((-6, 262), (458, 210)):
        pen.line([(121, 178), (x, y)], _CABLE, 4)
    pen.rounded_box((106, 262, 174, 330), 8, mix(_STEEL, WHITE, 0.15))
    pen.rounded_box((116, 272, 164, 304), 4, _SUN)
    pen.line([(560, 212), (560, 290)], _CABLE, 5)
    pen.line([(560, 290), (514, 322)], _CABLE, 4)
    pen.line([(560, 290), (614, 314)], _CABLE, 4)
    _paint_box(pen, 496, 424, 104, (30, -24), _WOOD, _PLANK)
    for x in (514, 548, 582):
        pen.line([(x, 326), (x, 418)], _PLANK, 4)
    pen.line([(502, 418), (594, 328)], _PLANK, 7)


def _paint_box(
    pen: Pen, x: float, y: float, side: float, lean: Point, front: tuple[int, int, int], dark: tuple[int, int, int]
) -> None:
    """Paint a box: its front with the left lower corner at x, y, its top and its right side."""
    dx, dy = lean
    top, edge = mix(front, WHITE, 0.32), mix(dark, INK, 0.5)
    pen.polygon(
        [(x, y - side), (x + dx, y - side + dy), (x + side + dx, y - side + dy), (x + side, y - side)], top, edge=edge
    )
    pen.polygon(
        [(x + side, y), (x + side + dx, y + dy), (x + side + dx, y - side + dy), (x + side, y - side)], dark, edge=edge
    )
    pen.polygon([(x, y), (x + side, y), (x + side, y - side), (x, y - side)], front, edge=edge)


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: a crate on the quay for each of its colours, one on another."""
    return Placed(_draw_crates(colours, free), spread(number, count, left=250, right=1000), 742)


@cache
def _draw_crates(colours: tuple[int, ...], free: bool) -> Sprite:
    wide, tall = _SIDE + 150, _SIDE * len(colours) + 70
    left, base = 30, tall - 16

    def paint_all(pen: Pen) -> None:
        pen.polygon(
            [
                (left, base),
                (left + _SIDE + 40, base - 34),
                (left + _SIDE + 110, base - 26),
                (left + _SIDE + 66, base + 4),
            ],
            (*_CABLE, 90),
        )
        for level, colour in enumerate(reversed(colours)):
            seat, y = SEATS[colour], base - level * _SIDE
            fade = 0.78 if free else 0.0  # a free seat is bare, as if of stone
            front, dark = mix(seat.fill, _STONE, fade), mix(seat.side, _SHADE, fade)
            _paint_box(pen, left, y, _SIDE, _LEAN, front, dark)
            inner = (left + 11, y - _SIDE + 11, left + _SIDE - 11, y - 11)
            pen.rounded_box(inner, 6, None, edge=mix(front, WHITE, 0.3), width=5)
            pen.glyph(colour, left + _SIDE / 2, y - _SIDE / 2, 38, mix(front, dark, 0.6) if free else seat.on)

    return paint_sprite(wide, tall, paint_all, origin=(left + _SIDE // 2, base))
