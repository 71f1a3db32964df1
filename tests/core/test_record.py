"""Test writing, reading and replaying records, and that bad ones are refused with the line quoted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import BadNotation
from games.record import Ply, Record, advance, begin, parse, replay, write
from games.rng import Rng, compute_commitment
from tests.toy import GAME
from tests.toy.game import Options, State
from tests.toy.registered import register_toy

SECRET = bytes(range(32))
OPTIONS = Options(turns=1, swap=False)


@pytest.fixture(autouse=True, scope="module")
def _toy() -> Iterator[None]:
    with register_toy():
        yield


def play_match() -> tuple[Record, list[State]]:
    """Play a match in which ply 2 was undone."""
    states = [begin(GAME, 2, OPTIONS, SECRET)]
    plies = []
    for seq in (1, 3, 4, 7, 8, 9):
        if not (owing := GAME.to_act(states[-1])):
            break
        seat = owing[0]
        move = GAME.legal_moves(states[-1], seat)[0]
        ply = Ply(seq, seat, move.code, "a comment, with # and é" if seq == 3 else "")
        plies.append(ply)
        states.append(advance(GAME, states[-1], ply, SECRET))
    return Record("toy", 1, 2, OPTIONS, compute_commitment(SECRET), SECRET, tuple(plies)), states


RECORD, STATES = play_match()
TEXT = write(RECORD)


def test_the_sample_is_a_whole_match_with_a_gap() -> None:
    assert not GAME.to_act(STATES[-1])
    assert [ply.seq for ply in RECORD.plies][:3] == [1, 3, 4]


def test_a_record_round_trips() -> None:
    assert parse(TEXT) == RECORD
    assert write(parse(TEXT)) == TEXT


def test_replay_gives_every_state() -> None:
    assert replay(parse(TEXT)) == STATES


def test_chance_depends_on_the_seq() -> None:
    def roll(seq: int) -> int:
        state = GAME.read("hands=r/c left=2")
        for number, code in ((seq - 1, "card/r"), (seq, "on/0")):
            state = advance(GAME, state, Ply(number, 0, code), SECRET)
        return state.scores[0]

    assert [roll(seq) for seq in range(2, 30)] == [1 + Rng(SECRET, "ply", seq).below(6) for seq in range(2, 30)]


def test_a_running_match_shows_the_commitment_only() -> None:
    public = Record("toy", 1, 2, OPTIONS, compute_commitment(SECRET), None, RECORD.plies)
    text = write(public)
    assert SECRET.hex() not in text
    assert parse(text) == public
    with pytest.raises(BadNotation, match="not public yet"):
        replay(public)


def test_another_version_is_not_replayed() -> None:
    with pytest.raises(BadNotation, match="version 2 of toy"):
        replay(parse(TEXT.replace("version 1", "version 2")))


def test_comments_blank_lines_and_windows_line_ends_are_accepted() -> None:
    assert parse("# from a bug report\r\n\r\n" + TEXT.replace("\n", "\r\n")) == RECORD


HEADER = TEXT.split("\n\n")[0]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "''"),
        ("gema toy", "gema toy"),
        (HEADER.replace("game toy", "game chess"), "'chess'"),
        (HEADER.replace("game toy", "game ../core"), "'../core'"),
        (HEADER.replace("version 1", "version one"), "'one'"),
        (HEADER.replace("version 1", "version " + "9" * 5000), "9999999…"),
        (HEADER.replace("seats 2", "seats -2"), "'-2'"),
        (HEADER.replace('"turns":1', '"turns":9'), '"turns":9'),
        (HEADER.replace('"turns":1', '"cheat":1'), '"cheat":1'),
        (HEADER.replace('{"turns"', "[" * 5000), "[[[["),
        (HEADER.replace("secret 00", "secret 0"), "secret 0"),
        (HEADER.replace("secret", "sauce"), "sauce"),
        (HEADER + "\n1 0", "'1 0'"),
        (HEADER + "\n1 0 card/c really", "card/c really"),
        (HEADER + "\n٣ 0 card/c", "٣ 0 card/c"),
        (HEADER + "\n0 0 card/c", "'0 0 card/c'"),
        (HEADER + "\n2 0 card/c\n2 0 on/1", "'2 0 on/1'"),
        (HEADER + "\n1 -3 card/c", "'1 -3 card/c'"),
        (HEADER + "\n1 0 " + "x" * 20_000, "1 0 xxx"),
        (HEADER + "\n" * 30_000, "lines"),
    ],
)
def test_a_bad_record_is_refused_with_its_line(text: str, quoted: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse(text)
    assert quoted in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "line",
    ["1 0 on/0", "1 1 card/c", "1 7 card/c", "1 99 card/c", "1 -1 gust/1", "1 -1 nonsense", "1 0 card/z"],
)
def test_an_illegal_ply_is_quoted(line: str) -> None:
    with pytest.raises(BadNotation) as caught:
        replay(parse(f"{HEADER}\n\n{line}\n"))
    assert line in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "quoted"),
    [("seats 2", "seats 9", "9 seats"), ("seats 2", "seats 4", "too_short_to_swap")],
)
def test_an_impossible_match_is_refused(old: str, new: str, quoted: str) -> None:
    with pytest.raises(BadNotation, match=quoted):
        replay(parse(TEXT.replace(old, new).replace('"swap":false', '"swap":true')))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_damaged_records_raise_nothing_else(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, min(len(TEXT), start + 20)))
    damaged = TEXT[:start] + data.draw(st.text(max_size=20)) + TEXT[end:]
    with suppress(BadNotation):
        assert len(replay(parse(damaged))) >= 1
