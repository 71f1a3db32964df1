"""Processes of a bot that can be killed, forked from one that has imported everything."""

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
from typing import Final

import pytest
from msgspec import Struct, structs

from client.fleet import sessions
from data.postgres.store import PostgresStore
from matches.keeping import fleet
from sandbox.discord.clock import Clock
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.fleet.fleet_table import FleetTable
from tests.support.checkout import ROOT
from tests.support.postgres import Server, make_schema


class Times(Struct, frozen=True):
    """The times by which the processes live, in seconds. See the constants of `matches/keeping/fleet.py` and
    `client/fleet/sessions.py`."""

    lease: float
    beat: float
    logins_apart: float
    claim_within: float
    leave_within: float


USUAL: Final = Times(fleet.LEASE, fleet.BEAT, fleet.LOGINS_APART, fleet.CLAIM_WITHIN, sessions.LEAVE_WITHIN)

QUICK: Final = structs.replace(USUAL, lease=2.0, beat=0.25, logins_apart=0.1)
"""A quarter of the usual times."""

PATIENT: Final = structs.replace(USUAL, beat=0.25, logins_apart=0.1, claim_within=30.0, leave_within=100.0)
"""For processes that nothing happens to: a slow machine must cost no click."""

START_WITHIN = 120.0
"""Seconds in which a process must have been started, on any machine."""

LEAVE_WITHIN = 240.0
"""Seconds in which a process that is asked to stop must have ended."""


class Killable:
    """Processes that can be killed, forked from one that has imported everything."""

    def __init__(
        self, process: asyncio.subprocess.Process, at: FleetTable, folder: Path, address: str, times: Times
    ) -> None:
        self._process = process
        self._times = times
        self._at = at
        self._folder = folder
        self._address = address
        self._pids: dict[str, int] = {}
        self._started: dict[str, asyncio.Event] = {}
        self._ended: dict[str, asyncio.Event] = {}

    async def start(self, name: str, *, standby: bool = False, database: str = "") -> None:
        """Start a process. `database`: another way to the schema."""
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        self._started[name], self._ended[name] = asyncio.Event(), asyncio.Event()
        order = {
            "name": name, "standby": standby, "folder": str(folder), "database": database or self._address,
            "url": self._at.sandbox.url, "gateway_url": self._at.sandbox.gateway_url, "token": self._at.sandbox.token,
            "times": structs.asdict(self._times),
        }  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        async with asyncio.timeout(START_WITHIN):
            await self._started[name].wait()

    async def send(self, name: str, number: signal.Signals) -> None:
        """Send a signal, and wait for the end of the process."""
        assert self._pids[name] > 1
        os.kill(self._pids[name], number)
        async with asyncio.timeout(LEAVE_WITHIN):
            await self._ended[name].wait()

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
async def fork_server(
    at: FleetTable, folder: Path, address: str, *, times: Times = QUICK, version: Path = ROOT
) -> AsyncIterator[Killable]:
    """Import everything in a process that forks others. `version`: the folder of the program."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fleet.child",
        cwd=version, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    found = Killable(process, at, folder, address, times)
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
    """Wait until exactly these processes serve the shards, with this number of sessions of each shard."""
    async with asyncio.timeout(START_WITHIN):
        while True:
            owners = await read_owners(store)
            numbers = {len([s for s in at.sandbox.gateway.list_sessions(n) if s.connection]) for n in (0, 1)}
            if len(owners) == 2 and set(owners.values()) == set(names) and numbers == {sessions}:
                return owners
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def open_fleet(folder: Path, server: Server | str) -> AsyncIterator[tuple[FleetTable, str, PostgresStore]]:
    """Open a sandbox and a schema for real processes; skips the test if there is no server."""
    if isinstance(server, str):
        pytest.skip(server)
    address = make_schema(server, str(folder))
    began = time.time()  # the sandbox's time stands still, so that a slow machine fails no press
    async with Sandbox(world=seed.build_harbour(Clock(lambda: began))) as sandbox:
        sandbox.world.history = 100_000  # all boards are compared in the end
        for user in sandbox.world.users.values():
            user.locale = "en-GB"
        store = await PostgresStore.open(address, shared=True)
        try:
            yield FleetTable(sandbox, folder, address), address, store
        finally:
            await store.close()
        assert sandbox.problems == []
