"""Where matches live: threads that are archived, channels that are locked or deleted, servers that come and go.

A match whose place is lost rests, clocks and all, until the place is back or somebody calls `/move-here`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import structs

from cogs import _errors
from cogs._opening import refuse_second
from cogs._translator import named, told
from data import OPEN_PHASES, Transaction
from games.text import Channel, T
from matches import pauses
from matches.match import Match
from matches.referee import MACHINE
from matches.trouble import Stale, Trouble

if TYPE_CHECKING:
    from cogs._bot import Slowboat

log = logging.getLogger(__name__)

_EPOCH = 1_420_070_400.0  # Discord counts the time in its ids from 2015
_SLACK = 120.0


class Places(commands.Cog):
    """Listens to what happens to channels, threads and servers."""

    def __init__(self, bot: Slowboat) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        about: dict[str, Any] = dict(payload.data)
        state = about["thread_metadata"]
        match = await self._open_match(payload.thread_id)
        if match is None:
            return
        if state.get("locked"):
            await lost(self.bot, match)
        elif not state.get("archived"):
            await found(self.bot, match)
        elif _by_silence(about) and match.row.phase == "running":
            await self._wake(payload.thread_id)
        else:
            await lost(self.bot, match)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        match = await self._open_match(payload.thread_id)
        if match is not None:
            await lost(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        for match in await self._matches_of(channel.guild):
            gone = channel.guild.get_channel_or_thread(match.row.channel_id) is None
            if match.row.channel_id == channel.id or gone:
                await lost(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        match = await self._open_match(after.id)
        if match is not None:
            await (found if may_play(after) else lost)(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self._look_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Removed from a server, or it was deleted."""
        now = self.bot.referee.now()
        await self.bot.referee.store.transaction(
            lambda tx: tx.put_guild(structs.replace(tx.guild(guild.id), left_at=now))
        )
        for match in await self._matches_of(guild):
            await lost(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        for match in await self._matches_of(guild):
            await lost(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._look_again(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.bot.referee.store.transaction(
            lambda tx: tx.put_guild(structs.replace(tx.guild(guild.id), left_at=None))
        )
        await self._look_again(guild)

    async def move_here(self, interaction: discord.Interaction, match_id: int) -> None:
        """`/move-here`: go on in this channel with a match of the same server."""
        bot = self.bot
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await bot.referee.match(match_id)
        who = bot.request(interaction)
        if who.user_id not in match.people and not who.manages_server:
            raise Trouble(T("Only those who play in this match decide this."))
        if missing := _errors.missing_permissions(interaction):
            raise _errors.lacks(missing, interaction.channel_id or 0)
        if match.row.channel_id != interaction.channel_id:
            await refuse_second(bot, interaction)
        now, place, guild_id = bot.referee.now(), interaction.channel_id or 0, interaction.guild_id or 0
        done = await bot.referee.change(
            match_id, who, lambda found: pauses.moved(found, place, guild_id, now=now, user_id=interaction.user.id)
        )
        said = bot.say(interaction, done.match)(T("The match goes on in {channel}.", channel=Channel(place)))
        await interaction.edit_original_response(view=bot.notice(said))
        await bot.postman.deliver(await bot.machines.run(done), interaction)

    async def movable(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """The matches of this server that this person plays elsewhere."""
        rows = await self.bot.referee.store.transaction(lambda tx: tx.open_matches_of(interaction.user.id))
        offered = []
        for row in rows:
            here = row.channel_id == interaction.channel_id and row.paused_for != "place"
            if row.guild_id != interaction.guild_id or row.phase == "lobby" or here:
                continue
            match = await self.bot.referee.match(row.id)
            say = self.bot.say(interaction, match)
            others = ", ".join(seat.name for seat in match.seats if seat.user_id != interaction.user.id)
            label = f"{say(match.words.TITLE)} · {others}"[:100]
            if typed.casefold() in label.casefold():
                offered.append(app_commands.Choice(name=label, value=row.id))
        return offered[:25]

    async def _wake(self, thread_id: int) -> None:
        """A match that is being played keeps its thread open; nothing is posted for that."""
        thread = self.bot.get_channel(thread_id)
        if isinstance(thread, discord.Thread):
            try:
                await thread.edit(archived=False)
            except discord.HTTPException as error:
                log.info("thread %s stays archived: %s", thread_id, error)

    async def _look_again(self, guild: discord.Guild) -> None:
        for match in await self._matches_of(guild):
            place = guild.get_channel_or_thread(match.row.channel_id)
            if place is not None and not getattr(place, "archived", False):
                await (found if may_play(place) else lost)(self.bot, match)

    async def _open_match(self, channel_id: int) -> Match | None:
        match = await self.bot.referee.match_in(channel_id)
        return match if match is not None and match.row.phase in OPEN_PHASES else None

    async def _matches_of(self, guild: discord.Guild) -> list[Match]:
        def read(tx: Transaction) -> list[int]:
            return [row.id for row in tx.open_matches_in(guild.id)]

        return [await self.bot.referee.match(match_id) for match_id in await self.bot.referee.store.transaction(read)]


async def lost(bot: Slowboat, match: Match) -> None:
    """The place of a match is gone or closed: it rests."""
    now = bot.referee.now()
    try:
        await bot.referee.change(match.row.id, MACHINE, lambda row: pauses.pause(row, "place", now=now, board=False))
    except Stale:
        return  # a lobby, or one that rests already
    log.info("match %s rests: its place %s cannot be used", match.row.id, match.row.channel_id)


async def found(bot: Slowboat, match: Match) -> None:
    """The place of a match can be used again: it goes on if that was why it rested."""
    if match.row.paused_for != "place":
        return
    now = bot.referee.now()
    try:
        done = await bot.referee.change(match.row.id, MACHINE, lambda row: pauses.resume(row, now=now))
    except Stale:
        return
    await bot.postman.settle(await bot.machines.run(done))


def may_play(place: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether we may do in a place what a match needs."""
    allowed = place.permissions_for(place.guild.me)
    needed = ["view_channel", "attach_files"]
    needed.append("send_messages_in_threads" if isinstance(place, discord.Thread) else "send_messages")
    return all(getattr(allowed, name) for name in needed)


def _by_silence(thread: dict[str, Any]) -> bool:
    """Whether Discord archived a thread because nothing was said in it, and not a person."""
    state = thread["thread_metadata"]
    spoken = (int(thread.get("last_message_id") or thread["id"]) >> 22) / 1000 + _EPOCH
    archived = discord.utils.parse_time(state["archive_timestamp"]).timestamp()
    return bool(archived - spoken >= state["auto_archive_duration"] * 60 - _SLACK)


async def setup(bot: Slowboat) -> None:
    cog = Places(bot)
    await bot.add_cog(cog)

    async def move_here(interaction: discord.Interaction, match: int) -> None:
        await cog.move_here(interaction, match)

    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await cog.movable(interaction, current)

    app_commands.describe(match=told(T("Which match; pick from the list"), bot.texts))(move_here)
    app_commands.rename(match=named("match"))(move_here)
    description = told(T("Go on with a match of yours in this channel"), bot.texts)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=named("move-here"), description=description, callback=move_here
    )
    command.autocomplete("match")(complete)
    bot.tree.add_command(command)
