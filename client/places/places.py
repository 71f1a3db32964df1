"""Pause matches whose channel, thread or server is lost, and resume them once it is back.

The clocks of a paused match are stopped. Players can also continue it elsewhere under `/turns`. Discord reports the
removal of the bot while it was not connected only by leaving the server out of the list that begins a new session;
discord.py keeps such servers in its cache.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import discord

from client.core.bot import Slowboat
from client.core.client import Client
from client.core.errands import side_by_side
from client.core.events import on
from client.core.metrics import BUDGET
from client.core.permissions import may_play
from client.core.refusals import FAILURES, is_closed
from client.lobby.threads import KEPT_OPEN
from client.places.losing import close_deleted, make_key, pause_lost, resume_found
from client.places.obstacles import ARCHIVED, LOCKED, explain_refusal, find_obstacle, is_inactive, read_time
from matches.directory import find_open_at, find_open_in, find_pause
from matches.errors import UserError
from matches.match import Match
from matches.people.servers import mark_back, mark_gone, mark_left

log = logging.getLogger(__name__)

_SOON = 60
"""Minutes of silence after which Discord archives the thread of a finished match: the shortest setting."""

_QUIETLY_WITHIN = 3600.0
"""A match that has waited for its channel for less than these seconds goes on without a new board."""


class Places:
    """What memory alone holds about channels. `left`: private threads the bot was removed from, which discord.py still
    lists. `unarchived_at`: since when threads are open, in Unix seconds."""

    def __init__(self, _: Slowboat) -> None:
        self.left: set[int] = set()
        self.unarchived_at: dict[int, float] = {}


@on("arrival")
async def reopen_direct(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Resume the match in direct messages that were closed to the bot, once its player presses or writes something.

    Discord does not report when they are open again. If they are still closed, the match is paused again.
    """
    match = await find_open_at(bot.referee, interaction.channel_id or 0) if interaction.guild_id is None else None
    if match is not None:
        await resume_found(bot, match)


@on("look_again")
@on("sweep")
async def look_again(bot: Slowboat) -> None:
    """Look at the closed channels of paused matches that are due, in case Discord did not report that they are open
    again."""
    due = bot.rests.list_due("match", bot.referee.now())
    await side_by_side([partial(_look, bot, key) for key in due], most=5)


async def _look(bot: Slowboat, key: tuple[str, int, int]) -> None:
    """Look at the channel of a paused match, and resume the match if the bot can write there again."""
    _, match_id, guild_id = key
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
    bot[Places].left.discard(match.channel_id)
    rest = bot.rests.find(key)
    await resume_found(bot, match, quietly=rest is not None and now - rest.since < _QUIETLY_WITHIN)


@on("raw_thread_update")
async def follow_thread(bot: Slowboat, payload: discord.RawThreadUpdateEvent) -> None:
    match = await find_open_at(bot.referee, payload.thread_id)
    if match is None:
        return
    about: dict[str, Any] = dict(payload.data)
    state = about["thread_metadata"]
    if state.get("locked"):
        await pause_lost(bot, match, LOCKED, by_person=bool(state.get("archived")))
    elif not state.get("archived"):
        _note_reopened(bot, payload.thread_id, state["archive_timestamp"])
        await resume_found(bot, match)
    elif match.phase == "running" and _is_inactive(bot, about):
        await _unarchive(bot, match, about)
    else:
        await pause_lost(bot, match, ARCHIVED, by_person=True)


@on("raw_thread_delete")
async def close_thread(bot: Slowboat, payload: discord.RawThreadDeleteEvent) -> None:
    match = await find_open_at(bot.referee, payload.thread_id)
    if match is not None:
        await close_deleted(bot, match)


@on("thread_join")
async def join_thread(bot: Slowboat, thread: discord.Thread) -> None:
    """Resume the match of a private thread the bot was added to."""
    bot[Places].left.discard(thread.id)
    match = await find_open_at(bot.referee, thread.id)
    if match is not None and not thread.archived and not thread.locked and may_play(thread, now=bot.referee.now()):
        await resume_found(bot, match)


@on("thread_remove")
async def leave_thread(bot: Slowboat, thread: discord.Thread) -> None:
    """Pause the match of a private thread the bot was removed from, unless it may manage threads."""
    if not thread.is_private() or thread.permissions_for(thread.guild.me).manage_threads:
        return
    bot[Places].left.add(thread.id)
    match = await find_open_at(bot.referee, thread.id)
    if match is not None:
        await pause_lost(bot, match)


@on("guild_channel_delete")
async def lose_channel(bot: Slowboat, channel: discord.abc.GuildChannel) -> None:
    """Handle the loss of a channel. Discord reports the loss of its active threads one by one."""
    for match in await find_open_in(bot.referee, channel.guild.id):
        if channel.id in (match.channel_id, match.card_channel_id):
            await close_deleted(bot, match)


@on("guild_channel_update")
async def check_channel(bot: Slowboat, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
    await _check_places(bot, after.guild)


@on("guild_role_update")
async def check_role(bot: Slowboat, _: discord.Role, after: discord.Role) -> None:
    await _check_places(bot, after.guild)


@on("guild_role_delete")
async def check_without_role(bot: Slowboat, role: discord.Role) -> None:
    await _check_places(bot, role.guild)


@on("member_update")
async def check_own_roles(bot: Slowboat, _: discord.Member, after: discord.Member) -> None:
    """Handle changed roles of the bot. Without the members intent, Discord reports changes of no other member."""
    await _check_places(bot, after.guild)


@on("guild_remove")
async def lose_server(bot: Slowboat, guild: discord.Guild) -> None:
    """Handle a server that removed the bot, or was deleted."""
    now = bot.referee.now()
    await mark_left(bot.referee, guild.id, now)
    for match in await find_open_in(bot.referee, guild.id):
        await pause_lost(bot, match)


@on("guild_unavailable")
async def lose_server_for_a_while(bot: Slowboat, guild: discord.Guild) -> None:
    for match in await find_open_in(bot.referee, guild.id):
        await pause_lost(bot, match)


@on("guild_available")
async def regain_server(bot: Slowboat, guild: discord.Guild) -> None:
    """Resume the matches of a server after an outage of Discord, without a message."""
    if bot.is_ready():
        await _check_places(bot, guild, quietly=True)


@on("ready")
async def look_for_changes(bot: Slowboat) -> None:
    """Look for changes that happened while the bot was offline. A stop ends the look; the next start looks again."""
    # at the same moment, because another shard may be connected while the store is asked
    present, knows = {guild.id for guild in bot.guilds}, bot.note_connections()
    bot.errands.begin("the check of places", partial(_look_everywhere, bot, present, knows))


async def _look_everywhere(bot: Slowboat, present: set[int], knows: Callable[[int], bool]) -> None:
    """Look at all servers. `present`: those the bot is in. `knows`: whether this process can tell that for a server."""
    await mark_back(bot.referee, present)
    now = bot.referee.now()
    for guild_id in await mark_gone(bot.referee, present, now, within=knows):
        for match in await find_open_in(bot.referee, guild_id):
            await pause_lost(bot, match)
    for guild in bot.guilds:
        await _check_places(bot, guild, quietly=True)
        await _check_unlisted(bot, guild)
        await _note_paused(bot, guild)


@on("guild_join")
async def join_server(bot: Slowboat, guild: discord.Guild) -> None:
    await mark_left(bot.referee, guild.id, None)
    await _check_places(bot, guild)


@on("place_lost")
async def lose_place(bot: Slowboat, match_id: int, guild_id: int) -> None:
    """Pause a match after a message could not be posted because its channel in a server is gone or closed to the
    bot."""
    await pause_lost(bot, (await bot.referee.match(match_id)).seen_from(guild_id))


@on("board_posted")
async def let_thread_rest(bot: Slowboat, match_id: int) -> None:
    """Have the thread of a finished match archived after an hour of silence, but not locked: the buttons of its
    last board still work, and a rematch reopens it."""
    match = await bot.referee.match(match_id)
    if match.phase != "finished" or match.card_channel_id is None:
        return  # the match has no thread of its own, whose card would be in the parent channel
    try:
        await bot.http.edit_channel(match.channel_id, auto_archive_duration=_SOON)
    except FAILURES as error:
        log.info("thread %s keeps its time until archiving: %s", match.channel_id, error)


async def _unarchive(bot: Slowboat, match: Match, thread: dict[str, Any]) -> None:
    """Unarchive the thread of a match in play, without posting anything. If Discord refuses, the match pauses, and
    the bot tries again."""
    # `_SOON` was set after an earlier match; the rematch gets more time. Only the thread's owner may set it.
    thread_id, me = int(thread["id"]), bot.user
    mine = me is not None and thread.get("owner_id") == str(me.id)
    soon = thread["thread_metadata"]["auto_archive_duration"] == _SOON
    more: dict[str, Any] = {"auto_archive_duration": KEPT_OPEN} if soon and mine else {}
    try:
        # discord.py keeps no archived threads that could be edited
        await bot.http.edit_channel(thread_id, archived=False, **more)
    except FAILURES as error:
        log.info("thread %s stays archived: %s", thread_id, error)
        await pause_lost(bot, match, explain_refusal(error))
    else:
        bot[Places].unarchived_at[thread_id] = bot.referee.now()


def _note_reopened(bot: Slowboat, thread_id: int, when: str) -> None:
    """Note when an active thread was reopened or made, as Discord says: a start has forgotten it."""
    bot[Places].unarchived_at[thread_id] = discord.utils.parse_time(when).timestamp()


def _is_inactive(bot: Slowboat, thread: dict[str, Any]) -> bool:
    """Tell whether Discord archived a thread because nobody had used it; otherwise a person archived it."""
    state = thread["thread_metadata"]
    spoken = read_time(int(thread.get("last_message_id") or thread["id"]))
    began = max(spoken, bot[Places].unarchived_at.get(int(thread["id"]), 0.0))
    archived = discord.utils.parse_time(state["archive_timestamp"]).timestamp()
    return is_inactive(began, archived, state["auto_archive_duration"])


async def _check_places(bot: Slowboat, guild: discord.Guild, *, quietly: bool = False) -> None:
    """Pause the matches of a server that cannot be played where they are, and resume those that can.

    Archived threads are left out, because Discord reports nothing about them.
    """
    for match in await find_open_in(bot.referee, guild.id):
        place = guild.get_channel_or_thread(match.channel_id)
        if isinstance(place, discord.Thread) and not place.archived:  # since when it is open, if a start forgot it
            bot[Places].unarchived_at[place.id] = place.archive_timestamp.timestamp()
        if place is None or place.id in bot[Places].left or getattr(place, "archived", False):
            continue
        if not may_play(place, now=bot.referee.now()):
            await pause_lost(bot, match)
        elif not getattr(place, "locked", False):
            await resume_found(bot, match, quietly=quietly)


async def _check_unlisted(bot: Slowboat, guild: discord.Guild) -> None:
    """Pause the matches in private threads that the bot was removed from while it was offline, and in deleted
    channels. Discord lists neither these nor archived threads."""
    for match in await find_open_in(bot.referee, guild.id):
        if match.phase != "running" or guild.get_channel_or_thread(match.channel_id) is not None:
            continue
        try:
            await bot.http.get_channel(match.channel_id)
        except FAILURES as error:
            if is_closed(error):
                bot[Places].left.add(match.channel_id)
                await pause_lost(bot, match, explain_refusal(error))
            else:
                log.info("match %s: could not check its channel %s: %s", match.id, match.channel_id, error)


async def _note_paused(bot: Slowboat, guild: discord.Guild) -> None:
    """Look at the channels of matches that were paused before this process began, the newest losses most often."""
    for match in await find_open_in(bot.referee, guild.id):
        if match.paused_for == "place":
            paused = await find_pause(bot.referee, match)
            since = paused.at if paused is not None else match.created_at
            bot.rests.note_earlier(make_key(match), since, now=bot.referee.now())


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
