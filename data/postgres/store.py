"""Transactions on a PostgreSQL server, each in a thread with a connection of its own."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import psycopg

from data.errors import StoreError
from data.migrate import list_migrations
from data.postgres.connection import (
    Pipelined,
    close_lock,
    compare_clocks,
    connect,
    is_usable,
    name_place,
    take_lock,
)
from data.postgres.errors import (
    TRY_AGAIN,
    StoreBusy,
    StoreClock,
    StoreInterrupted,
    StoreInUse,
    StoreUnreachable,
    explain,
)
from data.postgres.locks import Locks
from data.postgres.migrate import migrate, recognise
from data.sql import Transaction

log = logging.getLogger(__name__)

R = TypeVar("R")

CONNECTIONS: Final = 4
"""Connections of a process, and thus the most transactions at once. More would be slower: Python runs one thread at a
time."""

PATIENCE: Final = 10.0
"""Seconds a transaction waits for a server that cannot be reached: as long as a restart of PostgreSQL takes."""

SLOWEST: Final = 2.0
"""The longest pause in seconds between two attempts to connect."""

FIRST_PAUSE: Final = 0.05

CLOCKS_WITHIN: Final = 1.0
"""The largest difference in seconds between the clocks of this machine and the server, if several processes share the
database: each process judges by its own clock whether a lease has ended."""

TRIES: Final = 6
"""The most attempts at a transaction that meets deadlocks."""


class PostgresStore:
    """The store on PostgreSQL, with a few connections.

    `await store.transaction(fn)` runs `fn(tx)` in a thread, in a transaction at READ COMMITTED. Concurrent calls run
    concurrently, in any order. A function runs again after a deadlock or if its connection breaks before the commit.
    Results are returned after the commit.
    """

    def __init__(self, address: str, *, shared: bool) -> None:
        self.place = name_place(address)
        self.locks = Locks(address)
        self._address = address
        self._shared = shared
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="postgres")
        self._idle: deque[psycopg.Connection[Any]] = deque()
        self._closed = threading.Event()
        self._guarding = threading.Lock()
        self._guard: psycopg.Connection[Any] | None = None
        self._last_failure = ""

    @classmethod
    async def open(cls, address: str, *, shared: bool = False) -> PostgresStore:
        """Connect to the server of an address (`postgresql://…`) and migrate the schema.

        `shared`: other processes that share it may use the schema, too; otherwise, a schema that another bot uses is
        refused. Raises a StoreError that says what to do.
        """
        store = cls(address, shared=shared)
        try:
            await asyncio.get_running_loop().run_in_executor(store._threads, store._prepare)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Release all locks, finish waiting transactions and close the connections."""
        await self.locks.close()
        self._closed.set()
        await asyncio.to_thread(self._threads.shutdown, wait=True)
        while self._idle:
            self._idle.pop().close()
        if self._guard is not None:
            close_lock(self._guard)

    async def transaction(self, fn: Callable[[Transaction], R]) -> R:
        """Run `fn` in a transaction and return its result after the commit.

        `fn` runs in another thread, perhaps more than once: it may touch only its arguments and the transaction. Its
        exceptions are raised here, and its changes are rolled back. Cancelling the caller does not stop a transaction.
        """
        if self._closed.is_set():
            raise StoreError("The database is closed: Slowboat is shutting down.")
        deadline = time.monotonic() + PATIENCE
        running = asyncio.get_running_loop().run_in_executor(self._threads, self._run, fn, deadline)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait({running})  # so that the caller's next reads see its writes
            raise

    def _run(self, fn: Callable[[Transaction], R], deadline: float) -> R:
        """Run a transaction; again after a deadlock, or if its connection broke before the commit."""
        failure: Exception | None = None
        try:
            for _ in range(TRIES):
                connection = self._take(deadline)
                attempt = _Attempt(connection)
                try:
                    result = attempt.run(fn)
                except psycopg.Error as error:
                    failure = error
                    if not connection.broken and error.sqlstate not in TRY_AGAIN:
                        raise explain(self.place, error) or error from error
                    if connection.broken and attempt.commits:
                        raise StoreInterrupted(self.place, str(error).strip()) from error
                else:
                    self._last_failure = ""
                    return result
                finally:
                    self._give_back(connection)
            raise StoreBusy(self.place, str(failure).strip()) from failure
        except StoreError as error:
            if str(error) != self._last_failure:
                log.error("%s", error)
            self._last_failure = str(error)
            raise

    def _take(self, deadline: float) -> psycopg.Connection[Any]:
        """Take an idle connection or open one, with growing pauses until the deadline. Raises StoreError."""
        pause = FIRST_PAUSE
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                try:
                    return self._connect()
                except psycopg.Error as error:
                    explained = explain(self.place, error) or StoreUnreachable(self.place, str(error).strip())
                    if not isinstance(explained, StoreUnreachable) or time.monotonic() + pause > deadline:
                        raise explained from error
                self._closed.wait(pause)
                pause = min(2 * pause, SLOWEST)
            else:
                if is_usable(connection):
                    return connection
                connection.close()

    def _give_back(self, connection: psycopg.Connection[Any]) -> None:
        """Keep a connection for the next transaction, unless it is broken."""
        if connection.broken or connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            connection.close()
        else:
            self._idle.append(connection)

    def _connect(self) -> psycopg.Connection[Any]:
        """Open a connection. Raises psycopg.Error, or StoreInUse if another bot has taken the schema meanwhile."""
        with self._guarding:
            if self._guard is None or not is_usable(self._guard):
                if self._guard is not None:
                    self._guard.close()
                self._guard = self._take_lock()
        return connect(self._address)

    def _take_lock(self) -> psycopg.Connection[Any]:
        """Lock the schema for this process, with a connection that does nothing else. Raises StoreNotOurs if the
        schema has been migrated to one that this version cannot use."""
        guard = connect(self._address)
        try:
            newest, _ = list_migrations()[-1]
            if not take_lock(guard, shared_with=newest if self._shared else None):
                raise StoreInUse(self.place)
            recognise(guard, self.place)
        except BaseException:
            close_lock(guard)
            raise
        return guard

    def _prepare(self) -> None:
        """Connect and migrate. Raises StoreError at once if the server cannot be reached, or if its clock differs."""
        connection = self._take(time.monotonic())
        try:
            if self._shared and abs(ahead := compare_clocks(connection)) > CLOCKS_WITHIN:
                raise StoreClock(self.place, ahead)
            migrate(connection, self.place)
        except psycopg.Error as error:
            raise explain(self.place, error) or StoreError(f"{self.place}: {error}") from error
        finally:
            self._give_back(connection)


class _Attempt:
    """One attempt at a transaction. `commits`: its commit may have been sent."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self.commits = False

    def run(self, fn: Callable[[Transaction], R]) -> R:
        """Run it and return the result. After an error nothing was written, unless the connection broke in the
        commit."""
        connection = self._connection
        try:
            with connection.pipeline() as pipeline:
                connection.execute("BEGIN")
                result = fn(Transaction(Pipelined(connection, pipeline)))
                self.commits = True
                ended = connection.execute("COMMIT")
            if ended.statusmessage != "COMMIT":
                raise RuntimeError("the function continued after an error of the database")
        except BaseException:
            if not connection.broken:
                connection.rollback()
            raise
        return result
