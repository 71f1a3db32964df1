"""The poster of Aquaretto: an orca leaps in the morning sun, the seats are islands in the bay."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from rendering import Look
from rendering.aquaretto.animals import DRAWN, Brush, smooth
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, mix, rgb, theme
from rendering.posters.scene import HEIGHT, WIDTH, Placed, Title, paint_cloud, spread

TITLE: Final = Title(96, rgb("#14606B"), rgb("#FFFDF3"))

_SKY, _MIST, _SUN = rgb("#86D0E2"), rgb("#FDEBC6"), rgb("#FFF3C4")
_SEA, _BAY, _DEEP, _FOAM = rgb("#79CDD0"), rgb("#3A9FAF"), rgb("#1C6C80"), rgb("#F2FDFB")
_SAND, _SAND_SHADE, _GRASS, _LEAF, _TRUNK = (
    rgb("#F7E2B4"),
    rgb("#D9B77E"),
    rgb("#9CCB68"),
    rgb("#3F8F4B"),
    rgb("#8A5A34"),
)
_YOUNG: Final = mix(_LEAF, _GRASS, 0.45)
_HORIZON: Final = 330
_LIGHT: Final = (930, 250)
"""Where the sun stands."""
_BEAM: Final = 460
"""How far its light reaches."""
_GUESTS: Final = ("PEN", "SEA", "TUR", "POL", "HIP", "CRO")


def paint(pen: Pen) -> None:
    """Paint the scene."""
    _paint_sky(pen)
    for x, y, size in ((110, 232, 1.5), (630, 214, 1.0), (1090, 196, 1.2)):
        paint_cloud(pen, x, y + 5, size, mix(_MIST, _SKY, 0.35))
        paint_cloud(pen, x, y, size, mix(_MIST, WHITE, 0.75))
    for hills, tone in (
        (((-40, 20), (90, 54), (200, 26), (330, 8), (560, 6), (760, 22), (900, 14), (1240, 50)), 0.62),
        (((-40, 40), (60, 30), (170, 8), (420, 2), (860, 4), (1000, 26), (1120, 46), (1240, 18)), 0.4),
    ):
        ridge = smooth([(x, _HORIZON - y) for x, y in hills])[: 6 * (len(hills) - 1)]
        pen.polygon([(-40, _HORIZON + 3), *ridge, (1240, _HORIZON + 3)], mix(mix(_SEA, _LEAF, 0.35), _MIST, tone))
    _paint_sea(pen)
    _paint_island(pen, 836, 424, 296)
    _paint_boat(pen, 112, 408)
    _paint_leap(pen)


def _paint_sky(pen: Pen) -> None:
    """Paint the morning sky, and the sun's light in it, which fades without an edge."""
    (cx, cy), rows, steps = _LIGHT, 2, 36
    for y in range(0, _HORIZON + 2, rows):
        tone = mix(_SKY, _MIST, (y / _HORIZON) ** 1.4)
        pen.rounded_box((0, y, WIDTH, y + rows), 0, tone)
        for step in range(1, steps):
            radius = _BEAM * (1 - step / steps)
            if abs(y - cy) < radius:
                half = math.sqrt(radius**2 - (y - cy) ** 2)
                pen.rounded_box((cx - half, y, cx + half, y + rows), 0, mix(tone, _SUN, (step / steps) ** 1.7))
    for radius, share in ((76, 0.25), (70, 0.5), (64, 0.9)):
        pen.disc(cx, cy, radius, mix(_SUN, WHITE, share))


_ROW: Final = 6
"""The height of a row of one tone of water."""


def _find_water(y: float) -> RGB:
    """Return the tone of the water at a height."""
    near = (y - _HORIZON) / (HEIGHT - _HORIZON)
    return mix(mix(mix(_SEA, _FOAM, 0.35), _BAY, min(1, near * 1.9)), _DEEP, max(0, near * 1.7 - 0.7))


def _paint_sea(pen: Pen) -> None:
    """Paint the sea, lighter towards the horizon, with the sun's path on it."""
    for y in range(_HORIZON, HEIGHT, _ROW):
        pen.rounded_box((0, y, WIDTH, y + _ROW), 0, _find_water(y))
    for number in range(40):
        y = _HORIZON + 5 + number**1.45 * 1.1
        wide = (30 + 60 * math.sin(number * 2.1) ** 2) * (1 - number / 60)
        x = _LIGHT[0] + 30 * math.sin(number * 5.3) - wide / 2
        pen.line([(x, y), (x + wide, y)], mix(_SUN, _find_water(y), 0.1 + number / 55), 3 + number / 14)
    for number in range(30):
        x, y = (number * 229) % WIDTH, _HORIZON + 30 + (number * number * 7) % (HEIGHT - _HORIZON - 50)
        near = (y - _HORIZON) / (HEIGHT - _HORIZON)
        wide = 30 + 50 * near
        crest = [(x + wide * step / 10, y - (2 + 4 * near) * math.sin(step * math.pi / 5)) for step in range(11)]
        pen.line(crest, mix(mix(_SEA, _FOAM, 0.4), _BAY, near * 0.6), 2.5 + 2 * near)


def _paint_island(pen: Pen, x: float, y: float, wide: float) -> None:
    """Paint the large island with palms and a pool."""
    for grow, share in ((34, 0.3), (16, 0.6)):
        pen.oval((x - wide - grow, y - 30 - grow / 3, x + wide + grow, y + 44 + grow / 2), mix(_BAY, _FOAM, share))
    pen.oval((x - wide, y - 36, x + wide, y + 42), _SAND_SHADE)
    pen.oval((x - wide, y - 46, x + wide, y + 28), _SAND)
    hill = [(x - wide + 50, y - 16), (x - 170, y - 66), (x - 40, y - 88), (x + 120, y - 74), (x + wide - 60, y - 20),
            (x + 90, y + 6), (x - 110, y + 6)]  # fmt: skip
    pen.polygon(smooth([(across + 6, down + 8) for across, down in hill]), _LEAF)
    pen.polygon(smooth(hill), _GRASS)
    pen.polygon(smooth([(across * 0.5 + x * 0.5 - 60, down * 0.4 + y * 0.6 - 34) for across, down in hill]),
                mix(_GRASS, _SUN, 0.35))  # fmt: skip
    for dx, dy, high, lean in ((-196, -34, 128, 30), (-158, -46, 96, -20), (206, -34, 112, -28)):
        pen.oval((x + dx - 30, y + dy - 4, x + dx + 10, y + dy + 7), mix(_GRASS, _LEAF, 0.5))
        _paint_palm(pen, x + dx, y + dy, high, lean)
    pen.oval((x - 72, y - 48, x + 116, y - 8), _SAND)
    pen.oval((x - 64, y - 43, x + 108, y - 12), _BAY)
    pen.oval((x - 60, y - 38, x + 104, y - 12), _SEA)
    theme_ = theme("aquaretto", Look())
    for code, dx, dy, unit in (
        ("DOL", 22, -34, 34),
        ("PEN", -122, -42, 27),
        ("PEN", -90, -60, 24),
        ("SEA", 152, -42, 33),
    ):
        DRAWN[code](Brush(pen, x + dx, y + dy, unit), theme_.own(code), theme_)


def _paint_palm(pen: Pen, x: float, y: float, high: float, lean: float) -> None:
    """Paint a palm with hanging leaves."""
    trunk = [(x + lean * (step / 8) ** 2, y - high * step / 8) for step in range(9)]
    pen.line(trunk, mix(_TRUNK, INK, 0.25), 12)
    pen.line([(across - 2, down) for across, down in trunk], _TRUNK, 7)
    top, level = trunk[-1]
    for turn, long, tone in (
        (-2.75, 66, _LEAF), (-0.4, 66, _LEAF), (-3.4, 56, _LEAF), (0.25, 56, _LEAF),
        (-2.2, 58, _YOUNG), (-0.95, 58, _YOUNG), (-1.6, 44, mix(_YOUNG, _GRASS, 0.4)),
    ):  # fmt: skip
        c, s = math.cos(turn), math.sin(turn)

        def at(share: float, aside: float, c: float = c, s: float = s, long: float = long) -> Point:
            drop = 34 * share**2
            return top + long * share * c - aside * s * 0.6, level + long * share * s * 0.8 + aside + drop

        over = [at(share / 6, -11 * math.sin(math.pi * (share / 6) ** 0.8)) for share in range(7)]
        under = [at(share / 6, 5 * math.sin(math.pi * share / 6)) for share in range(6, 0, -1)]
        pen.polygon([*over, *under], tone)
    for dx in (-5, 5):
        pen.disc(top + dx, level + 5, 5, mix(_TRUNK, INK, 0.2))


def _paint_boat(pen: Pen, x: float, y: float) -> None:
    pen.oval((x - 58, y + 14, x + 74, y + 34), mix(_BAY, _DEEP, 0.25))
    for sail, tone in (
        ([(x + 3, y - 116), (x + 46, y - 64), (x + 66, y - 14), (x + 3, y - 14)], WHITE),
        ([(x + 3, y - 116), (x + 22, y - 62), (x + 28, y - 14), (x + 3, y - 14)], mix(WHITE, _SEA, 0.3)),
        ([(x - 5, y - 98), (x - 34, y - 50), (x - 48, y - 14), (x - 5, y - 14)], rgb("#F4795B")),
    ):
        pen.polygon(sail, tone)
    pen.line([(x - 1, y - 120), (x - 1, y)], _TRUNK, 5)
    pen.polygon([(x - 62, y - 8), (x + 76, y - 8), (x + 54, y + 18), (x - 44, y + 18)], _TRUNK)
    pen.line([(x - 60, y - 7), (x + 74, y - 7)], mix(_TRUNK, _SAND, 0.6), 5)
    pen.line([(x - 70, y + 22), (x - 20, y + 25), (x + 40, y + 21), (x + 96, y + 24)], _FOAM, 4)


_BLACK, _RIM, _GREY = rgb("#2A303C"), rgb("#5F7F9C"), rgb("#74879E")
_EDGE: Final = rgb("#1B2029")


class _Orca:
    """The orca's body: points along its back, bent like a bow, from the water (0) to its nose (1)."""

    spine = (316, 562), (300, 320), (556, 246)
    girth = (62, 84, 96, 98, 92, 78, 58, 26)

    def at(self, along: float, aside: float) -> Point:
        """Find a point: `aside` from -1, the back, to 1, the belly."""
        (x0, y0), (x1, y1), (x2, y2) = self.spine
        t, u = along, 1 - along
        x, y = u * u * x0 + 2 * u * t * x1 + t * t * x2, u * u * y0 + 2 * u * t * y1 + t * t * y2
        dx, dy = 2 * u * (x1 - x0) + 2 * t * (x2 - x1), 2 * u * (y1 - y0) + 2 * t * (y2 - y1)
        long, place = math.hypot(dx, dy), min(along, 0.999) * (len(self.girth) - 1)
        low = int(place)
        half = self.girth[low] + (self.girth[low + 1] - self.girth[low]) * (place - low)
        return x - dy / long * half * aside, y + dx / long * half * aside

    def along(self, start: float, end: float, aside: float, other: float, steps: int = 14) -> list[Point]:
        """List points along the body while `aside` changes to `other`."""
        shares = [step / steps for step in range(steps + 1)]
        return [self.at(start + (end - start) * share, aside + (other - aside) * share) for share in shares]


def _paint_orca(pen: Pen) -> None:
    """Paint the orca as it leaps towards the sun: its belly and nose in the light, the sky's blue along its back."""
    body = _Orca()
    fin = [body.at(0.38, -0.8), body.at(0.43, -1.5), body.at(0.42, -2.05), body.at(0.53, -1.7), body.at(0.62, -0.8)]
    pen.polygon(smooth(fin), _BLACK, edge=_EDGE, width=5)
    nose = [body.at(1.03, -0.6), body.at(1.045, 0), body.at(1.03, 0.6)]
    outline = [*body.along(0, 1, -1, -1), *nose, *body.along(1, 0, 1, 1)]
    pen.polygon(outline, _BLACK, edge=_EDGE, width=5)
    pen.polygon([*body.along(0, 0.96, -0.96, -0.9), *body.along(0.96, 0, -0.6, -0.8)], _RIM)
    pen.polygon(smooth([body.at(0.16, -0.74), body.at(0.3, -0.7), body.at(0.3, -0.3), body.at(0.18, -0.4)]), _GREY)
    belly = [*body.along(0, 0.5, 0.42, 0.5), *body.along(0.56, 1.0, 0.56, 0.35, 6), body.at(1.01, 0.3),
             *body.along(1, 0, 0.95, 0.95)]  # fmt: skip
    pen.polygon(belly, mix(WHITE, _SEA, 0.12))
    pen.polygon([*body.along(0, 0.98, 0.74, 0.7), *body.along(0.98, 0, 0.95, 0.95)], mix(WHITE, _SUN, 0.4))
    patch = [body.at(0.62, -0.3), body.at(0.7, -0.52), body.at(0.8, -0.42), body.at(0.84, -0.16), body.at(0.74, -0.06)]
    pen.polygon(smooth(patch), WHITE)
    x, y = body.at(0.875, 0.04)
    pen.disc(x, y, 10, _EDGE)
    pen.disc(x + 3, y - 3, 3.2, WHITE)
    pen.line([*body.along(0.86, 1.0, 0.52, 0.2, 6)], _EDGE, 4)
    flipper = [body.at(0.5, 0.5), body.at(0.62, 0.62), body.at(0.62, 1.5), body.at(0.5, 2.1), body.at(0.42, 1.5)]
    pen.polygon(smooth(flipper), _BLACK, edge=_EDGE, width=5)
    pen.line([body.at(0.605, 0.95), body.at(0.6, 1.4)], _RIM, 5)


def _paint_leap(pen: Pen) -> None:
    """Paint the orca between the far and the near side of the crown of foam that it throws up."""
    x, y = 322, 532
    for across, down, share in ((268, 44, 0.25), (226, 36, 0.5), (184, 28, 0.75)):
        pen.oval((x - across, y - down + 8, x + across, y + down + 8), mix(_BAY, _FOAM, share))
    shade = mix(_SEA, _FOAM, 0.5)
    for side, long, high in ((-1, 130, 150), (1, 140, 124), (-1, 190, 84), (1, 186, 76)):
        _paint_jet(pen, x + side * 84, y + 10, side * long, high, shade)
    _paint_foam(pen, x, y + 6, 176, -26, 24, shade)
    _paint_orca(pen)
    for side, long, high in ((-1, 130, 72), (1, 128, 62)):
        _paint_jet(pen, x + side * 96, y + 20, side * long, high, _FOAM)
    _paint_foam(pen, x, y + 18, 186, 28, 26, shade)
    _paint_foam(pen, x, y + 8, 184, 26, 25, _FOAM)
    _paint_foam(pen, x, y - 2, 128, 14, 25, _FOAM)
    pen.oval((x - 160, y - 6, x + 160, y + 40), _FOAM)
    theme_ = theme("aquaretto", Look())
    DRAWN["DOL"](Brush(pen, 690, 518, 52), theme_.own("DOL"), theme_)
    for row in range(534, 578, _ROW):
        pen.rounded_box((620, row, 762, row + _ROW), 0, _find_water(row))
    pen.oval((626, 528, 756, 548), mix(_BAY, _FOAM, 0.3))
    pen.oval((640, 534, 742, 546), _find_water(534))
    pen.line([(628, 536), (664, 539), (716, 536), (754, 539)], _FOAM, 4)


def _paint_jet(pen: Pen, x: float, y: float, wide: float, high: float, tone: RGB) -> None:
    """Paint a jet of water that rises from x, y, bends outwards and ends in drops."""
    upper, lower = list[Point](), list[Point]()
    for step in range(13):
        share = step / 12
        across, up = x + wide * share**1.25, y - high * math.sin(share * math.pi * 0.62)
        half = 34 * (1 - share) ** 0.8 + 4
        upper.append((across - half * 0.4, up - half * 0.5))
        lower.append((across + half * 0.4, up + half * 0.5))
    pen.polygon([*upper, *reversed(lower)], tone)
    (across, up), way = upper[-1], 1 if wide > 0 else -1
    for dx, dy, radius in ((4, 2, 7), (20, 10, 5), (32, 26, 3.5), (8, -20, 3.5)):
        pen.disc(across + way * dx, up + dy, radius, tone)


def _paint_foam(pen: Pen, x: float, y: float, wide: float, deep: float, size: float, tone: RGB) -> None:
    """Paint puffs of foam on an arc that sags by `deep` below y, or rises above it."""
    for number in range(15):
        turn = math.pi * number / 14
        radius = size * (0.72 + 0.32 * math.sin(number * 2.3) ** 2)
        pen.disc(x - wide * math.cos(turn), y + deep * math.sin(turn), radius, tone)


def draw_seat(colours: tuple[int, ...], number: int, count: int, *, free: bool) -> Placed:
    """Draw a seat: an island with a pennant and a guest; a free one waits for both."""
    island = _draw_island(colours[0], _GUESTS[number % len(_GUESTS)], free)
    return Placed(island, spread(number, count), 708 + 14 * (number % 2))


@cache
def _draw_island(colour: int, guest: str, free: bool) -> Sprite:
    seat, theme_ = SEATS[colour], theme("aquaretto", Look())
    pennant: Sequence[Point] = [(66, 16), (176, 48), (66, 88)]

    def paint_all(pen: Pen) -> None:
        pen.oval((0, 146, 204, 208), mix(_DEEP, _FOAM, 0.35))
        pen.oval((10, 142, 194, 194), _SAND_SHADE)
        pen.oval((10, 134, 194, 184), _SAND)
        pen.oval((30, 131, 172, 170), _LEAF)
        pen.oval((28, 128, 172, 164), _GRASS)
        pen.line([(62, 152), (62, 14)], _TRUNK, 7)
        if free:
            faded = mix(mix(seat.fill, _BAY, 0.7), _FOAM, 0.2)
            pen.polygon(pennant, faded, edge=mix(faded, _FOAM, 0.6), width=4)
            pen.glyph(colour, 94, 51, 21, mix(faded, _FOAM, 0.5))
            return
        pen.polygon(pennant, seat.fill, edge=WHITE if seat.fill == INK else seat.edge, width=4)
        pen.polygon([(70, 22), (118, 36), (70, 34)], seat.top)
        pen.glyph(colour, 94, 51, 21, seat.on)
        pen.oval((100, 148, 168, 164), _LEAF)
        DRAWN[guest](Brush(pen, 128, 122, 40), theme_.own(guest), theme_)

    return paint_sprite(204, 210, paint_all, origin=(102, 168))
