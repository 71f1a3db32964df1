"""Lay out the court of DOG Royal, and paint its static parts.

All places are given in units (one unit is the distance from space to space, see
`games.dog_royal.components.boards.spot`) and turned by whole arms, so that one static layer serves every viewer; gates,
steps and homes are upright sprites on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from rendering.drawing.theme import INK, RGB, Theme, mix

WIDTH: Final = 1200
HEIGHT: Final = 1200
LARGE_HEIGHT: Final = 1254
"""The height of a large picture: its strips need more room."""
PRIVATE_HEIGHT: Final = 1596
"""The height of a private picture: it has the same board, below it the hand and the last move."""

HEADROOM: Final = 6
"""How far the board lies below the middle, because the heads of pieces reach above its highest spaces."""

_STEP: Final = {4: (57, 53), 6: (46, 42)}
"""Pixels from one space to the next, across and down, by arms, so that the board fills the room between the strips."""

_HOMES: Final = {
    4: ((-5.25, -6.85), (5.25, -6.85), (5.25, 6.85), (-5.25, 6.85)),
    6: ((-4.95, -9.1), (4.95, -9.1), (9.55, 0.0), (4.95, 9.1), (-4.95, 9.1), (-9.55, 0.0)),
}
"""The middle of each home, in units, clockwise from the one left of the top arm."""

_APART: Final = {4: (0.72, 0.72), 6: (0.5, 0.62)}
"""Half the distance between two pieces at home, across and down, in units."""

_BEYOND: Final = {4: 1.1, 6: 1.04}
"""How far outside a special space its number stands, in units."""

_LOWER: Final = 0.22
"""How far below the middle of a home its pieces stand, to make room for their heads, in units."""

_SEATS: Final = {
    4: ((-8.5, -6.85), (8.5, -6.85), (8.5, 6.85), (-8.5, 6.85)),
    6: ((-10.2, -9.5), (10.2, -9.5), (11.62, 0.0), (10.2, 9.5), (-10.2, 9.5), (-11.62, 0.0)),
}
"""The middle of each seat's plate, in units, in the order of homes."""

_TILE: Final = {4: ((-3.5, -5.1), (-10.2, -8.6)), 6: ((-3.65, -7.65), (-6.25, -10.6))}
"""Two corners of the terrace's tile under the first home, in units; with four arms its plate lies there too."""

_RUG: Final = {4: (4.0, 4.3), 6: (6.5, 5.8)}
"""How far the rug under the cards reaches from the middle, across and down, in units."""

_RUNNER: Final = 0.86
"""Half the width of the runner below the goals, in units."""

_PILE: Final = {4: (124, 164), 6: (184, 242)}
"""Width and height of the cards in the middle."""

_ROWS: Final = {4: (-162, -140, 58, 106), 6: (-194, -166, 114, 162)}
"""Where things lie on the rug, below its middle: what a lock means, the top of the cards, what a copy repeats, what a
hat does."""


class Plan(Struct, frozen=True):
    """How the board lies in a picture: its `arms`, turned clockwise by `turn` of them, its centre at y `middle`."""

    arms: int
    turn: int
    middle: int

    @property
    def unit(self) -> int:
        """Pixels from one space to the next, by which everything on the board is measured."""
        return _STEP[self.arms][1]

    @property
    def board(self) -> Board:
        return BOARDS[self.arms]

    def pixel(self, point: Point, arm: int = 0) -> Point:
        """Turn a point given in units for the top arm to the arm of colour `arm`."""
        angle, (x, y) = 2 * pi / self.arms * (self.turn + arm), point
        return self._place((x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)))

    def at(self, colour: int, place: Place, slot: int = 0) -> Point:
        """Return the middle of a place; `slot` 0..3 tells the four home spaces of a colour apart."""
        if place == HOME:
            (x, y), (across, down) = self.home(colour), _APART[self.arms]
            down = (2 * (slot // 2) - 1) * down + _LOWER
            return x + self.unit * (2 * (slot % 2) - 1) * across, y + self.unit * down
        return _find_middle(self, colour, place)

    def home(self, colour: int) -> Point:
        """Return the middle of a home."""
        return self._place(_HOMES[self.arms][(colour + self.turn) % self.arms])

    def _place(self, point: Point) -> Point:
        """Return the pixel of a point given in units."""
        across, down = _STEP[self.arms]
        return WIDTH / 2 + across * point[0], self.middle + down * point[1]

    def start_label(self, colour: int) -> Point:
        """Return the place for the number of a start space: outside its gate."""
        x, y = spot(self.board, 0, 0)
        return self.pixel((x - 1.05, y), colour)

    def lock(self, colour: int) -> Point:
        """Return the place for the lock of a start space: in its outer corner, where no other piece stands."""
        x, y = spot(self.board, 0, 0)
        return self.pixel((x - 0.6, y - 0.55), colour)

    def special_label(self, space: Place) -> Point:
        """Return the place for the number of a special space: outside the corner it lies in."""
        x, y = spot(self.board, 0, space)
        far = 1 + _BEYOND[self.arms] / (x * x + y * y) ** 0.5
        return self.pixel((x * far, y * far))

    def piles(self) -> tuple[tuple[int, int, int, int], ...]:
        """Return left, top, width and height of deck and discard pile."""
        (wide, tall), x = _PILE[self.arms], WIDTH // 2
        top = self.middle + _ROWS[self.arms][1]
        return (x - 9 - wide, top, wide, tall), (x + 9, top, wide, tall)

    def words(self) -> tuple[int, int, int]:
        """Return the y of what a lock means, of what a copy repeats, and of what a hat does."""
        lock, _, copy, hat = _ROWS[self.arms]
        return self.middle + lock, self.middle + copy, self.middle + hat

    def seat(self, colour: int) -> Point:
        """Return the middle of a seat's plate, beside its home."""
        return self._place(_SEATS[self.arms][(colour + self.turn) % self.arms])

    def rug(self) -> tuple[float, float, float, float]:
        """Return the edges of the rug."""
        across, down = _RUG[self.arms]
        return *self._place((-across, -down)), *self._place((across, down))

    def runners(self) -> Iterator[tuple[Point, ...]]:
        """List the corners of the runners that lead from the rug under the goals."""
        far = spot(self.board, 0, GOAL + 2)[1] - 0.75
        for arm in range(self.arms):
            yield tuple(
                self.pixel(point, arm) for point in ((-_RUNNER, -3.0), (-_RUNNER, far), (_RUNNER, far), (_RUNNER, -3.0))
            )

    def tiles(self) -> Iterator[tuple[float, float, float, float]]:
        """List the edges of the tiles under homes, by colour."""
        (right, bottom), (left, top) = (self._place(corner) for corner in _TILE[self.arms])
        at = self.home(-self.turn)
        for colour in range(self.arms):
            x, y = self.home(colour - self.turn)
            flipped = x > WIDTH / 2 and self.arms == 4
            one, other = (2 * at[0] - right, 2 * at[0] - left) if flipped else (left, right)
            low = (2 * at[1] - bottom, 2 * at[1] - top) if y > self.middle and self.arms == 4 else (top, bottom)
            yield one + x - at[0], low[0] + y - at[1], other + x - at[0], low[1] + y - at[1]


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
    """Paint the static layer: the court by night, the lamp-lit terrace with its track, and the rug."""
    plan = Plan(arms, 0, middle)
    unit, board = plan.unit, plan.board
    # On whole pixels all spaces look the same, which makes the file smaller.
    track = [(round(x), round(y)) for x, y in (plan.at(0, space) for space in range(board.length))]
    plain = theme.contrast
    top = 90 if height == HEIGHT else 114
    end = 2 * (middle - HEADROOM) - top
    many = arms > 4  # their slanting edges already make the file large
    brass = theme.ink if plain else theme.own("brass")
    stone = theme.ground if plain or theme.dark else theme.shade
    wide = unit * 1.32
    around = [*track, track[0], track[1]]

    def paint(pen: Pen) -> None:
        if not plain:
            garden.paint_slabs(pen, theme, top + 80, end)
            garden.paint_palace(pen, theme, top)
            garden.paint_balustrade(pen, theme, end)
            for tile in plan.tiles():
                garden.paint_bed(pen, theme, tile)
            garden.paint_hedge(pen, theme, track, unit, simple=many)
        pen.polygon(around, brass)
        pen.line(around, brass, wide + 10)
        pen.polygon(around, stone)
        pen.line(around, stone, wide)
        if not plain:
            garden.paint_rug(pen, theme, plan.rug(), list(plan.runners()))
        pen.line(around, brass if plain else mix(theme.own("space"), stone, 0.25), unit * 0.14)
        for x, y in track:
            draw_space(pen, x, y, unit, theme)
        if height == PRIVATE_HEIGHT and not plain:
            garden.paint_table(pen, theme, end, height)

    tones = () if plain else _list_tones(theme, stone)
    return Layer(WIDTH, height, theme.shade if plain else theme.own("floor"), paint, tones=tones)


def _list_tones(theme: Theme, stone: RGB) -> tuple[RGB, ...]:
    """List the tones of the court: its colours, and one between each two that touch along many edges."""
    names = "far floor joint wall tile rug hedge sprig brass cobble space lamp wood board grain"
    pure = [stone, *map(theme.own, names.split())]
    space, cobble = theme.own("space"), theme.own("cobble")
    brass, wall = theme.own("brass"), theme.own("wall")
    touching = [(space, stone), (space, cobble), (theme.own("lamp"), wall)]
    touching += [
        (brass, other) for other in (stone, wall, *(theme.own(name) for name in ("hedge", "tile", "rug", "floor")))
    ]
    own = garden.find_seam(theme), mix(theme.own("rug"), INK, 0.4), *garden.list_sky(theme)
    return tuple(dict.fromkeys((*pure, *own, *(mix(one, other, 0.5) for one, other in touching))))


def shorten(points: Sequence[Point], before: float) -> list[Point]:
    """Cut a path off `before` pixels before its last point."""
    (x0, y0), (x1, y1) = points[-2:]
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    share = max(0.1, 1 - before / length)
    return [*points[:-1], (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)]
