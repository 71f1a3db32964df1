"""The bot: the client with its start, its stop, and the loops that keep matches running."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from client.core.client import Client
from client.core.events import list_listeners, list_loops
from client.core.links import Links
from client.core.retries import use_policy
from matches.background import DONE, Loops
from matches.keeping.fleet import BEAT
from matches.machines.machines import Machines
from matches.machines.offload import warm_up_rules
from matches.people import privacy
from matches.plans.keeper import run_plans
from matches.referee import Done, Referee
from matches.results.filling import fill_in_results
from matches.rows import DIRECT
from matches.sweep import read_ages, sweep
from matches.texts import Texts
from matches.votes.ballots import note_earlier_looks
from rendering.memory import MOST

log = logging.getLogger(__name__)

SWEEP_EVERY = 5.0
"""Seconds between two sweeps."""

SYNC_AGAIN_AFTER = 600.0
"""Seconds until a failed registration of commands is retried."""

COMMANDS_WITHIN = 2.0
"""Seconds for which a start waits until the commands are registered, which goes on by itself."""

SIGNS_AGAIN_AFTER = 3600.0
"""Seconds until the bot tries again to make missing signs: the icons of buttons."""

SIGNS_OF_OTHERS_AFTER = 60.0
"""The same for one of several processes, because another may be making them."""

FINISH_WITHIN = 8.0
"""Seconds a stop waits for interactions in progress; containers are killed after ten."""

FINISH_IN_FLEET = 40.0
"""The same for one of several processes, which are killed after a minute and a half (docs/fleet.md)."""

DISCONNECT_WITHIN = 1.0
"""Seconds a stop waits until Discord confirms that the connections are closed. Answers do not need them."""

_TASKS = ("CommandTree-invoker", "discord.py: on_interaction")
"""Names discord.py gives to the tasks of commands and presses."""


class Slowboat(Client):
    """The client with its start, its stop, and the loops that keep matches running."""

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
        links: Links | None = None,
        memory: int = MOST,
    ) -> None:
        super().__init__(
            referee,
            machines,
            texts,
            state_folder=state_folder,
            guild_ready_timeout=guild_ready_timeout,
            links=links,
            memory=memory,
        )
        self._tell_ready = on_ready
        self._keep_up = keep_up
        self.loops = Loops()
        self._purged_at: float | None = None
        self._must_sync_at: float | None = None
        self._commands_tried = asyncio.Event()
        self.has_recovered = False
        self.began = referee.now()
        """When this process began, in Unix seconds."""
        self._make_signs: Callable[[], Awaitable[object]] | None = None
        self._warmed_up = False

    async def setup_hook(self) -> None:
        use_policy(self.http)
        self.loops.start("the measuring of delays", self.metrics.measure_lag, every=0.0)
        self.texts.load()
        await self.set_up()
        self.errands.begin("the commands", self._register_commands)  # Discord may limit that for an hour

    async def _register_commands(self) -> None:
        """Register the commands; on failure, retry later. Those registered before go on working."""
        is_done = await self.sync_commands(only_read=not self.serves(DIRECT))
        wait = max(SYNC_AGAIN_AFTER, self.registration_limited_for)
        self._must_sync_at = None if is_done else self.referee.now() + wait
        self._commands_tried.set()

    async def on_ready(self) -> None:
        if "the sweep" not in self.loops:  # Discord says it is ready after every new session
            self.loops.start("the sweep", self._sweep, every=SWEEP_EVERY)
            self.loops.start("the machines", self.move_machines, every=SWEEP_EVERY)
            self.loops.start("the filling in of results", self._fill_in, every=SWEEP_EVERY)
            for name, (seconds, step) in list_loops().items():
                self.loops.start(name, partial(step, self), every=seconds)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COMMANDS_WITHIN):
                await self._commands_tried.wait()
        self._tell_ready()

    async def launch_shards(self) -> None:
        await super().launch_shards()
        if self.sessions is not None and not self.is_closed():
            self.loops.start("the shards", self._serve_shards, every=BEAT)
            self.loops.start("what this process holds", self.sessions.fleet.keep_holds, every=BEAT)
            self.loops.start("what others owe", self._help_others, every=BEAT)

    async def _serve_shards(self) -> None:
        """Agree with the other processes on who serves which shard."""
        assert self.sessions is not None  # noqa: S101 - this loop is started only with them
        fleet = self.sessions.fleet
        served, owned = self.serves(DIRECT), fleet.plan.owned
        await self.sessions.step()
        if fleet.plan.owned - owned:
            self.loops.wake("the sweep", "the machines")
        self.metrics.note_shards(fleet.name, self.sessions.connected, fleet.plan.owned, fleet.count)
        if self.serves(DIRECT) and not served:
            self._must_sync_at = self.referee.now()

    async def _help_others(self) -> None:
        """Do what processes that died have left, as soon as it is due."""
        if self.has_recovered and self.is_connected():
            await self.emit("beat")
            await self.errands.settle()

    async def leave(self) -> None:
        """Hand the shards over to other processes before a stop. Does nothing if this is the only process."""
        if self.sessions is not None:
            await self.sessions.leave()

    async def on_shard_connect(self, shard_id: int) -> None:
        await super().on_shard_connect(shard_id)
        self.metrics.note_login(time.monotonic())
        self.loops.wake("the shards")  # so that a shard that nobody serves is taken over at once

    async def close(self) -> None:
        await self.loops.stop()
        await self.errands.stop()
        if self.sessions is not None:
            await self.sessions.stop()
        await self._finish()
        await self.emit("stop")
        await self.avatars.close()
        await super().close()
        await self.painter.stop()
        await self.films.stop()
        await self.analyst.stop()
        await self.rating_book.worker.stop()

    async def _finish(self) -> None:
        """Receive no more interactions, and wait for those in progress.

        Boards that are not posted by then are posted at the next start.
        """
        if closing := [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]:
            await asyncio.wait(closing, timeout=DISCONNECT_WITHIN)
        if begun := [task for task in asyncio.all_tasks() if task.get_name() in _TASKS]:
            await asyncio.wait(begun, timeout=FINISH_WITHIN if self.sessions is None else FINISH_IN_FLEET)

    async def _sweep(self) -> None:
        """Run timers. After a start, first exclude the downtime from all clocks and do what is due."""
        if not self.has_recovered:
            await self.referee.record_alive(down=self.shards_down(), shards=self.shard_count or 1)
            await self.emit("start")
            await self.errands.settle()
            self.has_recovered = True
        await self.run_timers()

    async def _fill_in(self) -> str:
        """Fill in what earlier versions did not store."""
        await note_earlier_looks(self.referee)
        await fill_in_results(self.referee)
        return DONE

    def make_signs(self, names: Sequence[str]) -> None:
        """Start making the button icons of these games; retry until all exist."""

        async def make() -> str | None:
            async with self.referee.processes.hold("signs", 0) as mine:  # Discord refuses the same emoji twice
                return DONE if mine and await self.signs.sync(self, names) else None

        begun = self._make_signs is not None
        self._make_signs = make
        if not begun:
            self.loops.start(
                "the signs of games", make, every=SIGNS_AGAIN_AFTER if self.sessions is None else SIGNS_OF_OTHERS_AFTER
            )

    def warm_up(self, names: Sequence[str]) -> None:
        """Start preparing the first pictures and the first proposed turns of these games."""

        async def fill_tables() -> str:
            await warm_up_rules(names)
            return DONE

        self.painter.warm_up()
        if not self._warmed_up:
            self._warmed_up = True
            self.loops.start("the tables of proposed turns", fill_tables, every=SIGNS_AGAIN_AFTER)

    async def sweep(self) -> None:
        """Run timers and machines once."""
        await self.run_timers()
        await self.move_machines()

    async def run_timers(self) -> None:
        """Run due timers, and begin what features do in each sweep. Touches the heartbeat file.

        Machines move in a loop of their own, so that a slow one never delays a timer.
        """
        await asyncio.to_thread((self.state_folder / "heartbeat").touch)
        self._keep_up()
        if not self.is_connected():
            return  # nobody can reach the bot: not recorded as alive, so this time counts as an outage
        if self.referee.processes.is_idle:
            return  # other processes run the timers
        now = self.referee.now()
        self.metrics.note_ages(await read_ages(self.referee, now))
        await self.referee.record_alive(down=self.shards_down(), shards=self.shard_count or 1)
        if self._must_sync_at is not None and now >= self._must_sync_at:
            self.errands.begin("the commands", self._register_commands, name="the commands")
        if self.serves(DIRECT) and privacy.is_purge_due(now, self._purged_at):
            await privacy.purge(self.referee)
            self._purged_at = now
        for done in (*await sweep(self.referee), *await run_plans(self.referee)):
            self.errands.begin(done.match.channel_id, partial(self._deliver, done))
        await self.errands.settle()
        for work in list_listeners("sweep"):
            self.errands.begin(work.__qualname__, partial(work, self), name=work)
        if self.signs.is_check_due() and self._make_signs is not None:
            self.errands.begin("signs", self._make_signs, name="signs")
        await self.errands.settle()

    async def _deliver(self, done: Done) -> None:
        """Show what a timer has changed, and remind the players it is about."""
        await self.announce(done)
        await self.emit("timer", done)

    async def move_machines(self) -> None:
        """Continue every match that waits for a computer player, a stand-in or nature."""
        moved = await self.machines.resume()
        for done in moved:
            self.errands.begin(done.match.channel_id, partial(self.announce, done))
        if moved:
            await self.errands.settle()
            await self.emit("machines_moved")
