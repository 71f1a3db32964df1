"""Health check, heartbeat, metrics and log references tell an operator the truth."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import discord
import prometheus_client
import pytest
from aiohttp import web

from client.board.postman import Postman
from client.core import metrics
from client.core.metrics import Metrics
from data import AnyStore
from sandbox.discord.permissions import Permission
from sandbox.storage.seed import deny_bot
from tests.client.admin_port import PATIENCE, TICK, AdminPort, admin_port
from tests.support.play.days import HOUR, find_players
from tests.support.play.table import (
    choose,
    find_board,
    list_menus,
    open_match,
    open_panel,
    table,
    take_turn,
    words,
)
from tests.support.written import Written, written

__all__ = ["written"]


# Alive or not


@contextlib.asynccontextmanager
async def hang_database(store: AnyStore) -> AsyncIterator[None]:
    """Keep the database from answering inside the block."""
    free, began = threading.Event(), threading.Event()

    def hang(_: object) -> None:
        began.set()
        free.wait(30)

    held = asyncio.create_task(store.transaction(hang))
    await asyncio.to_thread(began.wait, 5)
    try:
        yield
    finally:
        free.set()
        await held


async def hangs_and_recovers(at: AdminPort, *, within: float = PATIENCE) -> None:
    """Let the database hang and recover. Raises AssertionError or TimeoutError if the health check misses either, or
    does not answer within `within` seconds."""
    assert await at.health() == 200
    assert await at.beats()
    async with hang_database(at.at.referee.store):
        assert await at.health(within=within) == 503, "the health check passes although the database hangs"
        await asyncio.sleep(10 * TICK)  # a heartbeat may already have begun
        assert not await at.beats(within=0.5), "the heartbeat goes on although the database hangs"
    assert await at.health() == 200
    assert await at.beats()


async def test_a_database_that_hangs_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_HEALTHY_WITHIN", 1.0)
    async with admin_port(tmp_path) as at:
        await hangs_and_recovers(at)


async def test_the_health_check_does_not_ask_discord(tmp_path: Path) -> None:
    async with admin_port(tmp_path) as at:
        await at.at.bot.close()
        assert await at.health() == 200, "a failure of Discord does not call for a restart"
        await at.at.referee.store.close()
        assert await at.health() == 503


async def test_a_loop_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    async with admin_port(tmp_path) as at:
        assert await at.beats()
        seen: list[tuple[str, bool]] = []

        def look() -> None:
            time.sleep(0.2)  # a heartbeat may already have begun
            before, said = at.heartbeat, "nothing"
            with contextlib.suppress(TimeoutError, urllib.error.URLError):
                said = urllib.request.urlopen(f"{at.address}/healthz", timeout=0.5).read().decode()
            seen.append((said, at.heartbeat != before))

        outsider = threading.Thread(target=look)
        outsider.start()
        outsider.join()  # which holds up the loop for as long as somebody looks
        assert seen == [("nothing", False)]
        assert await at.health() == 200
        assert await at.beats()


def wait_for_ever(patch: pytest.MonkeyPatch, _: Path) -> None:
    """Mutant: the health check waits for the database without a limit."""
    assert metrics._HEALTHY_WITHIN < 5
    patch.setattr(metrics, "_HEALTHY_WITHIN", 600.0)


def skip_the_database(patch: pytest.MonkeyPatch, _: Path) -> None:
    """Mutant: the health check does not ask the database."""

    async def fine(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    assert callable(metrics.make_routes)
    patch.setattr(metrics, "make_routes", lambda *_: [web.get("/healthz", fine)])


def beat_without_sweeping(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Mutant: the heartbeat is independent of the sweep."""

    async def beat(_: Metrics) -> None:
        while True:
            (folder / "heartbeat").touch()
            await asyncio.sleep(TICK)

    assert callable(Metrics.measure_lag)
    patch.setattr(Metrics, "measure_lag", beat)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [wait_for_ever, skip_the_database, beat_without_sweeping])
async def test_mutant_a_health_check_that_always_passes_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch, Path], None]
) -> None:
    monkeypatch.setattr(metrics, "_HEALTHY_WITHIN", 1.0)
    mutant(monkeypatch, tmp_path)
    async with admin_port(tmp_path) as at:
        with pytest.raises((AssertionError, TimeoutError)):
            await hangs_and_recovers(at, within=3.0)


# The figures


async def check_acknowledgements(at: AdminPort) -> None:
    before = await at.figure("acknowledge_seconds_count")
    await take_turn((await find_players(at.at))[0])
    assert await at.figure("acknowledge_seconds_count") >= before + 3, "the presses of a turn"
    assert await at.figure("acknowledge_seconds_sum") > 0


async def check_requests(at: AdminPort) -> None:
    requests, invalid = await at.figure("requests_total"), await at.figure("invalid_requests")
    deny_bot(at.at.sandbox.world, "general", int(Permission.SEND_MESSAGES))
    with pytest.raises(discord.Forbidden):
        await at.at.bot.get_partial_messageable(at.at.person("anna", "general").channel.id).send("?")
    assert await at.figure("requests_total") > requests
    assert await at.figure("invalid_requests") == invalid + 1


async def check_logins(at: AdminPort) -> None:
    at.at.bot.before_identify_hook = skip_pause  # type: ignore[method-assign]
    gateway, before = at.at.sandbox.gateway, await at.figure("identifies_left")
    assert before == 999
    await gateway.drop()
    await gateway.until(lambda: gateway.resumes == 1)
    assert await at.figure("identifies_left") == before, "resuming a session is not a login"
    gateway.invalidate()
    await gateway.until(lambda: gateway.identifies == 2)
    await at.becomes("identifies_left", lambda left: left == before - 1)


async def skip_pause(*_: Any, **__: Any) -> None:
    """Skip the five seconds that discord.py waits between two logins."""


async def check_late_tasks(at: AdminPort) -> None:
    bot, (person, _) = at.at.bot, await find_players(at.at)
    died = asyncio.Event()

    async def nothing(*_: Any, **__: Any) -> None:
        """Mutant: boards are not posted, as after a crash."""
        died.set()

    with pytest.MonkeyPatch.context() as dying:
        dying.setattr(bot[Postman], "post_board", nothing)
        panel = await open_panel(person)
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[0]["value"])
        await person.click(panel, "Confirm")
        await person.until(lambda: "✓" in words(panel))
        await died.wait()
    assert await at.figure("outbox_age_seconds") == await at.figure("timer_age_seconds") == 0
    world, store = at.at.sandbox.world, at.at.referee.store
    (owed,) = await store.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=1))
    await store.transaction(lambda tx: tx.post_later(owed.id, world.now() + 10 * HOUR))  # as after many failed attempts
    world.clock.advance(9 * HOUR)
    await bot.run_timers()
    assert await at.figure("outbox_age_seconds") == pytest.approx(9 * HOUR, abs=60)
    assert 0 < await at.figure("timer_age_seconds") < 9 * HOUR, "the first reminder was due"
    world.clock.advance(2 * HOUR)
    await bot.run_timers()
    await bot.run_timers()
    assert await at.figure("outbox_age_seconds") == await at.figure("timer_age_seconds") == 0


async def check_event_loop(at: AdminPort) -> None:
    assert await at.figure("loop_lag_seconds_sum") < 1
    time.sleep(2.0)  # noqa: ASYNC251 - the test needs a loop that stands still
    await at.becomes("loop_lag_seconds_sum", lambda lag: lag >= 0.9)


async def _never(*_: object) -> None:
    await asyncio.Event().wait()


FIGURES = {
    check_acknowledgements: (prometheus_client.Histogram, "observe", lambda *_: None),
    check_requests: (Metrics, "count_answer", lambda *_, **__: None),
    check_logins: (Metrics, "note_login", lambda *_: None),
    check_late_tasks: (Metrics, "note_ages", lambda *_: None),
    check_event_loop: (Metrics, "measure_lag", _never),
}
"""By check of a metric: the class, the method that feeds it, and its replacement in the mutant."""


@contextlib.asynccontextmanager
async def set_up_counting_bot(folder: Path) -> AsyncIterator[AdminPort]:
    """Set up a match of Anna and Ben with a bot that sweeps only on request."""
    async with admin_port(folder) as at:
        await at.at.bot.loops.stop("the sweep")
        await open_match(at.at, "docker new", ("anna", "ben"), {"pace": "brisk"})
        yield at


@pytest.mark.parametrize("moves", FIGURES, ids=lambda moves: moves.__name__)
async def test_every_metric_changes(tmp_path: Path, moves: Callable[[AdminPort], Awaitable[None]]) -> None:
    async with set_up_counting_bot(tmp_path) as at:
        await moves(at)


@pytest.mark.mutant
@pytest.mark.parametrize("moves", FIGURES, ids=lambda moves: moves.__name__)
async def test_mutant_a_metric_that_never_changes_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: Callable[[AdminPort], Coroutine[Any, Any, None]]
) -> None:
    figures: dict[Any, Any] = dict(FIGURES)
    target, name, replacement = figures[moves]
    monkeypatch.setattr(target, name, replacement)
    async with set_up_counting_bot(tmp_path) as at:
        at.patience = 0.5
        with pytest.raises(AssertionError):
            await moves(at)


# The log


async def test_a_failure_is_logged_with_its_match_and_interaction(tmp_path: Path, written: Written) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("a mistake")

    async with table(tmp_path) as at:
        anna = at.person("anna")
        await open_match(at, "docker new", ("anna", "ben"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("client.core.visit.Visit.find_match", fail)
            patch.setattr("client.core.visit.make_look", fail)
            pressed = await anna.click(find_board(anna), "Play")
            used = await anna.slash("board")
            for answer in (pressed, used):
                await answer.until(lambda answer=answer: "Something went wrong" in answer.text)
    failures = [json.loads(line) for line in written.lines if "a mistake" in line]
    assert [line["message"].split("interaction ")[1].split()[0] for line in failures] == [
        str(answer.interaction.id) for answer in (pressed, used)
    ]
    assert [line["interaction"] for line in failures] == [str(answer.interaction.id) for answer in (pressed, used)]
    assert failures[0]["match"] == "1"
    for line, answer in zip(failures, (pressed, used), strict=True):
        assert line["message"].split()[1].rstrip(":") in answer.text, "the person has the reference, too"
