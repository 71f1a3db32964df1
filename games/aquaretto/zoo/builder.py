"""Change a zoo during a ply, and take the steps without a choice (sections 7 to 9)."""

from __future__ import annotations

from msgspec.structs import replace

from games.aquaretto import constants
from games.aquaretto.events import AnyEvent, Born, CoinBonus, CoworkerGained, CoworkerLost, Depot, Hired, Placed
from games.aquaretto.moves import DEPOT, list_due_bonuses
from games.aquaretto.state import COWORKER, State, Zoo
from games.aquaretto.zoo.layout import (
    CASHIER,
    KEEPER,
    TRAINER,
    cells_in,
    completes_pair,
    free_jobs,
    layout,
    legal_mask,
)
from games.aquaretto.zoo.tiles import BABY_OF, TYPE
from games.core import Seat


class ZooBuilder:
    """The changes of a ply to the zoo of the active seat: tiles, hand, pending bonuses and events."""

    __slots__ = ("events", "hand", "pending", "seat", "zoo")

    def __init__(self, state: State) -> None:
        self.seat: Seat = state.active
        self.zoo: Zoo = state.zoos[state.active]
        self.hand: list[str] = list(state.hand)
        self.pending: list[str] = list(state.pending)
        self.events: list[AnyEvent] = []

    def place(self, tile: str, cell: str, event: AnyEvent) -> None:
        """Put a tile on a cell, report it by `event`, and earn the bonuses for the size of its basin (section 7.3)."""
        type_ = TYPE[tile]
        before = self.zoo
        basin = [other for _, other in before.tiles if TYPE[other] == type_]
        size = 1 + len(basin)
        self.zoo = replace(before, tiles=(*before.tiles, (cell, tile)))
        self.events.append(event)
        if size in constants.COIN_SIZES:
            self.zoo = replace(self.zoo, coins=self.zoo.coins + 1)
            self.events.append(CoinBonus(self.seat, type_, size))
        if size in constants.COWORKER_SIZES:
            self.pending.append(COWORKER)
            self.events.append(CoworkerGained(self.seat, type_, size))
        if completes_pair(basin, tile):
            self.pending.append(type_)
            self.events.append(Born(self.seat, type_))

    def store(self, tile: str) -> None:
        """Put a tile on top of the depot."""
        self.zoo = replace(self.zoo, depot=(*self.zoo.depot, tile))
        self.events.append(Depot(self.seat, tile))

    def unload(self, tile: str, cell: str) -> None:
        """Put a tile from the hand on a cell or the depot."""
        self.hand.remove(tile)
        if cell == DEPOT:
            self.store(tile)
        else:
            self.place(tile, cell, Placed(self.seat, tile, cell))

    def rear(self, type_: str, cell: str) -> None:
        """Put the pending offspring of a type on a cell or the depot."""
        self.pending.remove(type_)
        tile = BABY_OF[type_]
        if cell == DEPOT:
            self.store(tile)
        else:
            self.place(tile, cell, Placed(self.seat, tile, cell))

    def hire(self, job: str, cell: str) -> None:
        """Give the pending coworker a job."""
        self.pending.remove(COWORKER)
        self.zoo = add_coworker(self.zoo, job, cell)
        self.events.append(Hired(self.seat, job, cell))

    def finish_forced_steps(self) -> bool:
        """Take all steps that leave no choice. Return True if nothing is left to place."""
        while self.hand or self.pending:
            due = list_due_bonuses(tuple(self.hand), tuple(self.pending)) if self.pending else ()
            if not (self._place_forced_bonus(due) if due else self._store_forced_tile()):
                return False
        return True

    def _place_forced_bonus(self, due: tuple[str, ...]) -> bool:
        """Place a bonus that can go to one place only. Return False if there is a choice."""
        grid = layout(self.zoo)
        for thing in due:
            if thing == COWORKER:
                jobs = [(job, "") for job in free_jobs(self.zoo)]
                rooms = grid.empty.bit_count() + len(jobs)
                if rooms == 0:
                    self.pending.remove(COWORKER)
                    self.events.append(CoworkerLost(self.seat))
                    return True
                if rooms == 1 and len(due) == 1:
                    self.hire(*(jobs or [(TRAINER, cell) for cell in cells_in(self.zoo, grid.empty)])[0])
                    return True
            else:
                cells = legal_mask(self.zoo, grid, thing)
                if not cells:
                    self.rear(thing, DEPOT)
                    return True
                if cells.bit_count() == 1 and len(due) == 1 and not constants.OFFSPRING_MAY_GO_TO_DEPOT:
                    self.rear(thing, *cells_in(self.zoo, cells))
                    return True
        return False

    def _store_forced_tile(self) -> bool:
        """Put a tile on the depot if it fits nowhere. Return False if it fits or another kind of tile may go first."""
        tile = self.hand[0]
        if self.hand.count(tile) < len(self.hand) or legal_mask(self.zoo, layout(self.zoo), TYPE[tile]):
            return False
        self.unload(tile, DEPOT)
        return True


def add_coworker(zoo: Zoo, job: str, cell: str) -> Zoo:
    """Add a coworker in a job; `cell` is the cell of a trainer, otherwise empty."""
    if job == TRAINER:
        return replace(zoo, trainers=(*zoo.trainers, cell))
    return _change_staff(zoo, job, 1)


def remove_coworker(zoo: Zoo, job: str, cell: str) -> Zoo:
    """Remove a coworker from a job; `cell` is the cell of a trainer, otherwise empty."""
    if job == TRAINER:
        return replace(zoo, trainers=tuple(other for other in zoo.trainers if other != cell))
    return _change_staff(zoo, job, -1)


def _change_staff(zoo: Zoo, job: str, change: int) -> Zoo:
    if job == CASHIER:
        return replace(zoo, cashiers=zoo.cashiers + change)
    if job == KEEPER:
        return replace(zoo, keepers=zoo.keepers + change)
    return replace(zoo, managers=zoo.managers + change)
