"""Test playing live: the offer, clocks that wait, the lack of pings, and the return to the usual pace."""

from __future__ import annotations

import pytest
from msgspec import structs

from matches.clocks import clocks
from matches.clocks.absence import announce_absence, extend
from matches.clocks.clocks import compute_remaining
from matches.clocks.live import fall_back, go_live, stop_live
from matches.clocks.liveliness import ANSWER_WITHIN, LIVELY_FOR, is_live, is_lively
from matches.clocks.pace import DAY, HOUR, MINUTE
from matches.clocks.pauses import pause, replace_player
from matches.clocks.rhythm import Rhythm
from matches.delivery.pings import Pinged, choose_pinged, find_next_up
from matches.errors import Stale, UserError
from matches.lobby import invitations, lobby
from matches.match import Live, Match
from matches.people.preferences import Person, write_person
from matches.play import resign
from matches.referee import MACHINE
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House


async def play_quickly(at: House, match: Match, turns: int, *, every: float = MINUTE) -> Match:
    for _ in range(turns):
        at.now += every
        match = (await at.machines.run(await at.play_any_turn(match))).match
    return match


async def begin(at: House, *people: int, **facts: object) -> Match:
    """Play until playing live is offered, and begin it."""
    match = await at.running("docker", *(people or (ANNA, BEN)), **facts)
    match = await play_quickly(at, match, 2 * len(match.people))
    assert is_lively(match, at.now)
    return (await at.do(match, go_live, ANNA, now=at.now, outages=())).match


async def test_it_is_offered_once_everybody_answers_within_minutes(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    offered = []
    for _ in range(5):
        match = await play_quickly(at, match, 1)
        offered.append(is_lively(match, at.now))
    assert offered == [False, False, False, True, True]
    at.restart()
    match = await at.referee.match(match.id)
    assert is_lively(match, at.now), "it survives a restart"
    assert not is_lively(match, at.now + LIVELY_FOR), "an old board does not begin it"
    with pytest.raises(UserError, match="last minutes"):
        await at.do(match, go_live, ANNA, now=at.now + LIVELY_FOR, outages=())
    with pytest.raises(UserError, match="Only the players"):
        await at.do(match, go_live, CHIARA, now=at.now, outages=())
    assert not is_lively(await play_quickly(at, match, 1, every=HOUR), at.now)


async def test_it_is_not_offered_in_a_live_match_or_to_a_new_substitute(at: House) -> None:
    live = await play_quickly(at, await at.running("docker", ANNA, BEN, pace="live"), 6)
    assert not is_lively(live, at.now)
    match = await play_quickly(at, await at.running("docker", ANNA, BEN, CHIARA, channel=8), 6)
    assert is_lively(match, at.now)
    fresh = await at.referee.change(
        match.id, at.who(DANA), lambda found: replace_player(found, 2, DANA, "Dana", now=at.now)
    )
    assert not is_lively(fresh.match, at.now), "the substitute has not answered yet"
    alone = (await at.do(fresh.match, resign, DANA, now=at.now)).match
    assert is_lively(alone, at.now), "a player who has left is not waited for"


async def test_clocks_wait_and_nobody_is_pinged(at: House) -> None:
    match = await begin(at, ANNA, BEN, CHIARA, pace="bank")
    left = {seat: clock.left for seat, clock in match.clocks.items()}
    for _ in range(6):
        (seat,) = match.to_act
        assert compute_remaining(match.clocks[seat], at.now + ANSWER_WITHIN, ()) == left[seat]
        everybody = {
            "since": -1, "news": (), "pings": (), "now": at.now, "quiet": {}, "is_here": lambda _: False,
        }  # fmt: skip
        assert choose_pinged(match, **everybody) == Pinged()  # type: ignore[arg-type]
        assert choose_pinged(_without_live(match), **everybody).now == (seat,)  # type: ignore[arg-type]
        assert find_next_up(match) is None
        before, match = left[seat], await play_quickly(at, match, 1, every=4 * MINUTE)
        left = {each: clock.left for each, clock in match.clocks.items()}
        assert left[seat] == min(5 * DAY, before + DAY / 2), "the turn has cost no time"
        assert is_live(match)


def _without_live(match: Match) -> Match:
    return structs.replace(match, live=Live())


async def test_it_ends_by_itself_and_pings_the_missing_player(at: House) -> None:
    match = await begin(at, pace="daily")
    await at.stay_up()
    (seat,) = match.to_act
    done = await at.pass_time(ANSWER_WITHIN - 1)
    assert [each.pings for each in done if each.pings] == []
    done = await at.pass_time(30)
    assert [each.pings for each in done if each.pings] == [(seat,)], "one ping, the first of this decision"
    match = await at.referee.match(match.id)
    assert not is_live(match)
    left = compute_remaining(match.clocks[seat], at.now, ())
    assert DAY - 30 <= left <= DAY, "the whole day is left"
    await at.pass_time(DAY + HOUR)
    assert (await at.referee.match(match.id)).holder(seat).missed == 1, "from then on the clock runs as usual"


async def test_a_player_who_has_quiet_hours_by_then_is_pinged_after_them(at: House) -> None:
    match = await begin(at, pace="daily")
    await at.stay_up()
    (seat,) = match.to_act
    quiet = Person(quiet=(int(at.now // HOUR % 24), int(at.now // HOUR % 24 + 8) % 24))
    await write_person(at.referee, match.holder(seat).user_id or 0, quiet)
    done = await at.pass_time(7 * HOUR)
    assert [each.pings for each in done if each.pings] == []
    done = await at.pass_time(HOUR)
    assert [each.pings for each in done if each.pings] == [(seat,)]


async def test_a_player_ends_it(at: House) -> None:
    match = await begin(at, pace="daily")
    await at.stay_up()
    holder = match.awaited[0]
    other = next(each.user_id or 0 for each in match.seats if each.seat != holder.seat)
    with pytest.raises(UserError, match="Only the players"):
        await at.do(match, stop_live, CHIARA, now=at.now)
    over = (await at.do(match, stop_live, other, now=at.now)).match
    assert not is_live(over)
    assert over.clocks[holder.seat].since == at.now
    assert [each.pings for each in await at.sweep() if each.pings] == [(holder.seat,)]
    with pytest.raises(Stale):
        await at.do(over, stop_live, other, now=at.now)
    assert not is_lively(over, at.now), "it is not offered again at once"


async def test_a_player_who_ends_it_on_their_own_turn_is_not_pinged(at: House) -> None:
    match = await begin(at, pace="daily")
    await at.stay_up()
    await at.do(match, stop_live, match.awaited[0].user_id or 0, now=at.now)
    assert [each.pings for each in await at.sweep() if each.pings] == []


async def test_it_survives_a_restart_and_ends_with_a_pause(at: House) -> None:
    match = await begin(at, pace="daily")
    at.restart()
    match = await at.referee.match(match.id)
    assert is_live(match)
    with pytest.raises(Stale, match="already"):
        await at.do(match, go_live, BEN, now=at.now, outages=())
    paused = await at.referee.change(match.id, at.who(ANNA), lambda found: pause(found, "consent", now=at.now))
    assert not is_live(paused.match)
    assert paused.match.live == Live()


async def test_an_hour_at_which_turns_are_due_stays(at: House) -> None:
    """Playing live must not gain a day."""
    made = await at.open("docker", 2, pace="daily")
    hour = int(at.now // HOUR % 24) + 5
    await at.do(made, invitations.change_settings, ANNA, due=(hour % 24, "UTC"))
    match = (await at.do(made, lobby.join, BEN, now=at.now)).match
    match = await play_quickly(at, match, 4)
    (seat,) = match.to_act
    due = clocks.compute_deadline(match.clocks[seat], ())
    live = (await at.do(match, go_live, ANNA, now=at.now, outages=())).match
    assert clocks.compute_deadline(live.clocks[seat], ()) == due


async def test_an_extra_day_stays_after_live_play(at: House) -> None:
    """Also if the turn begins only after an announced absence."""
    made = await at.open("docker", 2, pace="daily")
    await at.do(made, invitations.change_settings, ANNA, due=(int(at.now // HOUR + 5) % 24, "UTC"))
    match = await play_quickly(at, (await at.do(made, lobby.join, BEN, now=at.now)).match, 4)
    (holder,) = match.awaited
    match = await announce(at, match, holder.user_id or 0, at.now + 2 * HOUR)
    facts = {"seat": holder.seat, "decision": match.decisions[holder.seat], "now": at.now, "outages": ()}
    match = (await at.do(match, extend, holder.user_id or 0, **facts)).match
    due = clocks.compute_deadline(match.clocks[holder.seat], ())
    live = (await at.do(match, go_live, ANNA, now=at.now, outages=())).match
    over = fall_back(live, now=at.now + ANSWER_WITHIN).match
    assert not is_live(over)
    assert clocks.compute_deadline(over.clocks[holder.seat], ()) == due


async def announce(at: House, match: Match, user: int, until: float) -> Match:
    done = await at.referee.change(
        match.id, MACHINE, lambda found: announce_absence(found, user, until, now=at.now, outages=())
    )
    return done.match


@pytest.mark.parametrize("first", ["absence", "live play"])
async def test_an_announced_absence_goes_on_during_live_play_and_after_it(at: House, first: str) -> None:
    """The clock of somebody who is away starts at the end of the absence, and so does their ping."""
    match = await play_quickly(at, await at.running("docker", ANNA, BEN, pace="daily"), 4)
    await at.stay_up()
    (holder,) = match.awaited
    user, back = holder.user_id or 0, at.now + 2 * DAY
    for step in ("absence", "live play") if first == "absence" else ("live play", "absence"):
        if step == "absence":
            match = await announce(at, match, user, back)
        else:
            match = (await at.do(match, go_live, ANNA if user == BEN else BEN, now=at.now, outages=())).match
    assert match.clocks[holder.seat].since == back
    done = await at.pass_time(ANSWER_WITHIN + MINUTE)
    match = await at.referee.match(match.id)
    assert not is_live(match)
    assert [each.pings for each in done if each.pings] == []
    assert match.clocks[holder.seat].since == back
    done = await at.pass_time(2 * DAY)
    assert [each.pings for each in done if each.pings] == [(holder.seat,)]


async def test_an_absence_that_ends_during_live_play_does_not_start_the_clock(at: House) -> None:
    match = await play_quickly(at, await at.running("docker", ANNA, BEN, pace="daily"), 4)
    (holder,) = match.awaited
    match = await announce(at, match, holder.user_id or 0, at.now + MINUTE)
    match = (await at.do(match, go_live, ANNA, now=at.now, outages=())).match
    assert match.clocks[holder.seat].since == at.now + ANSWER_WITHIN


async def test_all_who_choose_at_once_are_pinged_after_live_play(at: House) -> None:
    """Their clocks start again, with the weekends and quiet hours in which they rest."""
    match = await at.running("dog_royal", ANNA, BEN, CHIARA, DANA, pace="daily")
    await at.stay_up()
    (until, seats) = at.now + ANSWER_WITHIN, match.to_act
    assert seats == (0, 1, 2, 3)
    rhythm = Rhythm("Asia/Tokyo", (22, 7))
    waiting = {seat: structs.replace(clock, since=until, rhythm=rhythm) for seat, clock in match.clocks.items()}
    row = structs.replace(match, live=(Live(until=until)), clocks=waiting)
    match = row
    stopped = stop_live(match, at.who(ANNA), now=at.now).match
    found = stopped.clocks
    assert {seat: clock.since for seat, clock in found.items()} == dict.fromkeys(seats, at.now)
    assert {clock.rhythm for clock in found.values()} == {rhythm}
    assert [seat for seat, clock in found.items() if clock.remind == at.now] == [1, 2, 3], "Anna is here"
    over = fall_back(match, now=until).match
    assert [seat for seat, clock in over.clocks.items() if clock.remind == until] == [0, 1, 2, 3]


async def test_a_match_that_is_over_cannot_be_played_live(at: House) -> None:
    match = await play_quickly(at, await at.running("docker", ANNA, BEN, CHIARA), 6)
    over = (await at.do(await begin(at, ANNA, BEN, channel=8), resign, BEN, now=at.now)).match
    for work, facts in ((go_live, {"outages": ()}), (stop_live, {})):
        with pytest.raises(Stale, match="over"):
            await at.do(over, work, ANNA, now=at.now, **facts)
    paused = await at.referee.change(match.id, at.who(ANNA), lambda found: pause(found, "consent", now=at.now))
    with pytest.raises(UserError, match="paused"):
        await at.do(paused.match, go_live, ANNA, now=at.now, outages=())


async def test_both_turns_that_count_were_made_within_the_last_minutes(at: House) -> None:
    match = await play_quickly(at, await at.running("docker", ANNA, BEN, pace="daily"), 4, every=HOUR)
    assert not is_lively(match, at.now)
    match = await play_quickly(at, match, 2)
    assert not is_lively(match, at.now), "one quick turn each, after slow ones"
    match = await play_quickly(at, match, 2)
    assert is_lively(match, at.now), "turns of long ago do not count any more"
    turns = {0: (at.now - LIVELY_FOR, at.now), 1: (at.now - 1, at.now)}
    for late, offered in ((0.0, True), (1.0, False)):
        row = structs.replace(match, live=(Live(turns)))
        assert is_lively(row, at.now + late) is offered


async def test_somebody_with_two_seats_answers_in_either(at: House) -> None:
    match = await play_quickly(at, await at.running("docker", ANNA, BEN, pace="daily"), 4)
    twice = (*match.seats, structs.replace(match.seats[0], seat=2))
    assert is_lively(structs.replace(match, seats=twice), at.now)
