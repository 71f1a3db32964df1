"""Positions in which something is to be loaded."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import NATURE
from games.riff_raff import GAME
from games.riff_raff.state import State
from games.rng import Rng
from tests.riff_raff.measure import options
from tests.riff_raff.stub_nature import nature as static_nature


def positions() -> Iterator[tuple[State, int]]:
    """Collect positions at the start of a loading, from matches under all options. The stub settles the ship, in every
    fifth match the real physics."""
    from games.riff_raff.loading import physics

    number = 0
    while True:
        rng = Rng(b"proposals", "match", number)
        state = GAME.setup(2 + number % 3, options(number), rng)
        while owing := GAME.to_act(state):
            seat = owing[0]
            if seat == NATURE:
                settled = physics.settle(state, rng)[0] if number % 5 == 4 else static_nature(state, rng)
                state = GAME.apply(state, seat, settled, rng)
                continue
            view = GAME.view(state, seat)
            if GAME.candidates.find(view, seat):
                yield state, seat
            plays_well = number % 2 == 0
            move = GAME.choose(view, seat, rng) if plays_well else rng.choice(GAME.legal_moves(state, seat))
            state = GAME.apply(state, seat, move, rng)
        number += 1
