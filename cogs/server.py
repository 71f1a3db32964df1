"""`/server`, for people who manage a server: its settings, this channel's match, and what the bot may do here."""

from __future__ import annotations

from client.commands.declare import IN_SERVERS, command, option
from client.commands.pages import list_pages
from client.core.visit import Visit
from client.server.panel import PAGES, show_panel
from games.text import T


@command(
    "server",
    T("For managers: settings, help for this channel's match, permissions"),
    where=IN_SERVERS,
    managers=True,
)
@option("show", T("Show this at once"), choices=list_pages(PAGES))
async def server(visit: Visit, show: str | None = None) -> None:
    await show_panel(visit, show)
