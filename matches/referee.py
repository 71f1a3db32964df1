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

from data import OPEN_PHASES, Conflict, MatchRow, Store, Transaction
from games.core import Seat
from games.text import T
from matches.change import Change
from matches.clocks import clocks
from matches.clocks.shards import Shards
from matches.errors import Stale, UserError, unknown_match
from matches.machines.offload import run_rules
from matches.match import Match
from matches.saving import read_match, write_change

R = TypeVar("R")

OUTAGE = 60.0
"""Seconds without a record of being alive that make an outage of a running process; a new process always had one."""

RECORD_EVERY = 30.0
"""Seconds between two records of being alive."""

_REMEMBERED = 512
"""Matches in the cache, and interactions that have taken effect."""


class Request(Struct, frozen=True):
    """A person and their interaction, which takes effect at most once. Machines have neither.

    `guild_id`: the server of the interaction; `manages_server`: whether the person manages it.
    """

    user_id: int | None = None
    name: str = ""
    interaction_id: int | None = None
    manages_server: bool = False
    guild_id: int | None = None

    def manages(self, row: MatchRow) -> bool:
        """Whether the person manages the server of this match."""
        return self.manages_server and self.guild_id == row.guild_id


MACHINE = Request()


class Done(Struct, frozen=True):
    """Result of a request: the match, the outbox row of the board to post, if any, and the seats to ping."""

    match: Match
    outbox_id: int | None = None
    pings: tuple[Seat, ...] = ()


class _Cached(Struct, eq=False):
    """A match in memory, with the drafts of its seats."""

    match: Match
    drafts: dict[Seat, tuple[int, tuple[str, ...]]]


class Referee:
    """Apply changes, one at a time per match, and return once they are on the disk."""

    def __init__(self, store: Store, *, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.outages: clocks.Outages = ()
        """Those of the whole bot."""
        self.shards = Shards(store)
        self._alive_at: float | None = None
        self._clock_changed = False
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._recent: OrderedDict[int, _Cached] = OrderedDict()
        self._effective: OrderedDict[int, None] = OrderedDict()
        self._open_in: dict[int, int] = {}  # channel to cached match; outdated entries are checked

    async def match(self, match_id: int) -> Match:
        """Read a match. Raises UserError for an unknown one."""
        return (await self._read_cached(match_id)).match

    async def match_in(self, channel_id: int) -> Match | None:
        """Find the match of a channel: the open one, or else the last one played there."""
        cached = self._recent.get(self._open_in.get(channel_id, 0))
        there = cached.match.row if cached is not None else None
        if there is not None and there.channel_id == channel_id and there.phase in OPEN_PHASES:
            return await self.match(there.id)  # a channel has one open match, and only the referee writes
        row = await self.store.transaction(lambda tx: tx.find_match_in_channel(channel_id))
        return await self.match(row.id) if row else None

    async def open(self, lobby: Match, request: Request) -> Match:
        """Store a new lobby and give it an id. Raises UserError if the channel has an open match."""
        row = lobby.row

        def write(tx: Transaction) -> Match:
            if request.interaction_id is not None:
                tx.record_interaction(request.interaction_id, row.guild_id, row.created_at)
            if (there := tx.find_match_in_channel(row.channel_id)) and there.phase in OPEN_PHASES:
                raise UserError(
                    T("There is already a match in this channel. Finish or cancel it, or open yours in a thread.")
                )
            opened = structs.replace(row, id=tx.insert_match(row))
            tx.put_seats(opened, lobby.seats)
            match = Match(opened, lobby.seats)
            tx.set_timers(opened, clocks.list_timers(match, self.outages_of(match)))
            return match

        opened = await self._transact(write)
        self._note_effect(request)
        return self._remember(_Cached(opened, {})).match

    async def change(self, match_id: int, request: Request, work: Callable[[Match], Change]) -> Done:
        """Compute a change with `work` and write it.

        `work` is a pure function of the match, run in a thread for games with slow rules. If it raises UserError,
        nothing is written. Raises Stale if the interaction of the request has taken effect before.
        """
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            cached = await self._read_cached(match_id)
            match = cached.match
            change = await run_rules(match.game, partial(work, match))
            change = clocks.set_clocks(match, change, self.now(), self.outages_of(match))
            changed = change.of(match)
            try:
                outbox_id, pings = await self._transact(lambda tx: self._write(tx, match, change, changed, request))
            except BaseException:
                self.forget((match_id,))  # it may have been written, even if cancelled: read it again next time
                raise
            self._note_effect(request)
            if self._recent.get(match_id) is cached:
                cached.match = changed
                for seat in change.drop_drafts:
                    cached.drafts.pop(seat, None)
                self._remember(cached)
            else:  # dropped from the cache meanwhile
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
        """Forget that an interaction has changed a match, because the change was reversed."""
        self._effective.pop(interaction_id, None)

    def _note_effect(self, request: Request) -> None:
        if request.interaction_id is not None:
            self._effective[request.interaction_id] = None
            if len(self._effective) > _REMEMBERED:
                self._effective.popitem(last=False)

    async def draft(self, match: Match, seat: Seat) -> tuple[str, ...]:
        """Read the codes of a seat's unconfirmed plies; none if their decision is no longer open."""
        decision, codes = (await self._read_cached(match.row.id)).drafts.get(seat, (None, ()))
        return codes if decision == match.decisions.get(seat) else ()

    async def keep_draft(self, match: Match, seat: Seat, codes: Sequence[str]) -> None:
        """Store a seat's unconfirmed plies."""
        text = msgspec.json.encode(codes).decode()
        decision = match.decisions[seat]
        try:
            await self.store.transaction(lambda tx: tx.put_draft(match.row, seat, decision, text))
        except BaseException:
            self.forget((match.row.id,))  # see `change`
            raise
        if (cached := self._recent.get(match.row.id)) is not None:
            cached.drafts[seat] = decision, tuple(codes)

    def note_clock_change(self) -> None:
        """Do not count the next gap as an outage: the sandbox has moved the clock."""
        self._clock_changed = True

    def outages_of(self, match: Match) -> clocks.Outages:
        """Return the times in which no clock of a match runs."""
        return self.shards.outages_of(match.row.guild_id, self.outages)

    async def record_alive(self, *, down: frozenset[int] = frozenset(), shards: int = 1) -> None:
        """Record that people can play now, except in servers of shards that are `down`.

        Gaps longer than `OUTAGE` stop all clocks. Called by every sweep while Discord is connected, before it reads due
        timers. Outages in the future, left by a clock that was set back, are removed.
        """
        now, before = self.now(), self._alive_at
        if before is not None and 0 <= now - before < RECORD_EVERY and self.shards.down == down:
            return
        gap = OUTAGE if before is not None else 0.0
        if self._clock_changed:
            gap, self._clock_changed = float("inf"), False
        outage = await self.store.transaction(lambda tx: tx.record_alive(now, gap=gap))
        if before is None or outage is not None:
            self.outages = await self.store.transaction(lambda tx: tx.read_outages())
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
        interaction_id, now, outages = request.interaction_id, self.now(), self.outages_of(after)
        return write_change(tx, match, change, after, interaction_id=interaction_id, now=now, outages=outages)

    async def _transact(self, fn: Callable[[Transaction], R]) -> R:
        try:
            return await self.store.transaction(fn)
        except Conflict as conflict:
            raise Stale(T("That has been done already. Here is how things stand.")) from conflict

    async def _read_cached(self, match_id: int) -> _Cached:
        cached = self._recent.get(match_id)
        if cached is None:
            found = await self.store.transaction(lambda tx: read_match(tx, match_id))
            if found is None:
                raise unknown_match()
            cached = _Cached(found[0], dict(found[1]))
        return self._remember(cached)

    def _remember(self, cached: _Cached) -> _Cached:
        """Cache a match. Prefer the cached one; it is never older."""
        row = cached.match.row
        cached = self._recent.setdefault(row.id, cached)
        self._recent.move_to_end(row.id)
        self._open_in[row.channel_id] = row.id
        while len(self._recent) > _REMEMBERED:
            _, old = self._recent.popitem(last=False)
            self._open_in.pop(old.match.row.channel_id, None)
        return cached
