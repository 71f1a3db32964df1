"""A connection to PostgreSQL that executes the statements written for SQLite."""

from __future__ import annotations

import contextlib
import functools
import re
import select
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from data.errors import StoreError
from data.sql.database import Rows

CONNECT_TIMEOUT: Final = 5
"""Seconds until an attempt to connect fails."""

BAD_ADDRESS: Final = (
    "SLOWBOAT_DATABASE is not the address of a PostgreSQL server. Write postgresql://user:password@host:port/name; a "
    "character such as / or @ in the password is written as its code, %2F or %40."
)

_KEEPALIVE: Final = {
    "connect_timeout": CONNECT_TIMEOUT,
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Settings that detect within 25 seconds that the server or the network is gone."""

_SETTINGS: Final = (
    "SET statement_timeout = '15s'",
    "SET lock_timeout = '10s'",
    "SET idle_in_transaction_session_timeout = '15s'",
    "SET default_transaction_isolation = 'read committed'",
    "SET synchronous_commit = on",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)
"""Settings that the store relies on, set for each connection."""

_TAKE_LOCK: Final = "SELECT pg_try_advisory_lock(1397510999, hashtext(current_schema()))"
_SHARE_LOCK: Final = (
    "SELECT pg_try_advisory_lock_shared(1397510999, hashtext(current_schema())) "
    "AND pg_try_advisory_lock_shared(1397510998, hashtext(current_schema() || ' ' || %s::text))"
)
_LOCK_OUT: Final = (
    "SELECT bool_and(pg_try_advisory_xact_lock(1397510998, hashtext(current_schema() || ' ' || version::text))) "
    "FROM generate_series(%s::int, %s::int) AS version"
)

_PLACE = re.compile(r"\?|(?<!:):([a-z_]+)")


def connect(address: str) -> psycopg.Connection[Any]:
    """Open a connection with the settings of the store. Raises psycopg.OperationalError."""
    connection = psycopg.connect(address, autocommit=True, application_name="slowboat", **_KEEPALIVE)  # type: ignore[arg-type]
    try:
        for setting in _SETTINGS:
            connection.execute(setting)
    except BaseException:
        connection.close()
        raise
    return connection


def take_lock(connection: psycopg.Connection[Any], *, shared_with: int | None = None) -> bool:
    """Lock the schema for this process as long as the connection lives. Returns False if another process has it.

    `shared_with`: the number of this version's schema. The lock is then shared with other processes that pass a number,
    and no migration can make the schema unusable for this version.
    """
    taken = (
        connection.execute(_TAKE_LOCK) if shared_with is None else connection.execute(_SHARE_LOCK, (shared_with,))
    ).fetchone()
    return taken is not None and bool(taken[0])


def lock_out(connection: psycopg.Connection[Any], first: int, last: int) -> bool:
    """Keep out processes of these schema versions until the transaction ends. Returns False if any are running."""
    row = connection.execute(_LOCK_OUT, (first, last)).fetchone()
    return row is None or row[0] is not False  # NULL: there are no such versions


def close_lock(connection: psycopg.Connection[Any]) -> None:
    """Release the lock, then close the connection; closing alone would release the lock only later."""
    with contextlib.closing(connection), contextlib.suppress(psycopg.Error):
        connection.execute("SELECT pg_advisory_unlock_all()")


def compare_clocks(connection: psycopg.Connection[Any], clock: Callable[[], float] = time.time) -> float:
    """Measure by how many seconds the clock of this machine is ahead of the server's, or behind it (below 0).

    The time the answer takes is not counted, so the clocks differ by at least the result.
    """
    asked = clock()
    row = connection.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()
    at = float(row[0]) if row else asked
    return asked - at if at < asked else min(0.0, clock() - at)


def is_usable(connection: psycopg.Connection[Any]) -> bool:
    """Whether an idle connection is still open. A server sends nothing to an idle connection but the message that it is
    closed."""
    if connection.closed:
        return False
    readable, _, _ = select.select([connection.fileno()], [], [], 0)
    return not readable


def name_place(address: str) -> str:
    """Name the database of an address for messages, without user and password. Raises StoreError for a bad address."""
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise StoreError(BAD_ADDRESS) from error
    host, port, name = given.get("host") or "localhost", given.get("port") or 5432, given.get("dbname") or "postgres"
    return f"{host}:{port}/{name}"


@functools.cache
def translate(sql: str) -> str:
    """Translate placeholders for psycopg: `?` to `%s`, `:name` to `%(name)s`."""

    def name(found: re.Match[str]) -> str:
        return f"%({found[1]})s" if found[1] else "%s"

    return _PLACE.sub(name, sql.replace("%", "%%"))


class PipelinedRows:
    """Rows of a statement in the pipeline; reading them waits for the server."""

    def __init__(self, cursor: psycopg.Cursor[Any], pipeline: psycopg.Pipeline) -> None:
        self._cursor = cursor
        self._pipeline = pipeline

    @property
    def rowcount(self) -> int:
        self._pipeline.sync()
        return self._cursor.rowcount

    @property
    def description(self) -> Any:
        self._pipeline.sync()
        return self._cursor.description

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)


class Translated:
    """A connection that executes statements written for SQLite: a `data.sql.database.Database`."""

    IntegrityError = psycopg.IntegrityError

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = (), /) -> Rows:
        return self._connection.execute(translate(sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        self._connection.cursor().executemany(translate(sql), rows)


class Pipelined(Translated):
    """The connection of one transaction. Statements are sent in a pipeline: only reading a result waits for the
    server."""

    def __init__(self, connection: psycopg.Connection[Any], pipeline: psycopg.Pipeline) -> None:
        super().__init__(connection)
        self._pipeline = pipeline

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = (), /) -> Rows:
        return PipelinedRows(self._connection.execute(translate(sql), values), self._pipeline)
