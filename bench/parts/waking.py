"""Run in another process with a file of matches: start up, load many of them, or die in the middle of work.

    python -m bench.parts.waking wake FILE MATCH     open the file, load the match and look for what is due python -m
    bench.parts.waking remember FILE N     load the matches 1 to N into memory python -m bench.parts.waking die FILE
    BYTES      write until the log beside the file has so many bytes, and kill itself

Answers one line of JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import psutil

from data import Store
from matches.referee import Referee


async def wake(path: Path, match_id: int) -> dict[str, float]:
    """Measure the seconds until the bot can answer, and its resident bytes."""
    wall, cpu = time.perf_counter(), time.process_time()
    opened = await Store.open(path)
    referee = Referee(opened, now=time.time)
    await opened.transaction(lambda tx: tx.read_due_boards(time.time(), limit=50))
    await opened.transaction(lambda tx: tx.read_due_timers(time.time(), limit=50))
    await opened.transaction(lambda tx: tx.list_waiting_for_machines())
    await referee.match(match_id)
    found = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "memory": _memory()}
    await opened.close()
    return found


async def remember(path: Path, many: int) -> dict[str, float]:
    """Measure the bytes by which the process grows per match, with its views and decisions."""
    opened = await Store.open(path)
    referee = Referee(opened, now=time.time)
    kept = [await referee.match(match_id) for match_id in range(1, 9)]  # including the modules of every game
    gc.collect()
    before = _memory()
    for match_id in range(1, many + 1):
        match = await referee.match(match_id)
        assert match.to_act is not None  # noqa: S101 - for mypy
        assert match.decisions is not None  # noqa: S101 - for mypy
        assert match.options is not None  # noqa: S101 - for mypy
        kept.append(match)
    gc.collect()
    grown = _memory() - before
    await opened.close()
    return {"each": grown / many}


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


def _memory() -> float:
    return float(psutil.Process().memory_info().rss)


if __name__ == "__main__":
    what, file, number = sys.argv[1:]
    answer = asyncio.run({"wake": wake, "remember": remember, "die": die}[what](Path(file), int(number)))
    print(json.dumps(answer))
