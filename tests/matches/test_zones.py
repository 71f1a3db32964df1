"""Quiet hours, reminders and deadlines in every time zone, around each change of its clocks.

The expected times come from offsets alone, found here by bisection, and not from calendar arithmetic.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

import pytest

import matches.people.quiet_hours as quiet_hours
from matches.clocks.rhythm import ALWAYS
from matches.people.preferences import Person, write_person
from matches.people.quiet_hours import quiet_until
from tests.matches.clock_changes import CHOSEN, DAY, HOUR, SINCE, Zone, read_zone
from tests.support.matches.house import ANNA, BEN, house
from tests.support.numbers import patience, times

QUIET: Final = ((22, 7), (1, 4), (2, 3), (23, 1), (9, 9))
"""Quiet hours, (from, to); the last entry means none."""

PLAYED = CHOSEN[:: max(1, 30 - times(30, usual=0))]
"""Zones in which matches are played through each change; all of them in the full run."""

pytestmark = pytest.mark.timeout(patience(60))


def list_moments(zone: Zone) -> Iterator[float]:
    """List moments around each change of a zone, and on an ordinary day."""
    for change in (*zone.since[1:], SINCE + 100 * DAY):
        for half in range(-60, 61, 3):
            yield change + half * HOUR / 2 + 77
        yield from (change - 1, change, change + 1)


def check_zones(names: tuple[str, ...]) -> int:
    """Compare the ends of quiet hours. Returns how many were compared."""
    compared = 0
    for name in names:
        zone = read_zone(name)
        for at in list_moments(zone):
            for quiet in QUIET:
                assert quiet_until(Person(zone=name, quiet=quiet), at) == zone.find_end(at, quiet), (name, at, quiet)
                compared += 1
    return compared


def test_quiet_hours_end_by_the_clock_on_the_wall() -> None:
    assert check_zones(CHOSEN) > 200 * len(CHOSEN)


async def play_through(folder: Path, zone: Zone, change: float) -> None:
    """Let a match wait for somebody through a change of their clocks: no reminder comes in their quiet hours, and their
    time is up after a whole day outside these hours."""
    async with house(folder, quick=True) as at:
        quiet = (22, 7)
        at.now = change - 9 * HOUR - 300
        for user in (ANNA, BEN):
            await write_person(at.referee, user, Person(zone=zone.name, quiet=quiet))
        match = await at.running("docker", ANNA, BEN, pace="daily")
        (late,) = match.awaited
        began = at.now
        await at.referee.record_alive()
        called, awake = 0, 0.0
        while at.now < began + 2 * DAY:
            minutes = range(int(at.now), int(at.now + HOUR / 2), 60)
            awake += sum(60 for minute in minutes if not zone.is_quiet(minute, quiet))
            done = await at.pass_time(HOUR / 2)
            if any(late.seat in each.pings for each in done):
                called += 1
                assert not zone.is_quiet(at.now, quiet), f"{zone.name}: reminded at night"
            missed = (await at.referee.match(match.id)).seats[late.seat].missed
            assert missed == (awake >= DAY), f"{zone.name}: a deadline has moved"
            if missed:
                break
        assert called, f"{zone.name}: nobody was reminded"
        assert missed, f"{zone.name}: the time is never up"


async def test_no_reminder_at_night_and_no_turn_lost(tmp_path: Path) -> None:
    for number, name in enumerate(PLAYED):
        zone = read_zone(name)
        for change in zone.since[1:] or (SINCE + 100 * DAY,):
            await play_through(tmp_path / f"{number}-{change}", zone, change)


@pytest.mark.mutant
def test_a_zone_that_is_ignored_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: everybody lives in Greenwich; the offset of the evening holds all night."""
    ignored = zoneinfo.ZoneInfo("UTC")
    with monkeypatch.context() as patch:
        patch.setattr("matches.people.quiet_hours.load_zone", lambda _: ignored)
        with pytest.raises(AssertionError):
            check_zones(("Europe/Berlin",))

    def fixed(person: Person, now: float) -> float | None:
        begin, end = person.quiet
        local = datetime.fromtimestamp(now, zoneinfo.ZoneInfo(person.zone))
        if begin == end or (local.hour - begin) % 24 >= (end - begin) % 24:
            return None
        left = (end - local.hour) % 24 * HOUR - local.minute * 60 - local.second
        return now + left

    monkeypatch.setattr("tests.matches.test_zones.quiet_until", fixed)
    with pytest.raises(AssertionError):
        check_zones(("Europe/Berlin",))


@pytest.mark.mutant
async def test_a_reminder_at_night_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(quiet_hours.quiet_until)
    monkeypatch.setattr("matches.sweep.quiet_until", lambda *_: None)
    monkeypatch.setattr("matches.clocks.clocks.choose_rhythm", lambda *_: ALWAYS)
    zone = read_zone("Europe/Berlin")
    with pytest.raises(AssertionError, match="at night"):
        await play_through(tmp_path, zone, zone.since[1])


@pytest.mark.mutant
async def test_a_clock_that_runs_at_night_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.clocks.clocks.choose_rhythm", lambda *_: ALWAYS)
    zone = read_zone("Europe/Berlin")
    with pytest.raises(AssertionError, match="a deadline has moved"):
        await play_through(tmp_path, zone, zone.since[1])
