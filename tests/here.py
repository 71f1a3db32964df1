"""A worker without a process of its own."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

from matches.worker import Worker, WorkerFailed, reply


class Here(Worker):
    """Answers in a thread of this process, through the same pickles: hardly a test needs another process, whose start
    takes half a second. `tests/play/test_painter.py` does."""

    async def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        question = pickle.dumps((function, args, kwargs))
        found, failure, told = pickle.loads(await asyncio.to_thread(reply, question))
        if failure:
            raise WorkerFailed(f"{failure}\n{told}")
        return found
