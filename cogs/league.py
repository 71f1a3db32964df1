"""`/league`: the league of the channel; managers set it up, start and end its seasons, and correct results."""

from __future__ import annotations

from client.commands.declare import IN_SERVERS, command
from client.core.visit import Visit
from client.leagues.managing import show_league
from games.text import T


@command("league", T("The league, ladder or cup of this channel"), where=IN_SERVERS)
async def league(visit: Visit) -> None:
    await show_league(visit)
