"""DOG Royal: `/dog new` and `/dog move`."""

from __future__ import annotations

from client.core.bot import Slowboat
from cogs.game import GameCog


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(GameCog(bot, "dog_royal", plies=3))
