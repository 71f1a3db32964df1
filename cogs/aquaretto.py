"""Aquaretto: `/aquaretto new` and `/aquaretto move`."""

from __future__ import annotations

from client.core.bot import Slowboat
from cogs.game import GameCog


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(GameCog(bot, "aquaretto", plies=4))
