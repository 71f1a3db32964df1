"""The strong and the easy computer player of Docker."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from arena.match import play_deals
from games.docker import GAME
from games.docker.moves import DICE, list_steps
from games.docker.play import count_reserve, judge_roll, place_cube
from games.docker.standin import rate_seat
from games.docker.strong import search
from games.docker.strong.board import Table
from games.docker.strong.search import Search
from games.docker.strong.value import WEIGHTS, Value, load_value
from games.rng import Rng
from tests.support.numbers import times

pytestmark = pytest.mark.long


def walk(seats: int, preset: str, index: int) -> Iterator[Any]:
    """Yield the positions of a game of random moves."""
    rng = Rng(b"w" * 32, preset, index)
    state = GAME.setup(seats, GAME.presets[preset], rng)
    while not state.over:
        yield state
        state = GAME.apply(state, state.to_move, rng.choice(GAME.legal_moves(state, state.to_move)), rng)


@pytest.mark.parametrize("preset", list(GAME.presets))
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_fast_rules_agree_with_the_rules(seats: int, preset: str) -> None:
    for state in walk(seats, preset, 1):
        table = Table(seats, state.options)
        board = state.squares, state.reserves
        search_of = Search(table, Value([0.0] * WEIGHTS), 0)
        for seat in range(seats):
            if seat in state.out:
                continue
            for die in DICE:
                after = [place_cube(state, step) for step in list_steps(state, seat, die)]
                assert list(table.list_after(board, seat, die)) == [(a.squares, a.reserves) for a in after]
            playable, deadly = table.list_rolls(board, seat)
            assert playable == tuple(die for die in DICE if list_steps(state, seat, die))
            assert deadly == sum(judge_roll(state, seat, die) == "eliminated" for die in DICE)
            assert search_of._rate_safety(board, seat) == rate_seat(state, seat)
    assert count_reserve(state, state.to_move) >= 0


def test_the_patterns_fit_the_weights_and_the_symmetry_of_the_board() -> None:
    value = Value([0.0] * WEIGHTS)
    mirrored = (2, 1, 0, 5, 4, 3, 8, 7, 6)
    for seats in GAME.seats:
        for state in walk(seats, "italian", 2):
            table = Table(seats, state.options)
            seat = state.to_move
            patterns = value.list_patterns(table, (state.squares, state.reserves), seat, state.out)
            assert all(0 <= index < WEIGHTS for index in patterns)
            mirror = tuple(state.squares[square] for square in mirrored)
            other = value.list_patterns(table, (mirror, state.reserves), seat, state.out)
            assert sorted(patterns) == sorted(other)


@pytest.mark.parametrize("seats", GAME.seats)
def test_values_are_chances(seats: int) -> None:
    value = load_value(seats)
    assert len(value.weights) == WEIGHTS
    assert len(set(value.weights)) > 100, "the weights are learnt, not constant"
    for state in walk(seats, "standard", 3):
        rated = value.rate(Table(seats, state.options), (state.squares, state.reserves), state.to_move, state.out)
        assert 0 < rated < 1


@pytest.mark.parametrize("preset", list(GAME.presets))
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_makes_legal_moves_that_depend_on_the_chance_given(seats: int, preset: str) -> None:
    for number, state in enumerate(walk(seats, preset, 4)):
        if number % 12 == 0:
            seat = state.to_move
            move = GAME.choose_strong(state, seat, Rng(b"s" * 32, "choose", number))
            assert move in GAME.legal_moves(state, seat)
            assert move == GAME.choose_strong(state, seat, Rng(b"s" * 32, "choose", number))


def test_it_wins_at_once_if_it_can() -> None:
    """Cover the last free cube of the rival with a 2, which eliminates it on any roll."""
    state = GAME.read("B2=R B1=G / move R die 2 / seats 2 / pieces2=3")
    assert search.choose(state, 0, Rng(bytes(32), "strong", 0)).code == "B2>B1"


def play(one: str, other: str, deals: int) -> float:
    return play_deals(GAME, 2, one, other, deals=deals).mean


def test_each_level_beats_the_one_below() -> None:
    """Play a few games; `docs/computer_players.md` has the figures of many more. It takes five seconds, because strong
    players think."""
    assert play("strong", "normal", times(200, usual=6)) > 0.5
    assert play("normal", "easy", times(400, usual=30)) > 0.65
    assert play("easy", "random", times(400, usual=30)) > 0.6


def test_the_bot_itself_never_loads_the_weights() -> None:
    code = (
        "import sys\nfrom games.docker import GAME\nfrom games.rng import Rng\n"
        "s = GAME.setup(2, GAME.presets['standard'], Rng(b'', 'x', 0))\nGAME.choose(s, s.to_move, Rng(b'', 'y', 0))\n"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
