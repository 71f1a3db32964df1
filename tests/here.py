"""A worker without a process of its own."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

from matches.machines.worker import Worker, reply


class Here(Worker):
    """Answers in a thread of this process, through the same pickles: hardly a test needs another process, whose start
    takes half a second. `tests/play/test_painter.py` does."""

    async def _ask(self, question: bytes) -> Any:
        return pickle.loads(await asyncio.to_thread(reply, question))
