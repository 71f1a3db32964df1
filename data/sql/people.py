"""SQL about people and servers: settings, blocks, who looks for others, and deletion on request."""

from __future__ import annotations

import json
from typing import Any

from msgspec import structs

from data.errors import Outdated
from data.rows import DIRECT, GuessRow, GuildRow, LookingRow, PuzzleTryRow, ResultRow
from data.sql.database import list_columns
from data.sql.leagues import LeaguesSql
from data.sql.results import ResultsSql


class PeopleSql(ResultsSql, LeaguesSql):
    """A part of `Transaction`."""

    def read_person(self, user_id: int) -> str | None:
        """Read a person's preferences, as JSON."""
        settings: str | None = self._find_value("SELECT settings FROM people WHERE user_id = ?", user_id)
        return settings

    def put_person(self, user_id: int, settings: str, *, was: str | None = None) -> None:
        """Write a person's preferences. `was`: those read before; None: there were none. Raises Outdated if another
        transaction has changed them meanwhile."""
        if was is None:
            count = self._add("people", user_id=user_id, settings=settings).rowcount
        else:
            changed = "UPDATE people SET settings = ? WHERE user_id = ? AND settings = ?"
            count = self._db.execute(changed, (settings, user_id, was)).rowcount
        if not count:
            raise Outdated(f"the preferences of a person are no longer {was!r}")

    def read_own_moves(self, user_id: int, *, matches: int, limit: int) -> tuple[float, ...]:
        """Read when a person moved, without planned moves: the newest, in so many of their newest matches."""
        times = self._list_values(
            "SELECT at FROM log WHERE user_id = ? AND kind = 'ply' AND made_by = 'person' AND note = '' AND match_id "
            "IN (SELECT match_id FROM seats WHERE user_id = ? ORDER BY match_id DESC LIMIT ?) ORDER BY at DESC LIMIT ?",
            *(user_id, user_id, matches, limit),
        )
        return tuple(times)

    def list_people_with(self, setting: str) -> list[tuple[int, str]]:
        """List the people with this setting in their preferences, with their preferences as JSON. Reads the whole
        table."""
        rows = self._db.execute("SELECT user_id, settings FROM people WHERE settings LIKE ?", (f'%"{setting}":%',))
        return [(user_id, settings) for user_id, settings in rows]

    def list_guilds_with(self, setting: str) -> list[tuple[int, str]]:
        """List the servers that have this setting, with their settings as JSON; without those that removed the bot."""
        rows = self._db.execute(
            "SELECT guild_id, settings FROM guilds WHERE settings LIKE ? AND left_at IS NULL ORDER BY guild_id",
            (f'%"{setting}":%',),
        )
        return [(guild_id, settings) for guild_id, settings in rows]

    def read_guild(self, guild_id: int) -> GuildRow:
        """Read a server; an unknown one has default settings."""
        return self._find(GuildRow, "WHERE guild_id = ?", guild_id) or GuildRow(guild_id)

    def read_guild_to_change(self, guild_id: int) -> GuildRow:
        """Read a server, and keep other transactions from changing it until this one has ended."""
        self._add("guilds", guild_id=guild_id, settings="{}")
        self._db.execute("UPDATE guilds SET settings = settings WHERE guild_id = ?", (guild_id,))
        return self.read_guild(guild_id)

    def put_guild(self, row: GuildRow) -> None:
        self._put("guilds", "guild_id", **structs.asdict(row))

    def block(self, guild_id: int, host_id: int, user_id: int) -> None:
        """Keep a person out of a host's lobbies."""
        self._add("blocks", guild_id=guild_id, host_id=host_id, user_id=user_id)

    def unblock(self, guild_id: int, host_id: int, user_id: int) -> None:
        self._db.execute(
            "DELETE FROM blocks WHERE guild_id = ? AND host_id = ? AND user_id = ?", (guild_id, host_id, user_id)
        )

    def list_blocked(self, guild_id: int, host_id: int) -> tuple[int, ...]:
        """List the people a host has blocked in a server."""
        blocked = "SELECT user_id FROM blocks WHERE guild_id = ? AND host_id = ?"
        return tuple(self._list_values(blocked, guild_id, host_id))

    # People who look for others to play with

    def put_looking(self, row: LookingRow) -> None:
        """Add a person to the queue of a game, or change what they look for."""
        self._put("looking", "guild_id, user_id, game", **structs.asdict(row))

    def list_looking(self, guild_id: int, now: float) -> list[LookingRow]:
        """List the people who look for others in a server, the longest waiting first."""
        waiting = "WHERE guild_id = ? AND until > ? ORDER BY since, user_id, game"
        return self._list(LookingRow, waiting, guild_id, now)

    def list_looking_elsewhere(self, row: LookingRow, now: float, *, limit: int) -> list[LookingRow]:
        """List the people in other servers who look for the same as `row`, longest waiting first; only servers that
        have the bot."""
        return self._list(
            LookingRow,
            "WHERE game = ? AND pace = ? AND guild_id <> ? AND user_id <> ? "
            "AND until > ? AND guild_id NOT IN (SELECT guild_id FROM guilds WHERE left_at IS NOT NULL) "
            "ORDER BY since, user_id, guild_id LIMIT ?",
            *(row.game, row.pace, row.guild_id, row.user_id, now, limit),
        )

    def drop_looking(self, guild_id: int, user_id: int, game: str | None = None) -> int:
        """Remove a person from the queue of a game, or from all of a server. Returns the number of rows removed."""
        return self._db.execute(
            "DELETE FROM looking WHERE guild_id = ? AND user_id = ? AND (game = ? OR CAST(? AS TEXT) IS NULL)",
            (guild_id, user_id, game, game),
        ).rowcount

    def drop_expired_looking(self, now: float) -> None:
        """Remove the people who have waited too long."""
        self._db.execute("DELETE FROM looking WHERE until <= ?", (now,))

    # Privacy

    def collect_about_person(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Collect every row about a person, by table."""
        found = {table: self._rows(sql, user_id) for table, sql in _ABOUT.items()}
        found["asked"] = [
            {"id": row["id"], "invited": [each for each in json.loads(row["invited"]) if _contains_id(each, user_id)]}
            for row in found["asked"]
            if _mentions(row["invited"], user_id) or _mentions(row["proposal"], user_id)
        ]
        for row in found["plans"]:
            row["notebook"] = json.dumps(_without_nonces(json.loads(row["notebook"])))
        found["leagues"] = self.collect_in_leagues(user_id)
        return found

    def forget_person(self, user_id: int) -> list[int]:
        """Remove a person from every table. Their finished matches in servers become those of a former player. Returns
        the ids of the matches that changed. The person must have left their open matches in servers before."""
        gone = self._delete_direct_matches(user_id)
        matches = [row["match_id"] for row in self._rows(_ABOUT["seats"], user_id)]
        matches += [row["id"] for row in self._rows(_ABOUT["matches"], user_id)]
        matches += [row["match_id"] for row in self._rows(_ABOUT["log"], user_id)]
        former = (FORMER, FORMER_NAME, user_id)
        self._db.execute("UPDATE seats SET user_id = ?, name = ? WHERE user_id = ?", former)
        self._db.execute("UPDATE log SET user_id = ?, note = '' WHERE user_id = ?", (FORMER, user_id))
        forgotten = (  # keep "" (not counted yet): the other seats' feats are still to be counted
            "UPDATE results SET user_id = ?, plies = 0, own_plies = 0, replies = '[]', stepped_in = 0, "
            "feats = CASE feats WHEN '' THEN '' ELSE '{}' END WHERE user_id = ?"
        )
        if self._db.execute(forgotten, (FORMER, user_id)).rowcount:
            self.raise_results_epoch()
        self._db.execute("UPDATE matches SET host_id = ? WHERE host_id = ?", (FORMER, user_id))
        for row in self._rows(_ABOUT["asked"], user_id):
            others = json.dumps([each for each in json.loads(row["invited"]) if not _contains_id(each, user_id)])
            proposal = None if _mentions(row["proposal"], user_id) else row["proposal"]
            self._db.execute("UPDATE matches SET invited = ?, proposal = ? WHERE id = ?", (others, proposal, row["id"]))
            matches.append(row["id"])
        for match_id in set(matches):
            self._db.execute("UPDATE outbox SET bare = NULL WHERE match_id = ? AND bare IS NOT NULL", (match_id,))
            self._db.execute("UPDATE matches SET rev = rev + 1 WHERE id = ?", (match_id,))
        self._db.execute("DELETE FROM people WHERE user_id = ?", (user_id,))
        self._db.execute("DELETE FROM looking WHERE user_id = ?", (user_id,))
        self.forget_in_leagues(user_id)
        self._db.execute("UPDATE hints SET user_id = NULL WHERE user_id = ?", (user_id,))
        self._db.execute("DELETE FROM plans WHERE user_id = ?", (user_id,))
        self._db.execute("DELETE FROM ballots WHERE user_id = ?", (user_id,))
        self._db.execute("DELETE FROM guesses WHERE user_id = ?", (user_id,))
        self._db.execute("DELETE FROM puzzle_tries WHERE user_id = ?", (user_id,))
        self._db.execute("DELETE FROM blocks WHERE host_id = ? OR user_id = ?", (user_id, user_id))
        return sorted({*matches, *gone})

    def _delete_direct_matches(self, user_id: int) -> list[int]:
        """Delete a person's matches in direct messages, which have no other people. Returns their ids."""
        gone = self._list_values("SELECT id FROM matches WHERE guild_id = ? AND host_id = ?", DIRECT, user_id)
        for match_id in gone:
            for statement in _DELETE:
                self._db.execute(statement, (match_id,))
        if gone:
            self.raise_results_epoch()
        return gone

    def list_present_guilds(self) -> list[int]:
        """List the servers with matches or settings that are not known to have removed the bot."""
        found = self._list_values(
            "SELECT guild_id FROM guilds WHERE left_at IS NULL UNION SELECT guild_id FROM "
            "(SELECT guild_id FROM matches UNION SELECT guest_guild_id FROM matches WHERE guest_guild_id IS NOT NULL) "
            "AS shown WHERE guild_id NOT IN (SELECT guild_id FROM guilds WHERE left_at IS NOT NULL)"
        )
        return [guild_id for guild_id in found if guild_id != DIRECT]

    def list_guilds_left(self, before: float) -> list[int]:
        """List the servers that removed the bot before a time."""
        return self._list_values("SELECT guild_id FROM guilds WHERE left_at < ?", before)

    def purge_guild(self, guild_id: int) -> list[int]:
        """Delete everything kept for a server. In matches of other servers that it shared, its people become former
        players; open ones must have been unlinked from it before. Returns the ids of the matches that changed."""
        shown = "SELECT id FROM matches WHERE guild_id = ? OR guest_guild_id = ?"
        matches: list[int] = self._list_values(shown, guild_id, guild_id)
        for statement in (*_PURGE_GUEST, *_PURGE):
            self._db.execute(statement, (guild_id,))
        self.raise_results_epoch()
        return matches

    def _rows(self, sql: str, user_id: int) -> list[dict[str, Any]]:
        found = self._db.execute(sql, {"user": user_id, "spelt": f"%{user_id}%"})
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]


def _without_nonces(value: Any) -> Any:
    """Leave out the nonces of trials at any depth, and the seeds that earlier releases stored. They say nothing about
    the person; from the seeds hidden cards could be computed."""
    if isinstance(value, dict):
        return {key: _without_nonces(each) for key, each in value.items() if key not in ("nonce", "seed")}
    return [_without_nonces(each) for each in value] if isinstance(value, list) else value


def _mentions(text: str | None, user_id: int) -> bool:
    """Whether a JSON text contains a user's id as a value of its own, not as part of a longer number."""
    return text is not None and _contains_id(json.loads(text), user_id)


def _contains_id(value: Any, user_id: int) -> bool:
    """Whether a JSON value contains a user's id, at any depth."""
    if isinstance(value, dict | list):
        return any(_contains_id(each, user_id) for each in (value.values() if isinstance(value, dict) else value))
    return bool(value == user_id)


FORMER = 0
"""User id of a person whose data was deleted on request."""

FORMER_NAME = ""
"""Name in the seats of such a person."""

_ABOUT = {
    "people": "SELECT user_id, settings FROM people WHERE user_id = :user",
    "seats": (
        "SELECT match_id, guild_id, seat, name, resigned, away_until, seeks, stepped_in, guest FROM seats "
        "WHERE user_id = :user"
    ),
    "matches": "SELECT id, guild_id, channel_id, game, phase, created_at FROM matches WHERE host_id = :user",
    "asked": ("SELECT id, invited, proposal FROM matches WHERE invited LIKE :spelt OR proposal LIKE :spelt"),
    "log": "SELECT match_id, seq, kind, seat, code, note, at FROM log WHERE user_id = :user",
    "hints": "SELECT match_id, seat, decision, codes, at FROM hints WHERE user_id = :user",
    "plans": "SELECT match_id, notebook, due_at FROM plans WHERE user_id = :user",
    "ballots": "SELECT match_id, decision, draft, choice, at FROM ballots WHERE user_id = :user",
    "guesses": f"SELECT {list_columns(GuessRow)} FROM guesses WHERE user_id = :user",
    "results": f"SELECT {list_columns(ResultRow)} FROM results WHERE user_id = :user",
    "looking": f"SELECT {list_columns(LookingRow)} FROM looking WHERE user_id = :user",
    "puzzle_tries": f"SELECT {list_columns(PuzzleTryRow)} FROM puzzle_tries WHERE user_id = :user",
    "blocks": "SELECT guild_id, host_id, user_id FROM blocks WHERE host_id = :user",
}

_TABLES = (
    "drafts", "hints", "plans", "ballots", "guesses", "outbox", "edits", "films", "interactions", "timers", "pings",
    "log", "seats", "results", "league_matches", "match_puzzles", "matches", "looking", "leagues", "blocks",
    "puzzle_tries", "guilds",
)  # fmt: skip

_OF_MATCHES = (
    "drafts", "hints", "plans", "ballots", "guesses", "outbox", "edits", "films", "timers", "pings", "log", "seats",
    "results", "league_matches", "match_puzzles",
)  # fmt: skip

_DELETE = (*(f"DELETE FROM {table} WHERE match_id = ?" for table in _OF_MATCHES), "DELETE FROM matches WHERE id = ?")

_PURGE = tuple(f"DELETE FROM {table} WHERE guild_id = ?" for table in _TABLES)

_VISITED = "match_id IN (SELECT id FROM matches WHERE guest_guild_id = ?)"

_PURGE_GUEST = (
    # also the rows of the other server
    "DELETE FROM outbox WHERE guest = 1 AND match_id IN (SELECT id FROM matches WHERE guild_id = ?)",
    "DELETE FROM pings WHERE match_id IN "
    "(SELECT id FROM matches WHERE guild_id = ? AND guest_guild_id = pings.guild_id)",
    f"UPDATE log SET user_id = {FORMER}, note = '' WHERE {_VISITED} AND user_id IN "
    "(SELECT user_id FROM seats WHERE seats.match_id = log.match_id AND guest = 1)",
    f"UPDATE hints SET user_id = NULL WHERE {_VISITED} AND user_id IN "
    "(SELECT user_id FROM seats WHERE seats.match_id = hints.match_id AND guest = 1)",
    f"UPDATE seats SET user_id = {FORMER}, name = '{FORMER_NAME}' WHERE {_VISITED} AND guest = 1 "
    "AND user_id IS NOT NULL",
    "UPDATE matches SET rev = rev + 1, guest_guild_id = NULL, guest_channel_id = NULL, guest = NULL "
    "WHERE guest_guild_id = ?",
)
