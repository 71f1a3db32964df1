"""The database file, and transactions on it."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import aiosqlite

from data import backup, checksum, wal_check
from data.errors import StoreDamaged, StoreEmptied, StoreError, StoreUnwritable, explain, explain_errors
from data.migrate import list_migrations, migrate, recognise
from data.sql import Transaction

log = logging.getLogger(__name__)

R = TypeVar("R")

LOCK = "PRAGMA locking_mode = EXCLUSIVE"
"""Set before WAL, so that the WAL index is in memory and no second process can open the file."""

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # NORMAL loses acknowledged moves in a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # deleted rows are overwritten: free pages hold nothing about forgotten people
)

_CHECKED_IF_CLOSED_UP_TO = 8 * 1024 * 1024
"""Above this size in bytes, a file whose checksum is right is opened without a check of its structure."""

_FOR_OTHERS = 0o077
"""Permissions of group and others, which are removed: the file holds hands and the secrets of running matches."""


class Store:
    """SQLite behind one connection.

    `await store.transaction(fn)` runs `fn(tx)` in the database thread; nothing else gives access. Functions waiting at
    the same time share one COMMIT, each in its own SAVEPOINT: if one raises, only its own changes are rolled back.
    Results are returned after the commit, so they are on the disk.
    """

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self.path = path
        self._connection = connection
        self._waiting: list[tuple[Callable[[Transaction], Any], asyncio.Future[Any]]] = []
        self._batch: list[tuple[Callable[[Transaction], Any], asyncio.Future[Any]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self._last_failure = ""
        self._copying = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open or create the file. Raises a StoreError that says what to do."""
        # check_same_thread: a backup uses this connection in another thread; SQLite serialises them.
        connection = aiosqlite.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            intact = await asyncio.to_thread(_examine, path)
            await connection
        except OSError as error:
            raise StoreUnwritable(path, str(error)) from error
        except sqlite3.OperationalError as error:
            await asyncio.to_thread(connection._thread.join)  # aiosqlite ends its thread, but does not wait for it
            raise StoreUnwritable(path, str(error)) from error
        store = cls(path, connection)
        try:
            await store._run(lambda db: _prepare(db, path, intact=intact))
        except BaseException:
            await connection.close()
            raise
        return store

    async def close(self) -> None:
        """Finish waiting transactions, write the log back, write the checksum and close the file."""
        closed_before, self._closed = self._closed, True
        if self._writer is not None:
            await asyncio.wait({self._writer})
        async with self._copying:
            if closed_before:
                return
            file = await self._run(lambda db: _write_checksum(db, self.path))
            await self._connection.close()
            if file is not None:
                file.close()

    async def copy(self, target: Path) -> None:
        """Make a verified copy while transactions go on. Raises BackupFailed.

        Cancelling the caller or closing the store aborts the copy.
        """
        async with self._copying:
            if self._closed:
                raise StoreError("The database is closed: Slowboat is shutting down.")
            db, given_up = self._connection._conn, threading.Event()

            def is_stopped() -> bool:
                return self._closed or given_up.is_set()

            copying = asyncio.create_task(asyncio.to_thread(backup.copy, db, target, stopped=is_stopped))
            try:
                await asyncio.shield(copying)
            except asyncio.CancelledError:
                given_up.set()
                await asyncio.wait({copying})
                raise

    async def transaction(self, fn: Callable[[Transaction], R]) -> R:
        """Run `fn` in a transaction and return its result after the commit.

        `fn` runs in another thread: it may touch only its arguments and the transaction. Its exceptions are raised
        here, and its changes are rolled back. Cancelling the caller does not stop a transaction that has begun.
        """
        if self._closed:
            raise StoreError("The database is closed: Slowboat is shutting down.")
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((fn, answer))
        if self._writer is None:
            self._start_writer()
        return await answer

    def _start_writer(self) -> None:
        self._writer = asyncio.create_task(self._write())
        self._writer.add_done_callback(self._replace_writer)

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            self._batch = batch
            functions = [fn for fn, _ in batch]
            try:
                results = await self._run(lambda db, functions=functions: _commit(db, functions))  # type: ignore[misc]
            except Exception as error:  # noqa: BLE001 - every waiting caller gets the error
                results = [error] * len(batch)
            results = self._explain_failures(results)
            for (_, answer), result in zip(batch, results, strict=True):
                if answer.cancelled():
                    continue
                if isinstance(result, BaseException):
                    answer.set_exception(result)
                else:
                    answer.set_result(result)
        self._writer = None

    def _replace_writer(self, ended: asyncio.Task[None]) -> None:
        """Start another writer after one that was cancelled; otherwise nobody would answer the waiting callers."""
        if self._writer is not ended:
            return
        self._writer = None
        for _, answer in self._batch:
            if not answer.done():
                answer.set_exception(StoreError("The database was interrupted."))
        if self._waiting:
            self._start_writer()

    def _explain_failures(self, results: list[Any]) -> list[Any]:
        """Replace disk failures among the results by StoreErrors, and log the first of a series."""
        explained = {
            index: explain(self.path, result)
            for index, result in enumerate(results)
            if isinstance(result, sqlite3.DatabaseError) and _is_disk_failure(result)
        }
        failure = str(next(iter(explained.values()), ""))
        if failure and failure != self._last_failure:
            log.error("%s", failure)
        self._last_failure = failure
        return [explained.get(index, result) for index, result in enumerate(results)]

    async def _run(self, fn: Callable[[sqlite3.Connection], R]) -> R:
        # aiosqlite has no public way to run several statements in one hop to its thread. One hop per transaction
        # instead of one per statement is most of what makes a move cheap.
        connection = self._connection
        return cast("R", await connection._execute(fn, connection._conn))  # type: ignore[no-untyped-call]


def _commit(db: sqlite3.Connection, functions: list[Callable[[Transaction], Any]]) -> list[Any]:
    """Run the functions in one transaction. Returns results and exceptions in order; the exception of a single function
    is raised."""
    tx = Transaction(db)
    db.execute("BEGIN")
    try:
        results = [functions[0](tx)] if len(functions) == 1 else [_run_in_savepoint(db, tx, fn) for fn in functions]
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return results


def _run_in_savepoint(db: sqlite3.Connection, tx: Transaction, fn: Callable[[Transaction], Any]) -> Any:
    """Run a function in a savepoint; return its result, or its exception after a rollback."""
    db.execute("SAVEPOINT one")
    try:
        result = fn(tx)
    except Exception as error:
        if not db.in_transaction:
            raise  # the disk is full: SQLite has rolled back the whole transaction, so every caller gets the error
        db.execute("ROLLBACK TO one")
        result = error
    db.execute("RELEASE one")
    return result


def _examine(path: Path) -> bool:
    """Check the file before SQLite opens it, or create it; return whether its checksum is right.

    Raises StoreError or OSError.
    """
    if checksum.check(path):
        return True
    if path.is_file() and not path.stat().st_size and (copies := backup.list_copies(path)):
        raise StoreEmptied(path, copies[-1][1])
    if wal_check.is_broken(path):
        raise StoreDamaged(path, "committed moves follow a broken frame in its write-ahead log")
    if not path.exists():  # SQLite would create it readable by everybody; the log inherits its permissions
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return False


def _hide_from_others(path: Path) -> None:
    """Make the file and its log readable by their owner alone; older versions did not."""
    for file in (path, path.with_name(path.name + "-wal")):
        if file.exists() and (mode := file.stat().st_mode) & _FOR_OTHERS:
            try:
                file.chmod(mode & 0o777 & ~_FOR_OTHERS)
            except PermissionError as error:
                log.warning("%s can be read by others: %s", file, error)


def _prepare(db: sqlite3.Connection, path: Path, *, intact: bool) -> None:
    """Lock the file, check its structure and migrate it. `intact`: its checksum is right. Raises StoreError."""
    with explain_errors(path):
        db.execute(LOCK)
        version = recognise(db, path)  # the copy is made before anything is written
        if os.name == "posix":
            _hide_from_others(path)
        checksum.remove(path)
        for pragma in PRAGMAS:
            db.execute(pragma)
        db.execute("BEGIN IMMEDIATE")
        db.execute("COMMIT")
        if not intact or path.stat().st_size <= _CHECKED_IF_CLOSED_UP_TO:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise StoreDamaged(path, str(verdict))
        newest, _ = list_migrations()[-1]
        if 0 < version < newest:
            backup.copy_before_migration(db, path, newest)
        migrate(db, path)


def _write_checksum(db: sqlite3.Connection, path: Path) -> BinaryIO | None:
    """Write the checksum of the file after its last change. Returns a handle that must stay open as long as the
    connection: closing any handle of a file releases this process's locks on it.
    """
    file: BinaryIO | None = None
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if path.stat().st_size <= checksum.LARGEST:
            file = path.open("rb")
            checksum.write(path, file)
    except (sqlite3.DatabaseError, OSError) as error:
        log.warning("%s is closed without a checksum: %s", path, error)
    return file


def _is_disk_failure(error: sqlite3.DatabaseError) -> bool:
    """Whether a statement failed because of the file or the disk, not because of the statement."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
    )
