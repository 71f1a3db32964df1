"""Processes of our own for what computes for long: it must not hold up anybody's click, nor share the interpreter.

`Worker` is this side: one process, asked one thing at a time. `serve` is the other: what the process does. What is
asked is a function, by its name, and what it is called with. Both ways go pickles, each after its length in four bytes;
only we ourselves speak there.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_ROOT: Final = Path(__file__).resolve().parents[2]

_LENGTH: Final = struct.Struct(">I")

_MOST: Final = 64 * 1024 * 1024
"""Bytes of an answer. Something else that a process writes looks longer."""

_BACK: Final = 10
"""How nice a process is that stands back, as `nice` counts."""

MOST_WAITING = 64
"""Questions that wait for one process; who comes after them is told to try again."""


class WorkerFailed(Exception):
    """No answer: the worker died, ran over its time, or reported an error. Another try may go better."""


class WorkerErred(WorkerFailed):
    """What was asked for raised an error over there, most likely a mistake of ours; its notes say where."""


class WorkerStopped(Exception):
    """No answer, because the bot is shutting down; callers ask again after the restart."""


class _Died(WorkerFailed):
    """The process has ended under a question."""


class Worker:
    """One process, `python -m module`, started when it is first needed and replaced when it hangs or dies."""

    def __init__(
        self,
        module: str = __name__,
        *,
        time_limit: float,
        most_waiting: int = MOST_WAITING,
        stands_back: bool = False,
    ) -> None:
        """`time_limit`: seconds for one answer. `stands_back`: run at low priority."""
        self._module = module
        self._time_limit = time_limit
        self._most_waiting = most_waiting
        self._stands_back = stands_back
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0
        self._stopped = False

    async def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What a function of a module answers over there. Raises WorkerFailed or WorkerStopped.

        Whoever ended the process may have meant another question than ours, so that a new one is asked once more.
        """
        if self._waiting >= self._most_waiting:
            raise WorkerFailed(f"{function.__name__}: {self._waiting} questions are waiting already")
        try:
            question = pickle.dumps((function, args, kwargs))
        except Exception as error:  # pickling raises whatever its objects do
            raise WorkerErred(f"{function.__name__}: {error!r}") from error
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                try:
                    answer = await self._ask_in_time(question)
                except _Died:
                    answer = await self._ask_in_time(question)
        finally:
            self._waiting -= 1
        found, failure, told = answer
        if failure:
            failed = WorkerErred(f"{function.__name__}: {failure}")
            failed.add_note(told)
            raise failed
        result: R = found
        return result

    async def stop(self) -> None:
        """End the process, if there is one, for good."""
        self._stopped = True
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def _ask_in_time(self, question: bytes) -> _Answer:
        """A process that does not answer in time, or not as it should, is ended; the next question gets another."""
        if self._stopped:
            raise WorkerStopped(self._module)
        try:
            async with asyncio.timeout(self._time_limit):
                return await self._ask(question)
        except BaseException as error:
            await self._end()  # what it may still say is no answer to the next question
            if self._stopped:
                raise WorkerStopped(self._module) from error
            if isinstance(error, EOFError | ConnectionError):
                raise _Died(f"{self._module}: {error!r}") from error
            if isinstance(error, TimeoutError | OSError | ValueError):
                raise WorkerFailed(f"{self._module}: {error!r}") from error
            raise

    async def _ask(self, question: bytes) -> _Answer:
        if self._process is None or self._process.returncode is not None:
            self._process = await self._started()
            if self._stopped:  # meanwhile: whoever stopped us has found no process to end
                raise WorkerStopped(self._module)
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise OSError("the worker has no pipes")
        stdin.write(_framed(question))
        await stdin.drain()
        (length,) = _LENGTH.unpack(await stdout.readexactly(_LENGTH.size))
        if length > _MOST:
            raise ValueError(f"the worker answers {length} bytes")
        answer: _Answer = pickle.loads(await stdout.readexactly(length))  # noqa: S301 - it is a process of ours
        return answer

    async def _started(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=_ROOT,
            limit=_MOST,  # who stops reading never learns that the process has ended
        )
        if self._stands_back and hasattr(os, "setpriority"):  # Windows has none
            with contextlib.suppress(ProcessLookupError):  # died at once: found out below
                os.setpriority(os.PRIO_PROCESS, process.pid, _BACK)
        return process


_Answer = tuple[Any, str, str]
"""What was found; or None, the failure in a line ("" where there is none), and where it happened."""


def _framed(data: bytes) -> bytes:
    return _LENGTH.pack(len(data)) + data


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every question until they end, which they do when our parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for our parent, who ends us
    while head := questions.read(_LENGTH.size):
        answer = _framed(reply(questions.read(*_LENGTH.unpack(head))))
        try:
            answers.write(answer)
            answers.flush()
        except BrokenPipeError:  # our parent has died meanwhile
            return


def reply(question: bytes) -> bytes:
    """The answer to one question; every failure becomes an answer, so that the worker lives on."""
    try:
        function, args, kwargs = pickle.loads(question)  # noqa: S301 - our parent asks
        return pickle.dumps((function(*args, **kwargs), "", ""))
    except BaseException as error:  # noqa: BLE001 - reported to the parent, which decides what it means
        (failure, *_) = traceback.format_exception_only(error)
        return pickle.dumps((None, failure.strip(), traceback.format_exc()))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
