"""Docker: `/docker`."""

from __future__ import annotations

from cogs._bot import Slowboat
from cogs._game import GameCog


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(GameCog(bot, "docker"))
