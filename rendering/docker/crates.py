"""Draw crates, the places where they may land, their shadow, and the die, as sprites."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from rendering.docker.plan import FACE, POLE, SIDE, Plan
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import BLACK, INK, RGB, SEATS, WHITE, SeatColour, Theme, mix
from rendering.posters.festive import GOLD, paint_bunting, paint_firework

_LEAST: Final = 15.0
"""The smallest radius of a glyph, so that it tells seats apart in grey on a phone."""


def _paint_planks(pen: Pen, box: tuple[float, float, float, float], right: float, up: float, seat: SeatColour) -> None:
    """Paint the seams of the planks on top and on the side of a crate whose front is `box`, and the light behind."""
    x0, y0, x1, y1 = box
    for share in (0.36, 0.7):
        pen.line([(x0 + right * share, y0 - up * share), (x1 + right * share, y0 - up * share)], seat.fill, 2)
        y = y0 + (y1 - y0) * share
        pen.line([(x1, y), (x1 + right, y - up)], mix(seat.side, seat.edge, 0.6), 2)


@cache
def draw_crate(
    colour: int, width: int, height: int, up: int, *, patterned: bool = False, lashed: bool = False
) -> Sprite:
    """Draw a crate with its glyph on the front; the origin is under the middle of the front.

    `width` and `height` are those of the front; the back lies `up` above it. `lashed`: tied down, because its owner is
    eliminated. `patterned`: the front shows the seat's pattern.
    """
    seat = SEATS[colour]
    right, rim, radius = width * SIDE // FACE, 3, max(_LEAST, min(height * 0.33, width * 0.3))

    def paint(pen: Pen) -> None:
        x0, x1, y0, y1 = rim, rim + width - 4, rim + up, rim + up + height - 2
        top = [(x0, y0), (x0 + right, y0 - up), (x1 + right, y0 - up), (x1, y0)]
        side = [(x1, y0), (x1 + right, y0 - up), (x1 + right, y1 - up), (x1, y1)]
        pen.polygon(top, seat.top, edge=seat.edge)
        pen.polygon(side, seat.side, edge=seat.edge)
        if not patterned and width > 60:
            _paint_planks(pen, (x0, y0, x1, y1), right, up, seat)
        pen.rounded_box((x0 - 2, y0 - 2, x1 + 2, y1 + 2), 7, seat.fill, edge=seat.edge)
        middle = (x0 + x1) / 2, (y0 + y1) / 2 + 1
        if patterned and height >= 42:  # on flatter crates the pattern would hide the glyph
            pen.pattern(colour, (x0 + 4, y0 + 4, x1 - 4, y1 - 4), 15, seat.on)
            pen.glyph(colour, *middle, radius + 9, seat.fill)
        else:  # the light on its upper and left edges, and the planks of its front
            pen.line([(x0 + 5, y1 - 8), (x0 + 5, y0 + 5), (x1 - 8, y0 + 5)], seat.top, 3)
            if width > 60:
                for y in (y0 + (y1 - y0) * 0.34, y0 + (y1 - y0) * 0.68):
                    pen.line([(x0 + 8, y), (x1 - 5, y)], seat.side, 2)
        if lashed:
            for ends in (((x0, y0), (x1, y1)), ((x0, y1), (x1, y0))):
                pen.line(ends, seat.edge, 7)
                pen.line(ends, mix(seat.fill, WHITE, 0.4), 3)
            pen.disc(*middle, radius * 1.25, seat.fill, edge=seat.edge, width=3)
        pen.glyph(colour, *middle, radius, seat.on)

    return paint_sprite(
        width + right + 2 * rim, height + up + 2 * rim, paint, origin=(rim + (width - 4) // 2, rim + up + height - 2)
    )


@cache
def draw_ghost_crate(colour: int, height: int, up: int, patterned: bool, share: float) -> Sprite:
    """Draw a faded crate where one was, or where one may go."""
    return draw_crate(colour, FACE, height, up, patterned=patterned).fade(share)


@cache
def draw_landing(up: int, fill: RGB, rim: RGB) -> Sprite:
    """Draw a place to land: a bright frame around the bottom of a crate that would stand there; same origin."""
    pad, wide = 8, FACE - 4

    def paint(pen: Pen) -> None:
        shape = [(pad, pad + up), (pad + SIDE, pad), (pad + wide + SIDE, pad), (pad + wide, pad + up)]
        pen.polygon(shape, fill, edge=rim, width=12)
        pen.polygon(shape, mix(fill, WHITE, 0.5), edge=fill, width=6)

    return paint_sprite(wide + SIDE + 2 * pad, up + 2 * pad, paint, origin=(pad + wide // 2, pad + up))


_BRACKET: Final = 0.22
"""The length of a bracket around a target, as a share of the square's side."""


@cache
def draw_target(plan: Plan, theme: Theme) -> Sprite:
    """Draw the light on a square to which a crate may go, and brackets around its corners, which no painted frame has.

    It stays inside the square's lines. The origin is under the front of its lowest crate.
    """
    outline = plan.outline(4, 19)
    foot, left, top = plan.foot(4), min(x for x, _ in outline), min(y for _, y in outline)
    wide, tall = max(x for x, _ in outline) - left, max(y for _, y in outline) - top
    pad = 8
    shape = [(x - left + pad, y - top + pad) for x, y in outline]

    def paint(pen: Pen) -> None:
        pen.polygon(shape, mix(theme.own("slab"), theme.line, 0.65))
        for width, tone in ((13, theme.rim), (6, theme.ink if theme.contrast else theme.chalk)):
            for number, (x, y) in enumerate(shape):
                ends = (shape[number - 1], shape[(number + 1) % 4])
                (x0, y0), (x1, y1) = ((x + (a - x) * _BRACKET, y + (b - y) * _BRACKET) for a, b in ends)
                pen.line([(x0, y0), (x, y), (x1, y1)], tone, width)

    origin = round(foot[0] - left) + pad, round(foot[1] - top) + pad
    return paint_sprite(round(wide) + 2 * pad, round(tall) + 2 * pad, paint, origin=origin)


_SHADOW: Final = (0.42, 0.1)
"""How far a shadow reaches to the right and to the back, as shares of the height of what throws it."""


@lru_cache(maxsize=64)
def draw_shadow(theme: Theme, up: int, height: int) -> Sprite:
    """Draw the soft shadow on the ground right of a stack that is `height` pixels high; origin like a crate's."""
    right, back, pad = round(height * _SHADOW[0]), round(height * _SHADOW[1]), 20
    tone = mix(theme.shade, BLACK, 0.6)

    def paint(pen: Pen) -> None:
        near = [(10, 8), (FACE, 8), (FACE + right, 8 - back)]
        far = [(FACE + SIDE + right, 8 - up - back), (SIDE + right, 8 - up - back), (SIDE, 8 - up)]
        moved = [(pad + x, pad + up + back + y) for x, y in (*near, *far)]
        for step in range(3):  # each is smaller and darker than the one before
            tint = (*tone, 36 * (step + 1))
            pen.polygon(moved, tint, edge=tint, width=2 * (13 - 5 * step))

    size = FACE + right + SIDE + 2 * pad, up + back + 2 * pad + 12
    return paint_sprite(*size, paint, origin=(pad + FACE // 2, pad + up + back))


@cache
def draw_beam(tall: int, tone: RGB) -> Sprite:
    """Draw the light on a winner's stack: a beam from `tall` pixels above, and its pool; origin like a crate's."""
    wide, half, pool = 300, 64, 50

    def paint(pen: Pen) -> None:
        pen.oval((0, tall - pool, wide, tall + pool), (*tone, 140))
        pen.polygon([(wide / 2 - half, 0), (wide / 2 + half, 0), (wide, tall), (0, tall)], (*tone, 85))

    return paint_sprite(wide, tall + pool, paint, origin=(wide // 2 - SIDE // 2, tall))


@cache
def draw_flag(colour: int, tall: int) -> Sprite:
    """Draw a winner's flag, `tall` pixels high, with its glyph; the origin is the foot of its pole."""
    seat, cloth = SEATS[colour], min(46, tall - 8)

    def paint(pen: Pen) -> None:
        pen.polygon(
            [(6, 6), (80, 2), (66, cloth / 2 + 2), (80, cloth), (6, cloth + 4)], seat.fill, edge=seat.edge, width=3
        )
        pen.line([(6, 4), (6, tall)], GOLD, 5)
        pen.glyph(colour, 36, cloth / 2 + 4, 14, seat.on)

    return paint_sprite(86, tall + 4, paint, origin=(6, tall))


@cache
def draw_bunting(width: int, colours: tuple[int, ...], rim: RGB) -> Sprite:
    """Draw the bunting of the winner's colours under the strip."""
    tones = [tone for colour in colours for tone in (SEATS[colour].fill, GOLD, SEATS[colour].top, WHITE)]
    return paint_sprite(width, 72, lambda pen: paint_bunting(pen, width, 2, 16, tones, rim))


@cache
def draw_pole(size: int, tone: RGB) -> Sprite:
    """Draw the tapering foot that holds a round sign of `size` pixels on a lid; the origin is its tip."""
    half, tall = size // 3, size // 4 + POLE
    shape = [(0, 0), (half * 2, 0), (half, tall)]
    return paint_sprite(half * 2, tall, lambda pen: pen.polygon(shape, tone), origin=(half, tall))


@cache
def draw_firework(colour: int, size: int) -> Sprite:
    """Draw a burst in the tones of a colour, `size` pixels from its middle, the origin, to its ends."""
    seat, pad = SEATS[colour], size + 8

    def paint(pen: Pen) -> None:
        paint_firework(pen, pad, pad, size, (GOLD, seat.fill, seat.top))

    return paint_sprite(2 * pad, 2 * pad, paint, origin=(pad, pad))


@cache
def draw_die(value: int, size: int) -> Sprite:
    """Draw an ivory die with a front of `size` pixels; origin at the top left corner."""
    face, edge = (255, 252, 244), mix(INK, WHITE, 0.15)
    deep = size // 7

    def paint(pen: Pen) -> None:
        wide, round_off = size - deep, size / 8
        pen.rounded_box((deep, 0, size, wide), round_off, mix(face, INK, 0.36), edge=edge)
        top = [(6, deep + 8), (deep + 6, 3), (size - 9, 3), (wide - 6, deep + 8)]
        side = [(wide - 7, deep + 8), (size - 4, 9), (size - 4, wide - 10), (wide - 6, size - 8)]
        pen.polygon(side, mix(face, INK, 0.36))
        pen.polygon(top, mix(face, INK, 0.12))
        pen.rounded_box((0, deep, wide, size), round_off, face, edge=edge)
        pen.pips(wide / 2, deep + wide / 2, wide, value, INK)

    return paint_sprite(size, size, paint)
