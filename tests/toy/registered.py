"""Register the toy game for the duration of a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import games
import tests.toy
import tests.toy.words


@contextmanager
def register_toy() -> Iterator[None]:
    """Make `games.names`, `games.load` and `games.words` know "toy", in every module that has imported them."""
    known = (*games.names(), "toy")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "names", lambda: known)
        patch.setitem(sys.modules, "games.toy", tests.toy)
        patch.setitem(sys.modules, "games.toy.words", tests.toy.words)
        try:
            yield
        finally:
            games.load.cache_clear()
            games.words.cache_clear()


@pytest.fixture
def toy() -> Iterator[None]:
    """Register the toy game; import this fixture and name it as an argument."""
    with register_toy():
        yield
