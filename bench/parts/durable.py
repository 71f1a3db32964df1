"""Measure durable moves per second: our store, SQLAlchemy's async Core and aiosqlite.

First some matches are played through the real referee, and every statement of every move is recorded. Then all three
carry out the same statements on copies of the same file, 50 writers at a time, with `synchronous=FULL` in WAL mode. The
peers are used in the common way: one transaction per move, each statement awaited, one connection guarded by a lock or
by a pool of one, because SQLite has one writer only.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import aiosqlite
from sqlalchemy import event
from sqlalchemy.ext.asyncio import create_async_engine

from bench.house import House, open_store
from bench.measuring import CACHE, Run, Work, measure_in_turn, median
from bench.table import Row
from data import AnyStore, Transaction
from data.sql.database import Database
from matches.match import Match

WRITERS = 50
GAMES = ("docker", "dog_royal", "aquaretto")
"""Games to be played in turn. Riff Raff is left out: to the store, its plies are like any others."""
PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")


class Statement(NamedTuple):
    """One statement of a move. `many`: its values are a list of rows."""

    sql: str
    values: Any
    many: bool

    @property
    def returns_rows(self) -> bool:
        return self.sql.startswith("SELECT") or "RETURNING" in self.sql


Move = tuple[Statement, ...]
Writer = tuple[Move, ...]


class _RecordingDatabase:
    """A connection that records the statements it executes."""

    IntegrityError = sqlite3.IntegrityError

    def __init__(self, db: Any, notes: list[Statement]) -> None:
        self._db, self._notes = db, notes

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        self._notes.append(Statement(sql, tuple(values), many=False))
        return self._db.execute(sql, values)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> Any:
        given = [tuple(row) for row in rows]
        if given:
            self._notes.append(Statement(sql, given, many=True))
        return self._db.executemany(sql, given)


class _RecordingStore:
    """A store that records the statements of its transactions."""

    def __init__(self, real: AnyStore) -> None:
        self._real = real
        self.transactions: list[Move] = []

    async def transaction(self, fn: Callable[[Transaction], Any]) -> Any:
        def record(tx: Transaction) -> Any:
            notes: list[Statement] = []
            result = fn(Transaction(cast("Database", _RecordingDatabase(tx._db, notes))))
            self.transactions.append(tuple(notes))
            return result

        return await self._real.transaction(record)


async def _record_moves(path: Path, *, each: int) -> list[Writer]:
    """Make a file with a match for every writer, and record the moves each of them will make."""
    async with open_store(path) as real:
        house = House(real)
        matches = [await house.start_match(GAMES[n % len(GAMES)], 100 + n) for n in range(WRITERS)]
    ahead = path.with_suffix(".ahead")
    shutil.copy(path, ahead)
    writers = []
    async with open_store(ahead) as real:
        for number, match in enumerate(matches):
            noting, drawn = _RecordingStore(real), random.Random(number)  # noqa: S311 - no secret
            house.referee.store = cast("AnyStore", noting)
            for _ in range(each):
                if match.phase != "running":
                    break
                match = (await house.play_turn(match, drawn)).match
            writers.append(tuple(move for move in noting.transactions if any("UPDATE matches" in s.sql for s in move)))
    return writers


_Write = Callable[[Path, list[Writer]], Coroutine[Any, Any, float]]
"""Carry out all moves and return the seconds, without opening and closing."""


def rows(run: Run) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        path = Path(folder) / "moves.db"
        writers = asyncio.run(_record_moves(path, each=run.some(20, 2)))
        many = sum(map(len, writers))
        spent: list[float] = []

        def work(name: str, write: _Write) -> Work:
            def one(number: int) -> float:
                copy = path.with_name(f"{name} {number}.db")
                shutil.copy(path, copy)
                begun = time.process_time()
                wall = asyncio.run(write(copy, writers))
                if name == "ours":
                    spent.append((time.process_time() - begun) / many)
                return many / wall

            return one

        peers = {"SQLAlchemy async Core": _sqlalchemy, "aiosqlite, naive": _aiosqlite}
        speeds = measure_in_turn(
            run.some(5, 1), {name: work(name, write) for name, write in {"ours": _ours, **peers}.items()}
        )
    statements = median([len(move) for writer in writers for move in writer])
    ours, what = median(speeds["ours"]), f"durable moves, {WRITERS} writers, {statements:.0f} statements each"
    for peer, times in (("SQLAlchemy async Core", 8), ("aiosqlite, naive", 3)):
        yield Row(
            what, ours, "/s", "wall", peer, median(speeds[peer]), times=times, more_is_better=True, mark=("durable",)
        )
    yield Row("durable move: CPU", 1e6 * median(spent), "µs", "CPU", at_most=250)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        each = run.some(20, 2)
        refereed = [asyncio.run(_measure_referee(Path(folder) / f"{n}.db", each=each)) for n in range(run.some(3, 1))]
    what = f"the same moves through the referee, {WRITERS} people at once"
    yield Row(what, median([rate for rate, _ in refereed]), "/s", "wall")
    yield Row(f"{what}: CPU", 1e6 * median([cpu for _, cpu in refereed]), "µs", "CPU")


async def _measure_referee(path: Path, *, each: int) -> tuple[float, float]:
    """Measure moves per second and CPU seconds per move through the referee, with choice, rules, log and commit."""
    made = 0

    async def play(house: House, match: Match, drawn: random.Random) -> None:
        nonlocal made
        for _ in range(each):
            if match.phase != "running":
                return
            match = (await house.play_turn(match, drawn)).match
            made += 1

    async with open_store(path) as opened:
        house = House(opened)
        matches = [await house.start_match(GAMES[n % len(GAMES)], 100 + n) for n in range(WRITERS)]
        cpu, wall = time.process_time(), time.perf_counter()
        await asyncio.gather(*(play(house, match, random.Random(n)) for n, match in enumerate(matches)))  # noqa: S311 - no secret
        return made / (time.perf_counter() - wall), (time.process_time() - cpu) / made


async def _ours(path: Path, writers: list[Writer]) -> float:
    async with open_store(path) as opened:

        async def write(moves: Writer) -> None:
            for move in moves:
                await opened.transaction(lambda tx, move=move: _carry_out(tx._db, move))  # type: ignore[misc]

        return await _measure_speed(write, writers)


def _carry_out(db: sqlite3.Connection, move: Move) -> None:
    for statement in move:
        if statement.many:
            db.executemany(statement.sql, statement.values)
        else:
            cursor = db.execute(statement.sql, statement.values)
            if statement.returns_rows:
                cursor.fetchall()


async def _aiosqlite(path: Path, writers: list[Writer]) -> float:
    async with aiosqlite.connect(path, isolation_level=None) as db:
        for pragma in PRAGMAS:
            await db.execute(pragma)
        lock = asyncio.Lock()

        async def write(moves: Writer) -> None:
            for move in moves:
                async with lock:
                    await db.execute("BEGIN")
                    for statement in move:
                        if statement.many:
                            await db.executemany(statement.sql, statement.values)
                        else:
                            cursor = await db.execute(statement.sql, statement.values)
                            if statement.returns_rows:
                                await cursor.fetchall()
                    await db.commit()

        return await _measure_speed(write, writers)


async def _sqlalchemy(path: Path, writers: list[Writer]) -> float:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=1, max_overflow=0, pool_timeout=600)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    async def write(moves: Writer) -> None:
        for move in moves:
            async with engine.begin() as connection:
                for statement in move:
                    result = await connection.exec_driver_sql(statement.sql, statement.values)
                    if statement.returns_rows:
                        result.all()

    try:
        async with engine.connect():
            pass
        return await _measure_speed(write, writers)
    finally:
        await engine.dispose()


async def _measure_speed(write: Callable[[Writer], Awaitable[None]], writers: list[Writer]) -> float:
    begun = time.perf_counter()
    await asyncio.gather(*map(write, writers))
    return time.perf_counter() - begun
