"""Draw the sea around Riff Raff's ship: waves, foam, splashes, and the hand that catches."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, radians, sin
from typing import Final

from games.riff_raff.loading import ship
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Layer, Sprite, paint_sprite
from rendering.drawing.theme import RGB, SEATS, Theme, mix
from rendering.posters.festive import paint_firework
from rendering.riff_raff.colours import list_tones
from rendering.riff_raff.ship.brushes import trim
from rendering.riff_raff.ship.camera import Camera
from rendering.riff_raff.weather import WIDTH, paint_light, paint_weather

HEIGHT: Final = 900
SUPPLY_HEIGHT: Final = 92
"""Height of a row with the pieces that a seat has left, by kind."""
PRIVATE_HEIGHT: Final = 1100 + SUPPLY_HEIGHT
"""Height of private pictures, which have the reader's pieces, the seats and the last move below."""


def _list_oval(
    eye: Camera, long: float, wide: float, z: float, start: float = 0, stop: float = 360, *, lobes: int = 0
) -> list[Point]:
    """List points of a part of an oval on the water, by bearing; `lobes`: scallops around the whole of its edge."""
    count = max(8, round((stop - start) / 2))
    out = []
    for i in range(count + 1):
        b = radians(start + (stop - start) * i / count)
        swell = 0.55 * abs(sin(lobes * b / 2 + 0.5 * sin(3 * b))) if lobes else 0.0
        out.append(eye.point(((long + swell) * cos(b), (wide + swell) * sin(b), z)))
    return out


@lru_cache(maxsize=24)
def paint_water(
    look: Theme, eye: Camera, panel: int, weather: int, height: int = HEIGHT, *, plain: bool = False
) -> Layer:
    """Paint the static layer: sky, a dusky sea, and the foam around the ship.

    The sun stands right of `panel` pixels. `plain` as in `paint_weather`.
    """

    def paint(pen: Pen) -> None:
        paint_weather(pen, look, height, panel, weather, plain=plain)
        paint_light(pen, look, panel, weather)
        paint_foam(pen, look, eye)

    return Layer(WIDTH, height, look.ground, paint)


def paint_foam(pen: Pen, look: Theme, eye: Camera) -> None:
    """Paint the water around the ship: its shadow, its wake, and rings of foam."""
    foam, trough, deep = look.own("foam"), look.own("trough"), look.own("deep")
    if not look.contrast:
        _paint_wake(pen, look, eye)
    for long, wide, tone, lobes in ((10.6, 6.4, look.own("wave"), 12), (9.4, 5.2, foam, 14), (8.2, 4.0, trough, 16)):
        pen.polygon(_list_oval(eye, long, wide, -1.8, lobes=lobes), tone)
    pen.polygon(_list_oval(eye, 7.8, 3.6, -1.5), deep)


def _paint_wake(pen: Pen, look: Theme, eye: Camera) -> None:
    """Paint the ship's shadow on the water, and the wake behind its stern."""
    foam = look.own("foam")
    pen.polygon(
        _list_oval(eye._replace(x=eye.x + 26, y=eye.y + 10), 10.6, 6.4, -2.2, lobes=10),
        list_tones(look, "trough", "deep")[1],
    )
    for side in (-1, 1):
        for spread, width in ((0.0, 5), (1.1, 3)):
            line = [eye.point((-8.4 - t * 0.8, side * (3.6 + spread + 0.02 * t * t), -2.0)) for t in range(18)]
            pen.line(line, foam, width)


def list_collar(eye: Camera) -> list[Point]:
    """List the corners of the foam in front of the ship, which hides its keel."""
    near = (156, 332)  # bearings whose water lies in front of the ship
    outer, inner = _list_oval(eye, 8.9, 4.7, -1.7, *near), _list_oval(eye, 7.0, 2.9, -1.2, *near)
    return [*inner, *reversed(outer)]


@cache
def cut_collar(look: Theme, eye: Camera) -> tuple[Sprite, ...]:
    """Cut out the foam in front of the ship as upright strips, to be pasted over the hull at 0, 0."""
    collar = list_collar(eye)
    xs, ys = [x for x, _ in collar], [y for _, y in collar]
    left, top = int(min(xs)) - 20, int(min(ys)) - 20
    wide, tall = int(max(xs)) + 20 - left, int(max(ys)) + 20 - top

    def paint(pen: Pen) -> None:
        pen.polygon([(x - left, y - top) for x, y in collar], look.own("foam"))

    whole = paint_sprite(wide, tall, paint, origin=(-left, -top))
    return tuple(trim(whole, (x, 0, min(wide, x + 64), tall)) for x in range(0, wide, 64))


def place_afloat(bearing: float, index: int = 0) -> tuple[float, float]:
    """Find the place on the water, in centimetres, of the piece number `index` (0..5) that fell in this direction."""
    turn, reach = ((0, 0.0), (21, 0.4), (-21, 0.4), (10, 2.3), (-11, 2.4), (-30, 2.4))[index]
    b = radians(bearing + turn)
    return ((12.4 if cos(b) > 0 else 9.2) + reach) * cos(b), (9.0 + reach) * sin(b)


def find_pixel(eye: Camera, at: tuple[float, float]) -> Point:
    """Return the pixel of a place on the water that is given in centimetres."""
    return eye.point((*at, ship.SEA))


@cache
def draw_splash(look: Theme, size: int, stage: int) -> Sprite:
    """Draw foam around something in the water: 0 at rest, 1 to 3 as it strikes. The origin is the waterline."""
    foam, rim, middle, base = look.own("foam"), mix(look.shade, look.own("slate"), 0.5), size / 2, size * 0.72

    def paint(pen: Pen) -> None:
        wide = size * (0.44, 0.22, 0.36, 0.46)[stage]
        if stage:
            high = size * (0, 0.4, 0.62, 0.4)[stage]
            for lean, share in ((-0.8, 0.6), (-0.4, 0.85), (0.0, 1.0), (0.4, 0.85), (0.8, 0.6)):
                x, y = middle + lean * wide, base - high * share
                drop = [
                    (x - 5, base),
                    (x + lean * 10 - 4, y + 8),
                    (x + lean * 14, y),
                    (x + lean * 10 + 4, y + 8),
                    (x + 6, base),
                ]
                pen.polygon(drop, foam, edge=rim, width=2)
                pen.polygon(drop, foam)
        pen.oval((middle - wide, base - size * 0.11, middle + wide, base + size * 0.14), rim)
        pen.oval((middle - wide + 3, base - size * 0.09, middle + wide - 3, base + size * 0.11), foam)

    return paint_sprite(size, size, paint, origin=(size // 2, round(base)))


@cache
def draw_lap(look: Theme, size: int) -> Sprite:
    """Draw the water in front of something that floats, to be pasted over its lower half."""
    foam, water, rim = look.own("foam"), mix(look.ground, look.shade, 0.35), mix(look.shade, look.own("slate"), 0.5)

    def paint(pen: Pen) -> None:
        wave = [(size * (0.08 + 0.07 * t), 12 + 5 * sin(t * pi / 2)) for t in range(13)]
        low = [(size * 0.8, 27), (size * 0.5, 33), (size * 0.2, 27)]
        pen.polygon([*wave, *low], water)
        pen.polygon([*wave, *((x, y + 9) for x, y in reversed(wave))], foam)
        pen.line(wave, rim, 2.5)

    return paint_sprite(size, 44, paint, origin=(size // 2, 12))


@cache
def draw_hand(seat: int, size: int, look: Theme) -> Sprite:
    """Draw an open gloved hand with a cuff in the seat's colour; the origin is the middle of its palm."""
    glove, seam = look.own("paper"), look.rim
    unit, colour = size / 100, SEATS[seat]

    def at(*points: Point) -> list[Point]:
        return [(x * unit, y * unit) for x, y in points]

    def paint(pen: Pen) -> None:
        fingers = (((30, 56), (20, 26)), ((43, 50), (39, 13)), ((57, 50), (60, 12)), ((70, 56), (79, 24)))
        thumb = ((24, 70), (7, 52))
        cuff = at((27, 80), (73, 80), (80, 115), (20, 115))
        for tone, grow in ((seam, 7), (glove, 0)):
            for a, b in (*fingers, thumb):
                pen.line(at(a, b), tone, (15 + grow) * unit)
            x0, y0, x1, y1 = 22 - grow / 2, 44 - grow / 2, 78 + grow / 2, 90 + grow / 2
            pen.rounded_box((x0 * unit, y0 * unit, x1 * unit, y1 * unit), 20 * unit, tone)
        pen.line(at((36, 66), (50, 72), (64, 66)), mix(glove, seam, 0.35), 3 * unit)
        pen.polygon(cuff, colour.fill, edge=seam, width=4)
        if look.patterns:
            (x0, y0), (x1, y1) = at((27, 88), (73, 108))
            pen.pattern(seat, (x0, y0, x1, y1), 10 * unit, colour.on)
            pen.glyph(seat, 50 * unit, 98 * unit, 18 * unit, colour.fill)
        pen.glyph(seat, 50 * unit, 98 * unit, 15 * unit, colour.on)

    return paint_sprite(size, round(size * 1.18), paint, origin=(size // 2, round(66 * unit)))


_STEEPEST: Final = 20.0
"""The tilt, in degrees, at which the ball of the gauge touches its rim."""


def find_reach(tilt: float) -> float:
    """Find how far the ball of the gauge has rolled to its rim (0..1). `tilt`: the sine of the whole tilt.

    It rolls fast at first, so that a small tilt shows its direction, too.
    """
    return float(min(1.0, tilt / sin(radians(_STEEPEST))) ** 0.6)


@cache
def draw_dish(look: Theme, radius: int) -> Sprite:
    """Draw the tilt gauge without its ball: a dish with the deck's outline, bow on top, and rings at 5, 10 and 15 of 20
    degrees; the origin is its middle."""
    m = radius + 4
    faint = mix(look.panel, look.on_panel, 0.3)
    brass = look.on_panel if look.contrast else look.own("brass")

    def paint(pen: Pen) -> None:
        pen.disc(m, m, radius + 4, look.rim)
        pen.disc(m, m, radius + 1, brass)
        pen.disc(m, m, radius - 5, look.rim)
        pen.disc(m, m, radius - 7, look.panel)
        half = [(0, 0.74), (0.17, 0.42), (0.25, 0.1), (0.25, -0.48), (0.2, -0.62)]
        hull = [(m + x * radius, m - y * radius) for x, y in (*half, *((-x, y) for x, y in reversed(half)))]
        pen.polygon(hull, mix(look.panel, look.on_panel, 0.16))
        for degrees in (5, 10, 15):
            reach = (radius - 18) * find_reach(sin(radians(degrees)))
            pen.disc(m, m, reach + 1.5, None, edge=faint, width=3)
        for dx, dy in ((1, 0), (0, 1)):
            far = radius - 12
            pen.line([(m - dx * far, m - dy * far), (m + dx * far, m + dy * far)], faint, 3)

    return paint_sprite(2 * m, 2 * m, paint, origin=(m, m))


@cache
def draw_porthole(look: Theme, radius: int) -> Sprite:
    """Draw a brass porthole with water behind it; the origin is its middle."""
    m = radius + 4
    brass, water = (look.ink, look.ground) if look.contrast else (look.own("brass"), look.own("trough"))

    def paint(pen: Pen) -> None:
        for reach, tone in ((radius + 4, look.rim), (radius + 1, brass), (radius - 5, look.rim), (radius - 7, water)):
            pen.disc(m, m, reach, tone)

    return paint_sprite(2 * m, 2 * m, paint, origin=(m, m))


@lru_cache(maxsize=8)
def draw_fireworks(look: Theme, winners: tuple[int, ...]) -> Sprite:
    """Draw fireworks and confetti over the sky of a public picture, in the colours of the winners and gold."""
    gold, white = look.line, look.chalk

    def paint(pen: Pen) -> None:
        for number, (x, y, size) in enumerate(((130, 98, 96), (640, 92, 86), (330, 62, 58), (716, 176, 40))):
            seat = SEATS[winners[number % len(winners)]]
            paint_firework(pen, x, y, size, (seat.fill, gold, white, seat.top))
        for number in range(26):
            x, y, turn = (number * 367) % 750 + 10, (number * 83) % 196 + 6, number * 1.3
            seat = SEATS[winners[number % len(winners)]]
            across, down = 7 * cos(turn), 7 * sin(turn)
            pen.line([(x, y), (x + across, y + down)], (seat.fill, gold, seat.top)[number % 3], 5)

    return paint_sprite(770, 212, paint)


@cache
def draw_ball(look: Theme) -> Sprite:
    """Draw the ball of the tilt gauge; its origin is its middle."""
    fill = look.chalk if look.contrast else look.line

    def paint(pen: Pen) -> None:
        pen.disc(16, 16, 16, look.chalk)
        pen.disc(16, 16, 12, fill)
        pen.disc(12, 11, 4, mix(fill, look.chalk, 0.7))

    return paint_sprite(32, 32, paint, origin=(16, 16))


@cache
def draw_wheel(look: Theme, size: int) -> Sprite:
    """Draw the captain's sign, a ship's wheel; the origin is its middle."""
    wood, rim, m = look.own("deck"), look.rim, size / 2

    def paint(pen: Pen) -> None:
        for tone, grow in ((rim, 5), (wood, 0)):
            for i in range(8):
                a = pi * i / 4 + 0.2
                pen.line([(m, m), (m + (m - 5) * cos(a), m + (m - 5) * sin(a))], tone, 4 + grow)
        pen.disc(m, m, m * 0.68, None, edge=rim, width=11)
        pen.disc(m, m, m * 0.64, None, edge=wood, width=6)
        pen.disc(m, m, m * 0.22, look.line, edge=rim, width=3)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def draw_card(look: Theme, width: int, height: int, *, back: bool = False, edge: RGB | None = None) -> Sprite:
    """Draw a card: its face, or its back with waves."""
    fill = look.own("slate") if back else look.own("paper")

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, width, height), 9, fill, edge=edge or look.rim, width=6 if edge else 4)
        if back:
            for y in range(14, height - 8, 12):
                pen.line([(9 + t * (width - 18) / 8, y + 4 * sin(t * pi / 2)) for t in range(9)], look.own("foam"), 3)

    return paint_sprite(width, height, paint)
