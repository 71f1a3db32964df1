"""Copies of the database: made while the bot plays on, verified before they count, thinned out, put back.

The copies of `var/slowboat.db` are `var/backups/slowboat.2026-01-31T060000Z.db` and so on, the time in UTC; the copy
made before a migration to schema 2 is `slowboat.before-0002.db`. Each has a seal beside it (`data/checksum.py`).
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
from data.errors import BackupFailed, StoreDamaged, StoreError, StoreLocked, StoreMissing, explain
from data.migrate import recognise

EVERY = 6 * 3600.0
"""Seconds between two automatic backups."""

NEWEST, DAYS, WEEKS = 8, 7, 4
"""Kept: the newest ones, and the last one of as many days and weeks."""

OLDEST = 28 * 24 * 3600.0
"""Seconds after which no copy is kept, also one made before a migration: what people have deleted is gone by then."""

_TIME = "%Y-%m-%dT%H%M%SZ"
_PAGES = 64
"""Pages copied before writers get their turn again."""
_STATEMENTS = 100_000
"""SQLite's steps in a check between two looks whether to give up."""
_BREATH = 0.0005
"""Seconds between two such steps; without them writers would hardly ever find the file free."""
_WHILE_WRITING = 0.002
"""Seconds until the next try when a transaction is being written."""


def folder(path: Path) -> Path:
    """Where the copies of a database are."""
    return path.parent / "backups"


def name(path: Path, now: float) -> Path:
    """The file for a copy made at `now` (Unix seconds)."""
    return folder(path) / f"{path.stem}.{datetime.fromtimestamp(now, UTC):{_TIME}}.db"


def made(path: Path) -> list[tuple[float, Path]]:
    """The copies there are, oldest first, with the times in their names."""
    pattern = re.compile(re.escape(path.stem) + r"\.(\d{4}-\d\d-\d\dT\d{6}Z)\.db")
    found = []
    if folder(path).is_dir():
        for file in folder(path).iterdir():
            if fits := pattern.fullmatch(file.name):
                with contextlib.suppress(ValueError):  # no time, so not ours: 2026-02-31
                    found.append((datetime.strptime(fits[1], _TIME).replace(tzinfo=UTC).timestamp(), file))
    return sorted(found)


def due(path: Path, now: float) -> bool:
    """Whether the last copy is older than it should be. One from the future does not count: the clock was wrong."""
    return not any(now - EVERY < at <= now for at, _ in made(path))


def superfluous(times: Sequence[float], now: float) -> set[float]:
    """Which of the copies made at these times may go."""
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
    """Delete the copies that are not kept, and what unfinished ones have left. Raises OSError.

    Not to be called while a copy is being made.
    """
    for part in folder(path).glob(f"{glob.escape(path.stem)}.*.db.part*"):
        part.unlink()
    copies = made(path)
    gone = superfluous([at for at, _ in copies], now)
    old = [file for at, file in copies if at in gone]
    migrated = folder(path).glob(f"{glob.escape(path.stem)}.before-*.db")
    old += [file for file in migrated if file.stat().st_mtime <= now - OLDEST]
    for file in old:
        checksum.lift(file)
        file.unlink()


def copy(db: sqlite3.Connection, target: Path, *, stopped: Callable[[], bool] = lambda: False) -> None:
    """Copy the database behind a connection and verify the copy; only then is it at `target`. Raises BackupFailed.

    Runs in a thread of its own: SQLite lets the connection's writers in between two steps, and what they write is in
    the copy. `stopped` is asked now and then whether to give up.
    """

    def breathe(*_: int) -> None:
        if stopped():
            raise StoreError("Slowboat is stopping")
        time.sleep(_BREATH)

    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(mode=0o700, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))  # it holds the secrets of running matches
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as there:
            db.backup(there, pages=_PAGES, sleep=_WHILE_WRITING, progress=breathe)
            there.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        inspect(part, stopped=stopped)
        checksum.lift(target)
        part.replace(target)
        with target.open("rb") as file:
            checksum.put(target, file)
    except (sqlite3.Error, OSError, StoreError) as error:
        _forget(part)
        raise BackupFailed(target, str(error)) from error
    except BaseException:
        _forget(part)
        raise


def before_migration(db: sqlite3.Connection, path: Path, schema: int) -> None:
    """Keep the file as it is before it is brought to `schema`. Raises BackupFailed."""
    copy(db, folder(path) / f"{path.stem}.before-{schema:04d}.db")


def inspect(path: Path, *, stopped: Callable[[], bool] = lambda: False) -> int:
    """Look at all of a file and answer its schema's number; writes nothing. Raises StoreError."""
    if not path.is_file():
        raise StoreMissing(path)
    checksum.check(path)
    # A log on the side belongs to the file; where there is none, nothing needs to be locked or left behind.
    how = "mode=ro" if path.with_name(path.name + "-wal").exists() else "immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=0)) as db:
            db.set_progress_handler(stopped, _STATEMENTS)
            schema = recognise(db, path)
            if not schema:
                raise StoreDamaged(path, "it has no tables")
            (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise StoreDamaged(path, str(verdict))
            if orphan := db.execute("PRAGMA foreign_key_check").fetchone():
                raise StoreDamaged(path, f"a row of {orphan[0]} belongs to nothing in {orphan[2]}")
    except sqlite3.DatabaseError as error:
        raise explain(path, error) from error
    except UnicodeDecodeError as error:
        raise StoreDamaged(path, "its texts cannot be read") from error
    return schema


@contextlib.contextmanager
def alone(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, opened as it is while no bot has it: nothing is migrated. Raises StoreError."""
    if not path.is_file():
        raise StoreMissing(path)
    checksum.check(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as db:
        try:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            recognise(db, path)
            db.execute("BEGIN IMMEDIATE")
            db.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise explain(path, error) from error
        yield db


def restore(source: Path, path: Path, *, now: float) -> Path | None:
    """Put a copy in the database's place; answers where the replaced file is kept, None if there was none.

    Raises StoreError: StoreLocked while a bot runs. Whenever it is interrupted, the database is the old or the new one.
    """
    inspect(source)
    part = path.with_name(path.name + ".part")
    kept = path.with_name(f"{path.name}.replaced-{datetime.fromtimestamp(now, UTC):{_TIME}}")
    there = path.exists()
    try:
        if there:
            _keep_all(path, kept)
            _settle(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep(source, part)
        inspect(part)
        # A log left by a damaged file must not be taken for the new file's; an undamaged one has been written back.
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        checksum.lift(path)
        part.replace(path)
        checksum.sync_folder(path.parent)
    except StoreLocked:
        _forget(kept)
        raise
    except OSError as error:
        raise BackupFailed(path, str(error)) from error
    finally:
        _forget(part)
    return kept if there else None


def _settle(path: Path) -> None:
    """Write what stands in the log on the side into the file. Raises StoreLocked; a damaged file stays as it is."""
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("BEGIN IMMEDIATE")
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError as error:
        locked = explain(path, error)
        if not isinstance(locked, StoreDamaged) and getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_NOTADB:
            raise locked from error


def _keep_all(path: Path, kept: Path) -> None:
    """The database with its log, as they are: SQLite, when it opens a damaged file, may do away with the log."""
    for suffix in ("", "-wal"):
        if (old := path.with_name(path.name + suffix)).exists():
            _keep(old, kept.with_name(kept.name + suffix))


def _keep(old: Path, new: Path) -> None:
    """A copy with its content on the disk, readable by its owner alone."""
    shutil.copyfile(old, new)
    new.chmod(0o600)
    with new.open("rb+") as file:
        os.fsync(file.fileno())
    checksum.sync_folder(new.parent)


def _forget(part: Path) -> None:
    """Remove an unfinished copy, and what SQLite may have left beside it."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
