"""discord.py's client for several shards, all in this process or distributed over several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord.ext import commands

from client.fleet.sessions import Sessions
from matches.clocks.shards import shard_of
from matches.keeping.fleet import Fleet
from matches.keeping.processes import Processes


class ShardedBot(commands.AutoShardedBot):
    """A client that serves all shards, or the share of this process."""

    def __init__(self, processes: Processes, **options: Any) -> None:
        super().__init__((), **options)
        self._processes = processes
        self.sessions = Sessions(self, processes) if isinstance(processes, Fleet) else None

    def is_connected(self) -> bool:
        """Tell whether any connection to Discord is up."""
        return any(not shard.is_closed() for shard in self.shards.values())

    def shards_down(self) -> frozenset[int]:
        """List the shards that nobody can reach."""
        disconnected = frozenset(number for number, shard in self.shards.items() if shard.is_closed())
        return self._processes.list_down(disconnected)

    def serves(self, guild_id: int) -> bool:
        """Tell whether this process does what is due in a server. Direct messages are server 0."""
        return self._processes.serves(guild_id)

    def note_connections(self) -> Callable[[int], bool]:
        """Note which shards this process is connected to now. Returns a function that tells for a server whether its
        shard was among them, so that the process knows whether the bot is there."""
        if self.sessions is None:
            return lambda _: True
        connected, count = frozenset(self.sessions.connected), self.shard_count or 1
        return lambda guild_id: shard_of(guild_id, count) in connected

    async def launch_shards(self) -> None:
        """Connect to all shards; with several processes, only agree with the others on their number."""
        if self.sessions is None:
            await super().launch_shards()
        else:
            await self.sessions.begin()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait before a login, as Discord's limits demand."""
        if self.sessions is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.sessions.wait_to_log_in(shard_id or 0)

    async def on_shard_connect(self, shard_id: int) -> None:
        if self.sessions is not None:
            await self.sessions.note_connected(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        if self.sessions is not None:
            await self.sessions.note_connected(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        if self.sessions is not None:
            self.sessions.note_lost(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        if self.sessions is not None:
            self.sessions.note_ready(shard_id)
