"""Errors of the store on PostgreSQL, each with a message for the bot's operator."""

from __future__ import annotations

from typing import Final

import psycopg

from data.errors import StoreError, StoreUnwritable

UNWRITABLE: Final = ("25006", "53100", "53200", "58030")
"""SQLSTATEs: read-only, disk full, out of memory, input or output error."""

TRY_AGAIN: Final = ("40001", "40P01")
"""SQLSTATEs after which a transaction is repeated: serialization failure, deadlock."""


class StoreUnreachable(StoreError):
    def __init__(self, place: str, detail: str) -> None:
        super().__init__(
            f"The database at {place} cannot be reached ({detail}). Check that PostgreSQL is running there and that "
            "address, user, password and name in SLOWBOAT_DATABASE are right."
        )


class StoreInterrupted(StoreError):
    """The connection was lost during a commit; whether the commit succeeded is unknown."""

    def __init__(self, place: str, detail: str) -> None:
        super().__init__(f"The connection to the database at {place} was lost during a commit ({detail}).")


class StoreBusy(StoreError):
    def __init__(self, place: str, detail: str) -> None:
        super().__init__(
            f"The database at {place} did not answer in time ({detail}). Nothing was changed. Look in "
            "pg_stat_activity for what it is doing, and in pg_locks for who waits for whom."
        )


class StoreInUse(StoreError):
    def __init__(self, place: str) -> None:
        super().__init__(
            f"Another Slowboat is running on the database at {place}. Stop that one first, or give this one a database "
            "or a schema of its own with SLOWBOAT_DATABASE."
        )


class StoreStillUsed(StoreError):
    """Processes are running that could not use the schema after the migration."""

    def __init__(self, place: str, newest: int) -> None:
        super().__init__(
            f"The database at {place} is used by processes that cannot work on schema {newest}, which this "
            "version needs. Nothing was changed. Stop all processes, then start this one: it migrates the schema."
        )


class StoreClock(StoreError):
    def __init__(self, place: str, ahead: float) -> None:
        way = "ahead of" if ahead > 0 else "behind"
        super().__init__(
            f"The clock of this machine is {abs(ahead):.1f} seconds {way} that of the database at {place}. Processes "
            "that share a database need clocks that agree within a second. Set the clock, for instance with NTP."
        )


class StoreNotOurs(StoreError):
    def __init__(self, place: str, detail: str) -> None:
        super().__init__(
            f"The database at {place} is not one of this version of Slowboat ({detail}). Nothing was changed. Check "
            "SLOWBOAT_DATABASE, or run the version that wrote it."
        )


class StoreForbidden(StoreUnwritable):
    """The server does not let us write."""

    def __init__(self, place: str, detail: str) -> None:
        StoreError.__init__(
            self,
            f"The database at {place} cannot be written ({detail}). Check that the server's disk is not full, that it "
            "is no read-only standby, and that the user may create tables in the schema.",
        )


def explain(place: str, error: psycopg.Error) -> StoreError | None:
    """Turn an error of the server into the StoreError that explains it; None for an error of a statement."""
    state, detail = error.sqlstate or "", _shorten(error)
    if state in UNWRITABLE or state == "42501":  # a privilege is missing
        return StoreForbidden(place, detail)
    if state in ("57014", "55P03", *TRY_AGAIN):  # a statement or a lock timed out
        return StoreBusy(place, detail)
    if state.startswith(("08", "28", "3D", "53", "57P")) or (not state and isinstance(error, psycopg.OperationalError)):
        return StoreUnreachable(place, detail)
    return None


def _shorten(error: psycopg.Error) -> str:
    """Return the first line of an error; libpq adds hints of several lines."""
    text = error.diag.message_primary or str(error).strip().split("\n")[0]
    return text.rstrip(".") or type(error).__name__
