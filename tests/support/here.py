"""A worker without a process, and signs that are drawn once."""

from __future__ import annotations

import asyncio
import functools
import pickle
from collections.abc import Mapping
from typing import Any, Final

from matches.machines.serving import reply
from matches.machines.worker import Worker
from rendering import signs

PATIENCE: Final = 60.0
"""Seconds for a request. `tests/play/board/test_painter.py` tests the bot's own limits, with its real workers."""


@functools.cache
def draw_signs(name: str, /) -> Mapping[str, bytes]:
    """Draw the signs of a game, once for all tests of a process: those of all games take 0.7 s."""
    return signs.draw_signs(name)


class Here(Worker):
    """Answer in a thread of this process, and pickle requests and answers all the same. Starting a process takes half a
    second, and only a few tests need one, such as `tests/play/board/test_painter.py`."""

    def __init__(self, *args: Any, time_limit: float, **options: Any) -> None:
        """Allow at least a minute. On a busy machine a shorter limit would leave boards without pictures and fail other
        tests."""
        super().__init__(*args, time_limit=max(time_limit, PATIENCE), **options)

    async def _be_ready(self) -> None:
        pass

    async def _ask(self, question: bytes, lane: int) -> Any:
        return pickle.loads(await asyncio.to_thread(reply, question))
