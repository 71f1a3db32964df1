"""Pictures of many matches that are played at once find what earlier ones have drawn."""

from __future__ import annotations

import random
from typing import Any

import pytest

import games
from games.core import NATURE, AnyGame
from games.rng import Rng
from rendering import renderer
from rendering.english import say
from rendering.memory import list_caches
from tests.rendering.caches import forget

MATCHES = 60
PLIES = 12


def reach_position(game: AnyGame, number: int) -> Any:
    """Play the beginning of a match at random. Returns what everybody sees."""
    drawn, secret = random.Random(number), number.to_bytes(32, "big")
    state = game.setup(min(game.seats), game.options_type(), Rng(secret, "setup", 0))
    for ply in range(PLIES + number % 5):
        seat = next(iter(game.to_act(state)), NATURE)
        if seat == NATURE:
            break
        move = drawn.choice(game.legal_moves(state, seat))
        state = game.apply(state, seat, move, Rng(secret, "ply", ply))
    return game.view(state, None)


def count_misses() -> dict[str, int]:
    """Count the misses of each cache by its name."""
    caches = list_caches("rendering")
    return {f"{cached.__module__}.{cached.__qualname__}": cached.cache_info().misses for cached in caches}


@pytest.mark.parametrize("name", games.own_names())
def test_positions_that_come_in_turn_are_found(name: str) -> None:
    """A cache that is too small for as many matches finds nothing: each picture replaces what a later one needs."""
    forget()
    positions = [reach_position(games.load(name), number) for number in range(MATCHES)]
    for view in positions:
        renderer(name).draw(view, say=say).png()
    before = count_misses()
    for view in positions:
        renderer(name).draw(view, say=say).png()
    assert {cached: after - before[cached] for cached, after in count_misses().items() if after > before[cached]} == {}
