"""Test absent players: deadlines, stand-ins, pings and return."""

# ruff: noqa: E731 - a lambda is the change that the next line requests

from __future__ import annotations

from typing import Any

import pytest

from data import Absence
from matches.change import Change
from matches.clocks import absence
from matches.clocks.pace import DAY, HOUR
from matches.errors import Stale, UserError
from matches.match import Match
from matches.play import resign, set_auto
from matches.referee import MACHINE, Done
from matches.votes import undo
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, read_refusal

STRICT = "daily"


async def start_waiting_match(
    at: House, rule: Absence = "stand_in", *, game: str = "docker", pace: str = STRICT
) -> Match:
    """Start a match of two in which a person is awaited."""
    match = await at.running(game, ANNA, BEN, pace=pace, absence=rule)
    await at.referee.record_alive()
    return match


def late(match: Match) -> int:
    """Return the awaited seat."""
    return match.awaited[0].seat


async def pass_deadline(at: House, match: Match, *, after: float = DAY) -> Done:
    """Let time pass in small steps until the deadline, and return its effect."""
    await at.pass_time(after - HOUR)
    (done,) = [done for done in await at.pass_time(HOUR) if done.match.id == match.id]
    return done


async def skip(at: House, match: Match, user: int, seat: int, **facts: Any) -> Done:
    decision = facts.pop("decision", match.decisions.get(seat, -1))
    given = {"seat": seat, "decision": decision, "now": at.now, "outages": at.referee.outages, **facts}
    return await at.machines.run(await at.do(match, absence.skip, user, **given))


async def test_the_stand_in_makes_one_whole_turn_and_says_so(at: House) -> None:
    match = await start_waiting_match(at)
    seat = late(match)
    done = await pass_deadline(at, match)
    plies = [row for row in await at.log(match) if row.kind == "ply"]
    assert plies
    assert {(row.made_by, row.seat, row.user_id) for row in plies} == {("stand_in", seat, match.holder(seat).user_id)}
    assert done.outbox_id is not None, "the turn is shown in the channel"
    assert done.match.holder(seat).missed == 1
    assert done.match.holder(seat).stand_in is None
    assert [holder.seat for holder in done.match.awaited] == [1 - seat]


@pytest.mark.parametrize("game", ["aquaretto", "toy"])
async def test_a_stand_in_plays_every_ply_of_a_turn(at: House, game: str) -> None:
    match = await at.running(game, ANNA, BEN, pace=STRICT)
    for number in range(40):
        if not match.awaited or game == "aquaretto":
            break
        match = (await at.machines.run(await at.play_any_turn(match, choose=number))).match
        if not match.state.given:  # the cards are swapped: turns of two plies begin
            break
    await at.referee.record_alive()
    most = 0
    for _ in range(8):
        match = await at.referee.match(match.id)
        if match.phase != "running":
            break
        seat, seq = late(match), match.seq
        await at.pass_time(DAY)
        await at.pass_time(1)
        after = await at.referee.match(match.id)
        rows = [row for row in await at.log(match) if row.seq > seq and row.kind == "ply" and row.seat == seat]
        most = max(most, len(rows))
        assert all(row.made_by == "stand_in" for row in rows)
        assert after.holder(seat).missed == 1
        assert after.holder(seat).stand_in is None
        match = after
        while match.phase == "running" and late(match) != seat:
            match = (await at.machines.run(await at.play_any_turn(match))).match
        if match.phase == "running":
            match = (await at.machines.run(await at.play_any_turn(match))).match
            assert match.holder(seat).missed == 0, "a player who moves is not absent"
    assert most > 1


async def test_after_two_missed_deadlines_the_stand_in_stays_until_the_player_is_back(at: House) -> None:
    match = await start_waiting_match(at)
    seat = late(match)
    user = match.holder(seat).user_id or 0
    match = (await pass_deadline(at, match)).match
    match = (await at.play_any_turn(match)).match
    match = (await pass_deadline(at, match)).match
    assert match.holder(seat).stand_in == "until_back"
    for _ in range(3):
        if match.phase == "running":
            assert late(match) == 1 - seat
            match = (await at.machines.run(await at.play_any_turn(match))).match
    assert match.phase == "running"
    said = await read_refusal(at.play(match, seat, "anything", decision=match.decisions.get(seat, -1)))
    assert "I'm back" in said
    match = (await at.do(match, absence.end_absence, user, now=at.now, outages=())).match
    assert (match.holder(seat).stand_in, match.holder(seat).missed) == (None, 0)
    match = (await at.play_any_turn(match)).match
    if match.phase == "running":
        assert late(match) == seat
        assert match.clocks[seat].left == DAY


async def test_a_player_may_return_while_the_stand_in_thinks(at: House) -> None:
    match = await start_waiting_match(at)
    seat = late(match)
    user = match.holder(seat).user_id or 0
    at.now += DAY
    await at.stay_up()
    work = lambda m: absence.apply_deadline(m, seat, now=at.now, outages=())
    thinking = (await at.referee.change(match.id, MACHINE, work)).match
    assert thinking.waits_for_machine == 1
    assert thinking.clocks[seat].since is None
    done = await at.do(match, absence.end_absence, user, now=at.now, outages=())
    assert done.match.waits_for_machine == 0
    assert done.outbox_id is None, "its board was posted before and is still valid"
    assert done.match.clocks[seat].left == HOUR, "the player gets an hour to make the move"
    assert (await at.machines.run(Done(done.match))).match == done.match
    assert (await at.play_any_turn(match)).match.seq > match.seq


async def test_only_players_can_come_back(at: House) -> None:
    match = await start_waiting_match(at)
    assert "no seat" in await read_refusal(at.do(match, absence.end_absence, DANA, now=at.now, outages=()))
    lobby = await at.open("docker", channel=9)
    assert "not started" in await read_refusal(at.do(lobby, absence.end_absence, ANNA, now=at.now, outages=()))
    await at.do(match, resign, ANNA, now=at.now)
    await read_refusal(at.do(match, absence.end_absence, BEN, now=at.now, outages=()), Stale)


async def test_only_an_awaited_seat_gets_a_stand_in_for_one_turn(at: House) -> None:
    match = await start_waiting_match(at)
    with pytest.raises(Stale):
        absence.stand_in(match, 1 - late(match))
    until = at.now + DAY
    lobby = await at.open("docker", channel=9)
    assert absence.announce_absence(lobby, ANNA, until, now=at.now, outages=()).match.seats == lobby.seats, (
        "a lobby has no turns to miss"
    )


@pytest.mark.parametrize(("rule", "called"), [("nothing", False), ("nudge", True), ("skip", True)])
async def test_some_rules_for_absence_make_no_move(at: House, rule: Absence, called: bool) -> None:
    match = await start_waiting_match(at, rule)
    seat = late(match)
    done = await pass_deadline(at, match)
    assert done.pings == ((seat,) if called else ())
    assert done.match.seq == match.seq
    assert done.match.clocks[seat].spent
    assert await at.pass_time(30 * DAY) == [], "the deadline has an effect once"
    assert absence.may_skip(done.match, seat, now=at.now, outages=()) == (rule == "skip")
    if rule != "skip":
        assert "still has time" in await read_refusal(skip(at, done.match, match.holder(1 - seat).user_id or 0, seat))
    moved = (await at.play_any_turn(match)).match
    assert not moved.clocks[seat].spent


async def test_a_forfeit_ends_a_match_of_two(at: House) -> None:
    match = await start_waiting_match(at, "forfeit")
    seat = late(match)
    done = await pass_deadline(at, match)
    assert done.match.phase == "finished"
    assert done.match.outcome is not None
    assert done.match.outcome.ranking == ((1 - seat,), (seat,))
    (row,) = [row for row in await at.log(match) if row.kind == "resign"]
    assert (row.seat, row.note, row.user_id) == (seat, "time", match.holder(seat).user_id)


async def test_a_match_of_three_goes_on_after_a_forfeit(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, pace=STRICT, absence="forfeit")
    await at.referee.record_alive()
    seat = late(match)
    done = await pass_deadline(at, match)
    assert done.match.phase == "running"
    assert done.match.holder(seat).resigned
    assert seat not in done.match.to_act


@pytest.mark.parametrize("rule", ["stand_in", "skip", "nudge", "forfeit", "nothing"])
async def test_without_a_strict_clock_the_others_may_only_move_on(at: House, rule: Absence) -> None:
    match = await start_waiting_match(at, rule, pace="relaxed")
    seat = late(match)
    other = match.holder(1 - seat).user_id or 0
    assert "still has time" in await read_refusal(skip(at, match, other, seat))
    done = await pass_deadline(at, match, after=3 * DAY)
    assert done.match.seq == match.seq
    assert not done.match.holder(seat).resigned
    if rule == "nothing":
        assert done.pings == ()
        assert "still has time" in await read_refusal(skip(at, match, other, seat))
        return
    assert done.pings == (seat,)
    match = (await skip(at, match, other, seat)).match
    assert late(match) == 1 - seat
    assert match.holder(seat).missed == 1


async def test_only_other_players_may_skip_and_only_when_time_is_up(at: House) -> None:
    match = await start_waiting_match(at, "skip")
    seat = late(match)
    other = match.holder(1 - seat).user_id or 0
    await pass_deadline(at, match)
    assert "Only the players" in await read_refusal(skip(at, match, DANA, seat))
    assert "has moved in the meantime" in await read_refusal(skip(at, match, other, seat, decision=99), Stale)
    assert "has moved in the meantime" in await read_refusal(skip(at, match, other, 1 - seat), Stale)
    assert "still has time" in await read_refusal(skip(at, match, other, seat, outages=((at.now - HOUR, at.now),)))
    lobby = await at.open("docker", channel=9)
    assert "not started" in await read_refusal(skip(at, lobby, ANNA, 0))
    match = (await skip(at, match, other, seat)).match
    assert match.seq > 0


async def test_a_stand_in_for_good_plays_every_turn(at: House) -> None:
    match = await start_waiting_match(at)
    seat = late(match)
    other = 1 - seat
    work = lambda m: absence.stand_in(m, other, for_good=True)
    match = (await at.referee.change(match.id, MACHINE, work)).match
    assert match.holder(other).stand_in == "until_back"
    match = (await at.machines.run(await at.play_any_turn(match))).match
    assert match.phase != "running" or late(match) == seat
    lobby = await at.open("docker", channel=9)
    with pytest.raises(UserError):
        absence.stand_in(lobby, 0, for_good=True)


async def test_the_draft_of_somebody_absent_is_dropped(at: House) -> None:
    match = await start_waiting_match(at, game="aquaretto")
    seat = late(match)
    await at.referee.keep_draft(match, seat, [match.game.legal_moves(match.state, seat)[0].code])
    await pass_deadline(at, match)
    assert seat not in await at.store.transaction(lambda tx: tx.read_drafts(match.id))


async def test_a_draft_is_gone_before_the_stand_in_has_moved(at: House) -> None:
    match = await start_waiting_match(at, game="aquaretto")
    seat = late(match)
    await at.referee.keep_draft(match, seat, [match.game.legal_moves(match.state, seat)[0].code])
    done = await at.referee.change(match.id, MACHINE, lambda now: absence.stand_in(now, seat, for_good=True))
    assert done.match.decisions == match.decisions
    assert await at.referee.draft(done.match, seat) == ()


async def test_of_two_running_clocks_only_the_one_that_ran_out_counts_as_missed(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN, pace=STRICT)
    await at.referee.record_alive()
    assert {holder.seat for holder in match.awaited} == {0, 1}
    decision = match.decisions[1]
    await at.pass_time(10 * HOUR)
    give = match.game.legal_moves(match.state, 0)[0].code
    match = (await at.play(match, 0, give)).match
    await at.pass_time(14 * HOUR - 1)
    match = await at.referee.match(match.id)
    assert match.decisions[1] == decision, "the choice of the other player makes no button stale"
    await at.pass_time(2)
    match = await at.referee.match(match.id)
    assert [match.holder(seat).missed for seat in (0, 1)] == [0, 1]
    assert [(row.seat, row.made_by) for row in (await at.log(match))[1:]] == [(0, "person"), (1, "stand_in")]


async def test_reminders_at_half_and_nine_tenths_and_no_more(at: House) -> None:
    match = await start_waiting_match(at, pace="daily")
    seat = late(match)
    called: list[Any] = []
    for minute in range(0, 24 * 60, 10):
        called += [(minute / 60, done.pings) for done in await at.pass_time(600) if done.pings]
    assert called == [(pytest.approx(12, abs=0.2), (seat,)), (pytest.approx(21.6, abs=0.2), (seat,))]


async def test_never_more_than_three_pings_for_a_decision(at: House) -> None:
    match = await start_waiting_match(at, "nudge", pace="daily")
    seat = late(match)
    user = match.holder(seat).user_id or 0
    called = 0
    for _ in range(40):
        called += sum(len(done.pings) for done in await at.pass_time(4 * HOUR))
        await at.do(match, absence.snooze, user, seat=seat, decision=match.decisions[seat], now=at.now)
    assert called == 3


async def test_only_the_awaited_player_puts_off_a_reminder(at: House) -> None:
    match = await start_waiting_match(at)
    seat = late(match)
    user, other = match.holder(seat).user_id or 0, match.holder(1 - seat).user_id or 0
    said = await read_refusal(
        at.do(match, absence.snooze, other, seat=seat, decision=match.decisions[seat], now=at.now)
    )
    assert "is for" in said
    await read_refusal(at.do(match, absence.snooze, user, seat=seat, decision=77, now=at.now), Stale)
    done = await at.do(match, absence.snooze, user, seat=seat, decision=match.decisions[seat], now=at.now)
    assert done.match.clocks[seat].remind == at.now + absence.SNOOZE
    assert absence.ping_later(match, 1 - seat, 5.0) == Change(match), "that seat is not awaited"


async def test_pings_wait_for_the_end_of_quiet_hours(at: House) -> None:
    match = await start_waiting_match(at, "nudge")
    seat = late(match)
    over = at.now + 30 * HOUR
    at.now += 13 * HOUR
    change = absence.remind(match, seat, now=at.now, quiet_until=over, outages=())
    assert change.ping == ()
    assert change.match.clocks[seat].remind == over
    at.now += 12 * HOUR
    change = absence.apply_deadline(match, seat, now=at.now, outages=(), quiet_until=over)
    assert change.ping == ()
    assert change.match.clocks[seat].spent
    assert change.match.clocks[seat].remind == over
    later = absence.remind(change.match, seat, now=over, quiet_until=None, outages=())
    assert later.ping == (seat,)
    assert later.match.clocks[seat].remind is None


async def test_nobody_is_pinged_while_away(at: House) -> None:
    match = await start_waiting_match(at)
    seat = late(match)
    user = match.holder(seat).user_id or 0
    until = at.now + 5 * DAY
    work = lambda m: absence.announce_absence(m, user, until, now=at.now, outages=())
    match = (await at.referee.change(match.id, at.who(user), work)).match
    await at.do(match, absence.snooze, user, seat=seat, decision=match.decisions[seat], now=at.now)
    for _ in range(19):
        assert [done.pings for done in await at.pass_time(6 * HOUR) if done.pings] == []
    called = [done.pings for _ in range(4) for done in await at.pass_time(6 * HOUR) if done.pings]
    assert called[0] == (seat,)


async def test_a_reminder_or_a_deadline_that_is_not_due_does_nothing(at: House) -> None:
    match = await start_waiting_match(at)
    for seat in (0, 1):
        assert absence.remind(match, seat, now=at.now, quiet_until=None, outages=()) == Change(match)
        assert absence.apply_deadline(match, seat, now=at.now + DAY - 1, outages=()) == Change(match)
    assert absence.apply_deadline(match, 1 - late(match), now=at.now + 9 * DAY, outages=()) == Change(match)
    covered = ((at.now + HOUR, at.now + 9 * DAY),)
    assert absence.apply_deadline(match, late(match), now=at.now + 9 * DAY, outages=covered) == Change(match)


async def test_a_stand_ins_move_can_be_taken_back_once_and_leaves_an_hour(at: House) -> None:
    secret = bytes([1] * 32)
    match = await at.running("aquaretto", ANNA, BEN, pace=STRICT, secret=secret)
    await at.referee.record_alive()
    for _ in range(60):
        match = await at.referee.match(match.id)
        seat, before = late(match), match.state
        user = match.holder(seat).user_id or 0
        match = (await pass_deadline(at, match)).match
        found = undo.find_free_undo(match, user, await at.log(match))
        if found is not None and len(found.plies) and match.phase == "running":
            break
        match = await at.referee.match(match.id)
        for other in (0, 1):  # both are present
            back = match.holder(other).user_id or 0
            await at.do(match, absence.end_absence, back, now=at.now, outages=at.referee.outages)
    else:
        raise AssertionError("no stand-in's move could be taken back")
    assert {row.made_by for row in found.plies} == {"stand_in"}
    work = lambda m: undo.rewind_to(m, found.to, user_id=user, now=at.now)
    done = await at.referee.change(match.id, at.who(user), work)
    assert done.match.holder(seat).stand_in is None
    assert late(done.match) == seat
    assert done.match.clocks[seat].left == HOUR
    assert done.match.state.events == before.events or found.to.seq > 0


async def test_a_forced_move_does_not_count_as_presence(at: House) -> None:
    match = await start_waiting_match(at)
    seat = late(match)
    match = (await pass_deadline(at, match)).match
    user = match.holder(seat).user_id or 0
    match = (await at.do(match, set_auto, user, on=True)).match
    assert match.holder(seat).missed == 1


async def test_somebody_who_has_resigned_is_not_away(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="daily")
    match = (await at.do(match, resign, ANNA, now=at.now)).match
    found = absence.announce_absence(match, ANNA, at.now + DAY, now=at.now, outages=())
    assert found.match.holder(0).away_until is None
