"""Worker processes for long computations, so that they delay no interaction.

`Worker` is the bot's side: one process with one request at a time, and perhaps a long one that takes breaks for the
others. The process runs `matches/machines/serving.py`. A request is a function and its arguments. Requests and answers
are pickles, each after its length in four bytes and its lane in one; no other program writes to the pipes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from matches.machines import serving
from matches.machines.serving import LENGTH, frame

P = ParamSpec("P")
R = TypeVar("R")

_ROOT: Final = Path(__file__).resolve().parents[2]

_MOST: Final = 64 * 1024 * 1024
"""Most bytes of an answer. A length above it is stray output."""

_NICENESS: Final = 10
"""Niceness of a process with low priority."""

START_LIMIT = 30.0
"""Seconds in which a new process must be ready for its first request; on a busy machine, imports take a few."""

IDLE = 60.0
"""Seconds after the last request until a process ends, so that it takes no memory; the next request starts another."""

MOST_WAITING = 64
"""Most requests waiting for one process; more fail at once."""


class WorkerFailed(Exception):
    """The worker died, ran out of time or reported an error. Another try may succeed."""


class WorkerErred(WorkerFailed):
    """The function raised an error in the worker, most likely a bug; the notes hold the traceback."""


class WorkerStopped(Exception):
    """The bot is shutting down; callers ask again after the restart."""


class _Died(WorkerFailed):
    """The process ended during a request."""


QUICK, LONG = 0, 1
"""The lanes of requests; in each is one at a time."""


class Worker:
    """One process, `python -m module`, started on demand, ended when idle, and replaced when it hangs or dies."""

    def __init__(
        self,
        module: str = serving.__name__,
        *,
        time_limit: float,
        most_waiting: int = MOST_WAITING,
        low_priority: bool = False,
        stays: bool = False,
        first: Callable[[], object] | None = None,
    ) -> None:
        """Set up a worker without starting its process. `time_limit`: seconds per request, not counting the start of a
        process. `low_priority`: run at low priority. `stays`: do not end when idle. `first`: called in each new process
        before any request."""
        self._module = module
        self._time_limit = time_limit
        self._most_waiting = most_waiting
        self._low_priority = low_priority
        self._stays = stays
        self._ending: asyncio.TimerHandle | None = None
        self._first = pickle.dumps((first or bool, (), {}))  # `bool()` only shows that the process answers
        self._process: asyncio.subprocess.Process | None = None
        self._lanes = (asyncio.Lock(), asyncio.Lock())
        self._starting, self._reading = asyncio.Lock(), asyncio.Lock()
        self._asked: dict[int, asyncio.Future[_Answer]] = {}
        self._is_held_up = False
        """Whether the long request is to blame for the end of the process."""
        self._waiting = 0
        self._stopped = False

    async def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a module's function in the worker. Raises WorkerFailed or WorkerStopped.

        If the process dies, the request is sent once more to a new one: the request need not be the cause.
        """
        found: R = await self._call(QUICK, function, args, kwargs)
        return found

    async def call_long(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function that takes breaks (`serving.take_break`), in which other requests are answered. If one is not
        answered in time because this function takes none, both get a new process. Raises WorkerFailed or WorkerStopped.
        """
        found: R = await self._call(LONG, function, args, kwargs)
        return found

    async def _call(self, lane: int, function: Callable[..., R], args: Any, kwargs: Any) -> R:
        if self._waiting >= self._most_waiting:
            raise WorkerFailed(f"{function.__name__}: {self._waiting} requests are waiting already")
        try:
            question = pickle.dumps((function, args, kwargs))
        except Exception as error:  # pickling an object can raise anything
            raise WorkerErred(f"{function.__name__}: {error!r}") from error
        self._waiting += 1
        try:
            async with self._lanes[lane]:
                try:
                    answer = await self._ask_in_time(question, lane)
                except _Died:
                    answer = await self._ask_in_time(question, lane)
        finally:
            self._waiting -= 1
            self._end_when_idle()
        found, failure, details = answer
        if failure:
            failed = WorkerErred(f"{function.__name__}: {failure}")
            failed.add_note(details)
            raise failed
        result: R = found
        return result

    async def stop(self) -> None:
        """Stop the process for good."""
        self._stopped = True
        if self._ending is not None:
            self._ending.cancel()
        await self._end()

    def _end_when_idle(self) -> None:
        """End the process `IDLE` seconds from now, unless there is another request before."""
        if self._ending is not None:
            self._ending.cancel()
        if not self._stays and not self._stopped:
            self._ending = asyncio.get_running_loop().call_later(IDLE, self._end_idle)

    def _end_idle(self) -> None:
        if self._waiting:
            return
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()  # it ends once nothing can be asked

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def _ask_in_time(self, question: bytes, lane: int) -> _Answer:
        """Send a request. Kill the process if it does not answer in time or its answer is malformed."""
        if self._stopped:
            raise WorkerStopped(self._module)
        process = self._process
        try:
            await self._be_ready()
            process = self._process
            async with asyncio.timeout(self._time_limit):
                return await self._ask(question, lane)
        except BaseException as error:
            is_held_up = isinstance(error, TimeoutError) and lane == QUICK and self._lanes[LONG].locked()
            self._is_held_up |= is_held_up
            if process is self._process:  # otherwise another request has ended it
                await self._end()  # a late answer must not be taken for that of the next request
            if self._stopped:
                raise WorkerStopped(self._module) from error
            if is_held_up:
                raise _Died(f"{self._module}: a long request takes no breaks") from error
            if lane == LONG and self._is_held_up:
                self._is_held_up = False
                raise WorkerFailed(f"{self._module}: it held up other requests") from error
            if isinstance(error, EOFError | ConnectionError):
                raise _Died(f"{self._module}: {error!r}") from error
            if isinstance(error, TimeoutError | OSError | ValueError):
                raise WorkerFailed(f"{self._module}: {error!r}") from error
            raise

    async def _be_ready(self) -> None:
        """Start a process unless one runs, and wait until it answers."""
        async with self._starting:
            if self._process is not None and self._process.returncode is None:
                return
            try:
                async with asyncio.timeout(START_LIMIT):
                    self._process = await self._start()
                    if self._stopped:  # `stop` was called while the process was starting, and found none to kill
                        raise WorkerStopped(self._module)
                    _, failure, _ = await self._ask(self._first, QUICK)
                    if failure:
                        raise OSError(f"a new process fails: {failure}")
            except BaseException:
                await self._end()
                raise

    async def _ask(self, question: bytes, lane: int) -> _Answer:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise OSError("the worker has no pipes")
        answer: asyncio.Future[_Answer] = asyncio.get_running_loop().create_future()
        self._asked[lane] = answer
        process.stdin.write(frame(bytes([lane]) + question))
        await process.stdin.drain()
        while not answer.done():
            async with self._reading:  # who waits reads, also the answer of the other lane
                if not answer.done():
                    await self._read(process.stdout)
        return answer.result()

    async def _read(self, stdout: asyncio.StreamReader) -> None:
        """Read the next answer, and hand it to the request of its lane."""
        (length,) = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
        if length > _MOST:
            raise ValueError(f"the worker answers {length} bytes")
        lane, *_ = read = await stdout.readexactly(length)
        self._asked[lane].set_result(pickle.loads(memoryview(read)[1:]))  # noqa: S301 - our own process

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=_ROOT,
            limit=_MOST,  # above this limit asyncio stops reading, and misses the end of the process
        )
        if self._low_priority and hasattr(os, "setpriority"):  # Windows has no niceness
            with contextlib.suppress(ProcessLookupError):  # it died at once, which the first request notices
                os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
        return process


_Answer = tuple[Any, str, str]
"""The result or None, the error in one line ("" without one), and its traceback."""
