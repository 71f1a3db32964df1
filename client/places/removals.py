"""Notice servers that have removed the bot while it was not connected.

Discord reports such a removal only by leaving the server out of the list that begins a new session. discord.py keeps
such servers in its cache, so the bot would never notice.
"""

from __future__ import annotations

from typing import Any

from client.core.client import Client
from client.core.events import on


@on("setup")
async def watch_new_sessions(client: Client) -> None:
    """Make discord.py drop the servers that a new session leaves out, and report them as removed."""
    state = client._connection
    begin = state.parsers["READY"]

    def begin_session(data: Any) -> None:
        listed = {int(guild["id"]) for guild in data["guilds"]}
        shard, _ = data.get("shard", (0, 1))
        for guild in state.guilds:
            if guild.id not in listed and guild.shard_id == shard:
                state._remove_guild(guild)
                client.dispatch("guild_remove", guild)
        begin(data)

    state.parsers["READY"] = begin_session
