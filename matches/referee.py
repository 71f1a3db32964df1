"""The referee: the only writer of matches."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct, structs

import games
from data import OPEN_PHASES, Conflict, MatchRow, OutboxRow, Store, Transaction
from games.core import Seat
from games.text import T
from matches.change import Change
from matches.clocks import clocks
from matches.clocks.shards import Shards
from matches.errors import Stale, UserError, unknown_match
from matches.machines.offload import run_rules
from matches.match import Match, unpack

R = TypeVar("R")

BOARD_GRACE = 15.0
"""Seconds the request that caused a board has to post it itself before the outbox does."""

OUTAGE = 60.0
"""Seconds without a sign of life after which a running process counts as having been away; a new one always does."""

NOTED_EVERY = 30.0
"""Seconds between two signs of life."""

MOST_PINGS = 3
"""Calls of a person for one decision, the board's own included."""

VOTE: Seat = -2
"""Stands among the calls for everybody, who are called to answer a proposal; its decision is the proposal's number."""

_REMEMBERED = 512
"""Matches kept in memory; the file has them all."""


class Request(Struct, frozen=True):
    """Who asks: a person, by an interaction that takes effect at most once. Machines have neither.

    `guild_id`: the server they ask from; `manages_server`: whether they manage it.
    """

    user_id: int | None = None
    name: str = ""
    interaction_id: int | None = None
    manages_server: bool = False
    guild_id: int | None = None

    def manages(self, row: MatchRow) -> bool:
        """Whether they look after the server this match belongs to."""
        return self.manages_server and self.guild_id == row.guild_id


MACHINE = Request()


class Done(Struct, frozen=True):
    """What came of a request: the match now, the outbox row of the board it owes its channel, if it owes one, and the
    seats whose holders are to be reminded."""

    match: Match
    outbox_id: int | None = None
    pings: tuple[Seat, ...] = ()


class _Known(Struct, eq=False):
    """A match in memory: as it stands, and for each seat with a draft its decision and its codes."""

    match: Match
    drafts: dict[Seat, tuple[int, tuple[str, ...]]]


class Referee:
    """Take every change, one at a time per match, and return once it is on the disk."""

    def __init__(self, store: Store, *, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.outages: clocks.Outages = ()
        """Those of the whole bot."""
        self.shards = Shards(store)
        self._alive_at: float | None = None
        self._clock_was_set = False
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._recent: OrderedDict[int, _Known] = OrderedDict()
        self._effective: OrderedDict[int, None] = OrderedDict()
        self._open_in: dict[int, int] = {}  # channel to match, of those in memory; what is out of date finds nothing

    async def match(self, match_id: int) -> Match:
        """The match as it stands. Raises UserError for an unknown one."""
        return (await self._known(match_id)).match

    async def match_in(self, channel_id: int) -> Match | None:
        """The match of a channel: the open one, or else the last one played there."""
        known = self._recent.get(self._open_in.get(channel_id, 0))
        there = known.match.row if known is not None else None
        if there is not None and there.channel_id == channel_id and there.phase in OPEN_PHASES:
            return await self.match(there.id)  # a channel has one open match, and nobody else writes
        row = await self.store.transaction(lambda tx: tx.match_in_channel(channel_id))
        return await self.match(row.id) if row else None

    async def open(self, lobby: Match, request: Request) -> Match:
        """Store a new lobby; its id is given here. Raises UserError if the channel has an open match."""
        row = lobby.row

        def write(tx: Transaction) -> Match:
            if request.interaction_id is not None:
                tx.record_interaction(request.interaction_id, row.guild_id, row.created_at)
            if (there := tx.match_in_channel(row.channel_id)) and there.phase in OPEN_PHASES:
                raise UserError(
                    T("There is already a match in this channel. Finish or cancel it, or open yours in a thread.")
                )
            opened = structs.replace(row, id=tx.insert_match(row))
            tx.put_seats(opened, lobby.seats)
            match = Match(opened, lobby.seats)
            tx.set_timers(opened, clocks.timers(match, self.outages_of(match)))
            return match

        opened = await self._transact(write)
        self._note_effect(request)
        return self._remember(_Known(opened, {})).match

    async def change(self, match_id: int, request: Request, work: Callable[[Match], Change]) -> Done:
        """Have `work` decide what becomes of the match, and write it.

        `work` is a pure function of the match, run in a thread where the rules take their time; what it raises
        (UserError) reaches the caller, with nothing written. A request whose interaction has had its effect already
        raises Stale.
        """
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            known = await self._known(match_id)
            match = known.match
            change = await run_rules(match.game, partial(work, match))
            change = clocks.timed(match, change, self.now(), self.outages_of(match))
            changed = change.of(match)
            try:
                outbox_id, pings = await self._transact(lambda tx: self._write(tx, match, change, changed, request))
            except BaseException:
                self.forget((match_id,))  # cancelled or not, it may have been written: the file knows
                raise
            self._note_effect(request)
            if self._recent.get(match_id) is known:
                known.match = changed
                for seat in change.drop_drafts:
                    known.drafts.pop(seat, None)
                self._remember(known)
            else:  # it was forgotten meanwhile
                self.forget((match_id,))
        return Done(changed, outbox_id, pings)

    def forget(self, match_ids: Iterable[int]) -> None:
        """Drop matches from the cache, because the store may hold something newer."""
        for match_id in match_ids:
            self._recent.pop(match_id, None)

    def has_taken_effect(self, interaction_id: int) -> bool:
        """Whether a recent interaction has changed a match, in this process."""
        return interaction_id in self._effective

    def forget_effect(self, interaction_id: int) -> None:
        """Take back that an interaction has changed a match, because the change was taken back."""
        self._effective.pop(interaction_id, None)

    def _note_effect(self, request: Request) -> None:
        if request.interaction_id is not None:
            self._effective[request.interaction_id] = None
            if len(self._effective) > _REMEMBERED:
                self._effective.popitem(last=False)

    async def draft(self, match: Match, seat: Seat) -> tuple[str, ...]:
        """The codes of the seat's unconfirmed plies; none if they belong to a decision that is over."""
        decision, codes = (await self._known(match.row.id)).drafts.get(seat, (None, ()))
        return codes if decision == match.decisions.get(seat) else ()

    async def keep_draft(self, match: Match, seat: Seat, codes: Sequence[str]) -> None:
        """Remember the seat's unconfirmed plies across restarts."""
        text = msgspec.json.encode(codes).decode()
        decision = match.decisions[seat]
        try:
            await self.store.transaction(lambda tx: tx.put_draft(match.row, seat, decision, text))
        except BaseException:
            self.forget((match.row.id,))  # see `change`
            raise
        if (known := self._recent.get(match.row.id)) is not None:
            known.drafts[seat] = decision, tuple(codes)

    def clock_was_set(self) -> None:
        """The time was moved on purpose, as the sandbox can: the next gap is no outage."""
        self._clock_was_set = True

    def outages_of(self, match: Match) -> clocks.Outages:
        """The times that count for no clock of a match."""
        return self.shards.outages_of(match.row.guild_id, self.outages)

    async def alive(self, *, down: frozenset[int] = frozenset(), shards: int = 1) -> None:
        """Note that people can play just now, except in the servers of shards that are `down`.

        What lasts longer than `OUTAGE` without such a note counts for no clock. To be called whenever the sweep runs
        while Discord is connected: before it looks at what is due. A clock that is set back takes with it what it
        showed of the future.
        """
        now, before = self.now(), self._alive_at
        if before is not None and 0 <= now - before < NOTED_EVERY and self.shards.down == down:
            return
        gap = OUTAGE if before is not None else 0.0
        if self._clock_was_set:
            gap, self._clock_was_set = float("inf"), False
        outage = await self.store.transaction(lambda tx: tx.record_alive(now, gap=gap))
        if before is None or outage is not None:
            self.outages = await self.store.transaction(lambda tx: tx.outages())
        self._alive_at = now
        is_back = await self.shards.note(now, down, shards, gap=OUTAGE)
        past = tuple((began, min(ended, now)) for began, ended in self.outages if began < now)
        if is_back or past != self.outages:
            self.outages = past
            await self._set_timers_anew()

    async def _set_timers_anew(self) -> None:
        """Recompute timers after a clock change, for every match that waits for anything."""
        due = await self.store.transaction(lambda tx: tx.read_due_timers(float("inf"), limit=-1))
        for match_id in {match_id for match_id, _ in due}:
            await self.change(match_id, MACHINE, lambda match: Change(match.row))

    def _write(
        self, tx: Transaction, match: Match, change: Change, after: Match, request: Request
    ) -> tuple[int | None, tuple[Seat, ...]]:
        now = self.now()
        row = change.row
        if request.interaction_id is not None:
            tx.record_interaction(request.interaction_id, row.guild_id, now)
        tx.update_match(row, was=match.row)
        tx.append_log(row, change.log)
        if change.seats is not None:
            tx.put_seats(row, change.seats)
        if change.film:
            tx.add_film(row, row.seq, change.film)
        for seat in change.drop_drafts:
            tx.drop_draft(row.id, seat)
        for user in change.block:
            tx.block(row.guild_id, row.host_id, user)
        for user in change.unblock:
            tx.unblock(row.guild_id, row.host_id, user)
        tx.set_timers(row, clocks.timers(after, self.outages_of(after)))
        tx.end_pings(row.id, but=(*after.decisions.items(), *_vote(after)))
        pings = tuple(seat for seat in change.ping if seat in after.decisions and _may_ping(tx, after, seat))
        owed = change.board and not _owed_already(tx, row)
        return tx.add_to_outbox(row, row.seq, now + BOARD_GRACE) if owed else None, pings

    async def _transact(self, fn: Callable[[Transaction], R]) -> R:
        try:
            return await self.store.transaction(fn)
        except Conflict as conflict:
            raise Stale(T("That has been done already. Here is how things stand.")) from conflict

    async def _known(self, match_id: int) -> _Known:
        known = self._recent.get(match_id)
        if known is None:
            known = await self.store.transaction(lambda tx: _read(tx, tx.match(match_id)))
            if known is None:
                raise unknown_match()
        return self._remember(known)

    def _remember(self, known: _Known) -> _Known:
        """Cache a match. Prefer the cached one; it is never older."""
        row = known.match.row
        known = self._recent.setdefault(row.id, known)
        self._recent.move_to_end(row.id)
        self._open_in[row.channel_id] = row.id
        while len(self._recent) > _REMEMBERED:
            _, old = self._recent.popitem(last=False)
            self._open_in.pop(old.match.row.channel_id, None)
        return known


def _vote(match: Match) -> tuple[tuple[Seat, int], ...]:
    """Under what the message of the open proposal is kept among the calls, if there is one."""
    proposal = match.row.proposal
    return ((VOTE, msgspec.json.decode(proposal)["number"]),) if proposal else ()


def _may_ping(tx: Transaction, match: Match, seat: Seat) -> bool:
    """Count one more call of a seat, unless it was called often enough for this decision."""
    decision = match.decisions[seat]
    called = next((row.count for row in tx.pings(match.row.id) if (row.seat, row.decision) == (seat, decision)), 0)
    if called >= MOST_PINGS:
        return False
    tx.count_ping(match.row, seat, decision)
    return True


def _owed_already(tx: Transaction, row: MatchRow) -> bool:
    """Whether the board of this seq is owed, or was posted: its stand-in was sent away before it has moved."""
    return tx.drop_superseded(OutboxRow(0, row.guild_id, row.id, row.channel_id, row.seq - 1, None, 0, 0.0))


def _read(tx: Transaction, row: MatchRow | None) -> _Known | None:
    if row is None:
        return None
    if row.game not in games.names():
        raise UserError(
            T(
                "The game of this match is not installed here just now. Nothing is lost: the match goes on when the "
                "game is back."
            )
        )
    snapshot = tx.snapshot(row.id, row.head) if row.head >= 0 else None
    match = Match(row, tx.seats(row.id), unpack(games.load(row.game), snapshot) if snapshot else None)
    drafts = tx.drafts(row.id).items()
    return _Known(match, {seat: (decision, tuple(msgspec.json.decode(codes))) for seat, (decision, codes) in drafts})
