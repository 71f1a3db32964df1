"""The poster of Aquaretto: an orca leaps in the morning sun, the seats are islands in the bay."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from rendering import Look
from rendering.aquaretto.animals import DRAWN, Brush
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, mix, rgb, theme
from rendering.posters.scene import HEIGHT, WIDTH, Placed, Title, paint_bands, paint_cloud, spread

TITLE: Final = Title(96, rgb("#14606B"), rgb("#FFFDF3"))

_SKY, _MIST, _SUN = rgb("#9EDBE4"), rgb("#FDF0CF"), rgb("#FFF8DD")
_SEA, _BAY, _DEEP, _FOAM = rgb("#6CC4CB"), rgb("#3FA3B0"), rgb("#237C8C"), rgb("#EAFBFA")
_SAND, _SAND_SHADE, _GRASS, _LEAF, _TRUNK = (
    rgb("#F5DFB0"),
    rgb("#D9BC86"),
    rgb("#8CBF63"),
    rgb("#3F8F4B"),
    rgb("#8A5A34"),
)
_HORIZON: Final = 330
_GUESTS: Final = ("PEN", "SEA", "TUR", "POL", "HIP", "CRO")


def paint(pen: Pen) -> None:
    """Paint the scene."""
    paint_bands(pen, 0, _HORIZON, (_SKY, mix(_SKY, _MIST, 0.6), _MIST), each=5)
    for radius, share in ((180, 0.35), (130, 0.7)):
        pen.disc(930, 262, radius, mix(_MIST, _SUN, share))
    pen.disc(930, 262, 82, rgb("#FFE9A8"))
    for x, y, size in ((120, 226, 1.5), (640, 206, 1.1), (1080, 196, 1.3)):
        paint_cloud(pen, x, y, size, mix(_MIST, WHITE, 0.7))
    far = [(0, 20), (130, 58), (240, 30), (360, 12), (700, 8), (820, 34), (980, 52), (1110, 26), (1200, 40)]
    pen.polygon([(0, _HORIZON + 4), *((x, _HORIZON - y) for x, y in far), (1200, _HORIZON + 4)], mix(_SEA, _LEAF, 0.3))
    paint_bands(pen, _HORIZON, HEIGHT, (mix(_SEA, _FOAM, 0.4), _SEA, _BAY, _DEEP), each=4)
    for number in range(44):
        x, y = (number * 229) % WIDTH, _HORIZON + 14 + (number * number * 7) % (HEIGHT - _HORIZON - 30)
        wide = 24 + (y - _HORIZON) / 5
        pen.line([(x, y), (x + wide, y)], mix(_SEA, _FOAM, 0.55), 3 + (y - _HORIZON) / 160)
    for number in range(16):
        pen.line(
            [(900 + number * 31 % 70, _HORIZON + 8 + number * 8), (950 + number * 43 % 60, _HORIZON + 8 + number * 8)],
            _SUN,
            4,
        )
    _paint_island(pen, 830, 424, 300)
    _paint_boat(pen, 150, 392)
    _paint_leap(pen)


def _paint_island(pen: Pen, x: float, y: float, wide: float) -> None:
    """Paint the large island with palms, a pool and a lighthouse."""
    pen.oval((x - wide, y - 26, x + wide, y + 46), mix(_BAY, _FOAM, 0.55))
    pen.oval((x - wide + 14, y - 36, x + wide - 14, y + 34), _SAND_SHADE)
    pen.oval((x - wide + 14, y - 44, x + wide - 14, y + 22), _SAND)
    pen.oval((x - wide + 60, y - 76, x + wide - 80, y + 4), _LEAF)
    pen.oval((x - wide + 70, y - 82, x + wide - 100, y - 6), _GRASS)
    pen.oval((x - 60, y - 44, x + 110, y - 12), _SEA, edge=_FOAM, width=5)
    for dx, high, lean in ((-170, 120, 26), (-130, 90, -18), (200, 104, -24)):
        _paint_palm(pen, x + dx, y - 40, high, lean)
    theme_ = theme("aquaretto", Look())
    for code, dx, dy, unit in (
        ("DOL", 26, -30, 34),
        ("PEN", -84, -58, 26),
        ("PEN", -46, -66, 24),
        ("SEA", 142, -40, 32),
    ):
        DRAWN[code](Brush(pen, x + dx, y + dy, unit), theme_.own(code), theme_)


def _paint_palm(pen: Pen, x: float, y: float, high: float, lean: float) -> None:
    trunk = [(x + lean * (step / 6) ** 2, y - high * step / 6) for step in range(7)]
    pen.line(trunk, _TRUNK, 11)
    top, level = trunk[-1]
    for turn, long in ((-0.2, 62), (-0.9, 56), (-1.6, 48), (-2.3, 56), (-3.0, 62), (0.35, 50), (-3.5, 50)):
        across, down = math.cos(turn) * long, math.sin(turn) * long * 0.7
        leaf = [
            (top, level),
            (top + across * 0.5, level + down - 12),
            (top + across, level + down + 20),
            (top + across * 0.55, level + down * 0.6 + 4),
        ]
        pen.polygon(leaf, _LEAF if long > 52 else mix(_LEAF, _GRASS, 0.5))
    pen.disc(top, level + 3, 7, _TRUNK)


def _paint_boat(pen: Pen, x: float, y: float) -> None:
    pen.polygon([(x, y - 110), (x, y - 14), (x + 66, y - 14)], WHITE)
    pen.polygon([(x - 9, y - 96), (x - 9, y - 14), (x - 50, y - 14)], rgb("#F4795B"))
    pen.polygon([(x - 62, y - 8), (x + 74, y - 8), (x + 52, y + 16), (x - 44, y + 16)], _TRUNK)
    pen.line([(x - 70, y + 20), (x + 92, y + 20)], _FOAM, 5)


def _paint_leap(pen: Pen) -> None:
    """Paint the orca above the ring of foam that it has left, its drops behind it."""
    x, y = 380, 520
    for across, down, tone in ((190, 30, mix(_BAY, _FOAM, 0.45)), (150, 22, mix(_BAY, _FOAM, 0.75)), (96, 14, _FOAM)):
        pen.oval((x - across, y - down, x + across, y + down), tone)
    for turn, far, size in (
        (-2.6, 120, 12),
        (-2.3, 150, 9),
        (-2.0, 118, 15),
        (-1.75, 160, 8),
        (-1.1, 120, 14),
        (-0.8, 150, 10),
        (-0.5, 130, 12),
        (-2.9, 150, 7),
        (-0.3, 170, 7),
    ):
        pen.disc(x + math.cos(turn) * far, y + math.sin(turn) * far * 0.8, size, _FOAM)
    for lean in (-1, 1):
        crest = [
            (x + lean * 20, y),
            (x + lean * 60, y - 96),
            (x + lean * 92, y - 30),
            (x + lean * 140, y - 66),
            (x + lean * 150, y + 6),
        ]
        pen.polygon(crest, _FOAM)
    theme_ = theme("aquaretto", Look())
    _paint_turned_orca(pen, x + 4, y - 128)
    pen.oval((x - 210, y + 6, x + 190, y + 96), mix(_SEA, _BAY, 0.75))
    for number in range(13):
        pen.disc(x - 168 + number * 27, y + 8 + number * 5 % 17, 24 + number * 7 % 15, _FOAM)
    pen.oval((x - 150, y + 16, x + 150, y + 54), mix(_BAY, _FOAM, 0.45))
    DRAWN["DOL"](Brush(pen, 836, 532, 62), theme_.own("DOL"), theme_)
    pen.oval((756, 554, 916, 594), mix(_BAY, _DEEP, 0.35))
    pen.line([(766, 560), (908, 560)], _FOAM, 6)


class _Turned(Brush):
    """A brush that turns what it draws around its point, by an angle in radians."""

    angle = -1.0

    def _at(self, points: Sequence[Point]) -> list[Point]:
        c, s = math.cos(self.angle), math.sin(self.angle)
        return super()._at([(px * c - py * s, px * s + py * c) for px, py in points])

    def oval(self, x: float, y: float, across: float, down: float, tone: RGB, *, edge: RGB | None = INK) -> None:
        turns = [step * math.pi / 12 for step in range(24)]
        ring = [(x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns]
        self.blob(ring, tone, edge=edge, round_=False)


def _paint_turned_orca(pen: Pen, x: float, y: float) -> None:
    theme_ = theme("aquaretto", Look())
    DRAWN["ORC"](_Turned(pen, x, y, 150), theme_.own("ORC"), theme_)


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: an island with a pennant and a guest; a free one waits for its guest."""
    return Placed(_draw_island(colours[0], _GUESTS[number % len(_GUESTS)], free), spread(number, count), 716)


@cache
def _draw_island(colour: int, guest: str, free: bool) -> Sprite:
    seat, theme_ = SEATS[colour], theme("aquaretto", Look())

    def paint_all(pen: Pen) -> None:
        pen.oval((2, 148, 202, 206), mix(_DEEP, _FOAM, 0.5))
        pen.oval((10, 142, 194, 194), _SAND_SHADE)
        pen.oval((10, 134, 194, 184), _SAND)
        pen.oval((30, 130, 172, 168), _GRASS)
        pen.line([(62, 152), (62, 14)], _TRUNK, 7)
        pen.polygon([(66, 16), (176, 48), (66, 88)], seat.fill, edge=WHITE if seat.fill == INK else seat.edge, width=4)
        pen.glyph(colour, 94, 51, 21, seat.on)
        if not free:
            DRAWN[guest](Brush(pen, 124, 124, 38), theme_.own(guest), theme_)

    made = paint_sprite(204, 210, paint_all, origin=(102, 168))
    return made.fade(0.4) if free else made
