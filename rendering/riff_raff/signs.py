"""Draw the signs for buttons of Riff Raff: pieces, cards, players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.riff_raff.loading.settled import KINDS
from games.riff_raff.words.menus import name_card_sign, name_seat_sign
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, join_sprites, paint_sprite, token
from rendering.drawing.theme import WHITE
from rendering.riff_raff.colours import LIGHT
from rendering.riff_raff.sea import draw_card
from rendering.riff_raff.ship.scene import draw_icon

_SIDE: Final = 128
_CARD: Final = 108
"""Width of a card in pixels."""
_CARDS: Final = 10
_SEATS: Final = 4


def draw_signs() -> Mapping[str, Sprite]:
    """Draw each kind of piece without its letter, each card with its number, and each seat's token."""
    pieces: dict[str, Sprite] = {kind: draw_icon(kind, ("",) * len(KINDS), LIGHT, _SIDE, _SIDE, 0) for kind in KINDS}
    cards = {name_card_sign(card): _draw_numbered_card(card) for card in range(1, _CARDS + 1)}
    seats = {name_seat_sign(seat): token(seat, _SIDE, WHITE) for seat in range(_SEATS)}
    return {**pieces, **cards, **seats}


def _draw_numbered_card(card: int) -> Sprite:
    """Draw a card with its number as large as fits."""

    def paint(pen: Pen) -> None:
        pen.words(_CARD / 2, _SIDE / 2, str(card), LIGHT.rim, size=96 if card < 10 else 80)

    number = paint_sprite(_CARD, _SIDE, paint)
    return join_sprites(_CARD, _SIDE, [(draw_card(LIGHT, _CARD, _SIDE), 0, 0), (number, 0, 0)])
