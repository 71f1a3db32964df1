"""What a move does (sections 5 to 10). Steps that leave no choice are taken at once; then somebody must decide."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.aquaretto import constants
from games.aquaretto.events import (
    AnyEvent,
    Born,
    Bought,
    CoinBonus,
    CoworkerGained,
    CoworkerLost,
    Depot,
    Discarded,
    Drew,
    Expanded,
    Hired,
    LastRound,
    Loaded,
    Moved,
    Placed,
    RoundEnded,
    Scored,
    Shifted,
    Took,
)
from games.aquaretto.geometry import LARGE, SMALL
from games.aquaretto.moves import (
    DEPOT,
    Buy,
    Discard,
    Draw,
    Expand,
    Hire,
    Load,
    Move,
    Place,
    Raise,
    Rear,
    Rest,
    Shift,
    Take,
    due_now,
    open_trucks,
)
from games.aquaretto.state import COWORKER, NOBODY, State, Zoo
from games.aquaretto.tiles import BABY_OF, COIN, TYPE
from games.aquaretto.zoo import (
    CASHIER,
    KEEPER,
    MANAGER,
    TRAINER,
    cells_in,
    free_jobs,
    layout,
    legal_mask,
    lines,
    pairs,
)
from games.core import Seat


class Resolving:
    """The zoo of the active seat while a ply changes it, with what is still to be placed and what has happened."""

    __slots__ = ("events", "hand", "pending", "seat", "zoo")

    def __init__(self, state: State) -> None:
        self.seat: Seat = state.active
        self.zoo: Zoo = state.zoos[state.active]
        self.hand: list[str] = list(state.hand)
        self.pending: list[str] = list(state.pending)
        self.events: list[AnyEvent] = []

    def place(self, tile: str, cell: str, event: AnyEvent) -> None:
        """Put a tile on a cell of the zoo, told by `event`, and earn what the basin has grown to (section 7.3)."""
        type_ = TYPE[tile]
        before = self.zoo
        size = 1 + sum(TYPE[other] == type_ for _, other in before.tiles)
        self.zoo = replace(before, tiles=(*before.tiles, (cell, tile)))
        self.events.append(event)
        if size in constants.COIN_SIZES:
            self.zoo = replace(self.zoo, coins=self.zoo.coins + 1)
            self.events.append(CoinBonus(self.seat, type_, size))
        if size in constants.COWORKER_SIZES:
            self.pending.append(COWORKER)
            self.events.append(CoworkerGained(self.seat, type_, size))
        if pairs(self.zoo, type_) > pairs(before, type_):
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
        self.zoo = _employ(self.zoo, job, cell, 1)
        self.events.append(Hired(self.seat, job, cell))

    def finish_forced_steps(self) -> bool:
        """Take all steps that leave no choice; whether nothing is left to be placed."""
        while self.hand or self.pending:
            due = due_now(tuple(self.hand), tuple(self.pending))
            if not (self._forced_bonus(due) if due else self._forced_tile()):
                return False
        return True

    def _forced_bonus(self, due: tuple[str, ...]) -> bool:
        """Place a bonus that can go to one place only; false where there is a choice."""
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

    def _forced_tile(self) -> bool:
        """Put a tile that fits nowhere on the depot, if no other tile could be taken first."""
        tile = self.hand[0]
        if any(other != tile for other in self.hand) or legal_mask(self.zoo, layout(self.zoo), TYPE[tile]):
            return False
        self.unload(tile, DEPOT)
        return True


def apply(state: State, move: Move) -> State:
    """The position after a legal move of the active seat."""
    match move:
        case Draw():
            return _draw(state)
        case Load(truck):
            return _load(state, truck, [])
        case Take(truck):
            return _take(state, truck)
        case Place() | Rest() | Rear() | Hire():
            return _resolve(state, move)
        case _:
            return _spend(state, move)


def _draw(state: State) -> State:
    """A: turn up a tile; where only one truck has room it goes there at once."""
    events: list[AnyEvent] = []
    if state.pile:
        tile = state.pile[-1]
        state = replace(state, pile=state.pile[:-1], drawn=tile)
    else:
        tile = state.reserve[-1]
        if not state.last_round:
            events.append(LastRound())
        state = replace(state, reserve=state.reserve[:-1], drawn=tile, last_round=True)
    events.append(Drew(state.active, tile))
    trucks = open_trucks(state)
    if len(trucks) == 1:
        return _load(state, trucks[0], events)
    return replace(state, events=tuple(events))


def _load(state: State, truck: int, events: list[AnyEvent]) -> State:
    """A: put the tile drawn onto a truck, which ends the turn."""
    old = state.trucks[truck]
    trucks = list(state.trucks)
    trucks[truck] = replace(old, tiles=(*old.tiles, state.drawn))
    events.append(Loaded(state.active, state.drawn, truck))
    return _end_turn(state, events, trucks=tuple(trucks), drawn="")


def _take(state: State, truck: int) -> State:
    """B: cash the coin tiles, take the animals in hand."""
    old = state.trucks[truck]
    trucks = list(state.trucks)
    trucks[truck] = replace(old, tiles=(), taker=state.active)
    animals = tuple(tile for tile in old.tiles if tile != COIN)
    coins = len(old.tiles) - len(animals)
    ply = Resolving(state)
    ply.hand = list(animals)
    ply.zoo = replace(ply.zoo, coins=ply.zoo.coins + coins)
    ply.events.append(Took(state.active, truck, animals, coins))
    return _go_on(state, ply, trucks=tuple(trucks), cashed=state.cashed + coins)


def _resolve(state: State, move: Place | Rest | Rear | Hire) -> State:
    """Place a tile from the hand or a bonus."""
    ply = Resolving(state)
    match move:
        case Place(tile, cell):
            ply.unload(tile, cell)
        case Rest():
            for tile in state.hand:
                ply.unload(tile, DEPOT)
        case Rear(cell):
            ply.rear(next(thing for thing in state.pending if thing != COWORKER), cell)
        case Hire(job, cell):
            ply.hire(job, cell)
    return _go_on(state, ply)


def _spend(state: State, move: Raise | Shift | Buy | Discard | Expand) -> State:
    """C: a money action; coins go to the bank, one of a purchase to the seller."""
    ply = Resolving(state)
    seat, zoo, price = ply.seat, ply.zoo, constants.PRICE
    changes: dict[str, Any] = {}
    match move:
        case Raise(cell):
            tile = zoo.depot[-1]
            ply.zoo = replace(zoo, coins=zoo.coins - price["move"], depot=zoo.depot[:-1])
            ply.place(tile, cell, Moved(seat, tile, cell))
        case Shift(source, target):
            zoo = _employ(zoo, *_job_and_cell(source), -1)
            zoo = _employ(zoo, *_job_and_cell(target), 1)
            ply.zoo = replace(zoo, coins=zoo.coins - price["shift"])
            ply.events.append(Shifted(seat, source, target))
        case Buy(seller, cell):
            other = state.zoos[seller]
            tile = other.depot[-1]
            zoos = list(state.zoos)
            zoos[seller] = replace(other, coins=other.coins + 1, depot=other.depot[:-1])
            state = replace(state, zoos=tuple(zoos))
            ply.zoo = replace(zoo, coins=zoo.coins - price["buy"])
            ply.place(tile, cell, Bought(seat, seller, tile, cell))
        case Discard():
            tile = zoo.depot[-1]
            ply.zoo = replace(zoo, coins=zoo.coins - price["discard"], depot=zoo.depot[:-1])
            ply.events.append(Discarded(seat, tile))
            changes["box"] = (*state.box, tile)
        case Expand(board):
            kind = LARGE if board.startswith(LARGE) else SMALL
            ply.zoo = replace(zoo, coins=zoo.coins - price[kind], boards=(*zoo.boards, board))
            ply.events.append(Expanded(seat, board))
    return _go_on(state, ply, **changes)


def _job_and_cell(place: str) -> tuple[str, str]:
    """`trainer@K11` as ("trainer", "K11"), another job as (job, "")."""
    job, _, cell = place.partition("@")
    return job, cell


def _employ(zoo: Zoo, job: str, cell: str, count: int) -> Zoo:
    """The zoo with one coworker more (`count` 1) or fewer (-1) in a job."""
    if job == CASHIER:
        return replace(zoo, cashiers=zoo.cashiers + count)
    if job == KEEPER:
        return replace(zoo, keepers=zoo.keepers + count)
    if job == MANAGER:
        return replace(zoo, managers=zoo.managers + count)
    if count > 0:
        return replace(zoo, trainers=(*zoo.trainers, cell))
    return replace(zoo, trainers=tuple(other for other in zoo.trainers if other != cell))


def _go_on(state: State, ply: Resolving, **changes: Any) -> State:
    """Take the forced steps, then wait for the seat or end its turn. `changes` are to other fields of the state."""
    done = ply.finish_forced_steps()
    zoos = list(state.zoos)
    zoos[ply.seat] = ply.zoo
    changes["zoos"] = tuple(zoos)
    changes["hand"] = tuple(ply.hand)
    changes["pending"] = tuple(ply.pending)
    if done:
        return _end_turn(state, ply.events, **changes)
    return replace(state, events=tuple(ply.events), **changes)


def _end_turn(state: State, events: list[AnyEvent], **changes: Any) -> State:
    """Give the turn to the next seat without a truck, itself last; with none left the round is over (section 5)."""
    trucks = changes.get("trucks", state.trucks)
    out = {truck.taker for truck in trucks}
    seats = len(state.zoos)
    changes["turn"] = state.turn + 1
    for step in range(1, seats + 1):
        seat = (state.active + step) % seats
        if seat not in out:
            return replace(state, active=seat, events=tuple(events), **changes)
    return _end_round(replace(state, **changes), events)


def _end_round(state: State, events: list[AnyEvent]) -> State:
    """Bring the trucks back and begin a round, or score (section 10). Who took the last truck begins."""
    left = [truck for truck in state.trucks if truck.taker == NOBODY]
    boxed = tuple(tile for truck in left for tile in truck.tiles) if constants.LEFTOVER_TO_BOX else ()
    events.append(RoundEnded(state.round, state.active, boxed))
    state = replace(
        state,
        trucks=tuple(
            replace(truck, tiles=() if constants.LEFTOVER_TO_BOX else truck.tiles, taker=NOBODY)
            for truck in state.trucks
        ),
        box=state.box + boxed,
        round=state.round if state.last_round else state.round + 1,
        over=state.last_round,
    )
    if state.over:
        events.append(Scored(tuple(lines(zoo).total for zoo in state.zoos)))
    return replace(state, events=tuple(events))
