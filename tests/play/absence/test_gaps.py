"""Changes while the bot or one of its connections is down: servers and threads that removed it, and clocks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from client.core.bot import Slowboat
from matches.clocks.clocks import compute_remaining
from sandbox.discord import guilds
from sandbox.discord.model import Guild
from sandbox.person.person import Person
from sandbox.storage import seed
from tests.support.play.days import HOUR, find_players
from tests.support.play.table import (
    Table,
    find_board,
    open_lobby,
    open_match,
    table,
    take_turn,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.threads import begin, private_thread, rests


class Hasty:
    """asyncio for discord.py, without the seconds it waits before it reconnects."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, _: float) -> None:
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the seconds that discord.py waits before it connects again, and between two connections."""

    async def start_at_once(*_: Any, **__: Any) -> None:
        pass

    monkeypatch.setattr("discord.shard.asyncio", Hasty())
    monkeypatch.setattr(Slowboat, "before_identify_hook", start_at_once)


async def read_left_at(at: Table, guild: Guild) -> float | None:
    return (await at.referee.store.transaction(lambda tx: tx.read_guild(guild.id))).left_at


async def begin_session(at: Table) -> None:
    """Wait until the bot has begun another session."""
    begun = at.sandbox.gateway.identifies
    person = at.person("anna")
    await person.until(lambda: at.sandbox.gateway.identifies > begun)
    await at.bot.wait_until_ready()
    await person.until(lambda: at.bot.is_connected())
    await wait_for_rest()


async def test_a_server_that_removes_the_bot_during_a_gap_is_noticed(at: Table) -> None:
    """Discord does not report it; the server is just missing from the next session."""
    await open_match(at, "docker new", ("anna", "ben"))
    guild = at.person("anna").channel.guild
    assert guild is not None
    other = seed.add_guild(at.sandbox.world, "Island")
    await at.person("anna").until(lambda: at.bot.get_guild(other.id))
    await at.sandbox.gateway.drop(forget=True)
    guilds.kick_bot(at.sandbox.world, guild)
    await begin_session(at)
    await at.person("anna").until(lambda: at.bot.get_guild(guild.id) is None)
    assert at.bot.get_guild(other.id)
    assert await read_left_at(at, guild) is not None, "its data will be purged"
    assert await read_left_at(at, other) is None
    assert rests(at)


async def test_a_gap_in_which_nothing_happens_changes_nothing(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    guild = at.person("anna").channel.guild
    assert guild is not None
    await at.sandbox.gateway.drop(forget=True)
    await begin_session(at)
    assert await read_left_at(at, guild) is None
    assert not rests(at)
    person, _ = await find_players(at)
    await take_turn(person)


async def test_a_private_thread_that_removes_the_bot_while_it_is_down_is_noticed(at: Table) -> None:
    thread, anna, ben = private_thread(at)
    anna.add_to_thread(at.sandbox.world.bot)
    await begin(at, anna, ben)
    await at.stop()
    anna.remove_from_thread(at.sandbox.world.bot)
    await at.start()
    await wait_for_rest()
    assert rests(at), "the removal is noticed before a clock runs out"
    anna.add_to_thread(at.sandbox.world.bot)
    await anna.until(lambda: not rests(at))
    await anna.until(lambda: "The match goes on." in words(find_board(anna)))
    await wait_for_boards(at)
    person, _ = await find_players(at)
    await take_turn(person.at(thread))


async def read_time_left(at: Table, match_id: int) -> float:
    match = await at.referee.match(match_id)
    clock = match.clocks[match.awaited[0].seat]
    return compute_remaining(clock, at.referee.now(), at.referee.outages_of(match))


async def sweep(at: Table) -> None:
    """Run timers, as if the process had been up all the time."""
    await at.referee.store.transaction(lambda tx: tx.record_alive(at.referee.now(), gap=float("inf")))
    at.referee._alive_at = None
    await at.bot.run_timers()


async def pass_hours(at: Table, hours: int) -> None:
    """Let time pass with a sweep every hour, the first one at once."""
    await sweep(at)
    for _ in range(hours):
        at.sandbox.world.clock.advance(HOUR)
        await sweep(at)


async def open_on(at: Table, people: tuple[Person, Person]) -> int:
    """Open a match with three moves a day in the channel of these people. Returns its id."""
    first, second = people
    opened = await open_lobby(at, first, pace="brisk")
    await second.click(opened.message, "Join")
    await wait_for_boards(at)
    match = await at.referee.match_in(first.channel.id)
    assert match is not None
    return match.id


async def test_a_dead_shard_stops_only_the_clocks_of_its_servers(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.stop()
        world = at.sandbox.world
        world.recommended_shards = 2
        other = seed.add_guild(world, "Island")
        while (other.id >> 22) % 2 == (seed.GUILD_ID >> 22) % 2:
            other = seed.add_guild(world, "Island")
        await at.start()
        assert at.bot.shard_count == 2
        there = next(iter(other.channels.values()))
        people = at.person("anna"), at.person("ben")
        here = await open_on(at, people)
        away = await open_on(at, (people[0].at(there), people[1].at(there)))
        await wait_for_rest()
        await sweep(at)
        began = [await read_time_left(at, number) for number in (here, away)]
        dead = at.bot.shards[(other.id >> 22) % 2]
        await dead.disconnect()
        assert at.bot.shards_down() == {dead.id}
        assert at.bot.is_connected()
        await pass_hours(at, 3)
        assert await read_time_left(at, here) == pytest.approx(began[0] - 3 * HOUR, abs=120)
        assert await read_time_left(at, away) == pytest.approx(began[1], abs=120)
        await dead.reconnect()
        await people[0].until(lambda: not at.bot.shards_down())
        await pass_hours(at, 2)
        assert await read_time_left(at, away) == pytest.approx(began[1] - 2 * HOUR, abs=120)
