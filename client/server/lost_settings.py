"""Settings of a server that name channels and roles that no longer exist.

They are dropped when Discord reports the deletion. A deletion while the bot was offline is not reported, so what is
missing is also left out whenever the settings are used.
"""

from __future__ import annotations

import discord
from discord.ext import commands
from msgspec import structs

from client.core.bot import Slowboat
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


class LostSettings(commands.Cog):
    """Drop settings that name a deleted channel, thread or role."""

    def __init__(self, bot: Slowboat) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await forget_place(self.bot.referee, channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await forget_place(self.bot.referee, payload.guild_id, payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await forget_place(self.bot.referee, role.guild.id, role.id)
