"""SQL about what is to happen in channels: boards, edits of messages, clips, timers and pings."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from data.rows import ClipRow, Edited, EditRow, MatchKey, OutboxRow, PingRow, Timer
from data.sql.database import Sql, list_columns

_NEVER = 1 << 30
"""A number of attempts that is never reached."""

_ASIDE = 1 << 40
"""More than any seq: subtracted from the seq of a copied row until the original is deleted."""


class DeliverySql(Sql):
    """A part of `Transaction`."""

    # Outbox

    def add_to_outbox(self, match: MatchKey, seq: int, due_at: float) -> int | None:
        """Add the board of `seq` to the outbox for the server that `match` is seen from. Returns the id of its row;
        None if this board or a newer one was there already, because someone came back before their stand-in moved."""
        guest = int(match.is_guest)
        row_id: int | None = self._find_value(
            "INSERT INTO outbox (guild_id, match_id, channel_id, seq, due_at, guest) SELECT ?, ?, ?, ?, ?, ? "
            "WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE match_id = ? AND guest = ? AND seq >= ? AND dropped = 0) "
            "ON CONFLICT (match_id, seq, guest) DO NOTHING RETURNING id",
            *(match.guild_id, match.id, match.channel_id, seq, due_at, guest, match.id, guest, seq),
        )
        return row_id

    def read_board(self, row_id: int) -> OutboxRow | None:
        return self._find(OutboxRow, "WHERE id = ? AND dropped = 0", row_id)

    def read_board_to_change(self, row_id: int) -> OutboxRow | None:
        """Read a board, and keep other transactions from changing it until this one has ended."""
        self._db.execute("UPDATE outbox SET attempts = attempts WHERE id = ?", (row_id,))
        return self.read_board(row_id)

    def read_due_boards(self, now: float, *, tried: bool = False, limit: int) -> tuple[OutboxRow, ...]:
        """Read the boards that are due, oldest first; with `tried`, also those that wait for another attempt."""
        due = "message_id IS NULL AND dropped = 0 AND (due_at <= ? OR attempts >= ?)"
        return tuple(
            self._list(OutboxRow, f"WHERE {due} ORDER BY due_at, id LIMIT ?", now, 1 if tried else _NEVER, limit)
        )

    def find_oldest_unposted(self) -> float | None:
        """Find when the ply of the oldest unposted board was made."""
        at: float | None = self._find_value(
            "SELECT min(log.at) FROM outbox JOIN log ON log.match_id = outbox.match_id AND log.seq = outbox.seq "
            "WHERE outbox.message_id IS NULL AND outbox.dropped = 0"
        )
        return at

    def read_due_films(self, now: float, *, limit: int) -> tuple[OutboxRow, ...]:
        """Read the posted boards that still need the film of their match."""
        due = "WHERE film = 1 AND dropped = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?"
        return tuple(self._list(OutboxRow, due, now, limit))

    def mark_posted(self, row_id: int, message_id: int, bare: str | None = None, *, film: bool = False) -> None:
        """Record the message of a board. `bare`: its content once it is superseded, as JSON. `film`: it still needs a
        film."""
        posted = "UPDATE outbox SET message_id = ?, bare = ?, film = ? WHERE id = ?"
        self._db.execute(posted, (message_id, bare, int(film), row_id))

    def keep_bare(self, row_id: int, bare: str | None) -> None:
        self._db.execute("UPDATE outbox SET bare = ? WHERE id = ?", (bare, row_id))

    def mark_filmed(self, row_id: int) -> None:
        """Record that the board needs no film: it has one, or no further attempt is made."""
        self._db.execute("UPDATE outbox SET film = 0 WHERE id = ?", (row_id,))

    def read_shown_boards(self, *, after: int, limit: int) -> tuple[OutboxRow, ...]:
        """Read the newest board of each match in play, if it is posted, for up to `limit` matches with an id above
        `after`. The board of a match's second server follows that of its own."""
        shown = (
            f"SELECT {list_columns(OutboxRow, 'outbox.')} FROM matches JOIN outbox ON outbox.match_id = matches.id "
            "WHERE matches.id > ? AND phase IN ('running', 'paused') AND coalesce(paused_for, '') <> 'place' "
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
        copied = self._find_value(
            "INSERT INTO outbox (guild_id, match_id, channel_id, seq, dropped, film, guest, due_at) "
            "SELECT guild_id, match_id, channel_id, seq - ?, dropped, film, guest, ? FROM outbox WHERE id = ? "
            "RETURNING id",
            *(_ASIDE, due_at, row_id),
        )
        self._db.execute("DELETE FROM outbox WHERE id = ?", (row_id,))
        if copied:
            self._db.execute("UPDATE outbox SET seq = seq + ? WHERE id = ?", (_ASIDE, copied))

    def post_later(self, row_id: int, due_at: float) -> None:
        self._db.execute("UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?", (due_at, row_id))

    def drop_from_outbox(self, row_id: int) -> None:
        self._db.execute("UPDATE outbox SET dropped = 1 WHERE id = ?", (row_id,))

    def is_superseded(self, row: OutboxRow) -> bool:
        """Whether the same server has a newer board of the match, posted or not."""
        newer = "SELECT 1 FROM outbox WHERE match_id = ? AND guest = ? AND seq > ? AND dropped = 0 LIMIT 1"
        return self._find_value(newer, row.match_id, row.guest, row.seq) is not None

    def find_newest_board(self, match_id: int, *, before: int = _ASIDE, guest: int = 0) -> OutboxRow | None:
        """Find the newest posted board of a seq below `before`; `guest`: 1, that of the second server."""
        posted = "WHERE match_id = ? AND message_id IS NOT NULL AND seq < ? AND guest = ? ORDER BY seq DESC LIMIT 1"
        return self._find(OutboxRow, posted, match_id, before, guest)

    def count_cheers(self, row: OutboxRow, count: int) -> None:
        """Record the reactions of a board, without those to earlier boards in the same message. `count`: those of the
        message."""
        before = "SELECT coalesce(sum(cheers), 0) FROM outbox WHERE match_id = ? AND message_id = ? AND id <> ?"
        earlier = int(self._find_value(before, row.match_id, row.message_id, row.id))
        self._db.execute("UPDATE outbox SET cheers = ? WHERE id = ?", (max(0, count - earlier), row.id))

    def find_most_cheered(self, match_id: int, *, guest: int = 0) -> OutboxRow | None:
        """Find the board of a match with the most reactions, the newest of equals."""
        most = "WHERE match_id = ? AND guest = ? ORDER BY cheers DESC, seq DESC LIMIT 1"
        return self._find(OutboxRow, most, match_id, guest)

    # Edits

    def owe_edit(self, match: MatchKey, what: Edited, due_at: float) -> None:
        """Make an edit due: a message is to show the match as it is now."""
        edit = {"guild_id": match.guild_id, "rev": match.rev, "attempts": 0, "due_at": due_at}
        self._put("edits", "match_id, what", match_id=match.id, what=what, **edit)

    def read_due_edits(self, now: float, *, tried: bool = False, limit: int) -> tuple[EditRow, ...]:
        """Read the edits that are due, oldest first; with `tried`, also those that wait for another attempt."""
        due = "WHERE due_at <= ? OR attempts >= ? ORDER BY due_at, match_id LIMIT ?"
        return tuple(self._list(EditRow, due, now, 1 if tried else _NEVER, limit))

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
        self._append(ClipRow, match, [ClipRow(seq, keyframes)])

    def read_unshown_clips(self, match_id: int, *, upto: int) -> tuple[ClipRow, ...]:
        """Read the clips up to ply `upto` that no board has shown yet, oldest first."""
        return tuple(self._list(ClipRow, "WHERE match_id = ? AND seq <= ? AND shown = 0 ORDER BY seq", match_id, upto))

    def read_clips(self, match_id: int, *, after: int, upto: int) -> tuple[ClipRow, ...]:
        """Read the clips of the plies above `after`, up to `upto`, oldest first, whether shown or not."""
        return tuple(
            self._list(ClipRow, "WHERE match_id = ? AND seq > ? AND seq <= ? ORDER BY seq", match_id, after, upto)
        )

    def read_clip(self, match_id: int, seq: int) -> ClipRow | None:
        """Read the clip of a ply."""
        return self._find(ClipRow, "WHERE match_id = ? AND seq = ?", match_id, seq)

    def mark_clip_shown(self, match_id: int, seq: int) -> None:
        self._db.execute("UPDATE films SET shown = 1 WHERE match_id = ? AND seq = ?", (match_id, seq))

    # Timers

    def set_timers(self, match: MatchKey, timers: Iterable[Timer]) -> None:
        """Replace all timers of a match."""
        self._db.execute("DELETE FROM timers WHERE match_id = ?", (match.id,))
        self._append(Timer, match, timers)

    def read_due_timers(self, now: float, *, limit: int) -> list[tuple[int, Timer]]:
        """Read the timers that are due, oldest first, as (match id, timer)."""
        due = f"SELECT match_id, {list_columns(Timer)} FROM timers WHERE due_at <= ? ORDER BY due_at LIMIT ?"
        return [(match_id, Timer(*timer)) for match_id, *timer in self._db.execute(due, (now, limit))]

    def read_timers(self, match_id: int) -> list[Timer]:
        """Read all timers of a match, the first one that is due first."""
        return self._list(Timer, "WHERE match_id = ? ORDER BY due_at, kind, seat", match_id)

    # Pings

    def read_pings(self, match_id: int) -> tuple[PingRow, ...]:
        """Read how often each seat was pinged for the decisions that are still open."""
        return tuple(self._list(PingRow, "WHERE match_id = ? AND over = 0", match_id))

    def count_ping(self, match: MatchKey, seat: int, decision: int) -> int:
        """Count one more ping of a seat for a decision; return how many there have been."""
        return int(
            self._find_value(
                "INSERT INTO pings (match_id, guild_id, seat, decision, count, channel_id) VALUES (?, ?, ?, ?, 1, ?) "
                "ON CONFLICT (match_id, seat, decision) DO UPDATE SET count = pings.count + 1 RETURNING count",
                *(match.id, match.guild_id, seat, decision, match.channel_id),
            )
        )

    def uncount_ping(self, match_id: int, seat: int, decision: int) -> None:
        """Take back the count of a ping that was not delivered."""
        self._db.execute(
            "UPDATE pings SET count = count - 1 WHERE match_id = ? AND seat = ? AND decision = ? AND count > 0",
            (match_id, seat, decision),
        )

    def record_reminder(self, match_id: int, seat: int, decision: int, channel_id: int, message_id: int) -> int | None:
        """Record the message of a reminder; return the previous one, which can be deleted."""
        ping = "WHERE match_id = ? AND seat = ? AND decision = ?"
        previous: int | None = self._find_value(f"SELECT message_id FROM pings {ping}", match_id, seat, decision)
        recorded = f"UPDATE pings SET channel_id = ?, message_id = ? {ping}"
        self._db.execute(recorded, (channel_id, message_id, match_id, seat, decision))
        return previous

    def end_pings(self, match_id: int, *, but: Iterable[tuple[int, int]]) -> None:
        """End the pings of all decisions except these (seat, decision), so that their reminders are deleted."""
        kept = tuple(but)
        others = " AND NOT (seat = ? AND decision = ?)" * len(kept)
        self._db.execute(
            f"UPDATE pings SET over = 1 WHERE match_id = ? AND over = 0{others}",
            (match_id, *itertools.chain.from_iterable(kept)),
        )

    def read_ended_pings(self, *, limit: int) -> tuple[PingRow, ...]:
        """Read the pings of decisions that are made: their reminders are to be deleted."""
        return tuple(self._list(PingRow, "WHERE over = 1 LIMIT ?", limit))

    def forget_pings(self, rows: Iterable[PingRow]) -> None:
        self._db.executemany(
            "DELETE FROM pings WHERE match_id = ? AND seat = ? AND decision = ? AND over = 1",
            [(row.match_id, row.seat, row.decision) for row in rows],
        )
