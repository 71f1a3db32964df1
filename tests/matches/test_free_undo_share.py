"""Test how often a player can take back a turn alone, if the match holds turns before chance (`docs/evidence.md`)."""

from __future__ import annotations

import pytest

from tests.matches.undo_share import MATCHES, measure
from tests.support.laws.playouts import GAMES, load
from tests.support.numbers import times

LEAST = 0.5

HELD = [name for name in GAMES if name in ("aquaretto", "dog_royal") or not load(name).has_private_hands]
"""The games whose turns can mostly be held. In others with hidden hands, most turns may show something of them."""


@pytest.mark.parametrize("game", HELD)
def test_most_turns_can_be_taken_back_alone(game: str) -> None:
    """Count plies after which their player could take them back: at least half, if the table chose to hold turns."""
    assert measure(game, times(MATCHES, usual=2), grace="play") >= LEAST


@pytest.mark.parametrize("game", ["docker", "dog_royal"])
def test_few_turns_can_be_taken_back_alone_without_holds(game: str) -> None:
    assert measure(game, 1, grace="off") < LEAST
