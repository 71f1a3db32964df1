"""SQL about results, one row per seat of each finished match, and about answers to daily puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from data.rows import DIRECT, MatchKey, PuzzleTryRow, ResultRow
from data.sql.database import Sql, list_columns


class ResultsSql(Sql):
    """A part of `Transaction`."""

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
        for row in rows:
            self._add("results", **structs.asdict(row))

    def raise_results_epoch(self) -> None:
        """Note that results were corrected or deleted."""
        self._db.execute("UPDATE results_epoch SET epoch = epoch + 1")

    def read_results_epoch(self) -> int:
        """Read the number of corrections and deletions of results so far."""
        return int(self._find_value("SELECT epoch FROM results_epoch"))

    def read_results(self, match_id: int) -> tuple[ResultRow, ...]:
        """Read the results of a match, by seat."""
        return tuple(self._list(ResultRow, "WHERE match_id = ? ORDER BY seat", match_id))

    def read_rated_results(self, after: tuple[float, int] = (-1.0, -1)) -> list[ResultRow]:
        """Read the rated results after a match, given as (finished_at, match_id), in the order in which they count.

        Matches in direct messages never count.
        """
        rated = "(finished_at, match_id) > (?, ?) AND rated = 1 AND guild_id <> ?"
        return self._list(ResultRow, f"WHERE {rated} ORDER BY finished_at, match_id, seat", *after, DIRECT)

    def read_own_results(self, user_id: int, *, live: bool, limit: int) -> list[ResultRow]:
        """Read a person's newest results in their own seats, newest first, of live matches or of matches over days.

        Leaves out matches in direct messages, because others may see what is computed from these results.
        """
        own = "user_id = ? AND CASE pace WHEN 'live' THEN 1 ELSE 0 END = ? AND guild_id <> ?"
        newest = "ORDER BY finished_at DESC, match_id, seat LIMIT ?"
        return self._list(ResultRow, f"WHERE {own} {newest}", user_id, int(live), DIRECT, limit)

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
        plies = self._list_values(
            "SELECT sum(plies) FROM results WHERE game = ? AND ending = 'played' GROUP BY match_id "
            "ORDER BY match_id DESC LIMIT ?",
            *(game, limit),
        )
        return [int(each) for each in plies]

    def read_results_of(self, user_id: int) -> list[ResultRow]:
        """Read the results of every seat in the matches of a person, oldest match first."""
        rows = self._db.execute(
            f"SELECT {list_columns(ResultRow, 'others.')} FROM "
            "(SELECT DISTINCT match_id FROM results WHERE user_id = ?) AS mine "
            "JOIN results AS others ON others.match_id = mine.match_id "
            "ORDER BY others.finished_at, others.match_id, others.seat",
            (user_id,),
        )
        return [ResultRow(*row) for row in rows]

    def read_machine_names(self, user_id: int) -> dict[tuple[int, int], str]:
        """Read the names of computer players in the finished matches of a person, by match and seat."""
        rows = self._db.execute(
            "SELECT seats.match_id, seats.seat, seats.name FROM "
            "(SELECT DISTINCT match_id FROM results WHERE user_id = ?) AS mine "
            "JOIN seats ON seats.match_id = mine.match_id WHERE seats.user_id IS NULL AND seats.crowd = ''",
            (user_id,),
        )
        return {(match_id, seat): name for match_id, seat, name in rows}

    def list_without_results(self, *, after: int, limit: int) -> list[int]:
        """List finished matches with an id above `after` that have no results yet, or no feats, by id."""
        return self._list_values(
            "SELECT id FROM matches WHERE id > ? AND phase = 'finished' AND demo = 0 "
            "AND NOT EXISTS (SELECT 1 FROM results WHERE match_id = matches.id AND feats <> '') ORDER BY id LIMIT ?",
            *(after, limit),
        )

    # Puzzles

    def add_puzzle_try(self, row: PuzzleTryRow) -> bool:
        """Store somebody's answer of a day. Returns False if there is one already; that one stays."""
        return bool(self._add("puzzle_tries", **structs.asdict(row)).rowcount)

    def list_puzzle_tries(self, guild_id: int, user_id: int) -> list[PuzzleTryRow]:
        """List somebody's answers in a server, the newest first."""
        return self._list(PuzzleTryRow, "WHERE guild_id = ? AND user_id = ? ORDER BY day DESC", guild_id, user_id)

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
        match_id: int | None = self._find_value(
            "SELECT id FROM matches WHERE guild_id = ? AND phase = 'finished' AND demo = 0 AND private = 0 "
            "AND id NOT IN (SELECT match_id FROM match_puzzles) ORDER BY id DESC LIMIT 1",
            guild_id,
        )
        return match_id

    def put_match_puzzle(self, match: MatchKey, day: int, puzzle: str | None) -> None:
        """Store the puzzle that was found in a match on a day, as JSON; None: there is none."""
        self._add("match_puzzles", match_id=match.id, guild_id=match.guild_id, found_on=day, puzzle=puzzle)

    def claim_match_puzzle(self, guild_id: int, day: int) -> str | None:
        """Return the puzzle that a server was shown on a day; if none was, choose one that it has not seen.

        A puzzle is not shown on the day on which it was found, because somebody may have answered another one by then.
        """
        shown = self._find_value("SELECT puzzle FROM match_puzzles WHERE guild_id = ? AND shown_on = ?", guild_id, day)
        if shown is not None:
            return str(shown)
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
