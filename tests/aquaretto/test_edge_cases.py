"""The worked edge cases of section 14 of the rules, under their numbers."""

from __future__ import annotations

import pytest

from games.aquaretto import GAME
from games.aquaretto.zoo.layout import lines
from games.core import IllegalMove
from tests.aquaretto.positions import cells, code, codes, legal_cells, play, select_words, words_of

LEGAL = [  # case, position, type, cells
    (
        "1",
        "P1=DOL@(2,2);DOL@(2,3)",
        "ORC",
        "(0,2)(0,3)(1,1)(1,4)(2,0)(3,0)(3,1)(3,4)(4,1)(4,2)(4,3)",
    ),
    ("2-nobody", "P1=DOL@(1,2);ORC@(3,2)", "PEN", "(0,3)(1,4)(2,0)(2,1)(2,3)(2,4)(3,0)(3,4)(4,1)(4,3)"),
    ("2-DOL", "P1=DOL@(1,2);ORC@(3,2)", "DOL", "(0,2)(1,1)(1,3)"),
    ("2-ORC", "P1=DOL@(1,2);ORC@(3,2)", "ORC", "(3,1)(3,3)(4,2)"),
    ("11-before", "P1=DOL@(0,2);ORC@(4,2);POL@(2,4)", "HIP", ""),
]

PLAYED = [  # case, position, plies, words of the position after them
    (
        "3",
        "P1=DOL-F@(2,0);ORC@(2,2);ORC@(3,2) hand=DOL-M,HIP",
        "DOL-M@(3,0)",
        "act=P1 pending= hand=HIP P1=DOL-F@(2,0);ORC@(2,2);ORC@(3,2);DOL-M@(3,0);depot:DOL-BABY",
    ),
    (
        "4-offspring-first",
        "P1=coins:0;DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2) hand=DOL-F",
        "DOL-F@(2,2) baby@(1,2) keeper",
        "act=P2 P1=coins:1;DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2);DOL-F@(2,2);DOL-BABY@(1,2);keeper",
    ),
    (
        "4-coworker-first",
        "P1=coins:0;DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2) hand=DOL-F",
        "DOL-F@(2,2) keeper baby@(1,2)",
        "act=P2 P1=coins:1;DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2);DOL-F@(2,2);DOL-BABY@(1,2);keeper",
    ),
    ("6", "P1= T1=3:DOL-M,DOL-F,HIP", "take/1 DOL-M@(2,2) DOL-F@(2,3)", "act=P1 pending=DOL hand=HIP"),
    (
        "8",
        "P1=coins:2;DOL-M@(2,2) P2=coins:0;depot:DOL-F",
        "buy/2@(2,3) baby@(2,1)",
        "act=P2 P1=coins:1;DOL-M@(2,2);DOL-F@(2,3);DOL-BABY@(2,1) P2=coins:1",
    ),
    (
        "13-draw",
        "act=P2 T1=3>P1: T2=2>P3: T3=1: P2=coins:1;depot:DOL P3= pile=HIP",
        "draw take/3 HIP@depot",
        "act=P2 round=2",
    ),
    ("13-money", "act=P2 T1=3>P1: T2=2>P3: T3=1: P2=coins:1;depot:DOL P3=", "move@(2,2)", "act=P2 round=1"),
    ("14", "T1=3:COIN,COIN", "take/1", "act=P2 hand= P1=coins:3"),
]


@pytest.mark.parametrize(("position", "type_", "expected"), [c[1:] for c in LEGAL], ids=[c[0] for c in LEGAL])
def test_legal_cells(position: str, type_: str, expected: str) -> None:
    assert sorted(legal_cells(GAME.read(position).zoos[0], type_)) == cells(expected)


@pytest.mark.parametrize(("before", "plies", "after"), [p[1:] for p in PLAYED], ids=[p[0] for p in PLAYED])
def test_plies_lead_to_the_expected_position(before: str, plies: str, after: str) -> None:
    assert select_words(play(GAME.read(before), plies), after) == words_of(after)


def test_case_5_trainer_on_the_offsprings_last_cell() -> None:
    """A basin that can only grow to (1,1): the trainer takes that cell, so the offspring goes to the depot."""
    state = GAME.read("P1=DOL-M@(2,0);DOL@(3,0);DOL@(2,1);DOL@(3,1);ORC@(2,3);ORC@(3,3);ORC@(4,3) hand=DOL-F")
    assert sorted(legal_cells(state.zoos[0], "DOL")) == cells("(1,1)(4,1)")
    state = play(state, "DOL-F@(4,1)")
    cell = code("(1,1)")
    assert sorted(state.pending) == ["DOL", "coworker"]
    assert [c for c in codes(state) if c.startswith("baby")] == [f"baby@{cell}"]
    state = play(state, f"trainer@{cell}")
    assert state.pending == ()
    assert state.zoos[0].depot == ("DOL-BABY",)


def test_case_7_no_coins_no_money_action() -> None:
    state = GAME.read("P1=coins:0;SEA@(1,1);SEA-F@(2,1);depot:SEA-M")
    with pytest.raises(IllegalMove, match="too_few_coins"):
        GAME.parse(state, 0, code("move@(3,1)"))
    assert codes(state) == ["draw"]


def test_case_9_a_full_zoo_takes_a_truck() -> None:
    full = "TUR-FISH@(2,0);TUR-FISH@(3,0);" + ";".join(f"trainer@({x},{y})" for x in range(5) for y in (2, 3))
    rest = ";".join(f"trainer@({x},{y})" for x, y in ((1, 4), (2, 4), (3, 4), (1, 1), (2, 1), (3, 1), (4, 1)))
    state = GAME.read(f"P1={full};{rest} T1=3:DOL,ORC,HIP")
    state = play(state, "take/1")
    assert codes(state) == ["DOL@depot", "ORC@depot", "HIP@depot", "rest@depot"]
    state = play(state, "ORC@depot rest@depot")
    assert state.zoos[0].depot == ("ORC", "DOL", "HIP")


def test_case_10_depot_type_also_in_the_zoo() -> None:
    assert lines(GAME.read("P1=DOL@(2,2);depot:DOL").zoos[0]).total == -1


def test_case_11_large_board_late() -> None:
    state = play(GAME.read("P1=coins:2;DOL@(0,2);ORC@(4,2);POL@(2,4) P2="), "large@(-2,1)")
    assert set(cells("(2,2)(3,1)")) <= set(legal_cells(state.zoos[0], "HIP"))


def test_case_12_all_expansions_built() -> None:
    state = GAME.read("P1=coins:9;large@(4,4);large@(-1,4);small@(5,0)/BL;small@(-2,2)/TL")
    assert codes(state) == ["draw"]


def test_case_13_an_empty_last_truck_cannot_be_taken() -> None:
    state = GAME.read("act=P2 T1=3>P1: T2=3>P3: T3=3: P2=coins:0 P3=")
    assert codes(state) == ["draw"]
