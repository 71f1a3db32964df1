"""`/me`: a person's language, pings and pictures, their absence, and what is kept about them. *Stats*, in the menu of a
person: their record."""

from __future__ import annotations

import discord

from client.absence.absence import complete_until
from client.commands.declare import EVERYWHERE, add_to_person_menu, command, list_games, option
from client.commands.pages import list_pages
from client.core.bot import Slowboat
from client.core.visit import Visit
from client.me.pages import PAGES, show_me
from client.me.zones import complete_zone
from client.stats import show_stats
from games.text import T


@command("me", T("Your language, quiet hours, absence, stats and data"), where=EVERYWHERE)
@option("show", T("Show this at once"), choices=list_pages(PAGES))
@option("person", T("Somebody else, for their stats"))
@option("game", T("One game, for the stats"), choices=list_games)
@option("away", T("Stop your clocks for how long, or until when you are back: 2 weeks, 12 h, 24.12."),
        suggest=complete_until)  # fmt: skip
@option("zone", T("Your time zone; type a city"), suggest=complete_zone)
async def me(
    visit: Visit,
    show: str | None = None,
    person: discord.User | None = None,
    game: str | None = None,
    away: str | None = None,
    zone: str | None = None,
) -> None:
    if person is not None:
        await show_stats(visit, person, game)
    else:
        await show_me(visit, show, game=game, away=away, zone=zone)


async def setup(bot: Slowboat) -> None:
    add_to_person_menu(bot, T("Stats"), lambda visit, person: show_stats(visit, person, None))
