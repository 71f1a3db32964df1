"""The state and the moves of Liar's Dice. The state's JSON is the stored snapshot."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from games.core import Seat
from slowboat_liars_dice.events import AnyEvent

Face = str
"""A digit from 1 to 6, or `HIDDEN` in a view."""

FACES: Final[tuple[Face, ...]] = ("1", "2", "3", "4", "5", "6")
WILD: Final[Face] = "1"


class Bid(Struct, frozen=True):
    """A move: there are at least `count` dice that show `face`."""

    count: int
    face: Face

    @property
    def code(self) -> str:
        return f"bid/{self.count}x{self.face}"


class Doubt(Struct, frozen=True):
    """A move: there are fewer dice than the last bid says."""

    @property
    def code(self) -> str:
        return "doubt"


Move = Bid | Doubt


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. The seat `turn` is to bid unless only one seat has dice."""

    dice: tuple[tuple[Face, ...], ...]
    """By seat, in ascending order."""
    bid: Bid | None
    """The last bid of this round."""
    bidder: Seat
    """The seat that made it; -1 if there is no bid."""
    turn: Seat
    wild: bool
    out: tuple[Seat, ...]
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
