"""Liar's Dice's commands: `/liarsdice`."""

from __future__ import annotations

from client.commands.game_cog import GameCog
from client.core.bot import Slowboat


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(GameCog(bot, "liars_dice"))
