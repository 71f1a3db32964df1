"""The events of DOG Royal; their JSON is part of the stored snapshot."""

from __future__ import annotations

from typing import Union

from games.core import Event
from games.dog_royal.components.boards import Place
from games.dog_royal.components.cards import Card


class Revealing(Event, frozen=True):
    """An event of every ply that draws a card or passes the turn on: it is never only previewed.

    Whether the next seat is stuck, and with which hand, follows at once. If only the plies after which that happens
    were held back from a preview, the preview itself would tell.
    """

    @property
    def reveals(self) -> bool:
        return True


class Chose(Event, frozen=True):
    """`seat` has put down, or changed, its card of the exchange."""

    seat: int


class Exchanged(Revealing, frozen=True):
    """Everybody had chosen; the cards have changed hands."""


class FreeStarted(Revealing, frozen=True):
    """A piece was set on the board without a card (round 1)."""

    seat: int
    colour: int
    rank: str
    place: Place


class Played(Revealing, frozen=True):
    """A card was played and moved a piece. `effective` is what a copy stood for, otherwise the card itself."""

    seat: int
    card: Card
    effective: Card
    colour: int
    """Whose piece: the partner's once the player's own are all in."""
    rank: str
    source: Place
    target: Place


class Captured(Event, frozen=True):
    """A piece was sent home from `place`."""

    colour: int
    rank: str
    place: Place


class Swapped(Event, frozen=True):
    """The other piece of a swap, and where it went."""

    colour: int
    rank: str
    source: Place
    target: Place


class Drew(Revealing, frozen=True):
    """A card was drawn: on a special space, or after a discard."""

    seat: int


class Declined(Revealing, frozen=True):
    """The card of a special space was not taken."""

    seat: int


class Jumped(Revealing, frozen=True):
    """A citizen went on to another special space."""

    seat: int
    colour: int
    source: Place
    target: Place


class Stayed(Revealing, frozen=True):
    """A citizen that might have jumped stayed."""

    seat: int
    colour: int
    place: Place


class Discarded(Revealing, frozen=True):
    """A player without a legal play put a card under the pile (section 9). The pile is open, so the card is known."""

    seat: int
    card: Card


class DroppedOut(Event, frozen=True):
    """A team player without a legal play showed the hand and is out until the next deal."""

    seat: int
    hand: tuple[Card, ...]


class ColourIn(Event, frozen=True):
    """All pieces of a colour are in its goal."""

    colour: int


class Reshuffled(Event, frozen=True):
    """The discard pile, so many `cards`, became the new deck."""

    cards: int


class Dealt(Event, frozen=True):
    """A round began: five cards for everybody."""

    round: int
    starter: int


class Finished(Event, frozen=True):
    """The game is over. `limit`: not won, but stopped by the round limit."""

    winners: tuple[int, ...]
    limit: bool


AnyEvent = Union[  # noqa: UP007 - a run-time alias for msgspec
    Chose,
    Exchanged,
    FreeStarted,
    Played,
    Captured,
    Swapped,
    Drew,
    Declined,
    Jumped,
    Stayed,
    Discarded,
    DroppedOut,
    ColourIn,
    Reshuffled,
    Dealt,
    Finished,
]
