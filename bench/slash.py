"""Slash interactions a second through sandbox and bot in one process, with full validation and without.

    uv run python -m bench.slash [--rounds 5] [--interactions 300] [--at-once 8]

An interaction is a person's `/help`: the command is checked, goes over the gateway's socket to the real discord.py
client with Slowboat's cogs, which answers over HTTP; it counts once the person sees the answer.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from cogs._bot import Slowboat
from data import Store
from matches.machines import Machines
from matches.nature import NatureWorker
from matches.referee import Referee
from matches.texts import Texts
from sandbox.client import point_discord_py_at
from sandbox.person import Person
from sandbox.server import Sandbox
from sandbox.validate import openapi

GOALS = {True: 100, False: 300}
"""Interactions a second wanted with validation and without."""


@contextlib.asynccontextmanager
async def slowboat(folder: Path, *, strict: bool) -> AsyncIterator[Sandbox]:
    """A whole Slowboat logged in to a sandbox of its own."""
    async with contextlib.AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(strict=strict))
        store = await Store.open(folder / "bench.db")
        stack.push_async_callback(store.close)
        worker = NatureWorker()
        stack.push_async_callback(worker.stop)
        referee = Referee(store, now=time.time)
        ready = asyncio.Event()
        bot = Slowboat(
            referee,
            Machines(referee, worker),
            Texts(),
            state_folder=folder,
            on_ready=ready.set,
            guild_ready_timeout=0.0,
        )
        stack.enter_context(point_discord_py_at(sandbox))
        await stack.enter_async_context(bot)
        running = asyncio.create_task(bot.start(sandbox.token))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            waiting.cancel()
            await running
        yield sandbox


async def one_round(person: Person, *, interactions: int, at_once: int) -> float:
    """Interactions a second, `at_once` of them on their way at any time."""
    left = iter(range(interactions))

    async def keep_asking() -> None:
        for _ in left:
            answer = await person.slash("help")
            if answer.failed or not answer.ephemeral:
                raise RuntimeError(f"the bot did not answer: {answer!r}")

    began = time.perf_counter()
    await asyncio.gather(*(keep_asking() for _ in range(at_once)))
    return interactions / (time.perf_counter() - began)


async def measure(*, strict: bool, rounds: int, interactions: int, at_once: int) -> list[float]:
    """The rate of every round, after one that only warms up."""
    with tempfile.TemporaryDirectory() as folder:
        async with slowboat(Path(folder), strict=strict) as sandbox:
            person = sandbox.person("Anna")
            return [await one_round(person, interactions=interactions, at_once=at_once) for _ in range(rounds + 1)][1:]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.slash", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--interactions", type=int, default=300, help="of each round")
    parser.add_argument("--at-once", type=int, default=8, help="how many are on their way at any time")
    given = parser.parse_args()
    if openapi.load(openapi.default_path()) is None:
        print(
            f"Discord's API description is not at hand ({openapi.VARIABLE}): “full” means the hand-written rules only."
        )
    print(f"{'validation':<12}{'median/s':>10}{'slowest':>10}{'fastest':>10}{'goal':>8}")
    for strict, goal in GOALS.items():
        rates = asyncio.run(
            measure(strict=strict, rounds=given.rounds, interactions=given.interactions, at_once=given.at_once)
        )
        median = statistics.median(rates)
        verdict = "reached" if median >= goal else "missed"
        name = "full" if strict else "none"
        print(f"{name:<12}{median:>10.0f}{min(rates):>10.0f}{max(rates):>10.0f}{goal:>8} {verdict}")


if __name__ == "__main__":
    main()
