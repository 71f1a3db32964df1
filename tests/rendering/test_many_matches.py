"""Pictures of many matches that are played at once find what earlier ones have drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import pytest

import games
from bench.playouts import playout
from games.rng import Rng
from rendering import renderer
from rendering.english import say
from rendering.memory import list_caches

MATCHES = 60


def count_misses() -> dict[str, int]:
    """Count the misses of each cache by its name."""
    caches = list_caches("rendering")
    return {f"{cached.__module__}.{cached.__qualname__}": cached.cache_info().misses for cached in caches}


def find_misses(draws: Sequence[Callable[[], object]]) -> dict[str, int]:
    """Draw pictures in turn, twice; count the misses of each cache in the second turn."""
    for draw in draws:
        draw()
    before = count_misses()
    for draw in draws:
        draw()
    return {cached: after - before[cached] for cached, after in count_misses().items() if after > before[cached]}


@pytest.mark.parametrize("name", games.own_names())
def test_positions_that_come_in_turn_are_found(name: str) -> None:
    """If a cache is too small for so many matches, each picture replaces what a later one needs."""
    matches = [playout(name, number, most=12 + number % 5) for number in range(MATCHES)]
    views = [match.game.view(match.steps[-1].state, None) for match in matches]
    assert find_misses([partial(renderer(name).draw, view, say=say) for view in views]) == {}


def test_all_kinds_of_tables_of_dog_royal_are_found() -> None:
    """Each number of seats, each mode and each viewer has a board of its own."""
    game, draws = games.load("dog_royal"), []
    for mode, seats in product(("royal", "base"), range(game.seats[0], game.seats[-1] + 1)):
        state = game.setup(seats, game.options_type(mode=mode), Rng(bytes(32), "setup", 0))
        draws += [partial(renderer("dog_royal").draw, game.view(state, seat), say=say, seat=seat)
                  for seat in (None, *range(seats))]  # fmt: skip
    assert find_misses(draws) == {}
