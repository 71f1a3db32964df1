"""Load the commands of the folder `cogs` and of game packs. A pack that cannot be loaded must not keep the bot from
starting."""

from __future__ import annotations

import importlib
import pkgutil

from discord.app_commands import CommandAlreadyRegistered, CommandLimitReached
from discord.ext import commands

import cogs
import games
from client.commands.declare import Command
from client.commands.translator import Translator
from client.core.bot import Slowboat
from client.core.events import on
from matches.texts import LANGUAGES, Texts
from rendering import renderer

MOST_COMMANDS = 100
"""Most global slash commands that Discord allows a bot, including those of packs."""


@on("setup")
async def load_cogs(bot: Slowboat) -> None:
    """Load the commands that every cog declares, those of game packs last, and the translator of their names.

    They are not loaded as extensions, because discord.py would import their modules anew for each bot, and unload
    them when it closes.
    """
    await bot.tree.set_translator(Translator(bot.texts))
    check_packs(bot.texts)
    for found in pkgutil.iter_modules(cogs.__path__):
        module = importlib.import_module(f"cogs.{found.name}")
        for each in vars(module).values():
            if isinstance(each, Command) and (made := each.make(bot)) is not None:
                bot.tree.add_command(made)
        if (setup := vars(module).get("setup")) is not None:
            await setup(bot)
    await load_packs(bot)


def check_packs(texts: Texts) -> None:
    """Drop packs whose drawing or commands cannot be imported, or whose title another game has, before other commands
    list the games."""
    titles = {title for name in games.own_names() for title in _list_titles(texts, name)}
    for name in games.pack_names():
        mine = _list_titles(texts, name)
        if taken := sorted(title for _, title in mine & titles):
            games.drop_pack(name, f"there is another game with the title {taken[0]!r}, and Discord refuses both")
            continue
        titles |= mine
        try:
            renderer(name)
            if games.has_cog(name):
                importlib.import_module(games.module(name, "cog"))
        except Exception as error:  # noqa: BLE001 - the code of others may fail in any way
            cause = error.__cause__ if isinstance(error, KeyError) and error.__cause__ else error
            games.drop_pack(name, f"{type(cause).__name__}: {cause}")


def _list_titles(texts: Texts, name: str) -> set[tuple[str, str]]:
    """List the titles of a game by language."""
    return {(language, texts.say(language)(games.words(name).TITLE)) for language in LANGUAGES}


async def load_packs(bot: commands.AutoShardedBot) -> None:
    """Load the commands of each pack. Drop packs that would exceed Discord's limits."""
    for name in games.pack_names():
        try:
            if games.has_cog(name):
                await bot.load_extension(games.module(name, "cog"))
            else:
                await importlib.import_module("cogs.games").add_game(bot, name)
        except Exception as error:  # noqa: BLE001 - the code of others may fail in any way
            games.drop_pack(name, _explain(error.original if isinstance(error, commands.ExtensionFailed) else error))


def _explain(error: Exception) -> str:
    match error:
        case CommandLimitReached():
            return f"with it there would be more than the {MOST_COMMANDS} commands that Discord allows a bot"
        case CommandAlreadyRegistered():
            return f"there is another command /{error.name}"
        case _:
            return f"{type(error).__name__}: {error}"
