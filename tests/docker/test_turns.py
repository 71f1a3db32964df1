"""Turns of Docker (sections 3, 4 and 6), as records: each move and the rolls after it."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import ENDLESS, NATURE, BadOptions, IllegalMove, Outcome
from games.docker import GAME
from games.docker.events import Drawn, Eliminated, FailedRoll, Moved, Rolled, Won
from games.docker.options import Options
from games.record import begin
from games.rng import NO_CHANCE, ChanceRefused, Rng
from tests.docker.records import replay


def play(record: str) -> Any:
    """Replay a record whose lines are indented as in these tests."""
    return list(replay("\n".join(line.strip() for line in record.strip().splitlines())))


def rng(seq: int = 0) -> Rng:
    return Rng(bytes(32), "test", seq)


@pytest.mark.parametrize(
    ("seats", "options", "colours", "reserves"),
    [
        (2, Options(), ((0, 2), (1, 3)), (3, 3, 3, 3)),
        (2, Options(pieces2=3), ((0,), (2,)), (3, 0, 3, 0)),
        (3, Options(), ((0,), (1,), (2,)), (3, 3, 3, 0)),
        (4, Options(pieces2=3), ((0,), (1,), (2,), (3,)), (3, 3, 3, 3)),
    ],
)
def test_setup(seats: int, options: Any, colours: Any, reserves: Any) -> None:
    assert GAME.colours(seats, options) == colours
    starts = set()
    for seq in range(60):
        state = GAME.setup(seats, options, rng(seq))
        assert state.reserves == reserves
        assert state.squares == ("",) * 9
        assert state.events == (Rolled(state.to_move, state.die),)
        assert GAME.to_act(state) == (state.to_move,)
        starts.add(state.to_move)
    assert starts == set(range(seats))


@pytest.mark.parametrize("seats", [1, 5])
def test_setup_refuses_numbers_of_players(seats: int) -> None:
    with pytest.raises(BadOptions, match="seats"):
        begin(GAME, seats, Options(), b"")


@pytest.mark.parametrize("limit", [-1, ENDLESS + 1])
def test_setup_refuses_turn_limits(limit: int) -> None:
    with pytest.raises(BadOptions, match="turn_limit"):
        GAME.setup(2, Options(turn_limit=limit), rng())


def test_presets() -> None:
    assert list(GAME.presets) == ["standard", "english", "french", "italian"]
    told = {name: (o.entry, o.pieces2, o.revisit, o.reroll) for name, o in GAME.presets.items()}
    assert told == {
        "standard": ("own", 6, "strict", "reserve"),
        "english": ("own", 3, "strict", "reserve"),
        "french": ("any", 6, "no_reverse", "none"),
        "italian": ("any", 6, "strict", "reserve"),
    }


def test_three_players_may_use_the_fourth_arrow_only_with_entry_any() -> None:
    assert [m.code for m in GAME.legal_moves(GAME.read("empty / res R3 / move R die 1 / seats 3"), 0)] == ["in/R>B3"]
    state = GAME.read("empty / res R3 / move R die 1 / seats 3 / entry=any")
    assert "in/R>C2" in [m.code for m in GAME.legal_moves(state, 0)]


def test_cases_14_and_15_failed_rolls_are_events_and_cost_nothing() -> None:
    _, rolled, entered = play("""
        B3=Y C1=B / res R2 / move B die 1 / out Y G
        C1>B1 1 3 2
        in/R>B3 1
    """)
    assert rolled.failed_rolls == (1, 3)
    assert rolled.reserves == (2, 0, 0, 0)
    assert (rolled.to_move, rolled.die, rolled.turns) == (0, 2, 1)
    assert rolled.events == (Moved(3, 3, 2, 1, (2, 1)), FailedRoll(0, (1, 3)), Rolled(0, 2))
    assert entered.squares[7] == "YR"
    assert entered.reserves == (1, 0, 0, 0)
    assert entered.failed_rolls == ()


def test_case_24_the_eliminated_stay_as_obstacles_and_are_skipped() -> None:
    _, out, red, green, red_again = play("""
        B2=RY A2=R C3=G / move R die 1 / seats 3
        A2>A1 1 1
        C3>C2 2
        A1>A3 1
        C2>C3 6
    """)
    assert out.out == (1,)
    assert out.turns == 2  # the elimination counts as a turn
    assert out.events[1:] == (Rolled(1, 1), Eliminated(1, 1), Rolled(2, 1))
    assert [state.to_move for state in (out, red, green, red_again)] == [2, 0, 2, 0]
    for state in (red, red_again):
        assert state.squares[4] == "RY"
        assert not [move for move in GAME.legal_moves(state, 0) if move.source == "B2"]


def test_case_25_the_last_one_left_wins_without_rolling() -> None:
    _, end = play("""
        A1=RG B2=G / move G die 1 / seats 2 / pieces2=3
        B2>B1 3
    """)
    assert end.events[1:] == (Rolled(0, 3), Eliminated(0, 3), Won(1))
    assert end.over
    assert (end.to_move, end.die) == (0, 3)
    assert GAME.to_act(end) == ()
    assert GAME.legal_moves(end, 0) == GAME.legal_moves(end, 1) == ()
    assert GAME.outcome(end) == Outcome(((1,), (0,)))


def test_case_26_a_reserve_that_cannot_enter_does_not_roll_for_ever() -> None:
    _, end = play("""
        B3=RYYYGG B2=RG A1=B / res R1 / move B die 1 / out Y G
        A1>B1 2
    """)
    assert end.out == (1, 2, 0)
    assert end.reserves == (1, 0, 0, 0)  # the cubes of an eliminated player are still counted
    assert GAME.outcome(end) == Outcome(((3,), (0,), (2,), (1,)))


def test_several_are_eliminated_in_a_row() -> None:
    _, end = play("""
        B2=RY A1=YR C2=G / move G die 1 / seats 3
        C2>C3 1 1
    """)
    assert end.out == (0, 1)
    assert end.events[-1] == Won(2)
    assert end.turns == 3


def test_case_28_turn_limit() -> None:
    *_, third, fourth = play("""
        empty / res R3 Y3 G3 B3 / move R die 1 / seats 2 / turn_limit=4
        in/R>B3 1
        in/Y>A2 1
        in/G>B1 1
        in/B>C2
    """)
    assert not third.over
    assert fourth.over
    assert fourth.events[1:] == (Drawn((0, 1)),)
    assert (fourth.to_move, fourth.die, fourth.turns) == (1, 1, 4)
    assert GAME.outcome(third) is None
    assert GAME.outcome(fourth) == Outcome(((0, 1),))


def test_at_the_limit_an_elimination_that_leaves_one_player_wins() -> None:
    *_, end = play("""
        A1=RG B2=G / move G die 1 / seats 2 / pieces2=3 turn_limit=2
        B2>B1 3
    """)
    assert GAME.outcome(end) == Outcome(((1,), (0,)))


def test_at_the_limit_an_elimination_that_leaves_several_is_a_draw_among_them() -> None:
    *_, end = play("""
        B2=RY A2=R C3=G / move R die 1 / seats 3 / turn_limit=2
        A2>A1 1
    """)
    assert end.events[1:] == (Rolled(1, 1), Eliminated(1, 1), Drawn((0, 2)))
    assert GAME.outcome(end) == Outcome(((0, 2), (1,)))


def test_without_a_turn_limit_endless_games_still_end() -> None:
    *_, before, end = play(f"""
        A1=R C3=Y / move R die 1 / seats 2 / turns {ENDLESS - 2} / turn_limit=0
        A1>B1 1
        C3>C2
    """)
    assert not before.over
    assert end.events[1:] == (Drawn((0, 1)),)


def test_reroll_none_eliminates_with_a_reserve() -> None:
    *_, end = play("""
        B3=Y C1=B / res R2 / move B die 1 / out Y G / reroll=none
        C1>B1 1
    """)
    assert end.events[-1] == Won(3)


def test_both_colours_of_a_team_move_and_enter() -> None:
    state = GAME.read("A1=R C3=G B2=Y / res R1 G1 / move R die 1 / seats 2")
    assert [m.code for m in GAME.legal_moves(state, 0)] == ["in/R>B3", "in/G>B1", "A1>B1", "A1>A2", "C3>C2", "C3>B3"]
    assert GAME.legal_moves(state, 1) == ()


def test_a_move_that_needs_no_roll_can_be_previewed() -> None:
    state = GAME.read("A1=R C3=Y / move R die 1 / seats 2 / turns 3 / turn_limit=4")
    assert GAME.apply(state, 0, GAME.parse(state, 0, "A1>B1"), NO_CHANCE).over
    state = GAME.read("A1=R C3=Y / move R die 1 / seats 2")
    with pytest.raises(ChanceRefused):
        GAME.apply(state, 0, GAME.parse(state, 0, "A1>B1"), NO_CHANCE)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "unreadable"),
        ("A1", "unreadable"),
        ("A1>Z9", "unreadable"),
        ("in/Q>B1", "unreadable"),
        ("in/>B1", "unreadable"),
        ("in/RY>B1", "unreadable"),
        ("A3>B3", "empty_square"),
        ("B2>B1", "not_your_colour"),
        ("C1>C2", "covered"),
        ("A1>C3", "cannot_reach"),
        ("in/R>B1", "cannot_enter"),
        ("in/Y>A2", "not_your_colour"),
    ],
)
def test_refusals_name_the_rule(code: Any, reason: str) -> None:
    state = GAME.read("A1=R B2=Y C1=RY / res R1 Y1 / move R die 1 / seats 4")
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, 0, code)
    assert (refused.value.reason, refused.value.code) == (reason, code)


def test_parse_out_of_turn() -> None:
    state = GAME.read("A1=R B2=Y / move R die 1 / seats 2")
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, 1, "B2>B1")
    assert refused.value.reason == "not_legal"
    with pytest.raises(IllegalMove):
        GAME.parse(state, NATURE, "settle")
