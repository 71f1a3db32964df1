"""Test what `/me` says about a person's choices, and which time zones it finds and suggests."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from client.me.me import describe_colours, describe_look, make_colour_menus
from client.me.zones import find_zones, suggest_zones
from client.messages.menus import MOST_OPTIONS
from games.colours import COLOURS
from matches.people.preferences import Person
from matches.texts import Texts

SAY = Texts().say("en")


def test_colour_and_sign_are_named_apart_also_the_first_one() -> None:
    red, blue = SAY(COLOURS[0].name), SAY(COLOURS[2].name)
    either = [SAY(each) for each in describe_colours(Person(colour=0, sign=2))]
    assert red in either[0]
    assert blue in either[1]
    assert [SAY(each).rsplit(": ", 1)[1] for each in describe_colours(Person())] == ["any", "any"]
    assert SAY(describe_colours(Person(colour=1))[1]).endswith("any")


def test_each_menu_changes_its_own_choice() -> None:
    rows = make_colour_menus(SAY)
    to = [str(row.children[0].custom_id).rsplit(":", 1)[1] for row in rows]  # type: ignore[attr-defined]
    assert [each.partition(".")[0] for each in to] == ["colour", "sign"]
    assert len(rows[0].children[0].options) == len(COLOURS) + 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("person", "said"),
    [
        (Person(), "light, normal contrast, normal size"),
        (Person(theme="dark", contrast=True), "dark, high contrast, normal size"),
        (Person(large=True, patterns=True), "light, normal contrast, large, colours with patterns"),
    ],
)
def test_the_look_of_pictures_is_described(person: Person, said: str) -> None:
    assert SAY(describe_look(person)) == said


@pytest.mark.parametrize(
    ("typed", "first", "left_out"),
    [
        ("utc", "UTC", "Etc/UTC/x"),
        ("new york", "America/New_York", "America/Chicago"),
        ("new_york", "America/New_York", "America/Chicago"),
        (" ZURICH ", "Europe/Zurich", "Europe/Berlin"),
    ],
)
def test_zones_are_found_by_name_and_city(typed: str, first: str, left_out: str) -> None:
    found = find_zones(typed, 0.0)
    assert found[0] == first
    assert left_out not in found


def test_parts_of_names_find_places_and_no_abbreviations() -> None:
    """Nobody who types a part of a city means a zone such as EST5EDT."""
    found = find_zones("es", 0.0)
    assert found
    assert all("/" in zone for zone in found)
    continents = [zone.startswith("Etc/") for zone in find_zones("gmt+", 0.0)]
    assert continents == sorted(continents), "zones of places come first"


async def test_suggested_zones_show_their_own_time() -> None:
    noon = datetime(2035, 1, 3, 12, tzinfo=UTC).timestamp()
    (only,) = await suggest_zones("tokyo", noon)
    assert (only.name, only.value) == ("Asia/Tokyo · 21:00", "Asia/Tokyo")
    assert len(await suggest_zones("a", noon)) == MOST_OPTIONS
