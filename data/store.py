"""The database file and the one gate through which everything is read and written."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite

from data.errors import StoreDamaged, StoreError, StoreForeign, StoreLocked, StoreUnwritable
from data.migrate import migrate, recognise
from data.transaction import Transaction

R = TypeVar("R")

_QUICK_CHECK_UP_TO = 64 * 1024 * 1024
"""A file of up to this size in bytes is checked whole at every start (under half a second)."""


class Store:
    """SQLite behind one connection.

    `await store.transaction(fn)` runs `fn(tx)` in the database thread; it is the only way in. Several functions that
    wait at the same time share one COMMIT, each in a SAVEPOINT of its own: one that raises undoes only itself, and each
    is answered after the commit, so what was answered is on the disk.
    """

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self.path = path
        self._connection = connection
        self._waiting: list[tuple[Callable[[Transaction], Any], asyncio.Future[Any]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open or create the file. Raises a StoreError that says what to do."""
        connection = aiosqlite.connect(path, isolation_level=None, timeout=0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            await connection
        except OSError as error:
            raise StoreUnwritable(path, str(error)) from error
        except sqlite3.OperationalError as error:
            await asyncio.to_thread(connection._thread.join)  # aiosqlite ends its thread, but does not wait for it
            raise StoreUnwritable(path, str(error)) from error
        store = cls(path, connection)
        try:
            await store._run(lambda db: _prepare(db, path))
        except BaseException:
            await connection.close()
            raise
        return store

    async def close(self) -> None:
        """Finish what is waiting, then close; afterwards the file is a single one."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._connection.close()

    async def transaction(self, fn: Callable[[Transaction], R]) -> R:
        """Run `fn` in a transaction and answer its result after the commit.

        `fn` runs in another thread: it may touch only its arguments and the transaction. What it raises is raised
        here, with nothing of it written. Once begun it is carried through even if the caller is cancelled.
        """
        if self._closed:
            raise StoreError("The database is closed: Slowboat is shutting down.")
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((fn, answer))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return await answer

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            functions = [fn for fn, _ in batch]
            try:
                results = await self._run(lambda db, functions=functions: _commit(db, functions))  # type: ignore[misc]
            except Exception as error:  # noqa: BLE001 - whoever waits must be told, whatever it was
                results = [error] * len(batch)
            for (_, answer), result in zip(batch, results, strict=True):
                if answer.cancelled():
                    continue
                if isinstance(result, BaseException):
                    answer.set_exception(result)
                else:
                    answer.set_result(result)
        self._writer = None

    async def _run(self, fn: Callable[[sqlite3.Connection], R]) -> R:
        # aiosqlite offers no public way to run several statements in one hop to its thread; one hop a transaction
        # instead of one a statement is most of what makes a move cheap.
        connection = self._connection
        return cast("R", await connection._execute(fn, connection._conn))  # type: ignore[no-untyped-call]


def _commit(db: sqlite3.Connection, functions: list[Callable[[Transaction], Any]]) -> list[Any]:
    """Run the functions in one transaction, each in a savepoint; results and exceptions in order."""
    results: list[Any] = []
    tx = Transaction(db)
    db.execute("BEGIN")
    try:
        for fn in functions:
            db.execute("SAVEPOINT one")
            try:
                result = fn(tx)
            except Exception as error:  # noqa: BLE001 - handed to whoever asked for it
                db.execute("ROLLBACK TO one")
                result = error
            db.execute("RELEASE one")
            results.append(result)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return results


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    try:
        # Exclusive before WAL: the WAL index then lives in memory, and no second process can open the file.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        recognise(db, path)  # before anything is written: the next line changes the file
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("BEGIN IMMEDIATE")
        db.execute("COMMIT")
        if path.stat().st_size <= _QUICK_CHECK_UP_TO:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise StoreDamaged(path, str(verdict))
        migrate(db, path)
    except sqlite3.DatabaseError as error:
        raise _explain(path, error) from error
    except UnicodeDecodeError as error:
        raise StoreDamaged(path, "its texts cannot be read") from error


def _explain(path: Path, error: sqlite3.DatabaseError) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreLocked(path)
    if code == sqlite3.SQLITE_NOTADB:
        return StoreForeign(path, "it is no SQLite file")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):  # ERROR: tables are not what the header says they are
        return StoreDamaged(path, str(error))
    return StoreUnwritable(path, str(error))
