"""The events of DOG Royal; their JSON is part of the stored snapshot."""

from __future__ import annotations

from typing import Union

from games.core import Event
from games.dog_royal.components.boards import Place
from games.dog_royal.components.cards import Card


class Revealing(Event, frozen=True, gc=False):
    """An event of a ply that draws a card or ends the turn; such a ply is applied only when it is confirmed.

    A ply that ends the turn may reveal that the next seat has no legal play, and its hand. No ply that ends the turn is
    previewed, because a preview that is missing only in this case would reveal it.
    """

    reveals = True
    is_news = False


class News(Event, frozen=True, gc=False):
    """An event after which somebody knows more cards, other than one that was played: plans are dropped."""

    is_news = True


class Chose(Event, frozen=True, gc=False):
    """`seat` chose, or changed, the card it passes."""

    seat: int


class Exchanged(News, Revealing, frozen=True, gc=False):
    """The passed cards changed hands."""


class FreeStarted(Revealing, frozen=True, gc=False):
    """A piece was set on the track without a card (round 1)."""

    seat: int
    colour: int
    rank: str
    place: Place


class Played(Revealing, frozen=True, gc=False):
    """A card was played and moved a piece. `effective`: the card that a copy repeats, otherwise the card itself."""

    seat: int
    card: Card
    effective: Card
    colour: int
    """The colour of the piece: the partner's once all the player's own pieces are in the goal."""
    rank: str
    source: Place
    target: Place


class Captured(Event, frozen=True, gc=False):
    """A piece was sent home from `place`."""

    colour: int
    rank: str
    place: Place


class Swapped(Event, frozen=True, gc=False):
    """The other piece of a swap moved from `source` to `target`."""

    colour: int
    rank: str
    source: Place
    target: Place


class Drew(News, Revealing, frozen=True, gc=False):
    """A card was drawn: on a special space, or after a discard."""

    seat: int


class Declined(Revealing, frozen=True, gc=False):
    """The card of a special space was declined."""

    seat: int


class Jumped(Revealing, frozen=True, gc=False):
    """A citizen jumped to another special space."""

    seat: int
    colour: int
    source: Place
    target: Place


class Stayed(Revealing, frozen=True, gc=False):
    """A citizen that could have jumped stayed."""

    seat: int
    colour: int
    place: Place


class Discarded(News, Revealing, frozen=True, gc=False):
    """A player without a legal play put a card under the discard pile, which is face up (section 9)."""

    seat: int
    card: Card


class DroppedOut(News, frozen=True, gc=False):
    """A player in a team had no legal play, showed the hand, and is out until the next deal."""

    seat: int
    hand: tuple[Card, ...]


class ColourIn(Event, frozen=True, gc=False):
    """All pieces of a colour are in its goal."""

    colour: int


class Reshuffled(Event, frozen=True, gc=False):
    """The discard pile of `cards` cards became the new deck."""

    cards: int


class Dealt(News, frozen=True, gc=False):
    """A round began with five cards for everybody."""

    round: int
    starter: int


class Finished(Event, frozen=True, gc=False):
    """The game is over. `limit`: a limit stopped it before a side had all its pieces in."""

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
