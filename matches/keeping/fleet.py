"""Several processes of one bot, on a PostgreSQL server.

Once a second, each process writes that it is alive, reads the rows of the others, and computes the same distribution of
shards. A shard is handed over by its owner as soon as the new process is connected to it, or taken when its owner's
lease has ended. Meanwhile both are connected; each interaction is claimed, so that it is carried out once. What both
could do for a match is done under a lock of the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Final, Literal, cast

from msgspec import Struct

from data import AnyStore, LeaseRow, SharedStore, StoreError, Transaction
from matches.clocks.shards import shard_of

log = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds between two signs of life."""

LEASE: Final = 6.0
"""Seconds without a sign of life after which the shards of a process are taken over."""

SILENT: Final = 4.0
"""Seconds without a sign of life after which others connect to the shards of a process, to take them over at the end of
its lease."""

LOGINS_APART: Final = 5.5
"""Seconds between two logins of one bucket: Discord's five, and a margin for clocks and networks."""

LOOK_AGAIN: Final = 0.25
"""Seconds between two checks whether this process may log in."""

SECOND_WAITS: Final = 0.3
"""Seconds for which an interaction is left to the process that serves its shard, before another one answers it."""

CLAIM_WITHIN: Final = 1.0
"""Seconds a claim may take."""

PRESS_KEPT: Final = 900.0
"""Seconds for which the claim of an interaction is kept: as long as its token is valid."""

TIDIED_EVERY: Final = 60.0
"""Seconds between two deletions of old leases."""

FORGOTTEN_AFTER: Final = 3600.0
"""Seconds for which a lease is kept after its end."""

FRESH_FOR: Final = 30.0
"""Seconds for which wishes of people are used from memory."""

OTHER_COUNT: Final = (
    "The other processes run with {running} shards, and SLOWBOAT_SHARDS says {chosen}. The number can be changed only "
    "while no process runs."
)

Role = Literal["member", "standby", "leaving"]
"""A member gets shards; a standby is connected to all of them and gets some only if there is no member; a leaving
process keeps its shards until they are taken over."""

_ROLES: Final = ("member", "standby")


class Plan(Struct, frozen=True):
    """What a process has to do, and what is known about all.

    `owned`: the shards this process serves; `wanted`: those it should be connected to; `owners`: who serves each shard,
    without those that nobody serves; `others`: whether another process could take over ours.
    """

    owned: frozenset[int] = frozenset()
    wanted: frozenset[int] = frozenset()
    owners: Mapping[int, str] = {}
    others: bool = False


class _Sign(Struct, frozen=True, gc=False):
    """The newest sign of life of a process. `until`: the end of its lease; `silent`: the seconds since then, without
    those in which this process could not read the database, because the others could not write to it either."""

    until: float
    silent: float


class Fleet:
    """This process among the others. `name`: its name for people; `key`: a random number, new at each start;
    `count`: the number of shards of all processes, which `agree_on_count` may change."""

    alone = False

    def __init__(
        self,
        store: SharedStore,
        *,
        name: str,
        key: int,
        now: Callable[[], float],
        standby: bool = False,
        count: int | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`count`: None to take the number of shards that Discord recommends."""
        self.name = name
        self.count = 1
        self.plan = Plan()
        self._chosen = count
        self._store = store
        self._key = key
        self._holder = f"{name}/{key:x}"
        self._now = now
        self.role: Role = "standby" if standby else "member"
        self._sleep = sleep
        self._signs: Mapping[str, _Sign] = {}
        self._beaten_at = now()
        self._tidied_at = 0.0
        self._logins = itertools.count()

    @property
    def is_idle(self) -> bool:
        return not self.plan.owned

    def serves(self, guild_id: int) -> bool:
        """Whether this process serves the shard of a server. Direct messages (server 0) come from shard 0."""
        return shard_of(guild_id, self.count) in self.plan.owned

    def list_unserved(self) -> frozenset[int]:
        """List the shards that nobody serves."""
        return frozenset(range(self.count)) - self.plan.owners.keys()

    def list_down(self, disconnected: frozenset[int]) -> frozenset[int]:
        """List the shards of this process that are disconnected, and those that nobody serves."""
        return (disconnected & self.plan.owned) | self.list_unserved()

    def hold(self, kind: str, key: int) -> AbstractAsyncContextManager[bool]:
        return self._store.locks.hold(f"{kind} {key}")

    def has(self, kind: str, key: int) -> bool:
        return self._store.locks.has(f"{kind} {key}")

    async def keep_holds(self) -> None:
        """Keep what this process holds: to be called every few seconds. Raises StoreError."""
        await self._store.locks.keep()

    def is_fresh(self, read_at: float) -> bool:
        return self._now() - read_at < FRESH_FOR

    def describe(self) -> str:
        by_owner: dict[str, list[int]] = {self.name: sorted(self.plan.owned)}
        for shard, owner in sorted(self.plan.owners.items()):
            if shard not in self.plan.owned:
                by_owner.setdefault(owner.partition("/")[0], []).append(shard)
        by_owner["nobody"] = sorted(self.list_unserved())
        lines = [f"{name}: {', '.join(map(str, shards)) or '-'}\n" for name, shards in by_owner.items()]
        return f"{self.name} is a {self.role}; shards of {self.count} served by\n{''.join(lines)}"

    async def agree_on_count(self, recommended: int) -> int:
        """Agree on the number of shards with the processes that are already running. Returns it.

        `recommended`: Discord's number. Raises StoreError, also if the operator has chosen another number than the
        others run with.
        """
        now, wanted = self._now(), self._chosen or recommended

        def agree(tx: Transaction) -> int:
            if tx.claim("shards", 0, str(wanted), now=now, until=now + LEASE):
                return wanted
            return int(tx.list_leases("shards")[0].holder)

        self.count = await self._store.transaction(agree)
        if self._chosen not in (None, self.count):
            raise StoreError(OTHER_COUNT.format(running=self.count, chosen=self._chosen))
        return self.count

    async def beat(self, connected: Collection[int]) -> Plan:
        """Give a sign of life, hand over and take over shards. `connected`: the shards for which this process has a
        session.

        Raises StoreError.
        """
        now, role = self._now(), self.role
        tidies = now - self._tidied_at >= TIDIED_EVERY

        def write(tx: Transaction) -> tuple[Plan, Mapping[str, _Sign]]:
            tx.claim("shards", 0, str(self.count), now=now, until=now + LEASE)
            if tidies:
                tx.drop_ended_leases(now - FORGOTTEN_AFTER)
            if role == "leaving":
                for before in _ROLES:
                    tx.release(before, self._key, self._holder)
            tx.claim(role, self._key, self._holder, now=now, until=now + LEASE)
            rows = [row for kind in _ROLES for row in tx.list_leases(kind)]
            signs = {row.holder: self._read_sign(row, now) for row in rows}
            alive = [row for row in rows if signs[row.holder].silent < SILENT]
            return self._share(tx, now, frozenset(connected), alive), signs

        self.plan, self._signs = await self._store.transaction(write)
        self._beaten_at = now
        self._tidied_at = now if tidies else self._tidied_at
        return self.plan

    def _read_sign(self, row: LeaseRow, now: float) -> _Sign:
        """Read the newest sign of life of a process from its row."""
        before = self._signs.get(row.holder)
        if before is None:
            return _Sign(row.until, 0.0 if row.until > now else SILENT)
        if before.until != row.until:
            return _Sign(row.until, 0.0)
        return _Sign(row.until, before.silent + min(now - self._beaten_at, BEAT))

    def _share(self, tx: Transaction, now: float, connected: frozenset[int], alive: Collection[LeaseRow]) -> Plan:
        """Compute who gets which shard, and change the rows of this process's shards. `alive`: the members and standbys
        that count as alive."""
        members, standbys = (frozenset(row.holder for row in alive if row.kind == kind) for kind in _ROLES)
        rows = tx.list_leases("shard")
        me = self._holder
        mine = frozenset(tx.renew("shard", [row.key for row in rows if row.holder == me], me, until=now + LEASE))
        owners = {row.key: row.holder for row in rows if row.until > now and row.holder != me}
        owners |= dict.fromkeys(mine, me)
        shared = share_out(self.count, owners, members or standbys)
        takeable = frozenset() if self.role == "leaving" else frozenset(row.key for row in rows)
        if self.role == "standby" and not members:
            takeable = connected
        ready = {row.key: row.holder for row in tx.list_leases("ready") if row.until > now}
        for shard in range(self.count):
            heir = shared.get(shard)
            if owners.get(shard) == me and heir not in (None, me) and ready.get(shard) == heir:
                tx.release("shard", shard, me)
                tx.claim("shard", shard, str(heir), now=now, until=now + LEASE)
                owners[shard] = str(heir)
            elif shard not in owners and shard in connected and (self.role == "member" or shard in takeable):
                if tx.claim("shard", shard, me, now=now, until=now + LEASE):
                    owners[shard] = me
            elif heir == me and shard in connected and owners.get(shard) != me:
                tx.claim("ready", shard, me, now=now, until=now + LEASE)
        owned = frozenset(shard for shard, owner in owners.items() if owner == me)
        if self.role == "standby":
            wanted = frozenset(range(self.count))
        else:
            wanted = owned | {shard for shard, heir in shared.items() if heir == me}
        return Plan(owned, wanted, owners, others=bool((members | standbys) - {me}))

    async def claim(self, interaction_id: int, guild_id: int) -> bool | None:
        """Claim an interaction.

        A process that does not serve the shard first waits a moment for the one that does; a process that is about to
        end does not answer at all. If the database does not answer, the process that serves the shard may answer,
        unless another process has done so.
        """
        if not self.serves(guild_id):
            if self.role == "leaving":
                return False
            await self._sleep(SECOND_WAITS)
        now = self._now()
        claiming = asyncio.ensure_future(
            self._store.transaction(
                lambda tx: tx.claim("press", interaction_id, self._holder, now=now, until=now + PRESS_KEPT)
            )
        )
        await asyncio.wait({claiming}, timeout=CLAIM_WITHIN)  # cancelling it would wait for the database
        if claiming.done() and claiming.exception() is None:
            return claiming.result()
        claiming.add_done_callback(_note_failure)
        return None if self.serves(guild_id) else False

    async def wait_to_log_in(self, bucket: int) -> None:
        """Wait until this process may log in with a shard of this bucket."""
        holder = f"{self._holder}/{next(self._logins)}"

        def take(tx: Transaction) -> bool:
            now = self._now()
            return tx.claim("login", bucket, holder, now=now, until=now + LOGINS_APART)

        while True:
            try:
                if await self._store.transaction(take):
                    return
            except StoreError as error:
                log.warning("waiting to log in: %s", error)
            await self._sleep(LOOK_AGAIN)

    def leave(self) -> None:
        """Stop taking shards, and offer ours to the others from the next beat on."""
        self.role = "leaving"

    async def end(self) -> None:
        """Release everything, so that others need not wait for the end of our leases."""
        with contextlib.suppress(StoreError):  # the leases expire anyway
            await self._store.transaction(self._release)

    def _release(self, tx: Transaction) -> None:
        tx.release(self.role, self._key, self._holder)
        for kind in ("shard", "ready"):
            for row in tx.list_leases(kind):
                tx.release(kind, row.key, self._holder)


def share_out(count: int, owners: Mapping[int, str], members: Collection[str]) -> dict[int, str]:
    """Assign each of `count` shards to a member; to nobody if there are no members.

    The numbers of two members' shards differ by at most one, and as few shards as possible move. `owners`: who serves
    each shard now; owners that are not members lose their shards.
    """
    if not members:
        return {}
    own = {name: sorted(n for n, owner in owners.items() if owner == name and 0 <= n < count) for name in members}
    least, extra = divmod(count, len(own))
    by_size = sorted(own, key=lambda name: (-len(own[name]), name))
    room = {name: least + (place < extra) for place, name in enumerate(by_size)}
    shared = {shard: name for name in by_size for shard in own[name][: room[name]]}
    free = iter(sorted(set(range(count)) - set(shared)))
    for name in by_size:
        for _ in range(room[name] - min(room[name], len(own[name]))):
            shared[next(free)] = name
    return shared


def create_fleet(store: AnyStore, shards: str, *, name: str, now: Callable[[], float], standby: bool) -> Fleet:
    """Create this process's member of the fleet. `store`: opened as shared.

    `shards`: their number, or `auto` for the number that Discord recommends.
    """
    count = None if shards == "auto" else int(shards)
    return Fleet(cast("SharedStore", store), name=name, key=secrets.randbits(62), now=now, standby=standby, count=count)


def _note_failure(claiming: asyncio.Future[bool]) -> None:
    """Log why an interaction was not claimed, once that is known."""
    if not claiming.cancelled() and (error := claiming.exception()) is not None:
        log.warning("an interaction was not claimed: %s", error)
