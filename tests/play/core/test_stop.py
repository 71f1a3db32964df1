"""Stopping finishes interactions in progress, logs no errors and loses nothing."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from client.core.bot import Slowboat
from client.pictures.painter import Painter
from client.places import places
from matches.directory import find_open_in
from matches.texts import Texts
from sandbox.discord.model import Message
from tests.support.numbers import SHARE
from tests.support.play.days import find_players
from tests.support.play.injection import Inject, Injection
from tests.support.play.table import (
    Table,
    choose,
    find_board,
    list_menus,
    open_match,
    open_panel,
    table,
    take_turn,
    wait_for_boards,
    wait_for_new_board,
    wait_for_rest,
    wait_until_arrived,
    words,
)

STAGES = range(1, 15) if SHARE else (1, 6, 9, 14)
"""Awaits of a press at which the bot is stopped, of about fifteen."""


async def test_presses_that_were_begun_are_answered(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    panel = await open_panel(person)
    menu, options = next(iter(list_menus(panel).items()))
    await choose(person, panel, menu, options[0]["value"])
    public = [m for m in other.messages() if not m.ephemeral]
    at.sandbox.faults.latency = 0.4
    moving = person.click(panel, "Confirm")
    looking = other.slash("board")
    asking = other.slash("help")
    await wait_until_arrived(at, moving, looking, asking)
    await at.stop()
    at.sandbox.faults.clear()
    for answer in (moving, looking, asking):
        assert answer.acknowledged
        assert not answer.failed
        assert not answer.deferred, answer
    await at.start()
    match = await at.referee.match(1)
    assert match.head == 1, "the move counts"
    await other.until(lambda: find_board(other) not in public)
    now = [m for m in other.messages() if not m.ephemeral]
    assert len(now) == len(public) + 1, "one board, and no mention of the stop"
    await take_turn((await find_players(at))[0])


async def test_all_languages_are_read_before_anybody_waits_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    async def emit(_: Slowboat, event: str, *about: object) -> None:
        read.append(event)

    monkeypatch.setattr(Texts, "load", lambda _: read.append("all"))
    monkeypatch.setattr(Slowboat, "emit", emit)
    async with table(tmp_path):
        assert read[:2] == ["all", "setup"]


async def test_a_press_while_the_bot_is_down_fails_and_can_be_repeated(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, _ = await find_players(at)
    shown = find_board(person)
    await at.stop()
    nobody = person.click(shown, "Play")
    at.sandbox.world.clock.advance(4)
    await nobody
    assert nobody.failed
    await at.start()
    assert find_board(person) is shown
    await take_turn(person)


async def test_a_stop_in_the_middle_of_a_lobby_loses_nobody(at: Table) -> None:
    anna, ben, dana = (at.person(name) for name in ("anna", "ben", "dana"))
    card = await anna.slash("docker new", {"players": 4})
    at.sandbox.faults.latency = 0.3
    joins = [person.click(card.message, "Join") for person in (ben, dana)]
    await wait_until_arrived(at, *joins)
    await at.stop()
    at.sandbox.faults.clear()
    assert all(join.acknowledged and not join.failed for join in joins)
    await at.start()
    match = await at.referee.match(1)
    assert sorted(holder.name for holder in match.seats) == ["Anna", "Ben", "Dana"]


class Stage(Injection):
    """Note when a press reaches an await, without raising anything."""

    def __init__(self, at: int) -> None:
        super().__init__(at, after=False)
        self.is_reached = asyncio.Event()

    def is_due(self, coroutine: Any) -> bool:
        if super().is_due(coroutine):
            self.is_reached.set()
        return False


async def stop_at(at: Table, stage: int, caplog: pytest.LogCaptureFixture) -> tuple[Message, list[str]]:
    """Confirm a turn, stop the bot when the press reaches its await number `stage`, or has fewer, and start it
    again. Returns the panel, and what was logged above INFO. Raises AssertionError unless the turn is saved and in
    the channel."""
    person, other = await find_players(at)
    panel = await open_panel(person)
    menu, options = next(iter(list_menus(panel).items()))
    await choose(person, panel, menu, options[0]["value"])
    await wait_for_rest()
    shown, before, found = find_board(other), (await at.referee.match(1)).seq, Stage(stage)
    caplog.clear()
    with Inject(found) as press:
        answer = person.click(panel, "Confirm")
        waiting = [asyncio.create_task(event.wait()) for event in (found.is_reached, press.is_answered)]
        done, left = await asyncio.wait(waiting, timeout=30, return_when=asyncio.FIRST_COMPLETED)
        assert done, f"the press neither reached await {stage} nor ended"
        for each in left:
            each.cancel()
        await at.stop()
    await asyncio.sleep(0)  # errors of tasks that nothing waits for
    logged = [f"{each.levelname} {each.getMessage()}" for each in caplog.records if each.levelno >= logging.WARNING]
    await at.start()
    assert (await at.referee.match(1)).seq == before + 1, f"the turn that was at await {stage} is not saved"
    await wait_for_new_board(other, shown)
    await wait_for_boards(at)
    assert answer.acknowledged or logged, "whoever gets no answer finds the turn made, and the log says why"
    return panel, logged


async def test_a_press_is_answered_at_whatever_stage_the_bot_is_stopped(
    at: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    for stage in STAGES:
        panel, logged = await stop_at(at, stage, caplog)
        assert words(panel).startswith("✓"), f"await {stage}"
        assert logged == [], f"await {stage}"


async def test_a_press_that_a_stop_does_not_wait_for_is_no_error(
    at: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn is saved, its board follows after the start, and one line says what has happened."""
    await open_match(at, "docker new", ("anna", "ben"))
    monkeypatch.setattr("client.core.bot.FINISH_WITHIN", 0.0)
    cut = 0
    for stage in STAGES:
        _, logged = await stop_at(at, stage, caplog)
        assert all("was cut short by the stop; its change is saved" in line for line in logged), f"{stage}: {logged}"
        assert len(logged) <= 1
        cut += len(logged)
    assert cut, "every press was quicker than the stop"


async def test_a_press_that_arrives_during_a_stop_is_not_begun(
    at: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could be cut off after its move was saved, because the stop waits only for those that had arrived."""
    may_draw, draw = asyncio.Event(), Painter.draw_private_board
    await open_match(at, "docker new", ("anna", "ben"))

    async def draw_slowly(*args: Any, **facts: Any) -> Any:
        await may_draw.wait()
        return await draw(*args, **facts)

    monkeypatch.setattr(Painter, "draw_private_board", draw_slowly)
    person, other = await find_players(at)
    first = person.click(find_board(person), "Play")
    await wait_until_arrived(at, first)
    stopping = asyncio.create_task(at.stop())
    await asyncio.sleep(0.2)  # the stop has begun, and waits for the press
    late = [other.click(find_board(other), "Play"), other.slash("help")]
    await asyncio.sleep(0.2)
    begun = [each.acknowledged for each in late]
    may_draw.set()
    await stopping
    assert begun == [False, False]
    assert not first.deferred
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    await at.start()


async def test_a_stop_right_after_the_login_is_quiet(
    at: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop during the check of all servers: no failure is logged."""
    looking = asyncio.Event()

    async def look_slowly(*where: Any) -> Any:
        looking.set()
        await asyncio.sleep(0.3)
        return await find_open_in(*where)

    await at.stop()
    monkeypatch.setattr(places, "find_open_in", look_slowly)
    await at.start()
    async with asyncio.timeout(30):
        await looking.wait()
    await at.stop()
    await asyncio.sleep(0.5)
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    await at.start()
