"""Measure how a turn, memory and a record grow with the numbers of matches, servers, log rows and results.

A turn of Docker goes through the referee, in a match that nobody has touched since the start. A power of the number is
fitted to the costs: its exponent is 0 if they do not grow, and 1 if they grow in proportion. Over these ranges,
logarithmic growth looks like an exponent of 0.1.
"""

from __future__ import annotations

import asyncio
import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bench.house import House, open_store
from bench.load.fleet import lengthen_logs, make, run_waking
from bench.load.results import BUSY, store_results
from bench.measuring import CACHE, Run, cpu_of, median
from bench.table import Row
from matches.results.statistics import make_tally, read_results_of

TURNS: Final = 100
MOST: Final = 0.15
"""The largest exponent that still counts as flat or logarithmic."""


class Axis(NamedTuple):
    """A quantity that is increased in steps. `fill(path, number)` makes a database with this number of it."""

    name: str
    numbers: tuple[int, ...]
    fill: Callable[[Path, int], None]


def rows(run: Run) -> Iterator[Row]:
    for axis in list_axes(run):
        found = []
        for number in axis.numbers:
            with tempfile.TemporaryDirectory(dir=CACHE) as folder:
                path = Path(folder) / "growth.db"
                axis.fill(path, number)
                turns = run_waking("play", path, run.some(TURNS, 2))
            found.append(turns)
            what, mark = f"a turn with {number:,} {axis.name}", ("growth", axis.name, str(number))
            yield Row(what, 1e3 * turns["cpu"], "ms", "CPU", mark=(*mark, "CPU, ms"))
            yield Row(f"{what}, p99", 1e3 * turns["p99"], "ms", "wall", mark=(*mark, "p99, ms"))
            memory = turns["memory"] / 1e6
            yield Row(f"memory of a process with {number:,} {axis.name}", memory, "MB", mark=(*mark, "memory, MB"))
        for what in ("cpu", "memory"):
            power = fit_power(axis.numbers, [each[what] for each in found])
            yield Row(
                f"{what} of a turn by {axis.name}: exponent".replace("memory of a turn", "memory"),
                power,
                "",
                at_most=MOST,
            )
    yield from measure_records(run)


def list_axes(run: Run) -> tuple[Axis, ...]:
    """List the quantities that are increased, with their numbers."""
    spread = run.some(10_000, 40)
    return (
        Axis("open matches", (10, 1_000, 100_000) if not run.quick else (8, 40), make),
        Axis(
            f"servers, {spread:,} open matches",
            (1, 100, 10_000) if not run.quick else (1, 40),
            lambda path, guilds: make(path, spread, guilds=guilds),
        ),
        Axis("rows in each log", (10, 500, 5_000) if not run.quick else (10, 20), _make_long),
    )


def _make_long(path: Path, rows: int) -> None:
    make(path, 400)
    lengthen_logs(path, rows)


def measure_records(run: Run) -> Iterator[Row]:
    """Measure the record of one person while the results of others grow."""
    numbers = (1_000, 100_000, 1_000_000) if not run.quick else (20, 200)
    spent = []
    for number in numbers:
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            spent.append(asyncio.run(_measure_record(Path(folder) / "growth.db", number, run.some(200, 5))))
        what, mark = f"record of a person among {number:,} results", ("growth", "results", str(number), "CPU, ms")
        yield Row(what, 1e3 * spent[-1], "ms", "CPU", mark=mark)
    yield Row("record by results: exponent", fit_power(numbers, spent), "", at_most=MOST)


async def _measure_record(path: Path, results: int, own: int) -> float:
    async with open_store(path) as store:
        await store_results(store, results, own)
        house = House(store)

        async def read() -> None:
            make_tally(await read_results_of(house.referee, BUSY), BUSY, own=True)

        return median([await cpu_of(read) for _ in range(9)])


def fit_power(numbers: Sequence[int], costs: Sequence[float]) -> float:
    """Fit `cost = a * number ** exponent` by least squares of the logarithms, and return the exponent."""
    xs, ys = [math.log(number) for number in numbers], [math.log(cost) for cost in costs]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((each - x) * (other - y) for each, other in zip(xs, ys, strict=True)) / sum(
        (each - x) ** 2 for each in xs
    )
