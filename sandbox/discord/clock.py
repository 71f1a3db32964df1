"""The sandbox's only source of time. Tests can jump fifteen minutes ahead instead of waiting."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Clock:
    """Seconds since 1970, with timers.

    `now` is injectable; `advance` jumps forward and runs the timers due on the way. Without a running event loop
    timers only run through `advance`. `watchers` are called after every jump, to wake tasks that sleep by another
    clock.
    """

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._offset = 0.0
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._tie = itertools.count()
        self._handle: asyncio.TimerHandle | None = None
        self.watchers: list[Callable[[], None]] = []

    def now(self) -> float:
        """Return the sandbox's time in seconds since 1970."""
        return self._now() + self._offset

    @property
    def ahead(self) -> float:
        """The sum of all jumps in seconds."""
        return self._offset

    def call_later(self, seconds: float, action: Callable[[], None]) -> None:
        """Run `action` once `seconds` of the sandbox's time have passed."""
        heapq.heappush(self._timers, (self.now() + seconds, next(self._tie), action))
        self._arm()

    def advance(self, seconds: float) -> None:
        """Jump `seconds` into the future. Every timer due on the way runs at its own time, in order, so that a timer
        set by another one runs on time, too. (A negative jump puts the clock back; nothing runs.)
        """
        ahead = self._offset + seconds
        while self._timers and self._timers[0][0] <= self._now() + ahead:
            due, _, action = heapq.heappop(self._timers)
            self._offset = min(ahead, max(self._offset, due - self._now()))
            action()
        self._offset = ahead
        self._arm()
        for watcher in tuple(self.watchers):
            watcher()

    def stop(self) -> None:
        """Forget every timer."""
        self._timers.clear()
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _run_due(self) -> None:
        while self._timers and self._timers[0][0] <= self.now():
            heapq.heappop(self._timers)[2]()
        self._arm()

    def _arm(self) -> None:
        """Schedule the earliest timer on the event loop."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if not self._timers:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        # A little late rather than a little early: an early wake-up would find nothing due and schedule itself again.
        self._handle = loop.call_later(max(0.0, self._timers[0][0] - self.now()) + 0.001, self._run_due)


def format_iso(timestamp: float) -> str:
    """Format a timestamp as Discord does: ISO 8601 with microseconds and an explicit UTC offset."""
    return datetime.fromtimestamp(timestamp, UTC).isoformat(timespec="microseconds")
