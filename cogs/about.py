"""`/about`: the version, and its news. `/status`: whether everything works."""

from __future__ import annotations

from client.commands.declare import EVERYWHERE, command
from client.core.visit import Visit
from client.help.about import show_about, show_status
from games.text import T


@command("about", T("The version of Slowboat, and what is new in it"), where=EVERYWHERE)
async def about(visit: Visit) -> None:
    await show_about(visit)


@command("status", T("Whether everything works, and what is waiting for you"), where=EVERYWHERE)
async def status(visit: Visit) -> None:
    await show_status(visit)
