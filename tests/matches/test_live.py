"""Test playing live: the offer, clocks that wait, the lack of pings, and the return to the usual pace."""

from __future__ import annotations

import pytest
from msgspec import structs

from matches.clocks import clocks
from matches.clocks.clocks import compute_remaining
from matches.clocks.live import go_live, stop_live
from matches.clocks.liveliness import ANSWER_WITHIN, LIVELY_FOR, is_live, is_lively
from matches.clocks.pace import DAY, HOUR, MINUTE
from matches.clocks.pauses import pause, replace_player
from matches.delivery.pings import Pinged, choose_pinged, find_next_up
from matches.errors import Stale, UserError
from matches.lobby import invitations, lobby
from matches.match import Match
from matches.people.preferences import Person, write_person
from matches.play import resign
from tests.matches.house import ANNA, BEN, CHIARA, DANA, House


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
    match = await at.referee.match(match.row.id)
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
        match.row.id, at.who(DANA), lambda found: replace_player(found, 2, DANA, "Dana", now=at.now)
    )
    assert not is_lively(fresh.match, at.now), "the substitute has not answered yet"
    alone = (await at.do(fresh.match, resign, DANA, now=at.now)).match
    assert is_lively(alone, at.now), "a player who has left is not waited for"


async def test_clocks_wait_and_nobody_is_pinged(at: House) -> None:
    match = await begin(at, ANNA, BEN, CHIARA, pace="bank")
    left = {seat: clock.left for seat, clock in clocks.read(match.row).items()}
    for _ in range(6):
        (seat,) = match.to_act
        assert compute_remaining(clocks.read(match.row)[seat], at.now + ANSWER_WITHIN, ()) == left[seat]
        everybody = {
            "since": -1, "news": (), "pings": (), "now": at.now, "quiet": {}, "is_here": lambda _: False,
        }  # fmt: skip
        assert choose_pinged(match, **everybody) == Pinged()  # type: ignore[arg-type]
        assert choose_pinged(_without_live(match), **everybody).now == (seat,)  # type: ignore[arg-type]
        assert find_next_up(match) is None
        before, match = left[seat], await play_quickly(at, match, 1, every=4 * MINUTE)
        left = {each: clock.left for each, clock in clocks.read(match.row).items()}
        assert left[seat] == min(5 * DAY, before + DAY / 2), "the turn has cost no time"
        assert is_live(match)


def _without_live(match: Match) -> Match:
    return Match(structs.replace(match.row, live=None), match.seats, match.state)


async def test_it_ends_by_itself_and_pings_the_missing_player(at: House) -> None:
    match = await begin(at, pace="daily")
    await at.stay_up()
    (seat,) = match.to_act
    done = await at.pass_time(ANSWER_WITHIN - 1)
    assert [each.pings for each in done if each.pings] == []
    done = await at.pass_time(30)
    assert [each.pings for each in done if each.pings] == [(seat,)], "one ping, the first of this decision"
    match = await at.referee.match(match.row.id)
    assert not is_live(match)
    left = compute_remaining(clocks.read(match.row)[seat], at.now, ())
    assert DAY - 30 <= left <= DAY, "the whole day is left"
    await at.pass_time(DAY + HOUR)
    assert (await at.referee.match(match.row.id)).holder(seat).missed == 1, "from then on the clock runs as usual"


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
    other = next(row.user_id or 0 for row in match.seats if row.seat != holder.seat)
    with pytest.raises(UserError, match="Only the players"):
        await at.do(match, stop_live, CHIARA, now=at.now)
    over = (await at.do(match, stop_live, other, now=at.now)).match
    assert not is_live(over)
    assert clocks.read(over.row)[holder.seat].since == at.now
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
    match = await at.referee.match(match.row.id)
    assert is_live(match)
    with pytest.raises(Stale, match="already"):
        await at.do(match, go_live, BEN, now=at.now, outages=())
    paused = await at.referee.change(match.row.id, at.who(ANNA), lambda found: pause(found, "consent", now=at.now))
    assert not is_live(paused.match)
    assert paused.match.row.live is None


async def test_an_hour_at_which_turns_are_due_stays(at: House) -> None:
    """Playing live must not gain a day."""
    made = await at.open("docker", 2, pace="daily")
    hour = int(at.now // HOUR % 24) + 5
    await at.do(made, invitations.change_settings, ANNA, due=(hour % 24, "UTC"))
    match = (await at.do(made, lobby.join, BEN, now=at.now)).match
    match = await play_quickly(at, match, 4)
    (seat,) = match.to_act
    due = clocks.compute_deadline(clocks.read(match.row)[seat], ())
    live = (await at.do(match, go_live, ANNA, now=at.now, outages=())).match
    assert clocks.compute_deadline(clocks.read(live.row)[seat], ()) == due
