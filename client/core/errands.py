"""Do work for many destinations side by side, so that one which Discord holds up delays no other."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from matches.machines.worker import WorkerStopped

log = logging.getLogger(__name__)

MOST = 50
"""Destinations for which work is in progress at the same time."""

WITHIN = 1.0
"""Seconds for which `settle` waits. What takes longer goes on by itself."""

Work = Callable[[], Awaitable[object]]


async def side_by_side(works: Iterable[Work], *, most: int = 10) -> None:
    """Do all of this work, at most `most` at the same time. The work handles its errors."""
    free = asyncio.Semaphore(most)

    async def run(work: Work) -> None:
        async with free:
            await work()

    await asyncio.gather(*map(run, works))


class Errands:
    """Do work by destination: one after the other for each, side by side for all."""

    def __init__(self) -> None:
        self._queues: dict[object, deque[tuple[object, Work]]] = {}
        self._named: set[object] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(MOST)

    def begin(self, place: object, work: Work, *, name: object = None) -> None:
        """Do work for a destination, after that begun earlier. Errors are logged.

        `name`: do nothing if work of this name is still in progress.
        """
        if name is not None:
            if name in self._named:
                return
            self._named.add(name)
        if place in self._queues:
            self._queues[place].append((name, work))
            return
        self._queues[place] = deque([(name, work)])
        task = asyncio.create_task(self._run(place), name=f"errands for {place}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait until all work is done, but at most `WITHIN` seconds."""
        loop = asyncio.get_running_loop()
        until, mine = loop.time() + WITHIN, asyncio.current_task()
        while (left := {task for task in self._tasks if task is not mine}) and loop.time() < until:
            await asyncio.wait(left, timeout=until - loop.time())

    async def stop(self) -> None:
        """Cancel the work, and wait until it has ended. What is still due is done after the next start."""
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))

    async def _run(self, place: object) -> None:
        queue = self._queues[place]
        try:
            while queue:
                name, work = queue.popleft()
                try:
                    async with self._free:
                        await work()
                except WorkerStopped:
                    log.debug("the work for %s was cut short by the stop", place)
                except Exception:
                    log.exception("the work for %s failed", place)
                finally:
                    self._named.discard(name)
        finally:
            self._named.difference_update(name for name, _ in queue)
            del self._queues[place]
