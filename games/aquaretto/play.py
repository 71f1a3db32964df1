"""Apply moves (sections 5 to 10). Steps without a choice are taken at once."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.aquaretto import constants
from games.aquaretto.check import slots_for
from games.aquaretto.events import (
    AnyEvent,
    Bought,
    Discarded,
    Drew,
    Expanded,
    LastRound,
    Loaded,
    Moved,
    RoundEnded,
    Scored,
    Shifted,
    Took,
)
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
    find_open_trucks,
)
from games.aquaretto.options import Options
from games.aquaretto.state import COWORKER, NOBODY, State, Truck, Zoo
from games.aquaretto.zoo.builder import ZooBuilder, add_coworker, remove_coworker
from games.aquaretto.zoo.geometry import LARGE, SMALL
from games.aquaretto.zoo.layout import lines
from games.aquaretto.zoo.tiles import COIN, FISH_TYPES, TYPES, pile_tiles
from games.core import BadOptions, Outcome, Seat
from games.rng import Rng


def setup(seats: int, options: Options, rng: Rng) -> State:
    """Create the first position (sections 4 and 13) with random types left out, piles and first player."""
    named = options.named
    count = constants.REMOVED_TYPES[seats]
    if twice := [type_ for type_ in named if named.count(type_) > 1]:
        raise BadOptions("left_out_twice", type=twice[0])
    if len(named) > count:
        raise BadOptions("too_many_left_out", seats=seats, most=count)
    others = rng.shuffle([type_ for type_ in FISH_TYPES if type_ not in named])
    out = (*named, *others[: count - len(named)])
    removed = tuple(type_ for type_ in TYPES if type_ in out)
    tiles = rng.shuffle(pile_tiles(removed))
    return State(
        zoos=(Zoo(),) * seats,
        trucks=tuple(Truck(slots) for slots in slots_for(seats)),
        removed=removed,
        pile=tiles[constants.RESERVE :],
        reserve=tiles[: constants.RESERVE],
        active=rng.below(seats),
    )


def to_act(state: State) -> tuple[Seat, ...]:
    """List the active seat; nobody after the end."""
    return () if state.over else (state.active,)


def outcome(state: State) -> Outcome | None:
    """Rank by points, then by coins; seats equal in both share their place (section 11.1)."""
    if not state.over:
        return None
    points = tuple(lines(zoo).total for zoo in state.zoos)
    return Outcome.by_score(points, [zoo.coins for zoo in state.zoos])


def apply(state: State, move: Move) -> State:
    """Apply a legal move of the active seat."""
    match move:
        case Draw():
            return _draw(state)
        case Load(truck):
            return _load(state, state.drawn, truck, [])
        case Take(truck):
            return _take(state, truck)
        case Place() | Rest() | Rear() | Hire():
            return _place(state, move)
        case _:
            return _spend(state, move)


def _draw(state: State) -> State:
    """Turn up a tile (action A). If only one truck has room, load it at once."""
    events: list[AnyEvent] = []
    changes: dict[str, Any] = {}
    if state.pile:
        tile = state.pile[-1]
        changes["pile"] = state.pile[:-1]
    else:
        tile = state.reserve[-1]
        changes["reserve"] = state.reserve[:-1]
        if not state.last_round:
            events.append(LastRound())
            changes["last_round"] = True
    events.append(Drew(state.active, tile))
    trucks = find_open_trucks(state)
    if len(trucks) == 1:
        return _load(state, tile, trucks[0], events, **changes)
    return replace(state, drawn=tile, events=tuple(events), **changes)


def _load(state: State, tile: str, truck: int, events: list[AnyEvent], **changes: Any) -> State:
    """Put the tile drawn onto a truck, which ends the turn (action A). `changes` sets other fields."""
    old = state.trucks[truck]
    trucks = list(state.trucks)
    trucks[truck] = Truck(old.slots, (*old.tiles, tile), old.taker)
    events.append(Loaded(state.active, tile, truck))
    return _end_turn(state, events, trucks=tuple(trucks), drawn="", **changes)


def _take(state: State, truck: int) -> State:
    """Take a truck (action B): turn its coin tiles into coins and take its animals into the hand."""
    old = state.trucks[truck]
    trucks = list(state.trucks)
    trucks[truck] = Truck(old.slots, (), state.active)
    animals = tuple([tile for tile in old.tiles if tile != COIN])
    coins = len(old.tiles) - len(animals)
    builder = ZooBuilder(state)
    builder.hand = list(animals)
    if coins:
        builder.zoo = replace(builder.zoo, coins=builder.zoo.coins + coins)
    builder.events.append(Took(state.active, truck, animals, coins))
    return _go_on(state, builder, trucks=tuple(trucks), cashed=state.cashed + coins)


def _place(state: State, move: Place | Rest | Rear | Hire) -> State:
    """Place a tile from the hand or a bonus."""
    builder = ZooBuilder(state)
    match move:
        case Place(tile, cell):
            builder.unload(tile, cell)
        case Rest():
            for tile in state.hand:
                builder.unload(tile, DEPOT)
        case Rear(cell):
            builder.rear(next(thing for thing in state.pending if thing != COWORKER), cell)
        case Hire(job, cell):
            builder.hire(job, cell)
    return _go_on(state, builder)


def _spend(state: State, move: Raise | Shift | Buy | Discard | Expand) -> State:
    """Pay for a money action (action C). Coins go to the bank, except one for the seller of an animal."""
    builder = ZooBuilder(state)
    seat, zoo, price = builder.seat, builder.zoo, constants.PRICE
    changes: dict[str, Any] = {}
    match move:
        case Raise(cell):
            tile = zoo.depot[-1]
            builder.zoo = replace(zoo, coins=zoo.coins - price["move"], depot=zoo.depot[:-1])
            builder.place(tile, cell, Moved(seat, tile, cell))
        case Shift(source, target):
            zoo = remove_coworker(zoo, *_split_workplace(source))
            zoo = add_coworker(zoo, *_split_workplace(target))
            builder.zoo = replace(zoo, coins=zoo.coins - price["shift"])
            builder.events.append(Shifted(seat, source, target))
        case Buy(seller, cell):
            other = state.zoos[seller]
            tile = other.depot[-1]
            zoos = list(state.zoos)
            zoos[seller] = replace(other, coins=other.coins + 1, depot=other.depot[:-1])
            state = replace(state, zoos=tuple(zoos))
            builder.zoo = replace(zoo, coins=zoo.coins - price["buy"])
            builder.place(tile, cell, Bought(seat, seller, tile, cell))
        case Discard():
            tile = zoo.depot[-1]
            builder.zoo = replace(zoo, coins=zoo.coins - price["discard"], depot=zoo.depot[:-1])
            builder.events.append(Discarded(seat, tile))
            changes["box"] = (*state.box, tile)
        case Expand(board):
            kind = LARGE if board.startswith(LARGE) else SMALL
            builder.zoo = replace(zoo, coins=zoo.coins - price[kind], boards=(*zoo.boards, board))
            builder.events.append(Expanded(seat, board))
    return _go_on(state, builder, **changes)


def _split_workplace(place: str) -> tuple[str, str]:
    """Split `trainer@K11` into job and cell; other jobs have an empty cell."""
    job, _, cell = place.partition("@")
    return job, cell


def _go_on(state: State, builder: ZooBuilder, **changes: Any) -> State:
    """Take the forced steps, then end the turn unless the seat must decide. `changes` sets other fields."""
    done = builder.finish_forced_steps()
    zoos = list(state.zoos)
    zoos[builder.seat] = builder.zoo
    changes["zoos"] = tuple(zoos)
    changes["hand"] = tuple(builder.hand)
    changes["pending"] = tuple(builder.pending)
    if done:
        return _end_turn(state, builder.events, **changes)
    return replace(state, events=tuple(builder.events), **changes)


def _end_turn(state: State, events: list[AnyEvent], **changes: Any) -> State:
    """Pass the turn to the next seat that has no truck, perhaps the same one.

    If all seats have a truck, end the round (section 5).
    """
    trucks = changes.get("trucks", state.trucks)
    out = [truck.taker for truck in trucks]
    seats = len(state.zoos)
    changes["turn"] = state.turn + 1
    seat = state.active
    for _ in range(seats):
        seat = (seat + 1) % seats
        if seat not in out:
            return replace(state, active=seat, events=tuple(events), **changes)
    return _end_round(replace(state, **changes), events)


def _end_round(state: State, events: list[AnyEvent]) -> State:
    """Return the trucks and begin a round, or score (section 10). The taker of the last truck begins."""
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


def may_be_decided(state: State) -> bool:
    """Tell whether the next move may decide the game: in the last round, except where an animal is placed."""
    return state.last_round and not (state.hand or state.pending)
