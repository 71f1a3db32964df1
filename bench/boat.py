"""A Slowboat in a process of its own, so that its CPU and memory can be told from the sandbox's.

`python -m bench.boat` is that process, `python -m bench.bare` the one of a bot to compare with: an order as one line of
JSON on stdin, "ready" on stdout; every further line is answered by what its event loop was held up by since the last
one; SIGTERM ends it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import selectors
import sys
import time
from array import array
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from unittest import mock

import msgspec
import psutil
from msgspec import Struct

from bench.measuring import quantile
from sandbox.client import Address, point_discord_py_at
from sandbox.server import Sandbox

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds a Slowboat may take to be ready."""


class Held(Struct, frozen=True):
    """For how many seconds the event loop took notice of nothing new, because it was busy with what it had."""

    longest: float
    most: float
    """All but a thousandth of the times."""
    cpu: float
    """The longest again, in CPU seconds of its thread: without the times others had the processor or Python's lock."""


class Watched(selectors.DefaultSelector):
    """What the event loop looks for news with: notes how long it did not look."""

    def __init__(self) -> None:
        super().__init__()
        self._times = array("d", [0.0])
        self._cpu = 0.0
        self._since = time.perf_counter(), time.thread_time()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        began, spent = self._since
        held = time.perf_counter() - began
        self._times.append(held)
        if held > self._cpu:  # asking for the thread's time costs a call of the system
            self._cpu = max(self._cpu, time.thread_time() - spent)
        try:
            return super().select(timeout)
        finally:
            self._since = time.perf_counter(), time.thread_time()

    def held(self) -> Held:
        """Since the last time this was asked; reckoning it up does not count."""
        found = Held(max(self._times), quantile(self._times, 0.999), self._cpu)
        self._times, self._cpu = array("d", [0.0]), 0.0
        self._since = time.perf_counter(), time.thread_time()
        return found


class Boat:
    """The running process, seen from outside."""

    def __init__(self, pid: int, asking: asyncio.StreamWriter, told: asyncio.StreamReader) -> None:
        self._process = psutil.Process(pid)
        self._asking, self._told = asking, told

    async def held(self) -> Held:
        """What its event loop was held up by, from the last time this was asked on."""
        self._asking.write(b"held\n")
        async with asyncio.timeout(PATIENCE):
            return msgspec.json.decode(await self._told.readline(), type=Held)

    def cpu(self) -> float:
        """CPU seconds so far, its workers' included."""
        used = [process.cpu_times() for process in self._all()]
        return sum(times.user + times.system for times in used)

    def memory(self) -> float:
        """Resident bytes, its workers' included; what processes share is shared out among them. Linux only."""
        return float(sum(process.memory_full_info().pss for process in self._all()))

    def _all(self) -> list[psutil.Process]:
        return [self._process, *self._process.children(recursive=True)]


@contextlib.asynccontextmanager
async def afloat(
    sandbox: Sandbox, database: Path, module: str = __name__, *, warm: bool = False
) -> AsyncIterator[Boat]:
    """Slowboat, or the bot of another module, logged in to a sandbox of this process, over this file. `warm`: it makes
    its pictures ready as it does elsewhere; while that goes on nothing should be timed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None  # noqa: S101 - for mypy
    assert process.stdout is not None  # noqa: S101 - for mypy
    order = {"url": sandbox.url, "gateway": sandbox.gateway_url, "token": sandbox.token}
    order |= {"database": str(database), "warm": "yes" if warm else ""}
    process.stdin.write(json.dumps(order).encode() + b"\n")
    try:
        async with asyncio.timeout(PATIENCE):
            line = await process.stdout.readline()
        if line.strip() != b"ready":
            raise RuntimeError("Slowboat did not start; what it says stands above")
        yield Boat(process.pid, process.stdin, process.stdout)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


Order = dict[str, str]
"""Where the sandbox is, the token to log in with, the file of the matches, whether to make pictures ready."""


@contextlib.asynccontextmanager
async def telling(watched: Watched) -> AsyncIterator[None]:
    """While it lasts, the event loop tells what it was held up by to whoever asks on stdin."""

    async def answer() -> None:
        asked = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
        while await asked.readline():
            print(msgspec.json.encode(watched.held()).decode(), flush=True)

    answering = asyncio.create_task(answer())
    try:
        yield
    finally:
        answering.cancel()


async def _sail(order: Order, watched: Watched) -> None:
    import bot
    from client.boards import pictures
    from client.core import login_backoff, per_user_limit

    bot.announce = lambda *_, **__: print("ready", flush=True)
    login_backoff.FREE = 1_000_000  # it is started more often than Discord would like
    per_user_limit.MOST_AT_ONCE = 1_000_000  # four people play all of these matches at once
    cold = contextlib.nullcontext() if order["warm"] else mock.patch.object(pictures.Painter, "warm_up")
    with cold, point_discord_py_at(Address(order["url"], order["gateway"])):
        async with telling(watched):
            await bot.run(bot.Settings(discord_token=order["token"], database=order["database"]))


def main(sail: Callable[[Order, Watched], Coroutine[None, None, None]]) -> None:
    """Run a bot as its order, a line on stdin, says."""
    watched = Watched()
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(watched)) as runner:
        runner.run(sail(json.loads(sys.stdin.readline()), watched))


if __name__ == "__main__":
    main(_sail)
