"""Test preferences and settings, and quiet hours in every time zone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest

from matches.clocks.pace import DAY, HOUR
from matches.people import quiet_hours
from matches.people.preferences import Person, Server, read_person, read_server, server_of, write_person
from matches.people.quiet_hours import quiet_until
from tests.support.matches.house import ANNA, BEN, House
from tests.support.numbers import FULL

BEGIN = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
END = datetime(2036, 1, 1, tzinfo=UTC).timestamp()

NIGHTS = ((22, 7), (23, 1), (0, 1), (0, 3), (1, 2), (2, 3), (1, 4), (23, 0), (22, 21), (3, 2), (9, 17), (0, 0))
"""Quiet hours, (from, to): whole nights, and those that begin or end where clocks change."""


def changes(zone: ZoneInfo) -> Iterator[float]:
    """List when the offset of a zone changes in 2025 to 2035, to the second."""

    def offset(at: float) -> object:
        return datetime.fromtimestamp(at, zone).utcoffset()

    at = BEGIN
    while at < END:
        if offset(at) != offset(at + DAY):
            low, high = at, at + DAY
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(low) == offset(middle) else (low, middle)
            yield high
        at += DAY


def hour(at: float, zone: ZoneInfo) -> int:
    return datetime.fromtimestamp(at, zone).hour


def hours(quiet: tuple[int, int]) -> set[int]:
    """List the quiet hours of a day."""
    found, at = set(), quiet[0]
    while at != quiet[1]:
        found.add(at)
        at = (at + 1) % 24
    return found


def list_differences(zones: list[str], asked: Callable[[Person, float], float | None] = quiet_until) -> list[object]:
    """List the differences between `asked` and the local time, read every five minutes."""
    found: list[object] = []
    for name in zones:
        zone = ZoneInfo(name)
        for change in changes(zone):
            nights = NIGHTS if FULL else NIGHTS[int(change // HOUR) % 4 :: 4]
            for quiet in nights:
                silent, person = hours(quiet), Person(zone=name, quiet=quiet)
                for now in (change - 7 * HOUR + 61, change - HOUR, change - 1, change, change + 1799, change + HOUR):
                    until = asked(person, now)
                    if (until is not None) != (hour(now, zone) in silent):
                        found.append((name, quiet, now))
                    elif until is not None:
                        steps = range(int(now), int(until), 300)
                        outside = hour(until, zone) in silent or any(hour(at, zone) not in silent for at in steps)
                        if outside or not now < until <= now + 49 * HOUR:
                            found.append((name, quiet, now, until))
    return found


ZONES = sorted(available_timezones())


def test_quiet_hours_are_local_time_in_every_zone_through_every_change() -> None:
    """Try a tenth of the zones and all with odd changes; all zones in the long run."""
    odd = [
        "Antarctica/Troll",
        "Australia/Lord_Howe",
        "Africa/Cairo",
        "America/Havana",
        "Asia/Beirut",
        "Africa/Casablanca",
    ]
    assert len(ZONES) > 400
    assert len(list(changes(ZoneInfo("Europe/Berlin")))) == 22
    assert list_differences(ZONES if FULL else [*ZONES[::25], *odd]) == []


@pytest.mark.mutant
def test_mutant_quiet_hours_that_ignore_daylight_saving_are_caught() -> None:
    """Mutant: count hours to the end of quiet hours, as if every day had 24."""

    def by_calendar(person: Person, now: float) -> float | None:
        until = quiet_hours.quiet_until(person, now)
        if until is None:
            return None
        here = datetime.fromtimestamp(now, ZoneInfo(person.zone))
        ahead = (person.quiet[1] - here.hour) % 24
        return now - here.minute * 60 - here.second + ahead * HOUR

    assert list_differences(["Europe/Berlin"], by_calendar)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2025-03-29T21:59", None),
        ("2025-03-29T22:00", "2025-03-30T07:00"),
        ("2025-03-30T01:30", "2025-03-30T07:00"),
        ("2025-03-30T06:59", "2025-03-30T07:00"),
        ("2025-03-30T07:00", None),
        ("2025-10-26T01:30", "2025-10-26T07:00"),
    ],
)
def test_quiet_hours_in_berlin_end_in_the_morning(now: str, until: str | None) -> None:
    person = Person(zone="Europe/Berlin", quiet=(22, 7))

    def unix(text: str) -> float:
        return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin")).timestamp()

    assert quiet_until(person, unix(now)) == (None if until is None else unix(until))
    assert quiet_until(Person(), unix(now)) is None, "without preferences there are no quiet hours"


def test_invalid_preferences_do_no_harm() -> None:
    assert quiet_until(Person(zone="Europe/Berlin", quiet=(0, 24)), BEGIN) is None
    assert quiet_until(Person(zone="../etc", quiet=(0, 3)), BEGIN) == BEGIN + 3 * HOUR
    assert quiet_until(Person(zone="Moon/Crater", quiet=(0, 3)), BEGIN) == BEGIN + 3 * HOUR, (
        "an unknown time zone counts as UTC"
    )


async def test_preferences_are_stored(at: House) -> None:
    assert await read_person(at.referee, ANNA) == Person()
    wanted = Person("de", "Asia/Tokyo", (22, 6), "dark", True, True)
    await write_person(at.referee, ANNA, wanted)
    assert await read_person(at.referee, ANNA) == wanted
    assert await read_person(at.referee, BEN) == Person()
    assert await read_server(at.referee, 70) == Server()
    assert server_of(await at.store.transaction(lambda tx: tx.read_guild(70))) == Server()
