"""How long servers are without a process after a `kill -9`, by the usual times of leases and logins.

Only SLOWBOAT_FULL measures it, because a busy machine is slower; `test_fleet.py` tests the same in virtual time.
"""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.fleet.fleet_table import SLOW, find_awaited, open_in, people_of
from tests.fleet.killable import USUAL, fork_server, open_fleet, until_served_by
from tests.support.numbers import SHARE, patience, times
from tests.support.play.table import find_board
from tests.support.postgres import start_server

KILLS = times(20, usual=1)
"""Processes that are killed, with a standby and without."""

TAKEN_WITHIN = 10.0
"""Seconds within which the shards of a dead process are taken over."""

ANSWERED_WITHIN = 2.0
"""Seconds within which a standby answers a press in a server of a dead process."""

pytestmark = [
    pytest.mark.timeout(patience(300)),
    pytest.mark.skipif(not SHARE, reason="measures times; `just prove` runs it"),
]


async def test_shards_of_a_dead_process_are_taken_over(tmp_path: Path) -> None:
    taken = []
    async with (
        open_fleet(tmp_path, start_server()) as (at, address, store),
        fork_server(at, tmp_path, address, times=USUAL) as processes,
    ):
        for name in ("a", "b"):
            await processes.start(name)
        for number in range(KILLS):
            await until_served_by(store, at, "a", "b", sessions=1)
            dead, left = ("a", "b") if number % 2 else ("b", "a")
            await processes.send(dead, signal.SIGKILL)
            began = time.monotonic()
            await until_served_by(store, at, left, sessions=1)
            taken.append(time.monotonic() - began)
            await processes.start(dead)
    print(describe("taken over", taken))  # noqa: T201 - for docs/fleet.md
    assert max(taken) <= TAKEN_WITHIN


async def test_a_standby_answers_for_a_dead_process(tmp_path: Path) -> None:
    answered = []
    async with (
        open_fleet(tmp_path, start_server()) as (at, address, store),
        fork_server(at, tmp_path, address, times=USUAL) as processes,
    ):
        for name in ("a", "b", "standby"):
            await processes.start(name, standby=name == "standby")
        owners = await until_served_by(store, at, "a", "b", sessions=2)
        people = people_of(at, there=True)
        await people[0].until(lambda: at.sandbox.world.commands[None], within=SLOW)
        await open_in(people)
        for _ in range(KILLS):
            owner = owners[at.shard_of(at.there)]
            await processes.send(owner, signal.SIGKILL)
            began = time.monotonic()
            await find_awaited(people).click(find_board(people[0]), "Play").acknowledgement(within=SLOW)
            answered.append(time.monotonic() - began)
            await processes.start(owner)
            owners = await until_served_by(store, at, "a", "b", sessions=2)
    print(describe("answered by the standby", answered))  # noqa: T201 - for docs/fleet.md
    assert max(answered) <= ANSWERED_WITHIN


def describe(what: str, seconds: list[float]) -> str:
    middle, longest = sorted(seconds)[len(seconds) // 2], max(seconds)
    return f"{what} after {middle:.2f} s (median of {len(seconds)} kills), {longest:.2f} s at most"
