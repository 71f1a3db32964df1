"""Imitate two processes on one store by two referees, each with its own memory and leases."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from data import Store
from data.postgres.store import PostgresStore
from matches.keeping.leases import Leases
from tests.support.matches.house import House, house
from tests.support.postgres import make_schema, start_server


def remove_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a mutant in which every process does all work that is due, without a claim."""

    @contextlib.asynccontextmanager
    async def hold(*_: object, **__: object) -> AsyncIterator[bool]:
        yield True

    monkeypatch.setattr(Leases, "hold", hold)
    monkeypatch.setattr(Leases, "has", lambda *_: True)


@contextlib.asynccontextmanager
async def fleet(folder: Path, kind: str) -> AsyncIterator[tuple[House, House]]:
    """Open two houses: over one SQLite file, or each with its own connections to one PostgreSQL schema."""
    if kind == "sqlite":
        async with house(folder) as first:
            yield first, first.share()
        return
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    address = make_schema(server, str(folder))
    async with contextlib.AsyncExitStack() as stack:
        stores = []
        for _ in range(2):
            store = await PostgresStore.open(address, shared=True)
            stack.push_async_callback(store.close)
            stores.append(House(cast("Store", store), shared=True))
        yield stores[0], stores[1]
