"""Test pausing, moving and cancelling a match, and replacing players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from data import PausedFor
from matches.change import Change
from matches.clocks import absence, pauses
from matches.clocks.pace import DAY, HOUR
from matches.errors import Stale
from matches.lobby import lobby
from matches.match import Match
from matches.play import play, resign
from matches.referee import MACHINE
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, read_refusal


async def change(at: House, match: Match, work: Callable[[Match], Change]) -> Match:
    return (await at.referee.change(match.id, MACHINE, work)).match


async def pause(at: House, match: Match, why: PausedFor = "consent", **facts: Any) -> Match:
    return await change(at, match, lambda m: pauses.pause(m, why, now=at.now, **facts))


@pytest.mark.parametrize("why", ["consent", "place", "owner"])
async def test_a_match_is_paused_and_resumed(at: House, why: PausedFor) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    await at.referee.record_alive()
    decisions = match.decisions
    match = await pause(at, match, why, note="a reason", board=False)
    assert (match.phase, match.paused_for) == ("paused", why)
    assert match.awaited == ()
    assert await at.pass_time(99 * DAY) == [], "a paused match has no reminders and no deadlines"
    seat = next(iter(decisions))
    who = match.holder(seat).user_id or 0
    said = await read_refusal(at.do(match, play, who, seat=seat, codes=["x"], decision=decisions[seat], now=at.now))
    assert "paused" in said
    await read_refusal(at.do(match, resign, ANNA, now=at.now))
    await read_refusal(pause(at, match), Stale)
    match = await change(at, match, lambda m: pauses.resume(m, now=at.now, user_id=ANNA))
    assert (match.phase, match.paused_for) == ("running", None)
    assert match.decisions == decisions, "earlier buttons still work"
    await read_refusal(change(at, match, lambda m: pauses.resume(m, now=at.now)), Stale)
    assert [(row.kind, row.note) for row in await at.log(match)][1:] == [("pause", "a reason"), ("resume", "")]
    assert (await at.play_any_turn(match)).match.seq > match.seq


async def test_a_pause_ends_at_its_date(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    await at.referee.record_alive()
    await pause(at, match, resume_at=at.now + 7 * DAY)
    await at.pass_time(7 * DAY - 1)
    assert (await at.referee.match(match.id)).phase == "paused"
    (done,) = await at.pass_time(1)
    assert done.match.phase == "running"
    assert done.match.resume_at is None
    assert done.outbox_id is not None
    await at.pass_time(DAY - 1)
    assert all(holder.missed == 0 for holder in (await at.referee.match(match.id)).seats)


async def test_a_computer_player_moves_after_the_pause(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    (late,) = match.awaited
    match = await pause(at, match)
    match = await change(at, match, lambda m: pauses.replace_player(m, late.seat, None, "Slowboat", now=at.now))
    assert match.waits_for_machine == 0
    done = await at.referee.change(match.id, MACHINE, lambda m: pauses.resume(m, now=at.now))
    assert done.match.waits_for_machine == 1
    assert done.outbox_id is None
    done = await at.machines.run(done)
    assert done.outbox_id is not None
    assert done.match.awaited


async def test_a_match_moves_to_another_channel(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)

    def to(channel: int, guild: int = 70) -> Callable[[Match], Change]:
        return lambda m: pauses.move_channel(m, channel, guild, now=at.now, user_id=ANNA)

    assert "already in this channel" in await read_refusal(change(at, match, to(7)))
    assert "another server" in await read_refusal(change(at, match, to(8, 71)))
    match = await change(at, match, to(8))
    assert (match.channel_id, match.phase) == (8, "running")
    assert (await at.list_unposted())[-1].channel_id == 8
    match = await pause(at, match, "consent")
    match = await change(at, match, to(9))
    assert (match.channel_id, match.phase) == (9, "paused"), "a moved match stays paused"
    match = await change(at, match, lambda m: pauses.resume(m, now=at.now))
    for channel in (9, 10):  # the same place, open again, or another one
        match = await pause(at, match, "place")
        match = await change(at, match, to(channel))
        assert (match.channel_id, match.phase) == (channel, "running")
    assert [row.kind for row in await at.log(match) if row.kind == "place"] == ["place", "place"]
    waiting = await at.open("docker", channel=11)
    assert "in progress" in await read_refusal(change(at, waiting, to(12)))


async def test_a_match_ends_without_a_result(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    match = await pause(at, match, "place", resume_at=at.now + DAY)
    match = await change(at, match, lambda m: pauses.end_without_result(m, now=at.now, user_id=ANNA, note="tired"))
    assert (match.phase, match.paused_for, match.resume_at, match.proposal) == ("cancelled", None, None, None)
    assert all(clock.since is None for clock in match.clocks.values())
    assert (await at.log(match))[-1].note == "tired"
    await read_refusal(change(at, match, lambda m: pauses.end_without_result(m, now=at.now)), Stale)
    assert await at.pass_time(9 * DAY) == []


async def test_another_player_takes_a_seat(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="bank")
    until = at.now + 5 * DAY
    await change(at, match, lambda m: absence.announce_absence(m, BEN, until, now=at.now, outages=()))
    await change(at, match, lambda m: absence.stand_in(m, 1, missed=True, for_good=True))
    match = await change(
        at, match, lambda m: pauses.replace_player(m, 1, DANA, "Dana", now=at.now, asked_by=ANNA, note="n")
    )
    holder = match.holder(1)
    assert (holder.user_id, holder.stand_in, holder.missed, holder.away_until, holder.away_used) == (
        DANA,
        None,
        0,
        None,
        0,
    )
    assert (await at.log(match))[-1].user_id == ANNA
    said = await read_refusal(change(at, match, lambda m: pauses.replace_player(m, 0, DANA, "Dana", now=at.now)))
    assert "plays in this match" in said
    assert match.people == (ANNA, DANA, CHIARA)
    await at.do(match, resign, ANNA, now=at.now)
    match = await change(at, match, lambda m: pauses.replace_player(m, 0, BEN, "Ben", now=at.now))
    assert match.people == (BEN, DANA, CHIARA), "a resigned seat can be taken, too"
    match = await change(at, match, lambda m: pauses.replace_player(m, 0, None, lobby.COMPUTER, now=at.now))
    assert match.machine_for(0) == "computer"
    done = await at.machines.run(await at.referee.change(match.id, MACHINE, lambda m: Change(m)))
    over = await change(at, done.match, lambda m: pauses.end_without_result(m, now=at.now))
    await read_refusal(change(at, over, lambda m: pauses.replace_player(m, 0, 99, "X", now=at.now)), Stale)


async def test_a_pause_costs_nobody_time(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="bank")
    (late,) = match.awaited
    at.now += 5 * HOUR
    match = await pause(at, match)
    at.now += 50 * DAY
    match = await change(at, match, lambda m: pauses.resume(m, now=at.now))
    assert match.clocks[late.seat].left == 3 * DAY - 5 * HOUR


async def test_the_credit_for_stepping_in_is_for_people(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    match = await change(at, match, lambda m: pauses.replace_player(m, 0, DANA, "Dana", now=at.now))
    assert match.holder(0).stepped_in
    match = await change(at, match, lambda m: pauses.replace_player(m, 0, None, lobby.COMPUTER, now=at.now))
    assert match.holder(0).stepped_in is False


async def test_a_pause_is_explained_by_what_helps_against_it(at: House) -> None:
    match = await pause(at, await at.running("docker", ANNA, BEN), "place")
    assert pauses.explain_pause(match) == pauses.LOST
    match = await pause(at, await at.running("docker", ANNA, BEN, guild=0, channel=8), "place")
    assert pauses.explain_pause(match) == pauses.CLOSED
    match = await pause(at, await at.running("docker", ANNA, BEN, channel=9), "sleep")
    assert pauses.explain_pause(match) == pauses.ASLEEP
