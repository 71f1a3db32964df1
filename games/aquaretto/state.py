"""The state of Aquaretto, stored after every ply.

Tiles are strings (`DOL-F`, see `zoo.tiles`), cells are labels (`K11`, see `zoo.geometry`), boards are the codes of the
moves that built them (`large@L13`, `small@M13/BR`). Seats and trucks count from 0. In a view every tile of `pile` and
`reserve` is `HIDDEN`; nothing else is secret.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Struct

from games.aquaretto.events import AnyEvent
from games.core import Known, Seat

COWORKER: Final = "coworker"
"""Stands for a coworker in `State.pending`."""

NOBODY: Final[Seat] = -1


class Truck(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A delivery truck."""

    slots: int
    """The number of tiles it can carry: 3; with two seats 3, 2 and 1."""
    tiles: tuple[str, ...] = ()
    """Its load in the order in which it was loaded; empty once it is taken."""
    taker: Seat = NOBODY
    """The seat that has taken it this round; -1 while it stands in the middle."""


class Zoo(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Everything one seat owns."""

    coins: int = 1
    """Coins; coin tiles become coins as soon as their truck is taken."""
    tiles: tuple[tuple[str, str], ...] = ()
    """(cell, tile) for every animal in the zoo, in the order of placement."""
    depot: tuple[str, ...] = ()
    """The stack of surplus animals, bottom first; only the last can be moved, bought or discarded."""
    boards: tuple[str, ...] = ()
    """Expansion boards built, in order: at most two large and two small."""
    cashiers: int = 0
    """Coworkers at the checkout booths, 0 to 2."""
    keepers: int = 0
    """Coworkers at the feeding stations, 0 to 2."""
    managers: int = 0
    """Coworkers on the depot, 0 or 1."""
    trainers: tuple[str, ...] = ()
    """Cells on which coworkers stand as trainers, in the order of arrival."""


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A position. At the start of a turn `drawn`, `hand` and `pending` are empty; later their tiles are placed
    first."""

    zoos: tuple[Zoo, ...]
    """By seat, in clockwise order."""
    trucks: tuple[Truck, ...]
    """One for each seat, but three with two seats."""
    removed: tuple[str, ...]
    """Animal types that are not in this game, in the order of `zoo.tiles.TYPES`."""
    pile: Annotated[tuple[str, ...], Known.NOBODY]
    """The draw pile; the last tile is drawn next."""
    reserve: Annotated[tuple[str, ...], Known.NOBODY]
    """The 15 tiles set aside, drawn from once the pile is empty; the last tile is drawn next."""
    active: Seat
    """The seat to move; after the end, the seat that ended the game."""
    round: int = 1
    """Number of the round, from 1."""
    turn: int = 1
    """Number of the turn, from 1, counted over all seats; positions with the same number belong to one turn."""
    last_round: bool = False
    """A tile of the reserve has been drawn: the game ends with this round."""
    drawn: str = ""
    """The tile turned up that has to go on a truck; empty: none."""
    hand: tuple[str, ...] = ()
    """Animals of the truck just taken that are still to place, in the truck's order."""
    pending: tuple[str, ...] = ()
    """Bonuses to place before anything else, oldest first: the type of an offspring, or `coworker`."""
    box: tuple[str, ...] = ()
    """Tiles that have left the game (discarded, left over on a truck), in order."""
    cashed: int = 0
    """Coin tiles turned into coins."""
    over: bool = False
    """The last round has ended."""
    events: tuple[AnyEvent, ...] = ()
    """The events of the last ply, in order."""
