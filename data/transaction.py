"""What can be asked of the database inside one transaction: matches, their seats, log, drafts, boards and films.

Together with `data.people` this is all SQL of the project.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from msgspec import structs

from data.errors import Conflict
from data.people import PeopleSql
from data.rows import OPEN_PHASES, FilmRow, LogRow, MatchRow, OutboxRow, SeatRow
from data.times import TimesSql

_MATCH = ", ".join(MatchRow.__struct_fields__)
_LOG = ", ".join(LogRow.__struct_fields__)
_SEAT = ", ".join(SeatRow.__struct_fields__)
_OUTBOX = ", ".join(OutboxRow.__struct_fields__)

_INSERT_MATCH = (
    f"INSERT INTO matches ({', '.join(MatchRow.__struct_fields__[1:])}) "
    f"VALUES ({', '.join('?' * (len(MatchRow.__struct_fields__) - 1))}) RETURNING id"
)
_INSERT_LOG = (
    f"INSERT INTO log (match_id, guild_id, {_LOG}) VALUES (?, ?, {', '.join('?' * len(LogRow.__struct_fields__))})"
)
_INSERT_SEAT = (
    f"INSERT INTO seats (match_id, guild_id, {_SEAT}) VALUES (?, ?, {', '.join('?' * len(SeatRow.__struct_fields__))})"
)


class Transaction(TimesSql, PeopleSql):
    """Handed to the functions of `Store.transaction`; every method is one statement or two."""

    # Matches

    def insert_match(self, row: MatchRow) -> int:
        """Store a new match under a new id (`row.id` is ignored). Conflict: its channel already has an open one."""
        try:
            (match_id,) = self._db.execute(_INSERT_MATCH, structs.astuple(row)[1:]).fetchone()
        except sqlite3.IntegrityError as error:
            raise Conflict("the channel has an open match") from error
        return int(match_id)

    def update_match(self, row: MatchRow, *, was: MatchRow) -> None:
        """Write what differs from `was` if the row is still at its seq and phase, and the channel is free; otherwise
        Conflict. To name a column that stays the same would cost a visit to each of its indexes.
        """
        now, before = structs.asdict(row), structs.asdict(was)
        changed = {name: value for name, value in now.items() if value != before[name]} or {"seq": row.seq}
        columns = ", ".join(f"{name} = ?" for name in changed)
        statement = f"UPDATE matches SET {columns} WHERE id = ? AND seq = ? AND phase = ?"
        try:
            count = self._db.execute(statement, (*changed.values(), row.id, was.seq, was.phase)).rowcount
        except sqlite3.IntegrityError as error:
            raise Conflict("the channel has an open match") from error
        if count != 1:
            raise Conflict(f"match {row.id} has moved on from {was.seq}")

    def match(self, match_id: int) -> MatchRow | None:
        return self._one_match("WHERE id = ?", (match_id,))

    def match_in_channel(self, channel_id: int) -> MatchRow | None:
        """The open match there, or else the one that ended last."""
        return self._one_match(
            "WHERE channel_id = ? ORDER BY phase IN ('lobby', 'running', 'paused') DESC, ended_at DESC LIMIT 1",
            (channel_id,),
        )

    def open_matches_of(self, user_id: int) -> list[MatchRow]:
        """The matches in lobby, running or paused in which a person has a seat, oldest first."""
        rows = self._db.execute(
            f"SELECT {_MATCH} FROM matches WHERE phase IN ('lobby', 'running', 'paused') AND id IN "
            "(SELECT match_id FROM seats WHERE user_id = ? AND resigned = 0) ORDER BY id",
            (user_id,),
        )
        return [MatchRow(*row) for row in rows]

    def open_matches_in(self, guild_id: int) -> list[MatchRow]:
        """The matches in lobby, running or paused of a server, oldest first."""
        rows = self._db.execute(
            f"SELECT {_MATCH} FROM matches WHERE guild_id = ? AND phase IN ('lobby', 'running', 'paused') ORDER BY id",
            (guild_id,),
        )
        return [MatchRow(*row) for row in rows]

    def open_match_ids(self) -> tuple[int, ...]:
        """Read the ids of all matches in lobby, running or paused, oldest first. Reads the whole table."""
        phases = self._db.execute("SELECT id, phase FROM matches ORDER BY id")
        return tuple(match_id for match_id, phase in phases if phase in OPEN_PHASES)

    def matches_waiting_for_machines(self) -> list[int]:
        """Ids of the running matches in which a computer player or nature is to move."""
        return [i for (i,) in self._db.execute("SELECT id FROM matches WHERE machine = 1 AND phase = 'running'")]

    def _one_match(self, where: str, values: Sequence[int]) -> MatchRow | None:
        row = self._db.execute(f"SELECT {_MATCH} FROM matches {where}", values).fetchone()
        return MatchRow(*row) if row else None

    # Seats

    def seats(self, match_id: int) -> tuple[SeatRow, ...]:
        rows = self._db.execute(f"SELECT {_SEAT} FROM seats WHERE match_id = ? ORDER BY seat", (match_id,))
        return tuple(SeatRow(*row) for row in rows)

    def put_seats(self, match: MatchRow, seats: Iterable[SeatRow]) -> None:
        """Replace the whole seating."""
        self._db.execute("DELETE FROM seats WHERE match_id = ?", (match.id,))
        self._db.executemany(
            _INSERT_SEAT,
            [(match.id, match.guild_id, *structs.astuple(seat)) for seat in seats],
        )

    # Log

    def append_log(self, match: MatchRow, rows: Iterable[LogRow]) -> None:
        self._db.executemany(_INSERT_LOG, [(match.id, match.guild_id, *structs.astuple(row)) for row in rows])

    def log(self, match_id: int, *, after: int = -1) -> tuple[LogRow, ...]:
        """The rows with a seq above `after`, oldest first."""
        rows = self._db.execute(
            f"SELECT {_LOG} FROM log WHERE match_id = ? AND seq > ? ORDER BY seq", (match_id, after)
        )
        return tuple(LogRow(*row) for row in rows)

    def snapshot(self, match_id: int, seq: int) -> bytes | None:
        row = self._db.execute("SELECT snapshot FROM log WHERE match_id = ? AND seq = ?", (match_id, seq)).fetchone()
        return row[0] if row else None

    # Drafts

    def drafts(self, match_id: int) -> dict[int, tuple[int, str]]:
        """(decision, codes as JSON) of every seat's unconfirmed plies."""
        rows = self._db.execute("SELECT seat, decision, codes FROM drafts WHERE match_id = ?", (match_id,))
        return {seat: (decision, codes) for seat, decision, codes in rows}

    def put_draft(self, match: MatchRow, seat: int, decision: int, codes: str) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO drafts (match_id, guild_id, seat, decision, codes) VALUES (?, ?, ?, ?, ?)",
            (match.id, match.guild_id, seat, decision, codes),
        )

    def drop_draft(self, match_id: int, seat: int) -> None:
        self._db.execute("DELETE FROM drafts WHERE match_id = ? AND seat = ?", (match_id, seat))

    # Outbox

    def add_to_outbox(self, match: MatchRow, seq: int, due_at: float) -> int:
        """Owe the match's channel the board of `seq`, once."""
        (row_id,) = self._db.execute(
            "INSERT INTO outbox (guild_id, match_id, channel_id, seq, due_at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (match_id, seq) DO UPDATE SET due_at = outbox.due_at RETURNING id",
            (match.guild_id, match.id, match.channel_id, seq, due_at),
        ).fetchone()
        return int(row_id)

    def outbox(self, row_id: int) -> OutboxRow | None:
        row = self._db.execute(f"SELECT {_OUTBOX} FROM outbox WHERE id = ? AND dropped = 0", (row_id,)).fetchone()
        return OutboxRow(*row) if row else None

    def read_due_boards(self, now: float, *, limit: int) -> tuple[OutboxRow, ...]:
        rows = self._db.execute(
            f"SELECT {_OUTBOX} FROM outbox WHERE message_id IS NULL AND dropped = 0 AND due_at <= ? "
            "ORDER BY due_at, id LIMIT ?",
            (now, limit),
        )
        return tuple(OutboxRow(*row) for row in rows)

    def find_oldest_unposted(self) -> float | None:
        """When what the oldest board that is still to be posted shows has happened."""
        row: tuple[float | None] = self._db.execute(
            "SELECT min(log.at) FROM outbox JOIN log ON log.match_id = outbox.match_id AND log.seq = outbox.seq "
            "WHERE outbox.message_id IS NULL AND outbox.dropped = 0"
        ).fetchone()
        return row[0]

    def read_due_films(self, now: float, *, limit: int) -> tuple[OutboxRow, ...]:
        """Posted boards which the film of their match is still to join."""
        rows = self._db.execute(
            f"SELECT {_OUTBOX} FROM outbox WHERE film = 1 AND dropped = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?",
            (now, limit),
        )
        return tuple(OutboxRow(*row) for row in rows)

    def mark_posted(self, row_id: int, message_id: int, bare: str | None = None, *, film: bool = False) -> None:
        """`bare`: what is to be left of it, as JSON. `film`: the film of its match is to join it."""
        self._db.execute(
            "UPDATE outbox SET message_id = ?, bare = ?, film = ? WHERE id = ?", (message_id, bare, film, row_id)
        )

    def keep_bare(self, row_id: int, bare: str | None) -> None:
        self._db.execute("UPDATE outbox SET bare = ? WHERE id = ?", (bare, row_id))

    def mark_filmed(self, row_id: int) -> None:
        """The film of its match has joined this board, or never will."""
        self._db.execute("UPDATE outbox SET film = 0 WHERE id = ?", (row_id,))

    def post_later(self, row_id: int, due_at: float) -> None:
        self._db.execute("UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?", (due_at, row_id))

    def drop_from_outbox(self, row_id: int) -> None:
        self._db.execute("UPDATE outbox SET dropped = 1 WHERE id = ?", (row_id,))

    def drop_superseded(self, row: OutboxRow) -> bool:
        """Whether a newer board is owed, or was posted, for the same match."""
        newer = "SELECT 1 FROM outbox WHERE match_id = ? AND seq > ? AND dropped = 0 LIMIT 1"
        return self._db.execute(newer, (row.match_id, row.seq)).fetchone() is not None

    def newest_board(self, match_id: int, *, before: int) -> OutboxRow | None:
        """The board posted last for a position before `before`."""
        row = self._db.execute(
            f"SELECT {_OUTBOX} FROM outbox WHERE match_id = ? AND message_id IS NOT NULL AND seq < ? "
            "ORDER BY seq DESC LIMIT 1",
            (match_id, before),
        ).fetchone()
        return OutboxRow(*row) if row else None

    # Films

    def add_film(self, match: MatchRow, seq: int, keyframes: bytes) -> None:
        """Keep what nature has filmed of the ply `seq`."""
        self._db.execute(
            "INSERT INTO films (match_id, guild_id, seq, keyframes) VALUES (?, ?, ?, ?)",
            (match.id, match.guild_id, seq, keyframes),
        )

    def films_to_show(self, match_id: int, *, upto: int) -> tuple[FilmRow, ...]:
        """The films of the plies up to `upto` that no board has come with yet, oldest first."""
        rows = self._db.execute(
            "SELECT seq, keyframes FROM films WHERE match_id = ? AND seq <= ? AND shown = 0 ORDER BY seq",
            (match_id, upto),
        )
        return tuple(FilmRow(*row) for row in rows)

    def mark_film_shown(self, match_id: int, seq: int) -> None:
        self._db.execute("UPDATE films SET shown = 1 WHERE match_id = ? AND seq = ?", (match_id, seq))

    # Interactions

    def record_interaction(self, interaction_id: int, guild_id: int, at: float) -> None:
        """Note that this interaction takes effect now. Conflict: it already has."""
        try:
            self._db.execute(
                "INSERT INTO interactions (id, guild_id, at) VALUES (?, ?, ?)", (interaction_id, guild_id, at)
            )
        except sqlite3.IntegrityError as error:
            raise Conflict(f"interaction {interaction_id} was delivered before") from error

    def forget_interactions(self, before: float) -> None:
        self._db.execute("DELETE FROM interactions WHERE at < ?", (before,))
