"""A worker without a process."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

from matches.machines.worker import Worker, reply


class Here(Worker):
    """Answer in a thread of this process, through the same pickles. Starting a process takes half a second, and only a
    few tests need one, such as `tests/play/test_painter.py`."""

    async def _ask(self, question: bytes) -> Any:
        return pickle.loads(await asyncio.to_thread(reply, question))
