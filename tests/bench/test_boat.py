"""Test that delays of an event loop are measured, and that waiting is not a delay."""

from __future__ import annotations

import asyncio
import time

from bench.load.boat import Delays, Watched

LONG = 0.05
"""Seconds, far more than anything else in such a short run takes."""


def measure_delays(busy: float, asleep: float) -> tuple[Delays, Delays]:
    """Measure the delays of a loop that sleeps and computes for these seconds, and the delays just afterwards."""
    watched = Watched()

    async def hold() -> tuple[Delays, Delays]:
        await asyncio.sleep(0)
        watched.read_delays()
        time.sleep(asleep)  # noqa: ASYNC251 - to hold it up
        until = time.thread_time() + busy
        while time.thread_time() < until:
            pass
        await asyncio.sleep(LONG)  # this delays nothing
        return watched.read_delays(), watched.read_delays()

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(watched)) as runner:
        return runner.run(hold())


def test_a_callback_that_computes_delays_the_loop() -> None:
    found, _ = measure_delays(LONG, 0.0)
    assert found.longest >= found.cpu >= LONG


def test_sleeping_costs_no_cpu() -> None:
    found, _ = measure_delays(0.0, LONG)
    assert found.longest >= LONG > found.cpu


def test_each_delay_is_reported_once() -> None:
    _, after = measure_delays(LONG, 0.0)
    assert after.longest < LONG
    assert after.cpu < LONG


def test_the_percentile_leaves_out_the_longest_thousandth() -> None:
    watched = Watched()
    watched._times.extend([*[0.001] * 2000, 1.0])
    found = watched.read_delays()
    assert (found.longest, found.p999) == (1.0, 0.001)
