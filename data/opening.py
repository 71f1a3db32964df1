"""Open the store that a setting names: an SQLite file or a PostgreSQL server."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from data.errors import StoreError
from data.sql import Transaction
from data.store import Store

R = TypeVar("R")

ADDRESSES: Final = ("postgresql://", "postgres://")
"""Prefixes of a PostgreSQL server's address."""

DRIVER_MISSING: Final = (
    "SLOWBOAT_DATABASE names a PostgreSQL server, but its driver is not installed. Start Slowboat with "
    "`uv run --no-dev --extra postgres bot.py`."
)


class AnyStore(Protocol):
    """What both stores offer; `tests/data/test_contract.py` checks it."""

    async def transaction(self, fn: Callable[[Transaction], R]) -> R:
        """Run a function in a transaction and return its result after the commit."""

    async def close(self) -> None:
        """Finish waiting transactions and close the store."""


class Locks(Protocol):
    """Locks of which each is held by one process at a time."""

    def hold(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Hold a lock inside the context; False if another process has it. Raises StoreError."""

    def has(self, name: str) -> bool:
        """Whether this process still has a lock."""

    async def keep(self) -> None:
        """Keep the locks: to be called every few seconds. Raises StoreError."""


class SharedStore(AnyStore, Protocol):
    """A store that several processes use."""

    @property
    def locks(self) -> Locks: ...


def is_address(database: str) -> bool:
    """Whether a setting names a PostgreSQL server, not a file."""
    return database.startswith(ADDRESSES)


async def open_store(database: str, *, shared: bool = False) -> AnyStore:
    """Open the store of an address or of a path. Raises a StoreError that says what to do.

    `shared`: other processes use the PostgreSQL database, too.
    """
    if not is_address(database):
        return await Store.open(Path(database))
    opened: AnyStore = await load_driver("data.postgres.store").PostgresStore.open(database, shared=shared)
    return opened


def load_driver(module: str) -> Any:
    """Import a module that needs the driver of the extra `postgres`. Raises StoreError if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise StoreError(DRIVER_MISSING) from error
