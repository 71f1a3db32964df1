"""SQL about the processes of a bot: when people could reach them, and who works on what where there are several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from data.rows import OPEN_PHASES, LeaseRow, ShardOutage
from data.sql.database import Sql


class ProcessesSql(Sql):
    """A part of `Transaction`. All times come from the caller (Unix seconds), like every other time in the store."""

    # Outages

    def record_alive(self, now: float, *, gap: float) -> tuple[float, float] | None:
        """Record that players can reach the bot now. If they could not for longer than `gap`, returns that outage.

        It is merged with adjacent ones, and outages older than every open match are deleted.
        """
        alive_at = self._find_value("SELECT alive_at FROM life")
        self._db.execute("DELETE FROM outages WHERE began >= ?", (now,))  # in the future: the clock has been set back
        self._db.execute("UPDATE outages SET ended = ? WHERE ended > ?", (now, now))
        self._put("life", "one", one=1, alive_at=now)
        if alive_at is None or now - alive_at <= gap:
            return None
        self._forget_outages(now)
        # Merge adjacent outages: nobody can play between the restarts of a bot that keeps crashing.
        adjacent = self._find_value("SELECT min(began) FROM outages WHERE ended >= ?", alive_at)
        began = alive_at if adjacent is None else min(adjacent, alive_at)
        self._db.execute("DELETE FROM outages WHERE ended >= ?", (alive_at,))
        self._db.execute("INSERT INTO outages (began, ended) VALUES (?, ?)", (began, now))
        return began, now

    def _forget_outages(self, now: float) -> None:
        """Delete the outages that ended before the oldest open match was opened: no clock needs them."""
        phases = ", ".join("?" * len(OPEN_PHASES))
        for table in ("outages", "shard_outages"):
            self._db.execute(
                f"DELETE FROM {table} WHERE ended < "
                f"(SELECT coalesce(min(created_at), ?) FROM matches WHERE phase IN ({phases}))",
                (now, *OPEN_PHASES),
            )

    def read_outages(self) -> tuple[tuple[float, float], ...]:
        """Read all outages, oldest first, as (began, ended)."""
        return tuple(self._db.execute("SELECT began, ended FROM outages ORDER BY began"))

    def record_shard_outages(self, found: Iterable[ShardOutage], now: float) -> tuple[ShardOutage, ...]:
        """Record outages of single shards, each with its end as far as it is known. Returns all that are stored."""
        self._db.execute("DELETE FROM shard_outages WHERE began >= ?", (now,))  # the clock has been set back
        for each in found:
            self._put("shard_outages", "shards, shard, began", **structs.asdict(each))
        self._forget_outages(now)
        return self.read_shard_outages()

    def read_shard_outages(self) -> tuple[ShardOutage, ...]:
        """Read the outages of single shards, oldest first."""
        return tuple(self._list(ShardOutage, "ORDER BY began"))

    # Leases: a piece of work has a kind and a key

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

    def list_leases(self, kind: str) -> list[LeaseRow]:
        """List all leases of a kind, also those that have ended, by their key."""
        return self._list(LeaseRow, "WHERE kind = ? ORDER BY key", kind)

    def drop_ended_leases(self, before: float) -> None:
        """Delete the leases that ended before a time.

        Their processes have died, and nobody took over the work.
        """
        self._db.execute("DELETE FROM leases WHERE until < ?", (before,))
