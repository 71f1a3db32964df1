"""The stand-in against random play: at least 90 % of 3-seat games won and 15 points on average.

With SLOWBOAT_FULL=1 200 games, otherwise 20.
"""

from __future__ import annotations

import pytest

from games.aquaretto import GAME
from games.aquaretto.options import Options
from games.aquaretto.standin import value_zoo
from games.aquaretto.state import State
from games.rng import Rng
from tests.aquaretto.positions import code
from tests.support.numbers import times

GAMES = times(200, usual=20)


def choose_code(position: str) -> str:
    state = GAME.read(position)
    return GAME.choose(GAME.view(state, state.active), state.active, Rng(bytes(32), "choice", 0)).code


def play_out(number: int, standin: int, seats: int) -> State:
    """Play a game in which seat `standin` is the stand-in and the others play at random."""
    rng = Rng(bytes(32), "stand-in", number)
    state = GAME.setup(seats, Options(), rng)
    while actors := GAME.to_act(state):
        seat = actors[0]
        if seat == standin:
            move = GAME.choose(GAME.view(state, seat), seat, rng)
            assert move in GAME.legal_moves(state, seat)
        else:
            move = rng.choice(GAME.legal_moves(state, seat))
        state = GAME.apply(state, seat, move, rng)
    return state


@pytest.mark.timeout(600)
def test_beats_random_play() -> None:
    won, points = 0, 0
    for number in range(GAMES):
        outcome = GAME.outcome(play_out(number, number % 3, 3))
        assert outcome is not None
        assert outcome.scores is not None
        won += outcome.winners == (number % 3,)
        points += outcome.scores[number % 3]
    assert won >= 0.9 * GAMES
    assert points >= 15 * GAMES


def test_a_growing_basin_promises_more_than_its_points() -> None:
    four = "P1=DOL@(2,2);DOL@(2,3);DOL@(3,3);DOL@(3,2)"
    worth = [value_zoo(GAME.read(position).zoos[0]) for position in (four, f"{four};DOL@(1,2)")]
    assert worth[1] - worth[0] > 1


CHOICES = [  # position, expected choice
    ("P1=DOL-M@(2,2);DOL@(2,3);DOL@(3,3);DOL@(3,2) hand=DOL-F P3=", "DOL-F@"),
    ("P1=coins:0;DOL@(2,2);DOL@(2,3);ORC@(4,2);SEA@(0,3) T1=3:DOL,DOL-F,COIN T2=3:HIP,CRO,POL P3=", "take/1"),
    ("P1=coins:0;DOL@(2,2);DOL@(2,3) T1=3:DOL,DOL,DOL T2=3:SEA,SEA-FLASH,ORC P3=", "take/1"),
    ("P1=coins:0;DOL@(2,2);ORC@(4,2);SEA@(0,3) T1=3:HIP T2=3: T3=3: P3=", "draw"),
    ("P1=coins:0;DOL@(2,2);ORC@(4,2);SEA@(0,2) T1=3:DOL T2=3:HIP T3=3>P2: P2=coins:0 P3= drawn=CRO", "truck/2"),
]


@pytest.mark.parametrize(("position", "start"), CHOICES)
def test_sensible_choices(position: str, start: str) -> None:
    chosen = choose_code(position)
    assert chosen.startswith(code(start))
    assert not chosen.endswith("depot")
