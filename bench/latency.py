"""Measure what a person waits for at Discord's distance: from a press to its panel, and from *Confirm* to the board.

Each request takes a round trip and its upload. These are assumptions, in the order of what hosts report; they are not
measured at Discord. The peer is the same bot, but acknowledges every press before it answers, as most bots do.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import structs

from bench.boat import start_boat
from bench.load import GAMES, PATIENCE, has_board, open_matches
from bench.measuring import CACHE, Run, quantile
from bench.table import Row
from client.messages.custom_ids import Id
from client.messages.menus import BRANCH
from matches.match import Match
from sandbox.discord.components import Kind
from sandbox.discord.world import World
from sandbox.person.person import Person
from sandbox.person.reading import buttons, menus
from sandbox.server import Sandbox
from sandbox.storage import seed

MEDIAN: Final = 0.08
SPREAD: Final = 0.35
"""Median of a round trip in seconds, and the spread of its logarithm."""
SELDOM: Final = 0.01
LONGEST: Final = 1.0
"""The share of round trips that take anything up to this many seconds."""
UPLOAD: Final = 20e6 / 8
"""Bytes a second."""
AT_ONCE: Final = 4
PEER: Final = "always deferring"


def rows(run: Run) -> Iterator[Row]:
    for name in GAMES if not run.quick else ("docker",):
        ours, theirs = (asyncio.run(_measure(name, run, defer=defer)) for defer in (False, True))
        for row, peer in zip(ours, theirs, strict=True):
            yield structs.replace(row, peer=PEER, theirs=peer.ours)


class Distance:
    """How long requests travel. `seconds`: all so far."""

    def __init__(self) -> None:
        self.drawn = random.Random(0)  # noqa: S311 - no secret
        self.seconds: list[float] = []

    def __call__(self, size: int) -> float:
        seldom = self.drawn.random() < SELDOM
        trip = self.drawn.uniform(0, LONGEST) if seldom else MEDIAN * self.drawn.lognormvariate(0, SPREAD)
        self.seconds.append(trip + size / UPLOAD)
        return self.seconds[-1]


class Waits:
    """Seconds that people have waited for panels and for boards."""

    def __init__(self) -> None:
        self.panels: list[float] = []
        self.boards: list[float] = []

    async def play(self, world: World, match: Match) -> None:
        """Make the first turn of a match by buttons and menus."""
        user = world.users[match.awaited[0].user_id or 0]
        person, begun = Person(world, user, world.channels[match.channel_id]), time.perf_counter()
        board, play = next(iter(person.channel.messages.values())), str(Id("play", match.id))
        button = {"type": Kind.BUTTON, "id": 1, "style": 1, "label": "Play", "custom_id": play}
        board.components = [{"type": Kind.ROW, "components": [button]}]
        answer = person.click(board, play)
        while True:
            async with asyncio.timeout(PATIENCE):
                await answer
            self.panels.append(time.perf_counter() - begun)
            panel, begun = answer.message, time.perf_counter()
            offered = [*buttons(panel).values()]
            if confirm := [each for each in offered if each.startswith("sb:confirm:")]:
                break
            choices = [
                each
                for each in offered
                if each.startswith("sb:adopt:") or (".move." in each and f".move.{BRANCH}" not in each)
            ]
            if choices:
                answer = person.click(panel, choices[0])
            else:
                menu, options = next(iter(menus(panel).items()))
                answer = person.choose(panel, menu, options[0]["value"])
        answer = person.click(panel, confirm[0])
        await person.until(lambda: has_board(answer), within=PATIENCE)
        self.boards.append(time.perf_counter() - begun)


async def _measure(name: str, run: Run, *, defer: bool) -> list[Row]:
    """Measure one game. `defer`: the bot acknowledges before it answers."""
    many, waits, distance = run.some(200, AT_ONCE), Waits(), Distance()
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        world, database = seed.build_harbour(), Path(folder) / "latency.db"
        left = iter(await open_matches(world, database, name, many + AT_ONCE))
        async with Sandbox(world=world, strict=False) as sandbox, start_boat(sandbox, database, defer=defer):

            async def play(most: int) -> None:
                for _ in range(most):
                    await waits.play(world, next(left))

            await asyncio.gather(*(play(1) for _ in range(AT_ONCE)))  # warm everything up
            sandbox.rest.faults.travel = distance
            waits.panels.clear()
            waits.boards.clear()
            await asyncio.gather(*(play(many // AT_ONCE) for _ in range(AT_ONCE)))
    trip = 1e3 * quantile(distance.seconds, 0.5)
    return [
        Row(
            f"{name}: press to panel, p50",
            1e3 * quantile(waits.panels, 0.5),
            "ms",
            "wall",
            at_most=round(1.15 * trip + 10),
            note=f"a round trip takes {trip:.0f}",
        ),
        Row(f"{name}: press to panel, p99", 1e3 * quantile(waits.panels, 0.99), "ms", "wall", is_on_page=False),
        Row(
            f"{name}: Confirm to board, p50",
            1e3 * quantile(waits.boards, 0.5),
            "ms",
            "wall",
            at_most=round(2.15 * trip + 10),
        ),
        Row(f"{name}: Confirm to board, p99", 1e3 * quantile(waits.boards, 0.99), "ms", "wall", is_on_page=False),
    ]
