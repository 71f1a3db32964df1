"""`/me` and `/away`: a person's language, pings and pictures, and their absence."""

from __future__ import annotations

from client.absence.absence import complete_until, show_or_begin
from client.commands.declare import command, option
from client.core.visit import Visit
from client.me.me import show_me
from client.me.zone_form import complete_zone
from games.text import T


@command("me", T("Your language, quiet hours and how pictures look"))
@option("zone", T("Your time zone; type a city"), suggest=complete_zone)
async def me(visit: Visit, zone: str | None = None) -> None:
    await show_me(visit, zone)


@command("away", T("Stop your clocks while you are away"))
@option("until", T("For how long, or when you are back: 2 weeks, 12 h, 24.12."), suggest=complete_until)
async def away(visit: Visit, until: str | None = None) -> None:
    await show_or_begin(visit, until)
