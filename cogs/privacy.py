"""`/privacy`: show a person's stored data, give them a copy, and delete it."""

from __future__ import annotations

import discord

from client.commands.declare import EVERYWHERE, command
from client.core.bot import Slowboat
from client.me.privacy import show_privacy
from games.text import T


@command("privacy", T("What I keep about you; get a copy, or be forgotten"), where=EVERYWHERE)
async def privacy(bot: Slowboat, interaction: discord.Interaction) -> None:
    await show_privacy(bot, interaction)
