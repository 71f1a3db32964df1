"""Test who counts as present in a channel, and therefore needs no ping there."""

from __future__ import annotations

import pytest

from client.core import people
from client.core.people import HERE, Presence


class Clock:
    now = 1000.0


@pytest.mark.parametrize(
    ("later", "is_here"),
    [(0.0, True), (HERE - 1, True), (HERE, False), (HERE + 1, False), (-1.0, False)],
)
def test_a_person_is_present_for_two_minutes(later: float, is_here: bool) -> None:
    """A press that lies ahead, because the system clock was set back, says nothing about now."""
    clock = Clock()
    present = Presence(lambda: clock.now)
    present.note(7, 1)
    clock.now += later
    assert present.is_here(7, 1) is is_here


def test_presence_is_that_of_one_person_in_one_channel() -> None:
    present = Presence(lambda: 1000.0)
    present.note(7, 1)
    assert not present.is_here(8, 1)
    assert not present.is_here(7, 2)


def test_those_who_were_seen_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "_REMEMBERED", 3)
    present = Presence(lambda: 1000.0)
    for user in (1, 2, 3, 1, 4, 5):
        present.note(7, user)
    assert [user for user in range(1, 6) if present.is_here(7, user)] == [1, 4, 5]
