"""`/looking` and `/lobbies`: find others to play with in a server. `/link`: share a table with another server."""

from __future__ import annotations

from client.commands.declare import IN_SERVERS, command, list_games, list_paces, option
from client.core.visit import Visit
from client.looking import look, show_lobbies
from client.server.settings import list_languages
from client.two_servers import show_terms
from games.text import T


@command("looking", T("Look for others to play with; a lobby opens when enough are waiting"), where=IN_SERVERS)
@option("game", T("What you want to play; leave it out to see the queues you are in"), choices=list_games)
@option("pace", T("How fast; the server's default if you leave it out"), choices=list_paces)
@option("language", T("The language of the match; any if you leave it out"), choices=list_languages)
async def looking(
    visit: Visit,
    game: str | None = None,
    pace: str | None = None,
    language: str | None = None,
) -> None:
    await look(visit, game, pace=pace, language=language or "")


@command("lobbies", T("What you can join in this server just now"), where=IN_SERVERS)
async def lobbies(visit: Visit) -> None:
    await show_lobbies(visit)


@command("link", T("Show another server's match in this channel, so that you can join"), where=IN_SERVERS)
@option("code", T("The code that the other server has given you"))
async def link(visit: Visit, code: str) -> None:
    await show_terms(visit, code)
