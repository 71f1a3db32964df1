"""What can be asked of the database about people and servers: what they wish for, and who wants whom not to join."""

from __future__ import annotations

import sqlite3
from typing import Any

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

    # Privacy

    def about_person(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that speaks of a person, by table."""
        return {table: self._rows(sql, user_id) for table, sql in _ABOUT.items()}

    def forget_person(self, user_id: int) -> list[int]:
        """Take a person out of every table; what they have played stays, as a former player's. Answers the ids of the
        matches that changed. Their open matches must have been left before."""
        matches = [row["match_id"] for row in self._rows(_ABOUT["seats"], user_id)]
        matches += [row["id"] for row in self._rows(_ABOUT["matches"], user_id)]
        matches += [row["match_id"] for row in self._rows(_ABOUT["log"], user_id)]
        former = (FORMER, FORMER_NAME, user_id)
        self._db.execute("UPDATE seats SET user_id = ?, name = ? WHERE user_id = ?", former)
        self._db.execute("UPDATE log SET user_id = ? WHERE user_id = ?", (FORMER, user_id))
        self._db.execute("UPDATE matches SET host_id = ? WHERE host_id = ?", (FORMER, user_id))
        for row in self._rows(_ABOUT["asked"], user_id):
            self._db.execute("UPDATE matches SET invited = '[]', proposal = NULL WHERE id = ?", (row["id"],))
            matches.append(row["id"])
        for match_id in set(matches):
            self._db.execute("UPDATE outbox SET bare = NULL WHERE match_id = ? AND bare IS NOT NULL", (match_id,))
        self._db.execute("DELETE FROM people WHERE user_id = ?", (user_id,))
        self._db.execute("DELETE FROM blocks WHERE host_id = ? OR user_id = ?", (user_id, user_id))
        return sorted(set(matches))

    def guilds_left(self, before: float) -> list[int]:
        """The servers that removed us before a time."""
        rows = self._db.execute("SELECT guild_id FROM guilds WHERE left_at < ?", (before,))
        return [guild_id for (guild_id,) in rows]

    def purge_guild(self, guild_id: int) -> list[int]:
        """Delete whatever was kept for a server; answers the ids of its matches."""
        rows = self._db.execute("SELECT id FROM matches WHERE guild_id = ?", (guild_id,))
        matches = [match_id for (match_id,) in rows]
        for statement in _PURGE:
            self._db.execute(statement, (guild_id,))
        return matches

    def _rows(self, sql: str, user_id: int) -> list[dict[str, Any]]:
        found = self._db.execute(sql, {"user": user_id, "spelt": f"%{user_id}%"})
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]


FORMER = 0
"""Stands for a person who has had themselves forgotten."""

FORMER_NAME = "\x00"

_ABOUT = {
    "people": "SELECT user_id, settings FROM people WHERE user_id = :user",
    "seats": "SELECT match_id, guild_id, seat, name, resigned, away_until FROM seats WHERE user_id = :user",
    "matches": "SELECT id, guild_id, channel_id, game, phase, created_at FROM matches WHERE host_id = :user",
    "asked": (
        "SELECT id, invited, proposal FROM matches "
        "WHERE phase IN ('lobby', 'running', 'paused') AND (invited LIKE :spelt OR proposal LIKE :spelt)"
    ),
    "log": "SELECT match_id, seq, kind, seat, code, at FROM log WHERE user_id = :user",
    "blocks": "SELECT guild_id, host_id, user_id FROM blocks WHERE host_id = :user OR user_id = :user",
}

_TABLES = (
    "drafts", "outbox", "films", "interactions", "timers", "pings", "log", "seats", "matches", "blocks", "guilds",
)  # fmt: skip

_PURGE = tuple(f"DELETE FROM {table} WHERE guild_id = ?" for table in _TABLES)
