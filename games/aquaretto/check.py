"""Count the tiles of a position, and refuse impossible positions."""

from __future__ import annotations

from collections import Counter

from games.aquaretto import constants
from games.aquaretto.moves import find_open_trucks
from games.aquaretto.state import COWORKER, NOBODY, State, Zoo
from games.aquaretto.zoo.geometry import BIT, LARGE, SMALL, placements, spaces
from games.aquaretto.zoo.tiles import BABIES_PER_TYPE, BABY_OF, COIN, FISH_TYPES, PILE_COUNT, TYPE
from games.core import HIDDEN, BadNotation

SUPPLY = Counter(PILE_COUNT) + Counter(dict.fromkeys(BABY_OF.values(), BABIES_PER_TYPE))
"""How many of each tile exist, offspring included."""

_MOST_COINS = 99
"""A match has fewer (see `Aquaretto.ply_limit`), but worked cases may not."""
_MOST_TURNS = 999


def slots_for(seats: int) -> tuple[int, ...]:
    """Return the slots of each truck (sections 4 and 13)."""
    return constants.TWO_SEAT_SLOTS if seats == 2 else (constants.SLOTS,) * seats


def count_seen_tiles(state: State) -> Counter[str]:
    """Count all tiles outside the two piles, including offspring and cashed coin tiles."""
    seen = Counter({COIN: state.cashed})
    for zoo in state.zoos:
        seen.update(tile for _, tile in zoo.tiles)
        seen.update(zoo.depot)
    for truck in state.trucks:
        seen.update(truck.tiles)
    seen.update((*state.hand, *state.box))
    if state.drawn:
        seen[state.drawn] += 1
    return seen


def check(state: State) -> None:
    """Check seats, zoos, trucks and tiles; there may be fewer tiles than in a match. Raises BadNotation."""
    seats = len(state.zoos)
    if not 2 <= seats <= 5 or state.active not in range(seats):
        raise BadNotation(f"seat {state.active + 1} of {seats}: there are two to five, and one of them is to move")
    if not 1 <= state.round <= _MOST_TURNS or not 1 <= state.turn <= _MOST_TURNS:
        raise BadNotation(f"round={state.round} turn={state.turn}: from 1 to {_MOST_TURNS}")
    if len(set(state.removed)) < len(state.removed) or not set(state.removed) <= set(FISH_TYPES):
        raise BadNotation(f"out={state.removed[:9]}: types that must not be left out")
    for zoo in state.zoos:
        _check_zoo(zoo)
    _check_trucks(state)
    _check_tiles(state)


def _check_zoo(zoo: Zoo) -> None:
    if not 0 <= zoo.coins <= _MOST_COINS:
        raise BadNotation(f"coins:{zoo.coins}: at most {_MOST_COINS}")
    for count, most, job in (
        (zoo.cashiers, constants.CASHIERS, "cashier"),
        (zoo.keepers, constants.KEEPERS, "keeper"),
        (zoo.managers, constants.MANAGERS, "manager"),
    ):
        if not 0 <= count <= most:
            raise BadNotation(f"too many in the job {job!r}: {count}")
    if len(zoo.boards) > 2 * constants.BOARDS_OF_A_KIND:
        raise BadNotation(f"{len(zoo.boards)} expansions: too many")
    for number, board in enumerate(zoo.boards):
        before, kind = zoo.boards[:number], LARGE if board.startswith(LARGE) else SMALL
        count = sum(other.startswith(kind) for other in before)
        if count >= constants.BOARDS_OF_A_KIND or board not in placements(before, kind):
            raise BadNotation(f"this expansion does not fit: {board!r}")
    cells = (*zoo.trainers, *(cell for cell, _ in zoo.tiles))
    free = spaces(zoo.boards)
    for cell in cells:
        if not BIT.get(cell, 0) & free:
            raise BadNotation(f"{cell} is no space, or used twice")
        free ^= BIT[cell]


def _check_trucks(state: State) -> None:
    takers = [truck.taker for truck in state.trucks if truck.taker != NOBODY]
    if len(state.trucks) != len(slots_for(len(state.zoos))):
        raise BadNotation(f"{len(state.trucks)} trucks for {len(state.zoos)} seats")
    if len(set(takers)) < len(takers) or not set(takers) <= set(range(len(state.zoos))):
        raise BadNotation(f"trucks taken by {takers}: a seat takes one")
    if state.active in takers and not (state.hand or state.pending or state.over):
        raise BadNotation(f"act=P{state.active + 1}: the seat has taken a truck")
    if state.drawn and (state.hand or state.pending or not find_open_trucks(state)):
        raise BadNotation(f"drawn={state.drawn}: there is something else to do first, or no truck with room")
    for truck in state.trucks:
        if not 1 <= truck.slots <= constants.SLOTS or len(truck.tiles) > truck.slots:
            raise BadNotation(f"more tiles than slots: {truck.tiles[:9]} on {truck.slots}")


def _check_tiles(state: State) -> None:
    """Check that every tile is in a place for it, and none occurs more often than it exists."""
    animals = [tile for zoo in state.zoos for tile in (*(tile for _, tile in zoo.tiles), *zoo.depot)]
    if unknown := {*animals, *state.hand} - set(TYPE):
        raise BadNotation(f"no animal: {min(unknown)!r}")
    if state.drawn and state.drawn not in PILE_COUNT:
        raise BadNotation(f"no tile to draw: {state.drawn!r}")
    if unknown := set(state.pending) - {*BABY_OF, COWORKER}:
        raise BadNotation(f"nothing pending: {min(unknown)!r}")
    if not 0 <= state.cashed <= PILE_COUNT[COIN]:
        raise BadNotation(f"cashed={state.cashed}: there are {PILE_COUNT[COIN]} coin tiles")
    count = count_seen_tiles(state)
    count.update(tile for tile in (*state.pile, *state.reserve) if tile != HIDDEN)
    count.update(BABY_OF[type_] for type_ in state.pending if type_ != COWORKER)
    for tile, number in count.items():
        if number > SUPPLY[tile] or (number and TYPE.get(tile) in state.removed):
            raise BadNotation(f"{number} tiles {tile!r}: there are not so many")
    piles = sum(number for tile, number in count.items() if tile in PILE_COUNT)
    if piles + (*state.pile, *state.reserve).count(HIDDEN) > sum(PILE_COUNT.values()):
        raise BadNotation(f"{len(state.pile)} and {len(state.reserve)} tiles in the piles: there are not so many")
    if state.pending.count(COWORKER) > len(state.zoos) * len(constants.COWORKER_SIZES) * len(BABY_OF):
        raise BadNotation("too many coworkers pending")
