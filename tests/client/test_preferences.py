"""Preferences are not lost, neither by two changes at once nor when the store cannot be read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from client.core import people
from client.core.people import Preferences, make_board_look, make_look
from data import StoreError, Transaction
from matches.keeping.fleet import FRESH_FOR
from matches.people.preferences import Palette, Person, read_person, write_person
from rendering import Look
from tests.support.matches.house import ANNA, house


async def test_two_changes_at_once_are_both_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        preferences = Preferences(at.referee)
        await preferences.load(ANNA)
        await asyncio.gather(
            preferences.change(ANNA, lambda person: structs.replace(person, zone="Europe/Zurich")),
            preferences.change(ANNA, lambda person: structs.replace(person, lessons={"docker": 2})),
            preferences.change(ANNA, lambda person: structs.replace(person, theme="dark")),
        )
        expected = Person(zone="Europe/Zurich", lessons={"docker": 2}, theme="dark")
        assert await read_person(at.referee, ANNA) == preferences.get(ANNA) == expected


async def test_preferences_that_could_not_be_read_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails once while somebody's preferences are loaded; then they take a step of a lesson."""
    async with house(tmp_path) as at:
        stored = Person(language="fr", quiet=(22, 7))
        await write_person(at.referee, ANNA, stored)
        preferences = Preferences(at.referee)

        def fail(*_: object) -> None:
            raise StoreError

        with monkeypatch.context() as patch:
            patch.setattr(Transaction, "read_person", fail)
            assert await preferences.load(ANNA) == Person()
        await preferences.change(ANNA, lambda person: structs.replace(person, lessons={"docker": 1}))
        assert await read_person(at.referee, ANNA) == structs.replace(stored, lessons={"docker": 1})


async def test_an_unchanged_setting_stores_nothing_about_a_forgotten_person(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        await Preferences(at.referee).change(ANNA, lambda person: structs.replace(person, digest=None))
        assert await at.store.transaction(lambda tx: tx.read_person(ANNA)) is None


async def test_preferences_are_read_once_and_those_of_long_ago_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, quick=True) as at:
        monkeypatch.setattr(people, "_REMEMBERED", 2)
        for user in (1, 2, 3):
            await write_person(at.referee, user, Person(language="fr"))
        preferences = Preferences(at.referee)
        for user in (1, 2, 1, 3):
            assert (await preferences.load(user)).language == "fr"
        assert [preferences.get(user).language for user in (1, 2, 3)] == ["fr", "", "fr"], "2 was seen longest ago"
        await write_person(at.referee, 1, Person(language="it"))
        at.now += 9999
        assert (await preferences.load(1)).language == "fr", "no other process changes them"
        preferences.forget(1)
        assert (await preferences.load(1)).language == "it"


async def test_another_process_changes_preferences_within_half_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, quick=True) as at:
        at.referee.processes = at.make_process()
        preferences = Preferences(at.referee)
        await preferences.load(ANNA)
        await write_person(at.referee, ANNA, Person(language="it"))
        at.now += FRESH_FOR - 1
        assert (await preferences.load(ANNA)).language == ""
        at.now += 1

        def fail(*_: object) -> None:
            raise StoreError

        with monkeypatch.context() as patch:
            patch.setattr(Transaction, "read_person", fail)
            assert (await preferences.load(ANNA)).language == "", "what is known is better than nothing"
        assert (await preferences.load(ANNA)).language == "it"
        monkeypatch.setattr(Transaction, "read_person", fail)
        at.now += FRESH_FOR
        assert (await preferences.load(ANNA)).language == "it"


@pytest.mark.parametrize(
    ("palette", "look"),
    [
        ("light", Look()),
        ("dark", Look(theme="dark")),
        ("dark_contrast", Look(theme="dark", contrast=True)),
        ("light_patterns", Look(patterns=True)),
    ],
)
def test_boards_look_as_their_channel_wants(palette: Palette, look: Look) -> None:
    assert make_board_look(palette) == look


def test_private_pictures_look_as_their_person_wants() -> None:
    person = Person(theme="dark", contrast=True, patterns=True, large=True)
    assert make_look(person) == Look(theme="dark", contrast=True, patterns=True, large=True)
    assert make_look(Person()) == Look()
