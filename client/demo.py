"""Let computer players show a game (`/demo`); take a seat in a demonstration, or stop it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import discord

import games
from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.lobby.card import refresh_card
from client.lobby.opening import open_lobby, require_allowed
from client.play import copy_request, find_game
from client.turn.turn import show_panel
from games.levels import LEVELS
from games.text import T, Text
from matches.lobby import demonstration, lobby
from matches.match import Match
from matches.people.preferences import Server
from matches.rows import Level
from matches.texts import LEVEL_NAMES


@action("take_over", "private")
async def take_over(press: Press) -> None:
    """Handle *Take the seat of …* on the board of a demonstration."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    seat = int(press.id.rest) if press.id.rest.isdecimal() else -1
    done = await bot.referee.change(
        press.id.match, who, lambda match: demonstration.take_over(match, who, seat, now=now)
    )
    done = await bot.machines.run(done)
    note = bot.say(interaction, done.match)(T("You play this seat from now on. No result is kept."))
    await show_panel(bot, interaction, done.match, note=note)
    await bot[Postman].post_board(done, interaction)


@action("stop_demo", "private")
async def stop_demo(press: Press) -> None:
    """Handle *Stop the demonstration*."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: demonstration.stop(match, who, now=now))
    said = bot.say(interaction, done.match)(T("The demonstration has been stopped."))
    await interaction.edit_original_response(view=bot.notice(said))
    await bot[Postman].post_board(done, interaction)


async def open_demo(
    bot: Slowboat,
    interaction: discord.Interaction,
    typed: str,
    *,
    level: Level | None,
    players: int | None,
    thread: bool,
) -> None:
    """Let computer players show a game to the channel (`/demo`)."""
    name = find_game(bot, typed, bot.say(interaction))
    game, words = games.load(name), games.words(name)

    def make(server: Server, place: int) -> Match:
        require_allowed(server, game, words.TITLE)
        return demonstration.create(
            name,
            bot.request(interaction),
            level=level,
            seats=players,
            guild_id=interaction.guild_id or 0,
            channel_id=place,
            language=server.language or bot.texts.language(str(interaction.guild_locale)),
            secret=secrets.token_bytes(32),
            now=bot.referee.now(),
        )

    match = await open_lobby(bot, interaction, make, thread=thread)
    who, now = copy_request(bot, interaction), bot.referee.now()
    done = await bot.referee.change(match.id, who, lambda current: lobby.start(current, who, now=now))
    await refresh_card(bot, done.match)
    await bot[Postman].post_board(await bot.machines.run(done), interaction)


def list_levels(_: Slowboat) -> Mapping[str, Text]:
    """List the levels of computer players, as choices."""
    return {level: LEVEL_NAMES[level] for level in LEVELS}
