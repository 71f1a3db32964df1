"""The sentences that explain suggested moves of Aquaretto."""

from __future__ import annotations

import pytest

from games.aquaretto import GAME
from games.aquaretto.words.reasons import reason
from games.coaching import SeenPly
from rendering.english import say


def explain(position: str, code: str) -> str:
    state = GAME.read(position)
    found = reason([SeenPly(GAME.view(state, 0), GAME.parse(state, 0, code))], 0)
    assert found is not None
    return say(found)


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
    assert explain(f"P1=coins:0;DOL@(2,2);DOL@(2,3);SEA@(4,2);ORC@(0,3) T1=3:{load} T2=3: P3=", "draw") == sentence


@pytest.mark.parametrize(
    ("trucks", "sentence"),
    [
        ("T1=3: T2=3: T3=3:", "All trucks with a free slot are alike for this tile: Orca."),
        ("T1=3: T2=3: T3=1:HIP", "All trucks with a free slot are alike for this tile: Orca."),
        ("T1=3: T2=2: T3=3:", "There, this tile helps the others least: Orca."),
        ("T1=3: T2=2:DOL T3=3>P2:", "It keeps this tile off a truck that is better for you: Orca."),
    ],
)
def test_a_truck_is_compared_with_those_that_differ_and_that_others_can_take(trucks: str, sentence: str) -> None:
    assert explain(f"P1=coins:0;DOL@(2,2);SEA@(4,2);CRO@(0,3) {trucks} drawn=ORC", "truck/1") == sentence


@pytest.mark.parametrize(
    ("zoo", "sentence"),
    [
        ("DOL@(2,2);SEA@(4,2);CRO@(0,3)", "No basin has room for this animal."),
        ("DOL@(2,2);SEA@(4,2)", "It keeps a basin free for an animal that brings you more."),
    ],
)
def test_the_depot_is_explained_by_the_basins_that_are_left(zoo: str, sentence: str) -> None:
    assert explain(f"P1={zoo} hand=ORC,DOL P3=", "ORC@depot") == sentence
