"""The deck of 110 cards (rules, sections 1 and 6)."""

from __future__ import annotations

from collections.abc import Iterable
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
"""Number of copies of each card, in the order in which hands are sorted."""

CARDS: Final = tuple(COPIES)
ORDER: Final = {card: index for index, card in enumerate((*CARDS, HIDDEN))}
FULL_DECK: Final = tuple(card for card, copies in COPIES.items() for _ in range(copies))

STEPS: Final[dict[Card, tuple[int, ...]]] = {
    "1/11": (1, 11),
    "13": (13,),
    "1-7": (1, 2, 3, 4, 5, 6, 7),
    **{str(n): (n,) for n in (2, 3, 4, 5, 6, 8, 9, 10, 12)},
}
"""The values of each number card, in steps."""
START: Final = frozenset({"1/11", "13"})
"""Cards that may bring out a piece (6.2)."""
KING_WALKS: Final = 7
"""The most steps of the king (8.5)."""
BACKWARD: Final = 4
"""The number of the card that may also move backward (6.4)."""


def _join_bits(steps: Iterable[int]) -> int:
    return sum(1 << n for n in steps)


STEP_BITS: Final = {card: _join_bits(steps) for card, steps in STEPS.items()}
"""The values of each number card as the bits of a whole number."""
WALK_BITS: Final = _join_bits(range(1, 14))
"""All steps of number cards, as bits."""
KING_BITS: Final = _join_bits(range(1, KING_WALKS + 1))
"""All steps of the king, as bits."""
BETWEEN: Final = _join_bits(range(1, BACKWARD))
"""As bits: the spaces between a piece and the space to which a 4 takes it back, as seen from that space."""


def hand_of(cards: tuple[Card, ...] | list[Card]) -> tuple[Card, ...]:
    """Sort cards into a hand, hidden ones last, so that the same cards always make the same hand."""
    return tuple(sorted(cards, key=ORDER.__getitem__))
