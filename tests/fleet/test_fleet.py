"""Several processes agree on who serves which shard. Time is virtual; a session is connected a second after the plan
asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from data import SharedStore, StoreError
from data.postgres.store import PostgresStore
from matches.keeping.fleet import BEAT, LEASE, LOGINS_APART, SECOND_WAITS, SILENT, Fleet
from tests.support.postgres import make_schema, start_server

TAKEN_WITHIN = LEASE + BEAT
"""Seconds within which the shards of a dead process are taken over."""


class Processes:
    """Processes on one store that give a sign of life every second, in the order of their names. `may_not_log_in`:
    those that open no session for the time being."""

    def __init__(self, store: SharedStore, count: int) -> None:
        self.store = store
        self.count = count
        self.now = 1_000_000.0
        self.all: dict[str, Fleet] = {}
        self.connected: dict[str, frozenset[int]] = {}
        self.slept: list[float] = []
        self.may_not_log_in: set[str] = set()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    async def start(self, name: str, *, standby: bool = False, count: int | None = None) -> Fleet:
        def now() -> float:
            return self.now

        key = len(self.all)
        fleet = Fleet(self.store, name=name, key=key, now=now, standby=standby, count=count, sleep=self.sleep)
        await fleet.agree_on_count(self.count)
        self.all[name], self.connected[name] = fleet, frozenset()
        return fleet

    def kill(self, name: str) -> None:
        del self.all[name], self.connected[name]

    async def live(self, seconds: float = 0.0) -> None:
        """Let time pass, and check after every sign of life that no shard has two owners."""
        end = self.now + seconds
        while True:
            for name, fleet in sorted(self.all.items()):
                plan = await fleet.beat(self.connected[name])
                if name not in self.may_not_log_in:
                    self.connected[name] = plan.wanted
                rows = await self.store.transaction(lambda tx: tx.list_leases("shard"))
                assert {row.key for row in rows if row.holder.startswith(f"{name}/")} == plan.owned
            if self.now >= end:
                return
            self.now += BEAT

    def list_owned(self) -> dict[str, list[int]]:
        return {name: sorted(fleet.plan.owned) for name, fleet in sorted(self.all.items())}


@pytest.fixture
async def store() -> AsyncIterator[SharedStore]:
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    opened = await PostgresStore.open(make_schema(server, "fleet"), shared=True)
    await opened.transaction(lambda tx: tx.drop_ended_leases(float("inf")))
    yield opened
    await opened.close()


async def test_processes_share_the_shards_and_hand_them_over(store: SharedStore) -> None:
    at = Processes(store, 5)
    await at.start("a")
    await at.live(2)
    assert at.list_owned() == {"a": [0, 1, 2, 3, 4]}
    await at.start("b")
    await at.live(1)
    assert at.list_owned()["a"] == [0, 1, 2, 3, 4], "b is not connected yet"
    await at.live(4)
    assert at.list_owned() == {"a": [0, 1, 2], "b": [3, 4]}
    assert at.connected == {"a": {0, 1, 2}, "b": {3, 4}}
    await at.start("c", standby=True)
    await at.live(4)
    assert at.list_owned() == {"a": [0, 1, 2], "b": [3, 4], "c": []}
    assert at.connected["c"] == {0, 1, 2, 3, 4}, "a standby is connected to all"


async def test_a_dead_process_is_replaced_at_the_end_of_its_lease(store: SharedStore) -> None:
    at = Processes(store, 4)
    for name in ("a", "b"):
        await at.start(name)
    await at.live(6)
    assert at.list_owned() == {"a": [0, 1], "b": [2, 3]}
    at.kill("b")
    await at.live(LEASE - BEAT)
    assert at.list_owned() == {"a": [0, 1]}, "it may only be slow"
    assert at.all["a"].list_unserved() == set()
    assert at.connected["a"] == {0, 1, 2, 3}, "it is ready to take over"
    await at.live(TAKEN_WITHIN - (LEASE - BEAT))
    assert at.list_owned() == {"a": [0, 1, 2, 3]}


async def test_a_standby_takes_the_shards_of_a_dead_process_until_a_member_is_connected(store: SharedStore) -> None:
    at = Processes(store, 4)
    await at.start("a")
    await at.start("b")
    await at.start("s", standby=True)
    await at.live(6)
    assert at.list_owned() == {"a": [0, 1], "b": [2, 3], "s": []}
    at.kill("b")
    at.may_not_log_in.add("a")
    await at.live(LEASE - BEAT)
    assert at.list_owned() == {"a": [0, 1], "s": []}
    await at.live(2 * BEAT)
    assert at.list_owned() == {"a": [0, 1], "s": [2, 3]}
    at.may_not_log_in.clear()
    await at.live(4 * BEAT)
    assert at.list_owned() == {"a": [0, 1, 2, 3], "s": []}
    at.kill("a")
    await at.live(LEASE + 1)
    assert at.list_owned() == {"s": [0, 1, 2, 3]}, "without members, the standby serves"


async def test_a_leaving_process_keeps_its_shards_until_the_others_have_them(store: SharedStore) -> None:
    at = Processes(store, 4)
    leaving = await at.start("a")
    await at.start("b")
    await at.live(6)
    leaving.leave()
    await at.live()
    assert at.list_owned() == {"a": [0, 1], "b": [2, 3]}
    assert leaving.plan.others
    await at.live(3)
    assert at.list_owned() == {"a": [], "b": [0, 1, 2, 3]}
    last = at.all["b"]
    at.kill("a")
    last.leave()
    await at.live(LEASE)
    assert not last.plan.others, "nobody is left to take over"
    assert at.list_owned() == {"b": [0, 1, 2, 3]}
    await last.end()
    at.kill("b")
    await at.start("c")
    await at.live(BEAT)
    assert at.list_owned() == {"c": [0, 1, 2, 3]}, "what was released is free at once"


async def test_a_process_that_was_paused_finds_its_shards_taken(store: SharedStore) -> None:
    at = Processes(store, 2)
    await at.start("a")
    await at.start("b")
    await at.live(6)
    paused, its = at.all["a"], at.connected["a"]
    at.kill("a")
    await at.live(TAKEN_WITHIN)
    assert at.list_owned() == {"b": [0, 1]}
    at.all["a"], at.connected["a"] = paused, its
    await at.live(4)
    assert at.list_owned() == {"a": [1], "b": [0]}


async def test_a_silent_process_that_goes_on_keeps_its_shards(store: SharedStore) -> None:
    at = Processes(store, 4)
    for name in ("a", "b"):
        await at.start(name)
    await at.live(6)
    slow, its = at.all["b"], at.connected["b"]
    at.kill("b")
    await at.live(SILENT - BEAT)
    assert at.connected == {"a": {0, 1}}
    await at.live(BEAT)
    assert at.connected == {"a": {0, 1, 2, 3}}, "to take over if it does not go on"
    at.all["b"], at.connected["b"] = slow, its
    await at.live(2 * BEAT)
    assert at.list_owned() == {"a": [0, 1], "b": [2, 3]}
    assert at.connected == {"a": {0, 1}, "b": {2, 3}}


async def test_an_outage_of_the_database_moves_no_shard(store: SharedStore) -> None:
    """All leases have ended after it, and one process is the first to notice that it is over."""
    at = Processes(store, 4)
    for name in ("a", "b"):
        await at.start(name)
    await at.live(6)
    at.now += 2 * LEASE
    late, its = at.all["b"], at.connected["b"]
    at.kill("b")
    await at.live(2 * BEAT)
    assert at.connected == {"a": {0, 1}}
    at.all["b"], at.connected["b"] = late, its
    await at.live()
    assert at.list_owned() == {"a": [0, 1], "b": [2, 3]}


async def test_the_operator_is_told_who_serves_which_shard(store: SharedStore) -> None:
    at = Processes(store, 3)
    fleet = await at.start("a")
    await fleet.beat(())
    assert fleet.describe() == "a is a member; shards of 3 served by\na: -\nnobody: 0, 1, 2\n"
    await at.start("b")
    await at.live(6)
    assert fleet.describe() == "a is a member; shards of 3 served by\na: 0, 1\nb: 2\nnobody: -\n"


async def test_all_run_with_the_number_of_shards_of_the_first(store: SharedStore) -> None:
    at = Processes(store, 3)
    await at.start("a")
    at.count = 8
    assert (await at.start("b")).count == 3
    with pytest.raises(StoreError, match="run with 3 shards, and SLOWBOAT_SHARDS says 6"):
        await at.start("c", count=6)
    at.now += LEASE
    assert (await at.start("d", count=6)).count == 6


async def test_an_interaction_is_carried_out_by_one_process(store: SharedStore) -> None:
    at = Processes(store, 1)
    one, two = await at.start("a"), await at.start("b", standby=True)
    await at.live(3)
    assert at.connected == {"a": {0}, "b": {0}}
    assert await one.claim(1, 0)
    assert at.slept == []
    assert await two.claim(1, 0) is False, "another process has it"
    assert at.slept == [SECOND_WAITS], "the owner of the shard goes first"
    assert await two.claim(2, 0), "the owner is dead, and its lease has not ended"
    assert await one.claim(2, 0) is False
    taken = await asyncio.gather(*(one.claim(number, 0) for number in (3, 4)), two.claim(4, 0), two.claim(3, 0))
    assert sum(map(bool, taken)) == 2, "each is carried out once"


async def test_a_process_that_is_about_to_end_begins_nothing_that_others_can_do(store: SharedStore) -> None:
    at = Processes(store, 1)
    one = await at.start("a")
    await at.live(1)
    await at.start("b")
    one.leave()
    assert await one.claim(1, 0), "nobody else serves the shard yet"
    await at.live(3)
    assert at.list_owned() == {"a": [], "b": [0]}
    assert await one.claim(2, 0) is False
    assert at.slept == [], "it does not wait before it refuses"


async def test_without_the_database_only_the_owner_of_the_shard_may_answer(store: SharedStore) -> None:
    at = Processes(store, 1)
    one, two = await at.start("a"), await at.start("b", standby=True)
    await at.live(3)

    async def fail(_: Any) -> Any:
        raise StoreError("no database")

    store.transaction = fail  # type: ignore[method-assign,assignment]
    assert await one.claim(1, 0) is None
    assert await two.claim(1, 0) is False


async def test_one_process_at_a_time_logs_in_with_a_bucket(store: SharedStore) -> None:
    at = Processes(store, 1)
    fleets = [await at.start(name) for name in ("a", "b")]
    times: list[tuple[int, float]] = []
    for fleet, bucket in ((fleets[0], 0), (fleets[1], 1), (fleets[1], 0), (fleets[1], 0), (fleets[0], 1)):
        await fleet.wait_to_log_in(bucket)
        times.append((bucket, at.now))
    began = times[0][1]
    assert times[1] == (1, began), "another bucket need not wait"
    for bucket in (0, 1):
        first, *later = [when for each, when in times if each == bucket]
        for when in later:
            assert when - first >= LOGINS_APART
            first = when
