"""The options, the move, the events and the state of New Game. The state is stored as JSON."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Struct

from games.core import Choice, Event, Known, Seat
from games.text import N, T
from games.wording import Label

Card = int | Literal["?"]
"""A number, or `HIDDEN` in a view."""

CARDS: Final = range(1, 41)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices before the match."""

    hand: Annotated[
        Literal[3, 5, 7],
        Label(
            T("Cards in hand"), T("How many cards each player is dealt"), counted=N("{count} card", "{count} cards", 0)
        ),
    ] = 5
    """Also the number of tricks."""


class Play(Choice, frozen=True):
    """Play a card of one's hand. The code of this move is such as `play/17`."""

    card: int


class Played(Event, frozen=True):
    """A seat played a card."""

    seat: Seat
    card: int


class Taken(Event, frozen=True):
    """A seat took the trick with a card."""

    seat: Seat
    card: int


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. The seat `turn` is to play unless all hands are empty."""

    hands: Annotated[tuple[tuple[Card, ...], ...], Known.OWN]
    """By seat, in ascending order."""
    deck: Annotated[tuple[Card, ...], Known.NOBODY] = ()
    """The cards that were not dealt."""
    played: Annotated[tuple[int, ...], Known.SHOWN] = ()
    """The cards of earlier tricks."""
    table: Annotated[tuple[int, ...], Known.SHOWN] = ()
    """The cards of this trick, in the order in which they were played."""
    turn: Seat = 0
    taken: tuple[Seat, ...] = ()
    """The seat that took each trick."""
    events: tuple[Played | Taken, ...] = ()
    """The events of the last ply."""

    @property
    def tricks(self) -> tuple[int, ...]:
        """The number of tricks that each seat has taken."""
        return tuple(map(self.taken.count, range(len(self.hands))))

    @property
    def trick(self) -> dict[Seat, int]:
        """The card of each seat in this trick; until somebody leads again, in the trick that `turn` has just taken."""
        seats = len(self.hands)
        cards = self.table or self.played[-seats:]
        before = len(cards) if self.table else cards.index(max(cards)) if cards else 0
        return {(self.turn - before + number) % seats: card for number, card in enumerate(cards)}
