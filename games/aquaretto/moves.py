"""The moves of Aquaretto, and the generation of the legal ones (sections 5, 6 and 9)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from games.aquaretto import constants
from games.aquaretto.state import COWORKER, NOBODY, State, Zoo
from games.aquaretto.zoo.geometry import LARGE, SMALL, placements
from games.aquaretto.zoo.layout import (
    CASHIER,
    KEEPER,
    MANAGER,
    TRAINER,
    cells_in,
    free_jobs,
    layout,
    legal_mask,
    trainer_cells,
)
from games.aquaretto.zoo.tiles import TYPE
from games.core import Seat

DEPOT = "depot"


class Draw(Struct, frozen=True, gc=False):
    """Turn up the next tile (action A)."""

    @property
    def code(self) -> str:
        return "draw"


class Load(Struct, frozen=True, gc=False):
    """Put the tile drawn onto a truck, counted from 0 (action A)."""

    truck: int

    @property
    def code(self) -> str:
        return f"truck/{self.truck + 1}"


class Take(Struct, frozen=True, gc=False):
    """Take a truck, counted from 0 (action B)."""

    truck: int

    @property
    def code(self) -> str:
        return f"take/{self.truck + 1}"


class Place(Struct, frozen=True, gc=False):
    """Put a tile of the truck on a cell, or on the `depot` (action B)."""

    tile: str
    cell: str

    @property
    def code(self) -> str:
        return f"{self.tile}@{self.cell}"


class Rest(Struct, frozen=True, gc=False):
    """Put all remaining tiles of the truck on the depot, in the truck's order (action B)."""

    @property
    def code(self) -> str:
        return "rest@depot"


class Rear(Struct, frozen=True, gc=False):
    """Put the oldest pending offspring on a cell; on the `depot` only where `constants` allow it."""

    cell: str

    @property
    def code(self) -> str:
        return f"baby@{self.cell}"


class Hire(Struct, frozen=True, gc=False):
    """Give a new coworker a job; `cell` is empty except for a trainer."""

    job: str
    cell: str = ""

    @property
    def code(self) -> str:
        return f"{self.job}@{self.cell}" if self.cell else self.job


class Raise(Struct, frozen=True, gc=False):
    """Put the top tile of the depot on a cell (money action C1)."""

    cell: str

    @property
    def code(self) -> str:
        return f"move@{self.cell}"


class Shift(Struct, frozen=True, gc=False):
    """Move a coworker (money action C2). Both ends are `cashier`, `keeper`, `manager` or `trainer@K11`."""

    source: str
    target: str

    @property
    def code(self) -> str:
        return f"shift/{self.source}>{self.target}"


class Buy(Struct, frozen=True, gc=False):
    """Buy the top tile of another seat's depot and put it on a cell (money action C3)."""

    seller: Seat
    cell: str

    @property
    def code(self) -> str:
        return f"buy/{self.seller + 1}@{self.cell}"


class Discard(Struct, frozen=True, gc=False):
    """Take the top tile of the depot out of the game (money action C4)."""

    @property
    def code(self) -> str:
        return "discard"


class Expand(Struct, frozen=True, gc=False):
    """Build an expansion board (money action C5); its name is the code."""

    board: str

    @property
    def code(self) -> str:
        return self.board


Move = Draw | Load | Take | Place | Rest | Rear | Hire | Raise | Shift | Buy | Discard | Expand


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """List the moves of the seat, in the order in which a menu shows them."""
    if state.over or seat != state.active:
        return ()
    if state.drawn:
        return tuple([_LOADS[truck] for truck in find_open_trucks(state)])
    if state.pending and (due := list_due_bonuses(state.hand, state.pending)):
        return _list_bonus_moves(state.zoos[seat], due)
    if state.hand:
        return _list_unloading_moves(state.zoos[seat], state.hand)
    return _list_turn_moves(state, seat)


def find_open_trucks(state: State) -> list[int]:
    """Find the trucks in the middle that have a free slot."""
    return [i for i, truck in enumerate(state.trucks) if truck.taker == NOBODY and len(truck.tiles) < truck.slots]


def list_due_bonuses(hand: tuple[str, ...], pending: tuple[str, ...]) -> tuple[str, ...]:
    """List the pending bonuses that may be placed now: the oldest offspring, a coworker, or both (A-03, A-05)."""
    if not pending or (hand and constants.BONUSES == "after_truck"):
        return ()
    offspring = next((thing for thing in pending if thing != COWORKER), None)
    if offspring is None:
        return (COWORKER,)
    if COWORKER not in pending or constants.PENDING_ORDER == "offspring":
        return (offspring,)
    return (COWORKER,) if constants.PENDING_ORDER == "coworker" else (offspring, COWORKER)


def _list_bonus_moves(zoo: Zoo, due: tuple[str, ...]) -> tuple[Move, ...]:
    """List every way to place one of the due bonuses."""
    grid = layout(zoo)
    moves: list[Move] = []
    for thing in due:
        if thing == COWORKER:
            moves += (Hire(job) for job in free_jobs(zoo))
            moves += (Hire(TRAINER, cell) for cell in trainer_cells(zoo, grid))
        else:
            moves += (Rear(cell) for cell in cells_in(zoo, legal_mask(zoo, grid, thing)))
            if constants.OFFSPRING_MAY_GO_TO_DEPOT:
                moves.append(Rear(DEPOT))
    return tuple(moves)


def _list_unloading_moves(zoo: Zoo, hand: tuple[str, ...]) -> tuple[Move, ...]:
    """List every tile in hand with every destination; identical tiles once."""
    grid = layout(zoo)
    moves: list[Move] = []
    for tile in dict.fromkeys(hand):
        moves += [Place(tile, cell) for cell in cells_in(zoo, legal_mask(zoo, grid, TYPE[tile]))]
        moves.append(Place(tile, DEPOT))
    if len(hand) > 1:
        moves.append(_REST)
    return tuple(moves)


_DRAW, _REST, _DISCARD = Draw(), Rest(), Discard()
_LOADS = tuple(map(Load, range(5)))
_TAKES = tuple(map(Take, range(5)))


def _list_turn_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """List the actions A, B and C."""
    moves: list[Move] = []
    if (state.pile or state.reserve) and find_open_trucks(state):
        moves.append(_DRAW)
    moves += [_TAKES[i] for i, truck in enumerate(state.trucks) if truck.taker == NOBODY and truck.tiles]
    if state.zoos[seat].coins:
        moves += _list_money_moves(state, seat)
    return tuple(moves)


def _list_money_moves(state: State, seat: Seat) -> list[Move]:
    """List the money actions that the seat can pay for (section 6C)."""
    zoo = state.zoos[seat]
    price = constants.PRICE
    moves: list[Move] = []
    grid = layout(zoo)
    if zoo.depot and zoo.coins >= price["move"]:
        moves += [Raise(cell) for cell in cells_in(zoo, legal_mask(zoo, grid, TYPE[zoo.depot[-1]]))]
    if zoo.coins >= price["buy"]:
        for seller, other in enumerate(state.zoos):
            if seller != seat and other.depot:
                cells = cells_in(zoo, legal_mask(zoo, grid, TYPE[other.depot[-1]]))
                moves += [Buy(seller, cell) for cell in cells]
    if zoo.coins >= price["shift"] and (coworkers := list_workplaces(zoo)):
        targets = free_jobs(zoo) + [f"{TRAINER}@{cell}" for cell in trainer_cells(zoo, grid)]
        moves += [Shift(source, target) for source in coworkers for target in targets if target != source]
    if zoo.depot and zoo.coins >= price["discard"]:
        moves.append(_DISCARD)
    for kind in (LARGE, SMALL):
        if zoo.coins >= price[kind]:
            moves += _list_building_moves(zoo.boards, kind)
    return moves


def list_workplaces(zoo: Zoo) -> list[str]:
    """List the places where coworkers work, each once: `cashier`, `keeper`, `manager`, `trainer@K11`."""
    jobs = ((CASHIER, zoo.cashiers), (KEEPER, zoo.keepers), (MANAGER, zoo.managers))
    return [job for job, count in jobs if count] + [f"{TRAINER}@{cell}" for cell in zoo.trainers]


@lru_cache(maxsize=256)
def _list_building_moves(boards: tuple[str, ...], kind: str) -> tuple[Expand, ...]:
    """List the places for one more board of a kind."""
    if sum(board.startswith(kind) for board in boards) >= constants.BOARDS_OF_A_KIND:
        return ()
    return tuple(map(Expand, placements(boards, kind)))
