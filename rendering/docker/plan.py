"""Compute the places of things on Docker's quay.

The quay is drawn in cabinet projection: columns go right, rows come forward and to the left by a third of a square. So
the nine stacks stand `COLUMN` pixels apart and are hardly wider: no tower, however tall, hides another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from rendering.drawing.pen import Point

HEIGHT: Final = 900
LINE: Final = 96
"""How much higher large and private pictures are, for the line with the last move."""
COLUMN: Final = 92
"""Pixels between neighbouring stacks, seen from the front: a third of a square's width."""

FACE: Final = 84
"""Width of a crate's front."""
SIDE: Final = 28
"""How far a crate's back lies to the right of its front."""

POLE: Final = 8
"""How far above its foot a sign with a height begins."""

_LEFT: Final = 48
"""The x of the front row."""

SIDES: Final = ((1.5, 3.0, 0, -1), (0.0, 1.5, 1, 0), (1.71, 0.0, 0, 1), (3.0, 1.5, -1, 0))
"""For each colour: a place on its entry's outer edge that no stack hides, and the direction a cube comes in."""


class Plan(Struct, frozen=True, gc=False):
    """How the quay lies in a picture: `row` pixels from one row down to the next, its front edge at y `front`.

    Low stacks leave room for deep squares, tall towers need flat ones. A `large` picture has large letters.
    """

    row: int
    front: int
    large: bool

    @property
    def up(self) -> int:
        """How far a crate's back lies above its front, in the perspective of the squares."""
        return SIDE * self.row // COLUMN

    @property
    def slant(self) -> float:
        """How many pixels to the left a line towards the viewer runs for each pixel down."""
        return COLUMN / self.row

    @property
    def shore(self) -> int:
        """The y of the quay's far edge, at which the ship lies."""
        return self.front - 3 * self.row - 110

    @property
    def board(self) -> tuple[int, int]:
        """Top and bottom of the board with the die, under the strip."""
        return (126, 404) if self.large else (100, 346)

    @property
    def figure(self) -> int:
        """The font size of the figure that shows a stack's height."""
        return 66 if self.large else 44

    @property
    def above(self) -> int:
        """How far the sign with a stack's height rises above the front of its top crate, on whose lid it stands."""
        return self.up // 3 + POLE + self.figure + 4

    def ground(self, column: float, row: float) -> Point:
        """Return the pixel of a point of the quay; column and row run from 0 to 3 from the back left corner."""
        return _LEFT + 3 * COLUMN * (column + 1) - COLUMN * row, self.front - self.row * (3 - row)

    def foot(self, square: int) -> tuple[int, int]:
        """Return the pixel under the middle of the front of the lowest crate on a square (0..8)."""
        x, y = self.ground(square % 3 + 0.5, square // 3 + 0.5)
        return round(x) - SIDE // 2, round(y) + self.up // 2 - (24 if self.large else 12)

    def label(self, square: int) -> tuple[int, int]:
        """Return the middle of a square's name, in front of its stack, where nothing covers it."""
        x, y = self.foot(square)
        return x + SIDE // 2, y + (32 if self.large else 18)

    def place(self, square: int, height: int, unit: int) -> tuple[int, int, int, int]:
        """Return the rectangle that shows where a square is: around the top crate of its stack, or around its name."""
        if height == 0:
            x, y = self.label(square)
            return x - 60, y - 30, 120, 60
        x, y = self.foot(square)
        return x - 51, y - height * unit - 6, FACE + 16, unit + 14

    def arrow(self, colour: int) -> tuple[Point, ...]:
        """Return the outline of the painted arrow that points from outside into a colour's entry."""
        column, row, right, down = SIDES[colour]
        x, y = self.ground(column, row)
        length, head, wide, neck = (92, 46, 34, 15) if right else (56, 34, 40, 17)
        shape = ((6, 0), (6 + head, wide), (6 + head, neck), (length, neck))
        outline = [*shape, *((along, -across) for along, across in reversed(shape[1:]))]
        return tuple((x - right * a + down * c, y - down * a + right * c) for a, c in outline)

    def outside(self, colour: int) -> Point:
        """Return the place a cube of this colour comes from: the tail of its painted arrow."""
        (x0, y0), (x1, y1) = self.arrow(colour)[3:5]
        return (x0 + x1) / 2, (y0 + y1) / 2

    def doorstep(self, colour: int, entered: Point) -> Point:
        """Return the place of a crate that comes in from a colour's side, before it stands at `entered`."""
        right, down = SIDES[colour][2:]
        return entered[0] - 150 * right + 0.6 * COLUMN * down, entered[1] - 0.6 * self.row * down

    def bay(self, colour: int) -> tuple[int, int]:
        """Return the top left corner of a colour's reserve, `BAY` in size, clear of each tower."""
        back, middle = round(self.ground(0, 0)[1]), round(self.ground(0, 1.5)[1])
        places = ((574, self.front + 22), (16, middle - 116), (1026, back - 70), (1026, middle + 70))
        return places[colour]

    def outline(self, square: int, inset: float) -> list[Point]:
        """List the corners of a square, `inset` pixels inside its lines."""
        column, row, slim, tall = square % 3, square // 3, inset / (3 * COLUMN), inset / self.row
        corners = ((slim, tall), (1 - slim, tall), (1 - slim, 1 - tall), (slim, 1 - tall))
        return [self.ground(column + dx, row + dy) for dx, dy in corners]


_DEEP, _FLAT = 112, 84
"""Pixels from row to row: for low stacks, and for tall towers."""

UNITS: Final = (72, 60, 48, 42, 36, 33)
"""The heights a crate may have on flat squares; the largest at which every tower ends below the strip is used."""


def fit(heights: Sequence[int], large: bool) -> tuple[Plan, int]:
    """Choose the deepest quay and the highest crates at which towers of these `heights` fit, with their figures."""
    front, ceiling = (804, 116) if large else (758, 92)
    for row, unit in ((_DEEP, UNITS[0]), *((_FLAT, unit) for unit in UNITS)):
        plan = Plan(row, front, large)
        tops = (plan.foot(square)[1] - height * unit for square, height in enumerate(heights) if height)
        if min(tops, default=HEIGHT) - plan.above >= ceiling:
            break
    return plan, unit


BAY: Final = (160, 52)
"""Width and height of the painted bay for a colour's reserve; the owner's tokens stand next to it."""
