"""The strength of Docker's computer player."""

from __future__ import annotations

from typing import Any

import pytest

from games.docker import GAME
from games.docker.events import Won
from games.docker.options import Options
from games.docker.standin import count_deadly_rolls
from games.rng import Rng
from tests.support.numbers import FULL, times

GAMES = times(1_000, usual=100)


def play(seats: int, options: Options, index: int, stand_in: tuple[int, ...]) -> Any:
    """Play a game of computer players in the seats `stand_in` against random movers and return its outcome."""
    rng, thinking = Rng(b"s" * 32, "play", index), Rng(b"s" * 32, "stand-in", index)
    state = GAME.setup(seats, options, rng)
    while not state.over:
        seat = state.to_move
        if seat in stand_in:
            move = GAME.choose(GAME.view(state, seat), seat, thinking)
        else:
            move = rng.choice(GAME.legal_moves(state, seat))
        state = GAME.apply(state, seat, move, rng)
    return state


def test_beats_random_players() -> None:
    wins = 0
    for index in range(GAMES):
        state = play(2, Options(), index, (index % 2,))
        wins += state.events[-1] == Won(index % 2)
    assert wins >= (0.7 if FULL else 0.78) * GAMES  # with a tenth of the games, 0.7 and two standard errors


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A1=RG B2=G C2=Y / res Y2 / move R die 1 / seats 2 / pieces2=3", None),
        # covering the last free cube of the opponent wins at once
        ("B2=R B1=G / move R die 2 / seats 2 / pieces2=3", "B2>B1"),
        # better on top of the opponent than on its own cube
        ("A1=R B1=R A2=G / res G1 / move R die 2 / seats 2 / pieces2=3", "A1>A2"),
    ],
)
def test_obvious_moves(text: Any, code: Any) -> None:
    state = GAME.read(text)
    if code is None:
        assert not GAME.legal_moves(state, 0)
        return
    assert {GAME.choose(state, 0, Rng(bytes(32), "stand-in", seq)).code for seq in range(5)} == {code}


def test_deadly_values() -> None:
    assert count_deadly_rolls(GAME.read("B2=GR / move R"), 0) == 1  # the roll 1
    assert count_deadly_rolls(GAME.read("B2=GR / res R1 / move R"), 0) == 0
    assert count_deadly_rolls(GAME.read("B2=RG / move R"), 0) == 6
