"""The Discord client: what every cog shares, and where its commands and failures go."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import json
import logging
import pkgutil
import time
from collections.abc import Callable
from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands, tasks

import cogs
import games
from client.boards.films import FilmWorker
from client.boards.pictures import Painter
from client.boards.pings import Calls
from client.boards.postman import Postman
from client.commands.packs import load_packs
from client.commands.translator import Translator
from client.core import controls, errors
from client.core.acknowledge import Reception
from client.core.custom_ids import Id
from client.core.metrics import Metrics
from client.core.per_user_limit import Crowd
from client.core.preferences import People, PersonalTree, look_of
from client.messages.parts import button, layout, rows, text
from client.turn.risk import RiskMeter
from games.text import Say, T, Text
from matches.errors import Trouble
from matches.machines.machines import Machines
from matches.match import Match
from matches.people import privacy
from matches.referee import Referee, Request
from matches.sweep import sweep
from matches.texts import Texts
from rendering import Look

log = logging.getLogger(__name__)

SWEEP_EVERY = 5.0
"""Seconds between two looks at what has become due."""


FINISH_WITHIN = 8.0
"""Seconds a stop waits for what was begun; containers are killed after ten."""

_TASKS = ("CommandTree-invoker", "discord.py: on_interaction")
"""What discord.py calls the tasks of commands and of presses."""


class Slowboat(commands.AutoShardedBot):
    """discord.py's client with the referee behind it. Needs no privileged intent and reads no messages."""

    def __init__(
        self,
        referee: Referee,
        machines: Machines,
        texts: Texts,
        *,
        state_folder: Path,
        on_ready: Callable[[], None],
        keep_up: Callable[[], None] = lambda: None,
        guild_ready_timeout: float = 2.0,
    ) -> None:
        # No voice is ever used; without these two lines the log would begin with warnings about its libraries.
        discord.VoiceClient.warn_nacl = False
        discord.VoiceClient.warn_dave = False
        self.metrics = Metrics()
        super().__init__(
            command_prefix=(),
            http_trace=self.metrics.trace(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=PersonalTree,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=guild_ready_timeout,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.referee = referee
        self.machines = machines
        self.texts = texts
        self.people = People(referee.store)
        self.reception = Reception()
        self.crowd = Crowd()
        self.calls = Calls(self)
        self.postman = Postman(self)
        self.painter = Painter(texts)
        self.films = FilmWorker()
        self.risk_meter = RiskMeter()
        self.state_folder = state_folder
        self._tell_ready = on_ready
        self._keep_up = keep_up
        self._watching: asyncio.Task[None] | None = None
        self._purged_at: float | None = None
        self._command_ids: dict[str, int] = {}
        self.tree.error(self._on_command_error)

    async def setup_hook(self) -> None:
        self._watching = asyncio.create_task(self.metrics.watch_loop())
        self.texts.load()
        await self.load_cogs()
        await self._sync_commands()

    async def load_cogs(self) -> None:
        """Load every module of `cogs/` that is one (those with a leading _ are not), and the translator."""
        await self.tree.set_translator(Translator(self.texts))
        for module in pkgutil.iter_modules(cogs.__path__):
            if not module.name.startswith("_"):
                await self.load_extension(f"cogs.{module.name}")
        await load_packs(self)

    async def on_ready(self) -> None:
        for loop in (self._sweeping, self._moving):
            if not loop.is_running():
                loop.start()
        self._tell_ready()

    async def on_shard_connect(self, shard_id: int) -> None:  # noqa: ARG002 - a login is a login, whatever the shard
        self.metrics.identified(time.monotonic())

    async def close(self) -> None:
        self._sweeping.cancel()
        self._moving.cancel()
        if self._watching is not None:
            self._watching.cancel()
        await self._finish()
        await super().close()
        await self.painter.stop()
        await self.films.stop()
        await self.risk_meter.worker.stop()

    async def _finish(self) -> None:
        """Let commands and presses that were begun come to their end; what is not answered by then is not lost either,
        for whatever was committed is posted at the next start."""
        mine = asyncio.current_task()
        begun = [task for task in asyncio.all_tasks() if task is not mine and task.get_name() in _TASKS]
        if begun:
            await asyncio.wait(begun, timeout=FINISH_WITHIN)

    @tasks.loop(seconds=SWEEP_EVERY)
    async def _sweeping(self) -> None:
        await self.sweep()

    @_sweeping.before_loop
    async def _pick_up(self) -> None:
        """After a restart: the time without us counts for no clock, and what was committed is posted at once."""
        await self.referee.alive()
        await self.postman.sweep(starting=True)

    @_sweeping.error
    async def _sweep_failed(self, error: BaseException) -> None:
        log.error("the sweep failed and goes on", exc_info=error)
        self._sweeping.restart()

    @tasks.loop(seconds=SWEEP_EVERY)
    async def _moving(self) -> None:
        await self.move_machines()

    @_moving.error
    async def _moving_failed(self, error: BaseException) -> None:
        log.error("the machines failed and go on", exc_info=error)
        self._moving.restart()

    async def sweep(self) -> None:
        """Do everything that has become due."""
        await self.look_at_time()
        await self.move_machines()

    async def look_at_time(self) -> None:
        """Let timers take effect, and post boards whose posting has failed before. Leaves a sign of life.

        Machines move in a loop of their own: however long they take, no timer is late.
        """
        await asyncio.to_thread((self.state_folder / "heartbeat").touch)
        self._keep_up()
        if not self.is_connected():
            return  # nobody can reach us: what falls due now falls into an outage
        now = self.referee.now()
        await self.referee.store.transaction(lambda tx: self.metrics.note_ages(tx, now))
        await self.referee.alive()
        if privacy.purge_is_due(now, self._purged_at):
            await privacy.purge(self.referee)
            self._purged_at = now
        for done in await sweep(self.referee):
            await self.postman.settle(done)
            await self.calls.remind(done)
            await self.postman.offer_to_go_on(done.match)
        await self.postman.sweep()
        await self.calls.tidy()

    async def move_machines(self) -> None:
        """Go on with every match that waits for a computer player, a stand-in or nature."""
        moved = await self.machines.resume()
        for done in moved:
            await self.postman.settle(done)
        if moved:
            await self.calls.tidy()

    def is_connected(self) -> bool:
        """Whether any of our connections to Discord is up."""
        return any(not shard.is_closed() for shard in self.shards.values())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.metrics.arrived(interaction.id, time.perf_counter())
        pressed = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if pressed and self.reception.take(interaction):
            await controls.dispatch(self, interaction)

    async def greet(self, interaction: discord.Interaction) -> None:
        """Note that somebody is here, and how they like things; before they are answered."""
        self.calls.seen(interaction.channel_id or 0, interaction.user.id)
        await self.people.load(interaction.user.id)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:  # noqa: ARG002
        log.exception("event %s failed", event_method)

    def say(self, interaction: discord.Interaction, match: Match | None = None) -> Say:
        """Sentences for the person who caused the interaction, in their language."""
        return self.texts.say(self.language(interaction), match.cast() if match else ())

    def say_to_all(self, match: Match) -> Say:
        """Sentences for the match's whole channel, in its language."""
        return self.texts.say(match.row.language, match.cast())

    def request(self, interaction: discord.Interaction) -> Request:
        """Who asks, as the referee wants to know it."""
        return Request(
            user_id=interaction.user.id,
            name=interaction.user.display_name,
            interaction_id=interaction.id,
            manages_server=interaction.permissions.manage_guild,
            guild_id=interaction.guild_id,
        )

    def language(self, interaction: discord.Interaction) -> str:
        """The language a person has chosen, or else that of their Discord."""
        return self.people.known(interaction.user.id).language or self.texts.language(str(interaction.locale))

    def look(self, interaction: discord.Interaction) -> Look:
        """How a person wants pictures that only they see."""
        return look_of(self.people.known(interaction.user.id))

    @staticmethod
    def playable() -> tuple[str, ...]:
        """The games that can be played here: those that have a module of commands."""
        return tuple(name for name in games.names() if importlib.util.find_spec(games.module(name, "cog")))

    def mention(self, command: str) -> str:
        """A command as something to click, once Discord has told its id."""
        number = self._command_ids.get(command.split()[0])
        return f"</{command}:{number}>" if number else f"`/{command}`"

    async def find_match(self, interaction: discord.Interaction) -> Match | None:
        """The match of the channel the interaction came from."""
        return await self.referee.match_in(interaction.channel_id or 0)

    async def match_here(self, interaction: discord.Interaction) -> Match:
        """The same; raises Trouble where there is none."""
        match = await self.find_match(interaction)
        if match is None:
            raise Trouble(T("There is no match in this channel yet. /help shows how to open one."))
        return match

    def notice(self, sentence: str) -> discord.ui.LayoutView:
        """A message that only says something."""
        return layout(text(sentence))

    async def ask(self, interaction: discord.Interaction, question: Text, action: str, match: Match, yes: Text) -> None:
        """Ask back, in private, before something that cannot be undone."""
        say = self.say(interaction, match)
        buttons = rows([button(say(yes), Id(action, match.row.id), style=discord.ButtonStyle.danger)])
        await interaction.edit_original_response(view=layout(text(say(question)), *buttons))

    async def _on_command_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await errors.handle(interaction, error, self.say(interaction))

    async def _sync_commands(self) -> None:
        """Tell Discord our commands, if they are not the ones told last (creations are limited to 200 a day)."""
        translator = self.tree.translator
        payload = [
            await command.get_translated_payload(self.tree, translator) if translator else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()
        note = self.state_folder / "commands.sha256"
        known = await self.tree.fetch_commands()
        if not known or not note.exists() or note.read_text(encoding="ascii") != digest:
            known = await self.tree.sync()
            note.write_text(digest, encoding="ascii")
        self._command_ids = {command.name: command.id for command in known}
