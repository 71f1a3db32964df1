"""Stay below Discord's global limit of 50 requests a second, fairly.

Requests with an interaction's token do not count, and do not come here. discord.py waits only after Discord has refused
a request, and then sends all that wait at once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Final

MOST: Final = 45
"""Requests that are begun in a second. Some of Discord's 50 are left for delays on the way."""


class Pace:
    """Let at most `most` requests begin in any `within` seconds; those that wait take turns by their place."""

    def __init__(self, most: int = MOST, *, within: float = 1.0) -> None:
        self._within = within
        self._begun: deque[float] = deque(maxlen=most)
        self._waiting: OrderedDict[object, deque[asyncio.Future[None]]] = OrderedDict()

    async def wait(self, place: object) -> None:
        """Wait until a request to a place, such as a channel's id, may begin."""
        loop = asyncio.get_running_loop()
        if not self._waiting and self._find_delay(loop.time()) <= 0:
            self._begun.append(loop.time())
            return
        turn: asyncio.Future[None] = loop.create_future()
        is_first = not self._waiting
        self._waiting.setdefault(place, deque()).append(turn)
        if is_first:
            loop.call_later(self._find_delay(loop.time()), self._go_on)
        await turn

    def _go_on(self) -> None:
        """Let those begin that may, one of each place by turns."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            if (delay := self._find_delay(loop.time())) > 0:
                loop.call_later(delay, self._go_on)
                return
            place, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[place] = turns  # behind all other places
            if not turn.done():  # nobody waits for it if its request was given up
                self._begun.append(loop.time())
                turn.set_result(None)

    def _find_delay(self, now: float) -> float:
        """Compute the seconds until one more request may begin."""
        return self._begun[0] + self._within - now if len(self._begun) == self._begun.maxlen else 0.0
