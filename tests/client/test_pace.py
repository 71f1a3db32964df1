"""Requests of the bot stay below Discord's global limit, and places take turns."""

from __future__ import annotations

import asyncio

from client.core.retries import Pace


async def begin(pace: Pace, places: str) -> list[str]:
    """Ask for a request to each of these places at once, and return them in the order in which they began."""
    begun: list[str] = []

    async def ask(place: str) -> None:
        await pace.wait(place)
        begun.append(place)

    await asyncio.gather(*map(ask, places))
    return begun


async def test_few_requests_begin_at_once() -> None:
    pace = Pace(3, within=60.0)
    async with asyncio.timeout(5):
        assert await begin(pace, "aab") == list("aab")


async def test_one_busy_place_does_not_hold_up_the_others() -> None:
    assert await begin(Pace(1, within=0.001), "aaaaabc") == list("aabcaaa")


async def test_never_more_than_the_limit_begin_within_the_time() -> None:
    pace, loop, begun = Pace(5, within=0.02), asyncio.get_running_loop(), list[float]()

    async def ask(place: int) -> None:
        await pace.wait(place)
        begun.append(loop.time())

    await asyncio.gather(*map(ask, range(23)))
    assert len(begun) == 23
    assert all(later - earlier >= 0.019 for earlier, later in zip(begun, begun[5:], strict=False))


async def test_a_request_that_was_given_up_takes_no_turn() -> None:
    pace = Pace(1, within=0.001)
    await pace.wait("a")
    given_up = asyncio.create_task(pace.wait("a"))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await begin(pace, "b") == ["b"]
