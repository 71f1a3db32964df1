"""Settings of a server."""

from __future__ import annotations

import msgspec

from data import Transaction
from matches.people.preferences import Server
from tests.support.play.table import Table


async def change_setting(at: Table, server: Server, guild: str = "Harbour") -> None:
    """Change a setting as the server's owner."""
    guild_id = next(found.id for found in at.sandbox.world.guilds.values() if found.name == guild)

    def write(tx: Transaction) -> None:
        row = tx.read_guild(guild_id)
        tx.put_guild(msgspec.structs.replace(row, settings=msgspec.json.encode(server).decode()))

    await at.referee.store.transaction(write)
