"""Pings: whom a board mentions for a decision, how often, and in which messages.

A person is pinged when a decision is opened for them, and reminded while their clock runs. Boards and
reminders together never ping more than `MOST_PINGS` times for one decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from data import LogRow, PingRow, Transaction
from games.core import Seat
from games.text import T
from matches.clocks.liveliness import is_live
from matches.clocks.pace import PACES
from matches.clocks.rhythm import SHORTEST_TURN
from matches.errors import UserError
from matches.keeping.ping_keys import PingKey, key_of_next_up, key_of_turn
from matches.keeping.saving import MOST_PINGS
from matches.match import Match
from matches.referee import Referee


class Pinged(Struct, frozen=True):
    """Seats that a board pings `now`, and seats to ping `later`, as pairs of seat and earliest time in Unix seconds."""

    now: tuple[Seat, ...] = ()
    later: tuple[tuple[Seat, float], ...] = ()


def choose_pinged(
    match: Match,
    *,
    since: int,
    news: Iterable[LogRow],
    pings: Iterable[PingRow],
    now: float,
    quiet: Mapping[int, float | None],
    is_here: Callable[[int], bool],
) -> Pinged:
    """Choose whom the next board pings: nobody, while the match is played live.

    `since`: the seq of the previous board; `news`: the log since then; `pings`: the pings so far. `quiet`: when the
    quiet hours in progress end, by user. `is_here`: whether a user is in the channel and needs no ping.
    """
    if is_live(match):
        return Pinged()
    again = {row.seat if row.kind == "replace" else None for row in news if row.kind in ("resume", "replace")}
    exhausted = {(row.seat, row.decision) for row in pings if row.count >= MOST_PINGS}
    chosen: list[Seat] = []
    later: list[tuple[Seat, float]] = []
    for holder in match.awaited:
        seat, decision, user_id = holder.seat, match.decisions.get(holder.seat, -1), holder.user_id or 0
        if not (decision > since or None in again or seat in again) or (seat, decision) in exhausted:
            continue
        if match.is_elsewhere(holder):  # the board of their own server pings them
            continue
        away, until = holder.away_until or 0.0, quiet.get(user_id)
        if away > now or until is not None:
            later.append((seat, max(away, until or 0.0)))
        elif not is_here(user_id):
            chosen.append(seat)
    return Pinged(tuple(chosen), tuple(later))


def find_next_up(match: Match) -> Seat | None:
    """Find the person who is next after the one whom the match waits for, in the order of the seats.

    None if the order is obvious (fewer than three people), unknown (several are to act), or if a ping is pointless
    (live matches).
    """
    awaited, count = match.awaited, match.capacity
    short = PACES[match.pace].bank < SHORTEST_TURN or is_live(match)
    if len(awaited) != 1 or len(match.people) < 3 or short:
        return None
    for step in range(1, count):
        holder = match.holder((awaited[0].seat + step) % count)
        if holder.user_id is not None and not holder.resigned and not holder.stand_in:
            return holder.seat if holder.user_id != awaited[0].user_id else None
    return None


def count_pings(tx: Transaction, match: Match, seats: Iterable[Seat]) -> None:
    """Count a board's pings, in the transaction that records it as posted."""
    for seat in seats:
        if seat in match.decisions:
            tx.count_ping(match, *key_of_turn(match, seat))


class PingLog:
    """Read and update the rows of pings. Each method is one transaction."""

    def __init__(self, referee: Referee) -> None:
        self._store = referee.store

    async def read(self, match_id: int) -> tuple[PingRow, ...]:
        """Read the pings of decisions that are still open."""
        return await self._store.transaction(lambda tx: tuple(tx.read_pings(match_id)))

    async def find(self, match_id: int, key: PingKey) -> PingRow | None:
        """Find the pings about something that is still open."""
        return next((row for row in await self.read(match_id) if (row.seat, row.decision) == key), None)

    async def count(self, match: Match, key: PingKey) -> int:
        """Count one ping. Returns how many there have been about this."""
        return await self._store.transaction(lambda tx: tx.count_ping(match, *key))

    async def claim_next_up(self, match: Match, seat: Seat) -> bool:
        """Count the ping of somebody who is next; False if they have had it for this turn."""
        return await self.count(match, key_of_next_up(match, seat)) == 1

    async def uncount(self, match: Match, seat: Seat) -> None:
        """Take back the count of an undelivered ping for a seat's open decision."""
        if seat in match.decisions:
            await self._store.transaction(lambda tx: tx.uncount_ping(match.id, *key_of_turn(match, seat)))

    async def note_message(self, match: Match, key: PingKey, message_id: int) -> int | None:
        """Note the message of a ping, to be deleted once it is answered. Returns the message it replaces."""
        return await self._store.transaction(
            lambda tx: tx.record_reminder(match.id, *key, match.channel_id, message_id)
        )

    async def read_answered(self, *, limit: int) -> Sequence[PingRow]:
        """Read pings whose decision has been made."""
        return await self._store.transaction(lambda tx: tx.read_ended_pings(limit=limit))

    async def forget(self, rows: Sequence[PingRow]) -> None:
        """Delete rows of pings whose messages are deleted or are to stay."""
        await self._store.transaction(lambda tx: tx.forget_pings(rows))

    async def keep(self, match: Match, key: PingKey) -> None:
        """Forget a ping whose message stays as a record."""
        await self.forget([PingRow(match.id, match.guild_id, *key, 1, match.channel_id)])

    async def count_left(self, match: Match, seat: Seat) -> int:
        """Return how many more pings a seat may get for its open decision."""
        sent = await self.find(match.id, key_of_turn(match, seat)) if seat in match.decisions else None
        return max(0, MOST_PINGS - (sent.count if sent is not None else 0))

    async def require_left(self, match: Match, seat: Seat) -> None:
        """Raise UserError if the seat may get no more pings for its open decision."""
        if not await self.count_left(match, seat):
            raise UserError(T("You have had three pings for this turn; there will be no more."))
