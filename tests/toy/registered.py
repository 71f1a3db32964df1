"""Makes the toy game one of the games, as far as a test goes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import games
import tests.toy
import tests.toy.words


@contextmanager
def registered() -> Iterator[None]:
    """While it lasts, `games.names`, `games.load` and `games.words` know "toy", whoever imported them and however."""
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
    """The fixture form: `from tests.toy.registered import toy` and ask for it."""
    with registered():
        yield
