"""Measure how long others wait while one person presses a thousand buttons a minute, each of which draws a picture.

As in `load`, the sandbox and Slowboat are two processes. The waits of the others are measured first without that
person, then with them.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from bench.house import House, open_store
from bench.load.boat import start_boat
from bench.load.load import GAMES, PATIENCE, Tables, open_matches
from bench.measuring import CACHE, Run, quantile
from bench.table import Row
from matches.match import Match
from sandbox.discord.model import Message
from sandbox.discord.world import World
from sandbox.person.person import Answer, Person
from sandbox.server import Sandbox
from sandbox.storage import seed

CLICKS = 1000
"""Presses per minute."""

RATE = 4
"""Moves per second that the others make together."""

WORST = 1000.0
"""Most milliseconds the others may wait."""


def rows(run: Run) -> Iterator[Row]:
    yield from asyncio.run(_measure_crowd(run))


async def _measure_crowd(run: Run) -> list[Row]:
    seconds = run.some(30, 1)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        world, database = seed.build_harbour(), Path(folder) / "crowd.db"
        tables = Tables(world)
        many = max(8, 3 * seconds * RATE // GAMES["docker"])
        tables.idle.extend(await open_matches(world, database, "docker", many))
        other = await _start_other_match(world, database)
        async with Sandbox(world=world, strict=False) as sandbox, start_boat(sandbox, database):
            await _play(tables, 1)  # warm everything up
            tables.acknowledged.clear()
            tables.posted.clear()
            await _play(tables, seconds)
            alone = list(tables.acknowledged), list(tables.posted)
            tables.acknowledged.clear()
            tables.posted.clear()
            shown = await _await_first_board(world, other)
            async with _press_repeatedly(world, other, shown) as presses:
                await _play(tables, seconds)
            for press in presses:
                await press.acknowledgement(within=PATIENCE)
    late = f"{tables.unanswered} unanswered" if tables.unanswered else ""
    made = f"{len(presses)} presses in {seconds} s"
    what = f"the others, beside {CLICKS} presses a minute of one person"
    return [
        _make_row(f"{what}: acknowledged, p99", tables.acknowledged, alone[0], late or made),
        _make_row(f"{what}: board posted, p99", tables.posted, alone[1], late or made),
    ]


def _make_row(what: str, crowded: list[float], alone: list[float], note: str) -> Row:
    ours, theirs = (1e3 * quantile(times, 0.99) for times in (crowded, alone))
    return Row(what, ours, "ms", "wall", "without them", theirs, at_most=WORST, note=note)


async def _start_other_match(world: World, database: Path) -> Match:
    """Start a match of two people outside the measured matches."""
    chiara, dana = (world.user_named(name).id for name in ("chiara", "dana"))
    guild = seed.add_guild(world, "Quay", channels=())
    channel = world.add_channel(guild, id=world.new_id(), name="crowd")
    async with open_store(database) as opened:
        await opened.transaction(lambda tx: tx.forget_interactions(time.time()))  # `House` uses their ids again
        return await House(opened, (chiara, dana)).start_match("docker", channel.id, guild_id=guild.id)


async def _await_first_board(world: World, match: Match) -> Message:
    """Wait for the first board, which the outbox posts after the start."""
    channel = world.channels[match.channel_id]
    person = Person(world, world.users[match.host_id], channel)
    found: Message = await person.until(
        lambda: next((m for m in channel.messages.values() if m.attachments), None), within=PATIENCE
    )
    return found


@contextlib.asynccontextmanager
async def _press_repeatedly(world: World, match: Match, shown: Message) -> AsyncIterator[list[Answer]]:
    """Press *Play* again and again without waiting for answers; each press draws a picture."""
    person = Person(world, world.users[match.awaited[0].user_id or 0], shown.channel)
    presses: list[Answer] = []

    async def press() -> None:
        begun = time.perf_counter()
        while True:
            presses.append(person.click(shown, "Play"))
            await asyncio.sleep(max(0.0, begun + len(presses) * 60 / CLICKS - time.perf_counter()))

    pressing = asyncio.create_task(press())
    try:
        yield presses
    finally:
        pressing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await pressing


async def _play(tables: Tables, seconds: int) -> None:
    """Play the others' moves at their rate."""
    begun, playing = time.perf_counter(), set[asyncio.Task[None]]()
    for number in range(seconds * RATE):
        await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
        while not tables.idle:
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        playing.add(asyncio.create_task(tables.move(tables.idle.popleft())))
    await asyncio.gather(*playing)
