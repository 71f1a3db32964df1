"""SQL about results: one row per seat of each finished match."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from data.rows import DIRECT, ResultRow
from data.sql.database import Database

_RESULT = ", ".join(ResultRow.__struct_fields__)
_MARKS = ", ".join("?" * len(ResultRow.__struct_fields__))


class ResultsSql:
    """A part of `Transaction`."""

    _db: Database

    def put_results(self, match_id: int, rows: Iterable[ResultRow]) -> None:
        """Replace the results of a match; without rows, delete them.

        A result older than a stored one counts as a correction: a clock was set back, or an old match was added
        later.
        """
        rows = tuple(rows)
        # Lock: otherwise two matches that end at the same time would not see each other's results, and the one that is
        # out of order would not count as a correction.
        self._db.execute("UPDATE results_epoch SET epoch = epoch")
        corrects = self._db.execute("DELETE FROM results WHERE match_id = ?", (match_id,)).rowcount
        later = "SELECT 1 FROM results WHERE (finished_at, match_id) > (?, ?) LIMIT 1"
        if corrects or (rows and self._db.execute(later, (rows[0].finished_at, match_id)).fetchone()):
            self.raise_results_epoch()
        self._db.executemany(f"INSERT INTO results ({_RESULT}) VALUES ({_MARKS})", map(structs.astuple, rows))

    def raise_results_epoch(self) -> None:
        """Note that results were corrected or deleted."""
        self._db.execute("UPDATE results_epoch SET epoch = epoch + 1")

    def read_results_epoch(self) -> int:
        """Read the number of corrections and deletions of results so far."""
        (epoch,) = self._db.execute("SELECT epoch FROM results_epoch").fetchone()
        return int(epoch)

    def read_results(self, match_id: int) -> tuple[ResultRow, ...]:
        """Read the results of a match, by seat."""
        rows = self._db.execute(f"SELECT {_RESULT} FROM results WHERE match_id = ? ORDER BY seat", (match_id,))
        return tuple(ResultRow(*row) for row in rows)

    def read_rated_results(self, after: tuple[float, int] = (-1.0, -1)) -> list[ResultRow]:
        """Read the rated results after a match, given as (finished_at, match_id), in the order in which they count.

        Matches in direct messages never count.
        """
        rows = self._db.execute(
            f"SELECT {_RESULT} FROM results WHERE (finished_at, match_id) > (?, ?) AND rated = 1 "
            "AND guild_id <> ? ORDER BY finished_at, match_id, seat",
            (*after, DIRECT),
        )
        return [ResultRow(*row) for row in rows]

    def read_own_results(self, user_id: int, *, live: bool, limit: int) -> list[ResultRow]:
        """Read a person's newest results in their own seats, newest first, of live matches or of matches over days.

        Leaves out matches in direct messages, because others may see what is computed from these results.
        """
        rows = self._db.execute(
            f"SELECT {_RESULT} FROM results WHERE user_id = ? AND CASE pace WHEN 'live' THEN 1 ELSE 0 END = ? "
            "AND guild_id <> ? ORDER BY finished_at DESC, match_id, seat LIMIT ?",
            (user_id, int(live), DIRECT, limit),
        )
        return [ResultRow(*row) for row in rows]

    def read_feats(self, guild_id: int, game: str) -> list[tuple[int, int, str, float]]:
        """Read the feats of people in a game within a server, oldest match first: person, match, feats, end of the
        match."""
        rows = self._db.execute(
            "SELECT user_id, match_id, feats, finished_at FROM results WHERE guild_id = ? AND game = ? "
            "AND user_id > 0 AND feats NOT IN ('', '{}') ORDER BY finished_at, match_id, seat",
            (guild_id, game),
        )
        return [(user_id, match_id, feats, at) for user_id, match_id, feats, at in rows]

    def read_lengths(self, game: str, *, limit: int) -> list[int]:
        """Read the number of plies of each of the newest finished matches of a game, newest first."""
        rows = self._db.execute(
            "SELECT sum(plies) FROM results WHERE game = ? AND ending = 'played' GROUP BY match_id "
            "ORDER BY match_id DESC LIMIT ?",
            (game, limit),
        )
        return [int(plies) for (plies,) in rows]

    def read_results_of(self, user_id: int) -> list[ResultRow]:
        """Read the results of every seat in the matches of a person, oldest match first."""
        columns = ", ".join(f"others.{name}" for name in ResultRow.__struct_fields__)
        rows = self._db.execute(
            f"SELECT {columns} FROM (SELECT DISTINCT match_id FROM results WHERE user_id = ?) AS mine "
            "JOIN results AS others ON others.match_id = mine.match_id "
            "ORDER BY others.finished_at, others.match_id, others.seat",
            (user_id,),
        )
        return [ResultRow(*row) for row in rows]

    def list_without_results(self, *, after: int, limit: int) -> list[int]:
        """List finished matches with an id above `after` that have no results yet, or no feats, by id."""
        rows = self._db.execute(
            "SELECT id FROM matches WHERE id > ? AND phase = 'finished' AND demo = 0 "
            "AND NOT EXISTS (SELECT 1 FROM results WHERE match_id = matches.id AND feats <> '') ORDER BY id LIMIT ?",
            (after, limit),
        )
        return [match_id for (match_id,) in rows]
