"""`/about`: the version, and its news. `/status`: whether everything works."""

from __future__ import annotations

import discord

from client.commands.declare import EVERYWHERE, command
from client.core.bot import Slowboat
from client.help.about import show_about, show_status
from games.text import T


@command("about", T("The version of Slowboat, and what is new in it"), where=EVERYWHERE)
async def about(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_about(bot, interaction)


@command("status", T("Whether everything works, and what is waiting for you"), where=EVERYWHERE)
async def status(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_status(bot, interaction)
