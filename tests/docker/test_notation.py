"""Docker's position and record notations."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import BadNotation, IllegalMove
from games.docker import GAME
from games.docker.options import Options
from games.docker.state import State
from games.rng import Rng
from tests.docker.records import replay, transcribe


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("empty", "empty / res - / move R die 1 / seats 4"),
        (" B2=GR  A1=Y/die", None),
        (
            "B2=GR A1=Y / res R2 Y2 / move R die 4 / seats 4 / out - / entry=any",
            "A1=Y B2=GR / res R2 Y2 / move R die 4 / seats 4 / entry=any",
        ),
        (
            "entry_on_stack=0 turn_limit=0 / move G",
            None,
        ),
        (
            "A1=R / entry_on_stack=0 turn_limit=0 / turns 7 / over / out G / move G die 3 after 1 1 / "
            "seats 2 / pieces2=3",
            "A1=R / res - / move G die 3 after 1 1 / seats 2 / out G / turns 7 / over / "
            "pieces2=3 turn_limit=0 entry_on_stack=0",
        ),
        ("empty / move G / seats 2", "empty / res - / move R die 1 / seats 2"),
    ],
)
def test_read_and_notate(text: Any, full: Any) -> None:
    if full is None:
        with pytest.raises(BadNotation):
            GAME.read(text)
    else:
        state = GAME.read(text)
        assert GAME.notate(state) == full
        assert GAME.read(full) == state


def test_a_position_field_by_field() -> None:
    assert GAME.read(
        "B2=GR A1=Y / res R2 Y2 / move B die 4 after 1 6 / seats 4 / out G / turns 12 / reroll=none"
    ) == State(
        options=Options(reroll="none"),
        players=4,
        squares=("Y", "", "", "", "GR", "", "", "", ""),
        reserves=(2, 2, 0, 0),
        to_move=3,
        die=4,
        failed_rolls=(1, 6),
        out=(2,),
        turns=12,
    )


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("A1=Q", "A1=Q"),
        ("A4=R", "A4=R"),
        ("A1", "A1"),
        ("A1=R A1=Y", "A1=Y"),
        ("A1=RRRR", "A1=RRRR"),
        ("A1=R / res R3", "R"),
        ("empty / res R9", "9"),
        ("empty / res Z1", "Z1"),
        ("empty / foo", "foo"),
        ("empty / colour=red", "colour=red"),
        ("empty / entry=all", "entry"),
        ("empty / entry_on_stack=7", "entry_on_stack"),
        ("empty / turn_limit=9999", "turn_limit"),
        ("empty / move X", "X"),
        ("empty / move RY", "RY"),
        ("empty / move B / seats 3", "B"),
        ("empty / move R die 7", "7"),
        ("empty / move R die", "''"),
        ("empty / seats 5", "5"),
        ("empty / turns -1", "-1"),
        ("empty / out R", "out R"),
        ("empty / out Y Y", "out Y Y"),
        ("empty / out Y / seats 2", "out Y"),
        ("empty / seats 2 / seats 3", "seats 3"),
    ],
)
def test_bad_notation_quotes_the_offender(text: Any, quoted: str) -> None:
    with pytest.raises(BadNotation, match=quoted):
        GAME.read(text)


def playout(seats: int, options: Options, seq: int) -> tuple[list[State], list[str]]:
    rng = Rng(b"r" * 32, "record", seq)
    states, codes = [GAME.setup(seats, options, rng)], []
    while (state := states[-1]) and not state.over:
        move = rng.choice(GAME.legal_moves(state, state.to_move))
        codes.append(move.code)
        states.append(GAME.apply(state, state.to_move, move, rng))
    return states, codes


@pytest.mark.parametrize("preset", list(GAME.presets))
@pytest.mark.parametrize("seats", GAME.seats)
def test_records_replay(seats: int, preset: str) -> None:
    states, codes = playout(seats, GAME.presets[preset], seats)
    record = transcribe(states, codes)
    again = list(replay(record))
    assert again[1:] == states[1:]
    assert transcribe(again, codes) == record


@pytest.mark.parametrize(
    ("ply", "error"),
    [
        ("in/R>B3 1 1", BadNotation),
        ("in/R>B3", BadNotation),
        ("in/R>B3 7", BadNotation),
        ("in/R>B1 1", IllegalMove),
        ("in/R>B3 1\nin/Y>A2 1\nin/R>A3", IllegalMove),
    ],
)
def test_records_that_do_not_fit(ply: Any, error: Any) -> None:
    with pytest.raises(error):
        list(replay(f"empty / res R3 Y3 G3 B3 / move R die 1 / seats 2\n{ply}"))


def test_nothing_comes_after_the_end() -> None:
    with pytest.raises(BadNotation, match="after the end"):
        list(replay("A1=R C3=Y / move R die 1 / seats 2 / turn_limit=1\nA1>B1\nC3>C2"))
