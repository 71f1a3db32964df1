from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from data import Store

STORES = {"sqlite": Store.open}
"""All stores; each must fulfil the same contract."""

Opener = Callable[[Path], Awaitable[Store]]


@pytest.fixture(params=list(STORES))
def opener(request: pytest.FixtureRequest) -> Opener:
    """Return the function that opens a store over a file or folder of this path."""
    return STORES[request.param]


@pytest.fixture
async def store(opener: Opener, tmp_path: Path) -> AsyncIterator[Store]:
    """Open an empty store."""
    opened = await opener(tmp_path / "slowboat.db")
    yield opened
    await opened.close()
