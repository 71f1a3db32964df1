"""The court of DOG Royal: where everything lies, and what never moves.

All places are given in the board's own units (one from space to space, see `games.dog_royal.boards.spot`) and turned
by whole arms, so that one static layer serves every viewer; gates, steps and homes are upright sprites on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final

from msgspec import Struct
from PIL import Image

from games.dog_royal.boards import BOARDS, GOAL, HOME, Board, Place, spot
from games.dog_royal.cards import BACKWARD
from rendering.sprites import Pen, Point, Sprite, layer, sprite
from rendering.theme import SEATS, Theme, mix

WIDTH: Final = 1200
HEIGHT: Final = 1200
LARGE_HEIGHT: Final = 1254
"""Large strips need more room."""
PRIVATE_HEIGHT: Final = 1500
"""A private picture has the same board and the hand below it."""

_UNIT: Final = {4: 55, 6: 43}
"""Pixels from one space to the next, by arms: what lets each board fill the room between the strips."""

_CLUSTER: Final = {4: (-4.75, -8.0), 6: (-5.03, -8.712)}
"""The middle of the top arm's home, a square of four, in units."""

_SEATS: Final = {
    4: ((-7.6, -5.7), (5.7, -7.6), (7.6, 5.7), (-5.7, 7.6)),
    6: ((-9.9, -10.3), (9.9, -10.3), (12.5, 0.0), (9.9, 10.3), (-9.9, 10.3), (-12.5, 0.0)),
}
"""The middle of each seat's plate, in units, clockwise from the one left of the top arm."""


SLAB: Final = 240
"""Side of a slab of the court's floor."""


class Plan(Struct, frozen=True):
    """How the board lies in a picture: its `arms`, turned clockwise by `turn` of them, its centre at y `middle`."""

    arms: int
    turn: int
    middle: int

    @property
    def unit(self) -> int:
        """Pixels from one space to the next."""
        return _UNIT[self.arms]

    @property
    def board(self) -> Board:
        return BOARDS[self.arms]

    def pixel(self, point: Point, arm: int = 0) -> Point:
        """A point given in units for the top arm, as it lies on the arm of colour `arm`."""
        angle = 2 * pi / self.arms * (self.turn + arm)
        (x, y), unit = point, self.unit
        return (
            WIDTH / 2 + unit * (x * cos(angle) - y * sin(angle)),
            self.middle + unit * (x * sin(angle) + y * cos(angle)),
        )

    def at(self, colour: int, place: Place, slot: int = 0) -> Point:
        """The middle of a place; `slot` 0..3 tells the four home spaces of a colour apart."""
        if place == HOME:
            x, y = self.pixel(_CLUSTER[self.arms], colour)
            step = self.unit * (0.5 if self.arms == 6 else 0.55)
            return x + (2 * (slot % 2) - 1) * step, y + (2 * (slot // 2) - 1) * step * 1.12
        return _at(self, colour, place)

    def start_label(self, colour: int) -> Point:
        """Where the number of a start space is written: outside its gate."""
        x, y = spot(self.board, 0, 0)
        return self.pixel((x - 1.05, y), colour)

    def special_label(self, space: Place) -> Point:
        """Where the number of a special space is written: outside the corner it lies in."""
        x, y = spot(self.board, 0, space)
        far = 1 + 0.92 / (x * x + y * y) ** 0.5
        return self.pixel((x * far, y * far))

    def seat(self, colour: int) -> Point:
        """The middle of a seat's plate, beside its home."""
        x, y = _SEATS[self.arms][(colour + self.turn) % self.arms]
        return WIDTH / 2 + self.unit * x, self.middle + self.unit * y


@lru_cache(maxsize=4096)
def _at(plan: Plan, colour: int, place: Place) -> Point:
    """The middle of a place of track or goal."""
    return plan.pixel(spot(plan.board, colour, place))


def way(board: Board, colour: int, source: Place, target: Place, effective: str) -> tuple[Place, ...]:
    """The places a piece of `colour` runs over from `source` to `target`, both included.

    A swap or a start leads straight; a 4 may have led back.
    """
    if effective == "swap" or source == HOME:
        return source, target
    if source > GOAL:
        return tuple(range(source, target + 1))
    length, start = board.length, board.starts[colour]
    ahead = ((start if target > GOAL else target) - source) % length
    if target < GOAL and effective == str(BACKWARD) and ahead == length - BACKWARD:
        return tuple((source - step) % length for step in range(BACKWARD + 1))
    steps = tuple((source + step) % length for step in range(ahead + 1))
    return steps if target < GOAL else (*steps, *range(GOAL + 1, target + 1))


@lru_cache(maxsize=6)
def court(theme: Theme, arms: int, height: int, middle: int) -> Image.Image:
    """The static layer: the paved court in the evening, the board on it, its track and the lamp-lit middle."""
    plan = Plan(arms, 0, middle)
    unit, board = plan.unit, plan.board
    # On whole pixels all spaces look the same, which makes the file smaller.
    track = [(round(x), round(y)) for x, y in (plan.at(0, space) for space in range(board.length))]
    plain = theme.contrast
    floor, joint = (theme.shade, theme.shade) if plain else (theme.own("floor"), theme.own("joint"))
    brass = theme.ink if plain else theme.own("brass")
    space = theme.ground if plain else theme.own("space")
    deep = theme.rim if plain else mix(floor, theme.rim, 0.5)
    wide = unit * 1.32

    def paint(pen: Pen) -> None:
        for row, top in enumerate(range(-90, height, SLAB)):
            for left in range(-SLAB * (row % 2), WIDTH, 2 * SLAB):
                pen.rounded((left, top, left + SLAB, top + SLAB), 0, joint)
        round_trip = [*track, track[0], track[1]]
        lower = [(x, y + 10) for x, y in round_trip]
        pen.polygon(lower, deep)
        pen.line(lower, deep, wide + 10)
        pen.polygon(round_trip, brass)
        pen.line(round_trip, brass, wide + 10)
        pen.polygon(round_trip, theme.ground)
        pen.line(round_trip, theme.ground, wide)
        _lamp_light(pen, plan, theme)
        pen.line(round_trip, brass, unit * 0.12)
        for x, y in track:
            pen.disc(x, y, unit * 0.43, space, edge=brass, width=3)

    return layer(WIDTH, height, floor, paint)


def _lamp_light(pen: Pen, plan: Plan, theme: Theme) -> None:
    """The middle of the court, where deck and discard pile lie in the light."""
    if theme.contrast:
        return
    reach = plan.unit * (4.1 if plan.arms == 4 else 6.4)
    pen.disc(WIDTH / 2, plan.middle, reach, theme.own("glow"))
    pen.disc(WIDTH / 2, plan.middle, reach * 0.86, theme.own("light"))


@cache
def gate(colour: int, unit: int, theme: Theme) -> Sprite:
    """A start space: an arch in its seat's colour with its glyph."""
    seat, size = SEATS[colour], round(unit * 1.5)
    middle = size / 2
    half, top, foot = unit * 0.52, middle - unit * 0.6, middle + unit * 0.52

    def paint(pen: Pen) -> None:
        for grow, tone in ((5, theme.ground), (3, seat.edge), (0, seat.fill)):
            pen.disc(middle, top + half, half + grow, tone)
            pen.rounded((middle - half - grow, top + half, middle + half + grow, foot + grow), 5 + grow, tone)
        pen.glyph(colour, middle, middle, unit * 0.34, seat.on)

    return sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def step(colour: int, number: int, unit: int, theme: Theme) -> Sprite:
    """A goal space: one step of a staircase, each darker and deeper in the seat's colour than the one before."""
    seat, size = SEATS[colour], round(unit * 1.1)
    middle, half = size / 2, unit * 0.43
    tone = mix(seat.fill, theme.ground, (0.75, 0.65, 0.5, 0.25)[number - 1])
    edge = seat.top if theme.dark else seat.side

    def paint(pen: Pen) -> None:
        pen.rounded((middle - half, middle - half, middle + half, middle + half), 8, tone, edge=edge, width=4)
        for mark in range(number):  # the height of the step
            y = middle + half - 9 - mark * unit * 0.17
            pen.line([(middle - half * 0.5, y), (middle + half * 0.5, y)], edge, 3.5)

    return sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def berth(colour: int, unit: int) -> Sprite:
    """A home space, with a small glyph that shows while it is empty."""
    seat, size = SEATS[colour], round(unit * 1.06)
    middle = size / 2

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, unit * 0.47, seat.top)
        pen.disc(middle, middle, unit * 0.47 - 4, seat.edge)
        pen.glyph(colour, middle, middle, unit * 0.2, seat.top)

    return sprite(size, size, paint, origin=(size // 2, size // 2))


def hat(pen: Pen, x: float, y: float, size: float, tone: tuple[int, int, int], band: tuple[int, int, int]) -> None:
    """A hat with a brim, `size` wide, its middle at x, y: the sign of a special space."""
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
def special(unit: int, theme: Theme) -> Sprite:
    """A special space of the Royal game."""
    size = round(unit * 1.2)
    middle = size / 2
    lit, tone = (theme.chalk, theme.rim) if theme.contrast else (theme.own("lamp"), theme.rim)

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, unit * 0.52, lit, edge=tone, width=4)
        hat(pen, middle, middle, unit * 0.78, tone, lit)

    return sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def landing(unit: int, theme: Theme) -> Sprite:
    """A space a legal move leads to."""
    size = round(unit * 1.16)
    middle = size / 2
    lit = theme.chalk if theme.contrast else theme.own("lamp")

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, size / 2, theme.rim)
        pen.disc(middle, middle, size / 2 - 5, lit)

    return sprite(size, size, paint, origin=(size // 2, size // 2))


def shortened(points: Sequence[Point], before: float) -> list[Point]:
    """A way that ends `before` pixels ahead of its last point."""
    (x0, y0), (x1, y1) = points[-2:]
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    share = max(0.1, 1 - before / length)
    return [*points[:-1], (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)]
