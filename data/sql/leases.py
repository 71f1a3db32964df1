"""SQL about leases: who works on what, where several processes use one database."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from data.sql.database import Database


class LeaseRow(Struct, frozen=True):
    """A lease: the process `holder` has the work `key` of a kind until a time."""

    kind: str
    key: int
    holder: str
    until: float


class LeasesSql:
    """A part of `Transaction`.

    A piece of work has a kind and a key. All times come from the caller (Unix seconds), like every other time in the
    store.
    """

    _db: Database

    def claim(self, kind: str, key: int, holder: str, *, now: float, until: float) -> bool:
        """Take the lease of a piece of work, or extend the holder's own. Returns False if somebody else has it at
        `now`.

        Of several claims at the same time, one succeeds.
        """
        taken = self._db.execute(
            "INSERT INTO leases (kind, key, holder, until) VALUES (?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE "
            "SET holder = excluded.holder, until = excluded.until "
            "WHERE leases.until <= ? OR leases.holder = excluded.holder",
            (kind, key, holder, until, now),
        )
        return bool(taken.rowcount)

    def renew(self, kind: str, keys: Sequence[int], holder: str, *, until: float) -> list[int]:
        """Extend the holder's leases of a kind. Returns the keys of those the holder still has.

        A lease that has ended, but that nobody else has taken, is extended, too.
        """
        statement = "UPDATE leases SET until = ? WHERE kind = ? AND key = ? AND holder = ?"
        extended = [(key, self._db.execute(statement, (until, kind, key, holder))) for key in keys]
        return [key for key, rows in extended if rows.rowcount]

    def release(self, kind: str, key: int, holder: str) -> bool:
        """End the holder's lease. Returns False if the holder does not have it any more.

        A caller that records the result of the work must raise an exception if this returns False, so that its
        transaction is rolled back.
        """
        ended = self._db.execute("DELETE FROM leases WHERE kind = ? AND key = ? AND holder = ?", (kind, key, holder))
        return bool(ended.rowcount)

    def release_all(self, holder: str) -> None:
        """End all leases of a process that stops."""
        self._db.execute("DELETE FROM leases WHERE holder = ?", (holder,))

    def list_leases(self, kind: str) -> list[LeaseRow]:
        """List all leases of a kind, also those that have ended, by their key."""
        rows = self._db.execute("SELECT kind, key, holder, until FROM leases WHERE kind = ? ORDER BY key", (kind,))
        return [LeaseRow(*row) for row in rows]

    def drop_ended_leases(self, before: float) -> None:
        """Delete the leases that ended before a time.

        Their processes have died, and nobody took over the work.
        """
        self._db.execute("DELETE FROM leases WHERE until < ?", (before,))
