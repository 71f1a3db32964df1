"""Settings of a server that name channels and roles that no longer exist.

They are dropped when Discord reports the deletion. A deletion while the bot was offline is not reported, so what is
missing is also left out whenever the settings are used.
"""

from __future__ import annotations

import discord
from msgspec import structs

from client.core.bot import Slowboat
from client.core.events import on
from matches.people.preferences import Server
from matches.people.servers import forget_place


def list_channels(server: Server, guild: discord.Guild | None) -> tuple[int, ...]:
    """List the channels allowed for matches that exist; all of them if the server is not known just now."""
    if guild is None or guild.unavailable:
        return server.channels
    return tuple(number for number in server.channels if guild.get_channel(number) is not None)


def leave_out_lost(server: Server, guild: discord.Guild | None) -> Server:
    """Return the settings without channels and roles that are gone. If all allowed channels are, they stay, because
    none would mean that every channel is allowed."""
    if guild is None or guild.unavailable:
        return server
    role = server.looking_role if guild.get_role(server.looking_role) is not None else 0
    return structs.replace(server, channels=list_channels(server, guild) or server.channels, looking_role=role)


@on("guild_channel_delete")
async def forget_channel(bot: Slowboat, channel: discord.abc.GuildChannel) -> None:
    await forget_place(bot.referee, channel.guild.id, channel.id)


@on("raw_thread_delete")
async def forget_thread(bot: Slowboat, payload: discord.RawThreadDeleteEvent) -> None:
    await forget_place(bot.referee, payload.guild_id, payload.thread_id)


@on("guild_role_delete")
async def forget_role(bot: Slowboat, role: discord.Role) -> None:
    await forget_place(bot.referee, role.guild.id, role.id)
