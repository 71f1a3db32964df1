"""Real processes are killed with `kill -9`, and others take over."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.postgres.store import PostgresStore
from sandbox.discord.clock import Clock
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.numbers import patience, times
from tests.play.table import take_turn
from tests.postgres import make_schema, start_server

from .fleet_table import SLOW, FleetTable
from .test_processes import count_answers, find_awaited, open_in, people_of

ROOT = Path(__file__).resolve().parents[2]
LEASE, BEAT = 2.0, 0.25
"""A quarter of the usual times, in seconds."""


class Killable:
    """Processes that can be killed, forked from one that has imported everything."""

    def __init__(self, process: asyncio.subprocess.Process, at: FleetTable, folder: Path, address: str) -> None:
        self._process = process
        self._at = at
        self._folder = folder
        self._address = address
        self._pids: dict[str, int] = {}
        self._started: dict[str, asyncio.Event] = {}
        self._ended: dict[str, asyncio.Event] = {}

    async def start(self, name: str, *, standby: bool = False) -> None:
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        self._started[name], self._ended[name] = asyncio.Event(), asyncio.Event()
        order = {
            "name": name, "standby": standby, "folder": str(folder), "database": self._address,
            "url": self._at.sandbox.url, "gateway_url": self._at.sandbox.gateway_url, "token": self._at.sandbox.token,
            "lease": LEASE, "beat": BEAT,
        }  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        await asyncio.wait_for(self._started[name].wait(), SLOW)

    async def send(self, name: str, number: signal.Signals) -> None:
        """Send a signal, and wait for the end of the process."""
        assert self._pids[name] > 1
        os.kill(self._pids[name], number)
        await asyncio.wait_for(self._ended[name].wait(), SLOW)

    async def listen(self) -> None:
        assert self._process.stdout is not None
        while line := (await self._process.stdout.readline()).decode().split():
            if line[1] == "ended":
                self._ended[line[0]].set()
            else:
                self._pids[line[0]] = int(line[1])
                self._started[line[0]].set()

    def stop(self) -> None:
        for name, pid in self._pids.items():
            if not self._ended[name].is_set():
                os.kill(pid, signal.SIGKILL)
        self._process.kill()


@contextlib.asynccontextmanager
async def fork_server(at: FleetTable, folder: Path, address: str) -> AsyncIterator[Killable]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fleet.child",
        cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    found = Killable(process, at, folder, address)
    listening = asyncio.create_task(found.listen())
    try:
        yield found
    finally:
        found.stop()
        await process.wait()
        await listening


async def read_owners(store: PostgresStore) -> dict[int, str]:
    """Read who serves which shard, without the leases that have ended."""
    rows = await store.transaction(lambda tx: tx.list_leases("shard"))
    return {row.key: row.holder.partition("/")[0] for row in rows if row.until > time.time()}


async def until_served_by(store: PostgresStore, at: FleetTable, *names: str, sessions: int) -> dict[int, str]:
    """Wait until exactly these processes serve the shards, with so many sessions of each shard."""
    async with asyncio.timeout(SLOW):
        while True:
            owners = await read_owners(store)
            numbers = {len([s for s in at.sandbox.gateway.list_sessions(n) if s.connection]) for n in (0, 1)}
            if len(owners) == 2 and set(owners.values()) == set(names) and numbers == {sessions}:
                return owners
            await asyncio.sleep(0.02)


@pytest.mark.timeout(patience(90))
async def test_a_killed_process_is_replaced_and_no_press_is_lost_or_doubled(tmp_path: Path) -> None:
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    address = make_schema(server, str(tmp_path))
    began = time.time()  # the sandbox's time stands still, so that a slow machine fails no press
    async with Sandbox(world=seed.build_harbour(Clock(lambda: began))) as sandbox:
        for user in sandbox.world.users.values():
            user.locale = "en-GB"
        at = FleetTable(sandbox, tmp_path, address)
        async with fork_server(at, tmp_path, address) as processes:
            for name in ("a", "b"):
                await processes.start(name)
            await processes.start("standby", standby=True)
            store = await PostgresStore.open(address, shared=True)
            try:
                owner, owners = "", await until_served_by(store, at, "a", "b", sessions=2)
                people = people_of(at, there=True)
                await people[0].until(lambda: sandbox.world.commands[None], within=SLOW)
                await open_in(people)
                for number in range(times(300, usual=1)):
                    if number:
                        await processes.start(owner)
                        owners = await until_served_by(store, at, "a", "b", sessions=2)
                    owner = owners[at.shard_of(at.there)]
                    await processes.send(owner, signal.SIGKILL)
                    await take_turn(find_awaited(people))  # answered by the standby
                    (left,) = {"a", "b"} - {owner}
                    await until_served_by(store, at, left, sessions=2)
                assert set(count_answers(at).values()) == {1}, "no press was answered twice"
            finally:
                await store.close()
        assert sandbox.problems == []
