"""Test turns that are due at an hour of the day: notice, one extra day each, weekends, undo, absences and outages."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from matches.clocks import absence, pauses
from matches.clocks.clocks import compute_deadline
from matches.clocks.pace import DAY, HOUR, describe_pace
from matches.clocks.rhythm import NOTICE, Rhythm, find_due
from matches.errors import Stale, UserError
from matches.keeping.mapping import make_match
from matches.lobby import invitations, lobby
from matches.match import Clock, Match
from matches.people.preferences import Person, write_person
from matches.texts import Texts
from matches.votes import undo
from tests.support.matches.house import ANNA, BEN, CHIARA, House, read_refusal
from tests.support.matches.rows import a_match

ZURICH = ZoneInfo("Europe/Zurich")


def at_hour(day: int, hour: int, minute: int = 0, *, month: int = 1) -> float:
    """Return a time in Zurich, in 2026. 5 January is a Monday."""
    return datetime(2026, month, day, hour, minute, tzinfo=ZURICH).timestamp()


async def begin(at: House, hour: int = 20, *, weekends: bool = False, people: tuple[int, ...] = (ANNA, BEN)) -> Match:
    match = await at.open("docker", len(people), host=people[0])
    await at.do(match, invitations.change_settings, people[0], due=(hour, "Europe/Zurich"), weekends=weekends)
    for user in people[1:]:
        match = (await at.do(match, lobby.join, user, now=at.now)).match
    return match


def clock_of(match: Match) -> Clock:
    return match.clocks[match.awaited[0].seat]


def due(match: Match, at: House) -> str:
    """Return when the open turn is due, in Zurich's local time."""
    limit = compute_deadline(clock_of(match), at.referee.outages)
    assert limit is not None
    return datetime.fromtimestamp(limit, ZURICH).strftime("%a %H:%M")


async def extend(at: House, match: Match, user: int, *, decision: int | None = None) -> Match:
    match = await at.referee.match(match.id)
    seat = match.awaited[0].seat
    chosen = match.decisions[seat] if decision is None else decision
    facts = {"seat": seat, "decision": chosen, "now": at.now, "outages": at.referee.outages}
    return (await at.do(match, absence.extend, user, **facts)).match


async def test_moves_are_due_at_the_hour_and_earlier_if_all_have_moved(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await begin(at)
    assert Texts().say("en")(describe_pace(match)) == "A move a day, due at 20:00 (Europe/Zurich)"
    assert due(match, at) == "Mon 20:00"
    at.now = at_hour(5, 10)
    match = (await at.play_any_turn(match)).match
    assert due(match, at) == "Mon 20:00", "the next player need not wait for the hour"
    at.now = at_hour(5, 16, 1)
    match = (await at.play_any_turn(match)).match
    assert due(match, at) == "Tue 20:00", "nobody has less notice than four hours"


@pytest.mark.parametrize("month", [3, 10])
def test_the_hour_is_local_time_when_clocks_change(month: int) -> None:
    rhythm = Rhythm("Europe/Zurich", due_hour=20)
    for day in range(20, 31):
        found = find_due(rhythm, at_hour(day, 12, month=month))
        assert datetime.fromtimestamp(found, ZURICH).strftime("%d %H:%M") == f"{day} 20:00"


async def test_nothing_is_due_on_free_weekends_and_quiet_hours_move_nothing(at: House) -> None:
    await write_person(at.referee, ANNA, Person(zone="Europe/Zurich", quiet=(18, 7)))
    at.now = at_hour(9, 17)  # a Friday
    assert due(await begin(at, weekends=True), at) == "Mon 20:00"


async def test_a_stand_in_moves_when_the_hour_has_come(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await begin(at)
    late = match.awaited[0].seat
    await at.stay_up()
    await at.pass_time(11 * HOUR - 60)
    assert (await at.referee.match(match.id)).holder(late).missed == 0
    await at.pass_time(60)
    assert (await at.referee.match(match.id)).holder(late).missed == 1


async def test_everybody_has_one_extra_day(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await begin(at)
    first, other = (match.awaited[0].user_id or 0), (BEN if match.awaited[0].user_id == ANNA else ANNA)
    with pytest.raises(UserError):
        await extend(at, match, other)
    with pytest.raises(Stale):
        await extend(at, match, first, decision=99)
    match = await extend(at, match, first)
    assert due(match, at) == "Tue 20:00"
    at.restart()
    match = await at.reread(match)
    assert due(match, at) == "Tue 20:00"
    assert "taken your extra day" in await read_refusal(extend(at, match, first))
    match = (await at.play_any_turn(match)).match
    match = await extend(at, match, other)
    assert due(match, at) == "Tue 20:00"
    match = (await at.play_any_turn(match)).match
    assert "taken your extra day" in await read_refusal(extend(at, match, first)), (
        "each player has one extra day in the whole match"
    )


async def test_an_extra_day_comes_too_late_when_time_is_up(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await begin(at)
    await at.stay_up()
    at.now = at_hour(5, 20, 1)
    await at.stay_up()
    assert "time is up" in await read_refusal(extend(at, match, match.awaited[0].user_id or 0), Stale)


async def test_a_match_without_such_an_hour_has_no_extra_day(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    with pytest.raises(UserError):
        await extend(at, match, match.awaited[0].user_id or 0)


async def test_taking_back_a_turn_gains_no_day(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await at.open("aquaretto", 2, host=ANNA)
    await at.do(match, invitations.change_settings, ANNA, due=(20, "Europe/Zurich"))
    match = (await at.do(match, lobby.join, BEN, now=at.now)).match
    user = match.awaited[0].user_id or 0
    for late, again in ((at_hour(5, 12), "Mon 20:00"), (at_hour(5, 19, 50), "Mon 20:50")):
        at.now = late
        match = (await at.play_any_turn(match, choose=-1)).match
        found = undo.find_free_undo(match, user, await at.log(match))
        assert found is not None
        work = lambda m, found=found: undo.rewind_to(m, found.to, user_id=user, now=at.now)  # noqa: E731
        match = (await at.referee.change(match.id, at.who(user), work)).match
        assert due(match, at) == again


async def test_taking_back_a_turn_does_not_end_an_absence(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await at.open("aquaretto", 2, host=ANNA)
    await at.do(match, invitations.change_settings, ANNA, due=(20, "Europe/Zurich"))
    match = (await at.do(match, lobby.join, BEN, now=at.now)).match
    user = match.awaited[0].user_id or 0
    match = (await at.play_any_turn(match, choose=-1)).match
    until = at_hour(7, 12)
    away = lambda m: absence.announce_absence(m, user, until, now=at.now, outages=())  # noqa: E731
    match = (await at.referee.change(match.id, at.who(user), away)).match
    found = undo.find_free_undo(match, user, await at.log(match))
    assert found is not None
    back = lambda m: undo.rewind_to(m, found.to, user_id=user, now=at.now)  # noqa: E731
    match = (await at.referee.change(match.id, at.who(user), back)).match
    assert clock_of(match).since == until
    assert due(match, at) == "Wed 20:00"


async def test_an_absence_costs_the_day_it_moves(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await begin(at)
    user, seat = match.awaited[0].user_id or 0, match.awaited[0].seat

    async def away(until: float) -> Match:
        work = lambda m: absence.announce_absence(m, user, until, now=at.now, outages=at.referee.outages)  # noqa: E731
        return (await at.referee.change(match.id, at.who(user), work)).match

    at.now = at_hour(5, 19)
    match = await away(at.now + 90 * 60)
    assert due(match, at) == "Tue 20:00"
    assert match.holder(seat).away_used == DAY
    match = (await at.do(match, absence.end_absence, user, now=at.now, outages=())).match
    assert match.holder(seat).away_used == DAY, "going away and coming back does not gain a day"
    assert due(match, at) == "Tue 20:00"


async def test_servers_choose_how_long_people_may_be_away(at: House) -> None:
    made = lobby.create(
        "docker", (await at.open("docker")).options, at.who(ANNA), capacity=2, guild_id=70, channel_id=8,
        language="en", secret=bytes(32), now=at.now, pace="daily", away_days=3,
    )  # fmt: skip
    match = await at.referee.open(made, at.who(ANNA))
    match = (await at.do(match, lobby.join, BEN, now=at.now)).match
    seat, user = match.awaited[0].seat, match.awaited[0].user_id or 0
    work = lambda m: absence.announce_absence(m, user, at.now + 9 * DAY, now=at.now, outages=())  # noqa: E731
    match = (await at.referee.change(match.id, at.who(user), work)).match
    assert match.holder(seat).away_until == at.now + 3 * DAY
    assert absence.compute_away_left(match, match.holder(seat)) == 0


async def test_an_outage_moves_the_hour(at: House) -> None:
    at.now = at_hour(5, 9)
    match = await begin(at)
    await at.referee.record_alive()
    at.now = at_hour(5, 10)
    await at.referee.record_alive()
    assert due(match, at) == "Mon 21:00"


async def test_only_the_host_chooses_the_hour_and_another_pace_ends_it(at: House) -> None:
    match = await at.open("docker", 3)
    await at.do(match, lobby.join, BEN, now=at.now)
    for wrong in (BEN, CHIARA):
        with pytest.raises(UserError):
            await at.do(match, invitations.change_settings, wrong, due=(20, "UTC"))
    for hour in (-1, 24):
        with pytest.raises(UserError):
            await at.do(match, invitations.change_settings, ANNA, due=(hour, "UTC"))
    row = (await at.do(match, invitations.change_settings, ANNA, due=(0, "Asia/Tokyo"))).match
    assert (row.pace, row.due_hour, row.due_zone) == ("daily", 0, "Asia/Tokyo")
    row = (await at.do(match, invitations.change_settings, ANNA, pace="brisk")).match
    assert (row.pace, row.due_hour) == ("brisk", -1)


def test_notice_is_less_than_a_day() -> None:
    """Otherwise a turn could become due a day later than necessary."""
    assert NOTICE < DAY


def test_a_turn_may_be_due_at_this_very_moment_and_at_midnight() -> None:
    midnight = 86_400.0 * 100
    assert find_due(Rhythm(due_hour=0), midnight) == midnight
    assert find_due(Rhythm(due_hour=0), midnight + 1) == midnight + 86_400
    told = describe_pace(make_match(a_match(pace="daily", due_hour=0, due_zone="Europe/Berlin")))
    assert Texts().say("en")(told) == "A move a day, due at 0:00 (Europe/Berlin)"


async def test_the_extra_day_of_a_friday_ends_on_monday(at: House) -> None:
    at.now = at_hour(9, 12)  # a Friday
    match = await begin(at, weekends=True)
    (holder,) = match.awaited
    facts = {"seat": holder.seat, "decision": match.decisions[holder.seat], "now": at.now, "outages": ()}
    assert compute_deadline(clock_of(match), ()) == at_hour(9, 20)
    match = (await at.do(match, absence.extend, holder.user_id or 0, **facts)).match
    assert compute_deadline(clock_of(match), ()) == at_hour(12, 20)
    taken = pauses.replace_player(match, holder.seat, CHIARA, "Chiara", now=at.now).match
    assert taken.holder(holder.seat).extended is False, "a substitute has an extra day of their own"
