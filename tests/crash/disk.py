"""Disks that fail, under the real store: SQLite through APSW, whose file system can be written in Python.

`Adapter` gives an APSW connection the interface of the standard library's, so that `data.store`, `data.migrate` and all
SQL of `data` run unchanged. After a fault the real `Store.open` opens the files, with the library's own SQLite.
"""

# ruff: noqa: N802 - the methods' names are SQLite's

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw

from data import Store
from data import store as real

SECTOR = 512
"""Bytes that a disk writes atomically."""

_numbers = itertools.count()

_CODES: dict[type[apsw.Error], tuple[type[sqlite3.DatabaseError], int]] = {
    apsw.ConstraintError: (sqlite3.IntegrityError, sqlite3.SQLITE_CONSTRAINT),
    apsw.FullError: (sqlite3.OperationalError, sqlite3.SQLITE_FULL),
    apsw.IOError: (sqlite3.OperationalError, sqlite3.SQLITE_IOERR),
    apsw.CorruptError: (sqlite3.DatabaseError, sqlite3.SQLITE_CORRUPT),
}


class Rows:
    """The result of a statement."""

    def __init__(self, rows: list[Any], rowcount: int) -> None:
        self._rows = iter(rows)
        self.rowcount = rowcount

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


class Adapter:
    """The part of `sqlite3.Connection` that `data` uses, over an APSW connection.

    SQLite writes its log back every so many commits and ignores a failure of that. APSW would raise the file system's
    error as if the commit had failed, so here the log is written back after the commit, and a failure is ignored.
    """

    IntegrityError = sqlite3.IntegrityError

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._connection.wal_autocheckpoint(0)
        self._commits = 0
        self.write_back_every = 500

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        try:
            rows = list(self._connection.execute(sql, tuple(values)))
        except apsw.Error as error:
            raise _translate_errors(error) from error
        if sql == "COMMIT":
            self._commits += 1
            if self._commits % self.write_back_every == 0:
                with contextlib.suppress(apsw.Error):
                    self._connection.wal_checkpoint()
        return Rows(rows, self._connection.changes())

    def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        for each in values:
            self.execute(sql, each)

    def backup(self, there: sqlite3.Connection, **_: Any) -> None:
        """Copy everything to the file of another connection, which must not have read it yet."""
        _, _, name = there.execute("PRAGMA database_list").fetchone()
        with (
            contextlib.closing(apsw.Connection(name)) as target,
            target.backup("main", self._connection, "main") as copy,
        ):
            copy.step()

    def close(self) -> None:
        """Write the log back once more; a failure is ignored as above."""
        with contextlib.suppress(apsw.Error):
            self._connection.close()


def _translate_errors(error: apsw.Error) -> sqlite3.DatabaseError:
    kind, code = _CODES.get(type(error), (sqlite3.OperationalError, sqlite3.SQLITE_ERROR))
    found = kind(str(error))
    found.sqlite_errorcode = code
    return found


class Direct:
    """The part of aiosqlite that a store needs, without a thread."""

    def __init__(self, db: Adapter) -> None:
        self._conn = db

    async def _execute(self, fn: Callable[..., Any], *arguments: Any) -> Any:
        await asyncio.sleep(0)  # let waiting callers hand in their work, as a thread would
        return fn(*arguments)

    async def close(self) -> None:
        self._conn.close()


def open_store(path: Path, vfs: Watched | Forgetful, *, write_back_every: int) -> Store:
    """Open a store over a file of this file system, as the real one does. Raises StoreError.

    `write_back_every`: after how many commits the log is written back to the file.
    """
    db = Adapter(apsw.Connection(str(path), vfs=vfs.name))
    db.write_back_every = write_back_every
    try:
        real._prepare(db, path, intact=False)  # type: ignore[arg-type]
    except BaseException:
        db.close()
        raise
    return Store(path, Direct(db))  # type: ignore[arg-type]


class Watched(apsw.VFS):
    """The real file system; `before(what, data)` is called before everything that changes a file, and may raise."""

    def __init__(self, before: Callable[[str], None]) -> None:
        self.before = before
        self.name = f"watched-{next(_numbers)}"
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _WatchedFile:
        return _WatchedFile(self, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        self.before("delete")
        super().xDelete(name, sync)


class _WatchedFile(apsw.VFSFile):
    def __init__(self, vfs: Watched, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self._vfs = vfs
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        try:
            self._vfs.before("write")
        except apsw.FullError:
            super().xWrite(data[: len(data) // 2], offset)  # the part for which a full disk still had room
            raise
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        self._vfs.before("truncate")
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self._vfs.before("sync")  # nothing to do: these tests have no power cut


class Forgetful(apsw.VFS):
    """A disk in memory that guarantees only synced data.

    `image(chance)` is the content after a power cut now, in which each unsynced sector may be written or not. `before`
    is called before every change.
    """

    def __init__(self, before: Callable[[], None]) -> None:
        self.before = before
        self.files: dict[str, _Remembered] = {}
        self.name = f"forgetful-{next(_numbers)}"
        super().__init__(self.name, "")

    def image(self, chance: random.Random) -> dict[str, bytes]:
        share = chance.choice((0.0, 0.5, 0.9, 1.0))  # 1.0: everything, as after `kill -9`
        left = {name: file.after_a_cut(chance, share) for name, file in self.files.items()}
        return {name: content for name, content in left.items() if content is not None}

    def xFullPathname(self, name: str) -> str:
        return name

    def xAccess(self, name: str, flags: int) -> bool:
        return name in self.files

    def xDelete(self, name: str, sync: bool) -> None:
        self.before()
        del self.files[name]

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> Any:  # any object with a file's methods
        key = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        flags[1] = flags[0]
        return _ForgetfulFile(self, self.files.setdefault(key, _Remembered()))


class _Remembered:
    """One file: its content on the disk, its content for the system, and the changes in between."""

    def __init__(self) -> None:
        self.synced: bytes | None = None
        self.now = bytearray()
        self.changes: list[tuple[int, bytes | None]] = []

    def sync(self) -> None:
        self.synced = bytes(self.now)
        self.changes = []

    def change(self, offset: int, data: bytes | None) -> None:
        """Write `data` at `offset`; None: truncate there."""
        self.changes.append((offset, data))
        _apply(self.now, offset, data)

    def after_a_cut(self, chance: random.Random, share: float) -> bytes | None:
        """Return the content with `share` of the changes since the last sync. None: even the file's name is lost."""
        if self.synced is None and chance.random() >= share:
            return None
        found = bytearray(self.synced or b"")
        for offset, data in self.changes:
            if data is None:
                if chance.random() < share:
                    _apply(found, offset, None)
                continue
            start = 0
            while start < len(data):
                end = min(len(data), start + SECTOR - (offset + start) % SECTOR)
                if chance.random() < share:
                    _apply(found, offset + start, data[start:end])
                start = end
        return bytes(found)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class _ForgetfulFile:
    def __init__(self, vfs: Forgetful, file: _Remembered) -> None:
        self._vfs = vfs
        self._file = file

    def xRead(self, amount: int, offset: int) -> bytes:
        return bytes(self._file.now[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._vfs.before()
        self._file.change(offset, bytes(data))

    def xTruncate(self, size: int) -> None:
        self._vfs.before()
        self._file.change(size, None)

    def xSync(self, flags: int) -> None:
        self._vfs.before()
        self._file.sync()

    def xFileSize(self) -> int:
        return len(self._file.now)

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self) -> None:
        pass


def die() -> None:
    """Stop as `kill -9` would: nothing is flushed, and no handler runs."""
    os._exit(9)
