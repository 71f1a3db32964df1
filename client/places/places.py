"""Pause matches whose channel, thread or server is lost, and resume them once it is back.

The clocks of a paused match are stopped. Players can also continue it elsewhere with `/move-here`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from client.core.bot import Slowboat
from client.core.errands import side_by_side
from client.core.metrics import BUDGET
from client.core.refusals import FAILURES, is_closed
from client.lobby.threads import KEPT_OPEN
from client.places.losing import close_deleted, make_key, pause_lost, resume_found
from client.places.moving import may_play
from client.places.obstacles import ARCHIVED, LOCKED, explain_refusal, find_obstacle
from client.places.removals import watch_new_sessions
from client.places.thread_closing import is_inactive, read_time
from matches.directory import find_open_at, find_open_in, find_pause
from matches.errors import UserError
from matches.match import Match
from matches.people.servers import mark_back, mark_gone, mark_left

log = logging.getLogger(__name__)

_SOON = 60
"""Minutes of silence after which Discord archives the thread of a finished match: the shortest setting."""

_QUIETLY_WITHIN = 3600.0
"""A match that has waited for its channel for less than these seconds goes on without a new board."""


class Places(commands.Cog):
    """Listen to changes of channels, threads and servers."""

    def __init__(self, bot: Slowboat) -> None:
        self.bot = bot
        self._unarchived_at: dict[int, float] = {}
        self._left: set[int] = set()
        """Private threads the bot was removed from, which discord.py still lists."""
        self._checking: asyncio.Task[Any] | None = None
        bot.reopen_direct, bot.look_at_places = self.reopen_direct, self.look_again
        self._stop_watching = watch_new_sessions(bot)

    async def cog_unload(self) -> None:
        """Stop checking; the next start checks again."""
        self._stop_watching()
        if self._checking is not None:
            self._checking.cancel()
            await asyncio.wait({self._checking})

    async def reopen_direct(self, channel_id: int) -> None:
        """Resume the match in direct messages that were closed to the bot, once its player presses or writes something.

        Discord does not report when they are open again. If they are still closed, the match is paused again.
        """
        match = await self._open_match(channel_id)
        if match is not None:
            await resume_found(self.bot, match)

    async def look_again(self) -> None:
        """Look at the closed channels of paused matches that are due, in case Discord did not report that they are open
        again."""
        due = self.bot.rests.list_due("match", self.bot.referee.now())
        await side_by_side([partial(self._look, key) for key in due], most=5)

    async def _look(self, key: tuple[str, int, int]) -> None:
        """Look at the channel of a paused match, and resume the match if the bot can write there again."""
        bot, (_, match_id, guild_id) = self.bot, key
        if not bot.serves(guild_id) or bot.get_guild(guild_id) is None:
            return  # a server that has removed the bot and adds it again tells us
        if bot.metrics.count_invalid(time.monotonic()) > BUDGET / 2:
            return  # half of the refusals that Discord allows are for boards
        try:
            match = (await bot.referee.match(match_id)).seen_from(guild_id)
        except UserError:  # it was deleted
            bot.rests.end(key)
            return
        if match.paused_for != "place" or match.guild_id != guild_id:
            bot.rests.end(key)
            return
        try:
            why = await find_obstacle(bot, match)
        except (*FAILURES, discord.InvalidData) as error:
            log.info("match %s: its channel %s is still closed: %s", match_id, match.channel_id, error)
            why = explain_refusal(error)
        now = bot.referee.now()
        if why is not None:
            bot.rests.note(key, why, now=now)
            return
        self._left.discard(match.channel_id)
        rest = bot.rests.find(key)
        await resume_found(bot, match, quietly=rest is not None and now - rest.since < _QUIETLY_WITHIN)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        match = await self._open_match(payload.thread_id)
        if match is None:
            return
        about: dict[str, Any] = dict(payload.data)
        state = about["thread_metadata"]
        if state.get("locked"):
            await pause_lost(self.bot, match, LOCKED, by_person=bool(state.get("archived")))
        elif not state.get("archived"):
            self._note_reopened(payload.thread_id, state["archive_timestamp"])
            await resume_found(self.bot, match)
        elif match.phase == "running" and self._is_inactive(about):
            await self._unarchive(match, about)
        else:
            await pause_lost(self.bot, match, ARCHIVED, by_person=True)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        match = await self._open_match(payload.thread_id)
        if match is not None:
            await close_deleted(self.bot, match)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Resume the match of a private thread the bot was added to."""
        self._left.discard(thread.id)
        match = await self._open_match(thread.id)
        if match is not None and not thread.archived and not thread.locked and self._may_play(thread):
            await resume_found(self.bot, match)

    @commands.Cog.listener()
    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Pause the match of a private thread the bot was removed from, unless it may manage threads."""
        if not thread.is_private() or thread.permissions_for(thread.guild.me).manage_threads:
            return
        self._left.add(thread.id)
        match = await self._open_match(thread.id)
        if match is not None:
            await pause_lost(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handle the loss of a channel. Discord reports the loss of its active threads one by one."""
        for match in await self._open_matches(channel.guild):
            if channel.id in (match.channel_id, match.card_channel_id):
                await close_deleted(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self._check_places(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self._check_places(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._check_places(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Handle changed roles of the bot. Without the members intent, Discord reports changes of no other member."""
        await self._check_places(after.guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle a server that removed the bot, or was deleted."""
        now = self.bot.referee.now()
        await mark_left(self.bot.referee, guild.id, now)
        for match in await self._open_matches(guild):
            await pause_lost(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        for match in await self._open_matches(guild):
            await pause_lost(self.bot, match)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the matches of a server after an outage of Discord, without a message."""
        if self.bot.is_ready():
            await self._check_places(guild, quietly=True)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look for changes that happened while the bot was offline."""
        self._checking = asyncio.current_task()
        # at the same moment, because another shard may be connected while the store is asked
        present, knows = {guild.id for guild in self.bot.guilds}, self.bot.note_connections()
        await mark_back(self.bot.referee, present)
        now = self.bot.referee.now()
        for guild_id in await mark_gone(self.bot.referee, present, now, within=knows):
            for match in await find_open_in(self.bot.referee, guild_id):
                await pause_lost(self.bot, match)
        for guild in self.bot.guilds:
            await self._check_places(guild, quietly=True)
            await self._check_unlisted(guild)
            await self._note_paused(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await mark_left(self.bot.referee, guild.id, None)
        await self._check_places(guild)

    @commands.Cog.listener()
    async def on_place_lost(self, match_id: int, guild_id: int) -> None:
        """Pause a match after a message could not be posted because its channel in a server is gone or closed to the
        bot."""
        await pause_lost(self.bot, (await self.bot.referee.match(match_id)).seen_from(guild_id))

    @commands.Cog.listener()
    async def on_board_posted(self, match_id: int) -> None:
        """Have the thread of a finished match archived after an hour of silence, but not locked: the buttons of its
        last board still work, and a rematch reopens it."""
        match = await self.bot.referee.match(match_id)
        if match.phase != "finished" or match.card_channel_id is None:
            return  # the match has no thread of its own, whose card would be in the parent channel
        try:
            await self.bot.http.edit_channel(match.channel_id, auto_archive_duration=_SOON)
        except FAILURES as error:
            log.info("thread %s keeps its time until archiving: %s", match.channel_id, error)

    async def _unarchive(self, match: Match, thread: dict[str, Any]) -> None:
        """Unarchive the thread of a match in play, without posting anything. If Discord refuses, the match pauses, and
        the bot tries again."""
        # `_SOON` was set after an earlier match; the rematch gets more time. Only the thread's owner may set it.
        thread_id, me = int(thread["id"]), self.bot.user
        mine = me is not None and thread.get("owner_id") == str(me.id)
        soon = thread["thread_metadata"]["auto_archive_duration"] == _SOON
        more: dict[str, Any] = {"auto_archive_duration": KEPT_OPEN} if soon and mine else {}
        try:
            # discord.py keeps no archived threads that could be edited
            await self.bot.http.edit_channel(thread_id, archived=False, **more)
        except FAILURES as error:
            log.info("thread %s stays archived: %s", thread_id, error)
            await pause_lost(self.bot, match, explain_refusal(error))
        else:
            self._unarchived_at[thread_id] = self.bot.referee.now()

    def _note_reopened(self, thread_id: int, when: str) -> None:
        """Note when an active thread was reopened or made, as Discord says: a start has forgotten it."""
        self._unarchived_at[thread_id] = discord.utils.parse_time(when).timestamp()

    def _is_inactive(self, thread: dict[str, Any]) -> bool:
        """Tell whether Discord archived a thread because nobody had used it; otherwise a person archived it."""
        state = thread["thread_metadata"]
        spoken = read_time(int(thread.get("last_message_id") or thread["id"]))
        began = max(spoken, self._unarchived_at.get(int(thread["id"]), 0.0))
        archived = discord.utils.parse_time(state["archive_timestamp"]).timestamp()
        return is_inactive(began, archived, state["auto_archive_duration"])

    async def _check_places(self, guild: discord.Guild, *, quietly: bool = False) -> None:
        """Pause the matches of a server that cannot be played where they are, and resume those that can.

        Archived threads are left out, because Discord reports nothing about them.
        """
        for match in await self._open_matches(guild):
            place = guild.get_channel_or_thread(match.channel_id)
            if isinstance(place, discord.Thread) and not place.archived:  # since when it is open, if a start forgot it
                self._unarchived_at[place.id] = place.archive_timestamp.timestamp()
            if place is None or place.id in self._left or getattr(place, "archived", False):
                continue
            if not self._may_play(place):
                await pause_lost(self.bot, match)
            elif not getattr(place, "locked", False):
                await resume_found(self.bot, match, quietly=quietly)

    async def _check_unlisted(self, guild: discord.Guild) -> None:
        """Pause the matches in private threads that the bot was removed from while it was offline, and in deleted
        channels. Discord lists neither these nor archived threads."""
        for match in await self._open_matches(guild):
            if match.phase != "running" or guild.get_channel_or_thread(match.channel_id) is not None:
                continue
            try:
                await self.bot.http.get_channel(match.channel_id)
            except FAILURES as error:
                if is_closed(error):
                    self._left.add(match.channel_id)
                    await pause_lost(self.bot, match, explain_refusal(error))
                else:
                    log.info("match %s: could not check its channel %s: %s", match.id, match.channel_id, error)

    def _may_play(self, place: discord.abc.GuildChannel | discord.Thread) -> bool:
        return may_play(place, now=self.bot.referee.now())

    async def _note_paused(self, guild: discord.Guild) -> None:
        """Look at the channels of matches that were paused before this process began, the newest losses most often."""
        for match in await self._open_matches(guild):
            if match.paused_for == "place":
                paused = await find_pause(self.bot.referee, match)
                since = paused.at if paused is not None else match.created_at
                self.bot.rests.note_earlier(make_key(match), since, now=self.bot.referee.now())

    async def _open_match(self, channel_id: int) -> Match | None:
        return await find_open_at(self.bot.referee, channel_id)

    async def _open_matches(self, guild: discord.Guild) -> list[Match]:
        return await find_open_in(self.bot.referee, guild.id)
