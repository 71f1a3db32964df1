"""Liar's Dice's pieces, each drawn once: dice, cups, and the table they stand on."""

from __future__ import annotations

from functools import cache
from typing import Final

from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer, Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Theme, mix
from slowboat_liars_dice.rendering.plan import HEIGHT, WIDTH, Plan

_CORNER, _MIDDLE, _SIDE = ((-1, -1), (1, 1)), ((0, 0),), ((-1, 1), (1, -1))
_PIPS: Final = {
    "1": _MIDDLE,
    "2": _CORNER,
    "3": (*_CORNER, *_MIDDLE),
    "4": (*_CORNER, *_SIDE),
    "5": (*_CORNER, *_SIDE, *_MIDDLE),
    "6": (*_CORNER, *_SIDE, (-1, 0), (1, 0)),
}


@cache
def die(colours: Theme, face: str, size: int, /, *, counts: bool = False) -> Sprite:
    """Draw a die; the origin is its middle. A face that is not 1 to 6 is hidden; `counts`: it fits the doubted bid."""
    hidden = face not in _PIPS
    bone = WHITE if colours.contrast else colours.own("bone")
    if hidden:
        bone = mix(colours.shade, colours.ground, 0.35)
    edge, middle, step = (colours.own("seam") if hidden else INK), size / 2, size * 0.26

    def paint(pen: Pen) -> None:
        pen.rounded_box((1, 1, size - 1, size - 1), size * 0.22, colours.line if counts else bone, edge=edge, width=3)
        for across, down in _PIPS.get(face, ()):
            pen.disc(middle + across * step, middle + down * step, size * 0.105, INK)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def cup(colour: int, width: int, height: int, /) -> Sprite:
    """Draw a leather cup upside down, in a seat's colour; the origin is the middle of its rim."""
    seat = SEATS[colour]

    def wall(pen: Pen, fill: RGB, left: float, right: float) -> None:
        """Paint a part of the wall, from 0 to 1 across; the cup tapers towards its top."""
        top, low = width * 0.16, height - 18
        pen.polygon(
            [
                (top + (width - 2 * top) * left, 16),
                (top + (width - 2 * top) * right, 16),
                (8 + (width - 16) * right, low),
                (8 + (width - 16) * left, low),
            ],
            fill,
        )

    def paint(pen: Pen) -> None:
        pen.oval((2, height - 34, width - 2, height - 2), seat.edge)
        wall(pen, seat.fill, 0, 1)
        wall(pen, seat.side, 0.72, 1)
        wall(pen, seat.top, 0.1, 0.22)
        pen.oval((width * 0.16, 4, width * 0.84, 30), seat.top, edge=seat.edge, width=3)
        pen.rounded_box((4, height - 34, width - 4, height - 12), 10, seat.side, edge=seat.edge, width=3)
        pen.line([(16, height - 23), (width - 16, height - 23)], seat.top, 3)

    return paint_sprite(width, height, paint, origin=(width // 2, height - 18))


@cache
def table(colours: Theme, plan: Plan, /) -> Layer:
    """Paint the planks of the table with a mat for each player."""

    def paint(pen: Pen) -> None:
        for number, y in enumerate(range(0, HEIGHT + 100, 100)):
            pen.line([(0, y), (WIDTH, y)], colours.shade, 4)
            joint = (number * 467 + 210) % WIDTH
            pen.line([(joint, y), (joint, y + 100)], colours.shade, 4)
        for seat in range(plan.seats):
            x, y = plan.middle(seat)
            box = (x - plan.width / 2, y - plan.height / 2, x + plan.width / 2, y + plan.height / 2)
            pen.rounded_box(box, 28, colours.own("mat"), edge=colours.own("seam"), width=4)

    return Layer(WIDTH, HEIGHT, colours.ground, paint)


def rim(colours: Theme, /) -> RGB:
    """Return the colour of a thin line around dark things."""
    return WHITE if colours.dark else INK
