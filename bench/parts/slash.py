"""Measure slash interactions per second through sandbox and bot, with full validation and without.

An interaction is a person's `/help`. The command is checked and goes over the gateway's socket to the real discord.py
client with Slowboat's cogs, which answers over HTTP. It counts once the person sees the answer. Eight are in flight at
any time. *Full* is every layer of `sandbox/validate`, requests and answers, *none* is `Sandbox(strict=False)`.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.load.boat import start_boat
from bench.measuring import CACHE, Run, median
from bench.table import Row
from sandbox.person.person import Person
from sandbox.server import Sandbox
from sandbox.validate import openapi

GOALS = {True: 100, False: 300}
"""Goals: interactions per second with validation and without."""
AT_ONCE = 8


def rows(run: Run) -> Iterator[Row]:
    described = openapi.load(openapi.default_path()) is not None
    for strict, goal in GOALS.items():
        rates = asyncio.run(_measure_rates(strict=strict, rounds=run.some(5, 1), interactions=run.some(300, 10)))
        what = f"interactions through the sandbox, {'full' if strict else 'no'} validation"
        note = "" if described or not strict else "without Discord's own description"
        yield Row(what, median(rates), "/s", "wall", at_least=goal, note=note)


async def _measure_rates(*, strict: bool, rounds: int, interactions: int) -> list[float]:
    """Measure the rate of every round, after a warm-up round."""
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        async with Sandbox(strict=strict) as sandbox, start_boat(sandbox, Path(folder) / "slash.db"):
            person = sandbox.person("Anna")
            return [await _measure_round(person, interactions) for _ in range(rounds + 1)][1:]


async def _measure_round(person: Person, interactions: int) -> float:
    left = iter(range(interactions))

    async def keep_asking() -> None:
        for _ in left:
            answer = await person.slash("help")
            if answer.failed or not answer.ephemeral:
                raise RuntimeError(f"the bot did not answer: {answer!r}")

    begun = time.perf_counter()
    await asyncio.gather(*(keep_asking() for _ in range(AT_ONCE)))
    return interactions / (time.perf_counter() - begun)
