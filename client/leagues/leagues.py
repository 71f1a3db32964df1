"""Leagues in Discord: open the matches of a season in threads, and keep the message with the tables up to date; join,
leave, and challenge somebody on a ladder, whose match opens in a thread of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

import discord

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errands import side_by_side
from client.core.errors import SAVED
from client.core.events import every
from client.core.refusals import FAILURES, UNKNOWN_CHANNEL, Meaning, is_closed, means, read_answer
from client.core.resting import DAY
from client.core.retries import find_own_message
from client.core.visit import Visit
from client.leagues.sharing import finish_parting
from client.leagues.tables import build_tables, say_name
from client.lobby.threads import KEPT_OPEN, delete_thread
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import layout, selects, text
from games.text import T
from matches.errors import UserError, make_old_button_error, missing_game
from matches.leagues import ladder
from matches.leagues.keeping import (
    Face,
    Kept,
    change_league,
    defer,
    delay,
    delete_league,
    follow,
    is_used,
    list_due,
    list_unopened,
    note_shown,
    open_match,
    part_league,
    read_kept,
    require_kept,
    start_match,
)
from matches.leagues.league import League, Member
from matches.leagues.season import enrol, find_fixture, withdraw
from matches.leagues.sharing import find_user, is_between_servers
from matches.leagues.table import Fixture
from matches.machines.worker import WorkerFailed
from matches.rows import LeagueRow
from matches.texts import defuse_name

log = logging.getLogger(__name__)

ADVANCE_EVERY: Final = 30.0
"""Seconds between two updates of the leagues."""

AT_ONCE: Final = 5
"""Matches of a league that are opened in one step, so that Discord is not flooded."""

_BATCH: Final = 50
"""Leagues updated in one step."""


@every(ADVANCE_EVERY, "the leagues")
async def advance(bot: Slowboat) -> None:
    """Update the leagues in which something is due: results, matches to open, and tables.

    Each step may be repeated after a restart. Failed steps are retried after growing delays. Leagues that another
    process has claimed are skipped.
    """
    now = bot.referee.now()
    rows = await list_due(bot.referee, now, limit=_BATCH)
    await side_by_side([partial(update_league, bot, row, now) for row in rows], most=5)


async def update_league(bot: Slowboat, row: LeagueRow, now: float) -> None:
    """Update a league; after a failure, it rests."""
    key = "league", row.id, row.guild_id
    if bot[Postman].must_wait() or not bot.serves(row.guild_id) or not bot.rests.is_due(key, now):
        return  # or another process serves this server and knows its channels
    try:
        async with bot.referee.processes.hold("league", row.id) as mine:
            if mine:
                await _advance(bot, row, now)
                bot.rests.end(key)
    except Exception as error:
        expected = isinstance(error, (*FAILURES, UserError, WorkerFailed))
        level = logging.WARNING if expected else logging.ERROR
        trace = None if expected else error
        log.log(level, "league %s could not be brought up to date: %s", row.id, error, exc_info=trace)
        if is_closed(error):
            rest = bot.rests.note(key, error, now=now)
            if now - rest.since >= DAY and _is_deleted(bot, row.guild_id, row.channel_id, error):
                log.warning("league %s is deleted, because its channel was", row.id)
                await _delete(bot, row)
                return
        await defer(bot.referee, row, now)


async def _delete(bot: Slowboat, row: LeagueRow) -> None:
    """Delete a league; if a second server shows it, end that first."""
    if row.guest_channel_id is not None:
        await part_league(bot.referee, row.channel_id)
        parted = await read_kept(bot.referee, row.channel_id)
        if parted is not None:
            await finish_parting(bot, parted)
    await delete_league(bot.referee, row)


def _is_deleted(bot: Slowboat, guild_id: int, channel_id: int, error: Exception) -> bool:
    """Tell whether a league's channel was deleted: Discord says so, and does not list the channel either."""
    guild, answer = bot.get_guild(guild_id), read_answer(error)
    is_listed = guild is None or guild.unavailable or guild.get_channel(channel_id) is not None
    return not is_listed and answer is not None and answer.code == UNKNOWN_CHANNEL


async def _advance(bot: Slowboat, row: LeagueRow, now: float) -> None:
    """Update a league. If matches cannot be opened, show the tables first, then raise the error. What the second server
    refuses delays nothing at home."""
    kept = await follow(bot.referee, row.channel_id, now)
    if kept is None:
        return
    await finish_parting(bot, kept)
    if kept.league.game not in bot.list_playable():
        raise missing_game()
    failed: Exception | None = None
    try:
        await _open_matches(bot, kept)
    except Exception as error:  # noqa: BLE001 - raised below, after the tables
        failed = error
    kept, behind = await read_kept(bot.referee, row.channel_id), False
    for face in kept.faces if kept is not None else ():
        if kept is None or face.shown == kept.row.rev:
            continue
        if face.side == "home":
            await _show_tables(bot, kept.row, face)
        else:
            behind = not await _ask_guest(bot, kept, partial(_show_there, bot, kept.row, face))
    if failed is not None:
        raise failed
    if kept is not None:
        await delay(bot.referee, kept, now, behind=behind)


async def _show_there(bot: Slowboat, row: LeagueRow, face: Face) -> None:
    """Show the tables in the second server, and delete threads that were created twice there."""
    await _show_tables(bot, row, face)
    await _delete_duplicates(bot, await _list_threads_there(bot, face))


async def _ask_guest(bot: Slowboat, kept: Kept, ask: Callable[[], Awaitable[object]]) -> bool:
    """Do something in the second server, unless it rests after a refusal. Returns False if it is not done. The link
    ends a day after the channel there was deleted."""
    row, now, key = kept.row, bot.referee.now(), _find_rest(kept)
    if not bot.rests.is_due(key, now):
        return False
    try:
        await ask()
    except FAILURES as error:
        log.warning("league %s could not be shown in the second server: %s", row.id, error)
        rest = bot.rests.note(key, error, now=now)
        deleted = _is_deleted(bot, row.guest_guild_id or 0, row.guest_channel_id or 0, error)
        if now - rest.since >= DAY and deleted:
            await part_league(bot.referee, row.channel_id)
        return False
    bot.rests.end(key)
    return True


async def _open_matches(bot: Slowboat, kept: Kept) -> None:
    """Start the matches that were opened just before the bot stopped, and open the next ones."""
    for match_id in kept.unstarted:
        await _start(bot, match_id)
    channel = bot.get_channel(kept.row.channel_id)
    if isinstance(channel, discord.TextChannel):
        await _delete_duplicates(bot, _list_threads(bot, channel))
    home, *others = kept.faces
    unopened = [each for each in list_unopened(kept.league) if _may_open(bot, kept, each)][:AT_ONCE]
    if not unopened:
        return
    if not isinstance(channel, discord.TextChannel):
        raise UserError(T("A league needs an ordinary text channel, in which threads can be opened."))
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    for fixture in unopened:
        there: list[int] = []
        if is_between_servers(kept.league, fixture) and not await _ask_guest(
            bot, kept, partial(_open_thread_there, bot, others[0], fixture.number, there)
        ):
            continue
        name = _name_thread(bot, home.league, fixture.number)
        thread = await _find_empty_thread(bot, channel, name) or await channel.create_thread(
            name=name, type=kind, auto_archive_duration=KEPT_OPEN
        )
        try:
            match = await open_match(bot.referee, kept, fixture, thread.id, *there)
        except Exception:
            if not await is_used(bot.referee, thread.id):
                await delete_thread(bot, thread.id)
            raise
        await _start(bot, match.id)


def _may_open(bot: Slowboat, kept: Kept, fixture: Fixture) -> bool:
    """Whether a fixture does not wait for the second server."""
    return not is_between_servers(kept.league, fixture) or bot.rests.is_due(_find_rest(kept), bot.referee.now())


def _find_rest(kept: Kept) -> tuple[str, int, int]:
    """Find the key under which a league rests after the second server has refused something."""
    return "league", kept.row.id, kept.row.guest_guild_id or 0


async def _open_thread_there(bot: Slowboat, face: Face, number: int, found: list[int]) -> None:
    """Find or create the thread of a fixture in the second server, and add its id to `found`. Another process may serve
    that server, so Discord is asked, and not the cache. Raises what discord.py raises."""
    name = _name_thread(bot, face.league, number)
    for thread_id in (await _list_threads_there(bot, face)).get(name, ()):
        if not await is_used(bot.referee, thread_id):
            found.append(thread_id)
            return
    kept = bot.get_channel(face.channel_id)
    is_news = isinstance(kept, discord.TextChannel) and kept.is_news()
    made = await bot.http.start_thread_without_message(
        face.channel_id, name=name, type=10 if is_news else 11, auto_archive_duration=KEPT_OPEN
    )
    found.append(int(made["id"]))


async def _list_threads_there(bot: Slowboat, face: Face) -> dict[str, list[int]]:
    """List the bot's active threads in the league's channel of the second server, by name."""
    found: dict[str, list[int]] = {}
    for thread in (await bot.http.get_active_threads(face.guild_id))["threads"]:
        if bot.user is not None and (thread["parent_id"], thread["owner_id"]) == (
            str(face.channel_id),
            str(bot.user.id),
        ):
            found.setdefault(thread["name"], []).append(int(thread["id"]))
    return found


async def _start(bot: Slowboat, match_id: int) -> None:
    await bot.announce(await bot.machines.run(await start_match(bot.referee, match_id)))


def _list_threads(bot: Slowboat, channel: discord.TextChannel) -> dict[str, list[int]]:
    """List the bot's active threads in the league's channel, by name."""
    found: dict[str, list[int]] = {}
    for thread in channel.threads:
        if bot.user is not None and thread.owner_id == bot.user.id and not thread.archived:
            found.setdefault(thread.name, []).append(thread.id)
    return found


async def _delete_duplicates(bot: Slowboat, named: Mapping[str, Sequence[int]]) -> None:
    """Delete each thread that has no match if another one has the same name. `named`: the bot's threads by name.

    discord.py creates a thread again after a 5xx answer, although Discord may have created it. If all threads of a name
    are empty, one stays for the match.
    """
    for threads in named.values():
        empty = [each for each in threads if not await is_used(bot.referee, each)] if len(threads) > 1 else []
        for thread_id in empty[1:] if len(empty) == len(threads) else empty:
            await delete_thread(bot, thread_id)


async def _find_empty_thread(bot: Slowboat, channel: discord.TextChannel, name: str) -> discord.Thread | None:
    """Find an empty thread of ours for this match: the bot crashed after creating it, or Discord's answer was lost."""
    for thread_id in _list_threads(bot, channel).get(name, ()):
        if not await is_used(bot.referee, thread_id):
            return channel.get_thread(thread_id)
    return None


def _name_thread(bot: Slowboat, league: League, number: int) -> str:
    """Name the thread of a match as one server sees it; the number is the one that a correction asks for."""
    fixture, say = find_fixture(league, number), bot.texts.say(league.language)
    first, second = (say_name(league, user, say) for user in (fixture.first, fixture.second))
    return f"#{number} · {first[:40]} – {second[:40]}"[:100]


async def _show_tables(bot: Slowboat, row: LeagueRow, face: Face) -> None:
    """Edit the message with the tables; post it if there is none, or it is gone. Raises what discord.py raises."""
    view, files = await build_tables(bot, face.league, rev=row.rev)
    place = bot.get_partial_messageable(face.channel_id, guild_id=face.guild_id)
    try:
        if face.message_id is not None:
            await place.get_partial_message(face.message_id).edit(view=view, attachments=files)
            await note_shown(bot.referee, row, face.message_id, face.side)
            return
    except discord.HTTPException as error:
        if not means(error, Meaning.GONE):
            raise
        for file in files:
            file.reset()
    message = await _find_tables(bot, place) if face.message_id is None else None
    if message is None:
        message = await place.send(view=view, files=files, nonce=f"league-{row.id}-{row.rev}-{face.side[0]}")
    else:
        await message.edit(view=view, attachments=files)
    await note_shown(bot.referee, row, message.id, face.side)


async def _find_tables(bot: Slowboat, place: discord.PartialMessageable) -> discord.Message | None:
    """Find a message with a league's tables that was posted just before a crash, so that its id was not stored."""
    try:
        return await find_own_message(bot, place, lambda each: each.action == "league_join")
    except discord.HTTPException as error:
        if not means(error, Meaning.CLOSED):
            raise
        return None  # the bot may not read the channel's history


@action("league_join", "private")
async def join(visit: Visit) -> None:
    """Handle *Join the league*."""
    kept = await require_kept(visit.referee, visit.channel_id)
    guest = kept.side_of(visit.channel_id) == "guest"
    member = Member(visit.user_id, defuse_name(visit.interaction.user.display_name), guest)
    league = await change_league(visit.referee, visit.channel_id, lambda league: enrol(league, member))
    visit.interaction.extras[SAVED] = True
    told = T("You have joined: you play from the next season on. Your matches will open in threads.")
    if league.kind == "ladder":
        told = T("You have joined the ladder, in the last place. To climb, challenge somebody just above you.")
    await visit.answer(visit.say(told))


@action("league_leave", "private")
async def leave(visit: Visit) -> None:
    """Handle *Leave the league*."""
    league = await change_league(visit.referee, visit.channel_id, lambda league: withdraw(league, visit.user_id))
    visit.interaction.extras[SAVED] = True
    told = T("You will not play in the next season. Your current matches go on; you can find a substitute under More.")
    if league.is_shared:
        told = T("You will not play in the next season. Your current matches go on.")
    await visit.answer(visit.say(told))


@action("league_challenge", "private")
async def offer_challenges(visit: Visit) -> None:
    """Handle *Challenge …*: list the people within reach."""
    say, kept = visit.say, await require_kept(visit.referee, visit.channel_id)
    league = kept.face_in(visit.channel_id).league
    order = ladder.compute_order(league)
    options = tuple(
        Option(f"{order.index(user) + 1}. {say_name(league, user, say)}"[:100], str(user))
        for user in ladder.list_within_reach(league, visit.user_id)
    )
    told = say(T("Whom do you challenge? If you win, you take their place; after a draw they keep it."))
    menu = selects([Menu("", options)], Id("league_challenged"), placeholder=say(T("Challenge …")))
    await visit.answer(layout(text(told), *menu))


@action("league_challenged", "update")
async def challenge(visit: Visit) -> None:
    """Handle the chosen person: open the challenge."""
    if not visit.value.isdecimal():
        raise make_old_button_error()
    other = int(visit.value)

    def work(league: League) -> League:
        return ladder.challenge(league, visit.user_id, find_user(league, other))

    await change_league(visit.referee, visit.channel_id, work)
    visit.interaction.extras[SAVED] = True
    told = T("The match opens in a thread within half a minute. Good luck!")
    await visit.answer(visit.say(told))
