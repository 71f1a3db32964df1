"""`/looking` and `/lobbies`: find others to play with in a server. `/link`: share a table with another server."""

from __future__ import annotations

import discord

from client.commands.declare import IN_SERVERS, command, list_games, list_paces, option
from client.core.bot import Slowboat
from client.looking import look, show_lobbies
from client.server.settings import list_languages
from client.two_servers import show_terms
from games.text import T


@command("looking", T("Look for others to play with; a lobby opens when enough are waiting"), where=IN_SERVERS)
@option("game", T("What you want to play; leave it out to see the queues you are in"), choices=list_games)
@option("pace", T("How fast; the server's default if you leave it out"), choices=list_paces)
@option("language", T("The language of the match; any if you leave it out"), choices=list_languages)
async def looking(
    bot: Slowboat,
    interaction: discord.Interaction,
    game: str | None = None,
    pace: str | None = None,
    language: str | None = None,
) -> None:
    await look(bot, interaction, game, pace=pace, language=language or "")


@command("lobbies", T("What you can join in this server just now"), where=IN_SERVERS)
async def lobbies(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_lobbies(bot, interaction)


@command("link", T("Show another server's match in this channel, so that you can join"), where=IN_SERVERS)
@option("code", T("The code that the other server has given you"))
async def link(bot: Slowboat, interaction: discord.Interaction, code: str) -> None:
    await show_terms(bot, interaction, code)
