"""Measure resident memory: per match in the file, per match in play, and of all processes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import games
from bench.load.boat import start_boat
from bench.load.day import build_world, measure_day
from bench.load.fleet import make, run_waking
from bench.measuring import CACHE, Run, median
from bench.table import Row
from sandbox.server import Sandbox


def rows(run: Run) -> Iterator[Row]:
    few, many = (1_000, 100_000) if not run.quick else (100, 1_000)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        sizes = {}
        for number in (few, many):
            path = Path(folder) / f"{number}.db"
            make(path, number)
            sizes[number] = median([run_waking("wake", path, 1)["memory"] for _ in range(run.some(5, 1))])
        idle = max(0.0, (sizes[many] - sizes[few]) / (many - few))
        yield Row(f"memory of an open match nobody touches, of {many:,}", idle, "B", at_most=40)
        each = median([run_waking("remember", path, few)["each"] for _ in range(run.some(3, 1))])
        yield Row(f"memory of a match in play, of {few:,} of all games", each / 1e3, "kB", at_most=10)
    guilds = run.some(1_000, 20)
    yield Row(
        f"memory of the bot and its render worker, with {guilds:,} guilds",
        asyncio.run(_measure_all_processes(guilds, run)) / 1e6,
        "MB",
        at_most=200,
    )
    yield from measure_day(guilds, run)


async def _measure_all_processes(guilds: int, run: Run) -> float:
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        world, path = build_world(guilds), Path(folder) / "slowboat.db"
        async with Sandbox(world=world, strict=False) as sandbox, start_boat(sandbox, path, warm=not run.quick) as boat:
            person = sandbox.person("anna")
            for _ in range(20):
                await person.slash("help")
            # Between these commands the bot prepares its pictures, a part at a time.
            for name in run.some(6, 1) * games.names():
                await person.slash("rules", {"game": name})
            return boat.memory()
