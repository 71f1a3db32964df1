"""Other readings of the rules (section 15) can be set in `constants`."""

from __future__ import annotations

import pytest

from games.aquaretto import GAME, constants
from games.aquaretto.options import Options
from games.aquaretto.zoo.layout import lines
from games.rng import NO_CHANCE, Rng
from tests.aquaretto.positions import codes, play

PAIR_AND_MORE = "P1= T1=3:DOL-M,DOL-F,HIP"
FIVE_WITH_PAIR = "P1=DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2) hand=DOL-F"

READINGS = [
    ("A-03", "BONUSES", "after_truck"),
    ("A-04", "OFFSPRING_MAY_GO_TO_DEPOT", True),
    ("A-05-offspring", "PENDING_ORDER", "offspring"),
    ("A-05-coworker", "PENDING_ORDER", "coworker"),
    ("A-07", "OFFSPRING_TRAINABLE", False),
    ("A-14-slots", "TWO_SEAT_SLOTS", (3, 3, 3)),
    ("A-14-leftover", "LEFTOVER_TO_BOX", False),
]


@pytest.mark.parametrize(("name", "reading"), [r[1:] for r in READINGS], ids=[r[0] for r in READINGS])
def test_games_end_under_every_reading(monkeypatch: pytest.MonkeyPatch, name: str, reading: object) -> None:
    monkeypatch.setattr(constants, name, reading)
    for number in range(8):
        rng = Rng(bytes(32), "reading", number)
        state = GAME.setup(2 + number % 4, Options(), rng)
        while actors := GAME.to_act(state):
            state = GAME.apply(state, actors[0], rng.choice(GAME.legal_moves(state, actors[0])), NO_CHANCE)
        assert GAME.outcome(state) is not None


def test_a03_bonuses_wait_for_the_truck(monkeypatch: pytest.MonkeyPatch) -> None:
    before = play(GAME.read(PAIR_AND_MORE), "take/1 DOL-M@(2,2) DOL-F@(2,3)")
    assert all(code.startswith("baby@") for code in codes(before))
    monkeypatch.setattr(constants, "BONUSES", "after_truck")
    state = play(GAME.read(PAIR_AND_MORE), "take/1 DOL-M@(2,2) DOL-F@(2,3)")
    assert {code.partition("@")[0] for code in codes(state)} == {"HIP"}
    state = play(state, "HIP@depot")
    assert all(code.startswith("baby@") for code in codes(state))
    assert play(state, "baby@(2,1)").active == 1


def test_a04_offspring_to_the_depot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "OFFSPRING_MAY_GO_TO_DEPOT", True)
    state = play(GAME.read("P1=DOL-F@(2,2);DOL-M@(2,3) pending=DOL"), "baby@depot")
    assert state.zoos[0].depot == ("DOL-BABY",)
    assert state.active == 1


@pytest.mark.parametrize(("order", "kinds"), [("offspring", {"baby"}), ("coworker", {"cashier", "keeper", "trainer"})])
def test_a05_order(monkeypatch: pytest.MonkeyPatch, order: str, kinds: set[str]) -> None:
    monkeypatch.setattr(constants, "PENDING_ORDER", order)
    state = play(GAME.read(FIVE_WITH_PAIR), "DOL-F@(2,2)")
    assert {code.partition("@")[0] for code in codes(state)} - {"manager"} == kinds


def test_a07_offspring_for_trainers(monkeypatch: pytest.MonkeyPatch) -> None:
    zoo = GAME.read("P1=trainer@(2,2);DOL@(2,3);DOL-BABY@(3,3)").zoos[0]
    assert lines(zoo).trainers == 2
    monkeypatch.setattr(constants, "OFFSPRING_TRAINABLE", False)
    assert lines(zoo).trainers == 1


def test_a14_two_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "TWO_SEAT_SLOTS", (3, 3, 3))
    monkeypatch.setattr(constants, "LEFTOVER_TO_BOX", False)
    state = GAME.setup(2, Options(), Rng(bytes(32), "test", 0))
    assert [truck.slots for truck in state.trucks] == [3, 3, 3]
    state = play(GAME.read("act=P2 T1=3>P1: T2=3:DOL-F,COIN T3=3:COIN"), "take/3")
    assert state.trucks[1].tiles == ("DOL-F", "COIN")
    assert state.box == ()
