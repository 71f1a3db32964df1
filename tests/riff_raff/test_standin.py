"""One stand-in against three random loaders: with real physics at SLOWBOAT_FULL=1, else with the static rule alone."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import NATURE
from games.riff_raff import GAME, standin
from games.riff_raff.loading.settled import Fall, Settled
from games.riff_raff.moves import Announce, PlayCard, Take
from games.riff_raff.options import Options
from games.riff_raff.state import State
from games.rng import Rng
from tests.riff_raff.stub_nature import lay_loaded_piece
from tests.support.numbers import FULL

MATCHES, ENOUGH = (60, 40) if FULL else (12, 8)
SLIDING = 10.0
"""Degrees of rest tilt from which the static nature lets things fall."""


def static_nature(state: State) -> Settled:
    """Settle by the torque rule of B2: with too much tilt the loaded piece falls with every other one aloft."""
    everything = (*state.cargo, lay_loaded_piece(state))
    trim = standin.Trim(0.0, 0.0, 0.0)
    for piece in everything:
        trim = trim.plus(standin.mass(state, piece.kind), piece.x, piece.y, piece.z)
    gone = tuple(p for p in everything if p.area > 4 or p.id == state.serial) if trim.tilt() > SLIDING else ()
    left = tuple(p for p in everything if p not in gone)
    return Settled(left, 0.0, 0.0, tuple(Fall(p.id, 1.0, 90, "port") for p in gone), heel="port" if gone else None)


def nature(state: State, rng: Rng) -> Settled:
    if not FULL:
        return static_nature(state)
    from games.riff_raff.loading.physics import settle

    return settle(state, rng)[0]


def stand_in_wins(number: int) -> bool:
    """Whether the stand-in ends best or tied best in a match by its number."""
    rng, seat_of_it = Rng(b"stand-in", "match", number), number % 4
    state = GAME.setup(4, Options(), rng)
    while owing := GAME.to_act(state):
        seat = owing[0]
        move: Any
        if seat == NATURE:
            move = nature(state, rng)
        elif seat == seat_of_it:
            move = GAME.choose(GAME.view(state, seat), seat, rng)
        else:
            move = rng.choice(GAME.legal_moves(state, seat))
        state = GAME.apply(state, seat, move, rng)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return seat_of_it in outcome.winners


@pytest.mark.timeout(7200)
def test_a_stand_in_beats_random_loaders() -> None:
    assert sum(stand_in_wins(number) for number in range(MATCHES)) >= ENOUGH


def test_the_stand_in_balances() -> None:
    """Put a crate far out to port: the stand-in puts a second one far out to starboard."""
    state = GAME.read("seats=2 cargo=crate@5/Q2/flat@0 supplies=crate;set phase=piece shown=6;1 order=0,1 announced=1")
    for expected in ("crate", "spot/Q2"):
        move = GAME.choose(state, 0, Rng(b"", "choose", 0))
        assert move.code == expected
        state = GAME.apply(state, 0, move, Rng(b"", "ply", 0))


@pytest.mark.parametrize("area", [1, 9])
def test_heavy_pieces_go_first_while_the_ship_can_bear_them(area: int) -> None:
    """Light pieces are left for the full ship."""
    turn = f"seats=2 supplies=set;plank phase=piece shown={area};1 order=0,1 announced=1"
    empty, full = GAME.read(turn), GAME.read(f"{turn} cargo=crate@5;chest@6;crate@7;chest@8;crate@9;chest@10;boat@9")
    assert GAME.choose(empty, 0, Rng(b"", "choose", 0)) == Take("crate")
    assert GAME.choose(full, 0, Rng(b"", "choose", 0)) == Take("rat")


def test_the_sailor_hangs_on_a_yard() -> None:
    state = GAME.read("seats=2 supplies=sailor;set phase=piece shown=6;1 order=0,1 announced=1")
    for _ in range(3):
        move = GAME.choose(state, 0, Rng(b"", "choose", 0))
        state = GAME.apply(state, 0, move, Rng(b"", "ply", 0))
    assert state.loading is not None
    assert state.loading.pose == "hang"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("captain", [0, 1])
def test_with_equal_supplies_no_two_play_the_same_card(seats: int, captain: int) -> None:
    state = GAME.read(f"seats={seats} captain={captain}")
    cards = [GAME.choose(GAME.view(state, seat), seat, Rng(b"", "choose", seat)).code for seat in range(seats)]
    assert len(set(cards)) == seats


CALM = "cargo=rat@8/G2/belly@0"
LEANING = "cargo=crate@5/Q2/flat@0;crate@5/K2/flat@0"


@pytest.mark.parametrize(("cargo", "seats", "card"), [(CALM, 2, 10), (LEANING, 2, 8), (CALM, 3, 1)])
def test_with_two_seats_the_highest_card_is_played_that_keeps_the_ship_calm(cargo: str, seats: int, card: int) -> None:
    state = GAME.read(f"seats={seats} {cargo} captain=0 supplies=crate{';set' * (seats - 1)} phase=select")
    assert GAME.choose(state, 0, Rng(b"", "choose", 0)) == PlayCard(card)


@pytest.mark.parametrize(
    ("chest", "seats", "count"), [("", 2, 2), ("chest@5/O2/flat@0;", 2, 1), ("chest@5/O2/flat@0;", 4, 2)]
)
def test_with_two_seats_a_little_lean_makes_one_piece_enough(chest: str, seats: int, count: int) -> None:
    state = GAME.read(
        f"seats={seats} cargo={chest}rat@10/C2/belly@0 supplies=rat*2{';crate+chest' * (seats - 1)} phase=announce "
        f"shown=10;{';'.join('123'[: seats - 1])} order={','.join('0123'[:seats])}"
    )
    assert GAME.choose(state, 0, Rng(b"", "choose", 0)) == Announce(count)


def test_without_equal_supplies_it_plays_its_best_card() -> None:
    alone = GAME.read("seats=2 captain=0 supplies=crate;rat")
    first = GAME.read("seats=2 captain=1 supplies=crate;rat")
    chosen = [GAME.choose(GAME.view(state, 1), 1, Rng(b"", "choose", 0)).code for state in (alone, first)]
    assert chosen[0] == chosen[1]
