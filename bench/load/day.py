"""Play a day of matches of all games through Slowboat and the sandbox, an hour of its clock at a time.

The players follow their matches in a copy of the database, in which nature moves as it does in Slowboat. In the end
both must be at the same position.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

import games
from bench.house import House, choose_turn, open_store
from bench.load.boat import start_boat
from bench.load.load import PATIENCE
from bench.measuring import CACHE, Run
from bench.table import Row
from data import Transaction
from games.text import T
from matches.change import Change
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.match import Match
from matches.people.preferences import Person as Preferences
from matches.play import play
from matches.texts import LANGUAGES, Texts
from sandbox.discord.world import World
from sandbox.person.person import Answer, Person, words
from sandbox.server import Sandbox
from sandbox.storage import seed

CHANNELS = 5
"""Channels per guild."""

HOUR = 3600.0

PAUSE = 0.1
"""Seconds before a person tries again while nature is to move."""

TOO_EARLY = frozenset(
    Texts().say(language)(T("The next move is being computed. Look again in a moment.")) for language in LANGUAGES
)
"""What a person reads who types a turn meanwhile (`client/turn/panel.py`)."""

SHOWN = (0, 1, 2, 4, 8, 12, 18, 24)
"""The hours whose memory is reported."""

PEOPLE = {
    "anna": Preferences(),
    "ben": Preferences(language="de", theme="dark"),
    "chiara": Preferences(language="it"),
    "dana": Preferences(language="fr", large=True),
}
"""The players, and how they want their private pictures."""


def build_world(guilds: int) -> World:
    """Build a world with this number of guilds."""
    world = seed.build_harbour()
    for number in range(guilds - 1):
        seed.add_guild(world, f"Guild {number}", channels=tuple(f"channel-{n}" for n in range(CHANNELS)))
    return world


def measure_day(guilds: int, run: Run) -> Iterator[Row]:
    """Play through a day, and measure the memory of all processes after each hour."""
    hours, turns = run.some(24, 1), 8 if run.long else 1
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        sizes, played = asyncio.run(
            _play_day(build_world(guilds), Path(folder) / "day.db", hours, turns, warm=not run.quick)
        )
    quarter = max(1, hours // 4)
    growth = (sum(sizes[-quarter:]) - sum(sizes[-2 * quarter : -quarter])) / quarter
    series = ", ".join(f"{round(sizes[hour] / 1e6)} after {hour} h" for hour in SHOWN if hour < len(sizes))
    turns_of = ", ".join(f"{name} {count}" for name, count in played.items())
    yield Row(
        "memory of all processes after a day of load over all games",
        sizes[-1] / 1e6,
        "MB",
        at_most=150,
        note=f"{series}; turns: {turns_of}",
    )
    yield Row("memory of all processes on that day, most", max(sizes) / 1e6, "MB")
    yield Row("memory of all processes on that day, growth in its second half", growth / 1e6, "MB", at_most=10)


async def _play_day(
    world: World, database: Path, hours: int, turns: int, *, warm: bool = True
) -> tuple[list[float], dict[str, int]]:
    """Play hours of a day, with turns of each match in each hour. Returns the memory at the start and after each hour,
    and the number of turns by game."""
    async with _open_day(world, database) as day:
        async with Sandbox(world=world, strict=False) as sandbox, start_boat(sandbox, database, warm=warm) as boat:
            sizes = [boat.memory()]
            for _ in range(hours):
                await day.play_hour(turns)
                sizes.append(boat.memory())
                await boat.advance(HOUR)
        await day.compare(database)
        return sizes, day.turns


class _Day:
    """Running matches of all games and numbers of players, and the people who play them."""

    def __init__(self, world: World, house: House, nature: NatureWorker, matches: Sequence[Match]) -> None:
        """`house`: the copy of the database, with the people."""
        self._world = world
        self._house = house
        self._nature = nature
        self._machines = Machines(house.referee, nature)
        self._matches = [match.id for match in matches]
        self._drawn = random.Random(0)  # noqa: S311 - no secret
        self.turns = dict.fromkeys(games.names(), 0)
        """How many were played, by game."""

    async def play_hour(self, turns: int) -> None:
        """Play turns of each match, all matches at once."""
        await asyncio.gather(*(self._play(match_id, turns) for match_id in self._matches))

    async def compare(self, database: Path) -> None:
        """Raise RuntimeError unless all matches in the database are at the positions of the copy, once nature has moved
        where Slowboat was stopped before."""
        async with open_store(database) as opened:
            theirs = House(opened).referee
            await Machines(theirs, self._nature).resume()
            for match_id in self._matches:
                ours, played = [(await each.match(match_id)) for each in (self._house.referee, theirs)]
                if (ours.seq, ours.phase) != (played.seq, played.phase):
                    raise RuntimeError(f"not played as the players did: {played}; expected: {ours}")

    async def _play(self, match_id: int, turns: int) -> None:
        """Play turns of a match. Each time its player types the plies, and then looks at the board in private."""
        for _ in range(turns):
            match = await self._house.referee.match(match_id)
            if match.phase != "running":
                return
            holder = match.awaited[0]
            codes = await asyncio.to_thread(choose_turn, match, holder.seat, self._drawn)
            person = Person(self._world, self._world.users[holder.user_id or 0], self._world.channels[match.channel_id])
            async with asyncio.timeout(PATIENCE):
                await _begin(person, match, codes[0])
            for code in codes[1:]:
                await _type(person, match, code)
            await self._repeat(match, holder.seat, codes)
            await person.slash("board")
            self.turns[match.game_name] += 1

    async def _repeat(self, match: Match, seat: int, codes: Sequence[str]) -> None:
        """Play a turn in the copy, too, and let nature move."""
        who, decision, now = self._house.who(match.holder(seat).user_id), match.decisions[seat], time.time()

        def repeat(current: Match) -> Change:
            return play(current, who, seat, tuple(codes), decision=decision, now=now)

        done = await self._house.referee.change(match.id, who, repeat)
        await self._machines.run(done)


async def _type(person: Person, match: Match, code: str) -> Answer:
    """Type a ply, and wait for the answer."""
    answer = person.slash(f"{match.game.command} move", {"move": code})
    return await answer.until(partial(getattr, answer, "done"), within=PATIENCE)


async def _begin(person: Person, match: Match, code: str) -> None:
    """Type the first ply of a turn. Repeat it while nature has yet to move in Slowboat, as it has in the copy."""
    while True:
        answer = await _type(person, match, code)
        if not any(said in words(message) for message in answer.messages for said in TOO_EARLY):
            return
        await asyncio.sleep(PAUSE)


@contextlib.asynccontextmanager
async def _open_day(world: World, database: Path) -> AsyncIterator[_Day]:
    """Start matches of every game with two to four players in a new database."""
    people = {world.user_named(name).id: wanted for name, wanted in PEOPLE.items()}
    guild, matches = seed.add_guild(world, "Harbour", channels=()), []

    def write(tx: Transaction) -> None:
        for user_id, wanted in people.items():
            tx.put_person(user_id, msgspec.json.encode(wanted).decode())

    async with open_store(database) as opened:
        await opened.transaction(write)
        house = House(opened, tuple(people))
        for name in games.names():
            for seats in (each for each in games.load(name).seats if each <= len(people)):
                channel = world.add_channel(guild, id=world.new_id(), name=f"{name}-{seats}")
                matches.append(await house.start_match(name, channel.id, guild_id=guild.id, seats=seats))
    copy, nature = database.with_suffix(".copy"), NatureWorker()
    shutil.copy(database, copy)
    try:
        async with open_store(copy) as opened:
            house = House(opened, tuple(people), first=1_000_000)
            yield _Day(world, house, nature, matches)
    finally:
        await nature.stop()
