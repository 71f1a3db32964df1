"""Paint Docker's quay at noon, and say where things stand on it.

The quay is drawn in cabinet projection: columns go right, rows come forward and to the left by a third of a square. So
the nine stacks stand `COLUMN` pixels apart, hardly wider than that, and no tower, however tall, hides another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from games.docker.state import ENTRIES
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import BLACK, RGB, SEATS, WHITE, Theme, mix

WIDTH: Final = 1200
HEIGHT: Final = 900
LINE: Final = 96
"""How much higher large and private pictures are, for the line with the last move."""
COLUMN: Final = 92
"""Pixels between neighbouring stacks, seen from the front: a third of a square's width."""

FACE: Final = 84
"""Width of a crate's front."""
SIDE: Final = 28
"""How far a crate's back lies to the right of its front."""

_LEFT: Final = 48
"""The x of the front row."""

_SIDES: Final = ((1.5, 3.0, 0, -1), (0.0, 1.5, 1, 0), (1.5, 0.0, 0, 1), (3.0, 1.5, -1, 0))
"""For each colour: the middle of its entry's outer edge, and the direction in which a cube comes in."""


class Plan(Struct, frozen=True, gc=False):
    """How the quay lies in a picture: `row` pixels from one row down to the next, its front edge at y `front`.

    Low stacks leave room for deep squares, tall towers need flat ones. A `large` picture has large letters.
    """

    row: int
    front: int
    large: bool

    @property
    def up(self) -> int:
        """How far a crate's back lies above its front: crates recede as the squares do."""
        return SIDE * self.row // COLUMN

    @property
    def figure(self) -> int:
        """The font size of the figure that shows a stack's height."""
        return 66 if self.large else 44

    @property
    def above(self) -> int:
        """How far the disc behind a stack's figure rises above the front of its top crate, clear of the glyph."""
        disc = self.figure + 8
        return max(self.up // 2 + 4 + disc // 2, disc - 8)

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
        return x + SIDE // 2, y + (36 if self.large else 22)

    def arrow(self, colour: int) -> tuple[Point, ...]:
        """Return the outline of the painted arrow that points from outside into a colour's entry."""
        column, row, right, down = _SIDES[colour]
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
        right, down = _SIDES[colour][2:]
        return entered[0] - 150 * right + 0.6 * COLUMN * down, entered[1] - 0.6 * self.row * down

    def bay(self, colour: int) -> tuple[int, int]:
        """Return the top left corner of a colour's reserve, `BAY` in size, clear of each tower."""
        back, middle = round(self.ground(0, 0)[1]), round(self.ground(0, 1.5)[1])
        places = ((570, self.front + 10), (16, middle - 116), (1026, back - 70), (1026, middle + 70))
        return places[colour]

    def outline(self, square: int, inset: float) -> list[Point]:
        """List the corners of a square, `inset` pixels inside its lines."""
        column, row, slim, tall = square % 3, square // 3, inset / (3 * COLUMN), inset / self.row
        corners = ((slim, tall), (1 - slim, tall), (1 - slim, 1 - tall), (slim, 1 - tall))
        return [self.ground(column + dx, row + dy) for dx, dy in corners]


_DEEP, _FLAT = 112, 84
"""Pixels from row to row: for low stacks, and for tall towers."""

_UNITS: Final = (72, 60, 48, 42, 36, 33)
"""The heights of a crate on flat squares: the largest is taken at which each tower ends below the strip."""


def fit(heights: Sequence[int], large: bool) -> tuple[Plan, int]:
    """Choose the deepest quay and the highest crates at which towers of these `heights` fit, with their figures."""
    front, ceiling = (812, 116) if large else (766, 92)
    for row, unit in ((_DEEP, _UNITS[0]), *((_FLAT, unit) for unit in _UNITS)):
        plan = Plan(row, front, large)
        tops = (plan.foot(square)[1] - height * unit for square, height in enumerate(heights) if height)
        if min(tops, default=HEIGHT) - plan.above >= ceiling:
            break
    return plan, unit


BAY: Final = (160, 52)
"""Width and height of the painted bay for a colour's reserve; the owner's tokens stand above or before it."""


def _draw_boat(pen: Pen, x: float, y: float, hull: RGB, house: RGB, funnel: RGB) -> None:
    """Draw the slow boat: a small steamer with its keel at y."""
    pen.rounded((x + 62, y - 62, x + 152, y - 30), 6, house)
    for window in range(3):
        pen.disc(x + 80 + 27 * window, y - 47, 6, hull)
    pen.polygon([(x + 88, y - 62), (x + 92, y - 104), (x + 116, y - 104), (x + 120, y - 62)], funnel)
    pen.polygon([(x + 91, y - 92), (x + 92, y - 104), (x + 116, y - 104), (x + 117, y - 92)], hull)
    pen.polygon([(x, y - 34), (x + 210, y - 34), (x + 186, y), (x + 30, y)], hull)
    for puff, (dx, dy, radius) in enumerate(((104, 122, 11), (90, 140, 15), (68, 160, 20))):
        pen.disc(x + dx - 4 * puff, y - dy, radius, house)


def _draw_bollard(pen: Pen, x: float, y: float, tone: RGB) -> None:
    """Draw an iron post for ropes, its foot at y."""
    pen.polygon([(x + 6, y - 26), (x + 28, y - 26), (x + 32, y), (x + 2, y)], tone)
    pen.rounded((x - 2, y - 38, x + 36, y - 22), 8, tone)


@lru_cache(maxsize=16)
def paint_scene(theme: Theme, plan: Plan, colours: tuple[int, ...], spare: tuple[int, ...] = ()) -> Layer:
    """Paint the static layer: sea, quay, squares, and the painted entries and bays of the colours in play.

    `spare`: sides without a colour that can be entered all the same; they get a plain arrow.
    """
    sea, deep, slab = theme.own("sea"), theme.own("deep"), theme.own("slab")
    shore = plan.front - 3 * plan.row - 110
    joint, iron = mix(theme.ground, theme.shade, 0.45), mix(theme.shade, BLACK, 0.35)
    corners = [plan.ground(0, 0), plan.ground(3, 0), plan.ground(3, 3), plan.ground(0, 3)]

    def paint(pen: Pen) -> None:
        pen.polygon([(0, 0), (WIDTH, 0), (WIDTH, shore), (0, shore)], sea)
        for y, shift in ((shore - 150, 0), (shore - 96, 130), (shore - 40, 60)):
            for x in range(-200 + shift, WIDTH + 200, 260):
                pen.line([(x, y), (x + 60, y)], deep, 5)
        if not theme.contrast:
            _draw_boat(pen, 830, shore - 52, deep, mix(sea, theme.ground, 0.75), mix(deep, SEATS[0].fill, 0.25))
        pen.polygon([(0, shore), (WIDTH, shore), (WIDTH, shore + 16), (0, shore + 16)], theme.shade)
        for row in range(1, 6):
            y = shore + 16 + row * row * 24
            pen.line([(0, y), (WIDTH, y)], joint, 3)
        for x in (230, 480, 730, 940):
            _draw_bollard(pen, x, shore + 10, iron)
        # The pontoon: its front and right side, then its squares.
        lower = [(x, y + 14) for x, y in corners]
        pen.polygon([*corners[1:], *reversed(lower[1:])], iron, edge=theme.ink, width=4)
        pen.polygon(corners, slab, edge=theme.ink, width=4)
        for square in range(0, 9, 2):
            pen.polygon(plan.outline(square, 5), mix(slab, theme.ground, 0.6))
        for line in (1, 2):
            pen.line([plan.ground(line, 0), plan.ground(line, 3)], theme.shade, 5)
            pen.line([plan.ground(0, line), plan.ground(3, line)], theme.shade, 5)
        for side in spare:
            pen.polygon(plan.arrow(side), theme.shade, edge=theme.ink, width=4)
        for colour in colours:
            _paint_entry(pen, plan, colour, theme)

    return Layer(WIDTH, HEIGHT + LINE * plan.large, theme.ground, paint)


def _paint_entry(pen: Pen, plan: Plan, colour: int, theme: Theme) -> None:
    """Paint a colour's frame around its entry square, the arrow into it, its bay, and the lane between."""
    seat = SEATS[colour]
    x, y = plan.bay(colour)
    right, down = _SIDES[colour][2:]
    rim = mix(seat.fill, WHITE, 0.45) if theme.dark else seat.edge
    tail = (plan.outside(colour)[0] + 12 * right, plan.outside(colour)[1] + 12 * down)
    bend = (x + 80, tail[1]) if colour in (1, 3) else (tail[0], y + BAY[1] / 2)
    lane = [tail, bend, (x + (80 if colour in (1, 3) else 20), y + BAY[1] / 2)]
    square = plan.outline(ENTRIES[colour], 9)
    for tone, grow in ((rim, 4), (seat.fill, 0)):
        pen.line(lane, tone, 8 + grow)
        pen.polygon(square, None, edge=tone, width=8 + grow)
    pen.polygon(plan.arrow(colour), seat.fill, edge=rim, width=4)
    (x0, y0), (x1, y1) = plan.outside(colour), plan.arrow(colour)[0]
    pen.glyph(colour, (x0 * 2 + x1 * 3) / 5, (y0 * 2 + y1 * 3) / 5, 13, seat.on)
    pen.rounded((x, y, x + BAY[0], y + BAY[1]), 12, theme.own("slab"), edge=rim, width=8)
    pen.rounded((x + 2, y + 2, x + BAY[0] - 2, y + BAY[1] - 2), 10, None, edge=seat.fill, width=4)
