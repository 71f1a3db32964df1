"""Open and close sessions of shards as the fleet's plan wants them.

discord.py opens the sessions of all its shards once, at the start. Here sessions are opened and closed while the client
runs.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord
from discord.gateway import DiscordWebSocket
from discord.shard import Shard

from matches.errors import StoreError
from matches.keeping.fleet import Fleet

log = logging.getLogger(__name__)

READY_WITHIN: Final = 60.0
"""Seconds after which the next session is opened even if the previous one is not ready."""

RESERVED: Final = 50
"""Logins left for today at which processes stop logging in: a bot that uses more than Discord allows loses its
token."""

LONGEST_WAIT: Final = 300.0
"""The most seconds until another look at the logins left for today."""

LEAVE_WITHIN: Final = 40.0
"""Seconds a stopping process waits for others to take over its shards."""

LOOK_EVERY: Final = 0.1


class Sessions:
    """The sessions of a client. `connected`: the shards that have one now."""

    def __init__(self, client: discord.AutoShardedClient, fleet: Fleet) -> None:
        self._client = client
        self.fleet = fleet
        self.connected: set[int] = set()
        self._ready: dict[int, asyncio.Event] = {}
        self._opening: asyncio.Task[None] | None = None
        self._closed: dict[int, Shard] = {}

    async def begin(self) -> None:
        """Agree with the other processes on the number of shards. Raises StoreError or discord.HTTPException."""
        client = self._client
        recommended, _, _ = await client.http.get_bot_gateway()
        client.shard_count = client._connection.shard_count = await self.fleet.agree_on_count(recommended)
        client._connection.shard_ids = range(
            client.shard_count + 1
        )  # so that only `note_ready` reports the client ready

    async def step(self) -> None:
        """Send a heartbeat, then open and close sessions as the plan says. Raises StoreError."""
        plan = await self.fleet.beat(self.connected)
        for shard in [shard for shard in self._list_open() if shard not in plan.wanted]:
            await self._close(shard)
        if (self._opening is None or self._opening.done()) and self._list_missing():
            self._opening = asyncio.create_task(self._open_missing(), name="opening of shards")

    async def leave(self) -> None:
        """Wait until other processes have taken over the shards of this one, if there are any."""
        self.fleet.leave()
        try:
            async with asyncio.timeout(LEAVE_WITHIN):
                await self.fleet.beat(self.connected)
                while self.fleet.plan.owned and self.fleet.plan.others:  # noqa: ASYNC110 - beats go on in a loop
                    await asyncio.sleep(LOOK_EVERY)
        except (TimeoutError, StoreError) as error:
            log.warning("stopped before all shards were taken over: %s", error or "the others are too slow")

    async def stop(self) -> None:
        """Stop opening sessions, and release this process's shards."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.wait({self._opening})
        await self.fleet.end()

    async def wait_to_log_in(self, shard: int) -> None:
        """Wait until this process may log in with a shard, by Discord's limits for all processes together."""
        limits = await self._client.fetch_session_start_limits()
        while limits.remaining <= RESERVED:
            wait = min(limits.reset_after / 1000, LONGEST_WAIT)
            log.error("only %d logins are left for today: waiting %.0f s", limits.remaining, wait)
            await asyncio.sleep(wait)
            limits = await self._client.fetch_session_start_limits()
        await self.fleet.wait_to_log_in(shard % limits.max_concurrency)

    async def note_connected(self, shard: int) -> None:
        """Note that a shard has a session."""
        if (late := self._closed.pop(shard, None)) is not None and shard not in self._list_open():
            await late.close()  # it was reconnecting when it was closed
            return
        self.connected.add(shard)

    def note_lost(self, shard: int) -> None:
        """Note that a shard has lost its connection."""
        self.connected.discard(shard)

    def note_ready(self, shard: int) -> None:
        """Note that the servers of a new session are known. After the first session the client is ready."""
        self._ready.setdefault(shard, asyncio.Event()).set()
        self._client._connection.call_handlers("ready")
        self._client.dispatch("ready")

    def _shards(self) -> dict[int, Shard]:
        found: dict[int, Shard] = self._client._AutoShardedClient__shards  # type: ignore[attr-defined] # name of a private attribute
        return found

    def _list_open(self) -> list[int]:
        return sorted(self._shards())

    def _list_missing(self) -> list[int]:
        """List the shards to open, first those that nobody serves."""
        plan = self.fleet.plan
        return sorted(plan.wanted - self._shards().keys(), key=lambda shard: (shard in plan.owners, shard))

    async def _open_missing(self) -> None:
        """Open sessions, one after another."""
        while missing := self._list_missing():
            shard = missing[0]
            ready = self._ready[shard] = asyncio.Event()
            self._closed.pop(shard, None)
            await self._client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
            try:
                async with asyncio.timeout(READY_WITHIN):
                    await ready.wait()
            except TimeoutError:
                log.warning("shard %d is not ready after %.0f s", shard, READY_WITHIN)

    async def _close(self, shard: int) -> None:
        """Close a session. Interactions that came through it are still answered, because answers need no session."""
        log.info("shard %d is closed here; %s serves it", shard, self.fleet.plan.owners.get(shard, "nobody"))
        found = self._closed[shard] = self._shards().pop(shard)
        self.connected.discard(shard)
        await found.close()
        state = self._client._connection
        for guild in [guild for guild in self._client.guilds if guild.shard_id == shard]:
            state._remove_guild(guild)
