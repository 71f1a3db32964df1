"""`/turns`: list a person's matches in every server, open the next one that waits for them, and continue one in another
channel. `/lobbies`: find others to play with in a server."""

from __future__ import annotations

from client.commands.declare import EVERYWHERE, IN_SERVERS, command, list_games, list_paces, option
from client.company.lobbies import find_company
from client.core.visit import Visit
from client.inbox import show_turns
from client.places.moving import suggest_matches
from client.server.settings import list_languages
from games.text import T


@command("turns", T("Your matches everywhere, and whose turn it is"), where=EVERYWHERE)
@option("here", T("Continue this match in this channel; pick from the list"), suggest=suggest_matches)
async def turns(visit: Visit, here: str | None = None) -> None:
    await show_turns(visit, here)


@command("lobbies", T("What you can join in this server, and others to play with"), where=IN_SERVERS)
@option("game", T("Look for others to play this with; a lobby opens when enough are waiting"), choices=list_games)
@option("pace", T("How fast; the server's default if you leave it out"), choices=list_paces)
@option("language", T("The language of the match; any if you leave it out"), choices=list_languages)
@option("code", T("The code of another server's match: show it in this channel"))
async def lobbies(
    visit: Visit,
    game: str | None = None,
    pace: str | None = None,
    language: str | None = None,
    code: str | None = None,
) -> None:
    await find_company(visit, game, pace=pace, language=language or "", code=code)
