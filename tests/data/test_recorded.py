"""Test that matches of every released version lead to the same positions and results when they are replayed today."""

from __future__ import annotations

import pytest

import games
from games.dog_royal import choices
from games.riff_raff.loading import placing
from games.rng import Rng
from tests.released import VERSIONS, matches
from tests.released.matches import find_difference

PLAYED = sum(map(matches.count, matches.RECORDED))
"""Matches that are replayed."""


def test_every_released_version_has_recorded_matches() -> None:
    """`python -m tests.released.matches` records those of a version that is being released."""
    assert VERSIONS == matches.RECORDED


@pytest.mark.parametrize("version", matches.RECORDED)
def test_recorded_matches_replay_to_the_same_end(version: str) -> None:
    found = matches.read(version)
    assert {match.game for match in found} >= {"aquaretto", "docker", "dog_royal", "riff_raff"}
    assert [difference for match in found if (difference := find_difference(match))] == []


@pytest.mark.mutant
@pytest.mark.parametrize("name", games.own_names())
def test_a_changed_die_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: chance is derived differently from the secret."""
    monkeypatch.setattr("games.record.Rng", lambda secret, purpose, seq: Rng(secret, purpose, seq + 1))
    assert any(find_difference(match) for match in matches.read("0.1.0") if match.game == name)


@pytest.mark.mutant
def test_a_move_that_is_no_longer_accepted_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: DOG Royal refuses codes that earlier versions listed; Riff Raff offers fewer places for a piece."""
    assert_differs(monkeypatch, "dog_royal", choices, "list_former_moves", lambda state, seat: ())
    assert_differs(monkeypatch, "riff_raff", placing, "list_spots", lambda *_: ())


def assert_differs(patch: pytest.MonkeyPatch, name: str, module: object, function: str, broken: object) -> None:
    with patch.context() as broke:
        broke.setattr(module, function, broken)
        found = (match for version in matches.RECORDED for match in matches.read(version) if match.game == name)
        assert any(map(find_difference, found)), name


@pytest.mark.mutant
def test_other_rules_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the version of the rules is raised, and running matches of the old version cannot be finished."""
    monkeypatch.setattr(type(games.load("docker")), "version", 2)
    assert any(map(find_difference, matches.read("0.1.0")))
