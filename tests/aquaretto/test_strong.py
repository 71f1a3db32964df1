"""The strong computer player of Aquaretto: what it predicts, and what it chooses."""

from __future__ import annotations

import math

import pytest

from arena.match import play_deals
from games.aquaretto import GAME, play
from games.aquaretto.moves import Move, Take, legal_moves
from games.aquaretto.notation import unseen_tiles
from games.aquaretto.options import Options
from games.aquaretto.state import State
from games.aquaretto.strong import search
from games.aquaretto.strong.prospects import read_end, read_outlook
from games.aquaretto.strong.value import FEATURES, list_features, load_value, read_stage
from games.aquaretto.zoo.layout import lines
from games.rng import Rng
from tests.aquaretto.positions import code
from tests.support.numbers import times


def dice(number: int) -> Rng:
    return Rng(bytes(32), "strong", number)


def find_most_points(state: State) -> Move:
    """Find the move after which the zoo of seat 0 has most points."""
    return max(legal_moves(state, 0), key=lambda move: lines(play.apply(state, move).zoos[0]).total)


def choose(position: str) -> str:
    state: State = GAME.read(position)
    return search.choose(GAME.view(state, state.active), state.active, dice(1)).code


@pytest.mark.parametrize("seats", GAME.seats)
def test_chances_of_all_seats_add_up(seats: int) -> None:
    view = GAME.view(GAME.setup(seats, Options(), dice(seats)), 0)
    outlook = read_outlook(view)
    chances = [outlook.compute_chance(seat, [0.0] * seats) for seat in range(seats)]
    assert all(math.isclose(chance, 1 / seats) for chance in chances)
    gains = [float(seat) for seat in range(seats)]
    assert math.isclose(sum(outlook.compute_chance(seat, gains) for seat in range(seats)), 1.0)
    stage = read_stage(view, len(view.pile), sorted(unseen_tiles(view)))
    assert stage.left == 1
    assert all(len(list_features(zoo, stage)) == FEATURES for zoo in view.zoos)
    assert len(load_value(seats).weigh(stage)) == FEATURES


def test_the_unseen_tiles_are_those_of_the_piles() -> None:
    for number in range(times(200, usual=10)):
        rng = dice(number)
        state = GAME.setup(2 + number % 4, Options(), rng)
        for ply in range(60):
            if ply % 10 == 0:
                assert sorted(unseen_tiles(GAME.view(state, 0))) == sorted((*state.pile, *state.reserve))
            if not (movers := GAME.to_act(state)):
                break
            state = GAME.apply(state, movers[0], rng.choice(GAME.legal_moves(state, movers[0])), rng)


LOADS = [  # the zoo, the load, the points it gains
    ("coins:0;DOL@(2,2)", "DOL,DOL", 2),
    ("coins:0;DOL-M@(2,2)", "DOL-F", 2),  # and an offspring
    ("coins:0;DOL-M@(2,2)", "DOL-M,DOL-F", 3),
    ("coins:0;DOL@(2,2);keeper;keeper", "TUR-FISH,TUR", 4),
    ("coins:0;DOL@(2,2);DOL@(2,3);cashier", "DOL,COIN", 3),  # the third animal brings a coin too
    ("coins:0;DOL@(2,2);ORC@(4,2);SEA@(0,3)", "TUR,TUR-F", -2),  # to the depot
    ("coins:0;DOL@(2,2);ORC@(4,2);SEA@(0,3);manager;depot:TUR-F", "TUR,HIP", -1),
    ("coins:4;DOL@(2,2);DOL@(2,3);DOL@(3,2);DOL@(3,3)", "DOL", 5),  # the coworker becomes a cashier
]


@pytest.mark.parametrize(("zoo", "load", "gain"), LOADS)
def test_at_the_end_a_load_is_worth_the_points_it_brings(zoo: str, load: str, gain: int) -> None:
    state: State = GAME.read(f"P1={zoo} T1=3:{load} T2=3: P3= last")
    outlook = read_end(state)
    assert outlook.predict(state.zoos[0]) == lines(state.zoos[0]).total
    assert outlook.zoos[0].estimate(state.trucks[0].tiles) == gain
    after = play.apply(state, Take(0))
    while after.turn == state.turn:
        after = play.apply(after, find_most_points(after))
    assert lines(after.zoos[0]).total - lines(state.zoos[0]).total == gain


def test_a_basin_with_many_unseen_animals_promises_more() -> None:
    begun = GAME.read("P1=DOL@(2,2) P3=")
    rare = GAME.read("P1=DOL@(2,2) P2=DOL@(2,2);DOL@(2,3);DOL@(3,3);DOL@(3,2);DOL-F@(1,2);DOL-F@(1,3) P3=")
    assert read_outlook(begun).zoos[0].base > read_outlook(rare).zoos[0].base + 1


CHOICES = [  # position, expected choice
    ("P1=DOL-M@(2,2);DOL@(2,3);DOL@(3,3);DOL@(3,2) hand=DOL-F P3=", "DOL-F@"),
    ("P1=coins:0;DOL@(2,2);DOL@(2,3) T1=3:DOL,DOL,DOL T2=3:TUR,HIP,CRO P3= last", "take/1"),
    ("P1=coins:0;DOL@(2,2);ORC@(4,2);SEA@(0,3) T1=3:HIP T2=3: T3=3: P3=", "draw"),
]


@pytest.mark.parametrize(("position", "start"), CHOICES)
def test_sensible_choices(position: str, start: str) -> None:
    assert choose(position).startswith(code(start))


def test_in_the_last_round_it_keeps_a_rival_from_the_truck_that_draws_level() -> None:
    """Three animals would bring seat 0 most, but as many points would be left for seat 1, by a pair's offspring."""
    position = (
        "P1=coins:0;DOL@(2,2);SEA@(4,2);SEA@(4,3) P2=coins:0;ORC-M@(2,2);CRO@(4,2);TUR@(0,3) "
        "T1=3:DOL,DOL,DOL T2=2:ORC-F,ORC T3=1:COIN last"
    )
    state = GAME.read(position)
    assert GAME.choose(state, 0, dice(1)).code == "take/1"
    assert choose(position) == "take/2"


def test_it_makes_legal_moves_that_depend_on_the_chance_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PLAYOUTS", 10)
    for seats in GAME.seats:
        rng = dice(seats)
        state = GAME.setup(seats, Options(), rng)
        for ply in range(times(400, usual=14)):
            if not GAME.to_act(state):
                break
            view = GAME.view(state, state.active)
            move = GAME.choose_strong(view, state.active, Rng(b"s" * 32, "choose", ply))
            assert move in GAME.legal_moves(state, state.active)
            assert move == GAME.choose_strong(view, state.active, Rng(b"s" * 32, "choose", ply))
            state = GAME.apply(state, state.active, move, rng)


def test_it_beats_the_normal_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a few games with few playouts; `docs/computer_players.md` has the figures of more with all of them."""
    monkeypatch.setattr(search, "PLAYOUTS", 24)
    assert play_deals(GAME, 2, "strong", "normal", deals=times(40, usual=2)).mean > 0.6
