"""The notation of positions: reading, filling in missing words, refusing malformed lines."""

from __future__ import annotations

import pytest

from games.aquaretto import GAME
from games.aquaretto.notation import unseen_tiles
from games.aquaretto.zoo.tiles import PILE_COUNT
from games.core import BadNotation

FULL = (
    "act=P3 round=4 turn=21 last T1=3:DOL-F,COIN T2=3>P2: T3=3: "
    "P1=coins:0;large@M13;small@H13/TL;DOL@K11;DOL-F@K12;cashier;cashier;keeper;manager;trainer@M13;depot:HIP,ORC-M "
    "P2=coins:1 P3=coins:7;SEA-FLASH@K9 out=TUR,PEN hand=HIP-FISH,POL pending=coworker,DOL "
    "box=CRO-FISH*2,COIN cashed=3 pile=POL-F reserve=?*4"
)


def test_a_full_line_round_trips() -> None:
    assert GAME.notate(GAME.read(FULL)) == FULL


def test_missing_piles_get_the_remaining_tiles() -> None:
    state = GAME.read("P1=DOL@K11 P5=depot:ORC")
    assert len(state.zoos) == len(state.trucks) == 5
    assert (len(state.pile), len(state.reserve)) == (81, 15)
    assert sorted(state.pile + state.reserve) == sorted(unseen_tiles(state))
    state = GAME.read("pile=DOL out=TUR")
    assert state.pile == ("DOL",)
    assert len(state.reserve) == 15
    state = GAME.read("reserve=DOL")
    assert len(state.pile) == sum(PILE_COUNT.values()) - 1


def test_cells_can_be_written_as_columns_and_rows() -> None:
    assert GAME.read("P1=DOL@(2,2);large@(4,4)") == GAME.read("P1=DOL@K11;large@M13")


FAR = "large@L7;large@M5"  # two boards from which column P can be reached


@pytest.mark.parametrize(
    ("cell", "boards"),
    [
        ("P1", f"{FAR};small@N3/BL;small@O1/BL"),
        ("P2", f"{FAR};small@N3/BL;small@O1/BL"),
        ("P3", f"{FAR};small@N3/BL;small@O2/TL"),
        ("P4", f"{FAR};small@O4/BL"),
        ("P5", f"{FAR};small@O4/BL"),
    ],
)
def test_read_a_cell_whose_label_looks_like_a_seat(cell: str, boards: str) -> None:
    line = f"P1={boards};DOL@{cell} P2=coins:1"
    state = GAME.read(line)
    assert len(state.zoos) == 2
    assert state.zoos[0].tiles == ((cell, "DOL"),)
    assert GAME.read(GAME.notate(state)) == state


@pytest.mark.parametrize("line", ["P5=", "act=P5", "T2=3>P5:DOL"])
def test_a_seat_named_anywhere_takes_part(line: str) -> None:
    assert len(GAME.read(line).zoos) == 5


WRONG = [
    ("P1= P1=", "twice"),
    ("P6=", "unknown field"),
    ("T1=4:", "no truck"),
    ("T3=1:DOL,DOL", "more tiles than slots"),
    ("T1=3:DUG", "no tile"),
    ("T1=3:?", "no tile"),
    ("box=?", "no tile"),
    ("P3= T4=3:", "no truck 'T4'"),
    ("act=P6", "no seat"),
    ("round=x", "no number"),
    ("pile=DOL*x", "no number"),
    ("out=CAT", "no animal type"),
    ("pending=cat", "nothing pending"),
    ("drawn=cat", "no tile"),
    ("hand=cat", "no tile"),
    ("P1=DOL@I9", "no space"),
    ("P1=DOL@A1", "no space"),
    ("P1=DOL@K11;ORC@K11", "used twice"),
    ("P1=DOL@K99", "no cell"),
    ("P1=DOL@(99,0)", "no cell"),
    ("P1=cashier;cashier;cashier", "too many in the job"),
    ("P1=boss", "nothing in a zoo"),
    ("P1=coins:-1", "no number"),
    ("P1=large@N14", "does not fit"),
    ("P1=large@M13;large@H14;large@N9", "does not fit"),
    ("P1=depot:DOL*9", "no tile"),
    ("hand=ORC-FLASH,ORC-FLASH,ORC-FLASH", "not so many"),
    ("hand=DOL-BABY,DOL-BABY,DOL-BABY", "not so many"),
    ("out=HIP hand=HIP", "not so many"),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_a_malformed_line_is_refused(line: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        GAME.read(line)
