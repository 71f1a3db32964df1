"""Kill processes and their database, and cut or pause the connections between them, while people play.

Clicks may be lost meanwhile, and people click again. SLOWBOAT_FULL=1 runs the full numbers. The moments differ in every
run, so that the numbers of several runs add up.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.postgres.store import PostgresStore
from tests.fleet.killable import START_WITHIN, Killable, fork_server, open_fleet
from tests.fleet.players import Players
from tests.fleet.proxy import Network, open_network
from tests.support.numbers import SHARE, patience, times
from tests.support.postgres import CannotStart, Server

KILLS = times(300, usual=2)
"""How many processes are killed; each of the three equally often."""

RESTARTS = times(50, usual=1)
"""Kills and restarts of PostgreSQL."""

CUTS = times(50, usual=1)
"""Times that all connections of a process, or of all, are cut."""

PAUSES = times(50, usual=1)
"""Pauses of the network of a process, or of all."""

LONGEST = 30.0 if SHARE else 1.5
"""The longest pause in seconds."""

NAMES = ("a", "b", "standby")

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(patience(300)),
    pytest.mark.skipif(not SHARE, reason="plays with real processes for minutes; `just prove` runs it"),
]


class Trouble:
    """Three processes of a bot, the third a standby, each with a network of its own, and people who play."""

    def __init__(self, server: Server, processes: Killable, networks: list[Network], store: PostgresStore) -> None:
        self.server = server
        self.processes = processes
        self.networks = networks
        self.store = store
        self.players: Players

    async def start(self, name: str) -> None:
        address = self.networks[NAMES.index(name)].address
        await self.processes.start(name, standby=name == "standby", database=address)

    async def until_served(self) -> None:
        """Wait until every shard is served by a process that has not lost its lease."""
        async with asyncio.timeout(START_WITHIN):
            while True:
                with contextlib.suppress(Exception):
                    rows = await self.store.transaction(lambda tx: tx.list_leases("shard"))
                    if len([row for row in rows if row.until > time.time()]) == 2:
                        return
                await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def trouble(folder: Path) -> AsyncIterator[Trouble]:
    try:
        server = await asyncio.to_thread(Server)
    except CannotStart as error:
        pytest.skip(f"no PostgreSQL: {error}")
    try:
        async with contextlib.AsyncExitStack() as stack:
            at, address, store = await stack.enter_async_context(open_fleet(folder, server))
            networks = [await stack.enter_async_context(open_network(server, address)) for _ in NAMES]
            processes = await stack.enter_async_context(fork_server(at, folder, address))
            found = Trouble(server, processes, networks, store)
            for name in NAMES:
                await found.start(name)
            await found.until_served()
            found.players = Players(at, certain=False)
            await found.players.pairs[0][0].until(lambda: at.sandbox.world.commands[None], within=START_WITHIN)
            async with found.players.play():
                await found.players.wait_for(4)
                yield found
            await found.players.check_that_all_go_on()
            await found.players.check(store)
            print(found.players.describe())  # noqa: T201 - for docs/promises.md
    finally:
        await asyncio.to_thread(server.remove)


async def test_processes_are_killed_at_random_moments(tmp_path: Path) -> None:
    drawn = random.Random()
    async with trouble(tmp_path) as at:
        for number in range(KILLS):
            name = NAMES[number % 3]
            await asyncio.sleep(drawn.random())
            await at.processes.send(name, signal.SIGKILL)
            await at.players.wait_for(1)
            await at.start(name)
            await at.until_served()
            await at.players.wait_for(2)


async def test_postgresql_is_killed_and_restarted(tmp_path: Path) -> None:
    drawn = random.Random()
    async with trouble(tmp_path) as at:
        for _ in range(RESTARTS):
            await asyncio.sleep(drawn.random())
            await asyncio.to_thread(at.server.stop, signal.SIGQUIT)
            await asyncio.sleep(drawn.random())
            await asyncio.to_thread(at.server.start)
            await at.until_served()
            await at.players.wait_for(4)


async def test_connections_are_cut(tmp_path: Path) -> None:
    drawn = random.Random()
    async with trouble(tmp_path) as at:
        for number in range(CUTS):
            await asyncio.sleep(drawn.random())
            for network in _choose(at.networks, number):
                network.cut()
            await at.until_served()
            await at.players.wait_for(2)


async def test_the_network_is_paused(tmp_path: Path) -> None:
    drawn = random.Random()
    async with trouble(tmp_path) as at:
        for number in range(PAUSES):
            paused = _choose(at.networks, number)
            for network in paused:
                network.pause()
            await asyncio.sleep(drawn.uniform(1.0, LONGEST))
            for network in paused:
                network.go_on()
            await at.until_served()
            await at.players.wait_for(2)


def _choose(networks: list[Network], number: int) -> list[Network]:
    """Choose each network in turn, and then all of them together."""
    return networks if number % 4 == 3 else [networks[number % 4]]
