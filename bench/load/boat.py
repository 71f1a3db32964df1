"""Run Slowboat in its own process, to measure its CPU and memory apart from the sandbox's.

`python -m bench.load.boat` runs in that process; `python -m bench.peers.bare` does the same for a minimal bot. The
process reads its order as one line of JSON from stdin and writes "ready" to stdout once it is logged in. Each further
line is a number of seconds by which its clock goes ahead, mostly 0. It answers with the delays of its event loop since
the previous line, and ends on SIGTERM.
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
from types import SimpleNamespace
from unittest import mock

import msgspec
import psutil
from msgspec import Struct

from bench.measuring import CACHE, quantile
from sandbox.client import Address, point_discord_py_at
from sandbox.server import Sandbox

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds Slowboat may take to start."""


class Delays(Struct, frozen=True):
    """Seconds for which the event loop was busy and did not check for new events."""

    longest: float
    p999: float
    """The 99.9th percentile."""
    cpu: float
    """The longest delay measured in CPU seconds of the thread, which leaves out waits for a core or for the GIL."""


class Watched(selectors.DefaultSelector):
    """A selector that measures the time between two selects."""

    def __init__(self) -> None:
        super().__init__()
        self._times = array("d", [0.0])
        self._cpu = 0.0
        self._since = time.perf_counter(), time.thread_time()
        self.ahead = 0.0
        """Seconds by which the bot's clock is ahead."""

    def now(self) -> float:
        """Return the time by the bot's clock."""
        return time.time() + self.ahead

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        began, spent = self._since
        busy = time.perf_counter() - began
        self._times.append(busy)
        if busy > self._cpu:  # read only then, because the thread's CPU time needs a system call
            self._cpu = max(self._cpu, time.thread_time() - spent)
        try:
            return super().select(timeout)
        finally:
            self._since = time.perf_counter(), time.thread_time()

    def read_delays(self) -> Delays:
        """Return the delays since the last call; the time this call takes is not counted."""
        found = Delays(max(self._times), quantile(self._times, 0.999), self._cpu)
        self._times, self._cpu = array("d", [0.0]), 0.0
        self._since = time.perf_counter(), time.thread_time()
        return found


class Boat:
    """Measure a running bot from outside its process."""

    def __init__(self, pid: int, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader) -> None:
        self._process = psutil.Process(pid)
        self._stdin, self._stdout = stdin, stdout

    async def read_delays(self) -> Delays:
        """Read the delays of its event loop since the last call."""
        return await self.advance(0.0)

    async def advance(self, seconds: float) -> Delays:
        """Put the clock by which matches and timers go ahead. Returns the delays of its event loop since the last
        call."""
        self._stdin.write(f"{seconds}\n".encode())
        async with asyncio.timeout(PATIENCE):
            return msgspec.json.decode(await self._stdout.readline(), type=Delays)

    def measure_cpu(self) -> dict[str, float]:
        """Measure the CPU seconds so far by part: the event loop, all other threads, and the worker processes."""
        loop = next(each for each in self._process.threads() if each.id == self._process.pid)
        own, *workers = (process.cpu_times() for process in self._all())
        in_loop = loop.user_time + loop.system_time
        return {
            "event loop": in_loop,
            "store": own.user + own.system - in_loop,
            "pictures": sum(each.user + each.system for each in workers),
        }

    def memory(self) -> float:
        """Return the resident bytes, including its workers'; pages that processes share are divided among them.

        Linux only.
        """
        return float(sum(process.memory_full_info().pss for process in self._all()))

    def _all(self) -> list[psutil.Process]:
        return [self._process, *self._process.children(recursive=True)]


@contextlib.asynccontextmanager
async def start_boat(
    sandbox: Sandbox,
    database: Path | str,
    module: str = __name__,
    *,
    warm: bool = False,
    folder: Path | None = None,
) -> AsyncIterator[Boat]:
    """Start Slowboat, or the bot of another module, and log it in to a sandbox that runs in this process.

    `warm`: let it prepare its pictures and proposed turns after the start, as it usually does; wait for that before you
    measure. Otherwise it prepares nothing, and loads the art of pictures that earlier boats have painted.
    `folder`: for the bot's other files if `database` is the address of a PostgreSQL database.
    """
    if not warm:
        _share_art(folder or Path(database).parent)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None  # noqa: S101 - for mypy
    assert process.stdout is not None  # noqa: S101 - for mypy
    order = {"url": sandbox.url, "gateway": sandbox.gateway_url, "token": sandbox.token}
    order |= {"database": str(database), "warm": "yes" if warm else "", "folder": str(folder or "")}
    process.stdin.write(json.dumps(order).encode() + b"\n")
    try:
        async with asyncio.timeout(PATIENCE):
            line = await process.stdout.readline()
        if line.strip() != b"ready":
            raise RuntimeError("Slowboat did not start; see its output above")
        yield Boat(process.pid, process.stdin, process.stdout)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


def _share_art(folder: Path) -> None:
    """Let the boat with its files in `folder` share painted art with all others."""
    art = CACHE / "art"
    art.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        (folder / "cache").symlink_to(art, target_is_directory=True)


Order = dict[str, str]
"""The URLs of the sandbox, the token, the database, whether to prepare pictures, and the folder of other files: empty
for that of the database."""


@contextlib.asynccontextmanager
async def answer_requests(watched: Watched) -> AsyncIterator[None]:
    """Put the clock ahead by the seconds in each line on stdin, and answer with the delays of the event loop."""

    async def answer() -> None:
        asked = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
        while line := await asked.readline():
            watched.ahead += float(line)
            print(msgspec.json.encode(watched.read_delays()).decode(), flush=True)

    answering = asyncio.create_task(answer())
    try:
        yield
    finally:
        answering.cancel()


async def _run_slowboat(order: Order, watched: Watched) -> None:
    import bot
    from client.core import intake, login_backoff, retries
    from client.core.bot import Slowboat
    from client.core.retries import Pace

    bot.announce = lambda *_, **__: print("ready", flush=True)
    login_backoff.FREE = 1_000_000  # benchmarks log in more often than the back-off allows
    intake.MOST_AT_ONCE = 1_000_000  # four people play all these matches at once
    cold = contextlib.nullcontext() if order["warm"] else mock.patch.object(Slowboat, "warm_up")
    files = Path(order["folder"]) / "slowboat.db" if order["folder"] else bot.Settings.database_path
    with (
        cold,
        mock.patch.object(bot.Settings, "database_path", files),
        mock.patch.object(retries, "Pace", return_value=Pace(1_000_000)),  # Discord's limit would end the measurement
        mock.patch.object(bot, "time", SimpleNamespace(time=watched.now)),
        point_discord_py_at(Address(order["url"], order["gateway"])),
    ):
        async with answer_requests(watched):
            await bot.run(bot.Settings(discord_token=order["token"], database=order["database"]))


def main(run: Callable[[Order, Watched], Coroutine[None, None, None]]) -> None:
    """Run a bot with the order from stdin."""
    watched = Watched()
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(watched)) as runner:
        runner.run(run(json.loads(sys.stdin.readline()), watched))


if __name__ == "__main__":
    main(_run_slowboat)
