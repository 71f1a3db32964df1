"""Move all matches from an SQLite file to a PostgreSQL server, or back: `python -m data move FROM TO`.

Rows are copied table by table in the order of their primary keys, so that an interrupted move can continue after the
last row written. At the end both databases are compared row by row. Until then no bot accepts the target: a file is
named `….moving`, and a schema has a negative number.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from data import checksum
from data.backup import open_exclusively
from data.errors import StoreError, explain_errors
from data.migrate import list_migrations, migrate
from data.opening import is_address, load_driver
from data.progress import Report
from data.sql.database import Database
from data.sql.tables import Row, Table

BATCH: Final = 2000
"""Rows written in one transaction."""

COMPARED: Final = 20_000
"""Rows between two reports of the comparison."""


class Side:
    """One of the two databases, locked against bots and other moves. `place` names it in messages.

    `tables`: those of a database that is written; `resumed`: an earlier move to it was interrupted.
    """

    collation = "COLLATE BINARY"
    """Orders texts byte by byte."""

    def __init__(self, db: Database, place: str, tables: Sequence[Table] = (), *, resumed: bool = False) -> None:
        self.place = place
        self.resumed = resumed
        self._db = db
        self._tables = tables

    def count_rows(self, table: Table) -> int:
        (count,) = self._db.execute(table.count_rows()).fetchone()
        return int(count)

    def find_last_key(self, table: Table) -> Row | None:
        """Return the highest key of a table, None if it is empty."""
        found: Row | None = self._db.execute(table.select_last_key(self.collation)).fetchone()
        return found

    def read_rows(self, table: Table, after: Row | None) -> Generator[Row]:
        """Read the rows with a higher key, in the order of the key."""
        yield from self._db.execute(table.select(self.collation, later=after is not None), after or ())

    def write_rows(self, table: Table, rows: list[Row]) -> None:
        """Write rows in one transaction."""
        with self.transact():
            self._db.executemany(table.insert(), rows)

    def clear(self) -> None:
        """Delete all rows."""
        with self.transact():
            for table in reversed(self._tables):
                self._db.execute(table.delete())

    def transact(self) -> AbstractContextManager[object]:
        """Begin a transaction that is committed at the end of the context."""
        raise NotImplementedError

    def finish(self) -> None:
        """Declare the move complete, so that a bot accepts the database."""
        raise NotImplementedError


class MoveDiffers(StoreError):
    def __init__(self, source: str, target: str, table: str, key: object) -> None:
        super().__init__(
            f"{target} is not the same as {source}: they differ in the table {table} at {key}. {source} is as it was. "
            "Please report this; do not start Slowboat on the target."
        )


class TargetTaken(StoreError):
    def __init__(self, place: str) -> None:
        super().__init__(
            f"{place} is not empty. Nothing was changed. Name an empty database, or a file that does not exist."
        )


def move(source: str, target: str, report: Report = lambda *_: None) -> int:
    """Move all rows and compare them; return their number. `source`, `target`: each a path or the address of a server.

    Continues an interrupted move. The source is not changed. Raises StoreError, also while a bot uses one of them.
    """
    tables = list_tables()
    with _open_source(source) as old, _open_target(target, tables) as new:
        total = sum(old.count_rows(table) for table in tables)
        copy_rows(old, new, tables, total, report)
        try:
            compare(old, new, tables, total, report)
        except MoveDiffers:
            if not new.resumed:
                raise
            new.clear()  # the source was used after the move was interrupted
            copy_rows(old, new, tables, total, report)
            compare(old, new, tables, total, report)
        new.finish()
    return total


def copy_rows(old: Side, new: Side, tables: Iterable[Table], total: int, report: Report) -> None:
    """Copy the rows that have not arrived yet."""
    done = 0
    for table in tables:
        done += new.count_rows(table)
        with contextlib.closing(old.read_rows(table, new.find_last_key(table))) as rows:
            while batch := list(itertools.islice(rows, BATCH)):
                new.write_rows(table, batch)
                done += len(batch)
                report(done, total, f"rows moved, in {table.name}")


def compare(old: Side, new: Side, tables: Iterable[Table], total: int, report: Report) -> None:
    """Compare all rows. Raises MoveDiffers at the first difference."""
    done = 0
    for table in tables:
        with (
            contextlib.closing(old.read_rows(table, None)) as rows,
            contextlib.closing(new.read_rows(table, None)) as moved,
        ):
            for row, its_copy in itertools.zip_longest(rows, moved):
                if row != its_copy:
                    raise MoveDiffers(old.place, new.place, table.name, table.find_key(row or its_copy))
                done += 1
                if done % COMPARED == 0 or done == total:
                    report(done, total, f"rows compared, in {table.name}")


def list_tables() -> list[Table]:
    """List the tables of this version's schema; referenced tables come before those that refer to them."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, Path(":memory:"))
        found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
        names = sorted((name for (name,) in found), key=lambda name: _refers(db, name))
        return [_describe(db, name) for name in names]


def _refers(db: sqlite3.Connection, name: str) -> bool:
    """Whether a table refers to another one."""
    return bool(db.execute(f"PRAGMA foreign_key_list({name})").fetchall())


def _describe(db: sqlite3.Connection, name: str) -> Table:
    # Each column: number, name, type, whether it is not null, default, place in the key.
    found = db.execute(f"PRAGMA table_info({name})").fetchall()
    key = sorted((column for column in found if column[5]), key=lambda column: int(column[5])) or found
    table = Table(
        name,
        tuple(column[1] for column in found),
        tuple(column[1] for column in key),
        frozenset(column[1] for column in key if column[2] == "TEXT"),
        initial=0,
    )
    (initial,) = db.execute(table.count_rows()).fetchone()
    return table._replace(initial=initial)


class File(Side):
    """An SQLite file; a new one has another name until it is complete."""

    def __init__(
        self, db: sqlite3.Connection, path: Path, tables: Sequence[Table] = (), *, resumed: bool = False
    ) -> None:
        super().__init__(db, str(path), tables, resumed=resumed)
        self._connection = db
        self._path = path

    @contextlib.contextmanager
    def transact(self) -> Iterator[None]:
        with self._connection:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    def finish(self) -> None:
        self._db.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        self._connection.close()
        part = name_part(self._path)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(self._path)
        checksum.sync_folder(self._path.parent)
        with self._path.open("rb") as file:
            checksum.write(self._path, file)


def name_part(path: Path) -> Path:
    """Return the name of a file until the move to it is complete."""
    return path.with_name(path.name + ".moving")


def _open_source(database: str) -> AbstractContextManager[Side]:
    if is_address(database):
        opened: AbstractContextManager[Side] = load_driver("data.postgres.move").open_source(database)
        return opened
    return _open_file(Path(database).absolute())


def _open_target(database: str, tables: list[Table]) -> AbstractContextManager[Side]:
    if is_address(database):
        opened: AbstractContextManager[Side] = load_driver("data.postgres.move").open_target(database, tables)
        return opened
    return _create_file(Path(database).absolute(), tables)


@contextlib.contextmanager
def _open_file(path: Path) -> Iterator[File]:
    """Open a file whose schema is this version's, while no bot uses it. Raises StoreError."""
    with open_exclusively(path) as db, explain_errors(path):
        (version,) = db.execute("PRAGMA user_version").fetchone()
        refuse_old_schema(str(path), version)
        yield File(db, path)


@contextlib.contextmanager
def _create_file(path: Path, tables: list[Table]) -> Iterator[File]:
    """Create a file, or open it if it is not complete yet. Raises StoreError."""
    if path.exists():
        raise TargetTaken(str(path))
    part = name_part(path)
    with explain_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        resumed = part.exists()
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))  # it will have the secrets of running matches
    with contextlib.closing(sqlite3.connect(part, isolation_level=None, timeout=0)) as db, explain_errors(path):
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        migrate(db, part)
        made = File(db, path, tables, resumed=resumed)
        if not resumed:
            made.clear()
        yield made


def refuse_old_schema(place: str, version: int) -> None:
    """Raise StoreError unless a database has this version's schema."""
    newest, _ = list_migrations()[-1]
    if version != newest:
        raise StoreError(
            f"The schema of {place} is number {version}; this version of Slowboat writes {newest}. Start this version "
            "on it once, which makes a backup and migrates it, stop it, and move again."
        )
