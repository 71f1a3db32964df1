"""Draw the cards of DOG Royal as signs for buttons."""

from __future__ import annotations

from collections.abc import Mapping

from games.dog_royal.components.cards import CARDS
from rendering.dog_royal.cards import draw_card
from rendering.dog_royal.colours import LIGHT
from rendering.drawing.sprites import Sprite

_WIDTH, _HEIGHT = 84, 96
"""A card this narrow has no signs at its foot, which could not be read in a button."""


def draw_signs() -> Mapping[str, Sprite]:
    """Draw each card with a figure as large as fits."""
    return {card: draw_card(card, _WIDTH, _HEIGHT, LIGHT) for card in CARDS}
