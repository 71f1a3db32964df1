from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.matches.house import House, house
from tests.toy.registered import register_toy


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    """Register the toy game."""
    with register_toy():
        yield


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found
