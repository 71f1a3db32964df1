"""Run slow rules in a thread, and fill their tables before they are needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeVar

import games
from games.core import AnyGame

R = TypeVar("R")


async def run_rules(game: AnyGame, work: Callable[[], R]) -> R:
    """Run `work`, a pure function of a game's rules: in a thread if the game is slow, otherwise at once, because
    switching threads costs more than fast rules.
    """
    return await asyncio.to_thread(work) if game.slow else work()


async def warm_up_rules(names: Iterable[str]) -> None:
    """Fill the tables from which games propose turns, in a thread and in small parts, so that presses are not
    delayed."""
    for name in names:
        if (candidates := games.load(name).candidates) is not None:
            steps = candidates.warm_up()
            while await asyncio.to_thread(next, steps, _DONE) is not _DONE:
                pass


_DONE = object()
