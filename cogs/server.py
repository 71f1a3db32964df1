"""Commands for people who manage a server: `/settings` and `/manage`; and `/doctor` for everybody."""

from __future__ import annotations

from client.commands.declare import IN_SERVERS, command
from client.core.visit import Visit
from client.server.doctor import show_doctor
from client.server.management import show_management
from client.server.settings import show_settings
from games.text import T


@command("settings", T("Games, channels, pace and limits of this server"), where=IN_SERVERS, managers=True)
async def settings(visit: Visit) -> None:
    await show_settings(visit)


@command(
    "manage",
    T("Skip or replace a player, take back a turn, pause or end this channel's match"),
    where=IN_SERVERS,
    managers=True,
)
async def manage(visit: Visit) -> None:
    await show_management(visit)


@command("doctor", T("Check that I have the permissions a match needs here"), where=IN_SERVERS)
async def doctor(visit: Visit) -> None:
    await show_doctor(visit)
