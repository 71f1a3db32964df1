"""Reshuffles of Aquaretto change the order of the tiles and nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from games.aquaretto import GAME
from games.aquaretto.options import Options
from games.rng import NO_CHANCE, Rng


def test_both_piles_are_shuffled_together() -> None:
    state = GAME.setup(3, Options(), Rng(bytes(32), "setup", 0))
    before = (state.pile, state.reserve)
    others = [GAME.reshuffle(state, seat, Rng(bytes(32), "reshuffle", 0)) for seat in (None, 0, 1, 2)]
    assert len(set(others)) == 1, "all seats have the same knowledge"
    after = (others[0].pile, others[0].reserve)
    assert sorted(sum(after, ())) == sorted(sum(before, ()))
    assert [len(pile) for pile in after] == [len(pile) for pile in before]
    assert sorted(after[1]) != sorted(before[1]), "tiles change between pile and reserve"
    assert replace(others[0], pile=state.pile, reserve=state.reserve) == state


def test_a_drawn_tile_stays_public() -> None:
    state = GAME.setup(3, Options(), Rng(bytes(32), "setup", 0))
    drawn = GAME.apply(state, state.active, GAME.parse(state, state.active, "draw"), NO_CHANCE)
    assert drawn.drawn
    assert {GAME.reshuffle(drawn, 0, Rng(bytes(32), "reshuffle", n)).drawn for n in range(20)} == {drawn.drawn}
