"""What every game offers: `/<game> new` and `/<game> move`. A game with turns of several plies says how many."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from client.commands.translator import list_choices, translate_name, translate_text
from client.core.bot import Slowboat
from client.core.intake import PUBLIC
from client.core.visit import Visit
from client.lobby.house_rules import suggest_rules
from client.lobby.lobby_panel import open_host_panel
from client.lobby.opening import open_game
from client.typed_moves import make_move, suggest_moves
from games.text import T, Text

PLAYERS = translate_name("players")
PRESET = translate_name("preset")
RULE = translate_name("rule")
THREAD = translate_name("thread")
PLIES = (
    translate_name("move"),
    translate_name("then"),
    translate_name("then2"),
    translate_name("then3"),
    translate_name("then4"),
)
"""The options of `move`, one for each ply of the longest turn."""


class GameCog(commands.Cog):
    """A game's command group, built from its rules and words.

    `plies`: how many plies a turn can have, at most as many as `PLIES`.
    """

    def __init__(self, bot: Slowboat, name: str, *, plies: int = 1) -> None:
        # discord.py names a cog after its class and refuses two cogs of one name, but several games use this class.
        self.__cog_name__ = f"{type(self).__name__} {name}"
        self.bot = bot
        self.game = games.load(name)
        self.words = games.words(name)
        self.plies = PLIES[:plies]
        self.group = app_commands.Group(
            name=translate_name(self.game.command), description=translate_text(self.words.PITCH, bot.texts)
        )
        self.group.add_command(self._make_new_command())
        self.group.add_command(self._make_move_command())

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.group)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.group.name)

    def _make_new_command(self) -> app_commands.Command[Any, ..., Any]:
        """Make the command that opens a lobby, with at most one house rule. All other rules and terms are set in the
        lobby."""
        seats = self.game.seats

        async def new(interaction: discord.Interaction, **values: Any) -> None:
            visit = Visit(self.bot, interaction)
            await open_host_panel(visit, await open_game(visit, self.game.name, **values))

        number = app_commands.Range[int, seats[0], seats[-1]]
        told: dict[app_commands.locale_str, tuple[Any, Text]] = {
            PLAYERS: (number, T("How many play; the match starts when all seats are taken"))
        }
        if self.game.presets:
            told[PRESET] = str, T("A named set of rules; its host can change each rule in the lobby")
        told[RULE] = str, T("A house rule; its host can change all of them in the lobby")
        told[THREAD] = bool, T("Give the match its own thread")
        made = _make_command(self.bot, new, told)
        app_commands.choices(
            **{
                PRESET.message: list_choices(
                    {name: self.words.PRESETS[name] for name in self.game.presets}, self.bot.texts
                )
            }
            if self.game.presets
            else {}
        )(new)
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=translate_name("new"),
            description=translate_text(T("Open a match in this channel"), self.bot.texts),
            callback=made,
            extras={PUBLIC: True},
        )

        async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            preset = getattr(interaction.namespace, PRESET.message, None)
            return suggest_rules(self.game, typed, Visit(self.bot, interaction).say, preset=preset)

        command.autocomplete(RULE.message)(complete)
        return command

    def _make_move_command(self) -> app_commands.Command[Any, ..., Any]:
        """Make the command that makes a whole turn in one line: one option for each ply. If a turn needs more plies
        than were given, its panel opens. Each option's autocomplete continues the turn after the options before it."""

        async def move(interaction: discord.Interaction, **values: str | None) -> None:
            await make_move(Visit(self.bot, interaction), self.game, _read_line(values))

        told: dict[app_commands.locale_str, tuple[Any, Text]] = {
            option: (str, T("What you do after that in the same turn; leave it out to be asked"))
            for option in self.plies
        }
        told[self.plies[0]] = str, T("What you want to do; pick from the list")
        made: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=translate_name("move"),
            description=translate_text(T("Make a move in this channel's match"), self.bot.texts),
            callback=_make_command(self.bot, move, told, required=(self.plies[0],)),
        )
        for number, option in enumerate(self.plies):
            made.autocomplete(option.message)(self._make_completion(number))
        return made

    def _make_completion(self, number: int) -> Any:
        """Make the function that suggests the ply of this number."""

        async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            after = _read_line(dict(iter(interaction.namespace)), number)
            return await suggest_moves(Visit(self.bot, interaction), self.game, current, after=after)

        return complete


def _read_line(values: Mapping[str, str | None], most: int = len(PLIES)) -> list[str]:
    """Read the plies that were given, up to `most` of the options."""
    given = (values.get(option.message) for option in PLIES[:most])
    return [typed for typed in given if typed]


def _make_command(
    bot: Slowboat,
    body: Any,
    told: Mapping[app_commands.locale_str, tuple[Any, Text]],
    *,
    required: tuple[app_commands.locale_str, ...] = (),
) -> Any:
    """Give a function the options that discord.py reads from its signature: each with its type and its description."""
    kind = Parameter.POSITIONAL_OR_KEYWORD
    found = [Parameter("interaction", kind, annotation=discord.Interaction)]
    for option, (annotation, _) in told.items():
        if option in required:
            found.append(Parameter(option.message, kind, annotation=annotation))
        else:
            found.append(Parameter(option.message, kind, default=None, annotation=annotation | None))
    body.__signature__ = Signature(found)
    texts = {option.message: translate_text(text, bot.texts) for option, (_, text) in told.items()}
    app_commands.describe(**texts)(body)
    app_commands.rename(**{option.message: option for option in told})(body)
    return body
