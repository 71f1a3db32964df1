"""SQL about boards: the outbox, and the clips of nature's plies."""

from __future__ import annotations

from data.rows import ClipRow, Edited, EditRow, MatchKey, OutboxRow
from data.sql.database import Database

_OUTBOX = ", ".join(OutboxRow.__struct_fields__)

_EDIT = ", ".join(EditRow.__struct_fields__)
_NEVER = 1 << 30
"""A number of attempts that is never reached."""

_ASIDE = 1 << 40
"""More than any seq: subtracted from the seq of a copied row until the original is deleted."""


class BoardsSql:
    """A part of `Transaction`."""

    _db: Database

    # Outbox

    def add_to_outbox(self, match: MatchKey, seq: int, due_at: float) -> int | None:
        """Add the board of `seq` to the outbox for the server that `match` is seen from. Returns the id of its row;
        None if this board or a newer one was there already, because someone came back before their stand-in moved."""
        guest = int(match.is_guest)
        row = self._db.execute(
            "INSERT INTO outbox (guild_id, match_id, channel_id, seq, due_at, guest) SELECT ?, ?, ?, ?, ?, ? "
            "WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE match_id = ? AND guest = ? AND seq >= ? AND dropped = 0) "
            "ON CONFLICT (match_id, seq, guest) DO NOTHING RETURNING id",
            (match.guild_id, match.id, match.channel_id, seq, due_at, guest, match.id, guest, seq),
        ).fetchone()
        return int(row[0]) if row else None

    def read_board(self, row_id: int) -> OutboxRow | None:
        row = self._db.execute(f"SELECT {_OUTBOX} FROM outbox WHERE id = ? AND dropped = 0", (row_id,)).fetchone()
        return OutboxRow(*row) if row else None

    def read_due_boards(self, now: float, *, tried: bool = False, limit: int) -> tuple[OutboxRow, ...]:
        """Read the boards that are due, oldest first; with `tried`, also those that wait for another attempt."""
        rows = self._db.execute(
            f"SELECT {_OUTBOX} FROM outbox WHERE message_id IS NULL AND dropped = 0 AND (due_at <= ? OR attempts >= ?) "
            "ORDER BY due_at, id LIMIT ?",
            (now, 1 if tried else _NEVER, limit),
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
        """Record the message of a board. `bare`: its content once it is superseded, as JSON. `film`: it still needs a
        film."""
        self._db.execute(
            "UPDATE outbox SET message_id = ?, bare = ?, film = ? WHERE id = ?", (message_id, bare, int(film), row_id)
        )

    def keep_bare(self, row_id: int, bare: str | None) -> None:
        self._db.execute("UPDATE outbox SET bare = ? WHERE id = ?", (bare, row_id))

    def mark_filmed(self, row_id: int) -> None:
        """Record that the board needs no film: it has one, or no further attempt is made."""
        self._db.execute("UPDATE outbox SET film = 0 WHERE id = ?", (row_id,))

    def read_shown_boards(self, *, after: int, limit: int) -> tuple[OutboxRow, ...]:
        """Read the newest board of each match in play, if it is posted, for up to `limit` matches with an id above
        `after`. The board of a match's second server follows that of its own."""
        columns = ", ".join(f"outbox.{name}" for name in OutboxRow.__struct_fields__)
        shown = (
            f"SELECT {columns} FROM matches JOIN outbox ON outbox.match_id = matches.id WHERE matches.id > ? "
            "AND phase IN ('running', 'paused') AND coalesce(paused_for, '') <> 'place' "
            "AND message_id IS NOT NULL AND dropped = 0 AND outbox.guest = ? AND outbox.seq = (SELECT max(seq) FROM "
            "outbox AS newer WHERE newer.match_id = matches.id AND newer.guest = outbox.guest AND newer.dropped = 0)"
        )
        found = self._db.execute(f"{shown} ORDER BY matches.id LIMIT ?", (after, 0, limit))
        rows = [OutboxRow(*row) for row in found]
        if rows:
            there = f"{shown} AND matches.id <= ? AND guest_guild_id IS NOT NULL"
            rows += [OutboxRow(*row) for row in self._db.execute(there, (after, 1, rows[-1].match_id))]
        return tuple(sorted(rows, key=lambda row: (row.match_id, row.guest)))

    def post_again(self, row_id: int, due_at: float) -> None:
        """Forget the message of a board, so that it is posted again.

        The row gets a new id, from which the message gets a new nonce. With the old nonce, Discord might answer with
        the message that is gone.
        """
        copied = "SELECT guild_id, match_id, channel_id, seq - ?, dropped, film, guest, ? FROM outbox WHERE id = ?"
        columns = "guild_id, match_id, channel_id, seq, dropped, film, guest, due_at"
        row = self._db.execute(
            f"INSERT INTO outbox ({columns}) {copied} RETURNING id",
            (_ASIDE, due_at, row_id),
        ).fetchone()
        self._db.execute("DELETE FROM outbox WHERE id = ?", (row_id,))
        if row:
            self._db.execute("UPDATE outbox SET seq = seq + ? WHERE id = ?", (_ASIDE, row[0]))

    def post_later(self, row_id: int, due_at: float) -> None:
        self._db.execute("UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?", (due_at, row_id))

    def drop_from_outbox(self, row_id: int) -> None:
        self._db.execute("UPDATE outbox SET dropped = 1 WHERE id = ?", (row_id,))

    def is_superseded(self, row: OutboxRow) -> bool:
        """Whether the same server has a newer board of the match, posted or not."""
        newer = "SELECT 1 FROM outbox WHERE match_id = ? AND guest = ? AND seq > ? AND dropped = 0 LIMIT 1"
        return self._db.execute(newer, (row.match_id, row.guest, row.seq)).fetchone() is not None

    def find_newest_board(self, match_id: int, *, before: int = _ASIDE, guest: int = 0) -> OutboxRow | None:
        """Find the newest posted board of a seq below `before`; `guest`: 1, that of the second server."""
        row = self._db.execute(
            f"SELECT {_OUTBOX} FROM outbox WHERE match_id = ? AND message_id IS NOT NULL AND seq < ? AND guest = ? "
            "ORDER BY seq DESC LIMIT 1",
            (match_id, before, guest),
        ).fetchone()
        return OutboxRow(*row) if row else None

    # Edits

    def owe_edit(self, match: MatchKey, what: Edited, due_at: float) -> None:
        """Make an edit due: a message is to show the match as it is now."""
        self._db.execute(
            "INSERT INTO edits (match_id, what, guild_id, rev, due_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT "
            "(match_id, what) DO UPDATE SET rev = excluded.rev, attempts = 0, due_at = excluded.due_at",
            (match.id, what, match.guild_id, match.rev, due_at),
        )

    def read_due_edits(self, now: float, *, tried: bool = False, limit: int) -> tuple[EditRow, ...]:
        """Read the edits that are due, oldest first; with `tried`, also those that wait for another attempt."""
        rows = self._db.execute(
            f"SELECT {_EDIT} FROM edits WHERE due_at <= ? OR attempts >= ? ORDER BY due_at, match_id LIMIT ?",
            (now, 1 if tried else _NEVER, limit),
        )
        return tuple(EditRow(*row) for row in rows)

    def edit_later(self, row: EditRow, due_at: float) -> bool:
        """Schedule the next attempt. Returns False if a newer edit is due, or another process has taken this one."""
        found = self._db.execute(
            "UPDATE edits SET attempts = attempts + 1, due_at = ? "
            "WHERE match_id = ? AND what = ? AND rev = ? AND attempts = ?",
            (due_at, row.match_id, row.what, row.rev, row.attempts),
        )
        return bool(found.rowcount)

    def settle_edit(self, match_id: int, what: Edited, rev: int) -> bool:
        """Delete an edit: the message shows its match as of a revision, or can no longer be edited. Returns False if
        there is none."""
        settled = "DELETE FROM edits WHERE match_id = ? AND what = ? AND rev <= ?"
        return bool(self._db.execute(settled, (match_id, what, rev)).rowcount)

    # Clips, in the table `films`

    def add_clip(self, match: MatchKey, seq: int, keyframes: bytes) -> None:
        """Store the clip of the ply `seq`."""
        self._db.execute(
            "INSERT INTO films (match_id, guild_id, seq, keyframes) VALUES (?, ?, ?, ?)",
            (match.id, match.guild_id, seq, keyframes),
        )

    def read_unshown_clips(self, match_id: int, *, upto: int) -> tuple[ClipRow, ...]:
        """Read the clips up to ply `upto` that no board has shown yet, oldest first."""
        rows = self._db.execute(
            "SELECT seq, keyframes FROM films WHERE match_id = ? AND seq <= ? AND shown = 0 ORDER BY seq",
            (match_id, upto),
        )
        return tuple(ClipRow(*row) for row in rows)

    def read_clips(self, match_id: int, *, after: int, upto: int) -> tuple[ClipRow, ...]:
        """Read the clips of the plies above `after`, up to `upto`, oldest first, whether shown or not."""
        rows = self._db.execute(
            "SELECT seq, keyframes FROM films WHERE match_id = ? AND seq > ? AND seq <= ? ORDER BY seq",
            (match_id, after, upto),
        )
        return tuple(ClipRow(*row) for row in rows)

    def read_clip(self, match_id: int, seq: int) -> ClipRow | None:
        """Read the clip of a ply."""
        found = self._db.execute("SELECT seq, keyframes FROM films WHERE match_id = ? AND seq = ?", (match_id, seq))
        row = found.fetchone()
        return ClipRow(*row) if row else None

    def mark_clip_shown(self, match_id: int, seq: int) -> None:
        self._db.execute("UPDATE films SET shown = 1 WHERE match_id = ? AND seq = ?", (match_id, seq))
