"""The outbox: boards to post, posted boards, and messages to edit."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Iterable
from typing import Final

from msgspec import Struct, structs

from data import ClipRow, Edited, EditRow, LogRow, OutboxRow, PingRow, Transaction
from games.core import Seat
from matches.delivery.pings import count_pings
from matches.keeping.saving import BOARD_GRACE
from matches.match import Match
from matches.people.preferences import Server, server_of
from matches.referee import Referee

log = logging.getLogger(__name__)

RETRY_AFTER: Final = (15.0, 60.0, 300.0, 1800.0, 7200.0)
"""Seconds until the next attempt, by the number of attempts so far; the last one repeats."""

MOST_ATTEMPTS: Final = 60
"""Attempts after which a board is dropped; `/board` still shows it. A film gets one attempt after each time of
`RETRY_AFTER`."""


_CHEER: Final = 2
"""The fewest reactions to a board that count as a cheer."""


class Taken(Exception):
    """Another process does this work."""


class OwedBoard(Struct, frozen=True):
    """A board to post, with the rows it is built from.

    `previous`: the board before it. `films`: clips it may show; `film_log`: the log since the oldest of them. `news`:
    the log since the previous board. `is_guessed`: people have said what they expect. `is_superseded`: it is not posted
    any more, but an earlier attempt may have posted it.
    """

    row: OutboxRow
    previous: OutboxRow | None
    films: tuple[ClipRow, ...]
    film_log: tuple[LogRow, ...]
    news: tuple[LogRow, ...]
    pings: tuple[PingRow, ...]
    server: Server
    is_guessed: bool
    is_superseded: bool = False


class Posted(Struct, frozen=True):
    """What became of a board that was sent: the board before it, which it replaces, or that its message `is_wrong` and
    to be deleted, because another process has posted a newer board or edited the same message meanwhile."""

    previous: OutboxRow | None
    is_wrong: bool


class Cheered(Struct, frozen=True):
    """A board that was cheered: the seqs of the board before it and of itself, and the number of its reactions."""

    since: int
    seq: int
    count: int


class Outbox:
    """Read and update the rows of boards. Each method is one transaction."""

    def __init__(self, referee: Referee) -> None:
        self._store = referee.store
        self._processes = referee.processes

    @contextlib.asynccontextmanager
    async def hold(self, outbox_id: int, *, retry: bool) -> AsyncIterator[OwedBoard | None]:
        """Hold and read a board that is still to be posted; None if nothing is to be done, or another process does it.

        `retry`: the row was due, so that an earlier attempt may have posted it.
        """
        async with self._processes.hold("board", outbox_id) as mine:
            yield await self.read_board(outbox_id, retry=retry) if mine else None

    @contextlib.asynccontextmanager
    async def hold_film(self, outbox_id: int) -> AsyncIterator[OwedBoard | None]:
        """Hold and read the last board of a match if it still needs the film of the match."""
        async with self._processes.hold("film", outbox_id) as mine:
            yield await self._store.transaction(lambda tx: _read_last_board(tx, outbox_id)) if mine else None

    def require_hold(self, owed: OwedBoard) -> None:
        """Raise Taken if another process may have begun to post this board, because this one was too slow."""
        if not self._processes.has("board", owed.row.id):
            log.warning("match %s: board %s is left to another process", owed.row.match_id, owed.row.seq)
            raise Taken(f"board {owed.row.id}")

    async def read_due(self, now: float, *, began: float | None = None, limit: int) -> tuple[OutboxRow, ...]:
        """Read the boards whose next attempt is due; `began`: see `_until`."""
        until, tried = self._until(now, began)
        return await self._store.transaction(lambda tx: tx.read_due_boards(until, tried=tried, limit=limit))

    async def read_due_films(self, now: float, *, limit: int) -> tuple[OutboxRow, ...]:
        """Read the last boards whose film is due."""
        return await self._store.transaction(lambda tx: tx.read_due_films(now, limit=limit))

    async def read_board(self, outbox_id: int, *, retry: bool = False) -> OwedBoard | None:
        """Read a board that is not posted yet. A superseded one is dropped instead, because the newer board includes
        its news; not with `retry`, because an earlier attempt may have posted it."""
        return await self._store.transaction(lambda tx: _read_board(tx, outbox_id, retry=retry))

    async def read_newest(self, match: Match) -> tuple[OutboxRow, tuple[LogRow, ...]] | None:
        """Read the newest posted board and its news; None while a newer one is not posted yet."""
        return await self._store.transaction(lambda tx: _read_newest(tx, match))

    async def read_guest_board(self, match: Match) -> OutboxRow | None:
        """Read the newest posted board of the second server, also after the link has ended."""
        return await self._store.transaction(lambda tx: tx.find_newest_board(match.id, before=match.seq + 1, guest=1))

    async def mark_posted(
        self,
        match: Match,
        board: OwedBoard,
        message_id: int,
        *,
        bare: str | None,
        films: Iterable[int] = (),
        pinged: Iterable[Seat] = (),
        now: float,
    ) -> Posted:
        """Record that a board is in its channel, with the clips (by seq) it shows and the seats it pinged.

        `bare`: its content once it is superseded. A last board keeps its buttons, and gets a film later. A board is
        dropped instead if another process has posted a newer one meanwhile. If another process has edited the same
        message, which may now show either board, the newer one becomes due again.
        """

        def write(tx: Transaction) -> Posted:
            count_pings(tx, match, pinged)
            row = board.row
            newest = tx.find_newest_board(row.match_id, guest=row.guest)
            known = board.previous.id if board.previous is not None else None
            if newest is not None and newest.id != known:  # another process has posted it meanwhile
                recorded = tx.read_board(row.id)
                if recorded is None or recorded.message_id is not None:  # it has posted this board, too
                    return Posted(None, is_wrong=recorded is None or recorded.message_id != message_id)
                is_late, is_shared = newest.seq > row.seq, newest.message_id == message_id
                if is_late:
                    tx.drop_from_outbox(row.id)
                if is_shared:
                    tx.post_again(newest.id if is_late else row.id, now + RETRY_AFTER[0])  # the message is deleted
                if is_late or is_shared:
                    return Posted(None, is_wrong=True)
            ended, stays = match.phase == "finished", match.phase not in ("running", "paused")
            tx.mark_posted(row.id, message_id, None if stays else bare, film=ended)
            tx.settle_edit(match.id, "board", match.rev)
            if newest is not None:
                tx.keep_bare(newest.id, None)
            for seq in () if ended or row.guest else films:
                tx.mark_clip_shown(match.id, seq)
            return Posted(newest, is_wrong=False)

        return await self._store.transaction(write)

    async def mark_found(self, row: OutboxRow, message_id: int) -> None:
        """Record the message of a board that is not to be posted any more, but that an earlier attempt has posted."""
        await self._store.transaction(lambda tx: tx.mark_posted(row.id, message_id))

    async def mark_film_joined(self, board: OwedBoard, films: Iterable[int]) -> None:
        """Record that a last board has its film, or that no further attempt is made."""

        def write(tx: Transaction) -> None:
            tx.mark_filmed(board.row.id)
            for seq in () if board.row.guest else films:
                tx.mark_clip_shown(board.row.match_id, seq)

        await self._store.transaction(write)

    async def count_cheers(self, row: OutboxRow, count: int) -> None:
        """Record how many reactions the message of a superseded board has."""
        await self._store.transaction(lambda tx: tx.count_cheers(row, count))

    async def find_most_cheered(self, match: Match) -> Cheered | None:
        """Find the board with the most reactions in the server that `match` is seen from; None if none has had enough
        for a cheer."""
        guest = int(match.is_guest)

        def read(tx: Transaction) -> Cheered | None:
            row = tx.find_most_cheered(match.id, guest=guest)
            if row is None or row.cheers < _CHEER:
                return None
            before = tx.find_newest_board(match.id, before=row.seq, guest=guest)
            return Cheered(before.seq if before is not None else -1, row.seq, row.cheers)

        return await self._store.transaction(read)

    async def keep_bare(self, outbox_id: int, bare: str) -> None:
        """Store the content that a board is to have once it is superseded."""
        await self._store.transaction(lambda tx: tx.keep_bare(outbox_id, bare))

    async def read_shown(self, *, after: int, limit: int) -> tuple[OutboxRow, ...]:
        """Read the newest boards of running and paused matches with an id above `after`, if they are posted."""
        return await self._store.transaction(lambda tx: tx.read_shown_boards(after=after, limit=limit))

    async def post_again(self, row: OutboxRow, now: float) -> bool:
        """Make a board due again because its message is gone. Returns False if it was superseded or changed
        meanwhile."""

        def write(tx: Transaction) -> bool:
            current = tx.read_board_to_change(row.id)
            if current is None or current.message_id != row.message_id or tx.is_superseded(row):
                return False
            tx.post_again(row.id, now)
            return True

        return await self._store.transaction(write)

    async def take_due_edits(self, now: float, *, began: float | None = None, limit: int) -> tuple[EditRow, ...]:
        """Read the messages that are due to be edited, and schedule another attempt in case the edit fails. `began`:
        see `_until`."""
        until, tried = self._until(now, began)

        def write(tx: Transaction) -> tuple[EditRow, ...]:
            taken = []
            for row in tx.read_due_edits(until, tried=tried, limit=limit):
                if row.attempts < len(RETRY_AFTER):
                    is_ours = tx.edit_later(row, now + RETRY_AFTER[row.attempts])
                else:
                    is_ours = tx.settle_edit(row.match_id, row.what, row.rev)
                taken += [row] if is_ours else []
            return tuple(taken)

        return await self._store.transaction(write)

    def _until(self, now: float, began: float | None) -> tuple[float, bool]:
        """Return the latest due time of rows to take, and whether to take rows that wait for another attempt, too.

        `began`: when this process began; given only at its start, to take all rows of earlier processes. Rows that this
        process has committed are left out, because they are being posted. Rows may belong to other processes, if there
        are any; then only those that are due are taken.
        """
        return (began + BOARD_GRACE, True) if began is not None and self._processes.alone else (now, False)

    async def settle_edit(self, match: Match, what: Edited) -> None:
        """Record that a message shows the state of `match`, or can no longer be edited."""
        await self._store.transaction(lambda tx: tx.settle_edit(match.id, what, match.rev))

    async def drop(self, outbox_id: int) -> None:
        """Forget a board that will never be posted."""
        await self._store.transaction(lambda tx: tx.drop_from_outbox(outbox_id))

    async def defer(self, outbox_id: int, now: float) -> OutboxRow | None:
        """Schedule the next attempt, or drop the row after too many attempts.

        Returns the row as it was; None if it needs no attempt.
        """

        def write(tx: Transaction) -> OutboxRow | None:
            row = tx.read_board(outbox_id)
            if row is None or (row.message_id is not None and not row.film):
                return None
            if row.attempts >= (len(RETRY_AFTER) if row.film else MOST_ATTEMPTS):
                tx.drop_from_outbox(row.id)
            else:
                tx.post_later(row.id, now + RETRY_AFTER[min(row.attempts, len(RETRY_AFTER) - 1)])
            return row

        return await self._store.transaction(write)


def _read_board(tx: Transaction, outbox_id: int, *, retry: bool) -> OwedBoard | None:
    row = tx.read_board(outbox_id)
    if row is None or row.message_id is not None:
        return None
    is_superseded = tx.is_superseded(row)
    if is_superseded and not retry:
        tx.drop_from_outbox(row.id)
        return None
    return structs.replace(_read_parts(tx, row), is_superseded=is_superseded)


def _read_last_board(tx: Transaction, outbox_id: int) -> OwedBoard | None:
    row = tx.read_board(outbox_id)
    return _read_parts(tx, row) if row is not None and row.film else None


def _read_parts(tx: Transaction, row: OutboxRow) -> OwedBoard:
    previous = tx.find_newest_board(row.match_id, before=row.seq, guest=row.guest)
    if row.guest:  # only boards of the match's own server record which clips they have shown
        films = tx.read_clips(row.match_id, after=previous.seq if previous else -1, upto=row.seq)
    else:
        films = tx.read_unshown_clips(row.match_id, upto=row.seq)
    film_log = tx.read_log(row.match_id, after=films[0].seq - 1) if films else ()
    news = tx.read_log(row.match_id, after=previous.seq if previous else -1)
    server = server_of(tx.read_guild(row.guild_id))
    pings, is_guessed = tx.read_pings(row.match_id), bool(tx.list_guesses(row.match_id))
    return OwedBoard(row, previous, films, film_log, news, pings, server, is_guessed)


def _read_newest(tx: Transaction, match: Match) -> tuple[OutboxRow, tuple[LogRow, ...]] | None:
    guest = int(match.is_guest)
    shown = tx.find_newest_board(match.id, before=match.seq + 1, guest=guest)
    if shown is None or tx.is_superseded(shown):
        return None
    before = tx.find_newest_board(match.id, before=shown.seq, guest=guest)
    return shown, tx.read_log(match.id, after=before.seq if before else -1)
