"""Who may use `/settings` and `/manage`."""

from __future__ import annotations

import discord

from client.core.bot import Slowboat
from games.text import T
from matches.errors import UserError


def require_manager(bot: Slowboat, interaction: discord.Interaction) -> int:
    """Return the server's id. Raises UserError for people who do not manage the server."""
    if interaction.guild_id is None:
        raise UserError(T("This works only in a server."))
    if not bot.request(interaction).manages_server:
        raise UserError(T("Only somebody who manages the server can do this."))
    return interaction.guild_id
