"""SQL about matches: seats, log, drafts, boards and films.

Together with `data.people`, `data.results` and `data.times` this is all SQL of the project.
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
    """The database, as passed to the functions of `Store.transaction`; every method is one statement or two."""

    # Matches

    def insert_match(self, row: MatchRow) -> int:
        """Store a new match under a new id (`row.id` is ignored). Conflict: its channel already has an open one."""
        try:
            (match_id,) = self._db.execute(_INSERT_MATCH, structs.astuple(row)[1:]).fetchone()
        except sqlite3.IntegrityError as error:
            raise Conflict("the channel has an open match") from error
        return int(match_id)

    def update_match(self, row: MatchRow, *, was: MatchRow) -> None:
        """Write the columns that differ from `was`. Conflict: the row is no longer at that seq and phase, or the
        channel is taken. Setting an unchanged column would make SQLite visit each of its indexes.
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

    def read_match(self, match_id: int) -> MatchRow | None:
        return self._one_match("WHERE id = ?", (match_id,))

    def find_match_in_channel(self, channel_id: int) -> MatchRow | None:
        """Find the open match of a channel, or else the one that ended last."""
        return self._one_match(
            "WHERE channel_id = ? ORDER BY phase IN ('lobby', 'running', 'paused') DESC, ended_at DESC LIMIT 1",
            (channel_id,),
        )

    def list_open_matches_of(self, user_id: int) -> list[MatchRow]:
        """List the matches in lobby, running or paused in which a person has a seat, oldest first."""
        rows = self._db.execute(
            f"SELECT {_MATCH} FROM matches WHERE phase IN ('lobby', 'running', 'paused') AND id IN "
            "(SELECT match_id FROM seats WHERE user_id = ? AND resigned = 0) ORDER BY id",
            (user_id,),
        )
        return [MatchRow(*row) for row in rows]

    def list_open_matches_in(self, guild_id: int) -> list[MatchRow]:
        """List the matches in lobby, running or paused of a server, oldest first."""
        rows = self._db.execute(
            f"SELECT {_MATCH} FROM matches WHERE guild_id = ? AND phase IN ('lobby', 'running', 'paused') ORDER BY id",
            (guild_id,),
        )
        return [MatchRow(*row) for row in rows]

    def list_open_match_ids(self) -> tuple[int, ...]:
        """Read the ids of all matches in lobby, running or paused, oldest first. Reads the whole table."""
        phases = self._db.execute("SELECT id, phase FROM matches ORDER BY id")
        return tuple(match_id for match_id, phase in phases if phase in OPEN_PHASES)

    def list_waiting_for_machines(self) -> list[int]:
        """List the ids of the running matches in which a computer player or nature is to move."""
        return [i for (i,) in self._db.execute("SELECT id FROM matches WHERE machine = 1 AND phase = 'running'")]

    def _one_match(self, where: str, values: Sequence[int]) -> MatchRow | None:
        row = self._db.execute(f"SELECT {_MATCH} FROM matches {where}", values).fetchone()
        return MatchRow(*row) if row else None

    # Seats

    def read_seats(self, match_id: int) -> tuple[SeatRow, ...]:
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

    def put_draft(self, match: MatchRow, seat: int, decision: int, codes: str) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO drafts (match_id, guild_id, seat, decision, codes) VALUES (?, ?, ?, ?, ?)",
            (match.id, match.guild_id, seat, decision, codes),
        )

    def drop_draft(self, match_id: int, seat: int) -> None:
        self._db.execute("DELETE FROM drafts WHERE match_id = ? AND seat = ?", (match_id, seat))

    # Outbox

    def add_to_outbox(self, match: MatchRow, seq: int, due_at: float) -> int:
        """Add the board of `seq` to the outbox, once."""
        (row_id,) = self._db.execute(
            "INSERT INTO outbox (guild_id, match_id, channel_id, seq, due_at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (match_id, seq) DO UPDATE SET due_at = outbox.due_at RETURNING id",
            (match.guild_id, match.id, match.channel_id, seq, due_at),
        ).fetchone()
        return int(row_id)

    def read_board(self, row_id: int) -> OutboxRow | None:
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
        """Find when the ply of the oldest unposted board was made."""
        row: tuple[float | None] = self._db.execute(
            "SELECT min(log.at) FROM outbox JOIN log ON log.match_id = outbox.match_id AND log.seq = outbox.seq "
            "WHERE outbox.message_id IS NULL AND outbox.dropped = 0"
        ).fetchone()
        return row[0]

    def read_due_films(self, now: float, *, limit: int) -> tuple[OutboxRow, ...]:
        """Read the posted boards that still need the film of their match."""
        rows = self._db.execute(
            f"SELECT {_OUTBOX} FROM outbox WHERE film = 1 AND dropped = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?",
            (now, limit),
        )
        return tuple(OutboxRow(*row) for row in rows)

    def mark_posted(self, row_id: int, message_id: int, bare: str | None = None, *, film: bool = False) -> None:
        """Record the message of a board. `bare`: the message to edit it to later, as JSON. `film`: no film yet."""
        self._db.execute(
            "UPDATE outbox SET message_id = ?, bare = ?, film = ? WHERE id = ?", (message_id, bare, film, row_id)
        )

    def keep_bare(self, row_id: int, bare: str | None) -> None:
        self._db.execute("UPDATE outbox SET bare = ? WHERE id = ?", (bare, row_id))

    def mark_filmed(self, row_id: int) -> None:
        """Record that the board needs no film: it has one, or the film was given up."""
        self._db.execute("UPDATE outbox SET film = 0 WHERE id = ?", (row_id,))

    def read_shown_boards(self, *, after: int, limit: int) -> tuple[OutboxRow, ...]:
        """Read the newest board of each match in play, if it is posted, for matches with an id above `after`."""
        columns = ", ".join(f"outbox.{name}" for name in OutboxRow.__struct_fields__)
        rows = self._db.execute(
            f"SELECT {columns} FROM matches JOIN outbox ON outbox.match_id = matches.id WHERE matches.id > ? "
            "AND phase IN ('running', 'paused') AND paused_for IS NOT 'place' "
            "AND message_id IS NOT NULL AND dropped = 0 AND outbox.seq = "
            "(SELECT max(seq) FROM outbox WHERE match_id = matches.id AND dropped = 0) ORDER BY matches.id LIMIT ?",
            (after, limit),
        )
        return tuple(OutboxRow(*row) for row in rows)

    def post_again(self, row_id: int, due_at: float) -> None:
        """Forget the message of a board, so that it is posted again.

        The row gets a new id, and with it the message a new nonce: by the old one Discord may recognise the message
        that is gone, and answer with it.
        """
        self._db.execute(
            "UPDATE outbox SET id = (SELECT max(id) + 1 FROM outbox), message_id = NULL, bare = NULL, attempts = 0, "
            "due_at = ? WHERE id = ?",
            (due_at, row_id),
        )

    def post_later(self, row_id: int, due_at: float) -> None:
        self._db.execute("UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?", (due_at, row_id))

    def drop_from_outbox(self, row_id: int) -> None:
        self._db.execute("UPDATE outbox SET dropped = 1 WHERE id = ?", (row_id,))

    def is_superseded(self, row: OutboxRow) -> bool:
        """Whether the match has a newer board, posted or not."""
        newer = "SELECT 1 FROM outbox WHERE match_id = ? AND seq > ? AND dropped = 0 LIMIT 1"
        return self._db.execute(newer, (row.match_id, row.seq)).fetchone() is not None

    def find_newest_board(self, match_id: int, *, before: int) -> OutboxRow | None:
        """Find the newest posted board of a seq below `before`."""
        row = self._db.execute(
            f"SELECT {_OUTBOX} FROM outbox WHERE match_id = ? AND message_id IS NOT NULL AND seq < ? "
            "ORDER BY seq DESC LIMIT 1",
            (match_id, before),
        ).fetchone()
        return OutboxRow(*row) if row else None

    # Films

    def add_film(self, match: MatchRow, seq: int, keyframes: bytes) -> None:
        """Store the clip of the ply `seq`."""
        self._db.execute(
            "INSERT INTO films (match_id, guild_id, seq, keyframes) VALUES (?, ?, ?, ?)",
            (match.id, match.guild_id, seq, keyframes),
        )

    def read_unshown_films(self, match_id: int, *, upto: int) -> tuple[FilmRow, ...]:
        """Read the clips up to ply `upto` that no board has shown yet, oldest first."""
        rows = self._db.execute(
            "SELECT seq, keyframes FROM films WHERE match_id = ? AND seq <= ? AND shown = 0 ORDER BY seq",
            (match_id, upto),
        )
        return tuple(FilmRow(*row) for row in rows)

    def mark_film_shown(self, match_id: int, seq: int) -> None:
        self._db.execute("UPDATE films SET shown = 1 WHERE match_id = ? AND seq = ?", (match_id, seq))

    # Interactions

    def record_interaction(self, interaction_id: int, guild_id: int, at: float) -> None:
        """Record an interaction. Conflict: it was recorded before."""
        try:
            self._db.execute(
                "INSERT INTO interactions (id, guild_id, at) VALUES (?, ?, ?)", (interaction_id, guild_id, at)
            )
        except sqlite3.IntegrityError as error:
            raise Conflict(f"interaction {interaction_id} was delivered before") from error

    def forget_interactions(self, before: float) -> None:
        self._db.execute("DELETE FROM interactions WHERE at < ?", (before,))
