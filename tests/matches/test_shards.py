"""If one of several connections to Discord is lost, the clocks of its servers stand still and others run on."""

from __future__ import annotations

import pytest

from matches.clocks.clocks import GRACE, compute_remaining
from matches.clocks.shards import merge_outages, shard_of
from matches.keeping.processes import Alone
from matches.match import Match
from matches.referee import OUTAGE
from tests.support.matches.house import ANNA, BEN, House

HOUR, DAY = 3600.0, 24 * 3600.0
ALIVE, DEAD = 4 << 22, 5 << 22
"""Servers of the first and of the second of two shards."""


async def two_servers(at: House) -> tuple[Match, Match]:
    """Open a match in each of two servers."""
    found = [
        await at.running("docker", ANNA, BEN, pace="daily", channel=90 + n, guild=g)
        for n, g in enumerate((ALIVE, DEAD))
    ]
    return found[0], found[1]


async def live(at: House, seconds: float, *, down: frozenset[int] = frozenset(), step: float = HOUR / 4) -> None:
    """Let `seconds` pass with sweeps, while these shards are down."""
    end = at.now + seconds
    while at.now < end:
        at.now = min(at.now + step, end)
        await at.store.transaction(lambda tx: tx.record_alive(at.now, gap=float("inf")))
        await at.sweep(down=down, shards=2)


async def read_time_left(at: House, match: Match) -> float:
    match = await at.referee.match(match.id)
    clock = match.clocks[match.awaited[0].seat]
    return compute_remaining(clock, at.now, at.referee.outages_of(match))


async def count_missed(at: House, match: Match) -> int:
    return sum(seat.missed for seat in (await at.referee.match(match.id)).seats)


@pytest.mark.parametrize("restarted", [False, True])
async def test_clocks_stand_still_in_the_servers_of_a_dead_shard(at: House, restarted: bool) -> None:
    alive, dead = await two_servers(at)
    await at.sweep(shards=2)
    await live(at, 3 * HOUR)
    assert await read_time_left(at, alive) == await read_time_left(at, dead) == pytest.approx(DAY - 3 * HOUR)
    await live(at, 10 * HOUR, down=frozenset({1}))
    if restarted:
        at.restart()
        await at.sweep(down=frozenset({1}), shards=2)
    await live(at, 10 * HOUR, down=frozenset({1}))
    assert await read_time_left(at, alive) == pytest.approx(DAY - 23 * HOUR, abs=OUTAGE)
    assert await read_time_left(at, dead) == pytest.approx(DAY - 3 * HOUR, abs=HOUR / 2), "the clock lost no time"
    await live(at, 5 * DAY, down=frozenset({1}))
    assert await count_missed(at, alive) > 0
    assert await count_missed(at, dead) == 0, "clocks stand still while nobody can play"
    await live(at, HOUR)
    assert await read_time_left(at, dead) == pytest.approx(DAY - 4 * HOUR, abs=HOUR / 2)
    await live(at, DAY - 3 * HOUR)
    assert await count_missed(at, dead) == 1, "the clocks run again"


async def test_a_shard_that_has_just_gone_runs_no_timer(at: House) -> None:
    """Check at once, before the next sign of life would be recorded."""
    _, dead = await two_servers(at)
    await live(at, DAY - 5, step=DAY)
    await at.sweep(shards=2)
    at.now += 6
    await at.sweep(down=frozenset({1}), shards=2)
    assert await count_missed(at, dead) == 0
    at.now += 6
    await at.sweep(shards=2)
    assert await count_missed(at, dead) == 1, "so short a break is no outage"


async def test_a_long_outage_leaves_everybody_an_hour(at: House) -> None:
    _, dead = await two_servers(at)
    await at.sweep(shards=2)
    await live(at, DAY - 60, step=60.0)
    await live(at, HOUR, down=frozenset({1}), step=60.0)
    await live(at, 60, step=60.0)
    assert await read_time_left(at, dead) == pytest.approx(GRACE, abs=2 * OUTAGE)


async def test_outages_recorded_with_fewer_shards_stay_with_their_servers(at: House) -> None:
    """Change the number of shards, as Discord asks of a growing bot: outages recorded before still count."""
    _, dead = await two_servers(at)
    await at.sweep(shards=2)
    await live(at, 2 * HOUR, down=frozenset({1}))
    await at.sweep(shards=2)
    before = await read_time_left(at, dead)
    at.restart()
    await at.sweep(shards=3)
    assert await read_time_left(at, dead) == pytest.approx(before, abs=OUTAGE)


def test_the_shard_of_a_server_is_that_of_discord() -> None:
    assert [shard_of(guild, 2) for guild in (ALIVE, DEAD, 0)] == [0, 1, 0]
    assert shard_of(DEAD, 1) == 0


def test_outages_are_united() -> None:
    assert merge_outages(((5.0, 7.0), (1.0, 2.0), (2.0, 3.0), (6.0, 6.5))) == ((1.0, 3.0), (5.0, 7.0))


async def test_a_process_runs_the_timers_of_its_own_shards(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    here, elsewhere = await two_servers(at)
    monkeypatch.setattr(Alone, "serves", lambda _, guild_id: guild_id == ALIVE)
    await at.sweep(shards=2)
    await live(at, DAY + 1)
    assert [await count_missed(at, match) for match in (here, elsewhere)] == [1, 0]
    monkeypatch.setattr(Alone, "serves", lambda _, guild_id: guild_id == DEAD)
    await at.sweep(shards=2)
    assert [await count_missed(at, match) for match in (here, elsewhere)] == [1, 1]
