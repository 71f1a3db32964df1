"""Lay out the court of DOG Royal, and paint its static parts.

All places are given in units (one unit is the distance from space to space, see
`games.dog_royal.components.boards.spot`) and turned by whole arms, so that one static layer serves every viewer; gates,
steps and homes are upright sprites on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from msgspec import Struct

from games.dog_royal.components.boards import BOARDS, GOAL, HOME, Board, Place, spot
from games.dog_royal.components.cards import BACKWARD
from rendering.dog_royal import garden
from rendering.dog_royal.spaces import draw_space
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import RGB, Theme, mix

WIDTH: Final = 1200
HEIGHT: Final = 1200
LARGE_HEIGHT: Final = 1254
"""The height of a large picture: its strips need more room."""
PRIVATE_HEIGHT: Final = 1596
"""The height of a private picture: it has the same board, below it the hand and the last move."""

HEADROOM: Final = 12
"""How far the board lies below the middle, because the heads of pieces reach above its highest spaces."""

_UNIT: Final = {4: 53, 6: 42}
"""Pixels from one space to the next, by arms, so that board and pieces fill the room between the strips."""

_CLUSTER: Final = {4: (-4.75, -8.0), 6: (-5.03, -8.712)}
"""The middle of the top arm's home, a square of four, in units."""

_BEYOND: Final = {4: 1.1, 6: 1.04}
"""How far outside a special space its number stands, in units."""

_LOWER: Final = 0.25
"""How far below the middle of a home its pieces stand, to make room for their heads. The unit is half the distance
between two pieces."""

_SEATS: Final = {
    4: ((-7.6, -5.7), (5.7, -7.6), (7.6, 5.7), (-5.7, 7.6)),
    6: ((-9.9, -10.3), (9.9, -10.3), (12.5, 0.0), (9.9, 10.3), (-9.9, 10.3), (-12.5, 0.0)),
}
"""The middle of each seat's plate, in units, clockwise from the one left of the top arm."""


_CARPET: Final = {4: (3.15, 2.85), 6: (6.3, 4.3)}
"""How far the carpet under the cards reaches from the middle, across and down, in units."""

_PILE: Final = {4: (118, 156), 6: (192, 252)}
"""Width and height of the cards in the middle."""


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
        """Turn a point given in units for the top arm to the arm of colour `arm`."""
        angle = 2 * pi / self.arms * (self.turn + arm)
        (x, y), unit = point, self.unit
        return (
            WIDTH / 2 + unit * (x * cos(angle) - y * sin(angle)),
            self.middle + unit * (x * sin(angle) + y * cos(angle)),
        )

    def at(self, colour: int, place: Place, slot: int = 0) -> Point:
        """Return the middle of a place; `slot` 0..3 tells the four home spaces of a colour apart."""
        if place == HOME:
            (x, y), step = self.home(colour), self.unit * (0.5 if self.arms == 6 else 0.55)
            return x + (2 * (slot % 2) - 1) * step, y + ((2 * (slot // 2) - 1) * 1.12 + _LOWER) * step
        return _find_middle(self, colour, place)

    def home(self, colour: int) -> Point:
        """Return the middle of a home."""
        return self.pixel(_CLUSTER[self.arms], colour)

    def start_label(self, colour: int) -> Point:
        """Return the place for the number of a start space: outside its gate."""
        x, y = spot(self.board, 0, 0)
        return self.pixel((x - 1.05, y), colour)

    def special_label(self, space: Place) -> Point:
        """Return the place for the number of a special space: outside the corner it lies in."""
        x, y = spot(self.board, 0, space)
        far = 1 + _BEYOND[self.arms] / (x * x + y * y) ** 0.5
        return self.pixel((x * far, y * far))

    def piles(self) -> tuple[tuple[int, int, int, int], ...]:
        """Return left, top, width and height of deck and discard pile."""
        (wide, tall), x = _PILE[self.arms], WIDTH // 2
        top = self.middle - (58 if self.arms == 4 else 48) - tall // 2
        return (x - 14 - wide, top, wide, tall), (x + 14, top, wide, tall)

    def explanations(self) -> tuple[Point, Point]:
        """Return the middles of the two explanations above and below the cards, clear of goals and tracks."""
        (_, top, _, tall), *_ = self.piles()
        return (WIDTH / 2, top - (50 if self.arms == 4 else 62)), (
            WIDTH / 2,
            top + tall + (112 if self.arms == 4 else 122),
        )

    def seat(self, colour: int) -> Point:
        """Return the middle of a seat's plate, beside its home."""
        x, y = _SEATS[self.arms][(colour + self.turn) % self.arms]
        return WIDTH / 2 + self.unit * x, self.middle + self.unit * y


@lru_cache(maxsize=4096)
def _find_middle(plan: Plan, colour: int, place: Place) -> Point:
    """Return the middle of a place of track or goal."""
    return plan.pixel(spot(plan.board, colour, place))


def list_path(board: Board, colour: int, source: Place, target: Place, effective: str) -> tuple[Place, ...]:
    """List the places a piece of `colour` passes from `source` to `target`, both included. A swap or a start goes
    straight; a 4 may go backwards.
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


@lru_cache(maxsize=4)
def paint_court(theme: Theme, arms: int, height: int, middle: int) -> Layer:
    """Paint the static layer: the court by night, the lamp-lit terrace with its track, and the carpet."""
    plan = Plan(arms, 0, middle)
    unit, board = plan.unit, plan.board
    # On whole pixels all spaces look the same, which makes the file smaller.
    track = [(round(x), round(y)) for x, y in (plan.at(0, space) for space in range(board.length))]
    plain = theme.contrast
    top = 90 if height == HEIGHT else 114
    many = arms > 4  # their slanting edges already make the file large
    brass = theme.ink if plain else theme.own("brass")
    stone = theme.ground if plain or theme.dark else theme.shade
    wide = unit * 1.32
    across, down = _CARPET[arms][0] * unit, _CARPET[arms][1] * unit
    carpet = (WIDTH / 2 - across, middle - down, WIDTH / 2 + across, middle + down)
    around = [*track, track[0], track[1]]

    def paint(pen: Pen) -> None:
        if not plain:
            garden.paint_palace(pen, theme, top)
            garden.paint_balustrade(pen, theme, 2 * (middle - HEADROOM) - top)
            for colour in range(arms):
                garden.paint_light(pen, theme, plan.home(colour), unit, simple=many)
            garden.paint_hedge(pen, theme, track, unit, simple=many)
        pen.polygon(around, brass)
        pen.line(around, brass, wide + 10)
        pen.polygon(around, stone)
        pen.line(around, stone, wide)
        if not plain:
            garden.paint_star(pen, theme, (WIDTH / 2, middle), [plan.at(0, space) for space in board.specials], unit)
            garden.paint_carpet(pen, theme, carpet)
        pen.line(around, brass if plain else theme.own("space"), unit * 0.12)
        for x, y in track:
            draw_space(pen, x, y, unit, theme)

    tones = () if plain else _list_tones(theme, stone)
    return Layer(WIDTH, height, theme.shade if plain else theme.own("floor"), paint, tones=tones)


def _list_tones(theme: Theme, stone: RGB) -> tuple[RGB, ...]:
    """List the tones of the court: its colours, and one between each two that touch along many edges."""
    names = ("floor", "joint", "wall", "pool", "glow", "hedge", "sprig", "brass", "cobble", "space", "light", "lamp")
    pure = [stone, *(theme.own(name) for name in names)]
    space, cobble = theme.own("space"), theme.own("cobble")
    touching = ((space, stone), (space, cobble), (theme.own("brass"), stone), (theme.own("hedge"), theme.own("brass")),
                (theme.own("light"), theme.own("brass")), (theme.own("lamp"), theme.own("wall")),
                (theme.own("wall"), theme.own("brass")), (theme.own("floor"), theme.own("brass")))  # fmt: skip
    return tuple(dict.fromkeys((*pure, *(mix(one, other, 0.5) for one, other in touching))))


def shorten(points: Sequence[Point], before: float) -> list[Point]:
    """Cut a path off `before` pixels before its last point."""
    (x0, y0), (x1, y1) = points[-2:]
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    share = max(0.1, 1 - before / length)
    return [*points[:-1], (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)]
