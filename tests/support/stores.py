"""The store of a test: a file in its folder, or a schema of PostgreSQL if SLOWBOAT_TEST_STORE=postgres.

New files are copies of one that was migrated before: the migrations take 40 ms, and over a thousand tests open a file.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, cast

import pytest

from data import Store, Transaction, migrate
from data.move import move
from data.postgres.store import PostgresStore
from data.rows import MatchKey
from tests.support.postgres import make_schema, start_server

ON_POSTGRES: Final = os.environ.get("SLOWBOAT_TEST_STORE") == "postgres"


@functools.cache
def make_migrated() -> sqlite3.Connection:
    """Migrate a database in memory, once for all tests of a process."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate.migrate(db, Path(":memory:"))
    return db


def migrate_by_copy(db: sqlite3.Connection, path: Path) -> None:
    """Migrate a file, an empty one by a copy of the migrated database. Raises StoreForeign."""
    if isinstance(db, sqlite3.Connection) and not any(db.execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
        migrate.recognise(db, path)
        make_migrated().backup(db)
    else:
        migrate.migrate(db, path)


@contextlib.asynccontextmanager
async def open_store(folder: Path, *, kind: type[Store] = Store, durable: bool = True) -> AsyncIterator[Store]:
    """Open the store of a folder, as `kind` if it is a file. `durable` False: do not sync the disk.

    On PostgreSQL, matches in a file of the folder are moved into the schema first, because scenes are made in files.
    Skips the test if it needs a PostgreSQL server and there is none.
    """
    if ON_POSTGRES:
        server = start_server()
        if isinstance(server, str):
            pytest.skip(server)
        address = make_schema(server, str(folder))
        if (file := folder / "slowboat.db").exists():
            await asyncio.to_thread(move, str(file), address)
            file.unlink()
        store = cast("Store", await PostgresStore.open(address, shared=True))
    else:
        store = await kind.open(folder / "slowboat.db")
        if not durable:
            await store._run(lambda db: db.execute("PRAGMA synchronous = OFF"))
    try:
        yield store
    finally:
        await store.close()


def add_board(tx: Transaction, match: MatchKey, seq: int, due_at: float) -> int:
    """Add a board to the outbox; it may not have been there before."""
    row_id = tx.add_to_outbox(match, seq, due_at)
    assert row_id is not None
    return row_id
