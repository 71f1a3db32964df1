"""Test how time zones are typed, named and loaded."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from client.absence.absence import read_until
from client.me.me import build_settings
from client.me.zones import find_zone, find_zones, suggest_zones
from matches.clocks.rhythm import Rhythm, find_due
from matches.clocks.zones import list_zones, load_zone, name_zone
from matches.people.digests import find_next_digest
from matches.people.preferences import Person, PuzzlePost, Server
from matches.people.quiet_hours import quiet_until
from matches.puzzles.keeping import find_day
from matches.puzzles.posting import switch_post
from matches.texts import Texts
from tests.support.checkout import ROOT

NOW: Final = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("GMT+2", 2), ("gmt-5", -5), ("UTC+2", 2), ("utc +02:00", 2), ("+02:00", 2), ("+2", 2), ("-5", -5),
        ("UTC−5", -5), ("+0", 0), ("UTC", 0), ("UTC+14", 14), ("-12", -12), ("UTC+5:30", 5.5),
        ("+0530", 5.5), ("+5,5", 5.5), ("+05:45", 5.75), ("-9:30", -9.5),
        ("Etc/GMT+2", -2),  # the only names in which + means west
    ],
)  # fmt: skip
def test_a_distance_from_utc_means_what_people_mean(typed: str, hours: float) -> None:
    zone = find_zone(typed, NOW)
    assert zone is not None
    for at in (NOW, NOW + 180 * 86_400):
        offset = datetime.fromtimestamp(at, load_zone(zone)).utcoffset()
        assert offset is not None
        assert offset.total_seconds() == hours * 3600
    assert find_zone(name_zone(zone), NOW) == zone, "the form shows the name, and reads it again"


@pytest.mark.parametrize(("typed", "shown"), [("GMT+2", "UTC+2"), ("-5", "UTC-5"), ("Etc/GMT-0", "UTC")])
def test_a_distance_from_utc_is_named_as_people_write_it(typed: str, shown: str) -> None:
    assert name_zone(find_zone(typed, NOW) or "") == shown


@pytest.mark.parametrize(
    "typed",
    [
        "localtime", "Factory", "posixrules", "posix/Europe/Berlin", "../etc/passwd", "Europe", "", " ", "+15", "-13",
        "GMT+99", "+2:75", "+3:99:1", "Old/Town", "United States", "-3:30",
    ],
)  # fmt: skip
def test_no_zone_is_guessed(typed: str) -> None:
    assert find_zone(typed, NOW) is None


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Germany", "Europe/Berlin"), ("Deutschland", "Europe/Berlin"), ("la", None), ("svizzera", "Europe/Zurich"),
        ("Espagne", "Europe/Madrid"), ("India", "Asia/Kolkata"), ("new  zealand", "Pacific/Auckland"),
        ("New_York", "America/New_York"), ("Zürich", "Europe/Zurich"), ("Georgia", "Asia/Tbilisi"),
    ],
)  # fmt: skip
def test_a_country_means_its_usual_zone(typed: str, zone: str | None) -> None:
    assert find_zone(typed, NOW) == zone


async def test_a_suggestion_is_understood_as_it_is_shown() -> None:
    for typed in ("GMT+2", "zurich", "United States", "UTC+5:30"):
        offered = await suggest_zones(typed, NOW)
        assert offered
        assert len({choice.name for choice in offered}) == len(offered)
        for choice in offered:
            assert find_zones(choice.name, NOW)[0] == choice.value
            assert find_zone(choice.value, NOW) == choice.value


@pytest.mark.parametrize(("typed", "sign"), [("utc+", "+"), ("gmt+", "+"), ("utc-", "-"), ("gmt-", "-")])
async def test_suggestions_agree_with_the_sign_that_is_typed(typed: str, sign: str) -> None:
    offered = await suggest_zones(typed, NOW)
    assert len(offered) >= 12
    assert {choice.name[:4] for choice in offered} == {f"UTC{sign}"}


def test_a_zone_with_half_an_hour_has_its_current_name() -> None:
    assert find_zone("+5:30", NOW) in ("Asia/Colombo", "Asia/Kolkata")
    assert find_zones("+5:30", NOW)[-1] == "Asia/Calcutta"


def test_a_zone_of_the_machine_cannot_be_chosen() -> None:
    assert not {"localtime", "Factory", "posixrules"} & list_zones()
    assert "Europe/Zurich" in list_zones()


@pytest.mark.parametrize(
    "zone", ["Old/Town", "localtime", "Factory", "Europe", "", "../../etc/passwd", "/etc/localtime"]
)
def test_an_unknown_stored_zone_counts_as_utc_everywhere(zone: str) -> None:
    person, usual = Person(zone=zone, quiet=(22, 13)), Person(quiet=(22, 13))
    assert load_zone(zone).key == name_zone(zone) == "UTC"
    assert read_until("24.12.", NOW, zone) == read_until("24.12.", NOW, "UTC") is not None
    assert find_day(NOW, zone) == find_day(NOW, "UTC")
    assert quiet_until(person, NOW) == quiet_until(usual, NOW) is not None
    assert find_next_digest(person, NOW) == find_next_digest(usual, NOW)
    assert find_due(Rhythm(zone, due_hour=9), NOW) == find_due(Rhythm("UTC", due_hour=9), NOW)
    posted = switch_post(Server(), PuzzlePost(1, "en", zone), NOW).puzzle
    usually = switch_post(Server(), PuzzlePost(1, "en", "UTC"), NOW).puzzle
    assert posted is not None
    assert usually is not None
    assert posted.due_at == usually.due_at
    assert "Time zone: UTC, where it is 12:00" in str(
        build_settings(person, Texts().say("en"), now=NOW).to_components()
    )


def test_zones_are_loaded_in_one_place() -> None:
    modules = [
        path.relative_to(ROOT).as_posix()
        for folder in ("client", "cogs", "matches", "data", "games", "rendering")
        for path in (ROOT / folder).rglob("*.py")
        if "ZoneInfo(" in (source := path.read_text(encoding="utf-8")) or "available_timezones(" in source
    ]
    assert modules == ["matches/clocks/zones.py"]
