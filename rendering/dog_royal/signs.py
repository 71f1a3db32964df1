"""Draw the cards and pieces of DOG Royal as signs for buttons."""

from __future__ import annotations

from collections.abc import Mapping

from games.dog_royal.components.cards import CARDS
from games.dog_royal.state import BASE_RANK, RANKS
from games.dog_royal.words.menus import BACK, name_piece_sign
from rendering.dog_royal.cards import draw_back, draw_card
from rendering.dog_royal.colours import LIGHT
from rendering.dog_royal.pieces import draw_piece
from rendering.drawing.sprites import Sprite
from rendering.drawing.theme import SEATS

_WIDTH, _HEIGHT = 84, 96
"""A card this narrow has no signs at its foot, which could not be read in a button."""
_UNIT = 70
"""The size of a piece: about as high as a sign."""


def draw_signs() -> Mapping[str, Sprite]:
    """Draw each card with a figure as large as fits, the back of a card, and each piece in each colour."""
    cards = {card: draw_card(card, _WIDTH, _HEIGHT, LIGHT) for card in CARDS}
    pieces = {
        name_piece_sign(colour, rank): draw_piece(colour, rank, _UNIT)
        for colour in range(len(SEATS))
        for rank in (*RANKS, BASE_RANK)
    }
    return {**cards, BACK: draw_back(_WIDTH, _HEIGHT, LIGHT), **pieces}
