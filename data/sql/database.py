"""The interface of a connection that the SQL of this folder needs; SQLite's connections implement it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol


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
