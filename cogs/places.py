"""Where matches live: threads that are archived, channels that are locked or deleted, servers that come and go.

A match whose place is lost rests, clocks and all, until the place is back or somebody calls `/move-here`.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import structs

from client.commands.translator import named, told
from client.core.bot import Slowboat
from client.lobby.card import refresh_card
from client.lobby.moving import Place, may_play, move
from games.text import T
from matches.change import Change
from matches.clocks import pauses
from matches.directory import find_open_at, find_open_in, find_open_of, has_only_rested
from matches.errors import Stale, UserError
from matches.lobby import lobby
from matches.match import Match
from matches.people.servers import mark_gone, mark_left
from matches.referee import MACHINE
from matches.rows import MatchRow

log = logging.getLogger(__name__)

_SLACK = 120.0
"""Seconds by which Discord may archive a thread too early."""


class Places(commands.Cog):
    """Listens to what happens to channels, threads and servers."""

    def __init__(self, bot: Slowboat) -> None:
        self.bot = bot
        self._woken: dict[int, float] = {}
        self._left: set[int] = set()
        """Private threads we were removed from; discord.py goes on listing them."""
        self._looking: asyncio.Task[Any] | None = None

    async def cog_unload(self) -> None:
        """When we stop there is nothing more to look for; the next start looks again."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        row = await self._open_match(payload.thread_id)
        if row is None:
            return
        about: dict[str, Any] = dict(payload.data)
        state = about["thread_metadata"]
        if state.get("locked"):
            await pause_lost(self.bot, row)
        elif not state.get("archived"):
            await resume_found(self.bot, row)
        elif row.phase == "running" and self._by_silence(about):
            await self._wake(payload.thread_id)
        else:
            await pause_lost(self.bot, row)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        row = await self._open_match(payload.thread_id)
        if row is not None:
            await close_deleted(self.bot, row)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """We were added to a private thread, or see it again."""
        self._left.discard(thread.id)
        row = await self._open_match(thread.id)
        if row is not None and not thread.archived and not thread.locked and may_play(thread):
            await resume_found(self.bot, row)

    @commands.Cog.listener()
    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """We were removed from a thread. Only a private one is closed to us by that, unless we manage threads."""
        if not thread.is_private() or thread.permissions_for(thread.guild.me).manage_threads:
            return
        self._left.add(thread.id)
        row = await self._open_match(thread.id)
        if row is not None:
            await pause_lost(self.bot, row)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and with it its threads; of those that were awake Discord tells one by one."""
        for row in await self._open_matches(channel.guild):
            if channel.id in (row.channel_id, row.card_channel_id):
                await close_deleted(self.bot, row)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self._look_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self._look_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._look_again(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Discord tells of nobody but ourselves: a role was given to us or taken."""
        await self._look_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Removed from a server, or it was deleted."""
        now = self.bot.referee.now()
        await mark_left(self.bot.referee, guild.id, now)
        for row in await self._open_matches(guild):
            await pause_lost(self.bot, row)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        for row in await self._open_matches(guild):
            await pause_lost(self.bot, row)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord's own trouble is over: the matches go on without a word."""
        if self.bot.is_ready():
            await self._look_again(guild, quietly=True)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Something may have changed while nobody could tell us."""
        self._looking = asyncio.current_task()
        present = {guild.id for guild in self.bot.guilds}
        for guild_id in await mark_gone(self.bot.referee, present, self.bot.referee.now()):
            for row in await find_open_in(self.bot.referee, guild_id):
                await pause_lost(self.bot, row)
        for guild in self.bot.guilds:
            await self._look_again(guild, quietly=True)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await mark_left(self.bot.referee, guild.id, None)
        await self._look_again(guild)

    @commands.Cog.listener()
    async def on_place_lost(self, match_id: int) -> None:
        """A board found no channel any more: it was deleted while nobody could tell us."""
        await pause_lost(self.bot, (await self.bot.referee.match(match_id)).row)

    async def move_here(self, interaction: discord.Interaction, match_id: int) -> None:
        """`/move-here`: go on in this channel with a match of the same server."""
        if not isinstance(interaction.channel, Place):
            raise UserError(T("This works only in a server."))
        await move(self.bot, interaction, match_id, interaction.channel)

    async def movable(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """The matches of this server that this person plays elsewhere."""
        rows = await find_open_of(self.bot.referee, interaction.user.id)
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
        try:
            await self.bot.http.edit_channel(thread_id, archived=False)  # discord.py forgets a thread that sleeps
        except discord.HTTPException as error:
            log.info("thread %s stays archived: %s", thread_id, error)
        else:
            self._woken[thread_id] = self.bot.referee.now()

    def _by_silence(self, thread: dict[str, Any]) -> bool:
        """Whether Discord archived a thread because nothing was said in it, and not a person."""
        state = thread["thread_metadata"]
        spoken = discord.utils.snowflake_time(int(thread.get("last_message_id") or thread["id"])).timestamp()
        began = max(spoken, self._woken.get(int(thread["id"]), 0.0))
        archived = discord.utils.parse_time(state["archive_timestamp"]).timestamp()
        return bool(archived - began >= state["auto_archive_duration"] * 60 - _SLACK)

    async def _look_again(self, guild: discord.Guild, *, quietly: bool = False) -> None:
        """See which matches of a server can be played where they are. Of a thread that sleeps nothing is known."""
        for row in await self._open_matches(guild):
            place = guild.get_channel_or_thread(row.channel_id)
            if place is None or place.id in self._left or getattr(place, "archived", False):
                continue
            if not may_play(place):
                await pause_lost(self.bot, row)
            elif not getattr(place, "locked", False):
                await resume_found(self.bot, row, quietly=quietly)

    async def _open_match(self, channel_id: int) -> MatchRow | None:
        return await find_open_at(self.bot.referee, channel_id)

    async def _open_matches(self, guild: discord.Guild) -> list[MatchRow]:
        return await find_open_in(self.bot.referee, guild.id)


async def close_deleted(bot: Slowboat, row: MatchRow) -> None:
    """The place of a match is gone for good: a lobby closes, a match rests until somebody takes it elsewhere."""
    if row.phase != "lobby":
        await pause_lost(bot, row)
        return
    now = bot.referee.now()
    done = await bot.referee.change(row.id, MACHINE, lambda match: lobby.expire(match, now=now))
    await refresh_card(bot, done.match)


async def pause_lost(bot: Slowboat, row: MatchRow) -> None:
    """The place of a match is gone or closed: it rests."""
    if row.phase != "running":
        return
    now = bot.referee.now()
    try:
        await bot.referee.change(row.id, MACHINE, lambda match: pauses.pause(match, "place", now=now, board=False))
    except Stale:
        return  # it rests already
    log.info("match %s rests: its place %s cannot be used", row.id, row.channel_id)


async def resume_found(bot: Slowboat, row: MatchRow, *, quietly: bool = False) -> None:
    """The place of a match can be used again: it goes on if that was why it rested."""
    if row.paused_for != "place":
        return
    now = bot.referee.now()
    quietly = quietly and await has_only_rested(bot.referee, row)

    def work(match: Match) -> Change:
        if match.row.paused_for != "place":
            raise Stale(T("This match is not paused."))
        change = pauses.resume(match, now=now)
        return structs.replace(change, board=False) if quietly else change

    try:
        done = await bot.machines.run(await bot.referee.change(row.id, MACHINE, work))
    except Stale:
        return
    if done.outbox_id is None:
        await bot.postman.refresh(done.match)
    else:
        await bot.postman.announce(done)


async def setup(bot: Slowboat) -> None:
    cog = Places(bot)
    await bot.add_cog(cog)

    async def move_here(interaction: discord.Interaction, match: int) -> None:
        await cog.move_here(interaction, match)

    async def complete(interaction: discord.Interaction, current: int | str) -> list[app_commands.Choice[int]]:
        return await cog.movable(interaction, str(current or ""))

    app_commands.describe(match=told(T("Which match; pick from the list"), bot.texts))(move_here)
    app_commands.rename(match=named("match"))(move_here)
    description = told(T("Go on with a match of yours in this channel"), bot.texts)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=named("move-here"), description=description, callback=move_here
    )
    command.autocomplete("match")(complete)
    bot.tree.add_command(command)
