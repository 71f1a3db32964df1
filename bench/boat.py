"""Run Slowboat in its own process, to measure its CPU and memory apart from the sandbox's.

`python -m bench.boat` runs in that process; `python -m bench.bare` does the same for a minimal bot. The process reads
its order as one line of JSON from stdin and writes "ready" to stdout once it is logged in. Each further line is a
number of seconds by which its clock goes ahead. It ends on SIGTERM.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING
from unittest import mock

import psutil

from bench.measuring import CACHE, ROOT
from sandbox.client import Address, point_discord_py_at

if TYPE_CHECKING:  # it would count in the memory of the bot
    from sandbox.server import Sandbox

PATIENCE = 60.0
"""Seconds Slowboat may take to start."""

Order = dict[str, str]
"""The URLs of the sandbox, the token, the database, and whether to prepare pictures."""


class Boat:
    """Measure a running bot from outside its process."""

    def __init__(self, pid: int, stdin: asyncio.StreamWriter) -> None:
        self._process = psutil.Process(pid)
        self._stdin = stdin

    def advance(self, seconds: float) -> None:
        """Put the clock by which matches and timers go ahead."""
        self._stdin.write(f"{seconds}\n".encode())

    def measure_cpu(self) -> dict[str, float]:
        """Measure the CPU seconds so far by part: the event loop, all other threads, and the worker processes."""
        loop = next(each for each in self._process.threads() if each.id == self._process.pid)
        own, *workers = (process.cpu_times() for process in self._list_processes())
        in_loop = loop.user_time + loop.system_time
        return {
            "event loop": in_loop,
            "store": own.user + own.system - in_loop,
            "pictures": sum(each.user + each.system for each in workers),
        }

    def measure_memory(self) -> list[float]:
        """Measure the resident bytes of the bot and of each worker process; pages that processes share are divided
        among them. Linux only."""
        return [float(process.memory_full_info().pss) for process in self._list_processes()]

    def _list_processes(self) -> list[psutil.Process]:
        return [self._process, *self._process.children(recursive=True)]


@contextlib.asynccontextmanager
async def start_boat(
    sandbox: Sandbox, database: Path, module: str = __name__, *, warm: bool = False, defer: bool = False
) -> AsyncIterator[Boat]:
    """Start Slowboat, or the bot of another module, and log it in to a sandbox that runs in this process.

    `warm`: let it prepare its pictures and proposed turns after the start, as it usually does. Otherwise it prepares
    nothing, and loads the art of pictures that earlier boats have painted. `defer`: acknowledge every interaction
    before its answer.
    """
    if not warm:
        _share_art(database.parent)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None  # noqa: S101 - for mypy
    assert process.stdout is not None  # noqa: S101 - for mypy
    order: Order = {"url": sandbox.url, "gateway": sandbox.gateway_url, "token": sandbox.token}
    order |= {"database": str(database), "warm": "yes" if warm else ""}
    order |= {"defer": "yes" if defer else ""}
    process.stdin.write(json.dumps(order).encode() + b"\n")
    try:
        async with asyncio.timeout(PATIENCE):
            line = await process.stdout.readline()
        if line.strip() != b"ready":
            raise RuntimeError("Slowboat did not start; see its output above")
        yield Boat(process.pid, process.stdin)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


def _share_art(folder: Path) -> None:
    """Let the boat with its files in `folder` share painted art with all others."""
    art = CACHE / "art"
    art.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        (folder / "cache").symlink_to(art, target_is_directory=True)


class _Clock:
    """The bot's clock."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        return time.time() + self._ahead

    async def obey(self) -> None:
        """Go ahead by the seconds in each line on stdin."""
        asked = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
        while line := await asked.readline():
            self._ahead += float(line)


async def _run_slowboat(order: Order) -> None:
    import bot
    from client.core import intake, retries, starts
    from client.core.bot import Slowboat
    from client.core.retries import Pace

    bot.announce = lambda *_, **__: print("ready", flush=True)
    starts.FREE = 1_000_000  # benchmarks log in more often than the back-off allows
    intake.MOST_AT_ONCE = 1_000_000  # four people play all these matches at once
    if order["defer"]:
        intake.ANSWER_WITHIN = 0.0
    clock = _Clock()
    obeying = asyncio.create_task(clock.obey())
    with (
        contextlib.nullcontext() if order["warm"] else mock.patch.object(Slowboat, "warm_up"),
        mock.patch.object(retries, "Pace", return_value=Pace(1_000_000)),  # Discord's limit would end the measurement
        mock.patch.object(bot, "time", SimpleNamespace(time=clock.now)),
        point_discord_py_at(Address(order["url"], order["gateway"])),
    ):
        memory = int(os.environ.get("SLOWBOAT_MEMORY", "0"))  # as a host would set it
        await bot.run(bot.Settings(discord_token=order["token"], database=order["database"], memory=memory))
    obeying.cancel()


def main(run: Callable[[Order], Coroutine[None, None, None]]) -> None:
    """Run a bot with the order from stdin."""
    asyncio.run(run(json.loads(sys.stdin.readline())))


if __name__ == "__main__":
    main(_run_slowboat)
