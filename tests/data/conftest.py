from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data import AnyStore
from tests.data.kinds import Kind, find_kind
from tests.support.postgres import Server, start_server


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Return each kind of store in turn."""
    return find_kind(request.param)


@pytest.fixture
async def store(kind: Kind, tmp_path: Path) -> AsyncIterator[AnyStore]:
    """Open an empty store, over the path `slowboat.db` in the folder of the test."""
    opened = await kind.open(tmp_path / "slowboat.db")
    yield opened
    await opened.close()


@pytest.fixture
def server() -> Server:
    """Return the PostgreSQL server of this process; skips the test if there is none."""
    found = start_server()
    if isinstance(found, str):
        pytest.skip(found)
    return found
