"""The 110 cards (rules, sections 1 and 6)."""

from __future__ import annotations

from typing import Final

from games.core import HIDDEN

Card = str
"""A card's id: one of `CARDS`, or `HIDDEN` in a view."""

COPIES: Final[dict[Card, int]] = {
    "1/11": 10,
    "13": 10,
    "1-7": 7,
    "2": 7,
    "3": 7,
    "4": 7,
    "5": 7,
    "6": 7,
    "8": 7,
    "9": 7,
    "10": 7,
    "12": 7,
    "magnet": 6,
    "swap": 7,
    "=": 7,
}
"""How many of each there are; the order is the one a hand is sorted in."""

CARDS: Final = tuple(COPIES)
ORDER: Final = {card: index for index, card in enumerate((*CARDS, HIDDEN))}
FULL_DECK: Final = tuple(card for card, copies in COPIES.items() for _ in range(copies))

STEPS: Final[dict[Card, tuple[int, ...]]] = {
    "1/11": (1, 11),
    "13": (13,),
    "1-7": (1, 2, 3, 4, 5, 6, 7),
    **{str(n): (n,) for n in (2, 3, 4, 5, 6, 8, 9, 10, 12)},
}
"""The values a number card may be walked with."""

START: Final = frozenset({"1/11", "13"})
"""Cards that may start a piece (6.2)."""
KING_WALKS: Final = 7
"""The largest value the king walks with (8.5)."""
BACKWARD: Final = 4
"""The card 4 may be walked backward (6.4)."""


def hand_of(cards: tuple[Card, ...] | list[Card]) -> tuple[Card, ...]:
    """Cards as a hand: sorted, so that equal hands are equal, the hidden ones last."""
    return tuple(sorted(cards, key=ORDER.__getitem__))
