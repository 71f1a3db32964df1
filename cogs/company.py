"""`/looking` and `/lobbies`: find others to play with in a server. `/link`: share a table with another server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from client.commands.translator import BY_SERVERS, IN_SERVERS, list_choices, translate_name, translate_text
from client.core.bot import Slowboat
from client.lobbies import show_lobbies
from client.looking import look
from client.server.settings import LANGUAGES
from client.two_servers import show_terms
from games.text import T
from matches.clocks.pace import PACES


class Company(commands.Cog):
    """Offer `/looking`, `/lobbies` and `/link`."""


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Company())
    bot.tree.add_command(_make_looking_command(bot))
    bot.tree.add_command(_make_link_command(bot))

    async def lobbies(interaction: discord.Interaction) -> None:
        await show_lobbies(bot, interaction)

    bot.tree.add_command(
        app_commands.Command(
            name=translate_name("lobbies"),
            description=translate_text(T("What you can join in this server just now"), bot.texts),
            callback=lobbies,
            allowed_contexts=IN_SERVERS,
            allowed_installs=BY_SERVERS,
        )
    )


def _make_link_command(bot: Slowboat) -> app_commands.Command[Any, ..., None]:
    async def link(interaction: discord.Interaction, code: str) -> None:
        await show_terms(bot, interaction, code)

    app_commands.describe(code=translate_text(T("The code that the other server has given you"), bot.texts))(link)
    app_commands.rename(code=translate_name("code"))(link)
    return app_commands.Command(
        name=translate_name("link"),
        description=translate_text(T("Show another server's match in this channel, so that you can join"), bot.texts),
        callback=link,
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )


def _make_looking_command(bot: Slowboat) -> app_commands.Command[Any, ..., None]:
    async def looking(
        interaction: discord.Interaction, game: str | None = None, pace: str | None = None, language: str | None = None
    ) -> None:
        await look(bot, interaction, game, pace=pace, language=language or "")

    texts = bot.texts
    app_commands.describe(
        game=translate_text(T("What you want to play; leave it out to see the queues you are in"), texts),
        pace=translate_text(T("How fast; the server's default if you leave it out"), texts),
        language=translate_text(T("The language of the match; any if you leave it out"), texts),
    )(looking)
    app_commands.rename(**{name: translate_name(name) for name in ("game", "pace", "language")})(looking)
    app_commands.choices(
        game=list_choices({name: games.words(name).TITLE for name in bot.list_playable()}, texts),
        pace=list_choices({name: pace.short or pace.name for name, pace in PACES.items()}, texts),
        language=list_choices({code: said for code, said in LANGUAGES.items() if code}, texts),
    )(looking)
    return app_commands.Command(
        name=translate_name("looking"),
        description=translate_text(T("Look for others to play with; a lobby opens when enough are waiting"), texts),
        callback=looking,
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )
