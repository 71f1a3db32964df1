"""Start any game with sensible defaults (`/play`), from the greeting, or with a person (*Invite to a match*)."""

from __future__ import annotations

import discord
from discord import app_commands, ui
from msgspec import structs

from client.board.postman import Postman
from client.commands.declare import list_games
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.errors import Refusal, is_direct, make_invitation
from client.core.people import see
from client.lobby.card import refresh_card
from client.lobby.invitations import ping_invited
from client.lobby.opening import open_game, post_with
from client.messages.custom_ids import MAX_LENGTH, Id
from client.messages.parts import attach_file, button, gallery, layout, media, rows, text
from games.text import Channel, Say, T
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


async def play(
    bot: Slowboat, interaction: discord.Interaction, typed: str, *, computer: bool | None, opponent: discord.User | None
) -> None:
    """Open a lobby of a game with its usual rules, and fill it as asked (`/play`).

    `computer` None: begin at once against a computer player in direct messages, where nobody else can join.
    """
    name = find_game(bot, typed, bot.say(interaction))
    invited = opponent if opponent is not None and opponent.id != interaction.user.id else None
    if invited is not None and is_direct(interaction):
        raise Refusal(
            T("Nobody else sees our direct messages. To play with somebody, use /play in a server that I am in."),
            label=T("Play against the computer"),
            action=Id("play_direct", rest=name),
            link=make_invitation(interaction.application_id),
        )
    if invited is not None and invited.bot:
        raise UserError(T("Bots cannot be invited. To play against a computer player, choose *computer* instead."))
    match = await open_game(bot, interaction, name)
    if invited is not None:
        await _invite(bot, interaction, match, invited.id, invited.display_name)
    elif match.is_direct if computer is None else computer:
        await _start_against_computer(bot, interaction, match)


async def _start_against_computer(bot: Slowboat, interaction: discord.Interaction, match: Match) -> None:
    """Fill a new lobby with computer players, and begin."""
    who, now = copy_request(bot, interaction), bot.referee.now()
    done = await bot.referee.change(match.id, who, lambda current: lobby.start_with_computers(current, who, now=now))
    await refresh_card(bot, done.match)
    await bot[Postman].post_board(await bot.machines.run(done), interaction)


@action("play_direct", "update")
async def play_direct(press: Press) -> None:
    """Handle *Play in our direct messages*: begin a match there against a computer player, and link to it."""
    bot, interaction = press.bot, press.interaction
    match = await open_game(bot, interaction, _require_game(bot, press.id.rest), away=True)
    await _start_against_computer(bot, interaction, match)
    place = Channel(match.channel_id)
    told = bot.say(interaction, match)(T("Your match has begun in our direct messages: {channel}", channel=place))
    await interaction.edit_original_response(view=bot.notice(told))


def copy_request(bot: Slowboat, interaction: discord.Interaction) -> Request:
    """Copy the request without its interaction id, because each id takes effect only once."""
    return structs.replace(bot.request(interaction), interaction_id=None)


async def _invite(bot: Slowboat, interaction: discord.Interaction, match: Match, user_id: int, name: str) -> None:
    """Invite somebody with one ping."""
    invited = await _add_invitation(bot, interaction, match, user_id, name)
    await ping_invited(bot, interaction, invited, (user_id,))


async def _add_invitation(
    bot: Slowboat, interaction: discord.Interaction, match: Match, user_id: int, name: str
) -> Match:
    """Note an invitation and show it on the card."""
    who = copy_request(bot, interaction)
    done = await bot.referee.change(match.id, who, lambda current: invitations.invite(current, who, {user_id: name}))
    await refresh_card(bot, done.match)
    return done.match


async def choose_match(bot: Slowboat, interaction: discord.Interaction, person: discord.Member) -> None:
    """Invite a person to the lobby that the host has open in this channel, or let the host choose a game (*Invite to a
    match*)."""
    if person.bot:
        raise UserError(T("Bots cannot be invited. To play against the computer, use /play."))
    if person.id == interaction.user.id:
        raise UserError(T("You cannot invite yourself. To open a match that others can join, use /play."))
    there = await bot.referee.match_in(interaction.channel_id or 0)
    if there is None or there.phase != "lobby" or there.host_id != interaction.user.id:
        await show_games(bot, interaction, person=person)
        return
    match = see(interaction, there)
    known = {person.id} & {*match.people, *(found.user for found in match.invited)}
    told = T("They are in your lobby, or invited to it, already.") if known else T("Your invitation has been sent.")
    if not known:
        done = await _add_invitation(bot, interaction, match, person.id, person.display_name)
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction, match)(told)))
    if not known:
        await ping_invited(bot, interaction, done, (person.id,))


async def show_games(bot: Slowboat, interaction: discord.Interaction, *, person: discord.Member | None = None) -> None:
    """Show a picture and a button of each game; with `person`, the button also invites them."""
    say, language = bot.say(interaction), bot.language(interaction)
    question = T("What shall we play?") if person is None else T("Which game do you invite them to?")
    items: list[ui.Item[ui.LayoutView]] = [text("## " + say(question))]
    files, buttons = [], []
    for name, title in list_games(bot).items():
        drawn = await bot.painter.draw_game(name, language)
        files.append(attach_file(drawn.png, drawn.name, drawn.alt))
        opens = Id("open_game", rest=name) if person is None else _make_inviting_id(name, person)
        buttons.append(button(say(title), opens, style=discord.ButtonStyle.primary))
    items += [gallery(media(files)), *rows(buttons)]
    await interaction.edit_original_response(view=layout(*items), attachments=files)


@action("choose_game", "private")
async def choose_game(press: Press) -> None:
    """Handle *Play a game* in the greeting: show the games."""
    await show_games(press.bot, press.interaction)


@action("open_game", "update")
async def open_chosen(press: Press) -> None:
    """Open the chosen game's lobby in the channel."""
    name = _require_game(press.bot, press.id.rest)
    await open_game(press.bot, press.interaction, name, show=post_with(press.interaction))


def _make_inviting_id(game: str, person: discord.Member) -> Id:
    """Make the custom_id of a button that opens a lobby and invites a person, whose name must fit into it."""
    plain = Id("open_with", rest=f"{game}.{person.id}.")
    name = defuse_name(person.display_name)[: MAX_LENGTH - len(str(plain))]
    return structs.replace(plain, rest=plain.rest + name)


@action("open_with", "update")
async def open_with_person(press: Press) -> None:
    """Open the chosen game's lobby in the channel, and invite the person to it."""
    bot, interaction = press.bot, press.interaction
    game, number, name = (*press.id.rest.split(".", 2), "", "")[:3]
    if not number.isdecimal():
        raise _make_unknown_error()
    match = await open_game(bot, interaction, _require_game(bot, game), show=post_with(interaction))
    await _invite(bot, interaction, match, int(number), name)


def _require_game(bot: Slowboat, name: str) -> str:
    """Return the name of a game that can be played here. Raises UserError for another one."""
    if name not in bot.list_playable():
        raise _make_unknown_error()
    return name


def _make_unknown_error() -> UserError:
    return UserError(T("I don't know this game. Pick one from the list."))


async def complete_game(bot: Slowboat, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete the games."""
    found = suggest_games(bot, typed, bot.say(interaction))
    return [app_commands.Choice(name=title, value=name) for name, title in found.items()][:25]
