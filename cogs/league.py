"""`/league`: the league of the channel; managers set it up, start and end its seasons, and correct results."""

from __future__ import annotations

from discord import app_commands

from client.commands.declare import IN_SERVERS, command, list_paces, option
from client.commands.pages import list_pages
from client.core.visit import Visit
from client.leagues.managing import (
    FORMS,
    PAGES,
    list_games_for_two,
    list_kinds,
    set_up_league,
    show_league,
)
from games.text import T


@command("league", T("The league, ladder or cup of this channel"), where=IN_SERVERS, forms=FORMS)
@option("show", T("Show this at once"), choices=list_pages(PAGES))
@option("new", T("For managers: set up a league of this name, with the game and the terms that follow"))
@option("game", T("What to play"), choices=list_games_for_two)
@option("pace", T("How fast; the server's default if you leave it out"), choices=list_paces)
@option("days", T("Days of a season"))
@option("kind", T("Kind"), choices=list_kinds)
async def league(
    visit: Visit,
    show: str | None = None,
    new: str | None = None,
    game: str = "",
    pace: str = "",
    days: app_commands.Range[int, 7, 180] = 60,
    kind: str = "divisions",
) -> None:
    if new is not None:
        await set_up_league(visit, new.strip(), game=game, pace=pace, days=days, kind=kind)
    else:
        await show_league(visit, show)
