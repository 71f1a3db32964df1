"""SQL about time: timers, pings and outages."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from data.rows import OPEN_PHASES, MatchKey, PingRow, ShardOutage, Timer
from data.sql.database import Database

_PING = ", ".join(PingRow.__struct_fields__)


class TimesSql:
    """A part of `Transaction`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    # Timers

    def set_timers(self, match: MatchKey, timers: Iterable[Timer]) -> None:
        """Replace all timers of a match."""
        self._db.execute("DELETE FROM timers WHERE match_id = ?", (match.id,))
        self._db.executemany(
            "INSERT INTO timers (match_id, guild_id, kind, seat, due_at) VALUES (?, ?, ?, ?, ?)",
            [(match.id, match.guild_id, timer.kind, timer.seat, timer.due_at) for timer in timers],
        )

    def read_due_timers(self, now: float, *, limit: int) -> list[tuple[int, Timer]]:
        """Read the timers that are due, oldest first, as (match id, timer)."""
        rows = self._db.execute(
            "SELECT match_id, kind, due_at, seat FROM timers WHERE due_at <= ? ORDER BY due_at LIMIT ?", (now, limit)
        )
        return [(match_id, Timer(*timer)) for match_id, *timer in rows]

    def read_timers(self, match_id: int) -> list[Timer]:
        """Read all timers of a match, the first one that is due first."""
        rows = self._db.execute(
            "SELECT kind, due_at, seat FROM timers WHERE match_id = ? ORDER BY due_at, kind, seat", (match_id,)
        )
        return [Timer(*row) for row in rows]

    # Pings

    def read_pings(self, match_id: int) -> tuple[PingRow, ...]:
        """Read how often each seat was pinged for the decisions that are still open."""
        rows = self._db.execute(f"SELECT {_PING} FROM pings WHERE match_id = ? AND over = 0", (match_id,))
        return tuple(PingRow(*row) for row in rows)

    def count_ping(self, match: MatchKey, seat: int, decision: int) -> int:
        """Count one more ping of a seat for a decision; return how many there have been."""
        (count,) = self._db.execute(
            "INSERT INTO pings (match_id, guild_id, seat, decision, count, channel_id) VALUES (?, ?, ?, ?, 1, ?) "
            "ON CONFLICT (match_id, seat, decision) DO UPDATE SET count = pings.count + 1 RETURNING count",
            (match.id, match.guild_id, seat, decision, match.channel_id),
        ).fetchone()
        return int(count)

    def uncount_ping(self, match_id: int, seat: int, decision: int) -> None:
        """Take back the count of a ping that was not delivered."""
        self._db.execute(
            "UPDATE pings SET count = count - 1 WHERE match_id = ? AND seat = ? AND decision = ? AND count > 0",
            (match_id, seat, decision),
        )

    def record_reminder(self, match_id: int, seat: int, decision: int, channel_id: int, message_id: int) -> int | None:
        """Record the message of a reminder; return the previous one, which can be deleted."""
        row = self._db.execute(
            "SELECT message_id FROM pings WHERE match_id = ? AND seat = ? AND decision = ?", (match_id, seat, decision)
        ).fetchone()
        self._db.execute(
            "UPDATE pings SET channel_id = ?, message_id = ? WHERE match_id = ? AND seat = ? AND decision = ?",
            (channel_id, message_id, match_id, seat, decision),
        )
        return row[0] if row else None

    def end_pings(self, match_id: int, *, but: Iterable[tuple[int, int]]) -> None:
        """End the pings of all decisions except these (seat, decision), so that their reminders are deleted."""
        kept = tuple(but)
        others = " AND NOT (seat = ? AND decision = ?)" * len(kept)
        self._db.execute(
            f"UPDATE pings SET over = 1 WHERE match_id = ? AND over = 0{others}",
            (match_id, *itertools.chain.from_iterable(kept)),
        )

    def read_ended_pings(self, *, limit: int) -> tuple[PingRow, ...]:
        """Read the pings of decisions that are made: their reminders are to be deleted."""
        rows = self._db.execute(f"SELECT {_PING} FROM pings WHERE over = 1 LIMIT ?", (limit,))
        return tuple(PingRow(*row) for row in rows)

    def forget_pings(self, rows: Iterable[PingRow]) -> None:
        self._db.executemany(
            "DELETE FROM pings WHERE match_id = ? AND seat = ? AND decision = ? AND over = 1",
            [(row.match_id, row.seat, row.decision) for row in rows],
        )

    # Outages

    def record_alive(self, now: float, *, gap: float) -> tuple[float, float] | None:
        """Record that players can reach the bot now. If they could not for longer than `gap`, returns that outage.

        It is merged with adjacent ones, and outages older than every open match are deleted.
        """
        row = self._db.execute("SELECT alive_at FROM life").fetchone()
        self._db.execute("DELETE FROM outages WHERE began >= ?", (now,))  # in the future: the clock has been set back
        self._db.execute("UPDATE outages SET ended = ? WHERE ended > ?", (now, now))
        self._db.execute(
            "INSERT INTO life (one, alive_at) VALUES (1, ?) "
            "ON CONFLICT (one) DO UPDATE SET alive_at = excluded.alive_at",
            (now,),
        )
        if row is None or now - row[0] <= gap:
            return None
        self._forget_outages(now)
        # Merge adjacent outages: nobody can play between the restarts of a bot that keeps crashing.
        (began,) = self._db.execute(
            "SELECT coalesce(min(began), :from) FROM outages WHERE ended >= :from", {"from": row[0]}
        ).fetchone()
        began = min(began, row[0])
        self._db.execute("DELETE FROM outages WHERE ended >= ?", (row[0],))
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
        self._db.execute(
            "DELETE FROM shard_outages WHERE began >= ?", (now,)
        )  # in the future: the clock has been set back
        self._db.executemany(
            "INSERT INTO shard_outages (shard, shards, began, ended) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (shards, shard, began) DO UPDATE SET ended = excluded.ended",
            [(each.shard, each.shards, each.began, each.ended) for each in found],
        )
        self._forget_outages(now)
        return self.read_shard_outages()

    def read_shard_outages(self) -> tuple[ShardOutage, ...]:
        """Read the outages of single shards, oldest first."""
        rows = self._db.execute("SELECT shard, shards, began, ended FROM shard_outages ORDER BY began")
        return tuple(ShardOutage(*row) for row in rows)
