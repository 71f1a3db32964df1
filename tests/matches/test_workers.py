"""Test that hanging workers are replaced and that their queues are bounded."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from matches.lobby import lobby
from matches.machines import machines
from matches.machines import worker as _worker
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.machines.serving import WIDE, take_break, widen_pipe
from matches.machines.worker import MOST_WAITING, Worker, WorkerFailed
from tests.matches.kite import KITE, play_kite
from tests.support.checkout import ROOT
from tests.support.here import Here
from tests.support.matches.house import ANNA, House
from tests.support.numbers import times
from tests.toy.game import Toy

TIMES = times(50, usual=2)
"""How often the worker is suspended."""

LIMIT = 0.5

PATIENCE = 30.0
"""Seconds for what takes one on an idle machine."""


@pytest.fixture
async def nature() -> AsyncIterator[NatureWorker]:
    """Start a worker process for the toy game, with the usual time to start."""
    made = NatureWorker("tests.matches.toy_worker", time_limit=15)
    yield made
    await made.stop()


def process(nature: NatureWorker) -> psutil.Process:
    assert nature._process is not None
    return psutil.Process(nature._process.pid)


async def check_replacement(at: House, nature: NatureWorker, *, within: float = PATIENCE) -> None:
    """Hang the worker. Raises AssertionError or TimeoutError if it is not replaced in time, or the match hangs with
    it."""
    at.machines = Machines(at.referee, nature)
    done = await at.machines.run(await play_kite(at, channel=100))
    for number in range(TIMES):
        waiting = await play_kite(at, channel=200 + number)
        hung = process(nature)
        hung.send_signal(signal.SIGSTOP)
        nature._time_limit = LIMIT
        async with asyncio.timeout(LIMIT + within):
            done = await at.machines.run(waiting)
        nature._time_limit = 15
        assert not hung.is_running() or hung.status() == psutil.STATUS_ZOMBIE, "the hanging worker is still running"
        assert [row.code for row in await at.log(done.match)][-1] == "void", "the turn is given back"
        assert [holder.user_id for holder in done.match.awaited] == [ANNA]
        again = await at.machines.run(await at.play(done.match, 0, "card/k", "on/1"))
        assert [row.code for row in await at.log(again.match)][-1].startswith("gust/"), "the new worker answers"
        assert process(nature).pid != hung.pid


async def test_a_worker_that_stands_still_is_replaced(at: House, nature: NatureWorker) -> None:
    await check_replacement(at, nature)


def endless(patch: pytest.MonkeyPatch) -> None:
    """Mutant: requests have no time limit."""
    honest = Worker._ask_in_time

    async def waits(self: Worker, *question: Any) -> Any:
        self._time_limit = 10**6
        return await honest(self, *question)

    patch.setattr(Worker, "_ask_in_time", waits)


def keep_silent_worker(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a worker that did not answer gets the next request."""

    async def nothing(_: Worker) -> None:
        pass

    assert callable(Worker._end)
    patch.setattr(Worker, "_end", nothing)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [endless, keep_silent_worker])
async def test_a_worker_that_is_not_replaced_is_noticed(
    at: House, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    made = NatureWorker("tests.matches.toy_worker", time_limit=15)
    try:
        with monkeypatch.context() as patch:
            mutant(patch)
            with pytest.raises((AssertionError, TimeoutError)):
                await check_replacement(at, made, within=3.0)
    finally:
        await made.stop()


async def overfill_queue(asked: int, most: int) -> int:
    """Send a number of requests to a worker that never answers; return how many fail at once."""
    made = Here(time_limit=60, most_waiting=most)
    held = asyncio.Event()

    async def hang(*_: Any) -> Any:
        await held.wait()
        return "fine", "", ""

    made._ask = hang  # type: ignore[method-assign, assignment]
    questions = [asyncio.create_task(made.call(str)) for _ in range(asked)]
    await asyncio.sleep(0)
    refused = [task for task in questions if task.done() and isinstance(task.exception(), WorkerFailed)]
    held.set()
    await asyncio.gather(*questions, return_exceptions=True)
    assert await made.call(str) == "fine", "cancelled requests free their places"
    return len(refused)


async def test_the_queue_of_a_worker_is_bounded() -> None:
    assert await overfill_queue(MOST_WAITING + 100, MOST_WAITING) == 100
    assert await overfill_queue(200, 10**6) == 0, "mutant: without the limit nobody is turned away"


# Computer players


async def check_endless_thinking(at: House, patch: pytest.MonkeyPatch, *, within: float = PATIENCE) -> None:
    """Check that a match goes on within `within` seconds although computer players in four others never decide."""
    enough = threading.Event()
    honest = Toy.choose

    def choose(self: Toy, view: Any, seat: int, rng: Any) -> Any:
        if len(view.hands) == 3:
            enough.wait(2 * PATIENCE)
        return honest(self, view, seat, rng)

    patch.setattr(Toy, "choose", choose)
    try:
        for channel in range(4):
            match = await at.open("toy", 3, options=KITE, channel=channel)
            for _ in range(2):
                match = (await at.do(match, lobby.add_computer, ANNA, now=at.now)).match
            await _to_the_computer(at, match.id)
        quick = await at.open("toy", 2, options=KITE, channel=50)
        quick = (await at.do(quick, lobby.add_computer, ANNA, now=at.now)).match
        await _to_the_computer(at, quick.id)
        begun = time.monotonic()
        async with asyncio.timeout(within):
            await at.machines.resume()
            await asyncio.to_thread(lambda: None)  # the others have their own threads
        assert time.monotonic() - begun < within
        for number in (*range(1, 5), quick.id):
            match = await at.referee.match(number)
            assert [holder.user_id for holder in match.awaited] == [ANNA], "the fifth match goes on"
    finally:
        enough.set()


async def _to_the_computer(at: House, match_id: int) -> None:
    """Play until a computer player is to move."""
    while not (match := await at.referee.match(match_id)).waits_for_machine:
        await at.play_any_turn(match)


async def test_a_computer_player_that_never_answers_delays_nobody(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "CHOOSE_WITHIN", 0.1)
    await check_endless_thinking(at, monkeypatch)


@pytest.mark.mutant
async def test_a_worker_without_a_time_limit_is_noticed(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machines.CHOOSE_WITHIN < 60
    monkeypatch.setattr(machines, "CHOOSE_WITHIN", 600.0)
    with pytest.raises(TimeoutError):
        await check_endless_thinking(at, monkeypatch, within=2.0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can change the size of a pipe")
async def test_a_picture_fits_into_the_pipes_of_a_worker() -> None:
    made = Worker(time_limit=PATIENCE)
    try:
        assert await made.call(_measure_pipes) == (WIDE, WIDE)
    finally:
        await made.stop()


def _measure_pipes() -> tuple[int, ...]:
    """Return the sizes of the pipes of this process in bytes."""
    import fcntl  # not on Windows

    return tuple(fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) for pipe in (0, 1))


def test_a_file_cannot_be_widened_and_is_left_alone(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        widen_pipe(file)


def test_a_worker_imports_neither_asyncio_nor_discord() -> None:
    """Each would take megabytes in every process that draws."""
    told = "import sys, client.pictures.render_worker, matches.machines.serving; print(*sys.modules)"
    listed = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {"asyncio", "discord", "aiohttp", "numpy", "mujoco"}.isdisjoint(listed.split())
    assert "rendering" in listed.split()


@pytest.mark.parametrize("stays", [False, True])
async def test_an_idle_process_ends_unless_it_is_to_stay(monkeypatch: pytest.MonkeyPatch, *, stays: bool) -> None:
    monkeypatch.setattr(_worker, "IDLE", 0.2)
    made = Worker(time_limit=PATIENCE, stays=stays)
    try:
        first = psutil.Process(await made.call(os.getpid))
        if stays:
            assert made._ending is None
        else:
            await asyncio.to_thread(first.wait, PATIENCE)
        assert (await made.call(os.getpid) == first.pid) is stays
    finally:
        await made.stop()


async def check_slow_start(patch: pytest.MonkeyPatch, limit: float) -> None:
    """Ask a worker whose processes take twice as long to start as a request may take, with `limit` seconds for the
    start. Raises WorkerFailed if they are not enough."""
    patch.setattr(_worker, "START_LIMIT", limit)
    made = Worker(time_limit=0.5, first=_sleep_a_second)
    try:
        await made.call(os.getpid)
    finally:
        await made.stop()


def _sleep_a_second() -> None:
    time.sleep(1.0)


async def test_the_start_of_a_process_does_not_count_as_time_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    await check_slow_start(monkeypatch, PATIENCE)


async def test_a_process_that_does_not_start_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WorkerFailed):
        await check_slow_start(monkeypatch, 0.5)


async def test_a_process_does_not_end_during_a_request() -> None:
    made = Worker(time_limit=PATIENCE)
    try:
        first = await made.call(os.getpid)
        asleep = asyncio.create_task(made.call(time.sleep, 0.2))
        await asyncio.sleep(0)
        made._end_idle()
        await asleep
        assert await made.call(os.getpid) == first
    finally:
        await made.stop()


# Long requests


def _pass_frames(path: str, frames: int) -> int:
    """Draw a film, so to speak, that ends once `path` exists."""
    for _ in range(frames):
        if Path(path).exists():
            return os.getpid()
        time.sleep(0.001)
        take_break()
    raise TimeoutError


def _touch(path: str) -> int:
    Path(path).touch()
    return os.getpid()


async def test_a_long_request_takes_breaks_for_others(tmp_path: Path) -> None:
    made, path = Worker(time_limit=PATIENCE), str(tmp_path / "asked")
    try:
        film = asyncio.create_task(made.call_long(_pass_frames, path, 1_000_000))
        await asyncio.sleep(0)
        pids = {await made.call(os.getpid) for _ in range(20)}
        assert not film.done(), "it waits for the next request"
        pids |= {await made.call(_touch, path), await film}
        assert len(pids) == 1, "one process has answered all"
    finally:
        await made.stop()


async def test_a_long_request_without_breaks_delays_others_for_a_bounded_time() -> None:
    """It fails; the request that it held up is answered by a new process."""
    made = Worker(time_limit=PATIENCE)
    try:
        first = await made.call(os.getpid)
        endless = asyncio.create_task(made.call_long(time.sleep, 2 * PATIENCE))
        await asyncio.sleep(0)
        made._time_limit = LIMIT
        asked = asyncio.create_task(made.call(os.getpid))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert await asked != first
        with pytest.raises(WorkerFailed):
            await endless
        made._time_limit = PATIENCE
        assert await made.call(_add, 2, 3) == 5
    finally:
        await made.stop()


def _add(one: int, other: int) -> int:
    return one + other


async def test_answers_of_both_kinds_are_not_confused() -> None:
    made = Worker(time_limit=PATIENCE)
    try:
        long = [made.call_long(_add, number, 1000) for number in range(30)]
        quick = [made.call(_add, number, 2000) for number in range(30)]
        found = await asyncio.gather(*long, *quick)
        assert found == [*range(1000, 1030), *range(2000, 2030)]
    finally:
        await made.stop()


@pytest.mark.parametrize("module", ["matches.machines.computing", "client.pictures.render_worker"])
def test_what_workers_compute_imports_no_asyncio(module: str) -> None:
    """It would take two megabytes in every worker."""
    program = f"import sys, matches.machines.serving, {module}; sys.exit('asyncio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0
