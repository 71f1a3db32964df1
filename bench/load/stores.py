"""Measure moves with the SQLite file, and with PostgreSQL in one, two and three processes, all in one run.

The server is that of the tests, with durable settings: like the file, it confirms a commit once it is on the disk. It
runs on the same machine, and all processes share its cores.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import structs

from bench.load.refereed import Player, open_matches, play, start_players
from bench.load.whole_moves import Moves, WholeMoves, measure_server, measure_whole_moves
from bench.measuring import CACHE, Run, median
from bench.table import Row
from tests.support.postgres import CannotStart, Server, make_schema

SETTINGS = ("listen_addresses=", "max_connections=60", "logging_collector=off")

SQLITE, POSTGRES = "SQLite", "PostgreSQL, one process"

STORES = {SQLITE: 1, POSTGRES: 1, "PostgreSQL, two processes": 2, "PostgreSQL, three processes": 3}
"""The number of processes by what is measured."""

APART = 1000
"""Between the ids of two openings."""

Place = Callable[[str], Path | str]
"""Make a new database by the name of what is measured."""


class RefereedMoves(Moves, frozen=True):
    """`delay`: the median of the seconds that one takes when there is no other."""

    delay: float


def rows(run: Run) -> Iterator[Row]:
    """In a quick run, measure at most two processes and no whole moves, because bots take long to start."""
    try:
        server = Server(*SETTINGS)
    except CannotStart as error:
        yield Row("moves with PostgreSQL", None, "/s", "wall", note=f"no PostgreSQL: {error}")
        return
    try:
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            numbers = itertools.count()

            def place(name: str) -> Path | str:
                new = Path(folder) / f"{next(numbers)}.db"
                return new if name == SQLITE else make_schema(server, str(new))

            yield from make_referee_rows(measure_referee(run, place))
            if not run.quick:
                yield from make_whole_rows(measure_whole(run, place, Path(folder)))
    finally:
        server.remove()


def measure_referee(run: Run, place: Place) -> Mapping[str, Sequence[RefereedMoves]]:
    most, ids = run.some(3, 2), itertools.count(APART, APART)
    found: dict[str, list[RefereedMoves]] = {name: [] for name, processes in STORES.items() if processes <= most}
    with start_players(most) as players:
        for number in range(run.some(5, 1)):
            for name in sorted(found, reverse=bool(number % 2)):
                found[name].append(_play(run, players[: STORES[name]], place(name), next(ids)))
    return found


def _play(run: Run, players: Sequence[Player], database: Path | str, first: int) -> RefereedMoves:
    """Let one player play alone, then all of them; together they have 48 matches."""
    with open_matches(players, database, first, run.some(48, 2) // len(players)):
        (alone,) = play(players[:1], len(players) * run.some(2, 1), alone=True)
        server = measure_server()
        played = play(players, run.some(14, 2))
        server = measure_server() - server
    turns = sum(each.turns for each in played)
    seconds = max(each.ended for each in played) - min(each.began for each in played)
    return RefereedMoves(turns / seconds, sum(each.cpu for each in played) / turns, server / turns, alone.delay)


def measure_whole(run: Run, place: Place, folder: Path) -> Mapping[str, Sequence[WholeMoves]]:
    found: dict[str, list[WholeMoves]] = {SQLITE: [], POSTGRES: []}
    for number in range(run.some(3, 1)):
        for name in sorted(found, reverse=bool(number % 2)):
            own = folder / "bot" if name == POSTGRES else None
            found[name].append(asyncio.run(measure_whole_moves(run, place(name), own)))
    return found


def make_referee_rows(found: Mapping[str, Sequence[RefereedMoves]]) -> Iterator[Row]:
    what, base = "moves through the referee, 48 matches at once", found[SQLITE]
    for name, rounds in found.items():
        yield _beside(name, Row(f"{what}: {name}", _rate(rounds), "/s", "wall", more_is_better=True), _rate(base))
    for name, rounds in found.items():
        delay, theirs = (1e3 * median([each.delay for each in of]) for of in (rounds, base))
        yield _beside(name, Row(f"a lone move through the referee, p50: {name}", delay, "ms", "wall"), theirs)
    more = median([1e3 * (one.delay - other.delay) for one, other in zip(found[POSTGRES], base, strict=True)])
    yield Row(f"a lone move, p50: {POSTGRES}, more than with {SQLITE}", more, "ms", "wall", at_most=1.5)
    yield from _make_cpu_rows("a move through the referee", found)


def make_whole_rows(found: Mapping[str, Sequence[WholeMoves]]) -> Iterator[Row]:
    what, base = "whole moves of Docker when there is no pause", found[SQLITE]
    for name, rounds in found.items():
        unanswered = sum(each.unanswered for each in rounds)
        note = f"{unanswered} unanswered" if unanswered else ""
        row = Row(f"{what}: {name}", _rate(rounds), "/s", "wall", more_is_better=True, note=note)
        yield _beside(name, row, _rate(base))
    yield from _make_cpu_rows("a whole move", found, at_most=1.15)


def _rate(rounds: Sequence[Moves]) -> float:
    return median([each.rate for each in rounds])


def _beside(name: str, row: Row, theirs: float) -> Row:
    """Put SQLite's figure beside another one's."""
    return row if name == SQLITE else structs.replace(row, peer=SQLITE, theirs=theirs)


def _make_cpu_rows(what: str, found: Mapping[str, Sequence[Moves]], *, at_most: float | None = None) -> Iterator[Row]:
    """Make the rows of the CPU a move. `at_most`: how many times SQLite's it may be."""
    base = found[SQLITE]
    for name, rounds in found.items():
        cpu, theirs = (1e3 * median([each.cpu for each in of]) for of in (rounds, base))
        yield _beside(name, Row(f"{what}: Slowboat's CPU, {name}", cpu, "ms", "CPU"), theirs)
        if name != SQLITE:
            server = 1e3 * median([each.server for each in rounds])
            yield Row(f"{what}: the server's CPU, {name}", server, "ms", "CPU")
    pairs = list(zip(found[POSTGRES], base, strict=True))
    times = median([one.cpu / other.cpu for one, other in pairs])
    both = median([(one.cpu + one.server) / other.cpu for one, other in pairs])
    what = f"{what}: CPU, {POSTGRES}, as a multiple of {SQLITE}'s"
    yield Row(f"{what}: Slowboat's", times, "x", "CPU", at_most=at_most)
    yield Row(f"{what}: with the server's", both, "x", "CPU", at_most=at_most)
