"""The poster of Riff Raff: a laden ship heels in a squall at dusk, the seats are pennants on her line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, mix, rgb
from rendering.posters.scene import WIDTH, Placed, Title, paint_bands, paint_cloud, paint_swell

TITLE: Final = Title(96, rgb("#FFE1A3"), rgb("#1B2A35"))

_NIGHT, _SLATE, _DUSK, _GLOW = rgb("#223441"), rgb("#466070"), rgb("#A0868A"), rgb("#F3B98A")
_FAR, _WAVE, _TROUGH, _FOAM = rgb("#54727F"), rgb("#2F5365"), rgb("#1C3A4A"), rgb("#E4EEF0")
_HULL, _PLANK, _RAIL, _MAST, _YARD = rgb("#7B4A30"), rgb("#5A3422"), rgb("#D8A25E"), rgb("#8A5A34"), rgb("#B98247")
_SAIL, _SAIL_SHADE, _LAMP, _RAIN = rgb("#F3E8CF"), rgb("#CDBE9E"), rgb("#FFD27A"), rgb("#90A6B1")
_HEEL: Final = math.radians(13)
_KEEL: Final[Point] = (610, 600)


def paint(pen: Pen) -> None:
    """Paint the scene."""
    paint_bands(pen, 0, 470, (_NIGHT, _SLATE, _DUSK, _GLOW), each=5)
    for x, y, size in ((-20, 150, 3.2), (260, 92, 2.6), (900, 120, 3.4), (640, 60, 2.2), (1120, 210, 2.0)):
        paint_cloud(pen, x, y, size, mix(_NIGHT, _SLATE, 0.55))
    pen.polygon([(480, 150), (430, 262), (462, 258), (410, 372), (504, 232), (470, 236), (510, 150)], _LAMP)
    paint_swell(pen, 446, 9, _FAR, mix(_FAR, _GLOW, 0.5))
    paint_swell(pen, 506, 16, mix(_FAR, _WAVE, 0.6), mix(_FAR, _FOAM, 0.5), start=2)
    _paint_ship(pen)
    pen.line([(x, _hang(x)) for x in range(0, WIDTH + 1, 12)], mix(_PLANK, INK, 0.6), 5)
    paint_swell(pen, 640, 24, _WAVE, _FOAM, start=0.6)
    for number in range(9):
        x = 330 + number * 66
        pen.disc(x, 628 + 12 * math.sin(number * 2.1), 9 + number * 5 % 9, _FOAM)
    paint_swell(pen, 708, 26, _TROUGH, mix(_TROUGH, _FOAM, 0.55), start=3.4)
    for number in range(70):
        left, top = (number * 181) % (WIDTH + 160), (number * 113) % 700
        pen.line([(left, top), (left - 14, top + 44)], mix(_RAIN, _SLATE, 0.3), 2.4)


def _turn(points: Sequence[Point]) -> list[Point]:
    """Place points of the ship, in pixels from her keel with y up, as she heels to the right."""
    c, s = math.cos(_HEEL), math.sin(_HEEL)
    return [(_KEEL[0] + x * c + y * s, _KEEL[1] + x * s - y * c) for x, y in points]


def _paint_ship(pen: Pen) -> None:
    """Paint the ship from the side, her cargo sliding towards the lower side."""
    ink = mix(_PLANK, INK, 0.6)

    def shape(points: Sequence[Point], tone: RGB) -> None:
        pen.polygon(_turn(points), tone, edge=ink, width=5)

    shape([(-9, 60), (-7, 430), (7, 430), (9, 60)], _MAST)
    shape([(12, 250), (150, 236), (128, 120), (12, 132)], _SAIL)
    pen.polygon(_turn([(12, 166), (136, 158), (128, 122), (12, 134)]), _SAIL_SHADE)
    for half, level in ((150, 260), (112, 336), (74, 404)):
        shape([(-half, level), (half, level), (half, level + 13), (-half, level + 13)], _YARD)
    pen.line(_turn([(0, 430), (300, 92)]), ink, 4)
    pen.line(_turn([(0, 430), (-290, 92)]), ink, 4)
    for x, level, side, tone in (
        (-96, 273, 48, rgb("#4C8B3F")),
        (92, 273, 46, rgb("#8CC4E8")),
        (-60, 349, 38, rgb("#AE3B3F")),
        (56, 417, 36, rgb("#EDA72F")),
    ):
        shape(
            [(x - side / 2, level), (x + side / 2, level), (x + side / 2, level + side), (x - side / 2, level + side)],
            tone,
        )
        pen.line(_turn([(x - side / 2 + 6, level + 6), (x + side / 2 - 6, level + side - 6)]), mix(tone, INK, 0.35), 4)
    shape([(-250, 100), (-286, 152), (-150, 152), (-140, 100)], _HULL)
    for x, side, tone in (
        (-90, 62, rgb("#EDA72F")),
        (-22, 54, rgb("#4C8B3F")),
        (64, 66, rgb("#AE3B3F")),
        (136, 56, rgb("#8CC4E8")),
    ):
        shape([(x, 92), (x + side, 92), (x + side, 92 + side), (x, 92 + side)], tone)
        pen.line(_turn([(x + 9, 101), (x + side - 9, 83 + side)]), mix(tone, INK, 0.35), 5)
    shape([(-286, 108), (300, 96), (340, 128), (250, -40), (-210, -40), (-262, 20)], _HULL)
    pen.polygon(_turn([(-256, 26), (286, 20), (250, -40), (-210, -40)]), _PLANK)
    for level in (60, 26):
        pen.line(_turn([(-270 + (60 - level) * 0.3, level), (300 - (60 - level) * 0.4, level - 4)]), ink, 3)
    shape([(-292, 100), (306, 88), (310, 104), (-290, 118)], _RAIL)
    for along in (-170, -70, 30, 130):
        ((px, py),) = _turn([(along, 44)])
        pen.disc(px, py, 14, _LAMP, edge=ink, width=5)
    ((px, py),) = _turn([(-272, 186)])
    for radius, share in ((54, 0.25), (36, 0.55)):
        pen.disc(px, py, radius, mix(_DUSK, _LAMP, share))
    pen.disc(px, py, 17, WHITE, edge=ink, width=4)
    ((x0, y0),) = _turn([(0, 432)])
    pen.polygon([(x0, y0), (x0 + 62, y0 + 12), (x0 + 4, y0 + 30)], SEATS[0].fill, edge=ink, width=4)
    ((x1, y1),) = _turn([(196, 348)])
    for across, down, turn in ((x1 + 16, y1 + 128, 0.5), (x1 + 70, y1 + 214, 1.1)):
        corners = [
            (across + 24 * math.cos(turn + k * math.pi / 2), down + 24 * math.sin(turn + k * math.pi / 2))
            for k in range(4)
        ]
        pen.polygon(corners, rgb("#4C8B3F"), edge=ink, width=4)
        for back in (0, 1, 2):
            pen.line(
                [(across - 34 - back * 10, down - 40 + back * 14), (across - 52 - back * 10, down - 62 + back * 14)],
                _FOAM,
                3,
            )


_TOP: Final = _turn([(0, 430)])[0]
"""The masthead."""


def _hang(x: float) -> float:
    """Return the y of the cord of pennants, which hangs in two bows from the masthead."""
    if x <= _TOP[0]:
        return 250 + (_TOP[1] - 250) * x / _TOP[0] + 60 * math.sin(math.pi * x / _TOP[0])
    share = (x - _TOP[0]) / (WIDTH - _TOP[0])
    return _TOP[1] + (330 - _TOP[1]) * share + 30 * math.sin(math.pi * share)


_PLACES: Final = (110, 262, 890, 1070)
"""Where the pennants hang."""


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: a pennant on the cord that dresses the ship."""
    x = _PLACES[{2: (1, 2), 3: (0, 1, 2)}.get(count, (0, 1, 2, 3))[number % 4]] if count != 6 else 100 + number * 200
    return Placed(_draw_pennant(colours[0], free), x, round(_hang(x)))


@cache
def _draw_pennant(colour: int, free: bool) -> Sprite:
    seat = SEATS[colour]

    def blow(y: float) -> float:
        return 5 * math.sin(y / 22) + y * 0.16

    def paint_all(pen: Pen) -> None:
        edge = WHITE if seat.fill == INK else seat.edge
        left = [(12 + blow(y), 10.0 + y) for y in range(0, 145, 8)]
        right = [(118 + blow(y), 10.0 + y) for y in range(144, -1, -8)]
        pen.polygon([*left, (65 + blow(104), 114), *right], seat.fill, edge=edge, width=5)
        pen.line([(8, 8), (124, 8)], _MAST, 9)
        pen.glyph(colour, 66 + blow(56), 64, 33, seat.on)

    made = paint_sprite(160, 166, paint_all, origin=(66, 4))
    return made.fade(0.4) if free else made
