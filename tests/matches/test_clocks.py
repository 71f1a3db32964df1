"""Test clocks: time left, deadlines, outages and absences."""

# ruff: noqa: E731 - a lambda is the change that the next line requests

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from matches.clocks import absence, clocks, pauses
from matches.clocks.clocks import GRACE, compute_deadline, compute_remaining, find_next_reminder, put_off, start
from matches.clocks.pace import ABSENCES, DAY, HOUR, MINUTE, PACES
from matches.match import Clock, Match
from matches.play import resign
from tests.support.matches.house import ANNA, BEN, CHIARA, House

RUNNING = Clock(10 * HOUR, 0.0)


def clock_of(match: Match, seat: int) -> Clock:
    return match.clocks[seat]


def find_awaited(match: Match) -> int:
    """Return the only awaited seat."""
    (row,) = match.awaited
    return row.seat


def test_paces_and_absences_are_named_and_sensible() -> None:
    assert next(iter(PACES)) == "relaxed"
    assert next(iter(ABSENCES)) == "stand_in"
    assert len({pace.name for pace in PACES.values()}) == len(PACES)
    for pace in PACES.values():
        assert 0 < pace.increment <= pace.bank <= pace.cap
        assert pace.after_turn(-5) == pace.increment
        assert pace.after_turn(pace.cap) == pace.cap


@pytest.mark.parametrize(
    ("outages", "at"),
    [
        ((), 10),
        (((-9, -8),), 10),
        (((-9, 0),), 10),
        (((-9, 2),), 12),
        (((3, 5),), 12),
        (((3, 5), (6, 7)), 13),
        (((9, 12),), 13),
        (((9.5, 10.2),), 11.2),
        (((10, 30),), 10),
        (((9, 11), (11.5, 14)), 15),
        (((-5, 30),), 40),
    ],
    ids=lambda value: str(value),
)
def test_an_outage_delays_the_deadline_and_leaves_an_hour(outages: tuple[tuple[float, float], ...], at: float) -> None:
    in_seconds = tuple((began * HOUR, ended * HOUR) for began, ended in outages)
    assert compute_deadline(RUNNING, in_seconds) == pytest.approx(at * HOUR)
    for now in (0.0, 4 * HOUR, 35 * HOUR):
        assert compute_remaining(RUNNING, now, in_seconds) == pytest.approx(max(0.0, at * HOUR - now))


def test_a_stopped_clock_keeps_its_time() -> None:
    still = Clock(5.0)
    assert compute_deadline(still, ((0, 9),)) is None
    assert compute_remaining(still, 1e9, ()) == 5.0
    assert put_off(still, 99.0, 1.0, ()) is still
    assert find_next_reminder(still, 0.0, ()) is None


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 1e5)), max_size=8), st.floats(1, 1e6), st.floats(0, 1e6))
def test_no_outage_ever_brings_a_deadline_forward(found: list[tuple[float, float]], left: float, since: float) -> None:
    outages = tuple(sorted((began, began + lasted) for began, lasted in found))
    clock = Clock(left, since)
    at = compute_deadline(clock, outages)
    assert at is not None
    assert at >= since + left - 1e-3
    for began, ended in outages:
        if since < ended and began < since + left:
            assert at >= ended + GRACE - 1e-3


def test_the_clock_of_an_absent_player_is_stopped() -> None:
    clock = put_off(RUNNING, 50 * HOUR, 4 * HOUR, ())
    assert clock == Clock(6 * HOUR, 50 * HOUR, 53 * HOUR)
    assert compute_remaining(clock, 20 * HOUR, ()) == 6 * HOUR, "an absence costs no time"
    assert put_off(Clock(HOUR, 0.0, spent=True), 9 * DAY, 2 * DAY, ()).left == 0, "a used-up absence adds nothing"
    assert start(HOUR, 5.0, away_until=3.0).since == 5.0, "an absence that is over"
    assert start(HOUR, 5.0, away_until=None).remind == 5.0 + HOUR / 2


def test_reminders_come_at_half_and_nine_tenths_of_the_time_also_after_an_outage() -> None:
    assert find_next_reminder(RUNNING, 0.0, ()) == 5 * HOUR
    assert find_next_reminder(RUNNING, 5 * HOUR, ()) == 9 * HOUR
    assert find_next_reminder(RUNNING, 9 * HOUR, ()) is None
    assert find_next_reminder(RUNNING, 9 * HOUR, ((1 * HOUR, 7 * HOUR),)) == 11 * HOUR


@pytest.mark.parametrize("pace", list(PACES))
async def test_a_turn_adds_its_increment_up_to_the_cap(at: House, pace: str) -> None:
    match = await at.running("docker", ANNA, BEN, pace=pace)
    rules = PACES[pace]
    expected = [rules.bank, rules.bank]
    drawn = random.Random(pace)
    for number in range(20):
        if match.phase != "running":
            break
        seat, other = find_awaited(match), 1 - find_awaited(match)
        assert clock_of(match, seat).since == at.now
        assert clock_of(match, seat).left == pytest.approx(expected[seat])
        assert clock_of(match, other).since is None
        took = drawn.random() * expected[seat]
        at.now += took
        expected[seat] = min(rules.cap, expected[seat] - took + rules.increment)
        match = (await at.play_any_turn(match, choose=number)).match
        if match.phase == "running":
            assert clock_of(match, seat).left == pytest.approx(expected[seat])


async def test_all_clocks_stop_when_the_match_is_over(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    done = await at.do(match, resign, ANNA, now=at.now)
    assert all(clock.since is None for clock in done.match.clocks.values())
    assert clocks.list_timers(done.match, ()) == ()


async def test_only_the_clocks_of_awaited_players_run(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN, CHIARA, pace="bank")
    assert {holder.seat for holder in match.awaited} == {0, 1, 2}, "the exchange is simultaneous"
    assert all(clock.since == at.now for clock in match.clocks.values())
    begun, at.now = at.now, at.now + HOUR
    match = (await at.play(match, 1, (match.game.legal_moves(match.state, 1))[0].code)).match
    assert [clock_of(match, seat).since for seat in range(3)] == [begun, None, begun]
    assert clock_of(match, 1).left == PACES["bank"].bank - HOUR + PACES["bank"].increment


async def test_revising_a_choice_earns_no_time(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN, CHIARA, pace="bank")
    codes = [move.code for move in match.game.legal_moves(match.state, 1)]
    match = (await at.play(match, 1, codes[0])).match
    left = clock_of(match, 1).left
    for code in itertools.islice(itertools.cycle(reversed(codes)), 5):
        match = (await at.play(match, 1, code)).match
    assert clock_of(match, 1).left == left


async def test_a_pause_stops_the_clock_and_leaves_an_hour_when_it_is_over(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    seat = find_awaited(match)
    for wait, left in ((5 * HOUR, 19 * HOUR), (18.5 * HOUR, GRACE)):
        at.now += wait
        match = (
            await at.referee.change(match.id, at.who(ANNA), lambda m: pauses.pause(m, "consent", now=at.now))
        ).match
        assert clocks.list_timers(match, ()) == ()
        at.now += 40 * DAY
        match = (await at.referee.change(match.id, at.who(ANNA), lambda m: pauses.resume(m, now=at.now))).match
        assert clock_of(match, seat).left == pytest.approx(left)
        assert clock_of(match, seat).since == at.now


async def test_a_pause_in_the_hour_after_an_outage_does_not_end_the_turn(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    await at.referee.record_alive()
    at.now += 2 * DAY
    await at.referee.record_alive()
    assert compute_remaining(clock_of(match, find_awaited(match)), at.now, at.referee.outages) == pytest.approx(DAY)
    at.now += 23.5 * HOUR
    await at.stay_up()
    match = (await at.referee.change(match.id, at.who(ANNA), lambda m: pauses.pause(m, "consent", now=at.now))).match
    assert clock_of(match, 0).left + clock_of(match, 1).left == pytest.approx(DAY + HOUR / 2)


async def test_a_newcomer_starts_with_a_full_bank(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="bank")
    seat = find_awaited(match)
    at.now += 2 * DAY
    change = pauses.replace_player(match, seat, CHIARA, "Chiara", now=at.now)
    match = (await at.referee.change(match.id, at.who(CHIARA), lambda _: change)).match
    assert clock_of(match, seat) == start(PACES["bank"].bank, at.now, away_until=None)


async def test_a_match_has_a_timer_for_everything_it_waits_for(at: House) -> None:
    lobby = await at.open("docker", pace="daily")
    assert [(timer.kind, timer.due_at) for timer in clocks.list_timers(lobby, ())] == [("lobby", at.now + 2 * DAY)]
    match = await at.running("docker", ANNA, BEN, pace="daily", channel=8)
    seat = find_awaited(match)
    found = {(timer.kind, timer.seat): timer.due_at - at.now for timer in clocks.list_timers(match, ())}
    assert found == {("deadline", seat): DAY, ("remind", seat): DAY / 2}
    spent = structs.replace(clock_of(match, seat), spent=True, remind=None)
    assert clocks.list_timers(structs.replace(match, clocks={seat: spent}), ()) == ()
    paused = pauses.pause(match, "consent", now=at.now, resume_at=at.now + 9).match
    assert [(timer.kind, timer.due_at) for timer in clocks.list_timers(paused, ())] == [("resume", at.now + 9)]


async def test_outages_are_recorded_once_even_if_the_clock_jumps(at: House) -> None:
    await at.running("docker", ANNA, BEN)  # without an open match no outage matters
    await at.referee.record_alive()
    began = at.now
    at.now += 59
    await at.referee.record_alive()
    assert list(at.referee.outages) == []
    at.now += 3 * HOUR
    await at.referee.record_alive()
    assert list(at.referee.outages) == [(began + 59, at.now)]
    await at.referee.record_alive()
    at.restart()
    at.now += 5
    await at.referee.record_alive()
    assert list(at.referee.outages) == [(began + 59, at.now)], "a new process has been away, however briefly"
    at.now -= 100 * DAY
    await at.referee.record_alive()
    assert not at.referee.outages, "the clock was set back: outages in the future are removed"


async def test_a_clock_that_jumps_a_year_ahead_and_back_costs_nobody_a_turn_and_blocks_nobody(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    seat = find_awaited(match)
    await at.referee.record_alive()
    at.now += 365 * DAY
    assert [done.match.holder(seat).missed for done in await at.sweep()] in ([], [0], [0, 0])
    assert (await at.referee.match(match.id)).holder(seat).missed == 0
    at.now -= 365 * DAY - HOUR
    assert await at.sweep() == []
    assert compute_deadline(clock_of(match, seat), at.referee.outages) == pytest.approx(at.now + DAY)
    await at.pass_time(DAY - 1)
    assert (await at.referee.match(match.id)).holder(seat).missed == 0
    await at.pass_time(1)
    assert (await at.referee.match(match.id)).holder(seat).missed == 1


async def test_a_turn_begun_while_the_clock_was_ahead_restarts(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    await at.referee.record_alive()
    at.now += 365 * DAY
    await at.sweep()
    match = (await at.play_any_turn(match)).match
    at.now -= 365 * DAY
    await at.sweep()
    match = await at.referee.match(match.id)
    assert clock_of(match, find_awaited(match)).since == at.now


async def test_a_clock_that_is_set_back_gives_time_and_takes_none(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    seat = find_awaited(match)
    await at.referee.record_alive()
    await at.pass_time(20 * HOUR)
    at.now -= 30 * HOUR
    assert await at.sweep() == []
    assert compute_remaining(clock_of(match, seat), at.now, at.referee.outages) == DAY
    assert (await at.referee.match(match.id)).holder(seat).missed == 0


async def test_an_absence_is_cut_to_the_budget_and_an_early_return_refunds_it(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    seat = find_awaited(match)
    user = match.holder(seat).user_id or 0

    async def away(until: float) -> Match:
        change = lambda m: absence.announce_absence(m, user, until, now=at.now, outages=at.referee.outages)
        return (await at.referee.change(match.id, at.who(user), change)).match

    at.now += 10 * HOUR
    match = await away(at.now + 99 * DAY)
    assert match.holder(seat).away_until == at.now + 14 * DAY
    assert absence.compute_away_left(match, match.holder(seat)) == 0
    assert compute_deadline(clock_of(match, seat), ()) == at.now + 14 * DAY + 14 * HOUR
    at.now += DAY
    match = await away(at.now + 2 * DAY)
    assert match.holder(seat).away_used == pytest.approx(3 * DAY), "a new announcement replaces the old one"
    at.now += HOUR
    match = (await at.do(match, absence.end_absence, user, now=at.now, outages=())).match
    assert match.holder(seat).away_until is None
    assert match.holder(seat).away_used == pytest.approx(DAY + HOUR)
    assert clock_of(match, seat).since == at.now
    assert clock_of(match, seat).left == pytest.approx(14 * HOUR), (
        "announcing an absence and taking it back earns no time"
    )
    match = await away(at.now - 1)
    assert match.holder(seat).away_until is None, "an absence until yesterday does not count"


async def test_a_player_who_is_away_when_the_turn_comes_has_full_time_afterwards(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="brisk")
    other = 1 - find_awaited(match)
    user = match.holder(other).user_id or 0
    until = at.now + 3 * DAY
    change = lambda m: absence.announce_absence(m, user, until, now=at.now, outages=())
    match = (await at.referee.change(match.id, at.who(user), change)).match
    match = (await at.play_any_turn(match)).match
    assert find_awaited(match) == other
    assert compute_deadline(clock_of(match, other), ()) == until + 8 * HOUR
    assert clock_of(match, other).remind == until + 4 * HOUR


async def test_a_stand_ins_turn_leaves_its_player_the_time_of_a_turn(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    seat = find_awaited(match)
    await at.referee.record_alive()
    (done,) = await at.pass_time(DAY / 2)
    assert done.pings == (seat,)
    await at.pass_time(DAY / 2)
    match = await at.referee.match(match.id)
    assert match.holder(seat).missed == 1
    assert clock_of(match, seat).left == DAY
    match = (await at.play_any_turn(match)).match
    assert find_awaited(match) == seat
    assert compute_deadline(clock_of(match, seat), ()) == at.now + DAY


async def test_live_players_have_an_hour_after_an_outage(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="live")
    await at.referee.record_alive()
    at.now += 9 * MINUTE
    await at.stay_up()
    began, at.now = at.now, at.now + 5 * MINUTE
    await at.sweep()
    match = await at.referee.match(match.id)
    assert match.holder(find_awaited(match)).missed == 0
    assert compute_deadline(clock_of(match, find_awaited(match)), at.referee.outages) == began + 5 * MINUTE + GRACE
