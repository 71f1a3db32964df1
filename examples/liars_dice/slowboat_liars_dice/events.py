"""The events of Liar's Dice; their JSON is part of the stored snapshot. A face is a digit from 1 to 6."""

from __future__ import annotations

from games.core import Event, Seat


class Made(Event, frozen=True):
    """A seat made a bid."""

    seat: Seat
    count: int
    face: str


class Lifted(Event, frozen=True):
    """A seat doubted the bid of `bidder`. All cups were lifted: `found` dice counted; `dice` are those of each seat."""

    seat: Seat
    bidder: Seat
    count: int
    face: str
    found: int
    dice: tuple[tuple[str, ...], ...]

    @property
    def reveals(self) -> bool:
        return True


class Lost(Event, frozen=True):
    """A seat lost a die and has `left` of them."""

    seat: Seat
    left: int


AnyEvent = Made | Lifted | Lost
