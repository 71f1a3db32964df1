"""SQL about matches: seats, log, drafts, hints and interactions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import structs

from data.errors import ChannelTaken, Delivered, Outdated
from data.rows import OPEN_PHASES, LogRow, MatchKey, MatchRow, SeatRow
from data.sql.boards import BoardsSql
from data.sql.company import CompanySql
from data.sql.database import Rows
from data.sql.leases import LeasesSql
from data.sql.people import PeopleSql
from data.sql.plans import PlansSql
from data.sql.puzzles import PuzzlesSql
from data.sql.times import TimesSql

R = TypeVar("R", LogRow, SeatRow)

_MATCH = ", ".join(MatchRow.__struct_fields__)
_LOG = ", ".join(LogRow.__struct_fields__)
_SEAT = ", ".join(SeatRow.__struct_fields__)

_INSERT_MATCH = (
    f"INSERT INTO matches ({', '.join(MatchRow.__struct_fields__)}) "
    f"VALUES ({', '.join('?' * len(MatchRow.__struct_fields__))}) ON CONFLICT DO NOTHING"
)
_RAISE_MATCH_ID = (  # matches may have been copied into the file by hand
    "UPDATE match_ids SET highest = (SELECT max(id) FROM "
    "(SELECT match_ids.highest AS id UNION ALL SELECT coalesce(max(id), 0) FROM matches) AS ids) + 1 RETURNING highest"
)
_INSERT_LOG = (
    f"INSERT INTO log (match_id, guild_id, {_LOG}) VALUES (?, ?, {', '.join('?' * len(LogRow.__struct_fields__))})"
)
_INSERT_SEAT = (
    f"INSERT INTO seats (match_id, guild_id, {_SEAT}) VALUES (?, ?, {', '.join('?' * len(SeatRow.__struct_fields__))})"
)

LATER = 1e12
"""A time later than any other."""


class Transaction(TimesSql, PeopleSql, PlansSql, BoardsSql, CompanySql, PuzzlesSql, LeasesSql):
    """The database, as passed to the functions of `Store.transaction`."""

    # Matches

    def insert_match(self, row: MatchRow) -> int:
        """Store a new match under an id that no match ever had (`row.id` is ignored). Raises ChannelTaken."""
        (match_id,) = self._db.execute(_RAISE_MATCH_ID).fetchone()
        if not self._db.execute(_INSERT_MATCH, (match_id, *structs.astuple(row)[1:])).rowcount:
            raise ChannelTaken(f"channel {row.channel_id} has an open match")
        return int(match_id)

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
        row = self._db.execute("SELECT rev FROM matches WHERE id = ?", (match_id,)).fetchone()
        return row[0] if row else None

    def read_match(self, match_id: int) -> MatchRow | None:
        return self._one_match("WHERE id = ?", (match_id,))

    def find_match_in_channel(self, channel_id: int) -> MatchRow | None:
        """Find the open match that a channel shows, or else the one that ended last."""
        return self._one_match(
            "WHERE channel_id = ? OR guest_channel_id = ? "
            "ORDER BY phase IN ('lobby', 'running', 'paused') DESC, ended_at DESC NULLS LAST LIMIT 1",
            (channel_id, channel_id),
        )

    def list_open_matches_of(self, user_id: int, *, resigned: bool = False) -> list[MatchRow]:
        """List the matches in lobby, running or paused in which a person has a seat, oldest first. `resigned`: also
        those in which they have resigned."""
        rows = self._db.execute(
            f"SELECT {_MATCH} FROM matches WHERE phase IN ('lobby', 'running', 'paused') AND id IN "
            "(SELECT match_id FROM seats WHERE user_id = ? AND resigned <= ?) ORDER BY id",
            (user_id, int(resigned)),
        )
        return [MatchRow(*row) for row in rows]

    def list_open_matches_in(self, guild_id: int) -> list[MatchRow]:
        """List the matches in lobby, running or paused that a server shows, oldest first."""
        rows = self._db.execute(
            f"SELECT {_MATCH} FROM matches WHERE (guild_id = ? OR guest_guild_id = ?) "
            "AND phase IN ('lobby', 'running', 'paused') ORDER BY id",
            (guild_id, guild_id),
        )
        return [MatchRow(*row) for row in rows]

    def list_matches_with_looks(self) -> list[MatchRow]:
        """List the matches that keep hashes of who has seen which hand, oldest first. Reads the whole table."""
        rows = self._db.execute(f"SELECT {_MATCH} FROM matches WHERE looks <> '[]' ORDER BY id")
        return [MatchRow(*row) for row in rows]

    def list_open_match_ids(self) -> tuple[int, ...]:
        """Read the ids of all matches in lobby, running or paused, oldest first. Reads the whole table."""
        phases = self._db.execute("SELECT id, phase FROM matches ORDER BY id")
        return tuple(match_id for match_id, phase in phases if phase in OPEN_PHASES)

    def list_waiting_for_machines(self, now: float = LATER) -> list[int]:
        """List the ids of the running matches in which a computer player or nature is to move by `now`."""
        due = "SELECT id FROM matches WHERE machine = 1 AND phase = 'running' AND coalesce(move_at, 0) <= ?"
        return [match_id for (match_id,) in self._db.execute(due, (now,))]

    def _one_match(self, where: str, values: Sequence[int]) -> MatchRow | None:
        row = self._db.execute(f"SELECT {_MATCH} FROM matches {where}", values).fetchone()
        return MatchRow(*row) if row else None

    # Seats

    def read_seats(self, match_id: int) -> tuple[SeatRow, ...]:
        rows = self._db.execute(f"SELECT {_SEAT} FROM seats WHERE match_id = ? ORDER BY seat", (match_id,))
        return tuple(SeatRow(*row) for row in rows)

    def put_seats(self, match: MatchKey, seats: Iterable[SeatRow]) -> None:
        """Replace the whole seating."""
        self._db.execute("DELETE FROM seats WHERE match_id = ?", (match.id,))
        self._db.executemany(
            _INSERT_SEAT,
            [(match.id, match.guild_id, *structs.astuple(_without_nul(seat, "name"))) for seat in seats],
        )

    # Log

    def append_log(self, match: MatchKey, rows: Iterable[LogRow]) -> None:
        self._db.executemany(
            _INSERT_LOG,
            [(match.id, match.guild_id, *structs.astuple(_without_nul(row, "note"))) for row in rows],
        )

    def read_log(self, match_id: int, *, after: int = -1) -> tuple[LogRow, ...]:
        """Read the rows with a seq above `after`, oldest first."""
        rows = self._db.execute(
            f"SELECT {_LOG} FROM log WHERE match_id = ? AND seq > ? ORDER BY seq", (match_id, after)
        )
        return tuple(LogRow(*row) for row in rows)

    def read_snapshot(self, match_id: int, seq: int) -> bytes | None:
        row = self._db.execute("SELECT snapshot FROM log WHERE match_id = ? AND seq = ?", (match_id, seq)).fetchone()
        return row[0] if row else None

    # Drafts

    def read_drafts(self, match_id: int) -> dict[int, tuple[int, str]]:
        """Read every seat's unconfirmed plies, as (decision, codes as JSON)."""
        rows = self._db.execute("SELECT seat, decision, codes FROM drafts WHERE match_id = ?", (match_id,))
        return {seat: (decision, codes) for seat, decision, codes in rows}

    def put_draft(self, match: MatchKey, seat: int, decision: int, codes: str) -> None:
        self._db.execute(
            "INSERT INTO drafts (match_id, guild_id, seat, decision, codes) VALUES (?, ?, ?, ?, ?) ON CONFLICT "
            "(match_id, seat) DO UPDATE SET guild_id = excluded.guild_id, decision = excluded.decision, "
            "codes = excluded.codes",
            (match.id, match.guild_id, seat, decision, codes),
        )

    def drop_draft(self, match_id: int, seat: int) -> None:
        self._db.execute("DELETE FROM drafts WHERE match_id = ? AND seat = ?", (match_id, seat))

    # Hints

    def read_hints(self, match_id: int) -> dict[tuple[int, int], str]:
        """Read the suggested turns by (seat, decision), each as codes in JSON."""
        rows = self._db.execute("SELECT seat, decision, codes FROM hints WHERE match_id = ?", (match_id,))
        return {(seat, decision): codes for seat, decision, codes in rows}

    def add_hint(
        self, match: MatchKey, seat: int, decision: int, codes: str, at: float, *, user_id: int | None
    ) -> None:
        """Store the turn suggested to a person for a decision; the first one counts."""
        self._db.execute(
            "INSERT INTO hints (match_id, guild_id, seat, decision, codes, at, user_id) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (match_id, seat, decision) DO NOTHING",
            (match.id, match.guild_id, seat, decision, codes, at, user_id),
        )

    # Interactions

    def record_interaction(self, interaction_id: int, guild_id: int, at: float) -> None:
        """Record an interaction. Raises Delivered if it was recorded before."""
        if not self._add_interaction(interaction_id, guild_id, at).rowcount:
            raise Delivered(f"interaction {interaction_id} was delivered before")

    def _add_interaction(self, interaction_id: int, guild_id: int, at: float) -> Rows:
        """Record an interaction if it is new: the result has a row then."""
        added = "INSERT INTO interactions (id, guild_id, at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING"
        return self._db.execute(added, (interaction_id, guild_id, at))

    def was_recorded(self, interaction_id: int) -> bool:
        """Whether an interaction was recorded."""
        return self._db.execute("SELECT 1 FROM interactions WHERE id = ?", (interaction_id,)).fetchone() is not None

    def forget_interactions(self, before: float) -> None:
        self._db.execute("DELETE FROM interactions WHERE at < ?", (before,))


def _without_nul(row: R, name: str) -> R:
    """Return a row with the character NUL removed from a text that people have written: PostgreSQL cannot store it."""
    text: str = getattr(row, name)
    return structs.replace(row, **{name: text.replace("\x00", "")}) if "\x00" in text else row
