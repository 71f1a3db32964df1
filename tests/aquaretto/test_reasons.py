"""The sentences that explain suggested moves of Aquaretto."""

from __future__ import annotations

import pytest

from games.aquaretto import GAME
from games.aquaretto.words.reasons import reason
from games.coaching import SeenPly
from rendering.english import say


@pytest.mark.parametrize(
    ("load", "sentence"),
    [
        ("DOL,DOL,DOL", "A truck that is not full can still become better for you."),
        ("DOL,DOL", "It is too early for a truck: one more tile can make it better."),
        ("HIP,CRO,POL", "No truck is of use to you yet."),
        ("", "The trucks are empty: somebody has to begin."),
    ],
)
def test_a_full_truck_is_not_said_to_become_better(load: str, sentence: str) -> None:
    state = GAME.read(f"P1=coins:0;DOL@(2,2);DOL@(2,3) T1=3:{load} T2=3: P3=")
    found = reason([SeenPly(GAME.view(state, 0), GAME.parse(state, 0, "draw"))], 0)
    assert found is not None
    assert say(found) == sentence
