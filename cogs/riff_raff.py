"""Riff Raff: `/riffraff new` and `/riffraff move`."""

from __future__ import annotations

from client.core.bot import Slowboat
from cogs.game import GameCog


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(GameCog(bot, "riff_raff", plies=5))
