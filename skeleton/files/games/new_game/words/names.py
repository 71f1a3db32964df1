"""The names of cards in sentences."""

from __future__ import annotations

from games.new_game.state import Card
from games.text import Join


def card_name(card: Card) -> str:
    """Name a card as people say it: `07` is 7."""
    return card.lstrip("0")


def card_list(cards: tuple[Card, ...]) -> Join:
    """List cards by name."""
    return Join(tuple(map(card_name, cards)))
