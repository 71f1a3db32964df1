"""The sentences that explain suggested moves of Docker."""

from __future__ import annotations

import pytest

from games.docker import GAME
from games.docker.words import reasons
from rendering.english import say


@pytest.mark.parametrize(
    ("code", "out", "sentence"),
    [
        ("A1>C2", "", "It covers ◆ Green on C2, which can no longer move."),
        ("A1>C2", " / out G", "It keeps 1 of your cubes free to move."),
    ],
)
def test_covering_a_cube_of_somebody_who_is_out_is_no_reason(code: str, out: str, sentence: str) -> None:
    state = GAME.read(f"A1=R C2=G B3=Y C1=B / res - / move R die 4 / seats 4{out} / turns 19")
    assert say(reasons._explain_cubes(state, GAME.parse(state, 0, code), 0)) == sentence
