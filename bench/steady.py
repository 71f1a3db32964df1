"""Measure the memory of all processes while people make two turns a second over all games, for ten minutes.

The people play as in `bench.memory`. A turn is late if those before it in its match still take their time.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.boat import Boat, start_boat
from bench.house import House, open_store
from bench.measuring import CACHE, Run
from bench.memory import Players, start_matches
from bench.table import Row
from matches.machines.nature import NatureWorker
from sandbox.server import Sandbox
from sandbox.storage import seed

RATE = 2.0
"""Turns per second."""
COPIES = 6
"""Matches of each game and number of players; those that end are not replaced."""
SMALL = 384.0
"""The megabytes of a small machine or container, which must hold at every second."""


def rows(run: Run) -> Iterator[Row]:
    seconds = run.some(600, 3)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        sizes, turns = asyncio.run(_play(Path(folder) / "steady.db", seconds, run))
    total = [sum(each) / 1e6 for each in sizes]
    quarter = max(1, len(total) // 4)
    growth = (sum(total[-quarter:]) - sum(total[-2 * quarter : -quarter])) / quarter
    minutes = ", ".join(f"{size:.0f}" for size in total[:: max(1, len(total) // 10)])
    bot, *workers = (f"{size / 1e6:.0f}" for size in sizes[-1])
    what = f"memory of all processes, {RATE:g} turns/s"
    parts = f"bot {bot}, workers {', '.join(workers)}"
    note = f"by the minute {minutes}; {turns} turns; {growth:.1f} in the second half; {parts}"
    yield Row(f"{what}: after ten minutes over all games", total[-1], "MB", at_most=250, note=note)
    yield Row(f"{what}: the most at any second", max(total), "MB", at_most=SMALL)
    yield Row(f"{what}: growth in the second half", growth, "MB", at_most=5, is_on_page=False)


async def _play(database: Path, seconds: int, run: Run) -> tuple[list[list[float]], int]:
    """Play for some seconds. Returns the bytes of each process in every second, and the number of turns."""
    world, nature = seed.build_harbour(), NatureWorker()
    waiting = asyncio.Queue[int]()
    for match_id in await start_matches(world, database, run.some(COPIES, 1)):
        waiting.put_nowait(match_id)
    copy, turns = database.with_suffix(".copy"), 0
    shutil.copy(database, copy)

    async def play_on(players: Players, match_id: int) -> None:
        nonlocal turns
        if await players.play(match_id):
            turns += 1
            waiting.put_nowait(match_id)

    try:
        async with open_store(copy) as opened:
            players = Players(world, House(opened, first=1_000_000), nature)
            async with (
                Sandbox(world=world, strict=False) as sandbox,
                start_boat(sandbox, database, warm=not run.quick) as boat,
                asyncio.TaskGroup() as group,
            ):
                watching = group.create_task(_watch(boat, seconds))
                begun, number = time.perf_counter(), 0
                while not watching.done():
                    number += 1
                    await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
                    if not waiting.empty():
                        group.create_task(play_on(players, waiting.get_nowait()))
    finally:
        await nature.stop()
    return watching.result(), turns


async def _watch(boat: Boat, seconds: int) -> list[list[float]]:
    """Measure the memory in every second."""
    sizes = []
    for _ in range(seconds):
        sizes.append(boat.measure_memory())
        await asyncio.sleep(1)
    return sizes
