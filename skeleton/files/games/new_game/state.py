"""The state and the moves of New Game. The state's JSON is the stored snapshot."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from games.core import Seat
from games.new_game.events import AnyEvent

Card = str
"""Two digits, or `HIDDEN` in a view."""

CARDS: Final[tuple[Card, ...]] = tuple(f"{number:02}" for number in range(1, 41))


class Play(Struct, frozen=True):
    """A move: play a card of one's hand."""

    card: Card

    @property
    def code(self) -> str:
        return f"play/{self.card}"


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. A seat is to play unless all hands are empty."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat, in ascending order."""
    deck: tuple[Card, ...]
    """The cards that were not dealt. Nobody ever sees them."""
    played: tuple[Card, ...]
    """The cards of earlier tricks."""
    table: tuple[Card, ...]
    """By seat the card played in this trick, "" if there is none yet."""
    turn: Seat
    tricks: tuple[int, ...]
    """By seat the number of tricks taken."""
    events: tuple[AnyEvent, ...] = ()
    """The events of the last ply."""
