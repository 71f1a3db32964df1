"""Paint the harbour behind Docker's quay: sky, far shore, water, and the ship that is loaded while the match lasts."""

from __future__ import annotations

from functools import cache
from math import sin
from typing import Final

from rendering.docker.colours import BANDS, RINGS
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import BLACK, RGB, WHITE, Theme, mix

FULL: Final = 6
"""The number of stages of the ship's cargo; at the last one, every cube has come in."""

WIDTH: Final = 1200
"""The width of a picture."""

_HORIZON: Final = 118
"""How far the horizon lies above the edge of the quay."""


def paint_water(pen: Pen, theme: Theme, shore: float) -> None:
    """Paint sky, far shore and water down to the edge of the quay at y `shore`."""
    haze, sea, deep = (theme.own(name) for name in ("haze", "sea", "deep"))
    horizon, width = shore - _HORIZON, WIDTH
    glint = mix(sea, WHITE, 0.12 if theme.dark else 0.45)
    pen.rounded_box((0, horizon, width, shore), 0, sea)
    if theme.contrast:
        pen.rounded_box((0, 0, width, horizon + 2), 0, haze)
        return
    _paint_sky(pen, theme, horizon)
    far = [(0, 16), (120, 30), (210, 22), (330, 40), (430, 24), (560, 12), (700, 10), (820, 26), (930, 44), (1060, 30)]
    pen.polygon([(0, horizon), *((x, horizon - y) for x, y in far), (width, horizon - 22), (width, horizon)], haze)
    _paint_lighthouse(pen, theme, _LIGHTHOUSE, horizon)
    if theme.dark:
        for x in (372, 398, 441, 905, 936, 962):
            pen.disc(x, horizon - 5 - x % 3 * 4, 2.2, theme.line)
    # Water: darker towards the quay, with the far shore's reflection and the light on it.
    pen.polygon([(0, horizon), (width, horizon), (width, horizon + 7), (0, horizon + 7)], mix(sea, haze, 0.5))
    for y, tone in ((34, theme.own("swell")), (72, deep)):
        swell = [(x, horizon + y + 3 * sin(x / 47 + y)) for x in range(0, width + 12, 12)]
        pen.polygon([*swell, (width, shore), (0, shore)], tone)
    for y, start, step, long in ((26, 40, 210, 34), (44, 150, 260, 46), (66, 10, 290, 60), (88, 210, 330, 76)):
        for x in range(start - 300, width, step):
            pen.line([(x, horizon + y), (x + long, horizon + y)], glint if (x // step) % 3 else deep, 3)
    if theme.dark:  # the lights' reflections
        for x, half, rows in ((_LIGHTHOUSE, 16, 4), (_MOON, 30, 7), *((lamp, 20, 5) for lamp in LAMPS)):
            for row in range(rows):
                reach, at = half * (1 - row / rows) * (0.7 + row * 37 % 10 / 20), horizon + 16 + row * 13
                tone = theme.own("sky6") if x == _MOON and row else theme.own(f"glow{max(1, 5 - row)}")
                pen.line([(x - reach, at), (x + reach, at)], tone, 3)


LAMPS: Final = (226, 996)
"""Where lamps stand on the edge of the quay at night."""
_LIGHTHOUSE: Final = 1128
_MOON: Final = 300


def _paint_sky(pen: Pen, theme: Theme, horizon: float) -> None:
    """Paint the light above the horizon, flat clouds and birds; at night stars and the moon."""
    for band in range(BANDS):  # the last ones are narrow
        top = horizon - 270 * (1 - band / BANDS) ** 1.4
        pen.rounded_box((0, top if band else 0, WIDTH, horizon + 2), 0, theme.own(f"sky{band}"))
    if theme.dark:
        _paint_night(pen, theme, horizon)
    cloud = theme.own("sky5") if theme.dark else WHITE
    for x, y, size in ((560, 74, 0.9), (900, 62, 1.1)):
        for dx, dy, radius in ((0, 0, 15), (24, -9, 20), (52, -4, 17), (76, 3, 11)):
            pen.disc(x + dx * size, horizon - y + dy * size, radius * size, cloud)
        pen.rounded_box((x - 40 * size, horizon - y, x + 110 * size, horizon - y + 15 * size), 7 * size, cloud)
    if not theme.dark:
        for x, y in ((262, 66), (300, 80), (842, 92)):
            for way in (-1, 1):
                pen.line([(x, horizon - y), (x + 9 * way, horizon - y - 6), (x + 17 * way, horizon - y - 3)],
                         theme.own("hull"), 2.5)  # fmt: skip


def _paint_night(pen: Pen, theme: Theme, horizon: float) -> None:
    """Paint stars, the moon, and the light of the lighthouse."""
    paint_glow(pen, theme, _LIGHTHOUSE, horizon - 72, 40)
    for number in range(20):
        x, y = 190 + (number * 397) % 1010, horizon - 60 - (number * 211) % 250
        pen.disc(x, y, 1.5 + number % 3 * 0.5, theme.dim)
    high, moon = horizon - 66, mix(WHITE, theme.line, 0.3)
    for radius, band in ((58, 4), (46, 5), (36, 6)):
        pen.disc(_MOON, high, radius, theme.own(f"sky{band}"))
    pen.disc(_MOON, high, 25, moon)
    for across, down, size in ((-9, -6, 6.0), (8, 8, 4.5), (6, -12, 3.0)):
        pen.disc(_MOON + across, high + down, size, mix(moon, theme.dim, 0.65))


def paint_glow(pen: Pen, theme: Theme, x: float, y: float, reach: float) -> None:
    """Paint the light around a lamp at night, brighter towards its middle."""
    for ring in range(RINGS):
        pen.disc(x, y, reach * (1 - ring / RINGS) ** 1.25, theme.own(f"glow{ring}"))


def _paint_lighthouse(pen: Pen, theme: Theme, x: float, horizon: float) -> None:
    """Paint a breakwater and the lighthouse on its head."""
    stone = mix(theme.own("haze"), theme.shade, 0.6)
    pen.polygon([(x - 170, horizon + 9), (x - 150, horizon - 6), (x + 34, horizon - 8), (x + 56, horizon + 9)], stone)
    tall, light = 62, mix(theme.own("sky3"), WHITE, 0.2 if theme.dark else 0.75)
    pen.polygon([(x - 13, horizon - 6), (x - 8, horizon - tall), (x + 8, horizon - tall), (x + 13, horizon - 6)], light)
    pen.polygon([(x + 2, horizon - 6), (x + 2, horizon - tall), (x + 8, horizon - tall), (x + 13, horizon - 6)],
                mix(light, theme.own("haze"), 0.6))  # fmt: skip
    for y in (18, 40):
        low, high = 12 - y / 16, 11 - y / 16
        band = [
            (x - low, horizon - y),
            (x + low, horizon - y),
            (x + high, horizon - y - 14),
            (x - high, horizon - y - 14),
        ]
        pen.polygon(band, theme.own("rust"))
    pen.rounded_box((x - 11, horizon - tall - 4, x + 11, horizon - tall + 1), 2, theme.own("hull"))
    lamp = theme.line if theme.dark else mix(theme.line, light, 0.4)
    pen.rounded_box((x - 6, horizon - tall - 17, x + 6, horizon - tall - 4), 2, lamp)
    pen.polygon([(x - 9, horizon - tall - 17), (x, horizon - tall - 27), (x + 9, horizon - tall - 17)],
                theme.own("rust"))  # fmt: skip


_HULL: Final[tuple[Point, ...]] = (
    (0, 76), (150, 76), (160, 60), (436, 60), (458, 84), (566, 96), (526, 0), (22, 0), (8, 30)
)  # fmt: skip
"""The ship's hull from the side, up from the keel, with the bow on the right."""

_STACKS: Final = tuple((166 + 34 * column + 14 * (column > 3), row) for row in range(3) for column in range(8))
"""Where the ship's cargo stands: x, and how many crates lie below."""


@cache
def draw_ship(theme: Theme, load: int, away: bool) -> Sprite:
    """Draw the ship with `load` (0..FULL) of its cargo; the origin is under its stern.

    The ship is tied up at the quay or, if `away`, under way: smaller, with wake and smoke.
    """
    size, pad = (0.5, 150) if away else (1.0, 24)
    wide, tall = round(570 * size) + 2 * pad, round(214 * size) + (24 if away else 0)
    base = tall - (24 if away else 0)

    def paint(pen: Pen) -> None:
        brush = Brush(pen, pad, base, size)
        if away:
            _paint_wake(pen, theme, pad, base, round(540 * size))
        paint_ship(brush, theme, load, away)

    return paint_sprite(wide, tall, paint, origin=(pad, base))


class Brush:
    """Paints in the ship's own measure: x from the stern, y up from the keel."""

    def __init__(self, pen: Pen, x: float, y: float, size: float) -> None:
        self.pen, self.x, self.y, self.size = pen, x, y, size

    def place(self, points: tuple[Point, ...]) -> list[Point]:
        return [(self.x + x * self.size, self.y - y * self.size) for x, y in points]

    def shape(self, fill: RGB, *points: Point) -> None:
        self.pen.polygon(self.place(points), fill)

    def block(self, fill: RGB, x0: float, y0: float, x1: float, y1: float) -> None:
        self.shape(fill, (x0, y0), (x1, y0), (x1, y1), (x0, y1))

    def line(self, fill: RGB, width: float, *points: Point) -> None:
        self.pen.line(self.place(points), fill, width * self.size)

    def disc(self, fill: RGB, x: float, y: float, radius: float) -> None:
        ((left, top),) = self.place(((x, y),))
        self.pen.disc(left, top, radius * self.size, fill)


def _paint_wake(pen: Pen, theme: Theme, x: float, base: float, length: float) -> None:
    """Paint the ship's reflection and the white water behind it."""
    foam, dark = (
        mix(theme.own("sea"), WHITE, 0.25 if theme.dark else 0.7),
        mix(theme.own("sea"), theme.own("hull"), 0.5),
    )
    pen.polygon(
        [(x + 12, base - 2), (x + length - 8, base - 2), (x + length - 60, base + 12), (x + 40, base + 12)], dark
    )
    for dy, start, end in ((2, -140, 40), (8, -100, -16), (14, -148, -70), (5, length - 30, length + 34)):
        pen.line([(x + start, base + dy), (x + end, base + dy)], foam, 4)


def paint_ship(brush: Brush, theme: Theme, load: int, away: bool) -> None:
    """Paint the ship, lit from the left."""
    hull, rust, wood = (theme.own(name) for name in ("hull", "rust", "wood"))
    sky = theme.own("haze") if theme.contrast else theme.own("sky4")
    house = mix(theme.own("slab"), sky, 0.25)
    shady, lit = mix(house, hull, 0.35), mix(hull, WHITE, 0.1 if theme.dark else 0.3)
    low = mix(hull, BLACK, 0.12)
    smoke = mix(sky, WHITE, 0.08 if theme.dark else 0.5)
    puffs = (
        ((-20, 214, 13), (-56, 226, 18), (-104, 232, 24)) if away else ((-2, 203, 8), (-13, 204, 10), (-27, 202, 12))
    )
    for dx, dy, radius in puffs:
        brush.disc(smoke, 86 + dx, min(dy, 214 - radius), radius)
    # Stays, mast and derrick.
    for top, foot in (((306, 196), (150, 76)), ((306, 196), (460, 84)), ((508, 150), (566, 96))):
        brush.line(low, 2, top, foot)
    brush.block(shady, 302, 60, 310, 198)
    brush.line(rust, 6, (308, 92), (404, 168))
    brush.line(low, 2, (306, 194), (404, 168), (404, 128))
    brush.block(shady, 505, 86, 511, 152)
    # The cargo loaded so far.
    tones = (wood, mix(wood, rust, 0.6), mix(hull, house, 0.5), mix(wood, house, 0.4), rust)
    count = len(_STACKS) * load // FULL
    for number, (x, row) in enumerate(_STACKS[:count]):
        tone, y = tones[(number * 7 + row) % 5], 58 + row * 27
        brush.block(tone, x, y, x + 32, y + 26)
        brush.block(mix(tone, BLACK, 0.12), x + 24, y, x + 32, y + 26)
        brush.block(mix(tone, WHITE, 0.14 if theme.dark else 0.35), x, y + 22, x + 32, y + 26)
    # Deck house, bridge and funnel.
    brush.block(house, 18, 76, 140, 112)
    brush.block(shady, 112, 76, 140, 112)
    brush.block(house, 34, 112, 134, 150)
    brush.block(shady, 112, 112, 134, 150)
    brush.block(hull, 28, 150, 142, 156)
    pane = theme.line if theme.dark else low
    for x in (44, 66, 88, 116):
        brush.block(pane, x, 124, x + 13, 138)
    for x in (32, 60, 88, 122):
        brush.disc(pane, x, 94, 6)
    brush.shape(rust, (62, 156), (68, 200), (102, 200), (108, 156))
    brush.shape(mix(rust, BLACK, 0.14), (92, 156), (90, 200), (102, 200), (108, 156))
    brush.shape(house, (65, 178), (66, 190), (104, 190), (105, 178))
    # Hull: lit rail, dark foot, rivets of rust where the water ran.
    brush.shape(hull, *_HULL)
    brush.shape(low, (12, 22), (534, 22), (526, 0), (22, 0), (10, 16))
    brush.shape(rust, (16, 10), (530, 10), (526, 0), (22, 0))
    for start, end in (((0, 74), (150, 74)), ((160, 58), (436, 58)), ((458, 82), (564, 94))):
        brush.line(lit, 5, start, end)
    brush.line(mix(hull, rust, 0.5), 3, (532, 62), (530, 38))
    brush.disc(low, 530, 66, 6)
    for x in range(190, 430, 60):
        brush.line(mix(hull, lit, 0.5), 2, (x, 52), (x, 26))
    brush.line(low, 3, (4, 76), (-8, 110))
    brush.shape(rust, (-8, 110), (-18, 96), (8, 92), (2, 104))
