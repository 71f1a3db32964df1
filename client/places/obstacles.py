"""Ask Discord why a match cannot be played in its channel.

The cache cannot tell: a timeout ends without an event, threads of a full server can be reopened as soon as others
close, and events can be lost.

Discord does not say who has archived a thread: it did so itself, because nobody used the thread, or a person did. The
rule is: a thread that was silent for as long as its setting says was archived by Discord. So was one that was silent
for a day: near a server's limit of active threads, Discord archives earlier than the setting says
(https://docs.discord.com/developers/topics/threads#active-&-archived-threads). Everything else was a person, and stays
closed. A person who closes a thread after a silent day sees it reopened; if they close it again on the same day, or
lock it, it stays closed.
"""

from __future__ import annotations

from typing import Final

import discord

from client.core.bot import Slowboat
from client.core.permissions import PERMISSIONS, find_timeout, list_missing_in
from client.core.refusals import Meaning, means
from client.places.losing import REOPENS
from games.text import Moment, T, Text
from matches.directory import find_pause
from matches.match import Match

_CLOCKS_DIFFER: Final = 120.0
"""Seconds by which Discord's clock may differ from ours."""

FULL: Final = T("This server has too many active threads, so I cannot reopen this one. Close others to make room.")
ARCHIVED: Final = T("Its thread has been closed. Open it again to go on.")
LOCKED: Final = T("Its thread is locked. Somebody who manages threads can unlock it.")
DELETED: Final = T("The channel does not exist any more. Continue the match in another one with /turns.")
HIDDEN: Final = T("I cannot see the channel.")
UNREACHED: Final = T("Discord could not be reached.")


_SLACK: Final = 120.0
"""Seconds by which Discord may archive a thread early."""

_EARLIEST: Final = 24 * 3600.0
"""Seconds of silence after which Discord may archive a thread of a nearly full server. A guess: Discord does not say
how many."""


async def find_obstacle(bot: Slowboat, match: Match) -> Text | None:
    """Find what keeps a match from being played in its channel; None if nothing does. Reopens a thread that Discord has
    archived. Raises discord.py's error if Discord refuses to tell."""
    assert bot.user is not None  # noqa: S101 - looks begin after the login
    guild = await bot.fetch_guild(match.guild_id, with_counts=False)
    me, place = await guild.fetch_member(bot.user.id), await guild.fetch_channel(match.channel_id)
    if not isinstance(place, discord.Thread):
        return _find_refusal(place, me, now=bot.referee.now())
    if place.locked:
        return LOCKED
    if place.archived and not await _may_reopen(bot, match, place):
        return ARCHIVED
    parent = await guild.fetch_channel(place.parent_id)
    assert not isinstance(parent, discord.Thread)  # noqa: S101 - a thread has no threads
    why = _find_refusal(place, me, parent=parent, now=bot.referee.now())
    if why is None and place.archived:
        await bot.http.edit_channel(place.id, archived=False)
    return why


def _find_refusal(
    place: discord.abc.GuildChannel | discord.Thread,
    me: discord.Member,
    *,
    now: float,
    parent: discord.abc.GuildChannel | None = None,
) -> Text | None:
    """Find why the bot may not post boards: a timeout, or a permission that it lacks."""
    if (until := find_timeout(me, now)) is not None:
        return T("A moderator has put me in timeout, until {when}.", when=Moment(until, "f"))
    missing = list_missing_in(place, me=me, parent=parent, now=now)
    needed = [name for name in missing if name != "read_message_history"]
    # a channel that is hidden, or where the bot may not write, implies the others
    return T("I lack the permission “{name}”.", name=PERMISSIONS[needed[0]]) if needed else None


async def _may_reopen(bot: Slowboat, match: Match, thread: discord.Thread) -> bool:
    """Tell whether the bot may reopen an archived thread, because it was not a person who closed it."""
    paused = await find_pause(bot.referee, match)
    if paused is None:
        return False
    archived = thread.archive_timestamp.timestamp()
    if archived <= paused.at + _CLOCKS_DIFFER:  # it was archived when the match paused
        return paused.code == REOPENS
    return is_inactive(read_time(thread.last_message_id or thread.id), archived, thread.auto_archive_duration)


def explain_refusal(error: BaseException) -> Text:
    """Explain why Discord refused a look at a channel."""
    if means(error, Meaning.FULL):
        return FULL
    if means(error, Meaning.GONE):
        return DELETED
    return HIDDEN if means(error, Meaning.CLOSED) else UNREACHED


def is_inactive(began: float, archived: float, minutes: int) -> bool:
    """Tell whether Discord archived a thread that was silent since `began`; `minutes`: its setting."""
    return archived - began >= min(minutes * 60.0, _EARLIEST) - _SLACK


def read_time(number: int) -> float:
    """Read when a message or a thread was made, from its id."""
    return discord.utils.snowflake_time(number).timestamp()
