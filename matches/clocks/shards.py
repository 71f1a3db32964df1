"""Record outages of single shards, for a bot with several connections to Discord.

A server's shard follows from its id. While a shard is down, the clocks of its servers are stopped.
"""

from __future__ import annotations

from data import AnyStore, ShardOutage
from matches.clocks.clocks import Outages


def shard_of(guild_id: int, shards: int) -> int:
    """Return the shard of a server. Direct messages (server 0) come from the first shard."""
    return (guild_id >> 22) % shards


def merge_outages(found: Outages) -> Outages:
    """Merge outages that touch or overlap, oldest first."""
    merged: list[tuple[float, float]] = []
    for began, ended in sorted(found):
        if merged and began <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], ended)
        else:
            merged.append((began, ended))
    return tuple(merged)


class Shards:
    """Track which shards are down, and store their outages.

    An outage is stored while it lasts, so that a crash does not lose it.
    """

    def __init__(self, store: AnyStore) -> None:
        self._store = store
        self._count = 1
        self._down: dict[int, float] = {}
        """The shards that are down, and when each was last up."""
        self._noted_at: float | None = None
        self._outages: tuple[ShardOutage, ...] = ()

    @property
    def down(self) -> frozenset[int]:
        """The shards that are down."""
        return frozenset(self._down)

    def is_up(self, guild_id: int) -> bool:
        """Tell whether the shard of a server is up."""
        return shard_of(guild_id, self._count) not in self._down

    def outages_of(self, guild_id: int, whole: Outages) -> Outages:
        """Return the outages of a server's shard, merged with the outages of the whole bot."""
        own = [
            (outage.began, outage.ended)
            for outage in self._outages
            if shard_of(guild_id, outage.shards) == outage.shard
        ]
        return merge_outages((*whole, *own)) if own else whole

    async def note(self, now: float, down: frozenset[int], count: int, *, gap: float) -> bool:
        """Record which of `count` shards are down now.

        A shard that was down for longer than `gap` seconds has an outage. Returns whether an outage has ended; then
        timers must be recomputed.
        """
        self._outages = await self._store.transaction(lambda tx: tx.read_shard_outages())
        last = now if self._noted_at is None else min(self._noted_at, now)
        was_down = self._down if count == self._count else {}
        found = tuple(
            ShardOutage(shard, count, min(since, now), now) for shard, since in was_down.items() if now - since > gap
        )
        if found:
            self._outages = await self._store.transaction(lambda tx: tx.record_shard_outages(found, now))
        self._down = {shard: min(was_down.get(shard, last), now) for shard in down}
        self._count, self._noted_at = count, now
        return any(outage.shard not in down for outage in found)
