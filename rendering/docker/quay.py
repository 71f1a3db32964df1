"""Paint the static layer of Docker's pictures: harbour, quay and squares, and the painted entries of the colours."""

from __future__ import annotations

from functools import lru_cache

from games.docker.state import ENTRIES
from rendering.docker import harbour, stone
from rendering.docker.harbour import WIDTH
from rendering.docker.plan import BAY, HEIGHT, LINE, Plan
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import BLACK, RGB, SEATS, WHITE, Theme, mix


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
        for x in (268, 480, 730, 900):
            stone.paint_bollard(pen, x, plan.shore + 44, iron, shadow)
        if theme.dark and not theme.contrast:
            for x in harbour.LAMPS:
                stone.paint_lamp(pen, theme, x, plan.shore)
        stone.paint_board(pen, theme, *plan.board)
        stone.paint_squares(pen, theme, plan)
        for side in spare:
            pen.polygon(plan.arrow(side), theme.shade, edge=theme.ink, width=4)
        for colour in colours:
            _paint_entry(pen, plan, colour, theme)

    return Layer(WIDTH, height, theme.ground, paint)


def _paint_entry(pen: Pen, plan: Plan, colour: int, theme: Theme) -> None:
    """Paint a colour's frame around its entry square, the worn arrow into it, and the pallet of its reserve."""
    seat = SEATS[colour]
    rim = mix(seat.fill, WHITE, 0.45) if theme.dark else seat.edge
    square = plan.outline(ENTRIES[colour], 8)
    if not theme.contrast:
        pen.polygon(square, stone.find_tone(theme, ENTRIES[colour], (colour,)))
    for tone, width in ((rim, 8), (seat.fill, 5)):
        pen.polygon(square, None, edge=tone, width=width)
    pen.polygon(plan.arrow(colour), seat.fill, edge=rim, width=3)
    (x0, y0), (x1, y1) = plan.outside(colour), plan.arrow(colour)[0]
    pen.glyph(colour, (x0 * 2 + x1 * 3) / 5, (y0 * 2 + y1 * 3) / 5, 15, seat.on)
    _paint_pallet(pen, plan, colour, theme, rim)


def _paint_pallet(pen: Pen, plan: Plan, colour: int, theme: Theme, rim: RGB) -> None:
    """Paint the pallet of a colour's reserve: a wooden deck on blocks, its front board in the colour."""
    (x, y), (width, height), lean = plan.bay(colour), BAY, 14
    wood, gap, dark = theme.own("wood"), theme.own("plank"), theme.rim
    if theme.contrast:
        wood, gap = theme.ground, theme.shade
    if not theme.contrast:
        pen.polygon([(x + 6, y + height), (x + width + 10, y + height + 8), (x + width + 10, y + 22),
                     (x + width, y + 14)], mix(theme.ground, theme.shade, 0.9))  # fmt: skip
    for share in (0.0, 0.45, 0.9):  # the blocks under the deck
        pen.rounded_box((x + share * width, y + height - 10, x + share * width + 16, y + height + 2), 0, dark)
    deck = [(x + lean, y + 6), (x + width, y + 6), (x + width - lean, y + height - 14), (x, y + height - 14)]
    pen.polygon(deck, wood, edge=dark, width=3)
    for share in (1 / 3, 2 / 3):  # the gaps between its boards
        down, left = 6 + share * (height - 20), lean * (1 - share)
        pen.line([(x + left + 3, y + down), (x + width - lean + left - 3, y + down)], gap, 4)
    pen.rounded_box((x, y + height - 15, x + width - lean, y + height - 3), 2, SEATS[colour].fill, edge=rim, width=3)
