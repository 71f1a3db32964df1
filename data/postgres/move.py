"""A PostgreSQL server as one side of `python -m data move`."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from typing import Any, Final

import psycopg

from data.errors import StoreError
from data.move import TargetTaken, refuse_old_schema
from data.postgres.connection import close_lock, connect, name_place, take_lock, translate
from data.postgres.errors import StoreInUse, explain
from data.postgres.migrate import migrate, read_version, recognise
from data.sql.tables import Row, Table

COLLATION: Final = 'COLLATE "C"'

BUFFER: Final = 2000
"""Rows fetched at once."""

_NO_LIMITS: Final = (
    "SET statement_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
)
"""Large tables take longer than a bot's statements may."""


class Server:
    """A schema as one side of a move."""

    def __init__(self, connection: psycopg.Connection[Any], place: str) -> None:
        self.place = place
        self._db = connection

    def count_rows(self, table: Table) -> int:
        (count,) = self._fetch_one(table.count_rows())
        return int(count)

    def find_last_key(self, table: Table) -> Row | None:
        found: Row | None = self._db.execute(_write(table.select_last_key(COLLATION))).fetchone()
        return found

    def read_rows(self, table: Table, after: Row | None) -> Generator[Row]:
        with self._db.transaction(), self._db.cursor(f"rows_of_{table.name}") as cursor:
            cursor.itersize = BUFFER
            yield from cursor.execute(_write(table.select(COLLATION, later=after is not None)), after or ())

    def _fetch_one(self, sql: str) -> Row:
        found: Row | None = self._db.execute(_write(sql)).fetchone()
        if found is None:
            raise StoreError(f"{self.place} did not answer {sql!r}.")
        return found


class NewSchema(Server):
    """A schema that is being written. Its number is negative until it is complete."""

    def __init__(self, connection: psycopg.Connection[Any], place: str, tables: list[Table], *, resumed: bool) -> None:
        super().__init__(connection, place)
        self._tables = tables
        self.resumed = resumed

    def write_rows(self, table: Table, rows: list[Row]) -> None:
        with self._db.transaction(), self._db.cursor() as cursor:
            cursor.executemany(_write(table.insert()), rows)

    def clear(self) -> None:
        with self._db.transaction():
            self._db.execute("UPDATE slowboat SET version = -abs(version)")
            for table in reversed(self._tables):
                self._db.execute(_write(table.delete()))

    def finish(self) -> None:
        with self._db.transaction():
            for table in self._tables:
                if "id" in table.columns:  # new rows continue the numbering
                    highest = self.find_last_key(table)
                    self._db.execute(
                        "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, %s)",
                        (table.name, highest[0] if highest else 1, highest is not None),
                    )
            self._db.execute("UPDATE slowboat SET version = abs(version)")


def _write(sql: str) -> Any:
    """Translate a statement; typed Any, because the driver's types accept only literal strings."""
    return translate(sql)


@contextlib.contextmanager
def open_source(address: str) -> Iterator[Server]:
    """Open a schema whose number is this version's, while no bot uses it. Raises StoreError."""
    with _connect(address) as (db, place):
        refuse_old_schema(place, recognise(db, place))
        yield Server(db, place)


@contextlib.contextmanager
def open_target(address: str, tables: list[Table]) -> Iterator[NewSchema]:
    """Open an empty schema, or one to which a move was interrupted. Raises StoreError."""
    with _connect(address) as (db, place):
        version = read_version(db, place)
        if version < 0:
            refuse_old_schema(place, -version)
            yield NewSchema(db, place, tables, resumed=True)
            return
        migrate(db, place)
        made = NewSchema(db, place, tables, resumed=False)
        if any(made.count_rows(table) != table.initial for table in tables):
            raise TargetTaken(place)
        made.clear()
        yield made


@contextlib.contextmanager
def _connect(address: str) -> Iterator[tuple[psycopg.Connection[Any], str]]:
    """Connect without time limits and lock the schema. Raises StoreError."""
    place = name_place(address)
    try:
        db = connect(address)
        try:
            for setting in _NO_LIMITS:
                db.execute(setting)
            if not take_lock(db):
                raise StoreInUse(place)
            yield db, place
        finally:
            close_lock(db)
    except psycopg.Error as error:
        raise explain(place, error) or StoreError(f"{place}: {error}") from error
