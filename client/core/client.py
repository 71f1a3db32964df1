"""The client: what every command and button may need.

`Client` knows the referee, the texts and people's preferences; `client.core.bot.Slowboat` adds its start, its loops and
its stop. Features add parts of their own (`bot[Postman]`), and functions that take part (`client.core.events`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import discord
from discord import app_commands

import games
from client.core.avatars import Avatars
from client.core.errands import Errands
from client.core.errors import LOST_SUGGESTIONS, answer, handle
from client.core.events import list_events, list_listeners
from client.core.intake import FORMS, PUBLIC, Intake, UserLimit
from client.core.links import Links
from client.core.logs import note_interaction
from client.core.metrics import Metrics, ReportingConnector
from client.core.people import Preferences, Presence
from client.core.permissions import may_post_later
from client.core.refusals import FAILURES, read_answer
from client.core.resting import Rests
from client.core.signs import SignBook
from client.fleet.sharded_bot import ShardedBot
from client.pictures.films import FilmWorker
from client.pictures.painter import Painter
from games.text import Say, T, Text
from matches.coaching.analyst import Analyst
from matches.delivery.outbox import Outbox
from matches.delivery.pings import PingLog
from matches.errors import StoreError, UserError
from matches.machines.machines import Machines
from matches.match import Match
from matches.referee import Done, Referee
from matches.results.rating_book import RatingBook
from matches.texts import Texts
from rendering.memory import MOST

log = logging.getLogger(__name__)

P = TypeVar("P")
R = TypeVar("R")

LONGEST_LIMIT = 30.0
"""Seconds for which a request waits for a limit of Discord; one that must wait longer fails (`Meaning.LATER`). It is
the least that discord.py takes."""

STORE_WAITS = 1.0
"""Seconds to wait for the store before a form or suggestions are sent; sending them is the acknowledgement."""

SUGGESTIONS_WITHIN = 2.0
"""Seconds after which autocomplete answers without suggestions."""


async def wait_for_store(reading: Awaitable[R]) -> R | None:
    """Wait at most `STORE_WAITS` seconds for the store, for an interaction that cannot be acknowledged first. Returns
    None if the store is too slow."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(STORE_WAITS):
            return await reading
    return None


class CommandTree(app_commands.CommandTree["Client"]):
    """Accept each command once, and acknowledge it before reading from the store."""

    async def _call(self, interaction: discord.Interaction[Client]) -> None:
        client = interaction.client
        typing = interaction.type is discord.InteractionType.autocomplete
        try:
            with client.user_limit.admit(interaction.user.id):
                async with asyncio.timeout(SUGGESTIONS_WITHIN if typing else None):
                    await super()._call(interaction)
        except app_commands.AppCommandError:
            raise  # discord.py hands it to `_on_command_error`
        except Exception as error:  # noqa: BLE001 - above the limit, or the acknowledgement failed
            if not typing:
                await client.handle_error(interaction, error)
            elif not interaction.response.is_done() and not client.is_closed():
                with contextlib.suppress(*FAILURES):
                    await interaction.response.autocomplete([])

    async def interaction_check(self, interaction: discord.Interaction[Client], /) -> bool:
        client = interaction.client
        typing = interaction.type is discord.InteractionType.autocomplete
        if typing and not client.serves(interaction.guild_id or 0):
            return False  # another process suggests moves
        if not await client.intake.admit(interaction):
            return False
        note_interaction(interaction=interaction.id)
        if typing:
            await wait_for_store(client.note_person(interaction))
            return True
        command = interaction.command
        extras = command.extras if isinstance(command, app_commands.Command) else {}
        if getattr(interaction.namespace, "show", None) in extras.get(FORMS, ()):
            await client.intake.acknowledge(interaction, "form")
            await wait_for_store(client.note_person(interaction))
            return True
        public = bool(extras.get(PUBLIC)) and may_post_later(interaction)
        await client.intake.acknowledge(interaction, "public" if public else "private")
        await client.note_person(interaction)
        return True


class Client(ShardedBot):
    """discord.py's client with the referee. Needs no privileged intent and reads no messages."""

    def __init__(
        self,
        referee: Referee,
        machines: Machines,
        texts: Texts,
        *,
        state_folder: Path,
        guild_ready_timeout: float,
        links: Links | None = None,
        memory: int = MOST,
    ) -> None:
        """`links`: addresses outside Discord's channels. `memory`: the most bytes of the process that draws."""
        # Voice is not used; silence discord.py's warnings about missing voice libraries.
        discord.VoiceClient.warn_nacl = False
        discord.VoiceClient.warn_dave = False
        logging.getLogger(app_commands.tree.__name__).addFilter(LOST_SUGGESTIONS)
        self.metrics = Metrics()
        self.errands = Errands()
        self.rests = Rests()
        super().__init__(
            referee.processes,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=CommandTree,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=guild_ready_timeout,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            max_ratelimit_timeout=LONGEST_LIMIT,
        )
        self.referee = referee
        self.machines = machines
        self.texts = texts
        self.outbox = Outbox(referee)
        self.ping_log = PingLog(referee)
        self.preferences = Preferences(referee)
        self.intake = Intake(referee.processes.claim, referee.now)
        self.user_limit = UserLimit()
        self.presence = Presence(referee.now)
        self.painter = Painter(texts, state_folder / "cache", most=memory)
        self.signs = SignBook(self.painter.draw_signs, referee.now)
        self.avatars = Avatars(self)
        self.films = FilmWorker(referee, self.painter.worker)
        self.rating_book = RatingBook(referee)
        self.analyst = Analyst(referee)
        self.state_folder = state_folder
        self.links = links or Links()
        self._parts: dict[Callable[[Any], object], Any] = {}
        self._command_ids: dict[str, int] = {}
        self.moved: Mapping[str, tuple[str, Text | None]] = {}
        """Commands that are gone: the one that does the same, and the label of its button, if it has one."""
        self.registration_limited_for = 0.0
        """Seconds for which Discord has limited the last registration of commands."""
        self.tree.error(self._on_command_error)

    async def set_up(self) -> None:
        """Begin to listen to events, and let features add what they need, such as commands."""
        for event in list_events():
            for listener in list_listeners(event):
                self.add_listener(partial(listener, self), f"on_{event}")
        await self.emit("setup")

    def __getitem__(self, kind: Callable[[Any], P]) -> P:
        """Return this bot's only object of a class, such as `bot[Postman]`. It is made of the bot when first asked
        for."""
        if kind not in self._parts:
            self._parts[kind] = kind(self)
        part: P = self._parts[kind]
        return part

    async def emit(self, event: str, *about: object) -> None:
        """Call the functions that features have registered for an event, one after the other."""
        for listener in list_listeners(event):
            await listener(self, *about)

    async def login(self, token: str) -> None:
        """Log in, and count Discord's answers on all connections."""
        self.http.connector = ReportingConnector(self.metrics.note_response)
        await super().login(token)

    async def announce(self, done: Done) -> None:
        """Show a change that no interaction has caused: a deadline, a closed lobby, a machine's move."""
        await self.emit("changed", done)

    async def note_person(self, interaction: discord.Interaction) -> None:
        """Note that a person is present and that their direct messages are open, and load their preferences."""
        self.presence.note(interaction.channel_id or 0, interaction.user.id)
        self.avatars.note(interaction)
        await self.preferences.load(interaction.user.id)
        if interaction.type is not discord.InteractionType.autocomplete:
            await self.emit("arrival", interaction)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:  # noqa: ARG002
        if self.is_closed():  # the connection was closed during the event
            log.info("event %s was cut short by the stop: %r", event_method, sys.exception())
            return
        log.exception("event %s failed", event_method)

    def say_to_all(self, match: Match) -> Say:
        """Return the translator into the language of the channel that shows the match."""
        return self.texts.say(match.language, match.cast())

    def language(self, interaction: discord.Interaction) -> str:
        """Return the language a person has chosen, or else the language of their Discord."""
        return self.preferences.get(interaction.user.id).language or self.texts.language(str(interaction.locale))

    @staticmethod
    def list_playable() -> tuple[str, ...]:
        """List the games that can be played here."""
        return games.names()

    def mention(self, command: str, language: str = "en") -> str:
        """Mention a command as a link, by its registered name. Until its id is known, write it as text."""
        number = self._command_ids.get(command.split()[0])
        if number:
            return f"</{command}:{number}>"
        return f"`/{' '.join(self.texts.name(language, word) for word in command.split())}`"

    async def _on_command_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await self.handle_error(interaction, error)

    async def handle_error(self, interaction: discord.Interaction, error: BaseException) -> None:
        """Answer a failed interaction. If its change was committed, say so, and dispatch `answer_lost`, whose listeners
        update messages."""
        if isinstance(error, app_commands.CommandNotFound) and (
            told := self._find_new_place(error, self.language(interaction))
        ):
            await answer(interaction, told)
            return
        done = False
        if not isinstance(getattr(error, "original", error), UserError):
            with contextlib.suppress(StoreError):  # the store cannot be read: unknown
                done = await self.referee.has_taken_effect(interaction.id)
        await handle(interaction, error, self.texts.say(self.language(interaction)), has_taken_effect=done)
        if done and not self.is_closed():
            self.dispatch("answer_lost", interaction)

    def _find_new_place(self, error: app_commands.CommandNotFound, language: str) -> str:
        """Say where a command is now; "" for one that was never known."""
        command, label = self.moved.get(" ".join((*error.parents, error.name)), ("", None))
        say = self.texts.say(language)
        now = say(T("This is now here:"))  # a mention cannot stand in a text, which defuses it
        return command and f"{now} {self.mention(command, language)}" + (f" → *{say(label)}*" if label else "")

    async def sync_commands(self, *, only_read: bool = False) -> bool:
        """Register the commands, unless they are registered already (Discord allows 200 creations a day).

        `only_read`: only learn their ids, because another process registers them.
        Returns False if Discord does not answer or refuses; registered commands keep working.
        """
        translator = self.tree.translator
        self._ask_for_allowed_installs()
        payload = [
            await command.get_translated_payload(self.tree, translator) if translator else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()
        note = self.state_folder / "commands.sha256"
        try:
            known = await self.tree.fetch_commands()
            if not only_read and (not known or not note.exists() or note.read_text(encoding="ascii") != digest):
                known = await self.tree.sync()
                note.write_text(digest, encoding="ascii")
        except (*FAILURES, app_commands.AppCommandError) as error:
            log.error("the commands could not be registered; those registered before go on working: %s", error)
            answer = read_answer(error)
            self.registration_limited_for = answer.wait or 0.0 if answer is not None else 0.0
            return False
        self._command_ids = {command.name: command.id for command in known}
        return True

    def _ask_for_allowed_installs(self) -> None:
        """Ask for installation by servers alone where the owner has switched the other one off at Discord, which would
        refuse all commands otherwise."""
        about = self.application
        if about is None or about.guild_integration_config is None or about.user_integration_config is not None:
            return
        log.warning("User Install is switched off for this application: commands are registered for servers only")
        for thing in (self.tree, *self.tree.get_commands()):
            if thing.allowed_installs is not None:
                thing.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
