"""Worked cases of New Game's rules. `tests/laws` also tests every game."""

from __future__ import annotations

import pytest

from games.new_game import GAME
from games.new_game.events import Taken
from games.new_game.options import Options
from games.new_game.state import Play
from games.rng import NO_CHANCE, Rng


def test_everybody_is_dealt_a_hand() -> None:
    state = GAME.setup(3, Options(hand=7), Rng(b"secret", "setup", 0))
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    assert len({*state.deck, *(card for hand in state.hands for card in hand)}) == 40


@pytest.mark.parametrize(
    ("position", "card", "after"),
    [
        ("hands=05,17/02,33", "17", "hands=05/02,33 table=17/- turn=1"),
        ("hands=05/02,33 table=17/- turn=1", "02", "hands=05/33 played=17,02 turn=0 tricks=1/0"),
        ("hands=05/02,33 table=17/- turn=1", "33", "hands=05/02 played=17,33 turn=1 tricks=0/1"),
    ],
)
def test_the_highest_card_takes_the_trick(position: str, card: str, after: str) -> None:
    state = GAME.read(position)
    played = GAME.apply(state, state.turn, Play(card), NO_CHANCE)
    assert GAME.notate(played) == GAME.notate(GAME.read(after))
    assert any(isinstance(event, Taken) for event in played.events) == ("tricks" in after)


def test_most_tricks_win_and_a_tie_is_shared() -> None:
    outcome = GAME.outcome(GAME.read("hands=-/-/- tricks=2/1/2"))
    assert outcome is not None
    assert outcome.ranking == ((0, 2), (1,))


def test_the_stand_in_takes_a_trick_as_cheaply_as_it_can() -> None:
    view = GAME.view(GAME.read("hands=05,17,33/- table=-/09"), 0)
    assert GAME.choose(view, 0, NO_CHANCE) == Play("17")
    view = GAME.view(GAME.read("hands=05,17,33/- table=-/40"), 0)
    assert GAME.choose(view, 0, NO_CHANCE) == Play("05")
