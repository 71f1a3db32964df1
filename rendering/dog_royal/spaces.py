"""Draw the spaces of DOG Royal's court as sprites, and the marks under pieces.

A sprite's origin is the middle of its space; `unit` is the distance from space to space, in pixels.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Theme, mix
from rendering.posters.festive import GOLD, paint_firework

_TRAY: Final = {4: (3.2, 3.2), 6: (2.3, 2.6)}
"""Width and height of a home, in units."""


def draw_space(pen: Pen, x: float, y: float, unit: int, theme: Theme) -> None:
    """Draw a space of the track."""
    if theme.contrast:
        pen.disc(x, y, unit * 0.43, theme.ground, edge=theme.ink, width=3)
    else:
        pen.disc(x, y + 4, unit * 0.44, theme.own("cobble"))
        pen.disc(x, y, unit * 0.44, theme.own("space"))


@cache
def draw_gate(colour: int, unit: int, theme: Theme) -> Sprite:
    """Draw a start space: an arch in its seat's colour with its glyph."""
    seat, middle = SEATS[colour], round(unit * 0.75)
    half, top, size = round(unit * 0.52), middle - round(unit * 0.6), 2 * middle
    foot = middle + half
    rim = _find_edge(colour, theme) if seat.fill == INK else seat.edge

    def paint(pen: Pen) -> None:
        for grow, tone in ((3, rim), (0, seat.top), (-4, seat.fill)):
            pen.disc(middle, top + half, half + grow, tone)
            pen.rounded_box((middle - half - grow, top + half, middle + half + grow, foot + grow), 5 + grow, tone)
        pen.glyph(colour, middle, middle, unit * 0.34, seat.on)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))


def _find_edge(colour: int, theme: Theme) -> RGB:
    """Return the tone of a seat's lines on the ground: a light one for ink by night."""
    seat = SEATS[colour]
    return mix(INK, WHITE, 0.62) if theme.dark and seat.fill == INK else seat.top if theme.dark else seat.side


@cache
def draw_step(colour: int, number: int, unit: int, theme: Theme) -> Sprite:
    """Draw a goal space: one step of a staircase, each in a darker tone of the seat's colour than the previous one.

    All its lines are level or upright and lie on whole pixels: there are up to 24 of them in a picture.
    """
    seat, half = SEATS[colour], round(unit * 0.5)
    size = 2 * half + 4
    middle = size // 2
    tone = mix(seat.fill, theme.ground, (0.75, 0.65, 0.5, 0.25)[number - 1])
    edge = _find_edge(colour, theme)

    def paint(pen: Pen) -> None:
        pen.rounded_box((middle - half, middle - half, middle + half, middle + half), 7, edge)
        pen.rounded_box((middle - half + 3, middle - half + 3, middle + half - 3, middle + half - 7), 5, tone)
        for mark in range(number):  # the height of the step
            y = middle + half - 13 - mark * round(unit * 0.16)
            pen.rounded_box((middle - half // 2, y - 2, middle + half // 2, y + 2), 0, edge)

    return paint_sprite(size, size, paint, origin=(middle, middle))


@cache
def draw_tile(colour: int, wide: int, tall: int, theme: Theme) -> Sprite:
    """Draw the raised tile of the terrace under a home, tinted in its seat's colour: its shadow, its edge in the light,
    its face. Its origin is the left top corner."""
    seat, deep = SEATS[colour], theme.panel

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 6, wide, tall + 8), 18, theme.own("joint"))
        pen.rounded_box((0, 0, wide, tall), 18, mix(seat.fill, deep, 0.5))
        pen.rounded_box((0, 3, wide, tall), 18, mix(seat.fill, deep, 0.75))

    return paint_sprite(wide, tall + 8, paint)


@cache
def draw_home(colour: int, arms: int, unit: int, theme: Theme) -> Sprite:
    """Draw the home of a colour: a carpet for its four pieces with its glyph, a dark lantern at each corner.

    Its origin is the middle.
    """
    seat = SEATS[colour]
    wide, tall = (round(unit * reach) for reach in _TRAY[arms])
    left, top, plinth = wide // 2 - 2, tall // 2 - 2, round(unit * 0.3)
    border = _find_edge(colour, theme) if seat.fill == INK else seat.fill
    size, middle = round(unit * 0.34), (wide // 2 + plinth, tall // 2 + plinth)

    def paint(pen: Pen) -> None:
        x, y = middle
        pen.rounded_box((x - left, y - top + 4, x + left, y + top + 4), 12, (*INK, 85))
        pen.rounded_box((x - left, y - top, x + left, y + top), 12, seat.edge, edge=border, width=7)
        if theme.patterns:
            inside = (x - left + 16, y - top + 16, x + left - 16, y + top - 16)
            pen.pattern(colour, inside, unit * 0.36, mix(seat.edge, seat.top, 0.5))
            pen.glyph(colour, x, y, unit * 0.46, seat.edge)
        pen.glyph(colour, x, y, unit * 0.34, seat.top)
        for dx, dy in place_lanterns(arms, unit):
            pen.disc(x + dx, y + dy, size * 0.5, INK)
            pen.disc(x + dx, y + dy, size * 0.3, seat.side)

    return paint_sprite(2 * middle[0], 2 * middle[1], paint, origin=middle)


@cache
def place_lanterns(arms: int, unit: int) -> tuple[tuple[float, float], ...]:
    """Return where the lanterns of a home stand, from its middle: at its corners."""
    x, y = (unit * reach / 2 - 7 for reach in _TRAY[arms])
    return (-x, -y), (x, -y), (x, y), (-x, y)


@cache
def draw_lantern(unit: int, theme: Theme) -> Sprite:
    """Draw a lit lantern, for a piece of the colour that has reached the goal."""
    size = 2 * round(unit * 0.32)
    middle = size / 2
    lit = theme.chalk if theme.contrast else theme.own("lamp")

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, middle, (*lit, 85))
        pen.disc(middle, middle, unit * 0.2, INK)
        pen.disc(middle, middle, unit * 0.15, lit)
        pen.disc(middle - 2, middle - 2, unit * 0.06, WHITE)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))


def draw_hat(pen: Pen, x: float, y: float, size: float, tone: tuple[int, int, int], band: tuple[int, int, int]) -> None:
    """Draw a hat, `size` wide, its middle at x, y: the sign of a special space."""
    half = size / 2
    pen.polygon(
        [
            (x - half * 0.52, y + half * 0.4),
            (x - half * 0.42, y - half * 0.75),
            (x + half * 0.42, y - half * 0.75),
            (x + half * 0.52, y + half * 0.4),
        ],
        tone,
    )
    pen.line([(x - half * 0.7, y + half * 0.12), (x + half * 0.7, y + half * 0.12)], band, half * 0.2)
    pen.line([(x - half * 0.86, y + half * 0.46), (x + half * 0.86, y + half * 0.46)], tone, half * 0.26)


@cache
def draw_special(unit: int, theme: Theme) -> Sprite:
    """Draw a special space of the Royal game."""
    size = round(unit * 1.2)
    middle = size / 2
    lit, tone = (theme.chalk, theme.rim) if theme.contrast else (theme.own("lamp"), theme.rim)

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, unit * 0.52, lit, edge=tone, width=4)
        draw_hat(pen, middle, middle, unit * 0.78, tone, lit)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def draw_light(unit: int, reach: float, theme: Theme) -> Sprite:
    """Draw a disc of light, `reach` spaces across: under a piece that may move, and where a move may end."""
    across = round(unit * reach)
    middle, tone = across / 2, theme.chalk if theme.contrast else theme.own("lamp")

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, middle, theme.rim)
        pen.disc(middle, middle, middle - 3, tone)

    return paint_sprite(across, across, paint, origin=(across // 2, across // 2))


@cache
def draw_frame(width: int, height: int, radius: int, fill: RGB, rim: RGB) -> Sprite:
    """Draw a slim frame with a dark edge, around a piece that has moved or the plate of a seat to act."""

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, width, height), radius, None, edge=rim, width=9)
        pen.rounded_box((2, 2, width - 2, height - 2), radius - 2, None, edge=fill, width=5)

    return paint_sprite(width, height, paint)


@cache
def draw_confetti(colour: int, goals: tuple[tuple[int, int], ...], unit: int) -> Sprite:
    """Draw confetti in a winner's colour beside the goals.

    `goals`: where they lie, in pixels from the origin.
    """
    seat = SEATS[colour]
    reach = round(unit * 1.5)
    left, top = (min(point[axis] for point in goals) - reach for axis in (0, 1))
    wide, tall = (max(point[axis] for point in goals) + reach - low for axis, low in ((0, left), (1, top)))

    def paint(pen: Pen) -> None:
        for number in range(36):
            near = goals[number % len(goals)]
            turn, far, lean = number * 2.4, unit * (0.62 + 0.8 * (number * 11 % 36) / 36), number * 1.3
            x, y = near[0] - left + far * math.cos(turn), near[1] - top + far * math.sin(turn)
            across, down = 5 * math.cos(lean), 5 * math.sin(lean)
            pen.line([(x - across, y - down), (x + across, y + down)], (seat.top, GOLD, WHITE)[number // 3 % 3], 6)

    return paint_sprite(wide, tall, paint, origin=(-left, -top))


@cache
def draw_firework(colour: int, size: int) -> Sprite:
    """Draw a firework in a winner's colour, for the sky above the court."""
    half, tones = round(size * 1.1), (GOLD, SEATS[colour].top)
    return paint_sprite(
        2 * half, 2 * half, lambda pen: paint_firework(pen, half, half, size, tones), origin=(half, half)
    )


@cache
def draw_rays(radius: int, theme: Theme) -> Sprite:
    """Draw the light of a feast on the rug, as rays around its middle."""
    tone = theme.ink if theme.contrast else theme.own("brass")
    size = 2 * radius

    def paint(pen: Pen) -> None:
        pen.disc(radius, radius, radius, theme.own("rug"))
        for number in range(16):
            turns = (2 * math.pi * (number + part) / 16 for part in (-0.27, -0.09, 0.09, 0.27))
            arc = [(radius * (1 + math.cos(turn)), radius * (1 + math.sin(turn))) for turn in turns]
            pen.polygon([(radius, radius), *arc], tone)

    return paint_sprite(size, size, paint, origin=(radius, radius))


@cache
def draw_aim(unit: int, theme: Theme) -> Sprite:
    """Draw a diamond whose corners show behind a piece that a legal move leads to."""
    half = round(unit * 0.9)
    tone = theme.chalk if theme.contrast else theme.own("lamp")

    def paint(pen: Pen) -> None:
        for reach, colour in ((half, theme.rim), (half - 6, tone)):
            pen.polygon(
                [(half + reach, half), (half, half + reach), (half - reach, half), (half, half - reach)], colour
            )

    return paint_sprite(2 * half, 2 * half, paint, origin=(half, half))
