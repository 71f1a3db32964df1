"""Backups of the database: make them while the bot runs, verify, thin out and restore them.

The copies of `var/slowboat.db` are `var/backups/slowboat.2026-01-31T060000Z.db` and so on, the time in UTC; the copy
made before a migration to schema 2 is `slowboat.before-0002.db`. Each has a checksum beside it (`data/checksum.py`).
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from data import checksum
from data.errors import BackupFailed, StoreDamaged, StoreError, StoreLocked, StoreMissing, explain, explain_errors
from data.migrate import recognise

EVERY = 6 * 3600.0
"""Seconds between two automatic backups."""

NEWEST, DAYS, WEEKS = 8, 7, 4
"""Copies kept: the newest `NEWEST`, and the last copy of each of the newest `DAYS` days and `WEEKS` weeks that have
one."""

OLDEST = 28 * 24 * 3600.0
"""Seconds after which every copy is deleted, even one made before a migration: it may hold data that people have
deleted."""

_TIME = "%Y-%m-%dT%H%M%SZ"
_PAGES = 64
"""Pages copied in one step; writers may go on between two steps."""
_INSTRUCTIONS = 100_000
"""Instructions SQLite runs in a check before it asks again whether to stop."""
_PAUSE = 0.0005
"""Seconds between two steps of a copy; without this pause, writers would hardly ever find the file free."""
_WHILE_WRITING = 0.002
"""Seconds until the next try while a transaction is being written."""


def find_folder(path: Path) -> Path:
    """Return the folder of a database's copies."""
    return path.parent / "backups"


def name_copy(path: Path, now: float) -> Path:
    """Return the path of a copy made at `now` (Unix seconds)."""
    return find_folder(path) / f"{path.stem}.{datetime.fromtimestamp(now, UTC):{_TIME}}.db"


def list_copies(path: Path) -> list[tuple[float, Path]]:
    """List the copies, oldest first, with the times in their names."""
    pattern = re.compile(re.escape(path.stem) + r"\.(\d{4}-\d\d-\d\dT\d{6}Z)\.db")
    found = []
    if find_folder(path).is_dir():
        for file in find_folder(path).iterdir():
            if fits := pattern.fullmatch(file.name):
                with contextlib.suppress(ValueError):  # not a date, so not ours: 2026-02-31
                    found.append((datetime.strptime(fits[1], _TIME).replace(tzinfo=UTC).timestamp(), file))
    return sorted(found)


def is_due(path: Path, now: float) -> bool:
    """Whether a new copy is due. A copy from the future does not count: the clock was wrong."""
    return not any(now - EVERY < at <= now for at, _ in list_copies(path))


def find_superfluous(times: Sequence[float], now: float) -> set[float]:
    """Choose the copies to delete, given the times they were made."""
    past = sorted((at for at in times if at <= now), reverse=True)
    days: dict[object, float] = {}
    weeks: dict[object, float] = {}
    for at in past:
        day = datetime.fromtimestamp(at, UTC).date()
        days.setdefault(day, at)
        weeks.setdefault(day.isocalendar()[:2], at)
    kept = {*past[:NEWEST], *[*days.values()][:DAYS], *[*weeks.values()][:WEEKS]}
    return {at for at in past if at not in kept or at <= now - OLDEST}


def thin_out(path: Path, now: float) -> None:
    """Delete old copies and the files of unfinished ones. Raises OSError.

    Must not run while a copy is being made.
    """
    for part in find_folder(path).glob(f"{glob.escape(path.stem)}.*.db.part*"):
        part.unlink()
    copies = list_copies(path)
    gone = find_superfluous([at for at, _ in copies], now)
    old = [file for at, file in copies if at in gone]
    migrated = find_folder(path).glob(f"{glob.escape(path.stem)}.before-*.db")
    old += [file for file in migrated if file.stat().st_mtime <= now - OLDEST]
    for file in old:
        checksum.remove(file)
        file.unlink()


def copy(db: sqlite3.Connection, target: Path, *, stopped: Callable[[], bool] = lambda: False) -> None:
    """Copy the database behind a connection, verify the copy, then move it to `target`. Raises BackupFailed.

    Runs in its own thread. Between two steps, SQLite lets writers of the same connection go on, and the copy includes
    their changes. `stopped` returns whether to give up.
    """

    def pause(*_: int) -> None:
        if stopped():
            raise StoreError("Slowboat is stopping")
        time.sleep(_PAUSE)

    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(mode=0o700, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))  # it has the secrets of running matches
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as there:
            db.backup(there, pages=_PAGES, sleep=_WHILE_WRITING, progress=pause)
            there.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        inspect(part, stopped=stopped)
        checksum.remove(target)
        part.replace(target)
        with target.open("rb") as file:
            checksum.write(target, file)
    except (sqlite3.Error, OSError, StoreError) as error:
        _remove_unfinished(part)
        raise BackupFailed(target, str(error)) from error
    except BaseException:
        _remove_unfinished(part)
        raise


def copy_before_migration(db: sqlite3.Connection, path: Path, schema: int) -> None:
    """Copy the file before it is migrated to `schema`. Raises BackupFailed."""
    copy(db, find_folder(path) / f"{path.stem}.before-{schema:04d}.db")


def inspect(path: Path, *, stopped: Callable[[], bool] = lambda: False) -> int:
    """Check a whole file and return the number of its schema; writes nothing. Raises StoreError."""
    if not path.is_file():
        raise StoreMissing(path)
    checksum.check(path)
    # If there is a write-ahead log, it must be read, too. Without one, open the file as immutable, so that SQLite
    # creates no files beside it.
    how = "mode=ro" if path.with_name(path.name + "-wal").exists() else "immutable=1"
    with (
        explain_errors(path),
        contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=0)) as db,
    ):
        db.set_progress_handler(stopped, _INSTRUCTIONS)
        schema = recognise(db, path)
        if not schema:
            raise StoreDamaged(path, "it has no tables")
        (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StoreDamaged(path, str(verdict))
        if orphan := db.execute("PRAGMA foreign_key_check").fetchone():
            raise StoreDamaged(path, f"a row of {orphan[0]} belongs to nothing in {orphan[2]}")
    return schema


@contextlib.contextmanager
def open_exclusively(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file while no bot has it open; nothing is migrated. Raises StoreError."""
    if not path.is_file():
        raise StoreMissing(path)
    checksum.check(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as db:
        with explain_errors(path):
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            recognise(db, path)
            db.execute("BEGIN IMMEDIATE")
            db.execute("COMMIT")
        yield db


def restore(source: Path, path: Path, *, now: float) -> Path | None:
    """Replace the database with a copy. Returns the path of the replaced file; None if there was none.

    Raises StoreError: StoreLocked while a bot runs. An interruption leaves either the old database or the new one.
    """
    inspect(source)
    part = path.with_name(path.name + ".part")
    kept = path.with_name(f"{path.name}.replaced-{datetime.fromtimestamp(now, UTC):{_TIME}}")
    there = path.exists()
    try:
        if there:
            _copy_with_log(path, kept)
            _write_log_back(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        _copy_file(source, part)
        inspect(part)
        # The log must not be applied to the new file. If it was undamaged, it has been written back.
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        checksum.remove(path)
        part.replace(path)
        checksum.sync_folder(path.parent)
    except StoreLocked:
        _remove_unfinished(kept)
        raise
    except OSError as error:
        raise BackupFailed(path, str(error)) from error
    finally:
        _remove_unfinished(part)
    return kept if there else None


def _write_log_back(path: Path) -> None:
    """Write the write-ahead log back into the file; leave a damaged file unchanged. Raises StoreLocked."""
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("BEGIN IMMEDIATE")
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError as error:
        explained = explain(path, error)
        if not isinstance(explained, StoreDamaged) and getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_NOTADB:
            raise explained from error


def _copy_with_log(path: Path, kept: Path) -> None:
    """Copy the database and its log byte by byte, because SQLite may delete the log when it opens a damaged file."""
    for suffix in ("", "-wal"):
        if (old := path.with_name(path.name + suffix)).exists():
            _copy_file(old, kept.with_name(kept.name + suffix))


def _copy_file(old: Path, new: Path) -> None:
    """Copy a file and sync the copy, readable by its owner alone."""
    shutil.copyfile(old, new)
    new.chmod(0o600)
    with new.open("rb+") as file:
        os.fsync(file.fileno())
    checksum.sync_folder(new.parent)


def _remove_unfinished(part: Path) -> None:
    """Delete an unfinished copy and the files SQLite may have left beside it."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
