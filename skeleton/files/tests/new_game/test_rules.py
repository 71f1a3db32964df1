"""Worked cases of New Game's rules. `tests/laws` also tests every game."""

from __future__ import annotations

import pytest

from games.core import BadNotation
from games.new_game import GAME
from games.new_game.state import Options, Play, Taken
from games.rng import NO_CHANCE, Rng


def test_everybody_is_dealt_a_hand() -> None:
    state = GAME.setup(3, Options(hand=7), Rng(b"secret", "setup", 0))
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    assert len({*state.deck, *(card for hand in state.hands for card in hand)}) == 40


@pytest.mark.parametrize(
    ("position", "card", "after"),
    [
        ("hands=[[5,17],[2,9],[28,33]]", 17, "hands=[[5],[2,9],[28,33]] table=[17] turn=1"),
        ("hands=[[5],[2],[6,33]] table=[17,9] turn=2", 6, "hands=[[5],[2],[33]] played=[17,9,6] taken=[0]"),
        ("hands=[[5],[2],[6,33]] table=[17,9] turn=2", 33, "hands=[[5],[2],[6]] played=[17,9,33] turn=2 taken=[2]"),
    ],
)
def test_the_highest_card_takes_the_trick(position: str, card: int, after: str) -> None:
    state = GAME.read(position)
    played = GAME.apply(state, state.turn, Play(card), NO_CHANCE)
    assert GAME.notate(played) == after
    assert any(isinstance(event, Taken) for event in played.events) == ("taken" in after)


def test_most_tricks_win_and_a_tie_is_shared() -> None:
    outcome = GAME.outcome(GAME.read("hands=[[],[],[]] taken=[2,0,0,2,1]"))
    assert outcome is not None
    assert outcome.ranking == ((0, 2), (1,))


def test_the_stand_in_takes_a_trick_as_cheaply_as_it_can() -> None:
    for highest, chosen in ((9, 17), (40, 5)):
        view = GAME.view(GAME.read(f"hands=[[5,17,33],[1,2,3],[4,6]] table=[{highest}]"), 0)
        assert GAME.choose(view, 0, NO_CHANCE) == Play(chosen)


@pytest.mark.parametrize(
    "hands",
    ["[[1]]", "[[1],[2],[1]]", "[[2,1],[3,4],[5,6]]", "[[1],[2],[3,4]]", "[[1],[2],[41]]", "[[],[],[],[],[],[]]"],
)
def test_an_impossible_position_is_refused(hands: str) -> None:
    with pytest.raises(BadNotation):
        GAME.read(f"hands={hands}")
