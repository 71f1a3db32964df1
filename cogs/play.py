"""`/play`: start any game with sensible defaults; and the pictures of the four games, from which the greeting's button
starts one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands
from msgspec import structs

from client.commands.game_cog import GameCog
from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.core.client import PUBLIC
from client.core.controls import Press, action
from client.lobby.card import refresh_card
from client.lobby.invitations import ping_invited
from client.lobby.opening import post_with
from client.messages.custom_ids import Id
from client.messages.parts import attach_file, button, gallery, layout, media, rows, text
from games.text import T
from matches.errors import UserError
from matches.lobby import invitations, lobby
from matches.match import Match
from matches.referee import Request


def list_games(bot: Slowboat) -> dict[str, GameCog]:
    """List the games that can be played, by name."""
    return {cog.game.name: cog for cog in bot.cogs.values() if isinstance(cog, GameCog)}


async def open_game(
    bot: Slowboat, interaction: discord.Interaction, name: str, *, computer: bool, opponent: discord.User | None
) -> None:
    """Open a lobby of a game with its usual rules, and fill it as asked (`/play`)."""
    if name not in list_games(bot):
        raise UserError(T("I do not know this game. Pick one from the list."))
    if opponent is not None and opponent.bot:
        raise UserError(T("Computer players are added with the button on the card; other bots cannot play."))
    match = await list_games(bot)[name].open_lobby(interaction, {})
    if opponent is not None and opponent.id != interaction.user.id:
        await _invite(bot, interaction, match, opponent)
    elif computer:
        who, now = _ask_again(bot, interaction), bot.referee.now()
        done = await bot.referee.change(
            match.row.id, who, lambda current: lobby.start_with_computers(current, who, now=now)
        )
        await refresh_card(bot, done.match)
        await bot.postman.post_board(await bot.machines.run(done), interaction)


def _ask_again(bot: Slowboat, interaction: discord.Interaction) -> Request:
    """Copy the request without its interaction id, because each id takes effect only once."""
    return structs.replace(bot.request(interaction), interaction_id=None)


async def _invite(bot: Slowboat, interaction: discord.Interaction, match: Match, person: discord.User) -> None:
    """Invite somebody with one ping."""
    who = _ask_again(bot, interaction)
    people = {person.id: person.display_name}
    done = await bot.referee.change(match.row.id, who, lambda current: invitations.invite(current, who, people))
    await refresh_card(bot, done.match)
    await ping_invited(bot, interaction, done.match, (person.id,))


async def show_games(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Show a picture and a button of each game."""
    say, language = bot.say(interaction), bot.language(interaction)
    items: list[ui.Item[ui.LayoutView]] = [text("## " + say(T("What shall we play?")))]
    files, buttons = [], []
    for name, cog in list_games(bot).items():
        drawn = await bot.painter.draw_game(name, language)
        files.append(attach_file(drawn.png, drawn.name, drawn.alt))
        buttons.append(button(say(cog.words.TITLE), Id("open_game", rest=name), style=discord.ButtonStyle.primary))
    items += [gallery(media(files)), *rows(buttons)]
    await interaction.edit_original_response(view=layout(*items), attachments=files)


@action("choose_game", "private")
async def choose_game(press: Press) -> None:
    """Handle *Play a game* in the greeting: show the games."""
    await show_games(press.bot, press.interaction)


@action("open_game", "update")
async def open_chosen(press: Press) -> None:
    """Open the chosen game's lobby in the channel."""
    found = list_games(press.bot).get(press.id.rest)
    if found is None:
        raise UserError(T("I do not know this game. Pick one from the list."))
    await found.open_lobby(press.interaction, {}, show=post_with(press.interaction))


class Play(commands.Cog):
    """Offer `/play`."""


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Play())

    async def play(
        interaction: discord.Interaction,
        game: str,
        computer: bool = False,
        opponent: discord.User | None = None,
    ) -> None:
        await open_game(bot, interaction, game, computer=computer, opponent=opponent)

    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        say = bot.say(interaction)
        names = {name: say(cog.words.TITLE) for name, cog in list_games(bot).items()}
        return [
            app_commands.Choice(name=title, value=name)
            for name, title in names.items()
            if current.casefold() in title.casefold()
        ][:25]

    app_commands.describe(
        game=translate_text(T("What to play"), bot.texts),
        computer=translate_text(T("Begin at once against a computer player"), bot.texts),
        opponent=translate_text(T("Somebody to invite"), bot.texts),
    )(play)
    app_commands.rename(**{name: translate_name(name) for name in ("game", "computer", "opponent")})(play)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=translate_name("play"),
        description=translate_text(T("Start a game with its usual rules"), bot.texts),
        callback=play,
        extras={PUBLIC: True},
    )
    command.autocomplete("game")(complete)
    bot.tree.add_command(command)
