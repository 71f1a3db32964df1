"""SQL about private data: trials, plans, and votes of a crowd that are still open."""

from __future__ import annotations

from msgspec import structs

from data.private_rows import BallotRow, NotebookRow
from data.rows import MatchKey
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

    def put_notebook(self, match: MatchKey, row: NotebookRow) -> None:
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

    def read_ballots(self, match_id: int) -> tuple[BallotRow, ...]:
        """Read what people do in the votes of a match, in the order of their votes."""
        rows = self._db.execute(
            "SELECT match_id, user_id, decision, draft, choice, at, voted FROM ballots WHERE match_id = ? "
            "ORDER BY at IS NULL, at, user_id",
            (match_id,),
        )
        return tuple(BallotRow(*row) for row in rows)

    def list_voters(self) -> list[tuple[int, int]]:
        """List who has opened votes of a crowd that plays, as pairs of match and person."""
        return [
            (match, user) for match, user in self._db.execute("SELECT match_id, user_id FROM ballots ORDER BY 1, 2")
        ]

    def put_ballot(self, match: MatchKey, row: BallotRow) -> None:
        self._db.execute(
            "INSERT INTO ballots (guild_id, match_id, user_id, decision, draft, choice, at, voted) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (match_id, user_id) DO UPDATE SET guild_id = excluded.guild_id, decision = excluded.decision, "
            "draft = excluded.draft, choice = excluded.choice, at = excluded.at, voted = excluded.voted",
            (match.guild_id, *structs.astuple(row)),
        )

    def drop_ballots(self, match_id: int) -> None:
        self._db.execute("DELETE FROM ballots WHERE match_id = ?", (match_id,))
