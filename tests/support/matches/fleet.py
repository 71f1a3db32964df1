"""Imitate two processes by two houses, each with its own memory and its own connections to one PostgreSQL schema."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from data import Store
from data.postgres.store import PostgresStore
from matches.keeping.fleet import Fleet
from tests.support.matches.house import House
from tests.support.postgres import make_schema, start_server


def remove_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a mutant in which every process does all work that is due, whether others do it or not."""

    @contextlib.asynccontextmanager
    async def hold(*_: object) -> AsyncIterator[bool]:
        yield True

    monkeypatch.setattr(Fleet, "hold", hold)
    monkeypatch.setattr(Fleet, "has", lambda *_: True)


@contextlib.asynccontextmanager
async def fleet(folder: Path) -> AsyncIterator[tuple[House, House]]:
    """Open two houses. Skips the test if there is no PostgreSQL server."""
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    address = make_schema(server, str(folder))
    async with contextlib.AsyncExitStack() as stack:
        houses = []
        for number in range(2):
            store = await PostgresStore.open(address, shared=True)
            stack.push_async_callback(store.close)
            at = House(cast("Store", store), shared=True)
            at._ids = itertools.count(1_000_000 * (1 + number))
            houses.append(at)
        yield houses[0], houses[1]


def fall_silent(at: House) -> None:
    """Have the server end the session with the locks of a process, as it does if it hears nothing of it for too
    long."""
    server, store = start_server(), cast("Any", at.store)
    assert not isinstance(server, str)
    server.execute(f"SELECT pg_terminate_backend({store.locks._session.info.backend_pid}, 5000)")
