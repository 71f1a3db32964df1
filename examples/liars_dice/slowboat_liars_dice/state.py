"""The options, moves, events and the state of Liar's Dice. The state is stored as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import Struct

from games.core import Choice, Event, Known, Seat
from games.text import N, T
from games.wording import Label

Face = str
"""A digit from 1 to 6, or `HIDDEN` in a view."""

FACES: Final[tuple[Face, ...]] = ("1", "2", "3", "4", "5", "6")
WILD: Final[Face] = "1"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices before the match."""

    dice: Annotated[
        Literal[3, 4, 5],
        Label(
            T("Dice of each player"),
            T("How many dice each player starts with"),
            counted=N("{count} die", "{count} dice", 0),
        ),
    ] = 5
    wild: Annotated[
        bool,
        Label(
            T("Ones"),
            T("Whether ones count as every face"),
            {True: T("count as every face"), False: T("count as ones only")},
        ),
    ] = True


class Bid(Struct, frozen=True):
    """A move: there are at least `count` dice that show `face`."""

    count: int
    face: Face

    @property
    def code(self) -> str:
        return f"bid/{self.count}x{self.face}"


class Doubt(Choice, frozen=True):
    """A move: there are fewer dice than the last bid says."""


Move = Bid | Doubt


class Made(Event, frozen=True):
    """A seat made a bid."""

    seat: Seat
    count: int
    face: str


class Lifted(Event, frozen=True):
    """A seat doubted the bid of `bidder`. All cups were lifted: `found` dice counted; `dice` are those of each seat."""

    reveals = True

    seat: Seat
    bidder: Seat
    count: int
    face: str
    found: int
    dice: tuple[tuple[str, ...], ...]


class Lost(Event, frozen=True):
    """A seat lost a die and has `left` of them."""

    seat: Seat
    left: int


AnyEvent = Made | Lifted | Lost


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. The seat `turn` is to bid unless only one seat has dice."""

    dice: Annotated[tuple[tuple[Face, ...], ...], Known.OWN]
    """By seat, in ascending order."""
    bid: Bid | None = None
    """The last bid of this round."""
    bidder: Seat = -1
    """The seat that made it; -1 if there is no bid."""
    turn: Seat = 0
    wild: bool = True
    out: tuple[Seat, ...] = ()
    """Seats without dice, in the order in which they went out."""
    events: tuple[AnyEvent, ...] = ()
    """The events of the last ply."""

    @property
    def total(self) -> int:
        """The number of dice under all cups."""
        return sum(map(len, self.dice))

    @property
    def is_over(self) -> bool:
        """Whether only one seat has dice left."""
        return len(self.out) == len(self.dice) - 1

    def find_next(self, seat: Seat) -> Seat:
        """Find the next seat with dice."""
        seats = len(self.dice)
        return next(other % seats for other in range(seat + 1, seat + seats) if self.dice[other % seats])


def count_dice(dice: Sequence[Sequence[Face]], face: Face, *, wild: bool) -> int:
    """Count the dice that show a face, wild ones included."""
    return sum(shown == face or (wild and shown == WILD) for hand in dice for shown in hand)
