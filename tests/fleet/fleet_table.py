"""Run several Slowboats in this process as if each had its own, with one PostgreSQL schema and one sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from client.core import bot as bots
from client.create import create_bot
from data.postgres.store import PostgresStore
from matches.keeping import fleet
from matches.keeping.fleet import Fleet
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.referee import Referee
from matches.texts import Texts
from sandbox.client import point_discord_py_at
from sandbox.discord.clock import Clock
from sandbox.discord.model import Guild, Message
from sandbox.person.person import Person
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.play.table import Table, find_board, has_board, words
from tests.support.play.translated import translate_once
from tests.support.postgres import make_schema, start_server

BEATS = 0.02
"""Seconds between two signs of life, in real time."""

SLOW = 30.0
"""Seconds to wait for events that are certain to come, on any machine."""


class Process(Table):
    """A Slowboat among others. `held`: it gives no signs of life."""

    def __init__(self, sandbox: Sandbox, folder: Path, address: str, *, name: str, key: int, standby: bool) -> None:
        super().__init__(sandbox, folder / name)
        self.folder.mkdir()
        self.name = name
        self._address = address
        self._key = key
        self._standby = standby
        self.fleet: Fleet

    async def start(self) -> None:
        world, stack = self.sandbox.world, self._stack
        store = await PostgresStore.open(self._address, shared=True)
        stack.push_async_callback(store.close)
        self.fleet = Fleet(store, name=self.name, key=self._key, now=world.now, standby=self._standby)
        referee = Referee(store, now=world.now, processes=self.fleet)
        world.clock.watchers.append(referee.note_clock_change)
        stack.callback(world.clock.watchers.remove, referee.note_clock_change)
        worker = NatureWorker(time_limit=60)
        stack.push_async_callback(worker.stop)
        self.bot = create_bot(
            referee,
            Machines(referee, worker),
            Texts(),
            state_folder=self.folder,
            on_ready=lambda: None,
            guild_ready_timeout=0.0,
        )
        running = asyncio.create_task(self.bot.start(self.sandbox.token))
        stack.push_async_callback(self._log_out, running)

    async def die(self) -> None:
        """End like a killed process: nothing is finished, released or handed over."""

        async def skip() -> None:
            """A process that is killed does nothing more."""

        for owner, method in ((self.bot, "_finish"), (self.fleet, "end")):
            setattr(owner, method, skip)
        await self.stop()


class FleetTable:
    """All processes, in a world with a server on each of two shards: `here` and `there`."""

    def __init__(self, sandbox: Sandbox, folder: Path, address: str) -> None:
        self.sandbox = sandbox
        self.processes: dict[str, Process] = {}
        self._folder = folder
        self._address = address
        world = sandbox.world
        world.recommended_shards = 2
        self.here = world.guilds[seed.GUILD_ID]
        self.there = seed.add_guild(world, "Island", channels=("general", "games"))
        while self.shard_of(self.there) == self.shard_of(self.here):
            world.clock.advance(0.001)  # ids begin with the time
            self.there = seed.add_guild(world, "Island", channels=("general", "games"))

    def shard_of(self, guild: Guild) -> int:
        return (guild.id >> 22) % 2

    async def start(self, name: str, *, standby: bool = False) -> Process:
        key = len(self.processes)
        process = Process(self.sandbox, self._folder, self._address, name=name, key=key, standby=standby)
        self.processes[name] = process
        await process.start()
        return process

    async def until_served(self, **shards: set[int]) -> None:
        """Wait until each process serves exactly these shards, and is connected to no others."""

        def is_settled(process: Process, owned: set[int]) -> bool:
            plan = process.fleet.plan
            wanted = {0, 1} if process.fleet.role == "standby" else owned
            return plan.owned == owned and plan.wanted == wanted == list_connected(process)

        def is_so() -> bool:
            settled = all(is_settled(self.processes[name], owned) for name, owned in shards.items())
            return settled and bool(self.sandbox.world.commands[None])

        try:
            async with asyncio.timeout(SLOW):
                while not is_so():  # noqa: ASYNC110 - nothing reports it
                    await asyncio.sleep(BEATS / 4)
        except TimeoutError:
            plans = {name: (each.fleet.plan, list_connected(each)) for name, each in self.processes.items()}
            raise AssertionError(f"{shards} not reached: {plans}") from None


def list_connected(process: Process) -> set[int]:
    sessions = process.bot.sessions
    return sessions.connected if sessions is not None else set()


@contextlib.asynccontextmanager
async def fleet_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FleetTable]:
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    monkeypatch.setattr(bots, "BEAT", BEATS)
    monkeypatch.setattr(bots, "SWEEP_EVERY", BEATS)
    monkeypatch.setattr(fleet, "LOGINS_APART", 0.0)
    monkeypatch.setattr(fleet, "SILENT", fleet.BEAT)  # the clock is set forward by a whole lease
    began = time.time()  # the sandbox's time stands still, so that a slow machine ends no lease
    async with Sandbox(world=seed.build_harbour(Clock(lambda: began))) as sandbox:
        for user in sandbox.world.users.values():
            user.locale = "en-GB"
        at = FleetTable(sandbox, folder, make_schema(server, str(folder)))
        with point_discord_py_at(sandbox), translate_once():
            try:
                yield at
            finally:
                for process in at.processes.values():
                    await process.stop()
        assert sandbox.problems == []


def people_of(at: FleetTable, *, there: bool) -> tuple[Person, Person]:
    channel = next(iter((at.there if there else at.here).channels.values()))
    return at.sandbox.person("anna").at(channel), at.sandbox.person("ben").at(channel)


async def open_in(people: tuple[Person, Person]) -> Message:
    host, other = people
    opened = await host.slash("docker new", {"players": 2})
    await other.click(opened.message, "Join")
    shown: Message = await host.until(lambda: has_board(host) and find_board(host))
    return shown


def count_answers(at: FleetTable) -> Counter[int]:
    """Count the acknowledgements of each interaction that reached the sandbox, also those it refused."""
    paths = [each.path.split("/") for each in at.sandbox.rest.log if each.template.endswith("/callback")]
    return Counter(int(parts[4]) for parts in paths)


def find_awaited(people: tuple[Person, Person]) -> Person:
    """Find the person whom the newest board in their channel mentions."""
    return next(each for each in people if f"<@{each.user.id}>" in words(find_board(each)))
