"""The events of Aquaretto.

Seats and trucks count from 0; tiles and cells are those of `zoo.tiles` and `zoo.geometry`.
"""

from __future__ import annotations

from games.core import Event, Seat


class Drew(Event, frozen=True, gc=False):
    """A tile was turned up and has to go on a truck."""

    seat: Seat
    tile: str

    reveals = True


class Loaded(Event, frozen=True, gc=False):
    """The tile drawn was put onto a truck."""

    seat: Seat
    tile: str
    truck: int


class Took(Event, frozen=True, gc=False):
    """A truck was taken: `tiles` are its animals, `coins` counts its coin tiles."""

    seat: Seat
    truck: int
    tiles: tuple[str, ...]
    coins: int


class Placed(Event, frozen=True, gc=False):
    """A tile from the truck, or an offspring, was put on a cell."""

    seat: Seat
    tile: str
    cell: str


class Depot(Event, frozen=True, gc=False):
    """A tile was put on top of the depot."""

    seat: Seat
    tile: str


class Born(Event, frozen=True, gc=False):
    """A pair has bred: an offspring of this animal type has to be placed."""

    seat: Seat
    animal: str


class CoinBonus(Event, frozen=True, gc=False):
    """A basin has reached `size` (3, 6, 9, 12): one coin."""

    seat: Seat
    animal: str
    size: int


class CoworkerGained(Event, frozen=True, gc=False):
    """A basin has reached `size` (5, 10): one coworker has to be given a job."""

    seat: Seat
    animal: str
    size: int


class CoworkerLost(Event, frozen=True, gc=False):
    """A new coworker left the game because no job was free."""

    seat: Seat


class Hired(Event, frozen=True, gc=False):
    """A new coworker took a job; `cell` is the cell of a trainer, otherwise empty."""

    seat: Seat
    job: str
    cell: str


class Moved(Event, frozen=True, gc=False):
    """Money action C1: the top tile of the depot was put on a cell."""

    seat: Seat
    tile: str
    cell: str


class Shifted(Event, frozen=True, gc=False):
    """Money action C2: a coworker went from `source` to `target`: `cashier`, `keeper`, `manager` or `trainer@K11`."""

    seat: Seat
    source: str
    target: str


class Bought(Event, frozen=True, gc=False):
    """Money action C3: the top tile of the seller's depot was put on a cell of the buyer's zoo."""

    seat: Seat
    seller: Seat
    tile: str
    cell: str


class Discarded(Event, frozen=True, gc=False):
    """Money action C4: the top tile of the depot left the game."""

    seat: Seat
    tile: str


class Expanded(Event, frozen=True, gc=False):
    """Money action C5: an expansion board was built; `board` as in `zoo.geometry`."""

    seat: Seat
    board: str


class LastRound(Event, frozen=True, gc=False):
    """The first tile of the reserve was drawn: this round is the last."""


class RoundEnded(Event, frozen=True, gc=False):
    """Every seat has taken a truck. `starter` begins the next round, if any; `boxed` tiles were left over (2 seats)."""

    round: int
    starter: Seat
    boxed: tuple[str, ...]


class Scored(Event, frozen=True, gc=False):
    """The game is over; `points` by seat."""

    points: tuple[int, ...]


AnyEvent = (
    Drew
    | Loaded
    | Took
    | Placed
    | Depot
    | Born
    | CoinBonus
    | CoworkerGained
    | CoworkerLost
    | Hired
    | Moved
    | Shifted
    | Bought
    | Discarded
    | Expanded
    | LastRound
    | RoundEnded
    | Scored
)
