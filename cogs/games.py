"""The commands of games that have no module here: `/<game> new` and `/<game> move`."""

from __future__ import annotations

import games
from client.core.bot import Slowboat
from cogs.game import GameCog


async def setup(bot: Slowboat) -> None:
    for name in games.own_names():
        if not games.has_cog(name):
            await add_game(bot, name)


async def add_game(bot: Slowboat, name: str) -> None:
    await bot.add_cog(GameCog(bot, name))
