"""The events of Docker; their JSON is part of the stored snapshot."""

from __future__ import annotations

from games.core import Event


class Moved(Event, frozen=True, gc=False):
    """A seat moved a cube of `colour` (0..3) from square `source` (0..8, None: reserve) onto `target`.

    `path` is one shortest way there, square by square from `source`, or from the entry, to `target`.
    """

    seat: int
    colour: int
    source: int | None
    target: int
    path: tuple[int, ...]


class FailedRoll(Event, frozen=True, gc=False):
    """A seat with a reserve could play none of `values`, rolled in this order, and rolled again after each."""

    seat: int
    values: tuple[int, ...]


class Rolled(Event, frozen=True, gc=False):
    """A seat rolled `value` (1..6), the roll that counts. A `FailedRoll` of the same turn comes before it."""

    seat: int
    value: int


class Eliminated(Event, frozen=True, gc=False):
    """A seat cannot play the `die` it has just rolled and is out for good."""

    seat: int
    die: int


class Won(Event, frozen=True, gc=False):
    """`seat` is the last one left and has won."""

    seat: int


class Drawn(Event, frozen=True, gc=False):
    """The turn limit was reached: a draw between `seats`, the players left."""

    seats: tuple[int, ...]


AnyEvent = Moved | FailedRoll | Rolled | Eliminated | Won | Drawn
