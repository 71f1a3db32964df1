"""Paint the static layer of Docker's pictures: harbour, quay and squares, and the painted entries of the colours."""

from __future__ import annotations

from functools import lru_cache

from games.docker.state import ENTRIES
from rendering.docker import harbour, stone
from rendering.docker.harbour import WIDTH
from rendering.docker.plan import BAY, HEIGHT, LINE, SIDES, Plan
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import BLACK, SEATS, WHITE, Theme, mix


@lru_cache(maxsize=16)
def paint_scene(theme: Theme, plan: Plan, colours: tuple[int, ...], spare: tuple[int, ...] = ()) -> Layer:
    """Paint the static layer: sea, quay, squares, and the painted entries and bays of the colours in play.

    `spare`: open sides that belong to no colour; they get a plain arrow.
    """
    height = HEIGHT + LINE * plan.large
    iron, shadow = mix(theme.shade, BLACK, 0.45), mix(theme.ground, theme.shade, 0.9)

    def paint(pen: Pen) -> None:
        harbour.paint_water(pen, theme, plan.shore)
        stone.paint_quay(pen, theme, plan, WIDTH, height)
        for x in (210, 480, 730, 950):
            stone.paint_bollard(pen, x, plan.shore + 44, iron, shadow)
        if theme.dark and not theme.contrast:
            for x in stone.LAMPS:
                stone.paint_lamp(pen, theme, x, plan.shore)
        stone.paint_board(pen, theme, *plan.board)
        stone.paint_squares(pen, theme, plan)
        for side in spare:
            pen.polygon(plan.arrow(side), theme.shade, edge=theme.ink, width=4)
        for colour in colours:
            _paint_entry(pen, plan, colour, theme)

    return Layer(WIDTH, height, theme.ground, paint)


def _paint_entry(pen: Pen, plan: Plan, colour: int, theme: Theme) -> None:
    """Paint a colour's frame around its entry square, the arrow into it, its bay, and the lane between."""
    seat = SEATS[colour]
    x, y = plan.bay(colour)
    right, down = SIDES[colour][2:]
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
    pen.glyph(colour, (x0 * 2 + x1 * 3) / 5, (y0 * 2 + y1 * 3) / 5, 15, seat.on)
    pen.rounded_box((x, y, x + BAY[0], y + BAY[1]), 12, theme.own("slab"), edge=rim, width=8)
    pen.rounded_box((x + 2, y + 2, x + BAY[0] - 2, y + BAY[1] - 2), 10, None, edge=seat.fill, width=4)
