"""Commands for people who manage a server: `/settings` and `/manage`; and `/doctor` for everybody."""

from __future__ import annotations

import discord

from client.commands.declare import IN_SERVERS, command
from client.core.bot import Slowboat
from client.server.doctor import show_doctor
from client.server.management import show_management
from client.server.settings import show_settings
from games.text import T


@command("settings", T("Games, channels, pace and limits of this server"), where=IN_SERVERS, managers=True)
async def settings(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_settings(bot, interaction)


@command(
    "manage",
    T("Skip or replace a player, take back a turn, pause or end this channel's match"),
    where=IN_SERVERS,
    managers=True,
)
async def manage(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_management(bot, interaction)


@command("doctor", T("Check that I have the permissions a match needs here"), where=IN_SERVERS)
async def doctor(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_doctor(bot, interaction)
