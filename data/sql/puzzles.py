"""SQL about the daily puzzle: who has answered it, and how; and the puzzles from a server's own matches."""

from __future__ import annotations

from msgspec import structs

from data.rows import MatchKey, PuzzleTryRow
from data.sql.database import Database


class PuzzlesSql:
    """A part of `Transaction`."""

    _db: Database

    def add_puzzle_try(self, row: PuzzleTryRow) -> bool:
        """Store somebody's answer of a day. Returns False if there is one already; that one stays."""
        added = self._db.execute(
            "INSERT INTO puzzle_tries (guild_id, user_id, day, code, solved) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            structs.astuple(row),
        )
        return bool(added.rowcount)

    def list_puzzle_tries(self, guild_id: int, user_id: int) -> list[PuzzleTryRow]:
        """List somebody's answers in a server, the newest first."""
        rows = self._db.execute(
            "SELECT guild_id, user_id, day, code, solved FROM puzzle_tries WHERE guild_id = ? AND user_id = ? "
            "ORDER BY day DESC",
            (guild_id, user_id),
        )
        return [PuzzleTryRow(*row) for row in rows]

    def count_puzzles(self, guild_id: int, first: int, last: int) -> list[tuple[int, int, int]]:
        """Count what each person of a server has solved and answered in these days: (user id, solved, answered)."""
        rows = self._db.execute(
            "SELECT user_id, CAST(sum(solved) AS INTEGER), count(*) FROM puzzle_tries "
            "WHERE guild_id = ? AND day BETWEEN ? AND ? GROUP BY user_id ORDER BY user_id",
            (guild_id, first, last),
        )
        return [(user_id, solved, answered) for user_id, solved, answered in rows]

    def drop_puzzle_tries(self, before: int) -> None:
        """Delete the answers of days before this one."""
        self._db.execute("DELETE FROM puzzle_tries WHERE day < ?", (before,))

    def find_match_without_puzzle(self, guild_id: int) -> int | None:
        """Find the newest finished match of a server, open to everybody, that was not searched yet."""
        found = self._db.execute(
            "SELECT id FROM matches WHERE guild_id = ? AND phase = 'finished' AND demo = 0 AND private = 0 "
            "AND id NOT IN (SELECT match_id FROM match_puzzles) ORDER BY id DESC LIMIT 1",
            (guild_id,),
        ).fetchone()
        return found[0] if found else None

    def put_match_puzzle(self, match: MatchKey, day: int, puzzle: str | None) -> None:
        """Store the puzzle that was found in a match on a day, as JSON; None: there is none."""
        self._db.execute(
            "INSERT INTO match_puzzles (match_id, guild_id, found_on, puzzle) VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (match.id, match.guild_id, day, puzzle),
        )

    def claim_match_puzzle(self, guild_id: int, day: int) -> str | None:
        """Return the puzzle that a server was shown on a day; if none was, choose one that it has not seen.

        A puzzle is not shown on the day on which it was found, because somebody may have answered another one by then.
        """
        shown = self._db.execute(
            "SELECT puzzle FROM match_puzzles WHERE guild_id = ? AND shown_on = ?", (guild_id, day)
        ).fetchone()
        if shown:
            return str(shown[0])
        found = self._db.execute(
            "SELECT match_id, puzzle FROM match_puzzles "
            "WHERE guild_id = ? AND shown_on IS NULL AND puzzle IS NOT NULL AND found_on < ? "
            "ORDER BY match_id LIMIT 1",
            (guild_id, day),
        ).fetchone()
        if not found:
            return None
        self._db.execute("UPDATE match_puzzles SET shown_on = ? WHERE match_id = ?", (day, found[0]))
        return str(found[1])
