"""Measure a restart with many open matches, and the start of the whole program.

A restart runs from opening the file to the first match in memory, in another process; the time that Python takes to
start and to import is left out, and the file is in the system's cache. A start runs from `python bot.py` to the address
of the sandbox's page.

`python -m bench.restart FILE MATCH` is that other process; it prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import psutil

import games
from bench.house import GUILD, House, open_store
from bench.measuring import CACHE, ROOT, Run, median
from bench.table import Row
from data import Store
from matches.referee import Referee

TURNS = 8
"""Turns played in a match before it is copied."""


def rows(run: Run) -> Iterator[Row]:
    repeats, many = run.some(5, 1), run.some(100_000, 1_000)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        path = Path(folder) / "many.db"
        make(path, many)
        found = [_run_process(path, many - number) for number in range(repeats)]
        wall, cpu = (1e3 * median([each[clock] for each in found]) for clock in ("wall", "cpu"))
        note = f"{path.stat().st_size / 1e6:.0f} MB, {cpu:.0f} ms of CPU"
        yield Row(f"restart with {many:,} open matches", wall, "ms", "wall", at_most=80, note=note)
        starts = [_start(Path(folder)) for _ in range(repeats)]
    wall, cpu = (median([each[place] for each in starts]) for place in (0, 1))
    yield Row("start, to the address of the page", cpu, "s", "CPU", at_most=1, note=f"after {wall:.1f} s")


def _run_process(path: Path, match_id: int) -> Mapping[str, float]:
    command = [sys.executable, "-m", "bench.restart", str(path), str(match_id)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout  # noqa: S603 - our own module
    answer: dict[str, float] = json.loads(said)
    return answer


async def wake(path: Path, match_id: int) -> Mapping[str, float]:
    """Measure the seconds until the bot can answer, without imports."""
    for name in games.names():
        games.load(name)
    wall, cpu = time.perf_counter(), time.process_time()
    opened = await Store.open(path)
    referee = Referee(opened, now=time.time)
    await opened.transaction(lambda tx: tx.read_due_boards(time.time(), limit=50))
    await opened.transaction(lambda tx: tx.read_due_timers(time.time(), limit=50))
    await opened.transaction(lambda tx: tx.list_waiting_for_machines())
    await referee.match(match_id)
    found = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    await opened.close()
    return found


def _start(folder: Path) -> tuple[float, float]:
    """Start the program with the sandbox and a database of its own. Returns seconds of wall-clock time and of CPU."""
    ours = {"DATABASE": str(folder / "start.db"), "SANDBOX_PORT": "0", "OPEN_BROWSER": "0", "LOG_LEVEL": "WARNING"}
    env = {name: value for name, value in os.environ.items() if not name.startswith("SLOWBOAT_")}
    env |= {f"SLOWBOAT_{name}": value for name, value in ours.items()}
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "bot.py"], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None  # noqa: S101 - for mypy
        if not any("Slowboat is ready" in line for line in process.stdout):
            raise RuntimeError("the program did not start; see its output above")
        spent = psutil.Process(process.pid).cpu_times()
        return time.perf_counter() - begun, spent.user + spent.system
    finally:
        process.terminate()
        process.communicate()


def make(path: Path, many: int) -> None:
    """Make a database with `many` running matches of all games, all waiting for people: play a few, and copy them in
    SQL. Their ids begin at 1, and each log has only the newest position."""
    templates = asyncio.run(_play_templates(path))
    numbers = (
        f"WITH RECURSIVE numbers (n) AS (SELECT {len(templates) + 1} UNION ALL "  # noqa: S608 - whole numbers
        f"SELECT n + 1 FROM numbers WHERE n < {many})"
    )
    db = sqlite3.connect(path)
    with db:
        db.execute("DELETE FROM log WHERE seq != (SELECT head FROM matches WHERE id = match_id)")
        for table in ("matches", "seats", "log", "timers"):
            names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            own = "id" if table == "matches" else "match_id"
            values = {own: "n", "channel_id": "1000000 + n", "guild_id": f"{GUILD}", "machine": "0"}
            db.execute(
                f"{numbers} INSERT INTO {table} ({', '.join(names)}) "  # noqa: S608 - our own names
                f"SELECT {', '.join(values.get(name, name) for name in names)} FROM numbers "
                f"JOIN {table} ON {own} = 1 + n % {len(templates)}"
            )
    db.close()
    path.with_name(f"{path.name}.seal").unlink(missing_ok=True)
    asyncio.run(_reopen(path))


async def _play_templates(path: Path) -> Sequence[int]:
    """Play some turns of a match of each game. Returns the ids of the matches."""
    found = []
    async with open_store(path) as opened:
        house = House(opened)
        for number, name in enumerate(games.names()):
            match, drawn = await house.start_match(name, 500 + number), random.Random(number)  # noqa: S311 - no secret
            for _ in range(TURNS):
                if match.awaited and match.phase == "running":
                    match = (await house.play_turn(match, drawn)).match
            found.append(match.id)
        for row in await opened.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=1000)):
            await opened.transaction(lambda tx, row=row: tx.mark_posted(row.id, row.id))  # type: ignore[misc]
    return found


async def _reopen(path: Path) -> None:
    """Open and close the database, which writes its checksum."""
    async with open_store(path):
        pass


if __name__ == "__main__":
    print(json.dumps(asyncio.run(wake(Path(sys.argv[1]), int(sys.argv[2])))))
