"""Look for others to play with: a lobby opens by itself as soon as enough people wait."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

import games
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errors import SAVED
from client.core.events import on
from client.core.permissions import list_missing_for_threads
from client.core.refusals import FAILURES
from client.core.retries import find_same
from client.core.visit import Visit
from client.lobby.card import lock_card
from client.lobby.opening import open_lobby, post_with, require_allowed, require_lasting_place, require_permission
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import Channel, Moment, N, Say, T
from matches.clocks.pace import PACES
from matches.errors import UserError
from matches.lobby import lobby
from matches.looking import (
    choose_language,
    compute_end,
    join_queue,
    leave_queue,
    list_elsewhere,
    list_queue,
    put_back,
    seat_group,
    take_out,
)
from matches.match import Match
from matches.people.preferences import Server, read_server
from matches.people.servers import claim_role_ping
from matches.rows import LookingRow
from matches.texts import defuse_name

log = logging.getLogger(__name__)


async def look(visit: Visit, game: str, *, pace: str | None, language: str) -> None:
    """Put a person into the queue of a game, and show the queues they are in."""
    guild_id = visit.interaction.guild_id
    if guild_id is None:
        raise UserError(T("This works only in a server."))
    if game not in visit.bot.list_playable() or (pace is not None and pace not in PACES):
        raise UserError(T("I don't know this game. Pick one from the list."))
    require_lasting_place(visit.interaction, game)
    server = await require_permission(visit)
    rules, words = games.load(game), games.words(game)
    require_allowed(server, rules, words.TITLE)
    chosen = pace or server.pace
    until, user = compute_end(chosen, visit.now), visit.interaction.user
    mine = LookingRow(guild_id, user.id, game, chosen, language, defuse_name(user.display_name), visit.now, until)
    members = await _find_members(visit, await list_elsewhere(visit.referee, mine))
    group = await join_queue(visit.referee, mine, rules.seats[-1], members=members)
    visit.interaction.extras[SAVED] = True
    if len(group) >= _count_needed(game):
        await _open_for(visit, group)
        return
    await _show_own(visit, guild_id)  # answer first: it is private, and the next message is for everybody
    if server.looking_role and await claim_role_ping(visit.referee, guild_id, visit.now):
        await _ping_role(visit, mine, server)


async def _find_members(visit: Visit, elsewhere: Sequence[LookingRow]) -> frozenset[int]:
    """Find those who wait in other servers, but are members of this server and see this channel."""
    guild, channel = visit.bot.get_guild(visit.interaction.guild_id or 0), visit.interaction.channel
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return frozenset()
    found = set()
    for user_id in dict.fromkeys(row.user_id for row in elsewhere):
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound:
            continue
        except FAILURES as error:
            log.info("unknown whether somebody who looks for others is in server %s: %s", guild.id, error)
            continue
        if not member.pending and channel.permissions_for(member).view_channel:
            found.add(user_id)
    return frozenset(found)


def _count_needed(game: str) -> int:
    """Return how many people must wait before a lobby opens: the fewest the game allows."""
    return max(2, games.load(game).seats[0])


async def _open_for(visit: Visit, group: tuple[LookingRow, ...]) -> None:
    """Open a lobby with a group seated in it, and ping those who were waiting, once."""
    mine = group[0]
    spoken = choose_language(group)

    def make(server: Server, place: int) -> Match:
        made = lobby.create(
            mine.game,
            games.load(mine.game).options_type(),
            visit.who,
            capacity=None,
            guild_id=mine.guild_id,
            channel_id=place,
            language=server.language or spoken or visit.bot.texts.language(str(visit.interaction.guild_locale)),
            secret=secrets.token_bytes(32),
            now=visit.now,
            pace=mine.pace,
            absence=server.absence,
        )
        return seat_group(made, group)

    opening = visit.say(T("Enough people are waiting: a lobby is being opened."))
    try:
        await visit.answer(opening)  # what follows is for everybody
    except FAILURES as error:  # go on: nobody else opens a lobby for those who wait
        log.info("interaction %s: could not show that a lobby is being opened: %s", visit.interaction.id, error)
    thread = isinstance(visit.interaction.channel, discord.TextChannel) and not list_missing_for_threads(
        visit.interaction
    )
    opened: list[int] = []
    also, show = take_out(group, opened), post_with(visit)
    try:
        match = await open_lobby(visit, make, thread=thread, show=show, also=also)
    except Exception:
        for match_id in opened:
            await put_back(visit.referee, group, match_id)
        raise
    await call_group(visit.bot, match, via=visit)
    place = Channel(match.channel_id)
    told = T("Enough people are waiting: a lobby is open, and you are its host. {channel}", channel=place)
    await visit.answer(visit.say_about(match)(told))


async def call_group(bot: Slowboat, match: Match, *, via: Visit | None = None) -> None:
    """Ping the people from the queue for whom a lobby was opened, once.

    `via`: the interaction that has opened it; None: the bot stopped or Discord failed meanwhile, so the channel is
    searched for the ping first.
    """
    async with lock_card(bot, match.id):
        match = await bot.referee.match(match.id)
        say = bot.say_to_all(match)
        others = [user for user in match.people if user != match.host_id]
        if match.phase == "lobby" and others:
            called = " ".join(f"<@{user}>" for user in others)
            words = say(
                T(
                    "enough of you are waiting for {game}: the lobby is open. Its host starts the match.",
                    game=match.words.TITLE,
                )
            )
            view = layout(text(f"{called} {words}"))
            asked = discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in others]
            )
            place = bot.get_partial_messageable(match.card_channel_id or match.channel_id, guild_id=match.guild_id)
            if via is not None:
                await via.post(view, mentions=asked)
            elif match.card_id is None or await find_same(bot, place, view, after=match.card_id) is None:
                await place.send(view=view, allowed_mentions=asked, nonce=f"call-{match.id}")
        await bot.outbox.settle_edit(match, "offer")


async def _ping_role(visit: Visit, mine: LookingRow, server: Server) -> None:
    """Ping the role of people who like to play, because somebody looks for others."""
    say = visit.bot.texts.say(server.language or visit.bot.texts.language(str(visit.interaction.guild_locale)))
    words = games.words(mine.game)
    told = T(
        "somebody is looking for others to play {game} with: {pace}.", game=words.TITLE, pace=PACES[mine.pace].name
    )
    to = Id("look_too", rest=f"{mine.game}.{mine.pace}")
    view = layout(
        text(f"<@&{server.looking_role}> {say(told)}"),
        *rows([button(say(T("I am looking, too")), to, style=discord.ButtonStyle.success)]),
    )
    role = [discord.Object(server.looking_role)]
    only: Any = discord.AllowedMentions(everyone=False, users=False, roles=role)
    await visit.post(view, mentions=only)


async def _show_own(visit: Visit, guild_id: int) -> None:
    """Show the queues that a person is in, and how many others wait in each."""
    say = visit.say
    waiting = await list_queue(visit.referee, guild_id)
    mine = [row for row in waiting if row.user_id == visit.user_id]
    heading = say(
        T("You are looking for others to play with") if mine else T("You are not looking for anyone to play with")
    )
    lines = [f"### {heading}", *describe_waits(waiting, visit.user_id, say)]
    if mine and (await read_server(visit.referee, guild_id)).looks_across:
        across = T(
            "You are also matched with people from other servers that allow this. The match then opens in a server "
            "that all of you belong to."
        )
        lines.append("-# " + say(across))
    person = visit.bot.preferences.get(visit.user_id)
    if person.has_quiet_hours and any(row.pace != "live" for row in mine):
        awake = T("People who have few waking hours in common with you are matched with you only after a day.")
        lines.append("-# " + say(awake))
    if mine:
        lines.append(
            "-# " + say(T("A lobby opens by itself as soon as enough people are waiting, and you are pinged once."))
        )
    else:
        lines.append(say(T("/lobbies shows what you can join, and looks for others.")))
    stop = [make_stop_button(say)] if mine else []
    await visit.answer(layout(text(*lines), *rows(stop)))


def describe_waits(waiting: Sequence[LookingRow], user_id: int, say: Say) -> list[str]:
    """List the queues that a person is in, and how many others wait in each."""
    lines = []
    for row in waiting:
        if row.user_id == user_id:
            others = sum((other.game, other.pace) == (row.game, row.pace) for other in waiting) - 1
            lines.append(_describe_wait(row, others, say))
    return lines


def make_stop_button(say: Say) -> ui.Button[ui.LayoutView]:
    """Make the button that leaves all queues of the server."""
    return button(say(T("Stop looking")), Id("stop_looking"))


def _describe_wait(row: LookingRow, others: int, say: Say) -> str:
    """Describe what a person looks for."""
    title, pace = games.words(row.game).TITLE, PACES[row.pace].name
    waiting = N("{count} other person is waiting", "{count} other people are waiting", others)
    count = say(waiting if others else T("nobody else is waiting yet"))
    until = say(T("ends {when}", when=Moment(row.until)))
    return "• " + " · ".join((say(T("{game} · {pace}", game=title, pace=pace)), count, until))


@action("look_too", "private")
async def look_too(visit: Visit) -> None:
    """Handle *I am looking, too*: join the same queue."""
    game, _, pace = visit.id.rest.partition(".")
    await look(visit, game, pace=pace, language="")


@action("stop_looking", "update")
async def stop_looking(visit: Visit) -> None:
    """Leave all queues of the server."""
    await leave_queue(visit.referee, visit.interaction.guild_id or 0, visit.user_id)
    visit.interaction.extras[SAVED] = True
    await _show_own(visit, visit.interaction.guild_id or 0)


@on("repair_offer")
async def call_again(bot: Slowboat, match: Match) -> None:
    """Ping the people for whom a lobby was opened, if that was missed."""
    if match.phase == "lobby":
        await call_group(bot, match)
