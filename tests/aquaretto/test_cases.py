"""The test cases of section 17 of the rules, one row each, under their numbers."""

from __future__ import annotations

import pytest

from games.aquaretto import GAME
from games.aquaretto.events import Born, CoinBonus, CoworkerGained, LastRound, RoundEnded
from games.aquaretto.options import Options
from games.aquaretto.state import State
from games.aquaretto.zoo.layout import lines
from games.aquaretto.zoo.tiles import FISH_TYPES, TRAINABLE_TYPES, TYPE
from games.core import IllegalMove
from games.rng import NO_CHANCE, Rng
from matches.draft import fold
from tests.aquaretto.positions import cells, code, codes, legal_cells, play, select_words, words_of

BASE = "(1,4)(2,4)(3,4)(0,3)(1,3)(2,3)(3,3)(4,3)(0,2)(1,2)(2,2)(3,2)(4,2)(1,1)(2,1)(3,1)(4,1)(2,0)(3,0)"  # section 3.1
FOUR = "P1=DOL@(0,2);ORC@(4,2);POL@(2,4)"
THREE = "T1=3:DOL T2=3: T3=3:"


def rng(seq: int = 0) -> Rng:
    return Rng(bytes(32), "test", seq)


# --- setup and trucks

SETUPS = [  # case, seats, draw pile, offspring, slots
    ("1", 5, 83, 16, (3, 3, 3, 3, 3)),
    ("2-four", 4, 72, 14, (3, 3, 3, 3)),
    ("2-three", 3, 61, 12, (3, 3, 3)),
    ("2-two", 2, 50, 10, (3, 2, 1)),
]


@pytest.mark.parametrize(("seats", "pile", "offspring", "slots"), [s[1:] for s in SETUPS], ids=[s[0] for s in SETUPS])
def test_setup(seats: int, pile: int, offspring: int, slots: tuple[int, ...]) -> None:
    state = GAME.setup(seats, Options(), rng())
    assert (len(state.pile), len(state.reserve)) == (pile, 15)
    assert 2 * (8 - len(state.removed)) == offspring
    assert tuple(truck.slots for truck in state.trucks) == slots
    assert [zoo.coins for zoo in state.zoos] == [1] * seats


def test_case_3_types_left_out() -> None:
    seen: set[str] = set()
    for seq in range(1000):
        state = GAME.setup(2 + seq % 3, Options(), rng(seq))
        types = {TYPE[tile] for tile in state.pile + state.reserve if tile in TYPE}
        assert types.issuperset(TRAINABLE_TYPES)
        assert not types & set(state.removed)
        assert len(types) + len(state.removed) == 8
        # An offspring needs a pair in a basin, so a type without animals has none.
        seen.update(state.removed)
    assert seen == set(FISH_TYPES)


def test_case_4_full_trucks() -> None:
    state = GAME.read("act=P1 T1=3:DOL,DOL,ORC T2=3:HIP,PEN,COIN T3=3>P2: P1=coins:1")
    offered = codes(state)
    assert "draw" not in offered
    assert offered[:2] == ["take/1", "take/2"]
    assert code("small@(5,0)/BL") in offered
    check_refusal(state, "draw", "trucks_full")


def test_case_5_draw_commits() -> None:
    state = GAME.read("act=P1 T1=3: T2=3:DOL T3=3: P1=coins:3;depot:HIP")
    drawn = play(state, "draw")
    assert drawn.drawn
    assert codes(drawn) == ["truck/1", "truck/2", "truck/3"]
    assert not GAME.needs_confirmation(state, 0, GAME.parse(state, 0, "draw"))
    folded = fold(GAME, state, 0, ["draw"])
    assert folded.ghost is not None
    assert folded.state == state
    with pytest.raises(IllegalMove, match="not_before_confirming"):
        fold(GAME, state, 0, ["draw", "truck/1"])


def check_refusal(state: State, text: str, why: str, seat: int | None = None) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, state.active if seat is None else seat, code(text))
    assert caught.value.reason == why


REFUSED = [  # case, position, code, reason
    ("4", "T1=3:DOL,DOL,ORC T2=3:HIP,PEN,COIN T3=3>P2: P3=", "draw", "trucks_full"),
    ("5", "T1=3: T2=3:DOL drawn=ORC P1=coins:5;depot:HIP P3=", "take/2", "load_first"),
    ("5-money", "T1=3: T2=3:DOL drawn=ORC P1=coins:5;depot:HIP P3=", "discard", "load_first"),
    ("6", "T1=3: T2=3:DOL P3=", "take/1", "truck_empty"),
    ("7-load", "T1=3>P2: T2=3:DOL drawn=ORC P3=", "truck/1", "truck_taken"),
    ("7-take", "T1=3>P2: T2=3:DOL P3=", "take/1", "truck_taken"),
    ("14", "P1=DOL@(2,2);DOL@(2,3) hand=DOL,ORC", "DOL@(1,1)", "second_basin"),
    ("16", FOUR + " hand=HIP,DOL", "HIP@(2,2)", "basins_full"),
    ("18", FOUR + ";small@(5,0)/BR;small@(-1,4)/TL hand=HIP,DOL", "HIP@(2,2)", "basins_full"),
    ("19-00", "P1= hand=DOL", "DOL@(0,0)", "staff_corner"),
    ("19-10", "P1= hand=DOL", "DOL@(1,0)", "staff_corner"),
    ("19-01", "P1= hand=DOL", "DOL@(0,1)", "staff_corner"),
    ("20", "P1=trainer@(2,2);DOL@(2,3) hand=DOL", "DOL@(2,2)", "cell_taken"),
    ("31", "P1=coins:0;SEA-F@(1,1);SEA@(2,1);depot:HIP,SEA-M", "move@(3,1)", "too_few_coins"),
    ("32", "P1=DOL-F@(2,2);DOL-M@(2,3) pending=DOL", "baby@depot", "offspring_fits"),
    ("33", "P1= hand=HIP pending=coworker", "HIP@(2,2)", "bonus_first"),
    ("35", "P1=coins:5;DOL@(0,2);SEA@(4,2);POL@(2,4) P2=depot:ORC", "buy/2@(2,2)", "basins_full"),
    ("37-buy", "P1=coins:1 P2=depot:ORC", "buy/2@(2,2)", "too_few_coins"),
    ("37-discard", "P1=coins:1;depot:HIP", "discard", "too_few_coins"),
    ("37-large", "P1=coins:1", "large@(4,4)", "too_few_coins"),
    ("39-corner", "P1=coins:2", "large@(5,4)", "board_misfit"),
    ("39-left", "P1=coins:2", "large@(-2,0)", "board_misfit"),
    ("39-below", "P1=coins:2", "large@(0,-2)", "board_misfit"),
    ("39-staff", "P1=coins:2", "large@(-1,0)", "board_misfit"),
    ("39-space", "P1=coins:2", "large@(0,4)", "board_misfit"),
    ("41", "P1=coins:9;large@(4,4);large@(-1,4)", "large@(-2,1)", "boards_used_up"),
    ("43", "P1=cashier;cashier pending=coworker", "cashier", "job_full"),
    ("58", "T1=3: T2=2: T3=1:DOL drawn=ORC", "truck/3", "truck_full"),
]


@pytest.mark.parametrize(("position", "ply", "why"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_refusal_has_its_reason(position: str, ply: str, why: str) -> None:
    check_refusal(GAME.read(position), ply, why)


def test_case_8_a_seat_with_a_truck_waits() -> None:
    state = GAME.read("act=P2 T1=3>P1: T2=3:DOL T3=3: P1=coins:3 P3=")
    assert GAME.legal_moves(state, 0) == ()
    check_refusal(state, "draw", "has_truck", seat=0)
    after = play(state, "draw truck/3")
    assert after.active == 2
    assert play(after, "draw truck/3").active == 1


# --- plies: case, position, plies, words of the position after them

PLAYED = [
    (
        "9",
        "act=P3 T1=3>P1: T2=3>P2: T3=3:DOL P3=coins:2;depot:HIP pile=ORC,SEA",
        "draw discard take/3 rest@depot",
        "act=P3 round=2 P3=coins:0;depot:DOL,SEA T1=3: T2=3: T3=3: box=HIP pile=ORC",
    ),
    ("9-draw", "act=P3 T1=3>P1: T2=3>P2: T3=3:DOL P3=coins:2;depot:HIP pile=SEA", "draw", "act=P3 T3=3:DOL,SEA"),
    ("10", "act=P2 T1=3:COIN T2=3:COIN T3=3:COIN P3=", "take/1 take/2 take/3", "act=P1 round=2 T1=3: T2=3: T3=3:"),
    ("11", "T1=3:COIN,COIN,HIP P1=coins:0", "take/1 HIP@depot", "act=P2 P1=coins:2;depot:HIP cashed=2"),
    ("16", "P1=DOL@(0,2);ORC@(4,2);POL@(2,4) T1=3:HIP", "take/1", "act=P2 " + FOUR + ";depot:HIP"),
    ("21", "P1= hand=DOL", "DOL@depot", "act=P2 P1=depot:DOL"),
    ("22", "P1=depot:HIP hand=PEN,CRO", "CRO@depot PEN@depot", "act=P2 P1=depot:HIP,CRO,PEN"),
    (
        "23",
        "P1=coins:0;DOL@(1,3);DOL@(2,3) T1=3:DOL,DOL,DOL",
        "take/1 DOL@(3,3) DOL@(3,2) DOL@(2,2)",
        "act=P1 P1=coins:1;DOL@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2);DOL@(2,2) pending=coworker hand=",
    ),
    (
        "24",
        "P1=coins:1;DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2) hand=DOL-F",
        "DOL-F@(2,2) baby@(1,2)",
        "P1=coins:2;DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2);DOL-F@(2,2);DOL-BABY@(1,2) pending=coworker",
    ),
    (
        "25",
        "P1=coins:0;DOL-M@(1,3);DOL-M@(2,3) hand=DOL-F,DOL-F",
        "DOL-F@(3,3)",
        "P1=coins:1;DOL-M@(1,3);DOL-M@(2,3);DOL-F@(3,3) pending=DOL hand=DOL-F",
    ),
    (
        "26",
        "P1=coins:1;DOL-M@(1,3);DOL-M@(2,3);DOL-F@(3,3);DOL-BABY@(3,2) hand=DOL-F",
        "DOL-F@(2,2)",
        "P1=coins:1;DOL-M@(1,3);DOL-M@(2,3);DOL-F@(3,3);DOL-BABY@(3,2);DOL-F@(2,2) pending=coworker,DOL",
    ),
    (
        "26-then",
        "P1=coins:1;DOL-M@(1,3);DOL-M@(2,3);DOL-F@(3,3);DOL-BABY@(3,2) hand=DOL-F",
        "DOL-F@(2,2) baby@(1,2)",
        "P1=coins:2;DOL-M@(1,3);DOL-M@(2,3);DOL-F@(3,3);DOL-BABY@(3,2);DOL-F@(2,2);DOL-BABY@(1,2) pending=coworker",
    ),
    (
        "27",
        "P1=DOL-M@(1,3);DOL-F@(2,3);DOL-BABY@(3,3) hand=DOL-M",
        "DOL-M@(2,2)",
        "act=P2 P1=DOL-M@(1,3);DOL-F@(2,3);DOL-BABY@(3,3);DOL-M@(2,2) pending=",
    ),
    (
        "28",
        "P1=coins:4;DOL-F@(2,0);ORC@(2,2);ORC@(3,2);depot:HIP hand=DOL-M",
        "DOL-M@(3,0)",
        "act=P2 P1=coins:4;DOL-F@(2,0);ORC@(2,2);ORC@(3,2);DOL-M@(3,0);depot:HIP,DOL-BABY",
    ),
    ("29", "P1=DOL-F@(2,2);depot:DOL-M hand=HIP", "HIP@depot", "act=P2 P1=DOL-F@(2,2);depot:DOL-M,HIP pending="),
    (
        "30",
        "P1=coins:1;SEA-F@(1,1);SEA@(2,1);depot:HIP,SEA-M",
        "move@(3,1) baby@(4,1)",
        "act=P2 P1=coins:1;SEA-F@(1,1);SEA@(2,1);SEA-M@(3,1);SEA-BABY@(4,1);depot:HIP",
    ),
    (
        "34",
        "P1=coins:2;DOL-M@(2,2) P2=coins:0;depot:HIP,DOL-F",
        "buy/2@(2,3)",
        "act=P1 P1=coins:0;DOL-M@(2,2);DOL-F@(2,3) P2=coins:1;depot:HIP pending=DOL",
    ),
    ("36", "P1=coins:2;depot:HIP,CRO", "discard", "act=P2 P1=coins:0;depot:HIP box=CRO"),
    ("42", "P1=coins:1;manager;depot:HIP", "shift/manager>trainer@(2,2)", "P1=coins:0;trainer@(2,2);depot:HIP"),
    ("49", "P1=coins:2;cashier;cashier T1=3:COIN,COIN", "take/1", "P1=coins:4;cashier;cashier"),
    (
        "54",
        "T1=3: T2=3: T3=3: P3= pile=HIP reserve=CRO-FISH*4",
        "draw truck/1",
        "act=P2 last= pile= reserve=CRO-FISH*4",
    ),
    (
        "55",
        "last act=P2 T1=3>P1: T2=2:COIN T3=1:HIP P2=coins:2;depot:CRO pile= reserve=DOL*5",
        "discard take/2",
        "over last round=1 P2=coins:1 box=CRO,HIP",
    ),
    (
        "56",
        "act=P1 T1=3: T2=2:DOL T3=1>P2: pile=COIN reserve=DOL*4",
        "draw truck/1 take/1",
        "act=P1 round=2 over= last= pile=",
    ),
    (
        "57",
        "act=P2 T1=3>P1: T2=2:DOL-F,COIN T3=1:HIP P1=coins:1 P2=coins:2",
        "take/3 HIP@depot",
        "round=2 box=DOL-F,COIN T1=3: T2=2: T3=1: P1=coins:1 P2=coins:2;depot:HIP",
    ),
]


@pytest.mark.parametrize(("before", "plies", "after"), [p[1:] for p in PLAYED], ids=[p[0] for p in PLAYED])
def test_plies_lead_to_the_expected_position(before: str, plies: str, after: str) -> None:
    assert select_words(play(GAME.read(before), plies), after) == words_of(after)


# --- legal cells: case, position, type, cells

LEGAL = [
    ("12-DOL", "P1=", "DOL", BASE),
    ("12-POL", "P1=", "POL", BASE),
    ("13", "P1=DOL@(2,2);DOL@(2,3)", "ORC", "(0,2)(0,3)(1,1)(1,4)(2,0)(3,0)(3,1)(3,4)(4,1)(4,2)(4,3)"),
    ("14", "P1=DOL@(2,2);DOL@(2,3)", "DOL", "(1,2)(1,3)(2,1)(2,4)(3,2)(3,3)"),
    ("15-DOL", "P1=DOL@(1,2);ORC@(3,2)", "DOL", "(0,2)(1,1)(1,3)"),
    ("15-ORC", "P1=DOL@(1,2);ORC@(3,2)", "ORC", "(3,1)(3,3)(4,2)"),
    ("15-PEN", "P1=DOL@(1,2);ORC@(3,2)", "PEN", "(0,3)(1,4)(2,0)(2,1)(2,3)(2,4)(3,0)(3,4)(4,1)(4,3)"),
    ("16", FOUR, "HIP", ""),
    (
        "17",
        FOUR + ";large@(-2,1)",
        "HIP",
        "(1,1)(1,3)(2,0)(2,1)(2,2)(3,0)(3,1)(3,3)(-2,1)(-1,1)(-2,2)",
    ),
    ("18", FOUR + ";small@(5,0)/BR;small@(-1,4)/TL", "HIP", ""),
    ("28", "P1=DOL-F@(2,0);ORC@(2,2);ORC@(3,2)", "DOL", "(3,0)"),
]


@pytest.mark.parametrize(("position", "type_", "expected"), [c[1:] for c in LEGAL], ids=[c[0] for c in LEGAL])
def test_legal_cells(position: str, type_: str, expected: str) -> None:
    # (-1,2) of case 17's board would touch the dolphin on (0,2).
    assert sorted(legal_cells(GAME.read(position).zoos[0], type_)) == cells(expected)


def test_case_20_trainer_in_the_way() -> None:
    assert code("(2,2)") not in legal_cells(GAME.read("P1=trainer@(2,2);DOL@(2,3)").zoos[0], "DOL")


TURTLES = ("TUR-FISH",) * 5 + ("TUR", "TUR-F", "TUR-F", "TUR-M", "TUR-M", "TUR-BABY", "TUR-BABY")


@pytest.mark.parametrize("size", range(1, 14))
def test_bonuses_by_basin_size(size: int) -> None:
    """Section 7.3: a coin at 3, 6, 9 and 12, a coworker at 5 and 10, and nothing at other sizes."""
    spots = [(2, 3), *((x, y) for y in (3, 2, 1) for x in (1, 2, 3, 4) if (x, y) != (2, 3))]
    basin = ";".join(f"{tile}@({x},{y})" for (x, y), tile in zip(spots, TURTLES[: size - 1], strict=False))
    state = play(GAME.read(f"P1={basin} hand=TUR-FISH"), "TUR-FISH@(2,4)")
    assert [type(event) for event in state.events if isinstance(event, CoinBonus | CoworkerGained)] == (
        [CoinBonus] if size in (3, 6, 9, 12) else [CoworkerGained] if size in (5, 10) else []
    )
    assert state.zoos[0].coins == 1 + (size in (3, 6, 9, 12))


def test_case_24_bonuses() -> None:
    state = play(GAME.read("P1=coins:1;DOL-M@(1,3);DOL@(2,3);DOL@(3,3);DOL@(3,2) hand=DOL-F"), "DOL-F@(2,2)")
    assert sorted(state.pending) == ["DOL", "coworker"]
    assert play(state, "baby@(1,2)").events[-1] == CoinBonus(0, "DOL", 6)


def test_case_27_bred_pair() -> None:
    state = play(GAME.read("P1=DOL-M@(1,3);DOL-F@(2,3);DOL-BABY@(3,3) hand=DOL-M"), "DOL-M@(2,2)")
    assert not [event for event in state.events if isinstance(event, Born)]


def test_case_28_offspring_without_room_earns_nothing() -> None:
    state = play(GAME.read("P1=DOL-F@(2,0);ORC@(2,2);ORC@(3,2) hand=DOL-M"), "DOL-M@(3,0)")
    assert [type(event).__name__ for event in state.events] == ["Placed", "Born", "Depot"]


# --- moves on offer

OFFERED = [  # case, position, codes offered
    ("4", "T1=3:DOL,DOL,ORC T2=3:HIP,PEN,COIN T3=3>P2: P1=coins:1 P3=", "take/1 take/2 small@(5,0)/BL"),
    ("37", "P1=coins:1;keeper;depot:HIP", "move@(2,2) shift/keeper>cashier small@(0,4)/BR"),
    ("38", "P1=coins:2", "large@(4,4) large@(-1,4) large@(-2,1)"),
    ("41", "P1=coins:9;large@(4,4);large@(-1,4)", "small@(5,0)/BL"),
    ("43", "P1=cashier;cashier pending=coworker", "keeper manager trainer@(2,2)"),
]


@pytest.mark.parametrize(("position", "expected"), [o[1:] for o in OFFERED], ids=[o[0] for o in OFFERED])
def test_codes_are_offered(position: str, expected: str) -> None:
    assert set(code(expected).split()) <= set(codes(GAME.read(position)))


def test_case_40_one_orientation_in_the_cut_corner() -> None:
    offered = [c for c in codes(GAME.read("P1=coins:1")) if c.startswith(code("small@(0,4)/"))]
    assert offered == [code("small@(0,4)/BR")]
    zoo = play(GAME.read("P1=coins:1"), offered[0]).zoos[0]
    assert set(legal_cells(zoo, "DOL")) - set(cells(BASE)) == set(cells("(0,4)(0,5)(1,5)"))


def test_case_42_manager_gone() -> None:
    before = GAME.read("P1=coins:1;manager;depot:HIP")
    assert lines(before.zoos[0]).depot == -1
    assert lines(play(before, "shift/manager>trainer@(2,2)").zoos[0]).depot == -2


def test_case_44_one_money_action() -> None:
    after = play(GAME.read("P1=coins:3"), "small@(5,0)/BL")
    check_refusal(after, "small@(5,2)/BL", "not_your_turn", seat=0)
    assert after.active == 1


# --- scoring and end

EXAMPLE = (
    "P1=coins:3;keeper;large@(-2,2);small@(-1,4)/TL;small@(5,0)/BR;"
    "DOL@(-2,3);DOL@(-2,2);DOL@(-1,2);DOL@(0,2);DOL@(1,2);DOL-F@(2,2);"
    "SEA@(-1,4);SEA@(0,4);SEA@(1,4);SEA@(2,4);SEA-FLASH@(3,4);"
    "POL-FISH@(4,3);POL-FISH@(4,2);POL-FISH@(4,1);POL-FISH@(5,1);POL@(6,1);POL-M@(5,0);"
    "HIP-FISH@(2,0);HIP@(3,0);trainer@(-1,3);trainer@(2,3);depot:CRO,PEN"
)
RING = "DOL-FLASH@(1,1);DOL@(2,1);DOL@(3,1);DOL@(1,2);DOL@(3,2);DOL-F@(1,3);DOL-BABY@(2,3);DOL-FLASH@(3,3)"
FISHES = ";".join(f"TUR-FISH@({x},3)" for x in range(5)) + ";TUR-FISH@(2,4);HIP-FISH@(2,1)"

SCORES = [  # case, position, animals, cashiers, keepers, trainers, depot
    ("45", EXAMPLE, 19, 0, 5, 10, -4),
    ("46", f"P1=trainer@(2,2);{RING}", 8, 0, 0, 6, 0),
    ("47", "P1=trainer@(1,2);DOL@(2,2);trainer@(3,2)", 1, 0, 0, 2, 0),
    ("48", "P1=trainer@(2,2);HIP@(1,1);PEN@(3,3)", 2, 0, 0, 0, 0),
    ("49", "P1=coins:4;cashier;cashier cashed=2", 0, 8, 0, 0, 0),
    ("50", f"P1=keeper;keeper;{FISHES};depot:HIP-FISH,HIP-FISH,HIP-FISH", 7, 0, 14, 0, -2),
    ("51", "P1=depot:TUR,TUR-F,TUR-M", 0, 0, 0, 0, -2),
    ("51-manager", "P1=manager;depot:TUR,TUR-F,TUR-M", 0, 0, 0, 0, -1),
    ("52", "P1=DOL@(2,2);depot:TUR,TUR-F,HIP,DOL", 1, 0, 0, 0, -6),
    ("52-manager", "P1=DOL@(2,2);manager;depot:TUR,TUR-F,HIP,DOL", 1, 0, 0, 0, -3),
]


@pytest.mark.parametrize(("position", "expected"), [(s[1], s[2:]) for s in SCORES], ids=[s[0] for s in SCORES])
def test_scores(position: str, expected: tuple[int, ...]) -> None:
    score = lines(GAME.read(position).zoos[0])
    assert (score.animals, score.cashiers, score.keepers, score.trainers, score.depot) == expected
    assert score.total == sum(expected)


def test_the_printed_example_scores_30() -> None:
    assert lines(GAME.read(SCORES[0][1]).zoos[0]).total == 30


NINE = "{a}-FISH@(0,3);{a}-FISH@(1,3);{a}-FISH@(2,3);{a}-FISH@(3,3);{a}-FISH@(4,3);{a}-FISH@(3,4);{b}-FISH@(1,1);"
NINE += "{b}-FISH@(2,1);{b}-FISH@(3,1);keeper;keeper"


@pytest.mark.parametrize(("coins", "ranking"), [(2, ((1,), (0,), (2,))), (3, ((0, 1), (2,)))])
def test_case_53_coins_break_ties(coins: int, ranking: tuple[tuple[int, ...], ...]) -> None:
    zoos = [NINE.format(a=a, b=b) for a, b in (("TUR", "HIP"), ("CRO", "HIP"), ("PEN", "POL"))]
    state = GAME.read(
        f"over last P1=coins:{coins};{zoos[0]};TUR@(2,4) P2=coins:3;{zoos[1]};CRO@(2,4) P3=coins:9;{zoos[2]}"
    )
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (28, 28, 27)
    assert outcome.ranking == ranking


def test_case_54_reserve() -> None:
    state = play(GAME.read("T1=3: T2=3: T3=3: P3= pile=HIP reserve=CRO-FISH*4"), "draw truck/1")
    assert not state.last_round
    state = play(state, "draw")
    assert state.last_round
    assert LastRound() in state.events
    assert len(state.reserve) == 3


def test_case_55_the_last_round_is_finished() -> None:
    state = GAME.read("last act=P2 T1=3>P1: T2=2:COIN T3=1:HIP P2=coins:2;depot:CRO pile= reserve=DOL*5")
    state = play(state, "discard")
    assert state.active == 1
    assert GAME.outcome(state) is None
    state = play(state, "take/2")
    assert GAME.to_act(state) == ()
    assert GAME.outcome(state) is not None


def test_case_56_a_new_round_after_an_empty_pile() -> None:
    state = play(GAME.read("act=P1 T1=3: T2=2:DOL T3=1>P2: pile=COIN reserve=DOL*4"), "draw truck/1 take/1")
    assert any(isinstance(event, RoundEnded) for event in state.events)
    assert GAME.outcome(state) is None
    assert GAME.apply(state, 0, GAME.parse(state, 0, "draw"), NO_CHANCE).last_round
