"""A PostgreSQL server as one side of `python -m data move`."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

import psycopg

from data.errors import StoreError
from data.move import Side, TargetTaken, refuse_old_schema
from data.postgres.connection import Translated, close_lock, connect, name_place, take_lock, translate
from data.postgres.errors import StoreInUse, explain
from data.postgres.migrate import migrate, read_version, recognise
from data.sql.tables import Row, Table

BUFFER: Final = 2000
"""Rows fetched at once."""

_NO_LIMITS: Final = (
    "SET statement_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
)
"""Large tables take longer than a bot's statements may."""


class Schema(Side):
    """A schema of a server; the number of one that is written is negative until it is complete."""

    collation = 'COLLATE "C"'

    def __init__(
        self, connection: psycopg.Connection[Any], place: str, tables: Sequence[Table] = (), *, resumed: bool = False
    ) -> None:
        super().__init__(Translated(connection), place, tables, resumed=resumed)
        self._connection = connection

    def transact(self) -> AbstractContextManager[object]:
        return self._connection.transaction()

    def read_rows(self, table: Table, after: Row | None) -> Generator[Row]:
        statement: Any = translate(table.select(self.collation, later=after is not None))
        with self.transact(), self._connection.cursor(f"rows_of_{table.name}") as cursor:
            cursor.itersize = BUFFER
            yield from cursor.execute(statement, after or ())

    def clear(self) -> None:
        with self.transact():
            self._db.execute("UPDATE slowboat SET version = -abs(version)")
            super().clear()

    def finish(self) -> None:
        with self.transact():
            for table in self._tables:
                if "id" in table.columns:  # new rows continue the numbering
                    highest = self.find_last_key(table)
                    self._db.execute(
                        "SELECT setval(pg_get_serial_sequence(?, 'id'), ?, ?)",
                        (table.name, highest[0] if highest else 1, highest is not None),
                    )
            self._db.execute("UPDATE slowboat SET version = abs(version)")


@contextlib.contextmanager
def open_source(address: str) -> Iterator[Schema]:
    """Open a schema whose number is this version's, while no bot uses it. Raises StoreError."""
    with _connect(address) as (db, place):
        refuse_old_schema(place, recognise(db, place))
        yield Schema(db, place)


@contextlib.contextmanager
def open_target(address: str, tables: list[Table]) -> Iterator[Schema]:
    """Open an empty schema, or one to which a move was interrupted. Raises StoreError."""
    with _connect(address) as (db, place):
        version = read_version(db, place)
        if version < 0:
            refuse_old_schema(place, -version)
            yield Schema(db, place, tables, resumed=True)
            return
        migrate(db, place)
        made = Schema(db, place, tables)
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
