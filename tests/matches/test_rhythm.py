"""Clocks that stand still in quiet hours and on weekends, in every kind of time zone and around each change of its
clocks."""

from __future__ import annotations

import itertools
import random
import re
from typing import Final

import pytest
from msgspec import structs

from matches.clocks import clocks
from matches.clocks.clocks import GRACE, compute_deadline, compute_remaining, find_next_reminder, start
from matches.clocks.rhythm import (
    ALWAYS,
    FRACTIONS,
    LONGEST_NIGHT,
    Rhythm,
    Rhythms,
    add_clock_time,
    count_clock_time,
    describe_reminders,
    list_rests,
)
from matches.keeping.fleet import FRESH_FOR, create_fleet
from matches.keeping.processes import ALONE
from matches.lobby import invitations
from matches.lobby.lobby import join as _join
from matches.match import Clock
from matches.people.preferences import Person, write_person
from matches.texts import Texts
from tests.matches.clock_changes import CHOSEN, DAY, HOUR, SINCE, UNTIL, Zone, read_zone
from tests.support.matches.house import ANNA, BEN, House
from tests.support.numbers import times

MINUTE: Final = 60.0
NIGHTS: Final = ((22, 7), (0, 8), (1, 4), (2, 3), (23, 1), (9, 9))
"""Quiet hours, (from, to): at most nine hours, or ten when the clocks change; the last entry means none."""
ZONES: Final = CHOSEN[:: max(1, 8 - times(8, usual=0))][: times(1000, usual=6)]


def test_the_sentence_about_reminders_names_their_fractions() -> None:
    for reminders, fractions in FRACTIONS.items():
        said = Texts().say("en")(describe_reminders(reminders))
        assert [int(percent) / 100 for percent in re.findall(r"(\d+)%", said)] == list(fractions)


def is_resting(zone: Zone, rhythm: Rhythm, at: float) -> bool:
    """Tell from offsets alone whether a clock rests."""
    local = zone._local(at)
    weekday = (int(local // DAY) + 3) % 7  # the first day of Unix time was a Thursday
    return zone.is_quiet(at, rhythm.quiet) or (rhythm.weekends and weekday >= 5)


def list_cases() -> list[tuple[Zone, Rhythm, float]]:
    """List zones and rhythms with moments around each change of the zone's clocks, and a weekend."""
    found = []
    for name in ZONES:
        zone = read_zone(name)
        for change in (*zone.since[1:], SINCE + 100 * DAY):
            for quiet, weekends in itertools.product(NIGHTS, (False, True)):
                found.append((zone, Rhythm(name, quiet, weekends), change))
    return found


def test_a_clock_rests_by_local_time() -> None:
    """Minute for minute, rests are the quiet hours and weekends of the zone."""
    drawn, compared = random.Random(1), 0
    for zone, rhythm, change in list_cases():
        start_at, rests = change - 2 * DAY, []
        for rest in list_rests(rhythm, start_at):
            if rest[0] >= change + 2 * DAY:
                break
            rests.append(rest)
        for _ in range(times(400, usual=60)):
            at = round(start_at + drawn.random() * 4 * DAY) + 0.5
            inside = any(began <= at < ended for began, ended in rests)
            assert inside == is_resting(zone, rhythm, at), (zone.name, rhythm, at)
            compared += 1
        assert all(began < ended for began, ended in rests)
        assert all(one[1] < other[0] for one, other in itertools.pairwise(rests)), "merged and in order"
    assert compared > 1000


def test_time_awake_adds_up() -> None:
    """Counting is additive, and the inverse of adding; a clock never runs out during a rest."""
    drawn = random.Random(2)
    for zone, rhythm, change in list_cases():
        for _ in range(times(50, usual=6)):
            a = change + (drawn.random() - 0.5) * 3 * DAY
            seconds = drawn.random() * 3 * DAY
            end = add_clock_time(rhythm, a, seconds)
            assert count_clock_time(rhythm, a, end) == pytest.approx(seconds, abs=1e-3)
            b = a + drawn.random() * (end - a)
            both = count_clock_time(rhythm, a, b) + count_clock_time(rhythm, b, end)
            assert both == pytest.approx(seconds, abs=1e-3)
            assert not is_resting(zone, rhythm, end - 1e-3), (zone.name, rhythm, a, seconds)
            if not rhythm.rests:
                assert end == a + seconds


def test_stopping_and_starting_a_clock_does_not_change_its_end() -> None:
    """Stopped and started again and again, it runs out at the same moment as otherwise."""
    drawn = random.Random(3)
    for _, rhythm, change in list_cases():
        clock = start(DAY, change - DAY, away_until=None, rhythm=rhythm)
        end = compute_deadline(clock, ())
        assert end is not None
        now = change - DAY
        for _ in range(4):
            now += drawn.random() * (end - now) / 2
            clock = clocks.put_off(clock, now, now, ())
            again = compute_deadline(clock, ())
            assert again == pytest.approx(end, abs=1e-2)
        assert compute_remaining(clock, end, ()) == pytest.approx(0, abs=1e-2)


def test_reminders_come_after_their_share_of_the_time_awake() -> None:
    for _, rhythm, change in list_cases():
        clock = start(DAY, change, away_until=None, rhythm=rhythm)
        assert clock.remind == add_clock_time(rhythm, change, DAY / 2)
        later = find_next_reminder(clock, clock.remind or 0.0, ())
        assert later == pytest.approx(add_clock_time(rhythm, change, 0.9 * DAY), abs=1e-2)
    rare = start(DAY, 0.0, away_until=None, rhythm=Rhythm(reminders="last"))
    assert rare.remind == pytest.approx(0.9 * DAY)
    assert find_next_reminder(rare, rare.remind or 0.0, ()) is None
    assert start(DAY, 0.0, away_until=None, rhythm=Rhythm(reminders="none")).remind is None


def test_after_an_outage_there_is_an_hour_awake() -> None:
    """The bot comes back at night: the hour it leaves everybody begins in the morning."""
    rhythm = Rhythm("UTC", (22, 7))
    midnight = SINCE + 10 * DAY
    clock = Clock(12 * HOUR, midnight - 12 * HOUR, rhythm=rhythm)  # from noon on: ten hours, and two in the morning
    assert compute_deadline(clock, ()) == midnight + 9 * HOUR
    assert compute_deadline(clock, ((midnight - 3 * HOUR, midnight + 3 * HOUR),)) == midnight + 10 * HOUR
    late = Clock(10 * HOUR + MINUTE, midnight - 12 * HOUR, rhythm=rhythm)  # a minute is left when the night begins
    assert compute_deadline(late, ()) == midnight + 7 * HOUR + MINUTE
    assert compute_deadline(late, ((midnight - HOUR, midnight + 3 * HOUR),)) == midnight + 7 * HOUR + GRACE


def test_long_quiet_hours_do_not_stop_a_clock_for_ever() -> None:
    """The longest quiet hours leave fourteen hours of each day; a clock of a day ends within three."""
    for quiet in ((0, 23), (1, 0), (12, 11)):
        rhythm = Rhythm("Europe/Berlin", quiet)
        assert count_clock_time(rhythm, SINCE, SINCE + 100 * DAY) == pytest.approx(
            100 * (DAY - LONGEST_NIGHT), abs=2 * HOUR
        )
        assert add_clock_time(rhythm, SINCE, DAY) < SINCE + 3 * DAY
    assert list(list_rests(ALWAYS, UNTIL)) == []


async def test_a_table_rests_on_weekends_if_it_says_so(at: House) -> None:
    """A day's turn that begins on Friday noon is up on Saturday noon, or on Monday noon."""
    friday = SINCE + DAY  # the first of January 2026 was a Thursday
    for number, weekends in enumerate((False, True)):
        at.now = friday + 12 * HOUR
        match = await at.open("docker", 2, channel=100 + number, pace="daily")
        await at.do(match, invitations.change_settings, ANNA, weekends=weekends)
        match = (await at.do(match, _join, BEN, now=at.now)).match
        seat = match.awaited[0].seat
        end = compute_deadline(match.clocks[seat], ())
        assert end == friday + 12 * HOUR + (3 if weekends else 1) * DAY


async def test_a_change_of_quiet_hours_counts_from_the_next_turn_on(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    seat = match.awaited[0].seat
    before = match.clocks[seat]
    for user in (ANNA, BEN):
        await write_person(at.referee, user, Person(quiet=(0, 9), reminders="last"))
    now = await at.referee.match(match.id)
    assert now.clocks[seat] == before
    after = (await at.play_any_turn(now)).match
    started = after.clocks[after.awaited[0].seat]
    assert started.rhythm == Rhythm("UTC", (0, 9), False, "last")


async def test_clocks_of_a_live_match_never_rest(at: House) -> None:
    for user in (ANNA, BEN):
        await write_person(at.referee, user, Person(quiet=(0, 9)))
    match = await at.running("docker", ANNA, BEN, pace="live")
    clock = match.clocks[match.awaited[0].seat]
    assert not clock.rhythm.rests
    assert structs.replace(clock.rhythm, reminders="both") == ALWAYS


async def test_another_process_reads_the_wishes_of_people(at: House) -> None:
    for user in (ANNA, BEN):
        await write_person(at.referee, user, Person(quiet=(0, 9), zone="Asia/Tokyo"))
    at.restart()
    match = await at.running("docker", ANNA, BEN, pace="daily")
    assert match.clocks[match.awaited[0].seat].rhythm == Rhythm("Asia/Tokyo", (0, 9))


async def test_the_rhythms_of_few_people_are_kept_and_all_are_found(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.clocks.rhythm.REMEMBERED", 5)
    for user_id in range(1, 41):
        await write_person(at.referee, user_id, Person(zone="Europe/Berlin", quiet=(user_id % 12, 23)))
    rhythms = Rhythms(at.store, ALONE, now=lambda: at.now)
    for first in range(1, 40, 3):
        people = range(first, min(first + 3, 41))
        found = await rhythms.find(people)
        assert [found[user_id].quiet for user_id in people] == [(user_id % 12, 23) for user_id in people]
        assert len(rhythms._known) <= 5 + 3


async def test_a_change_made_by_another_process_is_known_after_half_a_minute(at: House) -> None:
    now = 1000.0
    others = create_fleet(at.store, "1", name="a", now=lambda: now, standby=False)
    rhythms = Rhythms(at.store, others, now=lambda: now)
    assert await rhythms.find([ANNA]) == {ANNA: ALWAYS}
    await write_person(at.referee, ANNA, Person(quiet=(0, 9)))
    now += FRESH_FOR - 1
    assert await rhythms.find([ANNA]) == {ANNA: ALWAYS}, "it is not read for every move"
    now += 1
    assert await rhythms.find([ANNA]) == {ANNA: Rhythm(quiet=(0, 9))}
