"""Measure the memory of all processes through a day of matches of all games, an hour of the bot's clock at a time.

SLOWBOAT_MEMORY bounds it, as it does for hosts. The players type their turns, and look at the board in private after
each. They follow their matches in a copy of the database, in which nature moves as it does in Slowboat. In the end both
must be at the same position.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import games
from bench.boat import start_boat
from bench.house import House, choose_turn, open_store
from bench.measuring import CACHE, Run
from bench.table import Row
from data import Transaction
from games.text import T
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

GUILDS = 1_000
CHANNELS = 5
"""Channels per guild."""

HOUR = 3600.0

PATIENCE = 120.0
"""Seconds a turn may take: the first pictures of each kind are painted while everybody waits."""

PAUSE = 0.1
"""Seconds before a person tries again while nature is to move."""

TOO_EARLY = frozenset(
    Texts().say(language)(T("The next move is being computed. Look again in a moment.")) for language in LANGUAGES
)
"""What a person reads who types a turn meanwhile (`client/turn/panel.py`)."""

SHOWN = (1, 2, 4, 8, 16)
"""The hours whose memory is reported in a note."""

PEOPLE = {
    "anna": Preferences(),
    "ben": Preferences(language="de", theme="dark"),
    "chiara": Preferences(language="it"),
    "dana": Preferences(language="fr", large=True),
}
"""The players, and how they want their private pictures."""


def rows(run: Run) -> Iterator[Row]:
    hours = run.some(24, 1)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        processes, turns, drawing = asyncio.run(_play_day(Path(folder) / "day.db", hours, run))
    sizes = [sum(each) / 1e6 for each in processes]
    quarter = max(1, hours // 4)
    growth = (sum(sizes[-quarter:]) - sum(sizes[-2 * quarter : -quarter])) / quarter
    series = ", ".join(f"{sizes[hour]:.0f} after {hour} h" for hour in SHOWN if hour < len(sizes))
    bot, *workers = (f"{size / 1e6:.0f}" for size in processes[-1])
    what = f"memory of all processes, {GUILDS:,} servers"
    yield Row(f"{what}: at the start", sizes[0], "MB", is_on_page=False)
    spent = f"{turns} turns, {1e3 * drawing / turns:.0f} ms of workers' CPU each"
    parts = f"{series}; {growth:.1f} in the second half; {spent}; bot {bot}, workers {', '.join(workers)}"
    yield Row(f"{what}: after a day over all games", sizes[-1], "MB", at_most=250, note=parts)
    yield Row(f"{what}: growth in the day's second half", growth, "MB", at_most=5, is_on_page=False)


async def _play_day(database: Path, hours: int, run: Run) -> tuple[list[list[float]], int, float]:
    """Play hours of a day, with a turn of each match in each hour. Returns the bytes of each process at the start and
    after each hour, the number of turns, and the CPU seconds of all workers."""
    world = seed.build_harbour()
    for number in range(run.some(GUILDS, 20) - 1):
        seed.add_guild(world, f"Guild {number}", channels=tuple(f"channel-{n}" for n in range(CHANNELS)))
    matches = await start_matches(world, database)
    copy, nature, turns = database.with_suffix(".copy"), NatureWorker(), 0
    shutil.copy(database, copy)
    try:
        async with open_store(copy) as opened:
            players = Players(world, House(opened, first=1_000_000), nature)
            async with (
                Sandbox(world=world, strict=False) as sandbox,
                start_boat(sandbox, database, warm=not run.quick) as boat,
            ):
                sizes = [boat.measure_memory()]
                for _ in range(hours):
                    turns += sum(await asyncio.gather(*map(players.play, matches)))
                    sizes.append(boat.measure_memory())
                    boat.advance(HOUR)
                drawing = boat.measure_cpu()["pictures"]
            await players.compare(database, matches)
    finally:
        await nature.stop()
    return sizes, turns, drawing


async def start_matches(world: World, database: Path, copies: int = 1) -> Sequence[int]:
    """Start matches of every game with two to four players in a new database, `copies` of each. Returns their ids."""
    people = {world.user_named(name).id: wanted for name, wanted in PEOPLE.items()}
    guild, matches = seed.add_guild(world, "Harbour", channels=()), []

    def write(tx: Transaction) -> None:
        for user_id, wanted in people.items():
            tx.put_person(user_id, msgspec.json.encode(wanted).decode())

    async with open_store(database) as opened:
        await opened.transaction(write)
        house = House(opened, tuple(people))
        for name in games.names() * copies:
            for seats in (each for each in games.load(name).seats if each <= len(people)):
                channel = world.add_channel(guild, id=world.new_id(), name=f"{name}-{seats}")
                match = await house.start_match(name, channel.id, guild_id=guild.id, seats=seats)
                matches.append(match.id)
    return matches


class Players:
    """Play turns as people do. `house`: a copy of the database, in which the same turns are played."""

    def __init__(self, world: World, house: House, nature: NatureWorker) -> None:
        self._world = world
        self._house = house
        self._nature = nature
        self._machines = Machines(house.referee, nature)
        self._drawn = random.Random(0)  # noqa: S311 - no secret

    async def play(self, match_id: int) -> bool:
        """Play a turn of a match: its player types the plies, and then looks at the board in private. Play it in the
        copy, too, and let nature move there. Returns whether the match was still running."""
        match = await self._house.referee.match(match_id)
        if match.phase != "running":
            return False
        holder = match.awaited[0]
        codes = await asyncio.to_thread(choose_turn, match, holder.seat, self._drawn)
        user, channel = self._world.users[holder.user_id or 0], self._world.channels[match.channel_id]
        person = Person(self._world, user, channel)
        async with asyncio.timeout(PATIENCE):
            await _begin(person, match, codes[0])
        for code in codes[1:]:
            await _type(person, match, code)
        who, decision, now = self._house.who(user.id), match.decisions[holder.seat], time.time()
        done = await self._house.referee.change(
            match_id, who, lambda current: play(current, who, holder.seat, codes, decision=decision, now=now)
        )
        await self._machines.run(done)
        await person.slash("board")
        return True

    async def compare(self, database: Path, matches: Sequence[int]) -> None:
        """Raise RuntimeError unless all matches in the database are at the positions of the copy, once nature has moved
        where Slowboat was stopped before."""
        async with open_store(database) as opened:
            theirs = House(opened).referee
            await Machines(theirs, self._nature).resume()
            for match_id in matches:
                ours, played = [(await each.match(match_id)) for each in (self._house.referee, theirs)]
                if (ours.seq, ours.phase) != (played.seq, played.phase):
                    raise RuntimeError(f"not played as the players did: {played}; expected: {ours}")


async def _type(person: Person, match: Match, code: str) -> Answer:
    """Type a ply, and wait for the answer."""
    answer = person.slash(f"{match.game.command} move", {"move": code})
    return await answer.until(lambda: answer.done, within=PATIENCE)


async def _begin(person: Person, match: Match, code: str) -> None:
    """Type the first ply of a turn. Retry until nature has moved in Slowboat, too; in the copy it has."""
    while True:
        answer = await _type(person, match, code)
        if not any(said in words(message) for message in answer.messages for said in TOO_EARLY):
            return
        await asyncio.sleep(PAUSE)
