"""What can be asked of the database about people and servers: what they wish for, and who wants whom not to join."""

from __future__ import annotations

import sqlite3

from msgspec import structs

from data.rows import GuildRow

_GUILD = ", ".join(GuildRow.__struct_fields__)


class PeopleSql:
    """A part of `Transaction`."""

    _db: sqlite3.Connection

    def person(self, user_id: int) -> str | None:
        """What a person wants for themselves, as JSON."""
        row = self._db.execute("SELECT settings FROM people WHERE user_id = ?", (user_id,)).fetchone()
        return row[0] if row else None

    def put_person(self, user_id: int, settings: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO people (user_id, settings) VALUES (?, ?)", (user_id, settings))

    def guild(self, guild_id: int) -> GuildRow:
        """A server; one we know nothing of yet has no wishes."""
        row = self._db.execute(f"SELECT {_GUILD} FROM guilds WHERE guild_id = ?", (guild_id,)).fetchone()
        return GuildRow(*row) if row else GuildRow(guild_id)

    def put_guild(self, row: GuildRow) -> None:
        self._db.execute(f"INSERT OR REPLACE INTO guilds ({_GUILD}) VALUES (?, ?, ?, ?)", structs.astuple(row))

    def block(self, guild_id: int, host_id: int, user_id: int) -> None:
        """A host no longer wants this person in lobbies of theirs."""
        self._db.execute(
            "INSERT OR IGNORE INTO blocks (guild_id, host_id, user_id) VALUES (?, ?, ?)", (guild_id, host_id, user_id)
        )

    def unblock(self, guild_id: int, host_id: int, user_id: int) -> None:
        self._db.execute(
            "DELETE FROM blocks WHERE guild_id = ? AND host_id = ? AND user_id = ?", (guild_id, host_id, user_id)
        )

    def blocked(self, guild_id: int, host_id: int) -> tuple[int, ...]:
        """The people a host has blocked in a server."""
        rows = self._db.execute("SELECT user_id FROM blocks WHERE guild_id = ? AND host_id = ?", (guild_id, host_id))
        return tuple(user_id for (user_id,) in rows)
