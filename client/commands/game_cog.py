"""The slash commands every game has: `/<game> new` and `/<game> move`."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import Struct

import games
from client.commands import options as _options
from client.commands.lines import RefusedPly, Typed, extend_draft
from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.core.client import PUBLIC
from client.lobby.direct import open_direct, require_lasting_place
from client.lobby.opening import Show, open_lobby, require_allowed
from client.messages.menus import MOST_OPTIONS
from client.messages.turn_text import find_named
from client.turn.hold import release_held
from client.turn.panel import may_decide
from client.turn.turn import commit, show_panel
from client.why_not import show_refusal, suggest_wishes
from games.text import T, Text
from matches.errors import UserError
from matches.lobby import lobby
from matches.machines.offload import run_rules
from matches.match import Match
from matches.people.preferences import Server
from matches.play import fold_draft
from matches.rows import DIRECT

PLAYERS = "players"


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
        self.group.add_command(self._make_move_command())

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.group)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.group.name)

    async def open_lobby(
        self, interaction: discord.Interaction, values: dict[str, Any], *, show: Show | None = None, away: bool = False
    ) -> Match:
        """Open a lobby in this channel (`/<game> new`, `/play`).

        `show`: as in `client.lobby.opening.open_lobby`. `away`: open it in the person's direct messages, because the
        bot cannot post in this channel.
        """
        bot = self.bot
        if not away:
            require_lasting_place(interaction, self.game.name)
        guild_id = DIRECT if away else interaction.guild_id or DIRECT
        spoken = bot.language(interaction) if guild_id == DIRECT else bot.texts.language(str(interaction.guild_locale))
        capacity = values.pop(PLAYERS, None)
        given = _options.pop_terms(values)
        options = _options.read_options(self.game, values)

        def make(server: Server, place: int) -> Match:
            require_allowed(server, self.game, self.words.TITLE)
            return lobby.create(
                self.game.name,
                options,
                bot.request(interaction),
                capacity=capacity,
                guild_id=guild_id,
                channel_id=place,
                language=server.language or spoken,
                secret=secrets.token_bytes(32),
                now=bot.referee.now(),
                pace=given["pace"] or server.pace,
                absence=given["absence"] or server.absence,
                private=bool(given["private"]),
                away_days=server.away_days,
                liked=bot.preferences.get(interaction.user.id).liked,
            )

        if away:
            return await open_direct(bot, interaction, make)
        return await open_lobby(bot, interaction, make, thread=bool(given["thread"]), show=show)

    async def make_move(self, interaction: discord.Interaction, *plies: Typed) -> None:
        """Make one or several plies in one line, without a preview. If the turn needs more, its panel opens."""
        bot = self.bot
        match = await release_held(bot, interaction, await self.match_here(interaction))
        seat = match.seat_to_play(interaction.user.id)
        if seat is None:
            raise UserError(T("You have no seat in this match. Look at it with /board."))
        if not may_decide(match, seat):
            note = bot.say(interaction, match)(T("Nothing was played: it is not your turn."))
            await show_panel(bot, interaction, match, note=note)
            return
        begun = await bot.referee.draft(match, seat) if len(plies) == 1 else ()
        say = bot.say(interaction, match)
        try:
            draft = await run_rules(match.game, lambda: extend_draft(match, seat, begun, plies, say))
        except RefusedPly as refused:
            await show_refusal(bot, interaction, match, seat, refused.chosen, refused.code)
            return
        if not fold_draft(match, seat, draft.codes).complete:
            await bot.referee.keep_draft(match, seat, draft.chosen)
            await show_panel(bot, interaction, match)
            return
        await commit(bot, interaction, match, seat, draft.codes, decision=match.decisions[seat])

    async def suggest_moves(
        self,
        interaction: discord.Interaction,
        typed: str,
        *,
        after: Sequence[Typed] | None = None,
        starting: str | tuple[str, ...] = "",
        skip: int = 0,
        most: int | None = MOST_OPTIONS,
    ) -> list[app_commands.Choice[str]]:
        """Autocomplete the person's legal moves, in their language; none for people without a seat.

        `after`: the plies of the command's earlier options (None: those of the draft). `starting`: the prefix of the
        codes. `skip`: leading labels that the earlier options have already named. `most`: None for all.
        """
        try:
            match = await self.match_here(interaction)
            seat = match.seat_to_play(interaction.user.id)
            if seat is None or not may_decide(match, seat):
                return []
            begun = () if after is not None else await self.bot.referee.draft(match, seat)
            say = self.bot.say(interaction, match)
            line = await run_rules(match.game, lambda: extend_draft(match, seat, begun, after or (), say))
            draft = fold_draft(match, seat, line.codes)
        except UserError:
            return []
        if draft.complete:
            return []
        view = match.game.view(draft.state, seat)
        legal = (move for move in match.game.legal_moves(draft.state, seat) if move.code.startswith(starting))
        found = find_named(match, seat, view, legal, typed, say, skip=skip)
        if not found:
            wished = await run_rules(match.game, lambda: suggest_wishes(match, seat, view, typed, say, skip=skip))
            found = {code: label for code, label in wished.items() if code.startswith(starting)}
        return [app_commands.Choice(name=label, value=code) for code, label in found.items()][:most]

    async def match_here(self, interaction: discord.Interaction) -> Match:
        """Find this game's match in the channel. Raises UserError."""
        match = await self.bot.match_here(interaction)
        if match.game is not self.game:
            title = match.words.TITLE
            raise UserError(
                T(
                    "Here you are playing {game}; its commands start with /{command}.",
                    game=title,
                    command=match.game.command,
                )
            )
        return match

    def _make_new_command(self) -> app_commands.Command[Any, ..., Any]:
        seats = self.game.seats
        texts = self.bot.texts

        async def new(interaction: discord.Interaction, **values: Any) -> None:
            await self.open_lobby(interaction, values)

        players = inspect.Parameter(
            PLAYERS,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=app_commands.Range[int, seats[0], seats[-1]] | None,
        )
        mine = [players, *_options.make_parameters(self.game), *_options.make_term_parameters()]
        new.__signature__ = _make_signature(mine)  # type: ignore[attr-defined]
        told_of = {
            PLAYERS: T("How many play; the match starts when all seats are taken"),
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

    def _make_move_command(self) -> app_commands.Command[Any, ..., Any]:
        texts = self.bot.texts

        async def move(interaction: discord.Interaction, move: str) -> None:
            await self.make_move(interaction, Typed(move, move))

        async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await self.suggest_moves(interaction, current)

        app_commands.describe(move=translate_text(T("What you want to do; pick from the list"), texts))(move)
        app_commands.rename(move=translate_name("move"))(move)
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=translate_name("move"),
            description=translate_text(T("Make a move in this channel's match"), texts),
            callback=move,
        )
        command.autocomplete("move")(complete)
        return command


def _make_signature(options: Sequence[inspect.Parameter]) -> inspect.Signature:
    """Build the signature discord.py reads a command's options from, when they are only known at run time."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Signature([inspect.Parameter("interaction", kind, annotation=discord.Interaction), *options])
