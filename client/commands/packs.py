"""Load the commands of game packs; one that cannot be loaded must not keep the bot from starting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.app_commands import CommandAlreadyRegistered, CommandLimitReached
from discord.ext import commands

import games
from games import packs
from rendering import renderer

if TYPE_CHECKING:
    from client.core.bot import Slowboat

MOST_COMMANDS = 100
"""Global slash commands Discord allows a bot; those of packs count too."""


async def load_packs(bot: Slowboat) -> None:
    """Load each pack's drawing and commands; drop and log packs that fail. The bot's own commands come first."""
    for name in packs.usable_packs():
        try:
            renderer(name)
            await bot.load_extension(games.module(name, "cog"))
        except Exception as error:  # noqa: BLE001 - somebody else's code may fail in any way
            packs.drop_pack(name, _reason(error))


def _reason(error: Exception) -> str:
    """Say in one line why a pack did not load."""
    cause: BaseException = error
    while isinstance(cause, commands.ExtensionFailed) or (isinstance(cause, KeyError) and cause.__cause__):
        cause = cause.original if isinstance(cause, commands.ExtensionFailed) else cause.__cause__ or cause
    match cause:
        case CommandLimitReached():
            return f"Discord allows a bot {MOST_COMMANDS} commands, and with this pack there would be more"
        case CommandAlreadyRegistered():
            return f"there is a command /{cause.name} already"
        case _:
            return f"{type(cause).__name__}: {cause}"
