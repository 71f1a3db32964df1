"""Where rules are asked that may take their time over a list of moves, so that nobody waits for somebody else's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from games.core import AnyGame

R = TypeVar("R")


async def thought(game: AnyGame, work: Callable[[], R]) -> R:
    """What `work`, a pure function, makes of the rules of a game: in a thread where they are slow, else at once, for
    the way to a thread and back would cost more than they do."""
    return await asyncio.to_thread(work) if game.slow else work()
