"""Keep background loops running.

A background task can end by an error, or because something that it awaited was cancelled. Nobody would notice, because
nothing awaits the task. `Loops` restarts such tasks, and lists those that have not finished a step for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

log = logging.getLogger(__name__)

DONE: Final = "done"
"""What a step returns when its loop has nothing left to do."""

LATE: Final = 300.0
"""A loop counts as late if it has not finished a step for this many seconds more than the time between two steps."""

Step = Callable[[], Awaitable[object]]


class Interval:
    """Limit work to once in a number of seconds. The clock may be set back."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._begun: float | None = None

    def begin(self, now: float) -> bool:
        """Begin the work unless it was begun less than an interval ago. Returns whether it begins."""
        if self._begun is not None and 0 <= now - self._begun < self._seconds:
            return False
        self._begun = now
        return True


class _Loop:
    """A loop: its step, the seconds between two steps, its task, and when it last finished a step."""

    def __init__(self, step: Step, every: float, now: float) -> None:
        self.step = step
        self.every = every
        self.finished_at = now
        self.wake = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.restart: asyncio.TimerHandle | None = None


class Loops:
    """Background loops by name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: a monotonic clock, in seconds."""
        self._clock = clock
        self._loops: dict[str, _Loop] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._loops

    def start(self, name: str, step: Step, *, every: float) -> None:
        """Repeat a step every `every` seconds until it returns DONE or the loop is stopped. Replaces a loop of the same
        name.

        If a step raises an error, it is logged, and the loop continues.
        """
        self._cancel(name)
        found = self._loops[name] = _Loop(step, every, self._clock())
        self._run(name, found)

    def wake(self, *names: str) -> None:
        """Let these loops begin their next step at once, or as soon as they have finished the one in progress."""
        for name in names:
            if name in self._loops:
                self._loops[name].wake.set()

    async def stop(self, *names: str) -> None:
        """Stop these loops, or all of them, and wait until they have ended."""
        ended = [task for name in names or tuple(self._loops) if (task := self._cancel(name)) is not None]
        mine = asyncio.current_task()
        if ended := [task for task in ended if task is not mine]:
            await asyncio.wait(ended)

    def list_late(self) -> list[str]:
        """List the loops whose last finished step is too long ago."""
        now = self._clock()
        return [name for name, each in self._loops.items() if now - each.finished_at > LATE + each.every]

    def _cancel(self, name: str) -> asyncio.Task[None] | None:
        found = self._loops.pop(name, None)
        if found is None:
            return None
        if found.restart is not None:
            found.restart.cancel()
        if found.task is not None:
            found.task.cancel()
        return found.task

    def _run(self, name: str, found: _Loop) -> None:
        found.restart = None
        found.task = asyncio.create_task(self._repeat(name, found), name=f"loop: {name}")
        found.task.add_done_callback(lambda task: self._note_end(name, found, task))

    async def _repeat(self, name: str, found: _Loop) -> None:
        while True:
            found.wake.clear()
            try:
                if await found.step() == DONE:
                    return
                found.finished_at = self._clock()
            except Exception:
                log.exception("%s failed; it continues", name)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(found.every):
                    await found.wake.wait()

    def _note_end(self, name: str, found: _Loop, task: asyncio.Task[None]) -> None:
        """Restart a loop that ended although it was not stopped. This is a callback, because a supervising task could
        end, too."""
        if self._loops.get(name) is not found:
            return
        if not task.cancelled() and task.exception() is None:
            del self._loops[name]
            return
        log.error("%s was cut short; it continues", name)
        found.restart = asyncio.get_running_loop().call_later(found.every, self._run, name, found)
