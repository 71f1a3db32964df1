"""`/league`: the league of the channel; managers set it up, start and end its seasons, and correct results."""

from __future__ import annotations

from client.commands.declare import IN_SERVERS, command, option
from client.commands.pages import list_pages
from client.core.visit import Visit
from client.leagues.managing import FORMS, PAGES, show_league
from games.text import T


@command("league", T("The league, ladder or cup of this channel"), where=IN_SERVERS, forms=FORMS)
@option("show", T("Show this at once"), choices=list_pages(PAGES))
async def league(visit: Visit, show: str | None = None) -> None:
    await show_league(visit, show)
