"""The worked examples (section 7), path counts (section 9) and test cases (section 10) of Docker's rules, by id."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import IllegalMove
from games.docker import GAME
from games.docker.moves import DICE, find_path, list_steps
from games.docker.play import judge_roll
from games.docker.state import SQUARES
from tests.docker.paths import check_path, list_paths

# fmt: off

NINE = "A1=R B1=Y C1=R A2=Y B2=Y C2=G A3=G B3=G C3=R"

# id, position, and every legal move: codes, with several targets of one cube written "A1>B2,C3"
MOVES = [
    ("7.1", "empty / res R3 / die 3", "in/R>B1,A2,C2"),
    ("7.1any", "empty / res R3 / die 3 / entry=any", "in/R>B1,A2,C2,B3"),
    ("7.2", "C3=R / res Y3 / move Y die 4", "in/Y>A1,C1,B2,A3"),
    ("7.3/1", "B2=GR / die 1", ""),
    ("7.3/2", "B2=GR / die 2", "B2>B1,A2,C2,B3"),
    ("7.4/2", "A1=R B1=YY / die 2", "A1>B2,A3"),
    ("7.5", "B2=YR C2=Y / die 1", "B2>C2"),
    ("7.6", "A2=R B2=Y / die 4", "A2>B1,B2,C2,B3"),
    ("7.7/2", "B3=Y / res R3 / die 2", "in/R>B3"),
    ("7.7/4", "B3=Y / res R3 / die 4", "in/R>B2,A3,C3"),
    ("7.8/1", f"{NINE} / die 1", ""),
    ("7.8/2", f"{NINE} / die 2", "A1>B1,A2 C1>B1,C2 C3>C2,B3"),
    ("7.9/3", "A1=YYYR B1=G / die 3", "A1>B1"),
    ("7.9/4", "A1=YYYR B1=G / die 4", "A1>A2"),
    ("7.10strict", "A1=R / die 4", "A1>C1,B2,A3,C3"),
    ("7.10start_ok", "A1=R / die 4 / revisit=start_ok", "A1>A1,C1,B2,A3,C3"),
    ("7.10no_reverse", "A1=R / die 4 / revisit=no_reverse", "A1>A1,C1,B2,A3,C3"),
    ("7.11any", "B3=RYYYGG B2=RG / res R1 / die 1 / entry=any", "in/R>B1,A2,C2"),
    ("7.12", "B3=Y / res R3 G3 / die 1 / seats 2", "in/G>B1"),
    ("7.12any", "B3=Y / res R3 G3 / die 1 / seats 2 / entry=any", "in/R>B1,A2,C2 in/G>B1,A2,C2"),
    ("10.1", "empty / res R3 / die 1", "in/R>B3"),
    ("10.2", "empty / res R3 / die 3", "in/R>B1,A2,C2"),
    ("10.3", "empty / res R3 / die 3 / entry=any", "in/R>B1,A2,C2,B3"),
    ("10.5", "C3=R / res Y3 / move Y die 4", "in/Y>A1,C1,B2,A3"),
    ("10.7", "B2=GR / die 2", "B2>B1,A2,C2,B3"),
    ("10.8", "A1=R B1=YY / die 3", "A1>B1,C2,B3"),
    ("10.9", "A1=R B1=YY / die 2", "A1>B2,A3"),
    ("10.10", "B2=YR C2=Y / die 1", "B2>C2"),
    ("10.11", "A1=R / die 4", "A1>C1,B2,A3,C3"),
    ("10.12", "A1=R / die 4 / revisit=no_reverse", "A1>A1,C1,B2,A3,C3"),
    ("10.13start_ok", "A1=R / die 2 / revisit=start_ok", "A1>A1,C1,B2,A3"),
    ("10.13strict", "A1=R / die 2", "A1>C1,B2,A3"),
    ("10.13no_reverse", "A1=R / die 2 / revisit=no_reverse", "A1>C1,B2,A3"),
    ("10.15", "B3=Y / res R2 / die 2", "in/R>B3"),
    ("10.16", "B3=Y / res R2 / die 4", "in/R>B2,A3,C3"),
    ("10.16closed", "B3=Y / res R2 / die 4 / entry_on_stack=0", ""),
    ("10.20", "B2=GR B3=YY / res R1 / die 3", "in/R>B3 B2>A1,C1,A3,C3"),
    ("10.21", "B2=GR B3=YY / res R1 / die 4", "in/R>B2 B2>B1,A2,C2"),
    ("10.22/2", f"{NINE} / die 2", "A1>B1,A2 C1>B1,C2 C3>C2,B3"),
    ("10.23/3", "A1=YYYR B1=G / die 3", "A1>B1"),
    ("10.23/4", "A1=YYYR B1=G / die 4", "A1>A2"),
    ("10.26any", "B3=RYYYGG B2=RG / res R1 / die 1 / entry=any", "in/R>B1,A2,C2"),
    ("10.27", "B3=Y / res R3 G3 / die 1 / seats 2", "in/G>B1"),
]

# id, position, rolls, and their `fate` for the seat to move
FATES = [
    ("7.3", "B2=GR", "1", "eliminated"),
    ("7.7", "B3=Y / res R3", "13", "roll_again"),
    ("7.7", "B3=Y / res R3", "24", "move"),
    ("7.8", NINE, "1", "eliminated"),
    ("7.11", "B3=RYYYGG B2=RG / res R1", "123456", "eliminated"),
    ("10.6", "B2=GR", "1", "eliminated"),
    ("10.14", "B3=Y / res R2", "1", "roll_again"),
    ("10.15", "B3=Y / res R2", "2", "move"),
    ("10.16", "B3=Y / res R2 / entry_on_stack=0", "123456", "eliminated"),
    ("10.17", "A1=RY B1=RY C1=RY", "123456", "eliminated"),
    ("10.18", "A1=YR B3=GGR C2=RY", "1", "eliminated"),
    ("10.19", "B2=GR B3=YY / res R1", "1", "roll_again"),
    ("10.19none", "B2=GR B3=YY / res R1 / reroll=none", "1", "eliminated"),
    ("10.22", NINE, "1", "eliminated"),
    ("10.26", "B3=RYYYGG B2=RG / res R1", "123456", "eliminated"),
    ("10.26any", "B3=RYYYGG B2=RG / res R1 / entry=any", "1", "move"),
    ("6 another's reserve does not help", "B2=GR / res Y3", "1", "eliminated"),
    ("3 both colours count", "B2=YR / res G1 / seats 2 / entry_on_stack=0", "1", "move"),
    ("6 a reserve without any way in", "B3=Y A1=RG / res R1 / seats 3 / entry_on_stack=0", "5", "eliminated"),
]

# id, position, squares of an explicit path (after "in/R" for an entering cube), and the refusal ("" for a legal path)
PATHS = [
    ("7.2", "C3=R / res Y3 / move Y die 4", "in/Y A2 B2 C2 C3", "wrong_cost"),
    ("7.4/3", "A1=R B1=YY / die 3", "A1 B1", ""),
    ("7.4/5", "A1=R B1=YY / die 5", "A1 A2 B2 B1", ""),
    ("7.4/2", "A1=R B1=YY / die 2", "A1 B1", "wrong_cost"),
    ("7.6 across", "A2=R B2=Y / die 4", "A2 B2 C2", ""),
    ("7.6 aside", "A2=R B2=Y / die 4", "A2 B2 B1", ""),
    ("7.6 round", "A2=R B2=Y / die 4", "A2 A1 B1 B2", ""),
    ("10.9", "A1=R B1=YY / die 2", "A1 B1", "wrong_cost"),
    ("10.11", "A1=R / die 4", "A1 B1 B2 A2 A1", "visited"),
    ("10.12", "A1=R / die 4 / revisit=no_reverse", "A1 B1 B2 A2 A1", ""),
    ("10.12 start_ok", "A1=R / die 4 / revisit=start_ok", "A1 B1 B2 A2 A1", ""),
    ("10.13 start_ok", "A1=R / die 2 / revisit=start_ok", "A1 B1 A1", ""),
    ("10.13 strict", "A1=R / die 2", "A1 B1 A1", "visited"),
    ("10.13 no_reverse", "A1=R / die 2 / revisit=no_reverse", "A1 B1 A1", "visited"),
    ("10.16", "B3=Y / res R2 / die 2 / entry_on_stack=0", "in/R B3", "entry_occupied"),
    ("10.21", "B2=GR B3=YY / res R1 / die 4", "in/R B3 B2", ""),
    ("5.1 covered", "B2=RY / die 2", "B2 B1", "covered"),
    ("5.1 not one's own", "B2=Y / die 2", "B2 B1", "not_your_colour"),
    ("5.1 nothing there", "B2=Y / die 1", "B1 B2", "empty_square"),
    ("5.1 the whole die", "A1=R / die 4", "A1 B1", "wrong_cost"),
    ("5.2 no diagonal", "A1=R / die 1", "A1 B2", "not_adjacent"),
    ("5.2 nothing on the spot", "A1=R / die 1", "A1", "wrong_cost"),
    ("5.3 start twice", "A1=R / die 4 / revisit=start_ok", "A1 B1 A1 A2 A1", "visited"),
    ("5.3 entry again", "empty / res R1 / die 3 / revisit=start_ok", "in/R B3 A3 B3", "visited"),
    ("2 own entry", "empty / res R1 / die 1", "in/R B1", "wrong_entry"),
    ("2 any entry", "empty / res R1 / die 1 / entry=any", "in/R B1", ""),
    ("2 no corner", "empty / res R1 / die 1 / entry=any", "in/R A1", "wrong_entry"),
    ("3 no reserve", "A1=R / die 1", "in/R B3", "no_reserve"),
    ("3 another's reserve", "empty / res R1 Y1 / die 1", "in/Y A2", "not_your_colour"),
]

# section 5.2's table: heights without the moving cube, and the cost of the step
COSTS = [("", "", 1), ("", "Y", 2), ("", "YY", 3), ("", "YYY", 4), ("Y", "", 2), ("YYY", "G", 3), ("YY", "GG", 1)]

# section 9's table: `revisit`, where the cube starts, paths/destinations for each value of the die
COUNTS = [
    ("strict", "entering", "1/1 3/3 5/3 10/5 10/3 16/5"),
    ("strict", "A1", "2/2 4/3 8/4 14/4 14/4 16/4"),
    ("strict", "B1", "3/3 5/3 10/5 10/3 16/5 10/3"),
    ("strict", "B2", "4/4 8/4 8/4 8/4 8/4 8/4"),
    ("start_ok", "entering", "1/1 3/3 5/3 10/5 10/3 16/5"),
    ("start_ok", "A1", "2/2 6/4 10/4 20/5 20/4 32/5"),
    ("start_ok", "B1", "3/3 8/4 16/5 24/4 36/5 36/4"),
    ("start_ok", "B2", "4/4 12/5 20/4 40/5 40/4 64/5"),
    ("no_reverse", "entering", "1/1 3/3 5/3 10/5 14/4 28/5"),
    ("no_reverse", "A1", "2/2 4/3 8/4 16/5 20/4 40/5"),
    ("no_reverse", "B1", "3/3 5/3 10/5 14/4 28/5 44/4"),
    ("no_reverse", "B2", "4/4 8/4 8/4 16/5 32/4 64/5"),
]

# fmt: on


def position(text: str) -> Any:
    """Read a position of the tables, which leave "move R" out."""
    return GAME.read(text.replace("/ die", "/ move R die"))


def codes(text: str) -> list[str]:
    """Split `in/R>B1,A2` into the codes in/R>B1 and in/R>A2."""
    return [
        f"{cube}>{target}"
        for word in text.split()
        for cube, _, ends in [word.partition(">")]
        for target in ends.split(",")
        if ends
    ]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES])
def test_moves(text: Any, expected: Any) -> None:
    state = position(text)
    moves = GAME.legal_moves(state, state.to_move)
    assert [move.code for move in moves] == codes(expected)
    for move in moves:
        way = find_path(state, move)
        assert check_path(state, way, entering="" if move.source else move.colour) == move
        every = list_paths(state, SQUARES.index(move.source) if move.source else None, move.colour)
        assert len(way) == min(len(other) for other in every if other[-1] == way[-1])


@pytest.mark.parametrize("die", [1, 2, 4, 6])
def test_worked_example_7_4_no_other_roll_reaches_the_tower(die: Any) -> None:
    state = position(f"A1=R B1=YY / die {die}")
    assert "A1>B1" not in [move.code for move in GAME.legal_moves(state, 0)]


def test_case_22_with_a_six() -> None:
    assert len(list_steps(position(NINE), 0, 6)) == 12


@pytest.mark.parametrize(("text", "rolls", "expected"), [row[1:] for row in FATES], ids=[row[0] for row in FATES])
def test_outcomes_of_rolls(text: Any, rolls: Any, expected: Any) -> None:
    state = GAME.read(text)
    assert [judge_roll(state, 0, int(roll)) for roll in rolls] == [expected] * len(rolls)


@pytest.mark.parametrize(("text", "walk", "reason"), [row[1:] for row in PATHS], ids=[row[0] for row in PATHS])
def test_explicit_paths(text: Any, walk: Any, reason: str) -> None:
    state, names = position(text), walk.split()
    entering = names.pop(0)[3:] if names[0].startswith("in/") else ""
    squares = tuple(SQUARES.index(name) for name in names)
    if reason:
        with pytest.raises(IllegalMove) as refused:
            check_path(state, squares, entering=entering)
        assert refused.value.reason == reason
    else:
        move = check_path(state, squares, entering=entering)
        assert move in GAME.legal_moves(state, state.to_move)
        assert move.code == (f"in/{entering}>{names[-1]}" if entering else f"{names[0]}>{names[-1]}")


@pytest.mark.parametrize(("here", "there", "cost"), COSTS)
def test_cost_of_a_step(here: Any, there: Any, cost: Any) -> None:
    board = f"A1={here}R" + (f" B1={there}" if there else "")
    ways = {die for die in DICE if (0, 1) in list_paths(position(f"{board} / die {die}"), 0)}
    assert ways == {cost}


@pytest.mark.parametrize(
    ("revisit", "start", "row"), COUNTS, ids=[f"{revisit} {start}" for revisit, start, _ in COUNTS]
)
def test_path_counts(revisit: Any, start: str, row: Any) -> None:
    board = "empty / res R1" if start == "entering" else f"{start}=R"
    source = None if start == "entering" else SQUARES.index(start)
    found = []
    for die in DICE:
        state = position(f"{board} / die {die} / revisit={revisit}")
        every = list_paths(state, source, "R")
        assert len(set(every)) == len(every)
        found.append(f"{len(every)}/{len({way[-1] for way in every})}")
        assert {SQUARES[way[-1]] for way in every} == {move.target for move in GAME.legal_moves(state, 0)}
    assert " ".join(found) == row


@pytest.mark.parametrize(("entry", "revisit", "count"), [("own", "strict", 16), ("own", "no_reverse", 28)])
def test_case_4_paths(entry: Any, revisit: Any, count: Any) -> None:
    state = position(f"empty / res R3 / die 6 / entry={entry} revisit={revisit}")
    assert len(list_paths(state, None, "R")) == count
    assert len(GAME.legal_moves(state, 0)) == 5


def test_worked_example_7_1_and_cases_2_3_paths() -> None:
    assert len(list_paths(position("empty / res R3 / die 3"), None, "R")) == 5
    assert len(list_paths(position("empty / res R3 / die 3 / entry=any"), None, "R")) == 20


def test_case_12_paths() -> None:
    assert len(list_paths(position("A1=R / die 4 / revisit=no_reverse"), 0)) == 16
