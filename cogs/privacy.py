"""`/privacy`: show a person's stored data, give them a copy, and delete it."""

from __future__ import annotations

from client.commands.declare import EVERYWHERE, command
from client.core.visit import Visit
from client.me.privacy import show_privacy
from games.text import T


@command("privacy", T("What I keep about you; get a copy, or be forgotten"), where=EVERYWHERE)
async def privacy(visit: Visit) -> None:
    await show_privacy(visit)
