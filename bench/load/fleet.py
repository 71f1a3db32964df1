"""Make databases with many open matches: play a few real ones, and copy them in SQL."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import games
from bench.house import GUILD, House, open_store
from bench.load.boat import ROOT

_TURNS = 8
"""Turns played in a match before it is copied."""


def make(path: Path, many: int, *, guilds: int = 1) -> None:
    """Make a database with `many` running matches of all games in `guilds` servers, all waiting for people. Their ids
    begin at 1, and each log has only the newest position."""
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
            values = {own: "n", "channel_id": "1000000 + n", "guild_id": f"{GUILD} + n % {guilds}", "machine": "0"}
            db.execute(
                f"{numbers} INSERT INTO {table} ({', '.join(names)}) "  # noqa: S608 - our own names
                f"SELECT {', '.join(values.get(name, name) for name in names)} FROM numbers "
                f"JOIN {table} ON {own} = 1 + n % {len(templates)}"
            )
    db.close()
    _write_checksum(path)


def lengthen_logs(path: Path, rows: int) -> None:
    """Add copies of the newest row of each log before its first row."""
    db = sqlite3.connect(path)
    with db:
        names = [row[1] for row in db.execute("PRAGMA table_info(log)")]
        chosen = ", ".join("-n" if name == "seq" else name for name in names)
        db.execute(
            f"WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {rows}) "  # noqa: S608 - our own names
            f"INSERT INTO log ({', '.join(names)}) SELECT {chosen} FROM numbers JOIN log "
            "WHERE seq = (SELECT head FROM matches WHERE id = match_id)"
        )
    db.close()
    _write_checksum(path)


async def _play_templates(path: Path) -> Sequence[int]:
    """Play some turns of a match of each game. Returns the ids of the matches."""
    found = []
    async with open_store(path) as opened:
        house = House(opened)
        for number, name in enumerate(games.names()):
            match, drawn = await house.start_match(name, 500 + number), random.Random(number)  # noqa: S311 - no secret
            for _ in range(_TURNS):
                if match.awaited and match.phase == "running":
                    match = (await house.play_turn(match, drawn)).match
            found.append(match.id)
        for row in await opened.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=1000)):
            await opened.transaction(lambda tx, row=row: tx.mark_posted(row.id, row.id))  # type: ignore[misc]
    return found


def _write_checksum(path: Path) -> None:
    """Write the checksum of a file that was changed."""
    path.with_name(f"{path.name}.seal").unlink(missing_ok=True)
    asyncio.run(_reopen(path))


async def _reopen(path: Path) -> None:
    """Open and close the database, which writes its checksum."""
    async with open_store(path):
        pass


def run_waking(what: str, path: Path, number: int) -> dict[str, float]:
    """Run `bench.parts.waking` in a process and return its figures; `die` has no figures."""
    command = [sys.executable, "-m", "bench.parts.waking", what, str(path), str(number)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)  # noqa: S603 - our own module
    if what == "die":
        return {}
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer
