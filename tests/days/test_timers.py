"""Each timer fires once and on time, across crashes and restarts.

A hundred thousand over a thousand restarts with `SLOWBOAT_FULL=1`, some thousands otherwise. Each match is paused until
a day of its own. Its end of the pause is one row in the log, so no rules need to be computed.
"""

from __future__ import annotations

import bisect
import contextlib
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

import games
import matches.referee
from data import LogRow, SeatRow, Store, Timer, Transaction
from matches.clocks import clocks, pauses
from matches.clocks.pace import DAY, HOUR, PACES
from matches.keeping.mapping import make_row
from matches.lobby import lobby
from matches.match import Clock
from matches.referee import OUTAGE, Referee, Request
from matches.sweep import sweep
from tests.support.matches.house import ANNA, BEN, START, house
from tests.support.numbers import times

pytestmark = pytest.mark.long

TIMERS, RESTARTS = times(100_000, usual=500), times(1000, usual=50)
SPAN = 10 * DAY
LATEST = 60.0
"""Seconds a timer may be late, counted from when it was due or, if no process ran then, from the restart."""
SWEEP = 5.0


class Death(BaseException):
    """Raised instead of killing the process."""


class Mortal:
    """A store whose process dies at a transaction: before it, or just after its commit."""

    def __init__(self, store: Store, drawn: random.Random) -> None:
        self._store, self._drawn = store, drawn
        self.left = float("inf")

    async def transaction(self, fn: Callable[[Transaction], Any]) -> Any:
        self.left -= 1
        if self.left > 0:
            return await self._store.transaction(fn)
        if self._drawn.random() < 0.5:
            await self._store.transaction(fn)
        raise Death


async def store_pauses(store: Store, drawn: random.Random, count: int) -> dict[int, float]:
    """Pause matches, and record when each is to resume."""
    made = lobby.create(
        "docker", _options(), Request(ANNA, "Anna"), capacity=2, guild_id=1, channel_id=1, language="en",
        secret=bytes(32), now=START,
    )  # fmt: skip
    due: dict[int, float] = {}

    def write(tx: Transaction, first: int, last: int) -> None:
        for number in range(first, last):
            at = START + drawn.random() * SPAN
            row = structs.replace(made, phase="paused", paused_for="consent", resume_at=at, channel_id=number, seq=0)
            row = structs.replace(row, id=tx.insert_match(make_row(row)))
            tx.append_log(row, [LogRow(0, "start", None, "", "[]", None, None, None, START)])
            tx.put_seats(row, [SeatRow(0, ANNA, "Anna"), SeatRow(1, BEN, "Ben")])
            tx.set_timers(row, [Timer("resume", at)])
            due[row.id] = at

    for first in range(0, count, 1000):
        await store.transaction(partial(write, first=first, last=min(count, first + 1000)))
    return due


def _options() -> Any:
    return games.load("docker").options_type()


class Processes:
    """One bot after another with the same file. `now` is the time; `began`: when each bot started."""

    def __init__(self, store: Store, drawn: random.Random) -> None:
        self.store, self.drawn = store, drawn
        self.now = START
        self.began: list[float] = []
        self._start()

    def _start(self) -> None:
        self.mortal = Mortal(self.store, self.drawn)
        self.referee = Referee(self.mortal, now=lambda: self.now)  # type: ignore[arg-type]
        self.began.append(self.now)

    async def live(self, restarts: int) -> None:
        """Sweep until nothing is due any more. The process dies `restarts` times, most often in the middle of a
        sweep."""
        deaths = sorted(START + self.drawn.random() * SPAN for _ in range(restarts))
        while True:
            due = await self.store.transaction(lambda tx: tx.read_due_timers(float("inf"), limit=1))
            if not due and not deaths:
                return
            wakes = due[0][1].due_at if due else deaths[0]
            if deaths and deaths[0] <= wakes:
                self.now = max(self.now, deaths.pop(0))
                self.mortal.left = self.drawn.randrange(1, 8) if self.drawn.random() < 0.7 else 1
            self.now = max(self.now, wakes) + self.drawn.random() * SWEEP
            try:
                await self.referee.record_alive()
                await sweep(self.referee)
            except Death:
                self.now += self.drawn.choice((1.0, 30.0, HOUR)) * self.drawn.random()
                self._start()


async def find_faults(store: Store, due: dict[int, float], began: list[float]) -> Counter[str]:
    """List the errors in how the timers fired."""
    wrong: Counter[str] = Counter()
    for match_id, at in due.items():
        log = await store.transaction(partial(Transaction.read_log, match_id=match_id))
        fired = [row.at for row in log if row.kind == "resume"]
        if len(fired) != 1:
            wrong["twice" if fired else "never"] += 1
            continue
        newest = began[bisect.bisect_right(began, fired[0]) - 1]
        if fired[0] < at or fired[0] > max(at, newest) + LATEST:
            wrong["early" if fired[0] < at else "late"] += 1
    return wrong


@contextlib.asynccontextmanager
async def live_through(folder: Path, *, count: int, restarts: int) -> AsyncIterator[Counter[str]]:
    drawn = random.Random("timers")
    async with house(folder, quick=True) as at:
        due = await store_pauses(at.store, drawn, count)
        bots = Processes(at.store, drawn)
        await bots.live(restarts)
        assert len(bots.began) > restarts * 0.9, "they have not died often enough"
        yield await find_faults(at.store, due, bots.began)


async def test_each_timer_fires_once_and_soon(tmp_path: Path) -> None:
    async with live_through(tmp_path, count=TIMERS, restarts=RESTARTS) as wrong:
        assert wrong == Counter()


@pytest.mark.mutant
async def test_timers_that_are_forgotten_late_or_fire_twice_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: some rows are never written; some are read an hour late; a timer that has fired comes again."""
    honest_set, honest_due, honest_resume = Transaction.set_timers, Transaction.read_due_timers, pauses.resume

    def drop_timers(self: Transaction, match: Any, timers: Any) -> None:
        honest_set(self, match, timers if match.id % 10 else ())

    def slow(self: Transaction, now: float, *, limit: int) -> list[tuple[int, Timer]]:
        return honest_due(self, now - HOUR if now < 1e12 else now, limit=limit)

    def resume_twice(match: Any, **facts: Any) -> Any:
        change = honest_resume(match, **facts)
        again = {"phase": "paused", "paused_for": "consent", "resume_at": (match.resume_at or 0) + DAY}
        return change.with_match(**again) if match.seq < 1 else change

    mutants = ((Transaction, "set_timers", drop_timers, "never", 30), (pauses, "resume", resume_twice, "twice", 300))
    for owner, name, mutant, sign, count in mutants:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, mutant)
            async with live_through(tmp_path / sign, count=300, restarts=5) as wrong:
                assert wrong[sign] == count
    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "read_due_timers", slow)
        async with live_through(tmp_path / "late", count=30, restarts=2) as wrong:
            assert wrong["late"] > 10


@pytest.mark.parametrize("step", [-400 * DAY, -2 * HOUR, -1.0, 1.0, 2 * HOUR, 400 * DAY])
@pytest.mark.parametrize("pace", [name for name, pace in PACES.items() if pace.strict])
async def test_no_jump_of_the_clock_costs_a_turn(tmp_path: Path, pace: str, step: float) -> None:
    """Jump ahead or back, before the deadline or in its last minute: nobody with time left runs out of it."""
    bank = PACES[pace].bank
    for elapsed in (0.0, bank / 2, bank - 90):
        missed, left = await jump(tmp_path / str(elapsed), pace, elapsed, step)
        assert not missed
        assert left >= bank - elapsed - (step if 0 < step <= OUTAGE else 0) - 0.01


@pytest.mark.mutant
async def test_mutant_a_clock_jump_that_counts_as_playing_time_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: no gap between two signs of life is long enough to be an outage."""
    assert matches.referee.OUTAGE == OUTAGE
    monkeypatch.setattr(matches.referee, "OUTAGE", float("inf"))
    missed, _ = await jump(tmp_path, "daily", 0.0, 400 * DAY)
    assert missed == 1


async def jump(folder: Path, pace: str, elapsed: float, step: float) -> tuple[int, float]:
    """Count missed turns, and the time left to the awaited player, after a clock that jumped by `step`."""
    async with house(folder, quick=True) as at:
        match = await at.running("docker", ANNA, BEN, pace=pace)
        await at.referee.record_alive()
        await at.pass_time(elapsed)
        at.now += step
        await at.sweep()
        found = await at.referee.match(match.id)
        (late,) = match.awaited
        clock = found.clocks.get(late.seat)
        left = clocks.compute_remaining(clock, at.now, at.referee.outages) if clock is not None else 0.0
        return sum(holder.missed for holder in found.seats), left


def test_deadlines_do_not_depend_on_time_zones() -> None:
    """Treat deadlines as durations: neither the machine's zone nor a change of its clocks moves them."""
    before = os.environ.get("TZ")
    try:
        for zone in ("Europe/Berlin", "America/New_York", "Antarctica/Troll", "Australia/Lord_Howe"):
            os.environ["TZ"] = zone
            time.tzset()
            for year in range(2025, 2036):
                for month in (3, 4, 10, 11):
                    since = _unix(year, month, zone)
                    for hour in range(0, 31 * 24, 7):
                        clock = Clock(DAY, since + hour * HOUR)
                        assert clocks.compute_deadline(clock, ()) == since + hour * HOUR + DAY
    finally:
        os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
        time.tzset()


def _unix(year: int, month: int, zone: str) -> float:
    return datetime(year, month, 1, tzinfo=ZoneInfo(zone)).timestamp()
