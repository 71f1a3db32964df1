"""Greet a server that invites the bot, once."""

from __future__ import annotations

import logging

import discord
from discord import ui

import games
from client.core.bot import Slowboat
from client.core.events import on
from client.core.permissions import may_play
from client.core.refusals import FAILURES
from client.messages.custom_ids import Id
from client.messages.parts import MOST_PICTURES, attach_file, button, gallery, layout, media, rows, text
from games.text import T
from matches.machines.worker import WorkerFailed
from matches.people.servers import mark_greeted, was_greeted

log = logging.getLogger(__name__)


def write_greeting(bot: Slowboat, language: str) -> list[str]:
    """Write the lines of the greeting."""
    say = bot.texts.say(language)
    begin, owner = say(T("Where to begin:")), say(T("For server managers:"))
    commands_ = {name: bot.mention(name, language) for name in ("help", "server")}
    return [
        "## Slowboat",
        say(
            T("Ahoy! I bring you tabletop games that last for days: open a match, and move whenever you have a minute.")
        ),
        f"{begin} {commands_['help']}",
        f"-# {owner} {commands_['server']}",
    ]


async def build_greeting(
    bot: Slowboat, language: str, *, of_all: bool = False
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Build the greeting with a picture of each game and one button; without pictures if they cannot be drawn.

    `of_all`: a button for each game instead, which opens its lobby.
    """
    say, names = bot.texts.say(language), games.names()
    try:
        drawn = [await bot.painter.draw_game(name, language) for name in names[:MOST_PICTURES]]
    except WorkerFailed:
        log.exception("could not draw the pictures of the greeting")
        drawn = []
    files = [attach_file(each.data, each.name, each.alt) for each in drawn]
    green = discord.ButtonStyle.success
    buttons = [button(say(T("Play a game")), Id("choose_game"), style=green)]
    if of_all:
        titles = {name: say(games.words(name).TITLE) for name in names}
        buttons = [button(title, Id("open_game", rest=name), style=green) for name, title in titles.items()]
    shown = [gallery(media(files))] if files else []
    return layout(text(*write_greeting(bot, language)), *shown, *rows(buttons)), files


@on("guild_join")
async def greet(bot: Slowboat, guild: discord.Guild) -> None:
    """Greet a server that has invited the bot, unless it was greeted before."""
    await _greet(bot, guild)


@on("local_start")
async def greet_all(bot: Slowboat) -> None:
    """Greet the servers of the sandbox, with a button for each game, which opens its lobby."""
    for guild in bot.guilds:
        await _greet(bot, guild, of_all=True)


async def _greet(bot: Slowboat, guild: discord.Guild, *, of_all: bool = False) -> None:
    place = find_first_place(guild, now=bot.referee.now())
    if place is None or await was_greeted(bot.referee, guild.id):
        return
    language = bot.texts.language(str(guild.preferred_locale))
    try:
        view, files = await build_greeting(bot, language, of_all=of_all)
        if not await mark_greeted(bot.referee, guild.id, bot.referee.now()):
            return  # by another process, meanwhile
        await place.send(view=view, files=files, silent=True)
    except FAILURES as error:
        log.info("guild %s could not be greeted: %s", guild.id, error)


def find_first_place(guild: discord.Guild, *, now: float) -> discord.TextChannel | None:
    """Find the channel to greet in: the system channel, or else the first the bot may write in."""
    places = [guild.system_channel, *guild.text_channels]
    return next((place for place in places if place is not None and may_play(place, now=now)), None)
