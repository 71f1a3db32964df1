"""Leagues in Discord: open the matches of a season in threads, and keep one message with the tables up to date."""

from __future__ import annotations

import logging
from typing import Final

import discord

from client.company.league_tables import build_tables
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.retries import BROKEN
from client.lobby.threads import KEPT_OPEN, delete_thread
from games.text import T
from matches.errors import UserError
from matches.leagues.keeping import (
    Kept,
    change_league,
    delete_league,
    follow,
    is_used,
    list_leagues,
    list_unopened,
    list_unstarted,
    note_shown,
    open_match,
    start_match,
)
from matches.leagues.league import League, Member
from matches.leagues.season import enrol, withdraw
from matches.leagues.table import Fixture
from matches.machines.worker import WorkerFailed
from matches.texts import defuse_name

log = logging.getLogger(__name__)

AT_ONCE: Final = 5
"""Matches of a league that are opened in one step, so that Discord is not flooded."""

_GONE: Final = frozenset({10003, 10008})
"""Discord's codes for a channel or message that is gone."""


async def advance(bot: Slowboat) -> None:
    """Bring all leagues up to date: results, matches to open, and tables. Each step may be repeated after a restart."""
    await follow(bot.referee, bot.referee.now())
    for kept in await list_leagues(bot.referee):
        try:
            await _open_matches(bot, kept)
        except (discord.HTTPException, UserError, *BROKEN) as error:
            log.warning("league %s: a match could not be opened: %s", kept.row.id, error)
    for kept in await list_leagues(bot.referee):
        if kept.row.shown != kept.row.rev:
            try:
                await _show_tables(bot, kept)
            except (discord.HTTPException, WorkerFailed, *BROKEN) as error:
                log.warning("league %s: its tables could not be shown: %s", kept.row.id, error)


async def _open_matches(bot: Slowboat, kept: Kept) -> None:
    for match in await list_unstarted(bot.referee, kept):
        await bot.postman.announce(await bot.machines.run(await start_match(bot.referee, match)))
    channel = bot.get_channel(kept.row.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return
    for fixture in list_unopened(kept.league)[:AT_ONCE]:
        name = _name_thread(kept.league, fixture)
        thread = await _find_empty_thread(bot, channel, name) or await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=KEPT_OPEN
        )
        try:
            done = await open_match(bot.referee, kept, fixture, thread.id)
        except BaseException:
            if not await is_used(bot.referee, thread.id):
                await delete_thread(thread)
            raise
        await bot.postman.announce(await bot.machines.run(done))


async def _find_empty_thread(bot: Slowboat, channel: discord.TextChannel, name: str) -> discord.Thread | None:
    """Find a thread of ours that was created for a match just before a crash, or whose creation was never answered."""
    for thread in channel.threads:
        ours = bot.user is not None and thread.owner_id == bot.user.id
        if ours and thread.name == name and not thread.archived and not await is_used(bot.referee, thread.id):
            return thread
    return None


def _name_thread(league: League, fixture: Fixture) -> str:
    """Name the thread of a match; its number is the one that `/league mend` asks for."""
    first, second = (defuse_name(league.name_of(user))[:40] for user in (fixture.first, fixture.second))
    return f"#{fixture.number} · {first} – {second}"[:100]


async def _show_tables(bot: Slowboat, kept: Kept) -> None:
    """Edit the message with the tables; post it if there is none, or it is gone."""
    row = kept.row
    view, files = await build_tables(bot, kept.league, rev=row.rev)
    place = bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
    try:
        if row.message_id is not None:
            await place.get_partial_message(row.message_id).edit(view=view, attachments=files)
            await note_shown(bot.referee, row, row.message_id)
            return
    except discord.HTTPException as error:
        if error.code not in _GONE:
            raise
    try:
        message = await place.send(view=view, files=files)
    except discord.HTTPException as error:
        if error.code in _GONE:
            await delete_league(bot.referee, row)
            return
        raise
    await note_shown(bot.referee, row, message.id)


@action("league_join", "private")
async def join(press: Press) -> None:
    """Handle *Join the league*."""
    bot, interaction = press.bot, press.interaction
    member = Member(interaction.user.id, defuse_name(interaction.user.display_name))
    league = await change_league(bot.referee, interaction.channel_id or 0, lambda league: enrol(league, member))
    told = T("You are in: you play from the next season on. Matches are opened for you in threads.")
    if league.kind == "ladder":
        told = T("You are in, at the foot of the ladder. Challenge somebody just above you to climb.")
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction)(told)))


@action("league_leave", "private")
async def leave(press: Press) -> None:
    """Handle *Leave the league*."""
    bot, interaction = press.bot, press.interaction
    user_id = interaction.user.id
    await change_league(bot.referee, interaction.channel_id or 0, lambda league: withdraw(league, user_id))
    told = T("You are not in the next season. Your matches of this one go on; somebody can step in under More.")
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction)(told)))
