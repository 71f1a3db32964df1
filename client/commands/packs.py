"""Load the commands of game packs. A pack that cannot be loaded must not keep the bot from starting."""

from __future__ import annotations

import importlib

from discord.app_commands import CommandAlreadyRegistered, CommandLimitReached
from discord.ext import commands

import games
from rendering import renderer

MOST_COMMANDS = 100
"""Most global slash commands that Discord allows a bot, including those of packs."""


def check_packs() -> None:
    """Drop packs whose drawing or commands cannot be imported, before other commands list the games."""
    for name in games.pack_names():
        try:
            renderer(name)
            importlib.import_module(games.module(name, "cog"))
        except Exception as error:  # noqa: BLE001 - the code of others may fail in any way
            cause = error.__cause__ if isinstance(error, KeyError) and error.__cause__ else error
            games.drop_pack(name, f"{type(cause).__name__}: {cause}")


async def load_packs(bot: commands.AutoShardedBot) -> None:
    """Load the commands of each pack. Drop packs that would exceed Discord's limits."""
    for name in games.pack_names():
        try:
            await bot.load_extension(games.module(name, "cog"))
        except commands.ExtensionError as error:
            games.drop_pack(name, _explain(error.original if isinstance(error, commands.ExtensionFailed) else error))


def _explain(error: Exception) -> str:
    match error:
        case CommandLimitReached():
            return f"with it there would be more than the {MOST_COMMANDS} commands that Discord allows a bot"
        case CommandAlreadyRegistered():
            return f"there is another command /{error.name}"
        case _:
            return f"{type(error).__name__}: {error}"
