"""Test idle matches without a clock: players are asked once, then the match is paused until a player resumes it."""

from __future__ import annotations

import pytest

from matches.clocks import idle
from matches.clocks.clocks import ASK_AFTER, SLEEP_AFTER
from matches.clocks.pace import DAY
from matches.clocks.pauses import pause
from matches.errors import Stale
from matches.match import Match
from matches.play import resign
from matches.referee import MACHINE, Done
from tests.support.matches.house import ANNA, BEN, CHIARA, House, read_refusal


async def live(at: House, days: float) -> list[Done]:
    """Let days pass, an hour at a time."""
    found = []
    for _ in range(round(days * 24)):
        found += await at.pass_time(3600)
    return found


async def begin(at: House, *, pace: str = "relaxed") -> Match:
    match = await at.running("docker", ANNA, BEN, pace=pace, absence="skip")
    await at.referee.record_alive()
    return match


async def kinds(at: House, match: Match) -> list[str]:
    return [row.kind for row in await at.log(match) if row.kind != "ply"]


async def test_an_idle_match_asks_once_and_sleeps_until_it_is_woken(at: House) -> None:
    match = await begin(at)
    boards = len(await at.list_unposted())
    await live(at, ASK_AFTER / DAY - 0.1)
    assert await kinds(at, match) == ["start"]
    await live(at, 0.2)
    assert await kinds(at, match) == ["start", "ask"]
    assert len(await at.list_unposted()) == boards + 1, "the question is asked on a board"
    at.restart()
    await live(at, SLEEP_AFTER / DAY - 0.3)
    assert await kinds(at, match) == ["start", "ask"], "the question is asked once"
    called = sum(len(done.pings) for done in await live(at, 0.4))
    match = await at.referee.match(match.id)
    assert (match.phase, match.paused_for) == ("paused", "sleep")
    assert called == 0
    assert await live(at, 30) == [], "nothing happens while it sleeps"
    at.restart()
    assert "Only the players" in await read_refusal(at.do(match, idle.wake, CHIARA, now=at.now))
    match = (await at.do(match, idle.wake, BEN, now=at.now)).match
    assert match.phase == "running"
    assert all(clock.since == at.now for clock in match.clocks.values() if clock.since is not None)
    assert "is not paused" in await read_refusal(at.do(match, idle.wake, BEN, now=at.now), Stale)
    await live(at, ASK_AFTER / DAY - 0.1)
    assert (await kinds(at, match))[-1] == "resume", "no question for two weeks after waking"


async def test_a_move_after_the_question_keeps_it_awake(at: House) -> None:
    match = await begin(at)
    await live(at, ASK_AFTER / DAY + 1)
    await at.play_any_turn(match)
    await live(at, ASK_AFTER / DAY - 0.1)
    assert (await at.referee.match(match.id)).phase == "running"
    await live(at, 0.2)
    assert (await kinds(at, match)).count("ask") == 2, "after another silence the question is asked again"


async def test_a_choice_counts_while_others_have_yet_to_choose(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN, CHIARA, 4, pace="relaxed", absence="skip")
    await at.referee.record_alive()
    await live(at, 10)
    await at.play_any_turn(match)
    await live(at, ASK_AFTER / DAY - 0.1)
    assert await kinds(at, match) == ["start"], "the choice was made less than two weeks ago"
    await live(at, 0.2)
    assert await kinds(at, match) == ["start", "ask"]
    await at.play_any_turn(match)
    await live(at, SLEEP_AFTER / DAY + 1)
    assert (await at.referee.match(match.id)).phase == "running", "the choice was made after the question"


@pytest.mark.parametrize("pace", ["daily", "live"])
async def test_matches_with_a_clock_never_sleep(at: House, pace: str) -> None:
    match = await at.running("docker", ANNA, BEN, pace=pace, absence="nothing")
    await at.referee.record_alive()
    await live(at, 30)
    assert await kinds(at, match) == ["start"]


async def test_matches_in_direct_messages_never_sleep(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, guild=0)
    await at.referee.record_alive()
    await live(at, 30)
    assert await kinds(at, match) == ["start"]


async def test_a_sleeping_match_is_woken_to_resign(at: House) -> None:
    match = await begin(at)
    await live(at, 22)
    assert "is paused" in await read_refusal(at.do(match, resign, ANNA, now=at.now))
    await at.do(match, idle.wake, ANNA, now=at.now)
    assert (await at.do(match, resign, ANNA, now=at.now)).match.phase == "finished"


async def test_only_a_sleeping_match_is_woken_by_one_player(at: House) -> None:
    """A pause that players have agreed on needs their consent to end."""
    match = await begin(at)
    await at.referee.change(match.id, MACHINE, lambda found: pause(found, "consent", now=at.now))
    assert "is not paused" in await read_refusal(at.do(match, idle.wake, ANNA, now=at.now), Stale)
    assert (await at.referee.match(match.id)).phase == "paused"
