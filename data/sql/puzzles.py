"""SQL about the daily puzzle: who has answered it, and how."""

from __future__ import annotations

from msgspec import structs

from data.rows import PuzzleTryRow
from data.sql.database import Database

_TRY = ", ".join(PuzzleTryRow.__struct_fields__)


class PuzzlesSql:
    """A part of `Transaction`."""

    _db: Database

    def add_puzzle_try(self, row: PuzzleTryRow) -> bool:
        """Store somebody's answer of a day. Returns False if there is one already; that one stays."""
        marks = ", ".join("?" * len(PuzzleTryRow.__struct_fields__))
        return bool(
            self._db.execute(
                f"INSERT INTO puzzle_tries ({_TRY}) VALUES ({marks}) ON CONFLICT DO NOTHING", structs.astuple(row)
            ).rowcount
        )

    def list_puzzle_tries(self, guild_id: int, user_id: int) -> list[PuzzleTryRow]:
        """List somebody's answers in a server, the newest first."""
        rows = self._db.execute(
            f"SELECT {_TRY} FROM puzzle_tries WHERE guild_id = ? AND user_id = ? ORDER BY day DESC", (guild_id, user_id)
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
