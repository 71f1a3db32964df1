"""Measure records and ratings: recomputing all ratings while people play, and reading the record of a busy person.

Half of the results belong to matches of two, half to matches of four in which partners play, with ties now and then.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil

from bench.house import GUILD, House, open_store
from bench.measuring import CACHE, Run, median, quantile
from bench.table import Row
from data import AnyStore, ResultRow
from matches.results.rating_book import RatingBook
from matches.results.statistics import make_tally, read_results_of

RESULTS = 100_000
PEOPLE = 500
OF_ONE = 2_000
"""Matches of the person whose record is read."""

BUSY = 90_001
"""The id of that person."""


def rows(run: Run) -> Iterator[Row]:
    results, of_one = run.some(RESULTS, 200), run.some(OF_ONE, 20)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        found = asyncio.run(_measure(Path(folder) / "results.db", results, of_one))
    what = f"ratings of {results:,} results computed again in a worker while people play"
    yield Row(what, found.wall, "s", "wall", at_most=20)
    yield Row(what, found.cpu, "s", "CPU")
    yield Row("a move through the referee meanwhile, p99", 1e3 * quantile(found.moves, 0.99), "ms", "wall")
    yield Row("the same without the computation, p99", 1e3 * quantile(found.idle, 0.99), "ms", "wall")
    what = f"record of a person with {of_one:,} matches"
    yield Row(what, 1e3 * median([wall for wall, _ in found.records]), "ms", "wall", at_most=50)
    yield Row(what, 1e3 * median([cpu for _, cpu in found.records]), "ms", "CPU")


class _Found(NamedTuple):
    """Seconds: of the computation, of moves during it and without it, and of records as wall-clock and CPU times."""

    wall: float
    cpu: float
    moves: list[float]
    idle: list[float]
    records: list[tuple[float, float]]


async def _measure(path: Path, results: int, of_one: int) -> _Found:
    """Measure the computation, moves during it and without it, and a record."""
    async with open_store(path) as store:
        await store_results(store, results, of_one)
        house, drawn = House(store), random.Random(1)  # noqa: S311 - a benchmark
        matches = [await house.start_match("docker", 100 + number) for number in range(4)]

        async def play(seconds: list[float]) -> None:
            for number, match in enumerate(matches):
                begun = time.perf_counter()
                match = matches[number] = (await house.play_turn(match, drawn)).match
                seconds.append(time.perf_counter() - begun)
                if match.phase != "running":
                    matches[number] = await house.start_match("docker", 1000 + int(1e6 * time.perf_counter()) % 10**9)
                await asyncio.sleep(0.05)

        idle, meanwhile = list[float](), list[float]()
        for _ in range(20 if results > 1000 else 1):
            await play(idle)
        book = RatingBook(house.referee)
        begun = time.perf_counter()
        computing = asyncio.create_task(book.read())
        while not computing.done() or not meanwhile:
            await play(meanwhile)
        await computing
        took = time.perf_counter() - begun
        times = [child.cpu_times() for child in psutil.Process().children(recursive=True)]
        await book.worker.stop()
        records = [await _measure_record(house) for _ in range(7)]
        return _Found(took, sum(each.user + each.system for each in times), meanwhile, idle, records)


async def _measure_record(house: House) -> tuple[float, float]:
    wall, spent = time.perf_counter(), time.process_time()
    make_tally(await read_results_of(house.referee, BUSY), BUSY, own=True)
    return time.perf_counter() - wall, time.process_time() - spent


async def store_results(store: AnyStore, results: int, of_one: int) -> None:
    """Store rated results of finished matches, and unrated ones of one person."""
    drawn, number, left = random.Random(24), 0, results  # noqa: S311 - a benchmark
    batch: list[tuple[int, list[ResultRow]]] = []
    while left > 0:
        number += 1
        seats = 4 if number % 3 == 0 and left >= 4 else 2
        left -= seats
        people = drawn.sample(range(1, PEOPLE + 1), seats)
        tie = drawn.random() < 0.05
        places = [1 if tie else 1 + seat % 2 for seat in range(seats)]
        batch.append((number, [_make(number, seat, person, places[seat]) for seat, person in enumerate(people)]))
    for _ in range(of_one):
        number += 1
        people = [BUSY, drawn.randrange(1, PEOPLE)]
        made = [_make(number, seat, person, 1 + seat, rated=False) for seat, person in enumerate(people)]
        batch.append((number, made))
    for first in range(0, len(batch), 2000):
        some = batch[first : first + 2000]
        await store.transaction(lambda tx, some=some: [tx.put_results(match, made) for match, made in some])  # type: ignore[misc]


def _make(match: int, seat: int, person: int, place: int, *, rated: int = 1) -> ResultRow:
    return ResultRow(
        match_id=match,
        seat=seat,
        guild_id=GUILD,
        game=("docker", "dog_royal", "aquaretto", "riff_raff")[match % 4],
        user_id=person,
        place=place,
        team=seat % 2,
        score=None,
        pace="daily",
        rated=rated,
        resigned=False,
        ending="played",
        plies=20,
        own_plies=20,
        replies="[3600, 7200, 60]",
        started_at=600.0 * match,
        finished_at=600.0 * match + 300,
    )
