"""SQL about people who look for others to play with."""

from __future__ import annotations

from msgspec import structs

from data.rows import LookingRow
from data.sql.database import Database

_LOOKING = ", ".join(LookingRow.__struct_fields__)
_MARKS = ", ".join("?" * len(LookingRow.__struct_fields__))
_REPLACED = ", ".join(f"{name} = excluded.{name}" for name in LookingRow.__struct_fields__)


class CompanySql:
    """A part of `Transaction`."""

    _db: Database

    def put_looking(self, row: LookingRow) -> None:
        """Add a person to the queue of a game, or change what they look for."""
        self._db.execute(
            f"INSERT INTO looking ({_LOOKING}) VALUES ({_MARKS}) "
            f"ON CONFLICT (guild_id, user_id, game) DO UPDATE SET {_REPLACED}",
            structs.astuple(row),
        )

    def list_looking(self, guild_id: int, now: float) -> list[LookingRow]:
        """List the people who look for others in a server, the longest waiting first."""
        rows = self._db.execute(
            f"SELECT {_LOOKING} FROM looking WHERE guild_id = ? AND until > ? ORDER BY since, user_id, game",
            (guild_id, now),
        )
        return [LookingRow(*row) for row in rows]

    def list_looking_elsewhere(self, row: LookingRow, now: float, *, limit: int) -> list[LookingRow]:
        """List the people in other servers who look for the same as `row`, longest waiting first; only servers that
        have the bot."""
        rows = self._db.execute(
            f"SELECT {_LOOKING} FROM looking WHERE game = ? AND pace = ? AND guild_id <> ? AND user_id <> ? "
            "AND until > ? AND guild_id NOT IN (SELECT guild_id FROM guilds WHERE left_at IS NOT NULL) "
            "ORDER BY since, user_id, guild_id LIMIT ?",
            (row.game, row.pace, row.guild_id, row.user_id, now, limit),
        )
        return [LookingRow(*found) for found in rows]

    def drop_looking(self, guild_id: int, user_id: int, game: str | None = None) -> int:
        """Remove a person from the queue of a game, or from all of a server. Returns the number of rows removed."""
        return self._db.execute(
            "DELETE FROM looking WHERE guild_id = ? AND user_id = ? AND (game = ? OR CAST(? AS TEXT) IS NULL)",
            (guild_id, user_id, game, game),
        ).rowcount

    def drop_expired_looking(self, now: float) -> None:
        """Remove the people who have waited too long."""
        self._db.execute("DELETE FROM looking WHERE until <= ?", (now,))
