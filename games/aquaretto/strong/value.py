"""The learnt value of a zoo between two rounds: the points it will have in the end.

It is the zoo's points now, plus a weighted sum of features. Each feature has two weights: one that always counts, and
one that counts in proportion to the tiles that are still to be drawn. `training/aquaretto.py` learns the weights from
games between computer players, one set for each number of seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final

import msgspec
from msgspec import Struct

from games.aquaretto import constants
from games.aquaretto.state import State, Zoo
from games.aquaretto.zoo.geometry import LARGE
from games.aquaretto.zoo.layout import basin_limit, layout, legal_mask
from games.aquaretto.zoo.tiles import ATTRIBUTE, COIN, FEMALE, FISH, MALE, TYPE, pile_tiles

SIZES: Final = 12
"""Basins of more animals count like basins of so many."""
COINS: Final = 5
"""Coins beyond these count like the last of them."""
_FEW: Final = 5
"""From so many animals on, the fish that nobody has seen count only for a zoo with keepers."""

# The index of the first feature of each group. The first of all is always 1.
AT_UNBEGUN: Final = 1
AT_SIZE: Final = AT_UNBEGUN + 3
AT_ROOM: Final = AT_SIZE + SIZES
AT_COINS: Final = AT_ROOM + 3
AT_JOBS: Final = AT_COINS + COINS
AT_SINGLE: Final = AT_JOBS + 4
AT_UNSEEN: Final = AT_SINGLE + 1
AT_BOARDS: Final = AT_UNSEEN + 3
AT_DEPOT: Final = AT_BOARDS + 3
FEATURES: Final = AT_DEPOT + 3
"""Number of features; a set of weights has two for each."""


class Stage(Struct, frozen=True):
    """What matters for the prospects of all zoos. `left`: the share of the draw pile that is left (0 to 1). `unseen`
    and `fish`: for each type, the animals that nobody has seen, and those of them with a fish. `sexes`: the fertile
    animals that nobody has seen, by type and attribute."""

    left: float
    unseen: Mapping[str, int]
    fish: Mapping[str, int]
    sexes: Mapping[tuple[str, str], int]


def read_stage(view: State, tiles: int, unseen: Sequence[str]) -> Stage:
    """Read the stage of the game at which `tiles` tiles are left in the draw pile."""
    animals = [tile for tile in unseen if tile != COIN]
    whole = len(pile_tiles(view.removed)) - constants.RESERVE
    return Stage(
        max(tiles, 0) / whole,
        Counter(TYPE[tile] for tile in animals),
        Counter(TYPE[tile] for tile in animals if ATTRIBUTE[tile] == FISH),
        Counter((TYPE[tile], ATTRIBUTE[tile]) for tile in animals if ATTRIBUTE[tile] in (FEMALE, MALE)),
    )


def list_features(zoo: Zoo, stage: Stage) -> list[float]:
    """List the features of a zoo's prospects.

    In their order: the basins to begin, those of each size and with little room; the coins; the coworkers of each job;
    fertile animals that may find a partner; the unseen animals of its basins' types; boards to build and empty spaces;
    the depot.
    """
    found = [0.0] * FEATURES
    found[0] = 1.0
    grid = layout(zoo)
    limit = basin_limit(zoo)
    unbegun = limit - len(grid.basins)
    for index in range(min(unbegun, 3)):
        found[AT_UNBEGUN + index] = 1.0
    fertile = Counter((TYPE[tile], ATTRIBUTE[tile]) for _, tile in zoo.tiles)
    unseen = fish = 0
    for type_, basin in grid.basins.items():
        size = basin.bit_count()
        found[AT_SIZE + min(size, SIZES) - 1] += 1
        room = legal_mask(zoo, grid, type_).bit_count()
        if room < 3:
            found[AT_ROOM + room] += 1
        surplus = fertile[type_, FEMALE] - fertile[type_, MALE]
        if surplus and stage.sexes.get((type_, MALE if surplus > 0 else FEMALE), 0):
            found[AT_SINGLE] += 1
        if room:
            unseen += stage.unseen.get(type_, 0)
            fish += stage.fish.get(type_, 0)
    for index in range(min(zoo.coins, COINS)):
        found[AT_COINS + index] = 1.0
    found[AT_JOBS] = zoo.cashiers
    found[AT_JOBS + 1] = zoo.keepers
    found[AT_JOBS + 2] = zoo.managers
    found[AT_JOBS + 3] = len(zoo.trainers)
    found[AT_UNSEEN] = unseen / 10
    found[AT_UNSEEN + 1] = fish * zoo.keepers / 10
    found[AT_UNSEEN + 2] = fish * max(0, _FEW - len(zoo.tiles)) / 50
    large = sum(board.startswith(LARGE) for board in zoo.boards)
    found[AT_BOARDS] = constants.BOARDS_OF_A_KIND - large
    found[AT_BOARDS + 1] = constants.BOARDS_OF_A_KIND - (len(zoo.boards) - large)
    found[AT_BOARDS + 2] = grid.empty.bit_count() / 10
    if zoo.depot:
        found[AT_DEPOT] = len(zoo.depot)
        found[AT_DEPOT + 1] = len({TYPE[tile] for tile in zoo.depot})
        found[AT_DEPOT + 2] = TYPE[zoo.depot[-1]] in grid.basins
    return found


class Value:
    """Rate zoos with one set of weights. `spread`: how far the final points of equal zoos are apart: at the end, and in
    proportion to the tiles left."""

    def __init__(self, weights: Sequence[float], spread: Sequence[float]) -> None:
        self._ends, self._left = tuple(weights[:FEATURES]), tuple(weights[FEATURES:])
        self._spread = tuple(spread)

    def weigh(self, stage: Stage) -> tuple[float, ...]:
        """Compute the weights of the features at a stage."""
        return tuple(end + stage.left * left for end, left in zip(self._ends, self._left, strict=True))

    def find_spread(self, stage: Stage) -> float:
        """Compute the spread of the final points of equal zoos."""
        return self._spread[0] + self._spread[1] * stage.left


@cache
def load_value(seats: int) -> Value:
    """Load the weights for a number of seats."""
    stored = msgspec.json.decode(
        (resources.files("games.aquaretto.strong") / "weights.json").read_bytes(), type=dict[str, list[list[float]]]
    )
    return Value(*stored[str(seats)])
