"""Work in another process on a file of matches: start up, load many of them, play turns, or be killed while writing.

    python -m bench.parts.waking wake FILE MATCH     open the file, load the match and look for what is due
    python -m bench.parts.waking remember FILE N     load the matches 1 to N into memory
    python -m bench.parts.waking play FILE N         play a turn in each of N matches, spread over the file
    python -m bench.parts.waking die FILE BYTES      write until the write-ahead log has so many bytes, then be killed

Prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import signal
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import psutil

import games
from bench.house import House, open_store
from bench.measuring import quantile
from data import Store
from matches.referee import Referee


async def wake(path: Path, match_id: int) -> dict[str, float]:
    """Measure the seconds until the bot can answer, and its resident bytes. Imports are left out."""
    for name in games.names():
        games.load(name)
    wall, cpu = time.perf_counter(), time.process_time()
    opened = await Store.open(path)
    referee = Referee(opened, now=time.time)
    await opened.transaction(lambda tx: tx.read_due_boards(time.time(), limit=50))
    await opened.transaction(lambda tx: tx.read_due_timers(time.time(), limit=50))
    await opened.transaction(lambda tx: tx.list_waiting_for_machines())
    await referee.match(match_id)
    found = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "memory": _measure_memory()}
    await opened.close()
    return found


async def remember(path: Path, many: int) -> dict[str, float]:
    """Measure the bytes by which the process grows per match, with its views and decisions."""
    opened = await Store.open(path)
    referee = Referee(opened, now=time.time)
    kept = [await referee.match(match_id) for match_id in range(1, 9)]  # also imports the modules of every game
    gc.collect()
    before = _measure_memory()
    for match_id in range(1, many + 1):
        match = await referee.match(match_id)
        assert match.to_act is not None  # noqa: S101 - for mypy
        assert match.decisions is not None  # noqa: S101 - for mypy
        assert match.options is not None  # noqa: S101 - for mypy
        kept.append(match)
    gc.collect()
    grown = _measure_memory() - before
    await opened.close()
    return {"each": grown / many}


async def play(path: Path, many: int) -> dict[str, float]:
    """Measure turns in matches that nobody has touched since the start: seconds of CPU (median) and of wall-clock time
    (p99), and the resident bytes afterwards."""
    async with open_store(path) as opened:
        house, drawn = House(opened, first=10**9), random.Random(27)  # noqa: S311 - a benchmark
        found = await opened.transaction(lambda tx: [*tx._db.execute("SELECT id FROM matches WHERE game = 'docker'")])
        match = await house.start_match("docker", channel_id=1)  # fills tables of the rules
        for _ in range(many // 4):
            if match.phase == "running":
                match = (await house.play_turn(match, drawn)).match
        cpus, walls = list[float](), list[float]()
        for (match_id,) in found[:: max(1, len(found) // many)][:many]:
            wall, cpu = time.perf_counter(), time.process_time()
            await house.play_turn(await house.referee.match(match_id), drawn)
            cpus.append(time.process_time() - cpu)
            walls.append(time.perf_counter() - wall)
        return {
            "cpu": statistics.median(cpus),
            "p99": quantile(walls, 0.99),
            "memory": _measure_memory(),
        }


async def die(path: Path, size: int) -> None:
    """Write until the log has so many bytes, then kill this process."""
    opened = await Store.open(path)
    log = path.with_name(path.name + "-wal")
    await opened._run(lambda db: db.execute("PRAGMA wal_autocheckpoint = 0"))

    def write(tx: Any) -> None:
        for match_id in range(1, 2000):
            tx._db.execute("UPDATE log SET code = ? WHERE match_id = ?", (os.urandom(40).hex(), match_id))

    while log.stat().st_size < size:
        await opened.transaction(write)
    os.kill(os.getpid(), signal.SIGKILL)


def _measure_memory() -> float:
    return float(psutil.Process().memory_info().rss)


_WORK = {"wake": wake, "remember": remember, "play": play, "die": die}


if __name__ == "__main__":
    what, file, number = sys.argv[1:]
    answer = asyncio.run(_WORK[what](Path(file), int(number)))
    print(json.dumps(answer))
