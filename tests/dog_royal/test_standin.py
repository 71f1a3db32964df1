"""The strength of DOG Royal's computer player."""

from __future__ import annotations

from typing import Literal

import pytest

from games.dog_royal import GAME
from games.dog_royal.options import Options
from tests.dog_royal.playing import dice
from tests.support.numbers import patience, times

GAMES = times(200, usual=20)


@pytest.mark.timeout(patience(300))
@pytest.mark.parametrize("mode", ["base", "royal"])
def test_a_team_of_stand_ins_beats_random_play(mode: Literal["base", "royal"]) -> None:
    won = 0
    for seed in range(GAMES):
        team = {seed % 2, seed % 2 + 2}
        rng, chance = dice(seed, "choice"), dice(seed, "chance")
        state = GAME.setup(4, Options(mode=mode), chance)
        while GAME.outcome(state) is None:
            seat = GAME.to_act(state)[0]
            if seat in team:
                view = GAME.view(state, seat)
                move = GAME.choose(view, seat, rng)
            else:
                move = rng.choice(GAME.legal_moves(state, seat))
            state = GAME.apply(state, seat, move, chance)
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += set(outcome.winners) == team
    assert won >= 0.8 * GAMES


def choice(position: str) -> str:
    state = GAME.read(position)
    seat = GAME.to_act(state)[0]
    return GAME.choose(GAME.view(state, seat), seat, dice(1)).code


@pytest.mark.parametrize(
    ("position", "code"),
    [
        # Takes an opponent rather than walking on; spares the partner.
        ("base/4 0p@20 1p@60 0p@h hand0=5 1p@25 0p@40", "5/p:20>25"),
        ("base/4 0p@20 2p@25 0p@40 0p@h hand0=5", "5/p:40>45"),
        # Enters the goal rather than walking past it.
        ("base/4 0p@60 0p@h hand0=6", "6/p:60>g2"),
        # Steps back over its start space rather than forward.
        ("royal/4 0N@0 0C@h hand0=4", "4/N:0>60"),
        # Starts a piece rather than walking 13.
        ("royal/4 0N@20 0C@h hand0=13", "13/C:h>0"),
        # The partner, who has nobody out, gets the spare start card …
        ("base/4 0p@20 0p@30 0p@40 0p@0 2p@h 2p@h phase=exchange round=2 given=-,5,5,5 hand0=13,13,8,3,6", "give/13"),
        # … even if the player needs the other one; but a single one is kept …
        ("base/4 0p@h 0p@h 2p@h 2p@h phase=exchange round=2 given=-,5,5,5 hand0=13,13,1-7,3,6", "give/13"),
        ("base/4 0p@h 0p@h 2p@h 2p@h phase=exchange round=2 given=-,5,5,5 hand0=13,8,9,10,12", "give/10"),
        # … and a rival gets the weakest card.
        ("base/2 0p@20 0p@h 0p@h 2p@h 2p@h phase=exchange round=2 given=-,5 hand0=13,1/11,1-7,=", "give/="),
        # Discards the least useful card.
        ("base/2 0p@h 2p@20 hand0=8,=,3 hand1=5 phase=discard", "drop/8"),
    ],
)
def test_sensible_choices(position: str, code: str) -> None:
    assert choice(position) == code
