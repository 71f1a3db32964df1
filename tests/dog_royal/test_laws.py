"""Laws of DOG Royal, checked in random games."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.core import BadNotation
from games.dog_royal import GAME
from games.dog_royal.moves import Play
from games.dog_royal.state import State
from games.rng import NO_CHANCE, ChanceRefused
from tests.dog_royal.playing import OPTIONS, check_invariants, dice, play, playout
from tests.support.numbers import FULL, patience, times

GAMES = times(10_000, usual=60)


@pytest.mark.timeout(patience(300))
def test_playouts_end_and_conserve() -> None:
    lengths = []
    for seed in range(GAMES):
        plies = 0
        # In a quick run, only the first 20 games have no limit of rounds of their own added.
        options = OPTIONS[seed // 5 % len(OPTIONS)]
        if not FULL and seed >= 20 and not options.round_limit:
            options = msgspec.structs.replace(options, round_limit=5)
        for state, _, _ in playout(2 + seed % 5, options, seed):
            check_invariants(state)
            plies += 1
        lengths.append(plies)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(state.seats))
    assert max(lengths) < GAME.ply_limit


@pytest.mark.mutant
def test_a_lost_card_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the discard pile loses a card."""
    apply = GAME.apply

    def lose(game: Any, state: State, *args: Any) -> State:
        after: State = apply(state, *args)
        return msgspec.structs.replace(after, discard=after.discard[1:]) if len(after.discard) == 5 else after

    monkeypatch.setattr(type(GAME), "apply", lose)
    monkeypatch.setitem(globals(), "GAMES", 5)
    with pytest.raises(AssertionError):
        test_playouts_end_and_conserve()


def test_dealing_draws_no_chance() -> None:
    state = play(GAME.read("base/4 0p@20 hand0=5"), "0 5/p:20>25")
    assert state.round == 2
    again = GAME.read("base/4 0p@20 hand0=5")
    assert GAME.apply(again, 0, GAME.parse(again, 0, "5/p:20>25"), NO_CHANCE) == state
    short = GAME.read("royal/4 0N@5 hand0=5 deck=- discard=8")
    with pytest.raises(ChanceRefused):
        GAME.apply(short, 0, GAME.parse(short, 0, "5/N:5>10"), NO_CHANCE)


@pytest.mark.parametrize(
    ("text", "offender"),
    [
        ("", "''"),
        ("chess/2", "chess/2"),
        ("base/7", "base/7"),
        ("base/4 1N@16", "1N@16"),
        ("royal/4 1N@64", "1N@64"),
        ("royal/4 1N@g5", "1N@g5"),
        ("royal/2 1N@3", "1N@3"),
        ("royal/4 1N@3 1N@4", "1N@4"),
        ("royal/4 1N@3 2N@3", "2N@3"),
        ("royal/4 hand0=7", "'7'"),
        ("royal/4 hand9=5", "hand9"),
        ("royal/4 hello", "hello"),
        ("royal/4 turn=9", "turn=9"),
        ("royal/4 turn=x", "turn=x"),
        ("royal/4 hand0=8*swap", "swap"),
        ("royal/4 phase=lunch", "lunch"),
        ("royal/4 solo=maybe", "maybe"),
        ("royal/4 given=5,-", "given"),
    ],
)
def test_bad_notation_quotes_the_offender(text: str, offender: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(offender)):
        GAME.read(text)


def test_the_turn_limit_ends_a_game() -> None:
    state = GAME.read("base/2 0p@20 2p@50 hand0=5 hand1=6 turns=10000")
    state = play(state, "0 5/p:20>25")
    assert state.phase == "over"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,))


def test_no_two_plays_have_the_same_result() -> None:
    """Generate base positions whose pieces stand close together, so that they often capture each other."""
    for seed in range(times(2_000, usual=40)):
        places = dice(seed).shuffle(range(1, 16))
        pieces = " ".join(f"{number % 2}p@{place}" for number, place in enumerate(places[:7]))
        state = GAME.read(f"base/4 {pieces} hand0=1-7,1/11,4,swap,magnet")
        results = [
            (move.card, replace(GAME.apply(state, 0, move, dice(1)), events=()))
            for move in GAME.legal_moves(state, 0)
            if isinstance(move, Play)
        ]
        assert len(results) > 4
        assert all(first != second for first, second in combinations(results, 2)), GAME.notate(state)
