"""Run slow rules in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from games.core import AnyGame

R = TypeVar("R")


async def run_rules(game: AnyGame, work: Callable[[], R]) -> R:
    """Run `work`, a pure function of a game's rules: in a thread if the game is slow, otherwise at once, because
    switching threads costs more than fast rules.
    """
    return await asyncio.to_thread(work) if game.slow else work()
