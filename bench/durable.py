"""Measure durable moves through the referee: choice, rules, log, and a commit that is on the disk when it is answered.

Fifty people play at the same time, each in a match of their own.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.house import House, open_store
from bench.measuring import CACHE, Run, median
from bench.table import Row
from matches.match import Match

PEOPLE = 50
GAMES = ("docker", "dog_royal", "aquaretto")
"""Games to be played in turn. Riff Raff is left out: to the store, its plies are like any others."""


def rows(run: Run) -> Iterator[Row]:
    turns = run.some(20, 2)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        found = [asyncio.run(_measure(Path(folder) / f"{n}.db", turns)) for n in range(run.some(5, 1))]
    rate, spent = (median([each[place] for each in found]) for place in (0, 1))
    what, note = f"durable moves, {PEOPLE} people at once", f"{1e3 * spent:.2g} ms of CPU a move"
    yield Row(what, rate, "/s", "wall", at_least=500, more_is_better=True, note=note, is_on_page=False)


async def _measure(path: Path, turns: int) -> tuple[float, float]:
    """Measure moves a second, and CPU seconds a move."""
    made = 0

    async def play(house: House, match: Match, drawn: random.Random) -> None:
        nonlocal made
        for _ in range(turns):
            if match.phase != "running":
                return
            match = (await house.play_turn(match, drawn)).match
            made += 1

    async with open_store(path) as opened:
        house = House(opened)
        matches = [await house.start_match(GAMES[n % len(GAMES)], 100 + n) for n in range(PEOPLE)]
        cpu, wall = time.process_time(), time.perf_counter()
        await asyncio.gather(*(play(house, match, random.Random(n)) for n, match in enumerate(matches)))  # noqa: S311 - no secret
        return made / (time.perf_counter() - wall), (time.process_time() - cpu) / made
