"""Background tasks that are killed are started again and do their work, or the health check reports them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import games
from client.board.postman import check_boards
from client.pictures.films import Film, FilmWorker
from data import Store, StoreError
from data.admin import Backups
from matches.background import DONE, LATE, Loops, _Loop
from matches.machines.worker import WorkerFailed
from tests.client.admin_port import TICK, AdminPort, admin_port
from tests.support.here import Here
from tests.support.matches.house import ANNA, BEN, house
from tests.support.numbers import patience, times
from tests.support.play.days import HOUR
from tests.support.play.table import find_board, open_match, take_turn

KILLS = times(100, usual=3)
"""How often each background task is killed."""

PATIENCE = 30.0
"""Seconds for one step of a loop."""

NAMES = ("the sweep", "the machines", "the measuring of delays", "the check of posted boards",
         "the filling in of results", "the signs of games", "the leagues", "the search for puzzles")  # fmt: skip

pytestmark = pytest.mark.timeout(patience(60))


class Watched:
    """A loop of the bot, sped up, whose steps are counted and can be made to fail. `hold`: an event for which each step
    waits."""

    def __init__(self, loops: Loops, name: str, honest: Callable[[], Awaitable[object]]) -> None:
        self.loops, self.name, self._honest = loops, name, honest
        self.stepped = asyncio.Event()
        self.poison: list[BaseException] = []
        self.began = asyncio.Event()
        self.hold: asyncio.Event | None = None
        loops.start(name, self._step, every=TICK)

    async def _step(self) -> object:
        self.began.set()
        if self.poison:
            raise self.poison.pop()
        if self.hold is not None:
            await self.hold.wait()
        found = await self._honest()
        self.stepped.set()
        return None if found == DONE else found  # a loop that has finished continues here, to be killed again

    async def kill(self, how: str) -> None:
        """Kill the loop between two steps or inside one. Raises TimeoutError if no further step follows."""
        if how == "cancelled in a step":
            self.hold = asyncio.Event()
            self.began.clear()
            async with asyncio.timeout(PATIENCE):
                await self.began.wait()
        if how.startswith("cancelled"):
            found = self.loops._loops[self.name]
            assert found.task is not None
            found.task.cancel()
            self.hold = None
        else:
            self.poison.append(asyncio.CancelledError() if "cancelled" in how else RuntimeError("a mistake"))
        await self.step_again()

    async def step_again(self) -> None:
        """Wait for another finished step. Raises TimeoutError."""
        self.stepped.clear()
        async with asyncio.timeout(PATIENCE):
            await self.stepped.wait()


WAYS = ("raises", "cancelled", "cancelled in a step", "what it waits for is cancelled")


async def _draw_nothing(_: str) -> dict[str, bytes]:
    return {}


@contextlib.asynccontextmanager
async def watch_loops(folder: Path) -> AsyncIterator[tuple[AdminPort, list[Watched]]]:
    """Run a bot whose loops can be killed, with a match of Anna and Ben."""
    async with admin_port(folder) as at:
        bot = at.at.bot
        await open_match(at.at, "docker new", ("anna", "ben"), {"pace": "brisk"})
        bot.signs._draw = _draw_nothing
        bot.make_signs(games.names())
        steps = {name: each.step for name, each in bot.loops._loops.items()}
        steps |= {"the sweep": bot._sweep, "the filling in of results": bot._fill_in}
        steps |= {"the check of posted boards": partial(check_boards, bot)}
        assert set(NAMES) == set(steps)
        yield at, [Watched(bot.loops, name, step) for name, step in steps.items()]


async def kill_all(folder: Path, *, kills: int) -> None:
    """Kill each loop `kills` times and check that its work is done afterwards. Raises AssertionError or
    TimeoutError."""
    async with watch_loops(folder) as (at, loops):
        table, anna = at.at, at.at.person("anna")
        ways = itertools.cycle(WAYS)
        for each in loops:
            for _ in range(kills):
                await each.kill(next(ways))
        assert await at.health() == 200
        assert await at.beats()
        person = anna if f"<@{anna.user.id}>" in str(find_board(anna).components) else table.person("ben")
        board = await take_turn(person)
        table.sandbox.world.clock.advance(9 * HOUR)  # the other's time is up: the sweep seats a stand-in
        table.referee._alive_at = table.referee.now()
        await anna.until(lambda: find_board(anna) is not board)


async def test_killed_loops_are_started_again(tmp_path: Path) -> None:
    await kill_all(tmp_path, kills=KILLS)


@pytest.mark.mutant
async def test_a_loop_that_is_not_started_again_would_be_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: nobody notices that a loop has ended."""
    assert callable(Loops._note_end)
    monkeypatch.setattr(Loops, "_note_end", lambda *_: None)
    monkeypatch.setattr(f"{__name__}.PATIENCE", 0.5)
    with pytest.raises(TimeoutError):
        await kill_all(tmp_path, kills=2)


async def check_hanging_sweep(folder: Path) -> None:
    """Let the sweep hang, then recover. Raises AssertionError if the health check misses either."""
    async with watch_loops(folder) as (at, loops):
        now = [0.0]
        at.at.bot.loops._clock = lambda: now[0]
        sweep = next(each for each in loops if each.name == "the sweep")
        sweep.hold = asyncio.Event()
        sweep.began.clear()
        await sweep.began.wait()
        for name, each in at.at.bot.loops._loops.items():
            each.finished_at = 0.0 if name == "the sweep" else 1e9
        now[0] = LATE + 1
        async with at._session.get(f"{at.address}/healthz") as answer:
            assert (answer.status, await answer.text()) == (503, "the sweep: not done for minutes\n")
        hold, sweep.hold = sweep.hold, None
        hold.set()
        await sweep.step_again()
        assert await at.health() == 200


async def test_a_hanging_loop_is_reported(tmp_path: Path) -> None:
    await check_hanging_sweep(tmp_path)


@pytest.mark.mutant
async def test_a_health_check_that_ignores_loops_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(Loops.list_late)
    monkeypatch.setattr(Loops, "list_late", lambda _: [])
    with pytest.raises(AssertionError):
        await check_hanging_sweep(tmp_path)


# Tasks that end


async def kill_the_writer(folder: Path, *, kills: int) -> None:
    """Cancel the task that writes to the database, within a commit and before it.

    Raises TimeoutError if somebody never gets an answer.
    """
    async with house(folder) as at:
        match = await at.running("docker", ANNA, BEN)
        for number in range(kills):
            free, began = threading.Event(), threading.Event()

            def hang(_: object, free: threading.Event = free, began: threading.Event = began) -> None:
                began.set()
                free.wait(30)

            first = asyncio.create_task(at.store.transaction(hang))
            if number % 2:
                await asyncio.sleep(0)
                await asyncio.to_thread(began.wait, 5)
            second = asyncio.create_task(at.store.transaction(lambda tx: tx.read_log(match.id)))
            await asyncio.sleep(0)
            writer = at.store._writer
            assert writer is not None
            writer.cancel()
            free.set()
            async with asyncio.timeout(PATIENCE):
                answers = await asyncio.gather(first, second, return_exceptions=True)
            assert any(isinstance(each, StoreError) for each in answers) == bool(number % 2), answers
            assert not isinstance(answers[1], BaseException), "waiting callers are answered by the next writer"
            async with asyncio.timeout(PATIENCE):
                assert await at.store.transaction(lambda tx: tx.read_log(match.id)) == answers[1]


async def test_a_killed_writer_is_replaced(tmp_path: Path) -> None:
    await kill_the_writer(tmp_path, kills=KILLS)


@pytest.mark.mutant
async def test_a_writer_that_is_not_replaced_would_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(Store._replace_writer)
    monkeypatch.setattr(Store, "_replace_writer", lambda *_: None)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(2):
            await kill_the_writer(tmp_path, kills=2)


async def test_a_film_that_is_cut_short_is_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = asyncio.Event()

    async def draw(*_: Any) -> Film:
        drawing.set()
        await asyncio.sleep(0 if finishes else 30)
        return Film(b"GIF", "film.gif", whole=True)

    async with house(tmp_path, durable=False) as at:
        match = await at.running("docker", ANNA, BEN)
        films = FilmWorker(at.referee, Here(time_limit=60))
        monkeypatch.setattr(films, "_draw_film", draw)
        for _ in range(KILLS):
            finishes = False
            drawing.clear()
            wanted = asyncio.create_task(films.draw_match_film(match))
            await drawing.wait()
            (task,) = films._whole.values()
            task.cancel()
            with pytest.raises(WorkerFailed):  # callers handle this error; a cancellation would end the sweep
                await wanted
            finishes = True
            assert (await films.draw_match_film(match)).gif == b"GIF"
            films._whole.clear()


def _list_files(folder: Path) -> set[Path]:
    return set(folder.glob("**/*.db*"))


async def test_a_backup_that_is_cut_short_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1.8e9
    async with house(tmp_path, durable=False) as at:
        backups = Backups(at.store)
        for _ in range(KILLS):
            now += 7 * HOUR
            before = _list_files(tmp_path)
            backups.start_if_due(now)
            assert backups._automatic is not None
            await asyncio.sleep(0)
            backups._automatic.cancel()
            await asyncio.wait({backups._automatic})
            backups.start_if_due(now)  # as the next sweep does
            with contextlib.suppress(asyncio.CancelledError):  # a slow test may find the first copy done
                await backups.wait()
            assert _list_files(tmp_path) - before, "no backup was made"

        async def fail(_: float) -> Path:
            raise OSError("the disk is gone")

        with monkeypatch.context() as patch:
            patch.setattr(backups, "make", fail)
            backups.start_if_due(now + 7 * HOUR)
            await backups.wait()
        backups.start_if_due(now + 7 * HOUR + 601)
        await backups.wait()


# Loops alone


async def test_a_loop_that_is_done_ends() -> None:
    loops, left = Loops(), [3]

    async def step() -> str | None:
        left[0] -= 1
        return None if left[0] else DONE

    loops.start("it", step, every=0)
    for _ in range(100):
        await asyncio.sleep(0)
    assert "it" not in loops
    assert left == [0]
    assert loops.list_late() == []


async def test_a_stopped_loop_stays_stopped() -> None:
    loops = Loops()

    async def step() -> None:
        await asyncio.sleep(10)

    loops.start("it", step, every=0)
    found: _Loop = loops._loops["it"]
    await loops.stop()
    assert found.task is not None
    assert found.task.cancelled()
    assert found.restart is None
    assert "it" not in loops
