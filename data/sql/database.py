"""What the SQL of this folder needs from a connection, and the statements that read and write whole rows."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import structs

from data.rows import MatchKey, Row

R = TypeVar("R", bound=Row)


class Rows(Protocol):
    """What a statement returned."""

    @property
    def rowcount(self) -> int: ...

    @property
    def description(self) -> Any: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection within a transaction.

    Statements are written for SQLite, with `?` or `:name` for values, in SQL that PostgreSQL understands, too.
    `IntegrityError` is that of the driver. On PostgreSQL a statement may fail only when a result is read. After an
    error, PostgreSQL refuses all further statements of the transaction, so raise another exception and never continue.
    """

    @property
    def IntegrityError(self) -> type[Exception]: ...  # noqa: N802 - a name of Python's database API

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ..., /) -> Rows: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object: ...


class Sql:
    """Read and write whole rows: what each part of `Transaction` builds on."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def _list(self, kind: type[R], rest: str, *values: Any) -> list[R]:
        """Read rows of a table. `rest`: the statement from WHERE on."""
        found = self._db.execute(f"SELECT {list_columns(kind)} FROM {kind.table} {rest}", values)
        return [kind(*row) for row in found]

    def _find(self, kind: type[R], rest: str, *values: Any) -> R | None:
        """Read the first of the rows that `_list` would read."""
        row = self._db.execute(f"SELECT {list_columns(kind)} FROM {kind.table} {rest}", values).fetchone()
        return kind(*row) if row else None

    def _list_values(self, sql: str, *values: Any) -> list[Any]:
        """Read one column."""
        return [value for (value,) in self._db.execute(sql, values)]

    def _find_value(self, sql: str, *values: Any) -> Any:
        """Read one column of one row; None if there is no row."""
        row = self._db.execute(sql, values).fetchone()
        return row[0] if row else None

    def _add(self, table: str, **values: Any) -> Rows:
        """Write a row, unless one with the same key is there: then the result has no row."""
        return self._db.execute(insert(table, tuple(values)) + " ON CONFLICT DO NOTHING", tuple(values.values()))

    def _put(self, table: str, key: str, **values: Any) -> None:
        """Write a row, or change the one that has the same key. `key`: the names of its columns."""
        self._db.execute(_insert_or_update(table, key, tuple(values)), tuple(values.values()))

    def _append(self, kind: type[R], match: MatchKey, rows: Iterable[R]) -> None:
        """Write rows of a match, which have no fields for the match and its server."""
        statement = insert(kind.table, ("match_id", "guild_id", *kind.__struct_fields__))
        self._db.executemany(statement, [(match.id, match.guild_id, *structs.astuple(row)) for row in rows])


@functools.cache
def list_columns(kind: type[Row], of: str = "") -> str:
    """List the columns of a row for a SELECT. `of`: a table's name and a dot, where the statement reads several."""
    return ", ".join(of + name for name in kind.__struct_fields__)


@functools.cache
def insert(table: str, columns: tuple[str, ...]) -> str:
    """Return the statement that writes a row."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


@functools.cache
def _insert_or_update(table: str, key: str, columns: tuple[str, ...]) -> str:
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key.split(", "))
    return f"{insert(table, columns)} ON CONFLICT ({key}) DO UPDATE SET {changed}"
