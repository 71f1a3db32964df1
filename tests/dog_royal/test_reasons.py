"""The sentences that explain suggested moves of DOG Royal."""

from __future__ import annotations

import pytest

from games.coaching import SeenPly
from games.dog_royal import GAME
from games.dog_royal.words.reasons import reason
from rendering.english import say


@pytest.mark.parametrize(
    ("position", "code", "sentence"),
    [
        ("base/2 0p@h 2p@20 hand0=13", "13/p:h>0", "It brings a piece onto the track."),
        ("royal/2 0N@h 2N@20 hand0=13", "13/N:h>0", "It brings a piece onto the track: Knight."),
        ("base/2 0p@60 2p@20 hand0=6", "6/p:60>g2", "It brings a piece into the goal."),
        ("royal/2 0N@60 2N@20 hand0=6", "6/N:60>g2", "It brings a piece into the goal: Knight."),
    ],
)
def test_a_piece_is_named_only_where_pieces_have_names(position: str, code: str, sentence: str) -> None:
    state = GAME.read(position)
    found = reason([SeenPly(GAME.view(state, 0), GAME.parse(state, 0, code))], 0)
    assert found is not None
    assert say(found) == sentence
