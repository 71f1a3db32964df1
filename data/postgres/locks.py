"""Locks that the processes of a bot share, held by a session of the PostgreSQL server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import psycopg

from data.errors import StoreError
from data.postgres.connection import close_lock, connect, is_usable, name_place
from data.postgres.errors import StoreUnreachable, explain

log = logging.getLogger(__name__)

R = TypeVar("R")

SILENT: Final = 15.0
"""Seconds without a statement after which the server ends the session of a process that is paused or cut off."""

_TAKE: Final = "SELECT pg_try_advisory_lock(hashtextextended(current_schema() || ' ' || %s, 0))"
_RELEASE: Final = "SELECT pg_advisory_unlock(hashtextextended(current_schema() || ' ' || %s, 0))"
_KEEP: Final = "SELECT true"


class _Lock:
    """A lock that a task asks for. `session`: the session that has it; None if the task does not have it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.session: psycopg.Connection[Any] | None = None


class Locks:
    """The locks of this process.

    The server gives each to one session, and takes them back when the session ends: at once if its process dies, after
    `silent` seconds if it is paused or cut off. `keep` must be called more often than that.
    """

    def __init__(self, address: str, *, silent: float = SILENT) -> None:
        self._address = address
        self._place = name_place(address)
        self._silent = silent
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="locks")  # so that statements are run in their order
        self._running = threading.Lock()
        self._session: psycopg.Connection[Any] | None = None
        self._heard_at = 0.0
        self._held: Counter[str] = Counter()
        self._closed = False

    @contextlib.asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[bool]:
        """Hold a lock inside the context; False if another process has it. Tasks of one process hold it together.

        Raises StoreError.
        """
        lock = _Lock(name)
        try:
            yield await self._run(lambda: self._take(lock))
        finally:
            with contextlib.suppress(StoreError):  # the session has ended, and its locks with it
                await self._run(lambda: self._release(lock))

    def has(self, name: str) -> bool:
        """Whether this process still has a lock, so that no other process can have it.

        Ask before each step that cannot be undone.
        """
        session = self._session
        if session is None or not self._held[name] or time.monotonic() >= self._heard_at + self._silent:
            return False
        if not self._running.acquire(blocking=False):
            return True  # a statement is running, and will tell whether the session has ended
        try:
            return is_usable(session)
        finally:
            self._running.release()

    async def keep(self) -> None:
        """Keep the session. Raises StoreError if it cannot be opened again after it has ended."""
        await self._run(lambda: self._ask(_KEEP))

    async def close(self) -> None:
        """Release all locks."""
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)
        if self._session is not None:
            await asyncio.to_thread(close_lock, self._session)

    async def _run(self, fn: Callable[[], R]) -> R:
        """Run a function after those before it, even if the caller is cancelled. Raises StoreError."""
        if self._closed:
            raise StoreError("The database is closed: Slowboat is shutting down.")
        try:
            return await asyncio.shield(asyncio.wrap_future(self._thread.submit(fn)))
        except psycopg.Error as error:
            raise explain(self._place, error) or StoreUnreachable(self._place, str(error).strip()) from error

    def _take(self, lock: _Lock) -> bool:
        if self._ask(_TAKE, lock.name):
            lock.session = self._session
            self._held[lock.name] += 1
        return lock.session is not None

    def _release(self, lock: _Lock) -> None:
        if lock.session is not None and lock.session is self._session:
            self._held[lock.name] -= 1
            self._ask(_RELEASE, lock.name)

    def _ask(self, sql: str, *values: str) -> bool:
        """Execute a statement in the session, in a new one if it has ended. Returns its value. Raises psycopg.Error."""
        with self._running:
            if self._session is None or not is_usable(self._session):
                self._begin_session()
            asked_at = time.monotonic()
            row = self._session.execute(sql, values).fetchone()  # type: ignore[union-attr] # begun above
            self._heard_at = asked_at
            return row is not None and bool(row[0])

    def _begin_session(self) -> None:
        """Open a session. The locks of an earlier one are lost."""
        if self._session is not None:
            log.warning("the session with the locks of this process has ended: others may do its work")
            self._session.close()
        self._held.clear()
        self._session = None
        session = connect(self._address)
        session.execute(f"SET idle_session_timeout = {self._silent * 1000:.0f}")
        self._session = session
