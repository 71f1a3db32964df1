"""The admin port and the heartbeat of a running bot."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp

from client.core import metrics
from data import Store
from data.admin import Admin, Backups
from tests.support.play.table import (
    Table,
    table,
)

TICK = 0.02
"""Seconds between two sweeps here."""


PATIENCE = 30.0
"""Seconds within which a figure must change."""


class AdminPort:
    """Reads the admin port and the heartbeat of a running bot, as an operator does."""

    def __init__(self, at: Table, address: str, session: aiohttp.ClientSession) -> None:
        self.at, self.address = at, address
        self._session = session
        self.patience = PATIENCE

    async def health(self, *, within: float = PATIENCE) -> int:
        """Return the status of /healthz. Raises TimeoutError without an answer."""
        async with asyncio.timeout(within), self._session.get(f"{self.address}/healthz") as answer:
            return answer.status

    async def figure(self, name: str) -> float:
        """Read a figure of /metrics, summed over its labels."""
        async with self._session.get(f"{self.address}/metrics") as answer:
            lines = (await answer.text()).splitlines()
        found = [line.rsplit(" ", 1) for line in lines if line.startswith(f"slowboat_{name}")]
        assert found, f"{name} is missing from /metrics"
        return sum(float(value) for _, value in found)

    async def becomes(self, name: str, wanted: Callable[[float], bool]) -> None:
        """Wait a little until a figure has the wanted value. Raises AssertionError if it never does."""
        deadline = time.monotonic() + self.patience
        while not wanted(await self.figure(name)):
            assert time.monotonic() < deadline, f"{name} stays {await self.figure(name)}"
            await asyncio.sleep(TICK)

    @property
    def heartbeat(self) -> int:
        """Return the time of the last heartbeat."""
        file = self.at.folder / "heartbeat"
        return file.stat().st_mtime_ns if file.exists() else 0

    async def beats(self, *, within: float = PATIENCE) -> bool:
        """Whether another heartbeat follows soon."""
        before = self.heartbeat
        for _ in range(round(within / TICK)):
            if self.heartbeat != before:
                return True
            await asyncio.sleep(TICK)
        return False


@contextlib.asynccontextmanager
async def admin_port(folder: Path) -> AsyncIterator[AdminPort]:
    """Run a bot that sweeps all the time, with its admin port."""
    async with table(folder) as at:
        at.bot.loops.start("the sweep", at.bot.sweep, every=TICK)
        store = at.referee.store
        assert isinstance(store, Store)
        admin = Admin(folder / "slowboat.db", Backups(store), now=time.time)
        admin.app.add_routes(metrics.make_routes(at.bot.metrics, at.bot.referee, at.bot.loops))
        await admin.start()
        try:
            async with aiohttp.ClientSession() as session:
                yield AdminPort(at, f"http://127.0.0.1:{admin.port}", session)
        finally:
            await admin.close()
