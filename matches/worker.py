"""Processes of our own for what computes for long: it must not hold up anybody's click.

`Worker` is this side: one process, asked one thing at a time. `serve` is the other: what the process does. They speak
JSON, one object a line; a failure over there is answered by `{"error": …}`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

_LINE = 16 * 1024 * 1024

_BACK = 10
"""How nice a process is that stands back, as `nice` counts."""

MOST_WAITING = 64
"""Questions that wait for one process; who comes after them is told to try again."""


class WorkerFailed(Exception):
    """No answer: the worker died, ran over its time, or reported an error. Another try may go better."""


class WorkerStopped(Exception):
    """No answer, because we are shutting down. Whoever asked asks again after the restart."""


class Worker:
    """One process, `python -m module`, started when it is first needed and replaced when it hangs or dies."""

    def __init__(self, module: str, *, time_limit: float, stands_back: bool = False) -> None:
        """`time_limit`: seconds for one answer. `stands_back`: whoever else wants the processor has it first."""
        self._module = module
        self._time_limit = time_limit
        self._stands_back = stands_back
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0
        self._stopped = False

    async def ask(self, question: Json) -> Json:
        """The answer to a question. Raises WorkerFailed or WorkerStopped."""
        if self._waiting >= MOST_WAITING:
            raise WorkerFailed(f"{self._module}: {self._waiting} questions are waiting already")
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                answer = await self._ask_in_time(question)
        finally:
            self._waiting -= 1
        if "error" in answer:
            raise WorkerFailed(f"{self._module}: {answer['error']}")
        return answer

    async def stop(self) -> None:
        """End the process, if there is one, for good."""
        self._stopped = True
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def _ask_in_time(self, question: Json) -> Json:
        """A process that does not answer in time, or not as it should, is ended; the next question gets another."""
        if self._stopped:
            raise WorkerStopped(self._module)
        try:
            return await asyncio.wait_for(self._ask(question), self._time_limit)
        except BaseException as error:
            await self._end()  # what it may still say is no answer to the next question
            if self._stopped:
                raise WorkerStopped(self._module) from error
            if isinstance(error, TimeoutError | OSError | ValueError):
                raise WorkerFailed(f"{self._module}: {error!r}") from error
            raise

    async def _ask(self, question: Json) -> Json:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
            )
            if self._stands_back and hasattr(os, "setpriority"):  # Windows has none
                with contextlib.suppress(ProcessLookupError):  # died at once: found out below
                    os.setpriority(os.PRIO_PROCESS, self._process.pid, _BACK)
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise OSError("the worker has no pipes")
        stdin.write(json.dumps(question).encode() + b"\n")
        await stdin.drain()
        line = await stdout.readline()
        if not line:
            raise OSError("the worker ended without an answer")
        answer = json.loads(line)
        if not isinstance(answer, dict):
            raise ValueError(f"the worker answered {line[:100]!r}")
        return answer


def serve(answer: Callable[[Json], Json]) -> None:
    """Answer every line of stdin until it ends, which it does when our parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for our parent, who ends us
    for line in sys.stdin:
        sys.stdout.write(json.dumps(reply(answer, line)) + "\n")
        sys.stdout.flush()


def reply(answer: Callable[[Json], Json], line: str) -> Json:
    """The answer to one line; every failure becomes an answer, so that the worker lives on."""
    try:
        return answer(json.loads(line))
    except Exception as error:  # noqa: BLE001 - reported to the parent, which decides what it means
        return {"error": f"{type(error).__name__}: {error}"}
