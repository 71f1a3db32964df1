"""Draw a seat's plate: its token, and the back of a card with the number of cards it holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from rendering.dog_royal import cards
from rendering.drawing import sprites
from rendering.drawing.canvas import measure
from rendering.drawing.picture import Box
from rendering.drawing.sprites import Sprite
from rendering.drawing.theme import SEATS, WHITE, Theme
from rendering.posters.festive import GOLD, draw_wreath

SIZE: Final = {4: (176, 128), 6: (112, 96)}
"""Width and height of a plate, by the board's arms. It has no ground, but a frame while its seat decides."""
_TOKEN: Final = {4: 66, 6: 44}
_CARD: Final = {4: (76, 104), 6: (54, 76)}
"""On a plate: the size of a token, the width and height of a card."""


class Seated(Struct, frozen=True):
    """The content of a plate. colour: the seat's. helped: the colour it plays for, mostly its own. holds: how many
    cards (None: some). chosen: a card is chosen to be passed on. dropped: the seat is out of the round. won: it won.
    """

    colour: int
    helped: int
    holds: int | None
    chosen: bool
    dropped: bool
    won: bool = False


@lru_cache(maxsize=96)
def draw_plate(arms: int, who: Seated, theme: Theme) -> tuple[Sprite, tuple[Box, ...]]:
    """Draw a plate. Also returns its boxes; the origin is its top left corner."""
    (wide, tall), size, (width, height) = SIZE[arms], _TOKEN[arms], _CARD[arms]
    gap, line = (wide - size - width) // 3, tall // 2
    at, left, top = gap + size // 2, wide - gap - width, line - height // 2
    parts: list[tuple[Sprite, float, float]] = []
    boxes = []
    tokens = [(who.colour, at, line, size)]
    if who.helped != who.colour:  # the partner's token, below and behind its own
        small = size * 2 // 3
        tokens = [
            (who.helped, at + size // 6, top + height - small // 2, small),
            (who.colour, at, top + size // 2, size),
        ]
    for colour, x, y, across in tokens:
        if who.won and colour == who.colour:
            parts.append((draw_wreath(across - 4, GOLD, theme.rim, SEATS[colour].fill), x, y))
        parts.append((sprites.token(colour, across, WHITE, patterned=theme.patterns), x, y))
        x0, y0 = x - across // 2, y - across // 2
        boxes.append(Box("badge", x0, y0, x0 + across, y0 + across, SEATS[colour].name))
    if who.dropped:  # at the rim of the token, whose glyph stays legible
        parts.append((sprites.draw_cross(size * 2 // 3, theme.chalk, theme.rim), at + size * 0.3, line + size * 0.48))
    if who.chosen:  # it sticks out from behind the others
        parts.append((cards.draw_back(width, height, theme), left + 4, top - 9))
    parts.append((cards.draw_back(width, height, theme, count=who.holds), left, top))
    boxes.append(Box("badge", left, top, left + width, top + height, "back"))
    if who.holds is not None:
        figure, runs = str(who.holds), measure(str(who.holds), cards.COUNT, "display")
        x0, y0 = left + (width - runs) // 2, line - cards.COUNT // 2
        boxes.append(Box("letter", x0, y0, x0 + runs, y0 + cards.COUNT, figure))
    whole = sprites.join_sprites(wide, tall, parts)
    x0, y0, x1, y1 = whole.pixels.getbbox() or (0, 0, wide, tall)
    # At even pixels, so that in a film nothing shifts by half a pixel when a card is chosen.
    edges = (x0 // 2 * 2, y0 // 2 * 2, x1, y1)
    return whole.part(edges, (-edges[0], -edges[1])), tuple(boxes)
