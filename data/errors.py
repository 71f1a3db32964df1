"""Errors of the store, each with a message for the bot's operator."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path


class StoreError(Exception):
    """The database cannot be used; the message says what to do."""


class StoreLocked(StoreError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is in use by another program, most likely a second Slowboat. Stop that one first, or give this "
            "one a file of its own with SLOWBOAT_DATABASE."
        )


class StoreMissing(StoreError):
    def __init__(self, path: Path) -> None:
        super().__init__(f"There is no file {path}. Name the right one, or set SLOWBOAT_DATABASE.")


class StoreDamaged(StoreError):
    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(
            f"{path} is damaged ({detail}). Nothing was changed. Keep a copy of it and of {path.name}-wal, then put a "
            "backup in its place with `python -m data restore`, or move it away to start with an empty database."
        )


class StoreChanged(StoreDamaged):
    """The file does not match its checksum: it was changed or damaged while no bot had it open."""

    def __init__(self, path: Path, checksum: Path) -> None:
        super().__init__(
            path, f"it is not as Slowboat left it; if you changed it on purpose, delete {checksum.name} and start again"
        )


class StoreEmptied(StoreError):
    """The file is empty although backups of it exist."""

    def __init__(self, path: Path, newest: Path) -> None:
        super().__init__(
            f"{path} is empty, but there are backups of it; the newest is {newest}. Nothing was changed. Put it in "
            f"place with `python -m data restore {newest}`, or delete {path.name} to start with an empty database."
        )


class StoreForeign(StoreError):
    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(
            f"{path} is not a database of this version of Slowboat ({detail}). Nothing was changed. Check "
            "SLOWBOAT_DATABASE, or run the version that wrote it."
        )


class StoreUnwritable(StoreError):
    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(
            f"{path} cannot be written ({detail}). Check that its folder exists, belongs to the user Slowboat runs as, "
            "and that the disk is not full."
        )


class StoreFull(StoreUnwritable):
    """The disk is full. Moves that were confirmed are safe; requests succeed again once there is room."""


class BackupFailed(StoreError):
    def __init__(self, target: Path, detail: str) -> None:
        super().__init__(
            f"The copy {target} could not be made ({detail}). The database is as it was. Check that the folder belongs "
            "to the user Slowboat runs as and that the disk is not full, then try again."
        )


class Conflict(Exception):
    """The write conflicts with what is stored; nothing was written."""


class Outdated(Conflict):
    """The match has a newer revision than the one the write was computed from."""


class Delivered(Conflict):
    """The interaction has already taken effect."""


class ChannelTaken(Conflict):
    """The channel has another open match."""


def explain(path: Path, error: sqlite3.DatabaseError) -> StoreError:
    """Turn an error of SQLite into the StoreError that explains it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreLocked(path)
    if code == sqlite3.SQLITE_NOTADB:
        return StoreForeign(path, "it is not an SQLite file")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):  # ERROR: its tables do not match its schema number
        return StoreDamaged(path, str(error))
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(path, str(error))
    return StoreUnwritable(path, str(error))


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Raise the StoreErrors that explain errors of SQLite and of the disk."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise explain(path, error) from error
    except UnicodeDecodeError as error:
        raise StoreDamaged(path, "its texts cannot be read") from error
    except OSError as error:
        raise StoreUnwritable(path, str(error)) from error
