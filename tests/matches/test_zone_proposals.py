"""Test the time zone and the quiet hours that are proposed from the hours in which a person moves."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from data import LogRow, MadeBy
from matches.people.zones import (
    DAYS,
    MOVES,
    ZONES,
    ZONES_OF_LANGUAGES,
    find_proposal,
    find_quiet_hours,
    propose_quiet_hours,
    propose_zone,
)
from tests.support.matches.hours import NOW, move_between
from tests.support.matches.house import ANNA, BEN, House


@pytest.mark.parametrize("zone", ZONES)
def test_each_zone_is_found_from_its_waking_hours(zone: str) -> None:
    found = propose_zone(move_between(zone, 8, 22), "en", NOW)
    assert found is not None
    offsets = [datetime.fromtimestamp(NOW, ZoneInfo(each)).utcoffset() for each in (zone, found)]
    assert offsets[0] == offsets[1]


def test_a_zone_of_ones_language_comes_first() -> None:
    times = move_between("Europe/Athens", 8, 22)
    assert propose_zone(times, "en", NOW) == "Europe/Athens"
    assert propose_zone(times, "de", NOW) == "Europe/Berlin"
    assert propose_zone(move_between("America/Toronto", 8, 22), "fr", NOW) == "America/Toronto"
    assert propose_zone(move_between("Asia/Tokyo", 8, 22), "it", NOW) == "Asia/Tokyo", "Rome is too far away"


def test_few_moves_or_days_and_hours_without_a_night_tell_nothing() -> None:
    times = move_between("Europe/Paris", 8, 22, days=20)
    assert propose_zone(times[: MOVES - 1], "fr", NOW) is None
    assert propose_zone(move_between("Europe/Paris", 8, 22, days=DAYS - 2), "fr", NOW) is None
    assert propose_zone(move_between("Europe/Paris", 0, 23), "fr", NOW) is None, "somebody who never sleeps"
    assert propose_zone(move_between("Europe/Paris", 19, 22), "fr", NOW) is None, "evenings do not tell the night"


def test_a_rare_move_at_night_does_not_matter() -> None:
    times = move_between("Europe/Paris", 8, 22)
    night = move_between("Europe/Paris", 3, 3, days=5)
    assert propose_zone([*times, *night], "en", NOW) == propose_zone(times, "en", NOW) == "Europe/Paris"
    assert propose_zone([*times, *night, *night, *night], "en", NOW) is None


@pytest.mark.parametrize("zone", ZONES)
def test_quiet_hours_are_those_in_which_nobody_moves(zone: str) -> None:
    """The moves come up to 49 minutes after the hour, so the night begins when the last of them is over."""
    times = move_between(zone, 8, 22)
    assert propose_quiet_hours(times, zone, NOW) == (23, 8)
    assert propose_quiet_hours(times[: MOVES - 1], zone, NOW) is None
    assert propose_quiet_hours(move_between(zone, 0, 23), zone, NOW) is None
    assert propose_quiet_hours(move_between(zone, 19, 22), zone, NOW) is None, "evenings do not tell the night"


def test_quiet_hours_of_those_who_play_at_night_are_in_the_day() -> None:
    assert propose_quiet_hours(move_between("Europe/Paris", -8, 6), "Europe/Paris", NOW) == (7, 16)


def test_all_proposed_zones_exist() -> None:
    for zone in (*ZONES, *(each for zones in ZONES_OF_LANGUAGES.values() for each in zones)):
        assert ZoneInfo(zone).key == zone


async def test_only_ones_own_moves_count(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    times = move_between("Europe/Paris", 8, 22, now=at.now)

    rows: list[LogRow] = []

    def log(user: int, made_by: MadeBy, note: str, times: list[float]) -> None:
        for when in times:
            seq = match.seq + len(rows) + 1
            rows.append(LogRow(seq, "ply", 0, "", "[]", None, None, user, when, made_by, note))

    log(ANNA, "person", "", times)
    log(ANNA, "auto", "", move_between("Europe/Paris", 0, 7, now=at.now))
    log(ANNA, "person", "planned", move_between("Europe/Paris", 0, 7, now=at.now))
    log(BEN, "person", "", move_between("Asia/Tokyo", 8, 22, now=at.now))
    await at.store.transaction(lambda tx: tx.append_log(match, rows))
    assert await find_proposal(at.referee, ANNA, "fr") == "Europe/Paris"
    assert await find_proposal(at.referee, BEN, "fr") == "Asia/Tokyo"
    assert await find_proposal(at.referee, 99, "fr") is None
    assert await find_quiet_hours(at.referee, ANNA, "Europe/Paris") == (23, 8)
    assert await find_quiet_hours(at.referee, 99, "Europe/Paris") is None
