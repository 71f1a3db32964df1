"""SQL about notebooks: players' private trials and plans."""

from __future__ import annotations

from data.rows import MatchRow, NotebookRow
from data.sql.database import Database


class PlansSql:
    """A part of `Transaction`."""

    _db: Database

    def read_notebook(self, match_id: int, user_id: int) -> NotebookRow | None:
        """Read a person's notebook of a match."""
        found = self._db.execute(
            "SELECT match_id, user_id, notebook, looked, due_at FROM plans WHERE match_id = ? AND user_id = ?",
            (match_id, user_id),
        ).fetchone()
        return NotebookRow(*found) if found else None

    def put_notebook(self, match: MatchRow, row: NotebookRow) -> None:
        self._db.execute(
            "INSERT INTO plans (match_id, guild_id, user_id, notebook, looked, due_at) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (match_id, user_id) DO UPDATE SET guild_id = excluded.guild_id, notebook = excluded.notebook, "
            "looked = excluded.looked, due_at = excluded.due_at",
            (match.id, match.guild_id, row.user_id, row.notebook, row.looked, row.due_at),
        )

    def list_plans_to_review(self, now: float) -> list[NotebookRow]:
        """List the notebooks with a plan whose match has changed since the last review, or whose turn is due."""
        rows = self._db.execute(
            "SELECT plans.match_id, plans.user_id, notebook, looked, due_at FROM plans "
            "JOIN matches ON matches.id = plans.match_id "
            "WHERE looked IS NOT NULL AND (looked <> matches.seq OR due_at <= ?) ORDER BY plans.match_id, user_id",
            (now,),
        )
        return [NotebookRow(*row) for row in rows]
