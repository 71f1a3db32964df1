"""The poster of Riff Raff: a laden ship heels in a squall at dusk, the seats are pennants on her line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from games.riff_raff.loading.settled import Kind, Piece
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, SEATS, WHITE, mix, rgb
from rendering.posters.scene import HEIGHT, WIDTH, Placed, Title
from rendering.riff_raff import sea
from rendering.riff_raff.colours import DARK, LIGHT
from rendering.riff_raff.ship.brushes import Fine
from rendering.riff_raff.ship.camera import compute_lean
from rendering.riff_raff.ship.rigging import paint_rigging
from rendering.riff_raff.ship.scene import OBLIQUE, Moment, Scene

TITLE: Final = Title(96, rgb("#FFE1A3"), rgb("#1B2A35"))

_NIGHT, _VIOLET, _EMBER, _GLOW, _LIGHT = (
    rgb(f"#{tone}") for tone in ("1B2838", "4C4A66", "A2614F", "EFA765", "FFE3A6")
)
_FAR, _NEAR, _DEEP, _FOAM, _RAIN = (rgb(f"#{tone}") for tone in ("5B6E80", "1F4355", "10222F", "E4EEF0", "7C8CA0"))
_SUN: Final = (420, 446)
"""Where the sun stands: on the horizon, in the left third."""
_CLOUDS: Final = (
    (40, 86, 2.6, 0.25), (250, 40, 2.0, 0.1), (640, 44, 2.2, 0.15), (960, 250, 1.7, 0.8), (1130, 70, 2.8, 0.3),
    (170, 268, 1.2, 0.9), (700, 300, 1.0, 1.0),
)  # fmt: skip
"""Where clouds hang, how large they are, and how near to the glow (0..1)."""
_ROPE: Final = rgb("#2E2A2C")
_EYE: Final = OBLIQUE.at(26, 880, 634)
_ROLL, _PITCH = -13.0, 2.0
_ABOARD: Final = _EYE.aboard(compute_lean(_ROLL, _PITCH))
_CARGO: Final[tuple[tuple[Kind, float, float, float, float], ...]] = (
    ("crate", -4.6, 1.3, 4.0, 0.1), ("crate", -4.3, 1.5, 6.4, -0.2), ("chest", -4.2, -1.7, 3.9, 1.5),
    ("bottle", -1.7, -1.8, 4.3, 0.0), ("barrel", 2.4, 1.8, 4.0, 0.0), ("chest", 5.6, -0.2, 3.9, 0.3),
    ("rat", 0.0, 6.6, 9.7, 1.2), ("crate", 0.0, 3.6, 15.9, 0.3), ("plank", 0.1, -4.4, 14.95, 1.57),
    ("bottle", 0.0, 3.0, 21.7, 0.0), ("rat", 0.0, -3.8, 20.7, 1.9),
)  # fmt: skip
"""What stands aboard: its kind, its place in the ship's frame in centimetres, and how far it is turned, in radians."""
_OVERBOARD: Final[tuple[tuple[Kind, float, float, float], ...]] = (
    ("crate", 1136, 580, 0.5), ("barrel", 1094, 452, 0.9), ("boat", 590, 650, 0.2),
)  # fmt: skip
"""What falls or floats: its kind, its pixel, and how far it is tilted, in radians."""


def paint(pen: Pen) -> None:
    """Paint the scene."""
    _paint_sky(pen)
    for x, y, size, share in _CLOUDS:
        _paint_cloud(pen, x, y, size, share)
    bolt = [(196, 118), (150, 214), (184, 210), (134, 316), (232, 190), (198, 192), (236, 118)]
    pen.polygon(bolt, _LIGHT, edge=mix(_VIOLET, _LIGHT, 0.5), width=3)
    for number in range(46):
        left, top = 560 + (number * 181) % 700, (number * 113) % 430
        pen.line([(left, top), (left - 12, top + 40)], mix(_RAIN, _VIOLET, 0.55), 2)
    for number in range(16):
        share = number / 15
        tone = mix(mix(_FAR, _EMBER, 0.4 * (1 - share)), _NEAR, share)
        _paint_sea(pen, _SUN[1] + 6 + 250 * share**1.5, 3 + 16 * share, tone, number * 2.1)
    for number in range(22):
        across, down = _SUN[0] + (number * 53) % 41 - 20, _SUN[1] + 14 + number * 5 + number**2 * 0.36
        half = 62 - number * 1.5 - (number * 37) % 30
        pen.oval((across - half, down - 3, across + half, down + 3), mix(_LIGHT, _EMBER, min(1.0, number / 20)))
    _paint_ship(pen)
    _paint_breaker(pen)


def _paint_sky(pen: Pen) -> None:
    """Paint the sky in thin rows, each brighter the nearer it is to the sun."""
    stops, each = (_NIGHT, _VIOLET, _EMBER, _GLOW), 4
    for y in range(0, _SUN[1] + 12, each):
        place, share = divmod(min(2.999, 3 * y / _SUN[1]), 1)
        tone = mix(stops[int(place)], stops[int(place) + 1], share)
        pen.rounded_box((0, y, WIDTH, y + each), 0, tone)
        for number in range(1, 40):
            reach = 520 * (1 - number / 40)
            if reach > abs(y - _SUN[1]) * 1.5:
                half = math.sqrt(reach**2 - ((y - _SUN[1]) * 1.5) ** 2)
                lit = mix(tone, _LIGHT, 0.95 * (number / 40) ** 2)
                pen.rounded_box((_SUN[0] - half, y, _SUN[0] + half, y + each), 0, lit)
    pen.disc(*_SUN, 62, mix(_LIGHT, WHITE, 0.3))


def _paint_cloud(pen: Pen, x: float, y: float, size: float, share: float) -> None:
    """Paint a cloud whose lower edge glows; `share`: how near it is to the glow."""
    body = mix(_NIGHT, _VIOLET, share)
    for down, tone in ((5, mix(body, _GLOW, 0.25 + 0.3 * share)), (0, body)):
        for dx, dy, radius in ((0, 0, 15), (24, -9, 20), (52, -4, 17), (76, 3, 11)):
            pen.disc(x + dx * size, y + dy * size + down * (dy > 0), radius * size, tone)
        pen.rounded_box((x - 40 * size, y + down, x + 110 * size, y + 13 * size + down), 7 * size, tone)


def _paint_sea(pen: Pen, y: float, high: float, tone: tuple[int, int, int], start: float) -> None:
    """Paint one row of waves, down to the bottom of the scene."""
    crest: list[Point] = [
        (x, y + high * (math.sin(x / (high * 9 + 40) + start) + 0.4 * math.sin(x / (high * 4 + 18) + start)))
        for x in range(-10, WIDTH + 20, 10)
    ]
    pen.polygon([*crest, (WIDTH + 10, HEIGHT), (-10, HEIGHT)], tone)


def _paint_ship(pen: Pen) -> None:
    """Paint the heeling ship with her cargo, and what she loses."""
    sea.paint_foam(pen, DARK, _EYE)
    paint_rigging(pen, LIGHT, _ABOARD)
    pen.line([(x, _hang(x)) for x in range(0, round(_TOP[0]), 10)], _ROPE, 5)
    cargo = tuple(
        Piece(number, kind, x, y, z, math.cos(turn / 2), 0.0, 0.0, math.sin(turn / 2), 1)
        for number, (kind, x, y, z, turn) in enumerate(_CARGO)
    )
    Scene(Moment(cargo, _ROLL, _PITCH), _EYE).paint(Fine(pen), LIGHT)
    pen.polygon(sea.list_collar(_EYE), DARK.own("foam"))
    pen.oval((536, 654, 646, 690), DARK.own("wave"))
    pen.oval((546, 658, 636, 684), _FOAM)
    for kind, x, y, tilt in _OVERBOARD:
        lost = Piece(0, kind, 0.0, 0.0, 0.0, math.cos(tilt), math.sin(tilt) * 0.8, math.sin(tilt) * 0.6, 0.0, 1)
        Scene(Moment((lost,)), OBLIQUE.at(25, x, y), bare=True).paint(Fine(pen), LIGHT)
        for back in (-1, 0, 1) if y < 600 else ():
            pen.line([(x - 40 + back * 16, y - 44 - back * 10), (x - 62 + back * 16, y - 78 - back * 10)], _FOAM, 3)


def _paint_breaker(pen: Pen) -> None:
    """Paint the great wave in the foreground, with foam along its crest."""
    crest = _smooth(_CREST)
    for down, share in ((0, 0.0), (30, 0.35), (66, 0.7), (110, 1.0)):
        edge = [(x, y + down + 0.25 * down * math.sin(x / 60)) for x, y in crest]
        pen.polygon([*edge, (1220, HEIGHT), (-20, HEIGHT)], mix(_NEAR, _DEEP, share))
    for number in range(9):
        x, y = crest[4 + 6 * number]
        line = [(x + 10 + t * 8, y + 30 + t * 13 + 0.4 * t * t) for t in range(6 + number % 3)]
        pen.line(line, mix(_NEAR, _FOAM, 0.4), 3)
    high = [4 + 20 * max(0.0, 1 - x / 760) for x, _ in crest]
    for tone, reach in ((mix(_NEAR, _FOAM, 0.45), 1.6), (_FOAM, 1.0)):
        upper = [(x, y - s * (0.4 + 0.8 * abs(math.sin(x / 23)))) for (x, y), s in zip(crest, high, strict=True)]
        lower = [
            (x, y + reach * s * (0.5 + 0.7 * abs(math.sin(x / 31 + 1)))) for (x, y), s in zip(crest, high, strict=True)
        ]
        pen.polygon([*upper, *reversed(lower)], tone)
    for number in range(16):
        pen.disc(20 + (number * 97) % 470, 540 - (number * 53) % 70 + number * 4, 2 + number % 3, _FOAM)


_CREST: Final[tuple[Point, ...]] = (
    (-20, 560), (70, 548), (170, 562), (270, 600), (350, 645), (450, 700), (560, 736), (700, 752), (860, 748),
    (1020, 756), (1220, 738),
)  # fmt: skip
"""Points of the crest of the great wave."""


def _smooth(points: Sequence[Point]) -> list[Point]:
    """List points of a curve through some (Catmull-Rom)."""
    out: list[Point] = []
    for k in range(len(points) - 1):
        a, b, c, d = (points[min(max(k + i, 0), len(points) - 1)] for i in (-1, 0, 1, 2))
        for step in range(10):
            t = step / 10
            x, y = (
                0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3)
                for p, q, r, s in zip(a, b, c, d, strict=True)
            )
            out.append((x, y))
    return [*out, points[-1]]


_TOP: Final = _ABOARD.point((0.0, 0.0, 22.6))
"""The masthead."""


def _hang(x: float) -> float:
    """Return the y of the cord of pennants, which hangs from the masthead to the left edge."""
    share = x / _TOP[0]
    return 196 + (_TOP[1] - 196) * math.pow(share, 1.5) + 92 * math.sin(math.pi * share)


_PLACES: Final = (92, 250, 408, 566)
"""Where the pennants hang."""


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: a pennant on the cord that dresses the ship."""
    x = _PLACES[number % 4] if count <= 4 else 70 + number * 110
    return Placed(_draw_pennant(colours[0], free), x, round(_hang(x)))


@cache
def _draw_pennant(colour: int, free: bool) -> Sprite:
    seat = SEATS[colour]

    def blow(y: float) -> float:
        return 5 * math.sin(y / 22) + y * 0.16

    fill, on = (mix(tone, _VIOLET, 0.68) if free else tone for tone in (seat.fill, seat.on))
    edge = mix(fill, _LIGHT, 0.3) if free else WHITE if seat.fill == INK else seat.edge

    def paint_all(pen: Pen) -> None:
        left = [(12 + blow(y), 10.0 + y) for y in range(0, 145, 8)]
        right = [(118 + blow(y), 10.0 + y) for y in range(144, -1, -8)]
        pen.polygon([*left, (65 + blow(104), 114), *right], fill, edge=edge, width=3 if free else 5)
        pen.line([(8, 8), (124, 8)], LIGHT.own("deck"), 9)
        pen.glyph(colour, 66 + blow(56), 64, 33, on)

    return paint_sprite(160, 166, paint_all, origin=(66, 4))
