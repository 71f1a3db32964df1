"""Start any game with sensible defaults (`/play`), from the greeting, or with a person (*Invite to a match*)."""

from __future__ import annotations

import discord
from discord import app_commands
from msgspec import structs

import games
from client.board.postman import deliver
from client.commands.declare import list_games
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errors import Refusal
from client.core.permissions import is_direct, make_invitation
from client.core.visit import Visit
from client.lobby.card import describe_feel, refresh_card
from client.lobby.invitations import ping_invited
from client.lobby.lobby_panel import open_host_panel
from client.lobby.opening import open_game, post_with
from client.messages.custom_ids import MAX_LENGTH, Id
from client.messages.parts import MOST_PICTURES, attach_file, button, gallery, layout, make_link, media, rows, text
from games.text import Say, T
from matches.errors import UserError
from matches.lobby import invitations, lobby
from matches.match import Match
from matches.referee import Request
from matches.texts import defuse_name


def suggest_games(bot: Slowboat, typed: str, say: Say) -> dict[str, str]:
    """Return the titles of the games that contain what was typed, by the name of the game."""
    titles = {name: say(title) for name, title in list_games(bot).items()}
    return {name: title for name, title in titles.items() if _squeeze(typed) in _squeeze(title)}


def find_game(bot: Slowboat, typed: str, say: Say) -> str:
    """Return the name of a game chosen from the list, or typed and sent before the list had come. Raises UserError."""
    if typed in bot.list_playable():
        return typed
    suggested = suggest_games(bot, typed, say)
    named = [name for name, title in suggested.items() if _squeeze(title) == _squeeze(typed)] or [*suggested]
    if len(named) != 1 or not _squeeze(typed):
        raise _make_unknown_error()
    return named[0]


def _squeeze(title: str) -> str:
    return "".join(title.casefold().replace("_", " ").split())


async def play(visit: Visit, typed: str, *, computer: bool | None, opponent: discord.User | None) -> None:
    """Open a lobby of a game with its usual rules, and fill it as asked (`/play`).

    `computer` None: begin at once against a computer player in direct messages, where nobody else can join.
    """
    name = find_game(visit.bot, typed, visit.say)
    invited = opponent if opponent is not None and opponent.id != visit.user_id else None
    if invited is not None and is_direct(visit.interaction):
        raise Refusal(
            T("Nobody else sees our direct messages. To play with somebody, use /play in a server that I am in."),
            label=T("Play against the computer"),
            action=Id("play_direct", rest=name),
            link=make_invitation(visit.interaction.application_id),
        )
    if invited is not None and invited.bot:
        raise UserError(T("Bots cannot be invited. To play against a computer player, choose *computer* instead."))
    match = await open_game(visit, name)
    if invited is not None:
        await _invite(visit, match, invited.id, invited.display_name)
    elif match.is_direct if computer is None else computer:
        await _start_against_computer(visit, match)
    else:
        await open_host_panel(visit, match)


async def _start_against_computer(visit: Visit, match: Match) -> None:
    """Fill a new lobby with computer players, and begin."""
    who = copy_request(visit)
    done = await visit.referee.change(
        match.id, who, lambda current: lobby.start_with_computers(current, who, now=visit.now)
    )
    await refresh_card(visit.bot, done.match)
    await deliver(visit, done)


@action("play_direct", "update")
async def play_direct(visit: Visit) -> None:
    """Handle *Play in our direct messages*: begin a match there against a computer player, and link to it."""
    match = await open_game(visit, _require_game(visit.bot, visit.id.rest), away=True)
    await _start_against_computer(visit, match)
    told = visit.say_about(match)(T("Your match has begun in our direct messages:"))
    await visit.answer(f"{told} {make_link(match.guild_id, match.channel_id, None)}")  # a mention would be "#unknown"


def copy_request(visit: Visit) -> Request:
    """Copy the request without its interaction id, because each id takes effect only once."""
    return structs.replace(visit.who, interaction_id=None)


async def _invite(visit: Visit, match: Match, user_id: int, name: str) -> None:
    """Invite somebody with one ping, and show the host their panel."""
    invited = await _add_invitation(visit, match, user_id, name)
    await ping_invited(visit, invited, (user_id,))
    await open_host_panel(visit, invited)


async def _add_invitation(visit: Visit, match: Match, user_id: int, name: str) -> Match:
    """Note an invitation and show it on the card."""
    who = copy_request(visit)
    done = await visit.referee.change(match.id, who, lambda current: invitations.invite(current, who, {user_id: name}))
    await refresh_card(visit.bot, done.match)
    return done.match


async def choose_match(visit: Visit, person: discord.Member) -> None:
    """Invite a person to the lobby that the host has open in this channel, or let the host choose a game (*Invite to a
    match*)."""
    if person.bot:
        raise UserError(T("Bots cannot be invited. To play against the computer, use /play."))
    if person.id == visit.user_id:
        raise UserError(T("You cannot invite yourself. To open a match that others can join, use /play."))
    there = await visit.referee.match_in(visit.channel_id)
    if there is None or there.phase != "lobby" or there.host_id != visit.user_id:
        await show_games(visit, person=person)
        return
    match = visit.see(there)
    known = {person.id} & {*match.people, *(found.user for found in match.invited)}
    told = T("They are in your lobby, or invited to it, already.") if known else T("Your invitation has been sent.")
    if not known:
        done = await _add_invitation(visit, match, person.id, person.display_name)
    await visit.answer(visit.say_about(match)(told))
    if not known:
        await ping_invited(visit, done, (person.id,))


async def show_games(visit: Visit, *, person: discord.Member | None = None) -> None:
    """Show a picture and a button of each game; with `person`, the button also invites them."""
    say, language = visit.say, visit.language
    question = T("What shall we play?") if person is None else T("Which game do you invite them to?")
    lines, files, buttons = ["## " + say(question)], list[discord.File](), []
    for name, title in list_games(visit.bot).items():
        if len(files) < MOST_PICTURES:
            drawn = await visit.bot.painter.draw_game(name, language)
            files.append(attach_file(drawn.data, drawn.name, drawn.alt))
        lines.append(f"-# **{say(title)}** · {describe_feel(games.load(name), games.words(name), say)}")
        opens = Id("open_game", rest=name) if person is None else _make_inviting_id(name, person)
        buttons.append(button(say(title), opens, style=discord.ButtonStyle.primary))
    await visit.answer(layout(text(*lines), gallery(media(files)), *rows(buttons)), files=files)


@action("choose_game", "private")
async def choose_game(visit: Visit) -> None:
    """Handle *Play a game* in the greeting: show the games."""
    await show_games(visit)


@action("open_game", "update")
async def open_chosen(visit: Visit) -> None:
    """Open the chosen game's lobby in the channel."""
    name = _require_game(visit.bot, visit.id.rest)
    await open_host_panel(visit, await open_game(visit, name, show=post_with(visit)))


def _make_inviting_id(game: str, person: discord.Member) -> Id:
    """Make the custom_id of a button that opens a lobby and invites a person, whose name must fit into it."""
    plain = Id("open_with", rest=f"{game}.{person.id}.")
    name = defuse_name(person.display_name)[: MAX_LENGTH - len(str(plain))]
    return structs.replace(plain, rest=plain.rest + name)


@action("open_with", "update")
async def open_with_person(visit: Visit) -> None:
    """Open the chosen game's lobby in the channel, and invite the person to it."""
    game, number, name = (*visit.id.rest.split(".", 2), "", "")[:3]
    if not number.isdecimal():
        raise _make_unknown_error()
    match = await open_game(visit, _require_game(visit.bot, game), show=post_with(visit))
    await _invite(visit, match, int(number), name)


def _require_game(bot: Slowboat, name: str) -> str:
    """Return the name of a game that can be played here. Raises UserError for another one."""
    if name not in bot.list_playable():
        raise _make_unknown_error()
    return name


def _make_unknown_error() -> UserError:
    return UserError(T("I don't know this game. Pick one from the list."))


async def complete_game(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete the games."""
    found = suggest_games(visit.bot, typed, visit.say)
    return [app_commands.Choice(name=title, value=name) for name, title in found.items()][:25]
