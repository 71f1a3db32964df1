"""Test that matches of every released version lead to the same positions and results when they are replayed today."""

from __future__ import annotations

import msgspec
import pytest

import games
from games import record
from games.core import BadNotation
from games.dog_royal import choices
from games.riff_raff.loading import placing
from games.rng import Rng
from tests.released import VERSIONS, matches
from tests.released.matches import Recorded

RECORDED = tuple(version for version in VERSIONS if (matches.MATCHES / f"{version}.jsonl.xz").exists())
PLAYED = sum(len(matches.read(version)) for version in RECORDED)
"""Matches that are replayed."""


def find_difference(match: Recorded) -> str | None:
    """Replay a match; return the difference from its record, None if there is none."""
    game = games.find(match.game, match.rules)
    if game is None:
        return f"{match.game} has no rules {match.rules}: matches begun under them cannot be finished"
    try:
        positions = record.replay(match.to_record())
    except (BadNotation, msgspec.ValidationError) as error:
        return f"{match.game} is refused: {error}"
    for seq, (now, then) in enumerate(zip(positions, match.positions, strict=True)):
        if now != msgspec.json.decode(then, type=game.state_type):
            return f"{match.game} differs at position {seq}"
    return None if game.outcome(positions[-1]) == match.outcome else f"{match.game} ends otherwise"


def test_every_released_version_has_recorded_matches() -> None:
    """`python -m tests.released.matches` records those of a version that is being released."""
    assert VERSIONS == RECORDED


@pytest.mark.parametrize("version", RECORDED)
def test_recorded_matches_replay_to_the_same_end(version: str) -> None:
    found = matches.read(version)
    assert {match.game for match in found} >= {"aquaretto", "docker", "dog_royal", "riff_raff"}
    assert [difference for match in found if (difference := find_difference(match))] == []


@pytest.mark.mutant
@pytest.mark.parametrize("name", sorted({match.game for match in matches.read("0.1.0")}))
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
        found = (match for version in RECORDED for match in matches.read(version) if match.game == name)
        assert any(map(find_difference, found)), name


@pytest.mark.mutant
def test_other_rules_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the version of the rules is raised, and running matches of the old version cannot be finished."""
    monkeypatch.setattr(type(games.load("docker")), "version", 2)
    assert any(map(find_difference, matches.read("0.1.0")))
