"""Measure a whole Slowboat under load: people play in many channels of a sandbox at once, by slash command.

A move is a whole turn, beside that of a bot that knows no rules, stores nothing and always posts the same picture
(`bench.bare`). The sandbox with its people and the bot are two processes. The measured times are those a person waits:
from sending the command to the acknowledgement, and to the new board in the channel. The sandbox validates nothing
meanwhile, to be fast. The bot may send more requests than Discord's 50 a second, so that the machine is the limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import random
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

import games
from bench import bare, boat
from bench.boat import start_boat
from bench.house import House, choose_turn, open_store
from bench.measuring import CACHE, Run, quantile
from bench.table import Row
from data import Transaction
from matches.match import Match
from matches.play import play
from matches.referee import Request
from sandbox.discord.model import Message
from sandbox.discord.world import World
from sandbox.person.person import Answer, Person
from sandbox.server import Sandbox
from sandbox.storage import seed

RATE = 50
"""Moves per second."""


class Goals(NamedTuple):
    """`turns`: the least in a match of two. `cost`: how many times as cheap as the peer a move should be. `moves`: how
    many there should be in a second without a pause."""

    turns: int
    cost: float
    moves: int


GAMES = {"docker": Goals(20, 1 / 2.2, 250), "dog_royal": Goals(200, 1 / 3, 170), "aquaretto": Goals(120, 1 / 3, 200)}
"""Games with slash commands for a turn. Riff Raff is missing, because these people cannot compute its physics."""
AT_ONCE = 16
"""Commands in flight when measuring the most moves per second."""
AFTERMATH = 1.0
"""Seconds for Slowboat to remove the buttons of the last old boards."""
CHANNELS_A_GUILD = 200
PATIENCE = 20.0
PEER = "bare discord.py"


def rows(run: Run) -> Iterator[Row]:
    """Measure the minimal bot, and then every game beside it; in a quick run only Docker."""
    theirs = asyncio.run(_measure_load("docker", run, bare.__name__))
    for name in GAMES if not run.quick else ("docker",):
        for row, peer in zip(asyncio.run(_measure_load(name, run)), theirs, strict=True):
            yield structs.replace(row, peer=PEER, theirs=peer.ours)


class Tables:
    """Running matches with their people, who follow the rules in this process to know the legal moves."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.idle: deque[Match] = deque()
        self.acknowledged: list[float] = []
        self.posted: list[float] = []
        self.unanswered = 0
        self._drawn = random.Random(0)  # noqa: S311 - no secret

    async def move(self, match: Match) -> None:
        """Play one turn of a match, and queue it for the next one unless it is over."""
        holder = match.awaited[0]
        user = self.world.users[holder.user_id or 0]
        who, seat = Request(user.id, user.name), holder.seat
        codes, decision, now = choose_turn(match, seat, self._drawn), match.decisions[seat], time.time()
        person = Person(self.world, user, self.world.channels[match.channel_id])
        *before, last = list_commands(match.game_name, codes)
        for command in before:
            await person.slash(*command)
        change = play(match, who, seat, codes, decision=decision, now=now)
        begun = time.perf_counter()
        answer = person.slash(*last)
        try:
            await answer.acknowledgement(within=PATIENCE)
            self.acknowledged.append(time.perf_counter() - begun)
            if change.board:
                await person.until(lambda: has_board(answer), within=PATIENCE)
                self.posted.append(time.perf_counter() - begun)
            else:
                await answer.until(lambda: answer.done, within=PATIENCE)
        except TimeoutError:
            self.unanswered += 1
            return
        if change.match.phase == "running":
            self.idle.append(change.match)


Command = tuple[str, dict[str, str]]
"""A slash command: its name and its options."""

OPTIONS = {"docker": ("move",), "dog_royal": ("move", "then", "then2"), "aquaretto": ("move", "then", "then2", "then3")}
"""The options of `move`, one for each ply."""


def list_commands(game: str, codes: Sequence[str]) -> list[Command]:
    """List the slash commands for a turn, mostly one; a longer turn takes one more."""
    name, options = f"{games.load(game).command} move", OPTIONS[game]
    return [(name, dict(zip(options, codes[first:], strict=False))) for first in range(0, len(codes), len(options))]


def has_board(answer: Answer) -> bool:
    """Tell whether a command has failed, or its channel has a board that is newer than the command."""
    newer = itertools.takewhile(
        lambda message: message.id > answer.interaction.id, reversed(answer.interaction.channel.messages.values())
    )
    return answer.failed or any(message.attachments and not message.ephemeral for message in newer)


async def _measure_load(name: str, run: Run, module: str = boat.__name__) -> list[Row]:
    """Measure one game: the sustained load, then the most moves per second. `module`: the bot."""
    seconds, most = run.some(20, 1), run.some(1000, 20)
    aftermath = 0.1 if run.quick else AFTERMATH
    needed = seconds * RATE + 2 * most
    gc.collect()  # the world of the game before; later it would delay the first answers by seconds
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        world, database = seed.build_harbour(), Path(folder) / "load.db"
        tables = Tables(world)
        many = max(run.some(60, AT_ONCE), needed // GAMES[name].turns)
        tables.idle.extend(await open_matches(world, database, name, many))
        async with Sandbox(world=world, strict=False) as sandbox, start_boat(sandbox, database, module) as sailing:
            await saturate(tables, run.some(100, 10))  # warm everything up
            with stop_garbage_collection():
                tables.acknowledged.clear()
                tables.posted.clear()
                sandbox.rest.log = deque(maxlen=None)
                cpu, begun = sailing.measure_cpu(), time.perf_counter()
                await _sustain(tables, seconds)
                rate = seconds * RATE / (time.perf_counter() - begun)
                await asyncio.sleep(aftermath)
                used = {part: spent - cpu[part] for part, spent in sailing.measure_cpu().items()}
                found = _make_rows(name, tables, used, rate, requests=len(sandbox.rest.log))
                no_pause = await saturate(tables, most)
                await asyncio.sleep(aftermath)
    what = f"{name}: moves when there is no pause"
    return [*found, Row(what, no_pause, "/s", "wall", at_least=GAMES[name].moves, more_is_better=True)]


@contextlib.contextmanager
def stop_garbage_collection() -> Iterator[None]:
    """Stop garbage collection, because that of the growing sandbox world would count as Slowboat's time."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _make_rows(name: str, tables: Tables, cpu: dict[str, float], rate: float, *, requests: int) -> list[Row]:
    """Make the rows of the sustained load. `cpu`: seconds by part; `rate`: moves made a second."""
    what, moves = f"{name}, {RATE} moves/s", len(tables.acknowledged)
    made = f"made {rate:.0f}/s" + (f", {tables.unanswered} unanswered" if tables.unanswered else "")
    parts = ", ".join(f"{part} {1e3 * used / moves:.1f}" for part, used in cpu.items())
    return [
        Row(f"{what}: a move", 1e3 * sum(cpu.values()) / moves, "ms", "CPU", times=GAMES[name].cost, note=parts),
        Row(f"{what}: requests a move", requests / moves, "", at_most=2, is_on_page=False),
        _make_delay_row(f"{what}: acknowledged, p99", tables.acknowledged, note=made, is_on_page=False),
        _make_delay_row(f"{what}: board posted, p99", tables.posted, at_most=20),
    ]


def _make_delay_row(
    what: str, seconds: list[float], *, at_most: float | None = None, note: str = "", is_on_page: bool = True
) -> Row:
    if not seconds:
        return Row(what, None, "ms", "wall", at_most=at_most, note="none", is_on_page=is_on_page)
    note = f"p50 {1e3 * quantile(seconds, 0.5):.1f}" + (f"; {note}" if note else "")
    late = 1e3 * quantile(seconds, 0.99)
    return Row(what, late, "ms", "wall", at_most=at_most, note=note, is_on_page=is_on_page)


async def open_matches(world: World, database: Path, name: str, many: int) -> list[Match]:
    """Make a database with running matches of Anna and Ben, each in its own channel. One of them is to act."""
    people = tuple(world.user_named(each).id for each in ("anna", "ben", "chiara", "dana"))
    found, drawn = [], random.Random(0)  # noqa: S311 - no secret
    async with open_store(database) as opened:
        house = House(opened, people)
        for number in range(many):
            if number % CHANNELS_A_GUILD == 0:
                guild = seed.add_guild(world, f"Harbour {number}", channels=())
            channel = world.add_channel(guild, id=world.new_id(), name=f"table-{number}")
            match = await house.start_match(name, channel.id, guild_id=guild.id)
            while len(match.awaited) > 1:
                match = (await house.play_turn(match, drawn)).match
            found.append(match)
        owed = await opened.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=4 * many))
        messages: dict[int, int] = {}
        for row in owed:  # the first boards are in their channels, or the bot would post them during the measurement
            board = Message(world.new_id(), world.channels[row.channel_id], world.application.bot, world.now())
            board.channel.messages[board.id] = board
            messages[row.id] = board.id

        def mark_all(tx: Transaction) -> None:
            for outbox_id, message_id in messages.items():
                tx.mark_posted(outbox_id, message_id)

        await opened.transaction(mark_all)
    return found


async def _sustain(tables: Tables, seconds: int) -> None:
    """Play moves at the set rate; more slowly if every match is waiting for an answer."""
    begun = time.perf_counter()
    under_way: set[asyncio.Task[None]] = set()
    for number in range(seconds * RATE):
        await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
        while not tables.idle:
            await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(tables.move(tables.idle.popleft()))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)


async def saturate(tables: Tables, most: int) -> float:
    """Measure moves per second without pauses, with `AT_ONCE` commands in flight."""
    left, before = iter(range(most)), len(tables.acknowledged)

    async def keep_moving() -> None:
        for _ in left:
            if tables.idle:  # matches with an unanswered move are left out
                await tables.move(tables.idle.popleft())

    begun = time.perf_counter()
    await asyncio.gather(*(keep_moving() for _ in range(AT_ONCE)))
    return (len(tables.acknowledged) - before) / (time.perf_counter() - begun)
