"""SQL about leagues, each of which is one row with its state as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from data.errors import Outdated
from data.rows import LeagueRow
from data.sql.database import Sql


class LeaguesSql(Sql):
    """A part of `Transaction`."""

    def insert_league(self, guild_id: int, channel_id: int, state: str) -> bool:
        """Store a new league. Returns False if its channel has one already."""
        if self.find_league(channel_id) is not None:
            return False
        return bool(self._add("leagues", guild_id=guild_id, channel_id=channel_id, state=state).rowcount)

    def find_league(self, channel_id: int) -> LeagueRow | None:
        """Find the league that a channel shows."""
        return self._find(LeagueRow, "WHERE channel_id = ? OR guest_channel_id = ?", channel_id, channel_id)

    def read_league(self, league_id: int) -> LeagueRow | None:
        return self._find(LeagueRow, "WHERE id = ?", league_id)

    def list_leagues_at_guest(self, guild_id: int) -> list[LeagueRow]:
        """List the leagues of other servers that a server shows."""
        return self._list(LeagueRow, "WHERE guest_guild_id = ? ORDER BY id", guild_id)

    def put_league_guest(self, league_id: int, guild_id: int | None, channel_id: int | None) -> None:
        """Write which channel of a second server shows a league; None: none."""
        self._db.execute(
            "UPDATE leagues SET guest_guild_id = ?, guest_channel_id = ?, guest_message_id = NULL, guest_shown = -1 "
            "WHERE id = ?",
            (guild_id, channel_id, league_id),
        )

    def list_due_leagues(self, now: float, *, limit: int) -> list[LeagueRow]:
        """List the leagues in which something is to be done, in servers that have the bot, oldest first."""
        due = "due_at <= ? AND guild_id NOT IN (SELECT guild_id FROM guilds WHERE left_at IS NOT NULL)"
        return self._list(LeagueRow, f"WHERE {due} ORDER BY due_at, id LIMIT ?", now, limit)

    def has_league_match(self, match_id: int) -> bool:
        """Whether a match belongs to a league."""
        return self._find_value("SELECT 1 FROM league_matches WHERE match_id = ?", match_id) is not None

    def put_league(self, row: LeagueRow, state: str) -> None:
        """Write a league, raise its revision, and make it due. Raises Outdated if the stored revision is not that of
        `row`."""
        statement = "UPDATE leagues SET state = ?, rev = rev + 1, due_at = 0, attempts = 0 WHERE id = ? AND rev = ?"
        if self._db.execute(statement, (state, row.id, row.rev)).rowcount != 1:
            raise Outdated(f"league {row.id} is no longer at revision {row.rev}")

    def delay_league(self, row: LeagueRow, due_at: float, *, attempts: int = 0) -> None:
        """Set when a league is due next, unless it has changed since."""
        self._db.execute(
            "UPDATE leagues SET due_at = ?, attempts = ? WHERE id = ? AND rev = ?", (due_at, attempts, row.id, row.rev)
        )

    def put_league_match(self, row: LeagueRow, match_id: int) -> None:
        """Note that a match belongs to a league, which is due when it ends."""
        self._add("league_matches", match_id=match_id, guild_id=row.guild_id, league_id=row.id)

    def end_league_match(self, match_id: int) -> None:
        """Make the league of a match due, if it belongs to one."""
        self._db.execute(
            "UPDATE leagues SET due_at = 0, attempts = 0, rev = rev + 1 WHERE id IN "
            "(SELECT league_id FROM league_matches WHERE match_id = ?)",
            (match_id,),
        )

    def note_league_shown(self, row: LeagueRow, message_id: int | None) -> None:
        """Note the message that shows a league as of the revision of `row`."""
        noted = "UPDATE leagues SET message_id = ?, shown = ? WHERE id = ?"
        self._db.execute(noted, (message_id, row.rev, row.id))

    def note_guest_shown(self, row: LeagueRow, message_id: int | None) -> None:
        """Note the same for the message in the second server, unless its link has changed."""
        noted = "UPDATE leagues SET guest_message_id = ?, guest_shown = ? WHERE id = ? AND guest_channel_id = ?"
        self._db.execute(noted, (message_id, row.rev, row.id, row.guest_channel_id))

    def delete_league(self, league_id: int) -> None:
        self._db.execute("DELETE FROM league_matches WHERE league_id = ?", (league_id,))
        self._db.execute("DELETE FROM leagues WHERE id = ?", (league_id,))

    def collect_in_leagues(self, user_id: int) -> list[dict[str, Any]]:
        """Collect the data about a person in leagues: their names, and their matches."""
        found = []
        for row in self._list_with(user_id):
            state = json.loads(row.state)
            about = [each for each in _walk(state) if user_id in each.values()]
            names = {each["name"] for each in about if "name" in each}
            matches = [each["match_id"] for each in about if "match_id" in each]
            guest = any(each.get("guest") is True for each in about)
            kept = {"id": row.id, "guild_id": row.guild_id, "names": sorted(names), "matches": matches, "guest": guest}
            found.append(kept)
        return found

    def forget_in_leagues(self, user_id: int) -> None:
        """Replace a person in every league by a former player, with an id below 0 that is unused there."""
        for row in self._list_with(user_id):
            state = json.loads(row.state)
            former = min((0, *_list_numbers(state))) - 1
            for each in _walk(state):
                if user_id in each.values() and "name" in each:
                    each["name"] = ""
                if user_id in (each.get("by"), each.get("person")):
                    each["reason"] = ""
            self.put_league(row, json.dumps(_swap(state, user_id, former)))

    def _list_with(self, user_id: int) -> list[LeagueRow]:
        """List the leagues that mention a person."""
        found = self._list(LeagueRow, "WHERE state LIKE ?", f"%{user_id}%")
        return [row for row in found if user_id in _list_numbers(json.loads(row.state))]


def _walk(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object within a JSON value."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _walk(each)


def _list_numbers(value: Any) -> list[int]:
    """List every integer within a JSON value."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return [number for each in inner for number in _list_numbers(each)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


def _swap(value: Any, old: int, new: int) -> Any:
    """Replace a number wherever it stands within a JSON value."""
    if isinstance(value, dict):
        return {key: _swap(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [_swap(each, old, new) for each in value]
    return new if value == old and not isinstance(value, bool) else value
