"""Declare slash commands, as the modules of `cogs/` do: a function whose parameters are the command's options.

    @command("board", T("Show this channel's match to you alone"))
    @option("player", T("One player's area, enlarged"))
    async def board(visit: Visit, player: discord.User | None = None) -> None: ...

Names and texts are English; `client.commands.translator` translates them.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from msgspec import Struct

import games
from client.commands.translator import list_choices, translate_name, translate_text
from client.core.bot import Slowboat
from client.core.intake import FORMS, PUBLIC
from client.core.visit import Visit
from games.text import Text
from matches.clocks.pace import PACES

EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Where people can use commands that need neither a server nor a match."""

IN_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""Where people can use commands that are about a server."""

BY_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
"""Offers commands where the bot is installed in the server, but not to people who installed it for themselves."""

MANAGERS: Final = discord.Permissions(manage_guild=True)

Body = Callable[..., Coroutine[Any, Any, object]]
"""Carries out a command. Gets the visit and the options."""

B = TypeVar("B", bound=Body)

Choices = Callable[[Slowboat], Mapping[Any, Text]]
"""Lists the choices of an option: what people read, by value."""

Suggest = Callable[[Visit, str], Awaitable[list[app_commands.Choice[str]]]]
"""Suggests values of an option. Gets what was typed."""


class Option(Struct, frozen=True):
    """An option of a command: its description, its choices, and its suggestions."""

    about: Text
    choices: Choices | None = None
    suggest: Suggest | None = None


class Command(Struct, frozen=True):
    """A slash command. `public`: the whole channel sees the answer. `managers`: hidden from people who do not manage
    the server. `forms`: the values of its option `show` that open a form."""

    name: str
    about: Text
    body: Body
    where: app_commands.AppCommandContext | None = None
    public: bool = False
    managers: bool = False
    forms: Collection[str] = ()

    def make(self, bot: Slowboat) -> app_commands.Command[Any, ..., Any] | None:
        """Make the command for a bot; None if one of its options has nothing to choose from."""
        options: dict[str, Option] = vars(self.body).get("options", {})
        chosen = {name: each.choices(bot) for name, each in options.items() if each.choices is not None}
        if not all(chosen.values()):
            return None

        async def run(interaction: discord.Interaction, **values: Any) -> None:
            await self.body(Visit(bot, interaction), **values)

        _, *parameters = inspect.signature(self.body, eval_str=True).parameters.values()
        given = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction)
        run.__signature__ = inspect.Signature([given, *parameters])  # type: ignore[attr-defined]
        texts = bot.texts
        if options:
            app_commands.describe(**{name: translate_text(each.about, texts) for name, each in options.items()})(run)
            app_commands.rename(**{name: translate_name(name) for name in options})(run)
            app_commands.choices(**{name: list_choices(each, texts) for name, each in chosen.items()})(run)
        made: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=translate_name(self.name),
            description=translate_text(self.about, texts),
            callback=run,
            extras={PUBLIC: self.public, FORMS: self.forms},
            allowed_contexts=self.where,
            allowed_installs=BY_SERVERS if self.where is IN_SERVERS else None,
        )
        made.default_permissions = MANAGERS if self.managers else None
        for name, each in options.items():
            if each.suggest is not None:
                made.autocomplete(name)(_make_completion(bot, each.suggest))
        return made


def command(
    name: str,
    about: Text,
    *,
    where: app_commands.AppCommandContext | None = None,
    public: bool = False,
    managers: bool = False,
    forms: Collection[str] = (),
) -> Callable[[Body], Command]:
    """Declare a slash command; see `Command`."""
    return lambda body: Command(name, about, body, where, public, managers, forms)


def add_to_person_menu(bot: Slowboat, name: Text, show: Callable[[Visit, discord.Member], Awaitable[None]]) -> None:
    """Add an entry to the menu of a person (*Apps*) in servers."""

    async def run(interaction: discord.Interaction, person: discord.Member) -> None:
        await show(Visit(bot, interaction), person)

    bot.tree.add_command(
        app_commands.ContextMenu(
            name=translate_text(name, bot.texts), callback=run, allowed_contexts=IN_SERVERS, allowed_installs=BY_SERVERS
        )
    )


def option(
    name: str, about: Text, *, choices: Choices | None = None, suggest: Suggest | None = None
) -> Callable[[B], B]:
    """Describe an option of a command. Its type and default are those of the parameter of this name."""

    def describe(body: B) -> B:
        vars(body).setdefault("options", {})[name] = Option(about, choices, suggest)
        return body

    return describe


def _make_completion(bot: Slowboat, suggest: Suggest) -> Any:
    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(Visit(bot, interaction), current)

    return complete


def list_games(bot: Slowboat) -> Mapping[str, Text]:
    """List the games that can be played here, as choices."""
    return {name: games.words(name).TITLE for name in bot.list_playable()}


def list_paces(_: Slowboat) -> Mapping[str, Text]:
    """List the paces of matches, as choices."""
    return {name: pace.short or pace.name for name, pace in PACES.items()}
