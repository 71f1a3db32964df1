"""Waiting as a person of the sandbox."""

from __future__ import annotations

import asyncio

import pytest

from sandbox.server import Sandbox


async def test_a_wait_ends_in_time_although_events_keep_coming(sandbox: Sandbox) -> None:
    anna = sandbox.person("Anna")

    async def dispatch_always() -> None:
        while True:
            for notice in list(sandbox.world.notice_listeners):
                notice(None)  # type: ignore[arg-type]
            await asyncio.sleep(0)

    events = asyncio.create_task(dispatch_always())
    waiting = asyncio.create_task(anna.until(lambda: False, within=0.05))
    done, _ = await asyncio.wait([waiting], timeout=20)
    events.cancel()
    assert done, "the wait goes on after its time"
    with pytest.raises(TimeoutError, match=r"waited 0\.05 s"):
        waiting.result()
