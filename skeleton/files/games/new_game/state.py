"""New Game's options, moves, events and state."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from games.core import Event, Seat

Card = str
"""Two digits, or `HIDDEN` in a view."""

CARDS: Final[tuple[Card, ...]] = tuple(f"{number:02}" for number in range(1, 41))


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players may choose before the match."""

    hand: Literal[3, 5, 7] = 5
    """Cards dealt to each player, and therefore the number of tricks."""


class Play(Struct, frozen=True):
    """A move: play a card of one's hand."""

    card: Card

    @property
    def code(self) -> str:
        return f"play/{self.card}"


class Played(Event, frozen=True):
    """A seat played a card."""

    seat: Seat
    card: Card


class Taken(Event, frozen=True):
    """A seat took the trick with a card."""

    seat: Seat
    card: Card


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
    events: tuple[Played | Taken, ...] = ()
    """What happened in the last ply."""
