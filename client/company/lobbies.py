"""List what can be joined in a server (`/lobbies`): lobbies, seats offered to a substitute, queues, and a table of
another server by its code."""

from __future__ import annotations

from collections import Counter

import discord
from discord import ui

import games
from client.commands.declare import list_games
from client.company.looking import describe_waits, look, make_stop_button
from client.core.controls import action
from client.core.visit import Visit
from client.leagues.sharing import show_league_terms
from client.lobby.invitations import accept_seat
from client.messages.custom_ids import Id
from client.messages.forms import Form
from client.messages.menus import MOST_OPTIONS, Menu, Option
from client.messages.parts import button, layout, make_link, rows, selects, switch, text
from client.server.settings import list_languages
from client.two_servers import show_terms
from games.text import Moment, N, Player, Say, T, Text
from matches.clocks.pace import PACES
from matches.directory import find_open_in
from matches.errors import UserError, make_old_button_error
from matches.lobby import lobby
from matches.lobby.expiry import LOBBY_LASTS
from matches.looking import list_queue
from matches.match import Match
from matches.people.preferences import read_server
from matches.people.servers import read_blocked
from matches.two_servers import read_league_code

MOST = 15
"""Most lines listed."""

_MOST_JOINS = 5
"""Most lobbies that get a button."""

_ANY = "-"
"""The value of the option for any language."""


async def find_company(visit: Visit, game: str | None, *, pace: str | None, language: str, code: str | None) -> None:
    """Look for others to play a game with, show another server's table by its code, or list what can be joined
    (`/lobbies`)."""
    if code is not None:
        await show_offer(visit, code)
    elif game is not None:
        await look(visit, game, pace=pace, language=language)
    else:
        await show_lobbies(visit)


async def show_offer(visit: Visit, code: str) -> None:
    """Show what sharing the table or the league of a typed code means."""
    league = read_league_code(code)
    if league is not None:
        await show_league_terms(visit, *league)
    else:
        await show_terms(visit, code)


async def show_lobbies(visit: Visit) -> None:
    """List what a person can join in the server they are in (`/lobbies`)."""
    say, guild_id = visit.say, visit.interaction.guild_id
    if guild_id is None:
        raise UserError(T("This works only in a server."))
    heading = say(T("What you can join here"))
    lines, buttons = list[str](), list[ui.Button[ui.LayoutView]]()
    for match in await _list_offers(visit):
        lines += _describe_offer(match, visit.say_about(match))
        if match.phase == "lobby" and lobby.has_room(match, visit.user_id) and len(buttons) < _MOST_JOINS:
            label = T("Join {game}", game=f"{say(match.words.TITLE)} · {_name_host(match)}".removesuffix(" · "))
            buttons.append(button(say(label), Id("join_found", rest=str(match.id))))
    queue = await list_queue(visit.referee, guild_id)
    mine = describe_waits(queue, visit.user_id, say)
    waiting = Counter((row.game, row.pace) for row in queue if row.user_id != visit.user_id)
    for (game, pace), count in waiting.most_common(5):
        title = _name_queue(game, pace)
        lines.append(f"• {say(title)} · " + say(N("{count} person is waiting", "{count} people are waiting", count)))
        buttons.append(button(say(T("Join the queue: {what}", what=title)), Id("look_too", rest=f"{game}.{pace}")))
    if not lines:
        lines = [say(T("Nothing just now. Look for others below; /play opens a match."))]
    if mine:
        lines = [*lines[: MOST - 1 - len(mine)], "**" + say(T("You are looking for others to play with")) + "**", *mine]
        buttons.append(make_stop_button(say))
    buttons.append(button(say(T("Enter a code …")), Id("enter_code")))
    titles = tuple(Option(say(title), name) for name, title in list_games(visit.bot).items())[:MOST_OPTIONS]
    look_for = selects([Menu("", titles)], Id("look_for"), placeholder=say(T("Look for others …")))
    await visit.answer(layout(text(f"### {heading}", *lines[:MOST]), *rows(buttons), *look_for))


async def _list_offers(visit: Visit) -> list[Match]:
    """List the matches of the server that have something to offer to the person, as the server shows them."""
    found, guild_id = list[Match](), visit.interaction.guild_id or 0
    for row in await find_open_in(visit.referee, guild_id):
        if row.private or not _may_see(visit.interaction, row.card_channel_id or row.channel_id):
            continue
        match = (await visit.referee.match(row.id)).seen_from(guild_id)
        blocked = await read_blocked(visit.referee, guild_id, match.host_id)
        if visit.user_id not in match.people and visit.user_id not in blocked:
            found.append(match)
    return found


@action("join_found", "private")
async def join_found(visit: Visit) -> None:
    """Join a lobby of the list, from whichever channel the list is shown in."""
    match = next((each for each in await _list_offers(visit) if str(each.id) == visit.id.rest), None)
    if match is None:
        raise make_old_button_error()
    await accept_seat(visit, match)


def _name_host(match: Match) -> str:
    """Name the host of a lobby who has a seat in it; "" for others, and for one of two servers."""
    seats = () if match.is_shared else match.seats
    return next((holder.name for holder in seats if holder.user_id == match.host_id), "")


@action("look_for", "update")
async def choose_queue(visit: Visit) -> None:
    """Ask for pace and language of the queue of the chosen game, beginning with the server's pace and any language."""
    server = await read_server(visit.referee, visit.interaction.guild_id or 0)
    await _show_queue(visit, visit.value, server.pace, "")


@action("look_pace", "update")
async def choose_pace(visit: Visit) -> None:
    """Choose the pace of the queue."""
    await _show_queue(visit, *_read_queue(visit))


@action("look_language", "update")
async def choose_language(visit: Visit) -> None:
    """Choose the language of the queue."""
    game, pace, _ = _read_queue(visit)
    await _show_queue(visit, game, pace, "" if visit.value == _ANY else visit.value)


@action("look_now", "update")
async def join_queue(visit: Visit) -> None:
    """Handle *Look for others*: join the queue."""
    game, pace, language = _read_queue(visit)
    await look(visit, game, pace=pace, language=language)


def _read_queue(visit: Visit) -> tuple[str, str, str]:
    """Read game, pace and language from a custom_id."""
    game, pace, language, *_ = (*visit.id.rest.split("."), "", "")
    return game, pace, language


async def _show_queue(visit: Visit, game: str, pace: str, language: str) -> None:
    """Show what a person is about to look for."""
    if game not in visit.bot.list_playable() or pace not in PACES:
        raise make_old_button_error()
    say, languages = visit.say, list_languages(visit.bot)
    spoken = languages.get(language, T("any language"))
    heading = say(T("Look for others"))
    lines = [
        f"### {heading}",
        say(T("{game} · {pace}", game=games.words(game).TITLE, pace=PACES[pace].name)) + f" · {say(spoken)}",
        "-# " + say(T("A lobby opens by itself as soon as enough people are waiting, and you are pinged once.")),
    ]
    paces = [
        switch(say(each.short or each.name), Id("look_pace", rest=f"{game}.{name}.{language}"), on=name == pace)
        for name, each in PACES.items()
    ]
    options = (Option(say(T("any language")), _ANY), *(Option(say(name), code) for code, name in languages.items()))
    menu = selects([Menu("", options)], Id("look_language", rest=f"{game}.{pace}"), placeholder=say(T("Language")))
    begin = button(heading, Id("look_now", rest=f"{game}.{pace}.{language}"), style=discord.ButtonStyle.primary)
    await visit.answer(layout(text(*lines), *rows(paces), *menu, *rows([begin])))


@action("enter_code", "form")
async def ask_for_code(visit: Visit) -> None:
    """Open the form for a code."""
    say = visit.say
    code: ui.TextInput[Form] = ui.TextInput(custom_id="code", max_length=60)
    asked = {say(T("The code of the other server")): code}
    await visit.interaction.response.send_modal(Form(say(T("Share a table")), Id("enter_code_now"), asked))


@action("enter_code_now", "update")
async def enter_code(visit: Visit) -> None:
    """Handle the typed code."""
    await show_offer(visit, visit.fields.get("code", ""))


def _name_queue(game: str, pace: str) -> Text:
    """Name a queue."""
    return T("{game} · {pace}", game=games.words(game).TITLE, pace=PACES[pace].short or PACES[pace].name)


def _describe_offer(match: Match, say: Say) -> list[str]:
    """Describe a lobby with free seats, or a match whose seats are offered to a substitute; nothing for other
    matches."""
    link = make_link(match.guild_id, match.card_channel_id or match.channel_id, match.card_id)
    title = f"• [{say(match.words.TITLE)}]({link})"
    pace = say(PACES[match.pace].short or PACES[match.pace].name)
    if match.phase == "lobby":
        free = match.capacity - len(match.seats)
        closes = say(T("closes {when}", when=Moment(match.created_at + LOBBY_LASTS)))
        seats = N("{count} seat is free.", "{count} seats are free.", free) if free else T("full")
        host = [] if match.is_shared else [f"<@{match.host_id}>"]
        return [" · ".join((title, *host, say(seats), pace, closes))]
    seeking = [holder.seat for holder in match.seats if holder.seeks and not holder.resigned]
    return [f"{title} · " + say(T("{player} is looking for a substitute", player=Player(seat))) for seat in seeking]


def _may_see(interaction: discord.Interaction, channel_id: int) -> bool:
    """Whether a person can see a channel. False for private threads, whose members the bot does not know."""
    guild, user = interaction.guild, interaction.user
    place = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if place is None or not isinstance(user, discord.Member):
        return False
    if isinstance(place, discord.Thread) and place.is_private():
        return False
    return place.permissions_for(user).view_channel
