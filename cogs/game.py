"""What every game offers: `/<game> new` and `/<game> move`. The modules of games add commands of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import Struct

import games
from client.commands import options as _options
from client.commands.declare import Body, Command, option
from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.core.intake import PUBLIC
from client.core.visit import Visit
from client.lobby.opening import open_game
from client.typed_moves import Typed, make_move, suggest_moves
from games.text import T, Text


class Ply(Struct, frozen=True):
    """An option of a one-line command: one ply. `starting`: the prefixes of the codes it accepts."""

    option: app_commands.locale_str
    starting: tuple[str, ...] = ("",)
    required: bool = True

    @property
    def parameter(self) -> inspect.Parameter:
        kind = inspect.Parameter.KEYWORD_ONLY
        if self.required:
            return inspect.Parameter(self.option.message, kind, annotation=str)
        return inspect.Parameter(self.option.message, kind, default=None, annotation=str | None)


class GameCog(commands.Cog):
    """A game's command group, built from its rules and words; a game with more commands derives from this."""

    def __init__(self, bot: Slowboat, name: str) -> None:
        # discord.py names a cog after its class and refuses two cogs of one name, but several games use this class.
        self.__cog_name__ = f"{type(self).__name__} {name}"
        self.bot = bot
        self.game = games.load(name)
        self.words = games.words(name)
        texts = bot.texts
        self.group = app_commands.Group(
            name=translate_name(self.game.command), description=translate_text(self.words.PITCH, texts)
        )
        self.group.add_command(self._make_new_command())

        async def suggest(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
            return await suggest_moves(visit, self.game, typed)

        @option("move", T("What you want to do; pick from the list"), suggest=suggest)
        async def move(visit: Visit, move: str) -> None:
            await make_move(visit, self.game, [Typed(move, move)])

        self.add_command("move", T("Make a move in this channel's match"), move)

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.group)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.group.name)

    def add_command(self, name: str, about: Text, body: Body) -> None:
        """Add a command to the game's group; its options are described with `@option`."""
        if (made := Command(name, about, body).make(self.bot)) is not None:
            self.group.add_command(made)

    async def make_move(self, interaction: discord.Interaction, *plies: Typed) -> None:
        """Make one or several plies in one line, without a preview. If the turn needs more, its panel opens."""
        await make_move(Visit(self.bot, interaction), self.game, plies)

    async def suggest_moves(
        self, interaction: discord.Interaction, typed: str, **how: Any
    ) -> list[app_commands.Choice[str]]:
        """Autocomplete the person's legal moves. `how`: see `client.typed_moves.suggest_moves`."""
        return await suggest_moves(Visit(self.bot, interaction), self.game, typed, **how)

    def _make_new_command(self) -> app_commands.Command[Any, ..., Any]:
        seats = self.game.seats
        texts = self.bot.texts

        async def new(interaction: discord.Interaction, **values: Any) -> None:
            await open_game(Visit(self.bot, interaction), self.game.name, values)

        players = inspect.Parameter(
            _options.PLAYERS,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=app_commands.Range[int, seats[0], seats[-1]] | None,
        )
        mine = [players, *_options.make_parameters(self.game), *_options.make_term_parameters()]
        new.__signature__ = _make_signature(mine)  # type: ignore[attr-defined]
        told_of = {
            _options.PLAYERS: T("How many play; the match starts when all seats are taken"),
            _options.PRESET: T("A named set of rules; options you give separately override it"),
            **self.words.command_texts(),
            **_options.TERMS,
        }
        app_commands.describe(**{name.name: translate_text(told_of[name.name], texts) for name in mine})(new)
        app_commands.rename(**{name.name: translate_name(name.name) for name in mine})(new)
        app_commands.choices(
            **_options.make_choices(self.game, self.words, texts), **_options.make_term_choices(texts)
        )(new)
        return app_commands.Command(
            name=translate_name("new"),
            description=translate_text(T("Open a match in this channel"), texts),
            callback=new,
            extras={PUBLIC: True},
        )

    def add_line_command(self, name: app_commands.locale_str, description: Text, *plies: Ply, first: str = "") -> None:
        """Add a command that makes a turn in one line: `first`, if given, then one ply for each option.

        Each option's autocomplete continues the turn after the options before it.
        """
        texts = self.bot.texts
        names = [ply.option.message for ply in plies]

        def read(values: Mapping[str, str | None], options: Sequence[Ply]) -> list[Typed]:
            given = [(ply, values.get(ply.option.message)) for ply in options]
            typed = [Typed(text, text, ply.starting) for ply, text in given if text]
            return [Typed(first, first), *typed] if first else typed

        async def line(interaction: discord.Interaction, **values: str | None) -> None:
            await self.make_move(interaction, *read(values, plies))

        line.__signature__ = _make_signature([ply.parameter for ply in plies])  # type: ignore[attr-defined]
        told_of = self.words.command_texts()
        if plies:
            app_commands.describe(**{option: translate_text(told_of[option], texts) for option in names})(line)
            app_commands.rename(**{ply.option.message: ply.option for ply in plies})(line)
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=name, description=translate_text(description, texts), callback=line
        )
        for number, ply in enumerate(plies):
            command.autocomplete(ply.option.message)(self._make_completion(read, plies[:number], ply.starting))
        self.group.add_command(command)

    def _make_completion(
        self,
        read: Callable[[Mapping[str, str | None], Sequence[Ply]], list[Typed]],
        earlier: Sequence[Ply],
        starting: tuple[str, ...],
    ) -> Any:
        async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            after = read(dict(iter(interaction.namespace)), earlier)
            return await self.suggest_moves(interaction, current, after=after, starting=starting)

        return complete


def _make_signature(options: Sequence[inspect.Parameter]) -> inspect.Signature:
    """Build the signature discord.py reads a command's options from, when they are only known at run time."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Signature([inspect.Parameter("interaction", kind, annotation=discord.Interaction), *options])
