"""SQL about matches: seats, log, drafts, hints, private plans and votes, interactions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from data.errors import ChannelTaken, Delivered, Outdated
from data.rows import OPEN_PHASES, BallotRow, GuessRow, LogRow, MatchKey, MatchRow, NotebookRow, SeatRow
from data.sql.database import Rows, Sql, list_columns

R = TypeVar("R", LogRow, SeatRow)

_RAISE_MATCH_ID = (  # matches may have been copied into the file by hand
    "UPDATE match_ids SET highest = (SELECT max(id) FROM "
    "(SELECT match_ids.highest AS id UNION ALL SELECT coalesce(max(id), 0) FROM matches) AS ids) + 1 RETURNING highest"
)
_OPEN = "phase IN ('lobby', 'running', 'paused')"

LATER = 1e12
"""A time later than any other."""


class MatchesSql(Sql):
    """A part of `Transaction`."""

    def insert_match(self, row: MatchRow) -> int:
        """Store a new match under an id that no match ever had (`row.id` is ignored). Raises ChannelTaken."""
        match_id = int(self._find_value(_RAISE_MATCH_ID))
        if not self._add("matches", **structs.asdict(row) | {"id": match_id}).rowcount:
            raise ChannelTaken(f"channel {row.channel_id} has an open match")
        return match_id

    def update_match(self, row: MatchRow, *, was: MatchRow, interaction_id: int | None = None, at: float = 0.0) -> None:
        """Write the columns that differ from `was`, raise the revision by one, and record the interaction that caused
        this `at` a time. Raises Outdated if the stored revision is not that of `was`, Delivered if the interaction was
        recorded before, and ChannelTaken.

        Setting an unchanged column would make SQLite visit each of its indexes.
        """
        now, before = structs.asdict(row), structs.asdict(was)
        changed = {name: value for name, value in now.items() if value != before[name]} | {"rev": was.rev + 1}
        columns = ", ".join(f"{name} = ?" for name in changed)
        statement = f"UPDATE matches SET {columns} WHERE id = ? AND rev = ?"
        try:
            updated = self._db.execute(statement, (*changed.values(), row.id, was.rev))
            recorded = None if interaction_id is None else self._add_interaction(interaction_id, row.guild_id, at)
            count = updated.rowcount
        except self._db.IntegrityError as error:
            raise ChannelTaken(f"channel {row.channel_id} has an open match") from error
        if count != 1:
            raise Outdated(f"match {row.id} is no longer at revision {was.rev}")
        if recorded is not None and not recorded.rowcount:
            raise Delivered(f"interaction {interaction_id} was delivered before")

    def read_revision(self, match_id: int) -> int | None:
        """Read the revision of a match; None if it does not exist."""
        rev: int | None = self._find_value("SELECT rev FROM matches WHERE id = ?", match_id)
        return rev

    def read_match(self, match_id: int) -> MatchRow | None:
        return self._find(MatchRow, "WHERE id = ?", match_id)

    def find_match_in_channel(self, channel_id: int) -> MatchRow | None:
        """Find the open match that a channel shows, or else the one that ended last."""
        newest = f"ORDER BY {_OPEN} DESC, ended_at DESC NULLS LAST LIMIT 1"
        return self._find(MatchRow, f"WHERE channel_id = ? OR guest_channel_id = ? {newest}", channel_id, channel_id)

    def list_open_matches_of(self, user_id: int, *, resigned: bool = False) -> list[MatchRow]:
        """List the matches in lobby, running or paused in which a person has a seat, oldest first. `resigned`: also
        those in which they have resigned."""
        own = f"WHERE {_OPEN} AND id IN (SELECT match_id FROM seats WHERE user_id = ? AND resigned <= ?) ORDER BY id"
        return self._list(MatchRow, own, user_id, int(resigned))

    def list_open_matches_in(self, guild_id: int) -> list[MatchRow]:
        """List the matches in lobby, running or paused that a server shows, oldest first."""
        shown = f"WHERE (guild_id = ? OR guest_guild_id = ?) AND {_OPEN} ORDER BY id"
        return self._list(MatchRow, shown, guild_id, guild_id)

    def list_matches_with_looks(self) -> list[MatchRow]:
        """List the matches that keep hashes of who has seen which hand, oldest first. Reads the whole table."""
        return self._list(MatchRow, "WHERE looks <> '[]' ORDER BY id")

    def list_open_match_ids(self) -> tuple[int, ...]:
        """Read the ids of all matches in lobby, running or paused, oldest first. Reads the whole table."""
        phases = self._db.execute("SELECT id, phase FROM matches ORDER BY id")
        return tuple(match_id for match_id, phase in phases if phase in OPEN_PHASES)

    def list_waiting_for_machines(self, now: float = LATER) -> list[int]:
        """List the ids of the running matches in which a computer player or nature is to move by `now`."""
        due = "SELECT id FROM matches WHERE machine = 1 AND phase = 'running' AND coalesce(move_at, 0) <= ?"
        return self._list_values(due, now)

    # Seats

    def read_seats(self, match_id: int) -> tuple[SeatRow, ...]:
        return tuple(self._list(SeatRow, "WHERE match_id = ? ORDER BY seat", match_id))

    def put_seats(self, match: MatchKey, seats: Iterable[SeatRow]) -> None:
        """Replace the whole seating."""
        self._db.execute("DELETE FROM seats WHERE match_id = ?", (match.id,))
        self._append(SeatRow, match, [_without_nul(seat, "name") for seat in seats])

    # Log

    def append_log(self, match: MatchKey, rows: Iterable[LogRow]) -> None:
        self._append(LogRow, match, [_without_nul(row, "note") for row in rows])

    def read_log(self, match_id: int, *, after: int = -1) -> tuple[LogRow, ...]:
        """Read the rows with a seq above `after`, oldest first."""
        return tuple(self._list(LogRow, "WHERE match_id = ? AND seq > ? ORDER BY seq", match_id, after))

    def read_snapshot(self, match_id: int, seq: int) -> bytes | None:
        found: bytes | None = self._find_value("SELECT snapshot FROM log WHERE match_id = ? AND seq = ?", match_id, seq)
        return found

    # Drafts and hints

    def read_drafts(self, match_id: int) -> dict[int, tuple[int, str]]:
        """Read every seat's unconfirmed plies, as (decision, codes as JSON)."""
        rows = self._db.execute("SELECT seat, decision, codes FROM drafts WHERE match_id = ?", (match_id,))
        return {seat: (decision, codes) for seat, decision, codes in rows}

    def put_draft(self, match: MatchKey, seat: int, decision: int, codes: str) -> None:
        draft = {"guild_id": match.guild_id, "decision": decision, "codes": codes}
        self._put("drafts", "match_id, seat", match_id=match.id, seat=seat, **draft)

    def drop_draft(self, match_id: int, seat: int) -> None:
        self._db.execute("DELETE FROM drafts WHERE match_id = ? AND seat = ?", (match_id, seat))

    def read_hints(self, match_id: int) -> dict[tuple[int, int], str]:
        """Read the suggested turns by (seat, decision), each as codes in JSON."""
        rows = self._db.execute("SELECT seat, decision, codes FROM hints WHERE match_id = ?", (match_id,))
        return {(seat, decision): codes for seat, decision, codes in rows}

    def add_hint(
        self, match: MatchKey, seat: int, decision: int, codes: str, at: float, *, user_id: int | None
    ) -> None:
        """Store the turn suggested to a person for a decision; the first one counts."""
        hint = {"seat": seat, "decision": decision, "codes": codes, "at": at, "user_id": user_id}
        self._add("hints", match_id=match.id, guild_id=match.guild_id, **hint)

    # Private plans, and votes of a crowd

    def read_notebook(self, match_id: int, user_id: int) -> NotebookRow | None:
        """Read a person's notebook of a match."""
        return self._find(NotebookRow, "WHERE match_id = ? AND user_id = ?", match_id, user_id)

    def put_notebook(self, match: MatchKey, row: NotebookRow) -> None:
        self._put("plans", "match_id, user_id", guild_id=match.guild_id, **structs.asdict(row))

    def list_plans_to_review(self, now: float) -> list[NotebookRow]:
        """List the notebooks with a plan whose match has changed since the last review, or whose turn is due."""
        rows = self._db.execute(
            f"SELECT {list_columns(NotebookRow, 'plans.')} FROM plans JOIN matches ON matches.id = plans.match_id "
            "WHERE looked IS NOT NULL AND (looked <> matches.seq OR due_at <= ?) ORDER BY plans.match_id, user_id",
            (now,),
        )
        return [NotebookRow(*row) for row in rows]

    def read_ballots(self, match_id: int) -> tuple[BallotRow, ...]:
        """Read what people do in the votes of a match, in the order of their votes."""
        return tuple(self._list(BallotRow, "WHERE match_id = ? ORDER BY at IS NULL, at, user_id", match_id))

    def list_voters(self) -> list[tuple[int, int]]:
        """List who has opened votes of a crowd that plays, as pairs of match and person."""
        found = self._db.execute("SELECT match_id, user_id FROM ballots ORDER BY 1, 2")
        return [(match_id, user_id) for match_id, user_id in found]

    def put_ballot(self, match: MatchKey, row: BallotRow) -> None:
        self._put("ballots", "match_id, user_id", guild_id=match.guild_id, **structs.asdict(row))

    def drop_ballots(self, match_id: int) -> None:
        self._db.execute("DELETE FROM ballots WHERE match_id = ?", (match_id,))

    def put_guess(self, match: MatchKey, row: GuessRow) -> None:
        """Store what somebody expects, instead of their earlier answer to the same question."""
        self._put("guesses", "match_id, user_id, kind, asked", guild_id=match.guild_id, **structs.asdict(row))

    def list_guesses(self, match_id: int) -> tuple[GuessRow, ...]:
        """List what people expect of a match, by question and person."""
        return tuple(self._list(GuessRow, "WHERE match_id = ? ORDER BY kind, asked, user_id", match_id))

    def drop_guesses(self, row: GuessRow) -> None:
        """Delete somebody's answers to earlier questions of the kind of `row` than this one."""
        earlier = "DELETE FROM guesses WHERE match_id = ? AND user_id = ? AND kind = ? AND asked < ?"
        self._db.execute(earlier, (row.match_id, row.user_id, row.kind, row.asked))

    # Interactions

    def record_interaction(self, interaction_id: int, guild_id: int, at: float) -> None:
        """Record an interaction. Raises Delivered if it was recorded before."""
        if not self._add_interaction(interaction_id, guild_id, at).rowcount:
            raise Delivered(f"interaction {interaction_id} was delivered before")

    def _add_interaction(self, interaction_id: int, guild_id: int, at: float) -> Rows:
        return self._add("interactions", id=interaction_id, guild_id=guild_id, at=at)

    def was_recorded(self, interaction_id: int) -> bool:
        """Whether an interaction was recorded."""
        return self._find_value("SELECT 1 FROM interactions WHERE id = ?", interaction_id) is not None

    def forget_interactions(self, before: float) -> None:
        self._db.execute("DELETE FROM interactions WHERE at < ?", (before,))


def _without_nul(row: R, name: str) -> R:
    """Return a row with the character NUL removed from a text that people have written: PostgreSQL cannot store it."""
    text: str = getattr(row, name)
    return structs.replace(row, **{name: text.replace("\x00", "")}) if "\x00" in text else row
