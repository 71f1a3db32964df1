"""Whole Slowboats share the shards of a bot, in a sandbox and on one PostgreSQL schema."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from client.board.postman import Postman
from client.core import bot as bots
from client.places import places
from matches.keeping.fleet import LEASE
from matches.keeping.saving import BOARD_GRACE
from matches.people.servers import mark_back, mark_gone, mark_greeted
from tests.fleet.fleet_table import BEATS, SLOW, count_answers, find_awaited, fleet_table, open_in, people_of
from tests.support.play.table import find_board, take_turn


async def test_each_server_is_served_by_exactly_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with fleet_table(tmp_path, monkeypatch) as at:
        first = await at.start("a")
        await at.until_served(a={0, 1})
        second = await at.start("b")
        await at.until_served(a={0}, b={1})
        by_shard = {0: first, 1: second}
        for guild in (at.here, at.there):
            shard = at.shard_of(guild)
            served, other = by_shard[shard].bot, by_shard[1 - shard].bot
            assert served.serves(guild.id)
            assert not other.serves(guild.id)
            assert served.get_guild(guild.id) is not None
            assert other.get_guild(guild.id) is None, "nothing is kept of servers that another process serves"
            assert other.note_connections()(guild.id) is False
        assert first.bot.serves(0), "direct messages come from shard 0"
        for there in (False, True):
            people = people_of(at, there=there)
            await open_in(people)
            await take_turn(find_awaited(people))
        assert set(count_answers(at).values()) == {1}
        assert not at.sandbox.rest.refused
        registered = [each for each in at.sandbox.rest.log if each.method == "PUT" and "commands" in each.template]
        assert len(registered) == 1, "commands are registered by the process with shard 0"


async def test_a_press_that_reaches_two_processes_is_carried_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with fleet_table(tmp_path, monkeypatch) as at:
        await at.start("a")
        await at.until_served(a={0, 1})
        await at.start("s", standby=True)
        await at.until_served(a={0, 1}, s=set())
        assert [len(at.sandbox.gateway.list_sessions(shard)) for shard in (0, 1)] == [2, 2]
        people = people_of(at, there=True)
        await open_in(people)
        assert set(count_answers(at).values()) == {1}
        await at.processes["a"].die()
        await take_turn(find_awaited(people))
        assert set(count_answers(at).values()) == {1}
        assert at.processes["s"].fleet.plan.owned == set(), "it has answered although it does not serve the shard yet"
        assert not at.sandbox.rest.refused
        at.sandbox.world.clock.advance(LEASE)
        await at.until_served(s={0, 1})


async def test_a_leaving_process_hands_its_shards_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with fleet_table(tmp_path, monkeypatch) as at:
        old = await at.start("a")
        await at.until_served(a={0, 1})
        people = people_of(at, there=False), people_of(at, there=True)
        for each in people:
            await open_in(each)
        for guild in (at.here, at.there):
            assert await mark_greeted(old.referee, guild.id, at.sandbox.now())
        await at.start("b")
        await at.until_served(a={0}, b={1})
        left = await old.referee.store.transaction(lambda tx: tx.list_guilds_left(float("inf")))
        assert left == [], "servers of another process are not taken for lost ones"
        await old.bot.leave()
        await at.until_served(a=set(), b={0, 1})
        await old.stop()
        for each in people:
            await take_turn(find_awaited(each))
        assert set(count_answers(at).values()) == {1}


async def test_a_shard_that_is_connected_while_the_store_is_asked_loses_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The servers of that shard are not in the list that was made before."""
    connected, gone = asyncio.Event(), list[list[int]]()

    async def wait_and_mark_back(*arguments: Any) -> None:
        await connected.wait()
        await mark_back(*arguments)

    async def record_gone(*arguments: Any, **named: Any) -> list[int]:
        gone.append(await mark_gone(*arguments, **named))
        return gone[-1]

    async with fleet_table(tmp_path, monkeypatch) as at:
        first = await at.start("a")
        await at.until_served(a={0, 1})
        for guild in (at.here, at.there):
            assert await mark_greeted(first.referee, guild.id, at.sandbox.now())
        monkeypatch.setattr(places, "mark_back", wait_and_mark_back)
        monkeypatch.setattr(places, "mark_gone", record_gone)
        await at.start("s", standby=True)
        await at.until_served(a={0, 1}, s=set())
        connected.set()
        async with asyncio.timeout(SLOW):
            while len(gone) < 2:  # noqa: ASYNC110 - once for each shard
                await asyncio.sleep(BEATS)
        assert gone == [[], []]


async def test_what_a_dead_process_owed_is_done_before_the_next_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with fleet_table(tmp_path, monkeypatch) as at:
        monkeypatch.setattr(bots, "SWEEP_EVERY", 3600.0)
        dying = await at.start("a")
        await at.until_served(a={0, 1})
        people = people_of(at, there=True)
        await open_in(people)
        survivor = await at.start("s", standby=True)
        await at.until_served(a={0, 1}, s=set())
        await people[0].until(lambda: survivor.bot.has_recovered, within=SLOW)
        owing, dead = asyncio.Event(), asyncio.Event()

        async def die(*_: object, **__: object) -> None:
            owing.set()
            await dead.wait()
            raise asyncio.CancelledError

        monkeypatch.setattr(dying.bot[Postman], "post_board", die)
        person, old = find_awaited(people), find_board(people[0])
        turn = asyncio.create_task(take_turn(person))
        async with asyncio.timeout(SLOW):
            await owing.wait()
        swept = asyncio.Event()

        async def note_sweep() -> None:
            swept.set()

        survivor.bot.run_timers = note_sweep  # type: ignore[method-assign]
        await dying.die()
        dead.set()
        at.sandbox.world.clock.advance(LEASE)
        await at.until_served(s={0, 1})
        async with asyncio.timeout(SLOW):
            await swept.wait()
        assert find_board(people[0]) is old, "the dead process may only be slow"
        at.sandbox.world.clock.advance(BOARD_GRACE - LEASE)
        assert await turn is not old
