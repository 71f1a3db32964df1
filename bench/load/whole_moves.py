"""Measure whole moves, through Slowboat and the sandbox, with a database of either kind."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import psutil
from msgspec import Struct

from bench.load.boat import start_boat
from bench.load.load import AFTERMATH, AT_ONCE, Tables, open_matches, saturate, stop_garbage_collection
from bench.measuring import Run
from sandbox.server import Sandbox
from sandbox.storage import seed


class Moves(Struct, frozen=True):
    """How many were made a second, and the CPU seconds a move of Slowboat and of the database server."""

    rate: float
    cpu: float
    server: float


class WholeMoves(Moves, frozen=True):
    """`unanswered`: those nobody answered, which are not counted as made."""

    unanswered: int


async def measure_whole_moves(run: Run, database: Path | str, folder: Path | None) -> WholeMoves:
    """Let people play Docker by slash command without a pause. `folder`: for the bot's other files, if the database is
    that of a server."""
    most, world = run.some(600, AT_ONCE), seed.build_harbour()
    tables = Tables(world)
    tables.idle.extend(await open_matches(world, database, "docker", run.some(60, AT_ONCE)))
    async with Sandbox(world=world, strict=False) as sandbox, start_boat(sandbox, database, folder=folder) as boat:
        await saturate(tables, run.some(100, AT_ONCE // 4))  # warm everything up

        def measure_both() -> tuple[float, float]:
            return sum(boat.measure_cpu().values()), measure_server() if folder else 0.0

        with stop_garbage_collection():
            tables.unanswered, (cpu, server) = 0, measure_both()
            rate = await saturate(tables, most)
            await asyncio.sleep(0.1 if run.quick else AFTERMATH)
            cpu, server = (after - before for after, before in zip(measure_both(), (cpu, server), strict=True))
    made = most - tables.unanswered
    if not made:
        raise RuntimeError("no move was answered")
    return WholeMoves(rate * made / most, cpu / made, server / made, tables.unanswered)


def measure_server() -> float:
    """Measure the CPU seconds so far of the PostgreSQL servers that this process has started."""
    spent = 0.0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if process.name() == "postgres":
                spent += sum(process.cpu_times()[:4])  # user and system, own and of ended children
    return spent
