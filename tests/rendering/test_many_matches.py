"""Pictures of many matches that are played at once find what earlier ones have drawn."""

from __future__ import annotations

import pytest

import games
from bench.parts.playouts import playout
from rendering import renderer
from rendering.english import say
from rendering.memory import list_caches
from tests.rendering.caches import forget

MATCHES = 60


def count_misses() -> dict[str, int]:
    """Count the misses of each cache by its name."""
    caches = list_caches("rendering")
    return {f"{cached.__module__}.{cached.__qualname__}": cached.cache_info().misses for cached in caches}


@pytest.mark.parametrize("name", games.own_names())
def test_positions_that_come_in_turn_are_found(name: str) -> None:
    """If a cache is too small for so many matches, each picture replaces what a later one needs."""
    forget()
    matches = [playout(name, number, most=12 + number % 5) for number in range(MATCHES)]
    views = [match.game.view(match.steps[-1].state, None) for match in matches]
    for view in views:
        renderer(name).draw(view, say=say).png()
    before = count_misses()
    for view in views:
        renderer(name).draw(view, say=say).png()
    assert {cached: after - before[cached] for cached, after in count_misses().items() if after > before[cached]} == {}
