"""The prepared arrangement of a truck: legal, complete, and offered only if there is something to place."""

from __future__ import annotations

from games.aquaretto import GAME
from games.rng import Rng
from matches.draft import fold


def test_every_prepared_arrangement_is_legal_and_ends_the_turn() -> None:
    prepared = 0
    for seed in range(8):
        secret = bytes([seed]) * 32
        state = GAME.setup(2 + seed % 4, GAME.options_type(), Rng(secret, "setup", 0))
        for ply in range(GAME.ply_limit):
            if not (acting := GAME.to_act(state)):
                break
            (seat,) = acting
            rng = Rng(secret, "ply", ply)
            view = GAME.view(state, seat)
            codes = tuple(GAME.candidates.complete(view, seat))
            assert bool(codes) == bool(state.hand or state.pending or state.drawn)
            assert GAME.candidates.complete(view, (seat + 1) % len(state.zoos)) == ()
            if codes:
                assert fold(GAME, state, seat, codes).complete  # raises IllegalMove for a code that is not legal
                other = GAME.reshuffle(state, seat, rng)
                assert GAME.candidates.complete(GAME.view(other, seat), seat) == codes
                prepared += 1
            state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat)), rng)
    assert prepared > 100
