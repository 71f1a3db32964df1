"""The referee: the only writer of matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct, structs

from data import OPEN_PHASES, AnyStore, ChannelTaken, Delivered, MatchRow, Outdated, Transaction
from games.core import Seat
from matches.change import Change
from matches.clocks import clocks
from matches.clocks.rhythm import Rhythms
from matches.clocks.shards import Shards
from matches.errors import Stale, UserError, channel_taken, done_already, unknown_match
from matches.keeping.cache import REMEMBERED, Cache, Cached
from matches.keeping.effects import Effects
from matches.keeping.mapping import make_row, make_seat_rows
from matches.keeping.processes import ALONE, Processes
from matches.keeping.saving import BOARD_GRACE, Owed, may_be_shown, read_match, write_change
from matches.keeping.struct_types import prepare_structs
from matches.machines.offload import run_rules
from matches.match import Match

R = TypeVar("R")
Also = Callable[[Transaction, Match], None]

OUTAGE = 60.0
"""Seconds without a record of being alive that count as an outage. The start of a bot's only process always counts."""
RECORD_EVERY = 30.0
"""Seconds between two records of being alive."""

_MOST_MATCHES = 2**53
"""All ids of matches are below this: such integers fit into the store, and Discord sends them exactly."""

_TRIES = 20
"""The most attempts at a change whose match is changed elsewhere meanwhile."""


class Request(Struct, frozen=True):
    """A person and their interaction, which takes effect at most once. Machines have neither.

    `guild_id`: the server of the interaction; `manages_server`: whether the person manages it.
    """

    user_id: int | None = None
    name: str = ""
    interaction_id: int | None = None
    manages_server: bool = False
    guild_id: int | None = None

    def manages(self, match: Match) -> bool:
        """Whether the person manages the server of this match."""
        return self.manages_server and self.guild_id == match.guild_id


MACHINE = Request()


class Done(Struct, frozen=True):
    """Result of a request: the match, the outbox rows of the boards to post, if any, and the seats to ping.

    `outbox_id`: the board of the match's home; `guest_outbox_id`: that of the second server.
    """

    match: Match
    outbox_id: int | None = None
    pings: tuple[Seat, ...] = ()
    guest_outbox_id: int | None = None


class Referee:
    """Apply changes, one at a time per match, and return once they are on the disk.

    Every write raises the revision of its match. A write computed from an outdated revision is refused and computed
    again, so several referees may share a store.
    """

    def __init__(
        self,
        store: AnyStore,
        *,
        now: Callable[[], float],
        remembered: int = REMEMBERED,
        processes: Processes = ALONE,
    ) -> None:
        """Make the referee of a store. `remembered`: the size of the cache."""
        prepare_structs()
        self.store = store
        self.now = now
        self.cache = Cache(remembered)
        self.processes = processes
        self.outages: clocks.Outages = ()  # outages of the whole bot
        self.shards, self.rhythms = Shards(store), Rhythms(store, processes, now=now)
        self._alive_at: float | None = None
        self._clock_changed = False
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._effects = Effects(store)

    async def match(self, match_id: int) -> Match:
        """Read a match. Raises UserError for an unknown one."""
        return (await self._read_current(match_id)).match

    async def match_in(self, channel_id: int) -> Match | None:
        """Find the match of a channel: the open one, or else the last one played there."""
        if (cached := self.cache.find_open_in(channel_id)) is not None:
            match = await self.match(cached.match.id)
            if channel_id in (match.channel_id, match.guest_channel_id) and match.phase in OPEN_PHASES:
                return match  # a channel has one open match
        row = await self.store.transaction(lambda tx: tx.find_match_in_channel(channel_id))
        return await self.match(row.id) if row and may_be_shown(row) else None

    async def open(self, lobby: Match, request: Request, *, also: Also = lambda *_: None) -> Match:
        """Store a new lobby with an id, and `also` with it. Raises UserError if the channel has an open match."""

        def write(tx: Transaction) -> Match:
            if request.interaction_id is not None:
                tx.record_interaction(request.interaction_id, lobby.guild_id, lobby.created_at)
            if (there := tx.find_match_in_channel(lobby.channel_id)) and there.phase in OPEN_PHASES:
                raise channel_taken()
            match = structs.replace(lobby, id=tx.insert_match(make_row(lobby)))
            tx.put_seats(match, make_seat_rows(match))
            tx.set_timers(match, clocks.list_timers(match, self.outages_of(match)))
            tx.owe_edit(match, "card", self.now() + BOARD_GRACE)
            also(tx, match)
            return match

        opened = await self._transact(write)
        self._effects.note(request.interaction_id)
        return self.cache.add(Cached(opened, make_row(opened), {})).match

    async def change(self, match_id: int, request: Request, work: Callable[[Match], Change]) -> Done:
        """Compute a change with `work` and write it.

        `work` is a pure function of the match. It runs in a thread for games with slow rules, and again if the match
        was changed elsewhere meanwhile. If it raises UserError, nothing is written. Raises Stale if the interaction of
        the request has taken effect before.
        """
        return await self._write_current(match_id, lambda cached: self._try_change(cached, request, work), request)

    async def _try_change(self, cached: Cached, request: Request, work: Callable[[Match], Change]) -> Done:
        """Compute a change from a cached match and write it."""
        match = cached.match
        change = await run_rules(match.game, partial(work, match))
        rhythms = await self.rhythms.find(change.match.people)
        change = clocks.set_clocks(match, change, self.now(), self.outages_of(match), rhythms)
        change = change.with_match(rev=match.rev + 1)
        row = make_row(change.match)
        boards, pings = await self._transact(lambda tx: self._write(tx, cached, change, row, request))
        self._effects.note(request.interaction_id)
        self._renew(cached, change.match, row)
        for seat in change.drop_drafts:
            cached.drafts.pop(seat, None)
        return Done(change.match, boards["home"], pings, boards["guest"])

    async def _write_current(self, match_id: int, write: Callable[[Cached], Awaitable[R]], request: Request) -> R:
        """Change the newest revision of a match; compute the change again as long as others write first."""
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            for _ in range(_TRIES):
                cached = await self._read_cached(match_id)
                try:
                    return await write(cached)
                except Outdated:
                    await self._refuse_repeated(request)
                except UserError:
                    if await self._is_current(cached.match):
                        raise
                except BaseException:
                    self.forget((match_id,))  # a cancelled write may have succeeded: read the match again next time
                    raise
                self.forget((match_id,))
        raise Stale

    def _renew(self, cached: Cached, match: Match, row: MatchRow) -> None:
        """Put a written match into the cache, unless it was dropped meanwhile."""
        if self.cache.find(match.id) is cached:
            cached.match, cached.row = match, row
            self.cache.add(cached)
        else:
            self.forget((match.id,))

    async def _refuse_repeated(self, request: Request) -> None:
        """Raise Stale if the interaction of a request has taken effect, here or elsewhere."""
        if request.interaction_id is not None and await self.has_taken_effect(request.interaction_id):
            raise done_already()

    async def _is_current(self, match: Match) -> bool:
        """Whether a match is at its newest revision. A refusal computed from an older one may be wrong."""
        return await self.store.transaction(lambda tx: tx.read_revision(match.id)) == match.rev

    def forget(self, match_ids: Iterable[int]) -> None:
        """Drop matches from the cache, because the store may hold something newer."""
        self.cache.drop(match_ids)

    async def has_taken_effect(self, interaction_id: int) -> bool:
        """Whether an interaction has changed a match."""
        return await self._effects.has(interaction_id)

    def forget_effect(self, interaction_id: int) -> None:
        """Forget that an interaction has changed a match, because the change was reversed."""
        self._effects.note(interaction_id, is_done=False)

    async def draft(self, match: Match, seat: Seat) -> tuple[str, ...]:
        """Read the codes of a seat's unconfirmed plies; none if their decision is no longer open."""
        decision, codes = (await self._read_current(match.id)).drafts.get(seat, (None, ()))
        return codes if decision == match.decisions.get(seat) else ()

    async def keep_draft(self, match: Match, seat: Seat, codes: Sequence[str]) -> None:
        """Store a seat's unconfirmed plies. Raises Stale if their decision is no longer open."""
        text, decision = msgspec.json.encode(codes).decode(), match.decisions[seat]

        async def write(cached: Cached) -> None:
            now = cached.match
            if now.decisions.get(seat) != decision:
                raise Stale
            raised, row = structs.replace(now, rev=now.rev + 1), structs.replace(cached.row, rev=now.rev + 1)

            def put(tx: Transaction) -> None:
                tx.update_match(row, was=cached.row)
                tx.put_draft(now, seat, decision, text)

            await self._transact(put)
            self._renew(cached, raised, row)
            cached.drafts[seat] = decision, tuple(codes)

        await self._write_current(match.id, write, MACHINE)

    def note_clock_change(self) -> None:
        """Do not count the next gap as an outage: the sandbox has moved the clock."""
        self._clock_changed = True

    def outages_of(self, match: Match) -> clocks.Outages:
        """Return the outages in which no clock of a match runs."""
        return self.shards.outages_of(match.guild_id, self.outages)

    async def record_alive(self, *, down: frozenset[int] = frozenset(), shards: int = 1) -> None:
        """Record that people can play now, except in servers of shards that are `down`.

        Gaps longer than `OUTAGE` in which no process was running stop all clocks. Called by every sweep while Discord
        is connected, before it reads due timers. Outages in the future, left by a clock that was set back, are removed.
        """
        now, before = self.now(), self._alive_at
        if before is not None and 0 <= now - before < RECORD_EVERY and self.shards.down == down:
            return
        gap = 0.0 if before is None and self.processes.alone else OUTAGE
        if self._clock_changed:
            gap, self._clock_changed = float("inf"), False

        def record(tx: Transaction) -> clocks.Outages:
            outage = tx.record_alive(now, gap=gap)
            return (
                tx.read_outages() if before is None or outage is not None or not self.processes.alone else self.outages
            )

        self.outages = await self.store.transaction(record)
        self._alive_at = now
        is_back = await self.shards.note(now, down, shards, gap=OUTAGE)
        past = tuple((began, min(ended, now)) for began, ended in self.outages if began < now)
        if is_back or past != self.outages:
            self.outages = past
            await self._set_timers_anew()

    async def _set_timers_anew(self) -> None:
        """Recompute the timers of every match after a clock change."""
        due = await self.store.transaction(lambda tx: tx.read_due_timers(float("inf"), limit=1 << 62))
        for match_id in {match_id for match_id, _ in due}:
            await self.change(match_id, MACHINE, Change)

    def _write(
        self, tx: Transaction, cached: Cached, change: Change, row: MatchRow, request: Request
    ) -> tuple[Owed, tuple[Seat, ...]]:
        return write_change(
            tx,
            cached.match,
            change,
            row=row,
            was=cached.row,
            interaction_id=request.interaction_id,
            now=self.now(),
            outages=self.outages_of(change.match),
        )

    async def _transact(self, fn: Callable[[Transaction], R]) -> R:
        """Run a transaction. Raises Outdated; other conflicts become errors that people can read."""
        try:
            return await self.store.transaction(fn)
        except Delivered as delivered:
            raise done_already() from delivered
        except ChannelTaken as taken:
            raise channel_taken() from taken

    async def _read_current(self, match_id: int) -> Cached:
        """Read a match. If other processes may have changed it, compare the cached one with the store first."""
        seen = None if self.processes.alone else self.cache.find(match_id)
        if seen is not None and not await self._is_current(seen.match):
            self.forget((match_id,))
        return await self._read_cached(match_id)

    async def _read_cached(self, match_id: int) -> Cached:
        cached = self.cache.find(match_id)
        if cached is None:
            if not 0 < match_id < _MOST_MATCHES:
                raise unknown_match()
            found = await self.store.transaction(lambda tx: read_match(tx, match_id))
            if found is None:
                raise unknown_match()
            match, row, drafts = found
            cached = Cached(match, row, dict(drafts))
        return self.cache.add(cached)
