"""A Slowboat in a process of its own, so that its CPU and memory can be told from the sandbox's.

`python -m bench.boat` is that process: an order as one line of JSON on stdin, "ready" on stdout, SIGTERM ends it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psutil

from sandbox.client import Address, point_discord_py_at
from sandbox.server import Sandbox

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds a Slowboat may take to be ready."""


class Boat:
    """The running process, seen from outside."""

    def __init__(self, pid: int, ready: float) -> None:
        self.ready = ready
        """Seconds on the wall from the start of the process to its first sweep."""
        self._process = psutil.Process(pid)

    def cpu(self) -> float:
        """CPU seconds so far, its workers' included."""
        used = [process.cpu_times() for process in (self._process, *self._process.children(recursive=True))]
        return sum(times.user + times.system for times in used)

    def memory(self) -> float:
        """Resident bytes, without its workers'."""
        return float(self._process.memory_info().rss)


@contextlib.asynccontextmanager
async def afloat(sandbox: Sandbox, database: Path) -> AsyncIterator[Boat]:
    """Slowboat logged in to a sandbox of this process, over this file."""
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None  # noqa: S101 - for mypy
    assert process.stdout is not None  # noqa: S101 - for mypy
    order = {"url": sandbox.url, "gateway": sandbox.gateway_url, "token": sandbox.token, "database": str(database)}
    process.stdin.write(json.dumps(order).encode() + b"\n")
    try:
        async with asyncio.timeout(PATIENCE):
            line = await process.stdout.readline()
        if line.strip() != b"ready":
            raise RuntimeError("Slowboat did not start; what it says stands above")
        yield Boat(process.pid, time.perf_counter() - begun)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _sail(order: dict[str, str]) -> None:
    import bot
    from cogs import _brake

    bot.announce = lambda *_, **__: print("ready", flush=True)
    bot.warm_up = lambda: None  # it would go on while we measure
    _brake.FREE = 1_000_000  # it is started more often than Discord would like
    with point_discord_py_at(Address(order["url"], order["gateway"])):
        await bot.run(bot.Settings(discord_token=order["token"], database=order["database"]))


if __name__ == "__main__":
    asyncio.run(_sail(json.loads(sys.stdin.readline())))
