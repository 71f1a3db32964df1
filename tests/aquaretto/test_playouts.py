"""Random play to the end, with the invariants of section 12 after every ply.

With SLOWBOAT_FULL=1 10,000 games, otherwise 200, over all numbers of seats and options.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.aquaretto import GAME
from games.aquaretto import events as e
from games.aquaretto.options import Options
from games.aquaretto.state import COWORKER, State, Zoo
from games.aquaretto.zoo.geometry import spaces, xy
from games.aquaretto.zoo.layout import lines
from games.aquaretto.zoo.tiles import ATTRIBUTE, COIN, PILE_COUNT, TYPE, TYPES, pile_tiles
from games.rng import NO_CHANCE, Rng
from tests.support.numbers import times

GAMES = times(10_000, usual=65)
BATCHES = 20
TILES = {2: 65, 3: 76, 4: 87, 5: 98}
OPTIONS = {
    2: (Options(), Options(leave_out="POL"), Options(leave_out="TUR", leave_out_2="HIP", leave_out_3="CRO")),
    3: (Options(), Options(leave_out_3="PEN"), Options(leave_out="PEN", leave_out_3="POL")),
    4: (Options(), Options(leave_out_2="TUR")),
    5: (Options(),),
}


def _count_animals(zoo: Zoo) -> Counter[str]:
    """Count the animals of every basin, by type."""
    return Counter(TYPE[tile] for _, tile in zoo.tiles)


class Ledger:
    """Coins by seat and takers of trucks, computed from the events alone (section 12, items 5 and 7)."""

    def __init__(self, state: State) -> None:
        self.coins = [zoo.coins for zoo in state.zoos]
        self.bonuses = [0] * len(state.zoos)
        self.taken: set[int] = set()

    def follow(self, state: State) -> None:
        """Add up the events of the last ply."""
        price = {e.Moved: 1, e.Shifted: 1, e.Bought: 2, e.Discarded: 2}
        for event in state.events:
            match event:
                case e.Took(seat, _, _, coins):
                    assert seat not in self.taken
                    self.taken.add(seat)
                    self.coins[seat] += coins
                case e.CoinBonus(seat):
                    self.coins[seat] += 1
                    self.bonuses[seat] += 1
                case e.Expanded(seat, board):
                    self.coins[seat] -= 2 if board.startswith("large") else 1
                case e.RoundEnded():
                    assert self.taken == set(range(len(self.coins)))
                    self.taken.clear()
                case e.Moved() | e.Shifted() | e.Bought() | e.Discarded():
                    self.coins[event.seat] -= price[type(event)]
                    if isinstance(event, e.Bought):
                        self.coins[event.seller] += 1
        assert [zoo.coins for zoo in state.zoos] == self.coins
        assert [sum(size // 3 for size in _count_animals(zoo).values()) for zoo in state.zoos] == self.bonuses
        assert min(self.coins) >= 0
        assert state.active not in self.taken or state.hand or state.pending


def check_invariants(state: State) -> None:
    """Check items 1 to 4 and 8 of section 12 by slow counting. Item 6 needs two states and is checked by the caller."""
    seats = len(state.zoos)
    tiles = Counter((*state.pile, *state.reserve, *state.box, *state.hand))
    tiles.update(tile for truck in state.trucks for tile in truck.tiles)
    tiles.update(tile for zoo in state.zoos for tile in (*(tile for _, tile in zoo.tiles), *zoo.depot))
    tiles[state.drawn] += bool(state.drawn)
    tiles[COIN] += state.cashed
    assert sum(count for tile, count in tiles.items() if tile in PILE_COUNT) == TILES[seats]
    assert Counter({tile: tiles[tile] for tile in PILE_COUNT}) == Counter(pile_tiles(state.removed))
    for type_ in TYPES:
        born = sum(_count_pairs(zoo, type_) for zoo in state.zoos)
        assert tiles[f"{type_}-BABY"] + state.pending.count(type_) == born <= 2
    for seat, zoo in enumerate(state.zoos):
        _check_zoo(zoo, state.pending.count(COWORKER) if seat == state.active else 0)
    if state.over:
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.scores == tuple(lines(zoo).total for zoo in state.zoos)


def _count_pairs(zoo: Zoo, type_: str) -> int:
    fertile = [ATTRIBUTE[tile] for _, tile in zoo.tiles if TYPE[tile] == type_]
    return min(fertile.count("F"), fertile.count("M"))


def _check_zoo(zoo: Zoo, unplaced: int) -> None:
    at = {xy(cell): TYPE[tile] for cell, tile in zoo.tiles}
    trainers = {xy(cell) for cell in zoo.trainers}
    assert len(at) == len(zoo.tiles)
    assert len(trainers) == len(zoo.trainers)
    assert not trainers & set(at)
    assert len(at) + len(trainers) <= spaces(zoo.boards).bit_count() <= 33
    large = sum(board.startswith("large") for board in zoo.boards)
    assert large <= 2
    assert len(zoo.boards) - large <= 2
    sizes = Counter(at.values())
    assert len(sizes) <= 3 + large
    for (x, y), type_ in at.items():
        near = {at.get(cell) for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))} - {None}
        assert near <= {type_}
    for type_, size in sizes.items():
        assert len(_find_group({cell for cell, other in at.items() if other == type_})) == size
    coworkers = zoo.cashiers + zoo.keepers + zoo.managers + len(zoo.trainers) + unplaced
    assert coworkers == sum((size >= 5) + (size >= 10) for size in sizes.values())
    assert zoo.cashiers <= 2
    assert zoo.keepers <= 2
    assert zoo.managers <= 1


def _find_group(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Find the cells that are connected to one of them."""
    reached: set[tuple[int, int]] = set()
    ahead = [min(cells)]
    while ahead:
        x, y = ahead.pop()
        reached.add((x, y))
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        ahead += sorted(near & cells - reached)
    return reached


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.timeout(600)
def test_playouts_keep_the_invariants(batch: int) -> None:
    for game in range(batch, GAMES, BATCHES):
        seats = 2 + game % 4
        options = OPTIONS[seats][game // 4 % len(OPTIONS[seats])]
        rng = Rng(bytes(32), "playout", game)
        state = GAME.setup(seats, options, rng)
        assert set(options.named) <= set(state.removed)
        ledger = Ledger(state)
        plies = 0
        while actors := GAME.to_act(state):
            before = state
            state = GAME.apply(state, actors[0], rng.choice(GAME.legal_moves(state, actors[0])), NO_CHANCE)
            plies += 1
            check_invariants(state)
            ledger.follow(state)
            for old, new in zip(before.zoos, state.zoos, strict=True):
                kept = min(len(new.depot), max(0, len(old.depot) - 1))
                assert old.depot[:kept] == new.depot[:kept]
        assert plies <= GAME.ply_limit
        assert state.events[-1] == e.Scored(tuple(lines(zoo).total for zoo in state.zoos))


@pytest.mark.mutant
def test_a_lost_tile_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a drawn tile takes another one with it from the pile."""
    apply = GAME.apply

    def lose(game: Any, state: State, *args: Any) -> State:
        after: State = apply(state, *args)
        return msgspec.structs.replace(after, pile=after.pile[1:]) if len(after.pile) == 40 else after

    monkeypatch.setattr(type(GAME), "apply", lose)
    monkeypatch.setitem(globals(), "GAMES", 40)
    with pytest.raises(AssertionError):
        test_playouts_keep_the_invariants(0)
