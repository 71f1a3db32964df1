"""Test `python -m games`: every request of its docstring, and an answer instead of a traceback for any line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.__main__ import LONGEST_LINE, LONGEST_MESSAGE, Session, serve
from games.record import Ply, Record, replay
from games.rng import compute_commitment
from tests.support.numbers import FULL
from tests.toy import GAME
from tests.toy.game import Options
from tests.toy.registered import register_toy

SEED = bytes(range(32)).hex()
NEW = {"do": "new", "game": "toy", "seats": 2, "options": {"swap": False}, "seed": SEED}


@pytest.fixture(autouse=True, scope="module")
def _toy() -> Iterator[None]:
    with register_toy():
        yield


def ask(session: Session, **request: Any) -> Any:
    return json.loads(session.answer(json.dumps(request).encode()))


def load_session(position: str, seq: int = 0) -> Session:
    session = Session()
    state = msgspec.to_builtins(GAME.read(position))
    assert "error" not in ask(session, do="load", game="toy", state=state, seed=SEED, seq=seq)
    return session


def test_games() -> None:
    games = {game["name"]: game for game in ask(Session(), do="games")["games"]}
    toy = games["toy"]
    assert (toy["command"], toy["seats"], toy["version"]) == ("toy", [2, 3, 4], 1)
    assert toy["options"] == {"turns": 2, "die": "d6", "swap": True}
    assert toy["presets"]["quick"]["turns"] == 1


def test_a_whole_match_that_replays_as_a_record() -> None:
    session = Session()
    answer = ask(session, **NEW | {"seats": 4, "options": {"turns": 3}})
    plies = []
    while answer["to_act"]:
        seat = answer["to_act"][-1]
        assert ask(session, do="legal", seat=seat)["moves"]
        code = ask(session, do="choose", seat=seat)["move"]
        answer = ask(session, do="play", seat=seat, move=code)
        first = answer["seq"] - len(answer["nature"])
        plies.append(Ply(first, seat, code))
        plies.extend(Ply(first + i, -1, gust) for i, gust in enumerate(answer["nature"], 1))
    assert any(ply.seat == -1 for ply in plies)
    outcome = ask(session, do="outcome")["outcome"]
    assert outcome == answer["outcome"]
    assert outcome["ranking"]
    secret = bytes.fromhex(SEED)
    states = replay(Record("toy", 1, 4, Options(turns=3), compute_commitment(secret), secret, tuple(plies)))
    assert states[-1] == msgspec.convert(answer["state"], type=GAME.state_type)


def test_legal_lists_codes_only_for_seats_that_may_act() -> None:
    session = load_session("hands=cd/kr given=-/k left=4")
    assert ask(session, do="legal", seat=0) == {"moves": ["give/c", "give/d"]}
    assert ask(session, do="legal", seat=1) == {"moves": ["give/k", "give/r"]}
    assert ask(session, do="legal", seat=2) == {"moves": []}


def test_play_answers_after_nature_has_moved() -> None:
    session = load_session("hands=cd/kr card=k left=4", seq=6)
    answer = ask(session, do="play", seat=0, move="on/1")
    assert answer["to_act"] == [1]
    assert answer["seq"] == 8
    assert len(answer["nature"]) == 1
    assert answer["nature"][0].startswith("gust/")
    assert [event["type"] for event in answer["events"]] == ["Scored"]


def test_nature_moves_on_from_a_loaded_position() -> None:
    session = Session()
    state = msgspec.to_builtins(GAME.read("hands=cd/kr card=k target=1 left=4"))
    answer = ask(session, do="load", game="toy", state=state, seed=SEED, seq=3)
    assert (answer["to_act"], answer["seq"], len(answer["nature"])) == ([1], 4, 1)


def test_a_view_shows_what_the_seat_knows() -> None:
    session = load_session("hands=cd/kr deck=rr left=4")
    assert ask(session, do="view", seat=0)["state"]["hands"] == [["c", "d"], ["?", "?"]]
    assert ask(session, do="view", seat=None)["state"]["hands"] == [["?", "?"], ["?", "?"]]
    assert ask(session, do="view", seat=1)["state"]["deck"] == ["?", "?"]


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        ({"do": "play", "seat": 0, "move": "card/z"}, "illegal_move"),
        ({"do": "play", "seat": 1, "move": "card/k"}, "illegal_move"),
        ({"do": "play", "seat": 99, "move": "card/k"}, "illegal_move"),
        ({"do": "play", "seat": -1, "move": "gust/1"}, "bad_request"),
        ({"do": "play", "seat": 0}, "bad_request"),
        ({"do": "play", "seat": "0", "move": "card/c"}, "bad_request"),
        ({"do": "play", "seat": 0, "move": "card/c", "force": True}, "bad_request"),
        ({"do": "choose", "seat": 1}, "bad_request"),
        ({"do": "view", "seat": 9}, "bad_request"),
        ({"do": "fly"}, "bad_request"),
        ({}, "bad_request"),
        (NEW | {"game": "chess"}, "bad_request"),
        (NEW | {"game": "core"}, "bad_request"),
        (NEW | {"seats": 7}, "bad_request"),
        (NEW | {"seed": "00"}, "bad_request"),
        (NEW | {"options": {"turns": 9}}, "bad_request"),
        (NEW | {"options": {"turns": 1}, "seats": 4}, "bad_options"),
        ({"do": "load", "game": "toy", "state": {}, "seed": SEED, "seq": 0}, "bad_request"),
        ({"do": "load", "game": "toy", "state": 3, "seed": SEED, "seq": 10**30}, "bad_request"),
    ],
)
def test_an_error_has_a_kind_and_a_message_and_changes_nothing(request_: dict[str, Any], kind: str) -> None:
    session = load_session("hands=cd/kr left=4")
    before = ask(session, do="view", seat=0), ask(session, do="legal", seat=0)
    answer = ask(session, **request_)
    assert answer["error"] == kind
    assert answer["message"]
    assert (ask(session, do="view", seat=0), ask(session, do="legal", seat=0)) == before


def test_a_move_that_fails_in_a_game_without_a_check_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "check", lambda self, state: None)
    session = load_session("hands=cd/kr scores=0/0 turn=0 card=c die=6 left=4")
    broken = msgspec.to_builtins(GAME.read("hands=cd/kr card=r die=6 left=4")) | {"sides": -4}
    assert "error" not in ask(session, do="load", game="toy", state=broken, seed=SEED, seq=0)
    answer = ask(session, do="play", seat=0, move="on/1")
    assert answer["error"] == "bad_state"
    assert "below(-4)" in answer["message"]
    assert ask(session, do="view", seat=0)["state"]["card"] == "r"


ORDER = "seats=4 phase=order shown=9;9;9;9 tied=0,1,2,3"
PIECE = [1, "rat", 0.0, 0.0, 4.0, 1.0, 0.0, 0.0, 0.0, 1]


@pytest.mark.parametrize(
    ("game", "position", "changes"),
    [
        ("docker", "empty / res R3 / seats 2", {"out": [0, 1]}),
        ("docker", "empty / res R3 / seats 2", {"players": 10**9}),
        ("docker", "empty / res R3 / seats 2", {"squares": ["R" * 100_000, *[""] * 8]}),
        ("dog_royal", "royal/4 0N@5 hand0=5", {"colours": list(range(1000))}),
        ("dog_royal", "royal/4 0N@5 hand0=5", {"hands": [["5"] * 100_000, [], [], []]}),
        ("aquaretto", "act=P1", {"zoos": [{}] * 50_000}),
        ("aquaretto", "act=P1", {"pile": ["DOL"] * 100_000}),
        ("riff_raff", ORDER, {"tied": [list(range(12))], "seats": 12}),
        ("riff_raff", ORDER, {"tied": [[0, 1] * 6]}),
        ("riff_raff", ORDER, {"order": list(range(100_000)), "tied": [], "phase": "select"}),
        ("riff_raff", ORDER, {"cargo": [PIECE] * 8000}),
        ("riff_raff", ORDER, {"cargo": [[n, *PIECE[1:]] for n in range(1, 8000)], "serial": 8000}),
    ],
)
def test_an_impossible_position_is_not_loaded(game: str, position: str, changes: dict[str, Any]) -> None:
    """Refuse positions from which a request would never end, or take gigabytes."""
    state = msgspec.to_builtins(games.load(game).read(position))
    session = Session()
    assert "error" not in ask(session, do="load", game=game, state=state, seed=SEED, seq=0)
    before = ask(session, do="view", seat=None)
    answer = ask(session, do="load", game=game, state=state | changes, seed=SEED, seq=0)
    assert answer["error"] == "bad_state"
    assert len(answer["message"]) < 300
    assert ask(session, do="view", seat=None) == before


def test_the_message_of_an_error_is_short() -> None:
    assert len(ask(Session(), do="load", game="x" * 100_000, state={}, seed=SEED, seq=0)["message"]) == LONGEST_MESSAGE


def test_other_requests_are_refused_before_a_match() -> None:
    for request in ({"do": "legal", "seat": 0}, {"do": "outcome"}, {"do": "view", "seat": None}):
        assert ask(Session(), **request)["error"] == "bad_request"


LINES = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=60).map(str.encode),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ).map(lambda value: json.dumps(value).encode()),
    st.fixed_dictionaries(
        {},
        optional={
            "do": st.sampled_from(["games", "new", "load", "legal", "play", "view", "choose", "outcome"]),
            "game": st.sampled_from(["toy", "docker", "", "core"]),
            "seat": st.integers(-2, 120) | st.none(),
            "seats": st.integers(-1, 6),
            "seed": st.sampled_from([SEED, "", "zz" * 32, SEED + "\n"]),
            "seq": st.integers(),
            "move": st.sampled_from(["card/c", "on/0", "on/1", "give/c", "gust/1", "", "\ud800"]),
            "options": st.dictionaries(st.sampled_from(["turns", "die", "swap", "x"]), st.integers(0, 3), max_size=2),
            "state": st.builds(
                lambda position, **changed: msgspec.to_builtins(GAME.read(position)) | changed,
                st.sampled_from(["hands=cd/kr left=4", "hands=r/c card=k target=1 left=2", "given=-/c left=1"]),
                turn=st.integers(-3, 9),
                left=st.integers(-1, 3),
                target=st.none() | st.integers(-3, 9),
                hands=st.lists(st.lists(st.sampled_from("cdrk?x"), max_size=3), max_size=3),
                scores=st.lists(st.integers(), max_size=3),
            ),
        },
    ).map(lambda value: json.dumps(value).encode()),
)


@settings(max_examples=2000 if FULL else 300, deadline=None, derandomize=not FULL)
@given(st.lists(LINES, max_size=6))
def test_any_line_gets_one_answer(lines: list[bytes]) -> None:
    session = Session()
    for line in (json.dumps(NEW).encode(), *lines):
        answer = session.answer(line)
        assert b"\n" not in answer
        decoded = json.loads(answer)
        assert isinstance(decoded, dict)
        if "error" in decoded:
            assert set(decoded) == {"error", "message"}


def test_deeply_nested_lines_are_refused() -> None:
    for line in (b"[" * LONGEST_LINE, b'{"do":' * 100_000, b'{"do":"games","x":' + b"[" * 200_000):
        assert json.loads(Session().answer(line))["error"] == "bad_request"


def test_an_overlong_line_is_refused_and_the_next_one_answered() -> None:
    answers = io.BytesIO()
    serve(io.BytesIO(b"x" * (3 * LONGEST_LINE) + b'\n{"do":"games"}\n' + b" " * LONGEST_LINE + b"\n{}"), answers)
    first, second, third, fourth = map(json.loads, answers.getvalue().splitlines())
    assert first["error"] == "bad_request"
    assert second["games"]
    assert third["error"] == "bad_request"
    assert fourth["error"] == "bad_request"


def test_the_program_answers_line_by_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games"],
        input=b'nonsense\n\n{"do":"outcome"}\n',
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stderr == b""
    assert [json.loads(line)["error"] for line in done.stdout.splitlines()] == ["bad_request"] * 3
