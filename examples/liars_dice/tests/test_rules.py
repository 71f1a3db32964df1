"""Worked cases of Liar's Dice's rules. Slowboat's `tests/laws` also tests every installed game."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import BadNotation
from games.rng import Rng
from slowboat_liars_dice import GAME
from slowboat_liars_dice.game import compute_chance
from slowboat_liars_dice.state import Bid, Doubt, Lifted, Lost, Options, State

DICE = Rng(b"secret", "ply", 1)


def place(dice: str, bid: str = "", **others: Any) -> State:
    """Make a position: `144/-` are the dice of two seats, `3x4@1` three fours that seat 1 has bid."""
    state = State(tuple(tuple(hand.strip("-")) for hand in dice.split("/")), **others)
    if bid:
        count, face, bidder = bid.replace("@", "x").split("x")
        state = State(state.dice, Bid(int(count), face), int(bidder), **others)
    assert GAME.read(GAME.notate(state)) == state
    return state


def test_everybody_rolls_the_same_number_of_dice() -> None:
    state = GAME.setup(6, Options(dice=4), Rng(b"secret", "setup", 0))
    assert [len(hand) for hand in state.dice] == [4] * 6
    assert state.total == 24


@pytest.mark.parametrize(
    ("position", "codes"),
    [
        (place("11/1"), "1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6 3x2 3x3 3x4 3x5 3x6"),
        (place("11/1", "3x4@1"), "doubt 3x5 3x6"),
        (place("11/1", "3x6@1"), "doubt"),
        (place("11/1", "2x6@1", wild=False), "doubt 3x1 3x2 3x3 3x4 3x5 3x6"),
    ],
)
def test_a_bid_is_higher_than_the_one_before(position: State, codes: str) -> None:
    offered = [move.code.removeprefix("bid/") for move in GAME.legal_moves(position, 0)]
    assert offered == codes.split()


def test_a_bid_names_at_most_five_dice_more() -> None:
    moves = GAME.legal_moves(place("11111/11111/11111", "2x4@1"), 0)
    assert max(move.count for move in moves if isinstance(move, Bid)) == 7


@pytest.mark.parametrize(
    ("state", "found", "loser", "left"),
    [
        (place("144/456", "4x4@1"), 4, 0, 2),  # three fours and a wild one: the bid is true
        (place("144/456", "4x4@1", wild=False), 3, 1, 2),
        (place("144/5", "4x4@1"), 3, 1, 0),
        (place("233/66", "1x4@0", turn=1), 0, 0, 2),
    ],
)
def test_a_doubt_costs_the_doubter_or_the_bidder_a_die(state: State, found: int, loser: int, left: int) -> None:
    after = GAME.apply(state, state.turn, Doubt(), DICE)
    lifted, lost = after.events
    assert isinstance(lifted, Lifted)
    assert (lifted.found, lifted.dice) == (found, state.dice)
    assert lost == Lost(loser, left)
    assert after.total == state.total - 1
    assert after.bid is None
    assert after.turn == (loser if left else 1 - loser)


def test_the_next_player_with_dice_goes_on_when_the_loser_is_out() -> None:
    after = GAME.apply(place("4/22/3/-", "4x6@2", turn=1, out=(3,)), 1, Doubt(), DICE)
    assert after.out == (3, 2)
    assert after.turn == 0


def test_the_last_player_with_dice_wins() -> None:
    after = GAME.apply(place("-/3/6", "2x2@2", turn=1, out=(0,)), 1, Doubt(), DICE)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.ranking == ((1,), (2,), (0,))
    assert GAME.to_act(after) == ()


def test_nobody_sees_under_a_cup_until_it_is_lifted() -> None:
    state = place("144/456", "4x4@1")
    assert GAME.view(state, 0).dice == (("1", "4", "4"), ("?", "?", "?"))
    assert GAME.view(state, None).dice == (("?",) * 3, ("?",) * 3)


def test_the_stand_in_doubts_what_it_cannot_believe() -> None:
    assert GAME.choose(GAME.view(place("22222/11", "7x6@1"), 0), 0, DICE) == Doubt()
    view = GAME.view(place("66666/11", "3x5@1"), 0)
    assert GAME.choose(view, 0, DICE) in (Bid(3, "6"), Bid(4, "6"), Bid(5, "6"))


def test_chances_are_those_of_dice() -> None:
    assert compute_chance(0, 3, wild=True) == pytest.approx(1)
    assert compute_chance(1, 1, wild=False) == pytest.approx(1 / 6)
    assert compute_chance(1, 2, wild=True) == pytest.approx(5 / 9)
    assert compute_chance(4, 3, wild=True) == 0


@pytest.mark.parametrize(
    "text",
    [
        'dice=[["1"]]',
        'dice=[["1","7"],["1"]]',
        'dice=[["1"],[]]',
        'dice=[["1"],["2"]] bid={"count":3,"face":"4"} bidder=1',
        'dice=[["1"],["2"]] bid={"count":1,"face":"1"} bidder=1',
        'dice=[["1"],["2"]] bid={"count":1,"face":"4"} bidder=0',
        "x=1",
    ],
)
def test_an_impossible_position_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.read(text)
