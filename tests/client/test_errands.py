"""Work for one destination neither waits for another one nor overtakes its own."""

from __future__ import annotations

import asyncio
import logging

import pytest

from client.core import errands
from client.core.errands import Errands


async def test_work_for_a_destination_keeps_its_order() -> None:
    found, done = Errands(), list[int]()

    async def note(number: int) -> None:
        await asyncio.sleep(0)
        done.append(number)

    for number in range(3):
        found.begin("a", lambda number=number: note(number))
    await found.settle()
    assert done == [0, 1, 2]


async def test_a_destination_that_is_held_up_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands, "WITHIN", 0.01)
    found, held, done = Errands(), asyncio.Event(), list[str]()

    async def note(name: str, wait: bool = False) -> None:
        if wait:
            await held.wait()
        done.append(name)

    found.begin("slow", lambda: note("slow", wait=True))
    found.begin("slow", lambda: note("behind it"))
    found.begin("quick", lambda: note("quick"))
    await found.settle()
    assert done == ["quick"]
    held.set()
    await asyncio.wait(tuple(found._tasks))
    assert done == ["quick", "slow", "behind it"]


async def test_named_work_in_progress_is_not_begun_again() -> None:
    found, held, begun = Errands(), asyncio.Event(), list[int]()

    async def note() -> None:
        begun.append(1)
        await held.wait()

    for _ in range(3):
        found.begin("a", note, name="board 1")
    await asyncio.sleep(0)
    held.set()
    await found.settle()
    found.begin("a", note, name="board 1")
    await found.settle()
    assert len(begun) == 2


async def test_an_error_is_logged_and_the_work_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    found, done = Errands(), list[int]()

    async def fail() -> None:
        raise ValueError("a bug")

    async def note() -> None:
        done.append(1)

    found.begin("a", fail, name="x")
    found.begin("a", note)
    await found.settle()
    assert done == [1]
    assert [each.levelno for each in caplog.records] == [logging.ERROR]
    assert not found._named


async def test_a_stop_cancels_what_is_held_up() -> None:
    found = Errands()
    found.begin("a", asyncio.Event().wait, name="x")
    found.begin("a", asyncio.Event().wait, name="y")
    await asyncio.sleep(0)
    await found.stop()
    assert not found._named
    assert not found._queues
