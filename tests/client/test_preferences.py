"""Preferences are not lost, neither by two changes at once nor when the store cannot be read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from client.core.preferences import Preferences
from data import StoreError, Transaction
from matches.people.preferences import Person, read_person, write_person
from tests.matches.house import ANNA, house


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
