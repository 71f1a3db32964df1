"""The bot: the client with everything that posts, and the loops that keep matches running."""

from __future__ import annotations

import asyncio
import logging
import pkgutil
import time
from collections.abc import Callable
from pathlib import Path

from discord.ext import tasks

import cogs
from client.boards.pings import Pings
from client.boards.postman import Postman
from client.boards.reminders import Reminders
from client.commands.packs import check_packs, load_packs
from client.commands.translator import Translator
from client.core.client import Client
from client.core.retries import use_policy
from matches.machines.machines import Machines
from matches.people import privacy
from matches.referee import Referee
from matches.results.filling import fill_in_results
from matches.sweep import read_ages, sweep
from matches.texts import Texts

log = logging.getLogger(__name__)

SWEEP_EVERY = 5.0
"""Seconds between two sweeps."""

SYNC_AGAIN_AFTER = 600.0
"""Seconds until a failed registration of commands is retried."""

FINISH_WITHIN = 8.0
"""Seconds a stop waits for interactions in progress; containers are killed after ten."""

_TASKS = ("CommandTree-invoker", "discord.py: on_interaction")
"""Names discord.py gives to the tasks of commands and presses."""


class Slowboat(Client):
    """The client with everything that posts, and the loops that keep matches running."""

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
        super().__init__(referee, machines, texts, state_folder=state_folder, guild_ready_timeout=guild_ready_timeout)
        self.pings = Pings(self)
        self.postman = Postman(self, self.pings)
        self.reminders = Reminders(self, self.pings, self.postman)
        self._tell_ready = on_ready
        self._keep_up = keep_up
        self._watching: asyncio.Task[None] | None = None
        self._purged_at: float | None = None
        self._must_sync_at: float | None = None
        self._checked_up_to: int | None = 0

    async def setup_hook(self) -> None:
        use_policy(self.http)
        self._watching = asyncio.create_task(self.metrics.watch_loop())
        self.texts.load()
        await self.load_cogs()
        self._must_sync_at = None if await self.sync_commands() else self.referee.now() + SYNC_AGAIN_AFTER

    async def load_cogs(self) -> None:
        """Load every cog, those of game packs last, and the translator of command names."""
        await self.tree.set_translator(Translator(self.texts))
        check_packs()
        for module in pkgutil.iter_modules(cogs.__path__):
            await self.load_extension(f"cogs.{module.name}")
        await load_packs(self)

    async def on_ready(self) -> None:
        for loop in (self._sweep_loop, self._machine_loop):
            if not loop.is_running():
                loop.start()
        if self._checked_up_to is not None and not self._check_loop.is_running():
            self._check_loop.start()
        self._tell_ready()

    async def on_shard_connect(self, shard_id: int) -> None:  # noqa: ARG002 - every shard's login counts alike
        self.metrics.note_login(time.monotonic())

    async def close(self) -> None:
        self._sweep_loop.cancel()
        self._machine_loop.cancel()
        self._check_loop.cancel()
        if self._watching is not None:
            self._watching.cancel()
        await self._finish()
        await self.signs.stop()
        await super().close()
        await self.painter.stop()
        await self.films.stop()
        await self.risk_meter.worker.stop()
        await self.rating_book.worker.stop()

    async def _finish(self) -> None:
        """Wait for interactions in progress. Boards still owed are posted at the next start."""
        mine = asyncio.current_task()
        begun = [task for task in asyncio.all_tasks() if task is not mine and task.get_name() in _TASKS]
        if begun:
            await asyncio.wait(begun, timeout=FINISH_WITHIN)

    @tasks.loop(seconds=SWEEP_EVERY)
    async def _sweep_loop(self) -> None:
        await self.sweep()

    @_sweep_loop.before_loop
    async def _recover(self) -> None:
        """Exclude the downtime from all clocks after a restart, post what was committed, and fill in results."""
        await self.referee.record_alive(down=self.shards_down(), shards=self.shard_count or 1)
        await self.postman.sweep(starting=True)
        await fill_in_results(self.referee)

    @_sweep_loop.error
    async def _restart_sweep(self, error: BaseException) -> None:
        log.error("the sweep failed; it continues", exc_info=error)
        self._sweep_loop.restart()

    @tasks.loop(seconds=SWEEP_EVERY)
    async def _machine_loop(self) -> None:
        await self.move_machines()

    @_machine_loop.error
    async def _restart_machines(self, error: BaseException) -> None:
        log.error("the machines failed; they continue", exc_info=error)
        self._machine_loop.restart()

    @tasks.loop(seconds=SWEEP_EVERY)
    async def _check_loop(self) -> None:
        """Repair boards that are not in their channels, a few at a time, once per start."""
        if self._checked_up_to is None:
            self._check_loop.stop()
        elif self.is_connected():
            self._checked_up_to = await self.postman.repost_missing(after=self._checked_up_to)

    @_check_loop.error
    async def _restart_check(self, error: BaseException) -> None:
        log.error("the check of posted boards failed; it continues", exc_info=error)
        self._check_loop.restart()

    async def sweep(self) -> None:
        """Run timers and machines once."""
        await self.run_timers()
        await self.move_machines()

    async def run_timers(self) -> None:
        """Run due timers, and retry boards that could not be posted. Touches the heartbeat file.

        Machines move in a loop of their own, so that a slow one never delays a timer.
        """
        await asyncio.to_thread((self.state_folder / "heartbeat").touch)
        self._keep_up()
        if not self.is_connected():
            return  # nobody can reach the bot: this time counts as an outage
        now = self.referee.now()
        self.metrics.note_ages(await read_ages(self.referee, now))
        await self.referee.record_alive(down=self.shards_down(), shards=self.shard_count or 1)
        if self._must_sync_at is not None and now >= self._must_sync_at:
            self._must_sync_at = None if await self.sync_commands() else now + SYNC_AGAIN_AFTER
        if privacy.purge_is_due(now, self._purged_at):
            await privacy.purge(self.referee)
            self._purged_at = now
        for done in await sweep(self.referee):
            await self.postman.announce(done)
            await self.reminders.send(done)
            await self.postman.offer_to_go_on(done.match)
        await self.postman.sweep()
        await self.pings.delete_answered()

    async def move_machines(self) -> None:
        """Continue every match that waits for a computer player, a stand-in or nature."""
        moved = await self.machines.resume()
        for done in moved:
            await self.postman.announce(done)
        if moved:
            await self.pings.delete_answered()
