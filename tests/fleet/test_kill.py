"""Real processes are killed with `kill -9`, and others take over."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.fleet.fleet_table import SLOW, count_answers, find_awaited, open_in, people_of
from tests.fleet.killable import fork_server, open_fleet, until_served_by
from tests.support.numbers import patience, times
from tests.support.play.table import take_turn
from tests.support.postgres import start_server

pytestmark = pytest.mark.long


@pytest.mark.timeout(patience(90))
async def test_a_killed_process_is_replaced_and_no_press_is_lost_or_doubled(tmp_path: Path) -> None:
    async with (
        open_fleet(tmp_path, start_server()) as (at, address, store),
        fork_server(at, tmp_path, address) as processes,
    ):
        for name in ("a", "b"):
            await processes.start(name)
        await processes.start("standby", standby=True)
        owner, owners = "", await until_served_by(store, at, "a", "b", sessions=2)
        people = people_of(at, there=True)
        await people[0].until(lambda: at.sandbox.world.commands[None], within=SLOW)
        await open_in(people)
        for number in range(times(300, usual=1)):
            if number:
                await processes.start(owner)
                owners = await until_served_by(store, at, "a", "b", sessions=2)
            owner = owners[at.shard_of(at.there)]
            await processes.send(owner, signal.SIGKILL)
            await take_turn(find_awaited(people))  # answered by the standby
            (left,) = {"a", "b"} - {owner}
            await until_served_by(store, at, left, sessions=2)
        assert set(count_answers(at).values()) == {1}, "no press was answered twice"
