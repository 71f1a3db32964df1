"""The physics tests P1 to P15 of rules part C, at scale 1.0 unless they say otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from math import isfinite
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.core import NATURE, IllegalMove
from games.riff_raff import GAME
from games.riff_raff.loading import ship
from games.riff_raff.loading.catching import HANDOVER
from games.riff_raff.loading.physics import draw_drop, estimate_success, run, settle
from games.riff_raff.loading.settled import Keyframes, Kind, Piece, Settled, read_nature
from games.riff_raff.loading.settling import Drop
from games.riff_raff.options import Options
from games.riff_raff.state import Loading, State
from games.riff_raff.words.names import tilt
from games.rng import NO_CHANCE, Rng
from tests.support.numbers import FULL, times

pytestmark = pytest.mark.long

STORM = "seats=4 options=weather:storm"


def set_up_loading(
    state: State, area: int, kind: Kind, spot: str, pose: str = "flat", turn: int = 0, hands: str = "both"
) -> State:
    """Return the state in which seat 0 has decided to load this, without a check that it is legal."""
    decided = Loading(kind, spot, pose, turn, hands)  # type: ignore[arg-type]
    return replace(state, phase="settle", order=(0,), turn=0, shown=(area, None, None, None), loading=decided)


def let_go(state: State, seed: int = 0) -> Settled:
    return settle(state, Rng(b"test", "nature", seed))[0]


def after(state: State, result: Settled) -> State:
    return replace(
        state,
        cargo=result.cargo,
        roll=result.roll,
        pitch=result.pitch,
        yards=result.yards,
        serial=state.serial + 1,
    )


def rest(result: Settled) -> float:
    return tilt(result.roll, result.pitch)


def crate_at_5(**how: str) -> State:
    """Put a crate on the lowest yard, 8.5 cm from the mast (P2)."""
    return set_up_loading(GAME.read(how.pop("on", STORM)), 5, "crate", "Q2", **how)  # type: ignore[arg-type]


def test_p1_empty_ship() -> None:
    assert rest(run(GAME.read(STORM), None)[0]) < 0.1


def test_p2_crate_on_the_lowest_yard() -> None:
    result = let_go(crate_at_5())
    assert result.falls == ()
    assert 6 <= result.roll <= 9
    assert result.cargo[0].area == 5


def test_p3_mirrored() -> None:
    port, starboard = let_go(crate_at_5()), let_go(set_up_loading(GAME.read(STORM), 6, "crate", "Q2"))
    assert starboard.roll == pytest.approx(-port.roll, abs=1)


def test_p4_balanced() -> None:
    state = crate_at_5()
    result = let_go(set_up_loading(after(state, let_go(state)), 6, "crate", "Q2"))
    assert result.falls == ()
    assert rest(result) < 3


def test_p5_the_fourth_crate_takes_others_along() -> None:
    state = GAME.read(STORM)
    tilts = []
    for spot in ("Q2", "K2", "E2"):
        state = set_up_loading(state, 5, "crate", spot)
        result = let_go(state)
        assert result.falls == ()
        tilts.append(rest(result))
        state = after(state, result)
    assert tilts[0] + 1 < tilts[1]
    assert tilts[1] + 1 < tilts[2]
    assert len(let_go(set_up_loading(state, 5, "crate", "K2")).falls) >= 2


def test_p6_one_hand_overshoots() -> None:
    both, one = let_go(crate_at_5()), let_go(crate_at_5(hands="one"))
    assert one.peak > both.peak + 1
    assert rest(one) == pytest.approx(rest(both), abs=1)


P7 = """
import msgspec
from games.rng import Rng
from games.riff_raff.loading.physics import settle
from games.riff_raff.state import State
state = msgspec.json.decode({state!r}, type=State)
print(settle(state, Rng(b"two", "nature", 9))[0].code)
"""


def test_p7_two_processes_agree() -> None:
    state = GAME.read(f"{STORM} cargo=crate@5/Q2/flat@0;boat@6/M2/keel@90;barrel@1/H4/lie@30;rat@8/E2/belly@90")
    script = P7.format(state=msgspec.json.encode(set_up_loading(state, 7, "sailor", "J2", "hang", 180, "one")))
    told = [
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert isinstance(read_nature(told[0].strip()), Settled)


def test_p8_a_settled_ship_stays() -> None:
    state = crate_at_5()
    placings: tuple[tuple[int, Kind, str], ...] = ((6, "boat", "L2"), (2, "chest", "J3"), (8, "rat", "H2"))
    for area, kind, spot in placings:
        state = set_up_loading(after(state, let_go(state)), area, kind, spot, next(iter(ship.POSES[kind])), 90)
    first = let_go(state)
    again = run(after(state, first), None)[0]
    assert len(again.cargo) == 4
    for one, other in zip(first.cargo, again.cargo, strict=True):
        assert abs(one.x - other.x) + abs(one.y - other.y) + abs(one.z - other.z) < 0.05
    assert abs(first.roll - again.roll) < 0.3
    assert abs(first.pitch - again.pitch) < 0.3


def refuse(area: int, kind: str, spot: str, pose: str, reason: str) -> None:
    """Check that the loading is refused, at the spot or at the pose."""
    state = replace(GAME.read(STORM), phase="piece", order=(0,), shown=(area, None, None, None), loading=Loading())
    state = GAME.apply(state, 0, GAME.parse(state, 0, kind), NO_CHANCE)
    codes = [f"spot/{spot}", f"pose/{pose}"]
    if codes[0] in [move.code for move in GAME.legal_moves(state, 0)]:
        state = GAME.apply(state, 0, GAME.parse(state, 0, codes.pop(0)), NO_CHANCE)
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, 0, codes[0])
    assert caught.value.reason == reason


def test_p9_through_the_mast() -> None:
    refuse(5, "plank", "B2", "flat@90", "crosses_border")


def test_p10_over_the_centre_line_and_over_the_edge() -> None:
    refuse(1, "crate", "H1", "flat@0", "crosses_border")
    state = replace(GAME.read(STORM), phase="piece", order=(0,), shown=(1, None, None, None), loading=Loading())
    for code in ("crate", "spot/Q3", "pose/flat@0", "both"):
        state = GAME.apply(state, 0, GAME.parse(state, 0, code), NO_CHANCE)
    assert GAME.to_act(state) == (NATURE,)
    result = let_go(state)
    assert [fall.piece for fall in result.falls] == [state.serial]


def test_p11_hanging_on_deck() -> None:
    refuse(1, "sailor", "H3", "hang@0", "no_pose")


def test_p12_more_weight_or_lever_more_tilt() -> None:
    by_weight = [rest(let_go(set_up_loading(GAME.read(STORM), 5, kind, "N2", pose))) for kind, pose in WEIGHTS]
    assert by_weight == sorted(by_weight)
    by_lever = [rest(let_go(set_up_loading(GAME.read(STORM), 5, "crate", spot))) for spot in ("D2", "H2", "L2", "P2")]
    assert by_lever == sorted(by_lever)


WEIGHTS: tuple[tuple[Kind, str], ...] = (("rat", "belly"), ("barrel", "stand"), ("chest", "flat"), ("crate", "flat"))


def test_p13_calm() -> None:
    assert 3.5 <= rest(let_go(crate_at_5(on="seats=4 options=weather:calm"))) <= 5.5


def test_p14_random_legal_loadings() -> None:
    loadings = times(200, usual=10)
    number = 0
    while loadings:
        rng = Rng(b"P14", "match", number)
        number += 1
        state = GAME.setup(2 + number % 3, Options(weather="storm", loose_yards=number % 2 == 0), rng)
        while loadings and (owing := GAME.to_act(state)):
            if owing != (NATURE,):
                move = rng.choice(GAME.legal_moves(state, owing[0]))
            else:
                move, film = settle(state, rng)
                check(state, move, film)
                move = GAME.parse(state, NATURE, move.code)
                loadings -= 1
            state = GAME.apply(state, owing[0], move, rng)


def check(state: State, result: Settled, film: Keyframes) -> None:
    for piece in result.cargo:
        assert all(map(isfinite, (piece.x, piece.y, piece.z, piece.qw, piece.qx, piece.qy, piece.qz)))
        assert 1 <= piece.area <= 10
    assert all(map(isfinite, (result.roll, result.pitch, result.peak)))
    assert sorted((*(p.id for p in result.cargo), *(f.piece for f in result.falls))) == [
        *(p.id for p in state.cargo),
        state.serial,
    ]
    assert [f.time for f in result.falls] == sorted(f.time for f in result.falls)
    assert len(film.frames) >= 8
    assert {number for number, *_ in film.frames[0].poses} == {*(p.id for p in state.cargo), state.serial}


def test_p15_pushed_from_a_yard_to_the_deck() -> None:
    """Push a rat until its middle is beyond the fore edge of the lowest yard, above the deck."""
    rat = Piece(1, "rat", 1.7, 2.0, ship.surface(5) + 0.5, 1.0, 0.0, 0.0, 0.0, 5)
    result = run(replace(GAME.read(STORM), cargo=(rat,), serial=2), None)[0]
    assert result.falls == ()
    assert result.cargo[0].area in (1, 2, 3, 4)


def test_the_error_of_a_hand_never_makes_a_loading_illegal() -> None:
    """Put a crate flush with the centre line: half of all errors would carry it over."""
    state = set_up_loading(GAME.read(STORM), 1, "crate", "H3")
    places = [draw_drop(state, Rng(b"err", "nature", seed)).piece.y for seed in range(40)]
    assert min(places) >= 1.4 - 1e-3
    assert len(set(places)) > 20
    free = set_up_loading(GAME.read(STORM), 1, "rat", "H3", "belly")
    spread = [draw_drop(free, Rng(b"err", "nature", seed)).piece.x - 4.0 for seed in range(60)]
    clumsy = [draw_drop(replace_hands(free), Rng(b"err", "nature", seed)).piece.x - 4.0 for seed in range(60)]
    assert 0.02 < root_mean_square(spread) < 0.04
    assert 0.08 < root_mean_square(clumsy) < 0.16


def replace_hands(state: State) -> State:
    assert state.loading is not None
    return replace(state, loading=replace(state.loading, hands="one"))


def root_mean_square(values: list[float]) -> float:
    return float((sum(v * v for v in values) / len(values)) ** 0.5)


def test_loose_yards_lean_to_the_heavier_end() -> None:
    result = let_go(crate_at_5(on="seats=4 options=weather:storm,loose_yards:yes"))
    assert result.falls == ()
    assert 2 < result.yards[0] < ship.YARD_PLAY + 1
    firm = let_go(crate_at_5())
    assert firm.yards == (0.0, 0.0, 0.0)
    assert result.roll > firm.roll


def test_the_film_is_smooth_and_short() -> None:
    _, film = settle(crate_at_5(), Rng(b"film", "nature", 0))
    times = [frame.time for frame in film.frames]
    gaps = [b - a for a, b in pairwise(times)]
    assert max(gaps) < 1 / 12
    assert film.released == HANDOVER["both"]
    assert msgspec.json.decode(msgspec.json.encode(film), type=Keyframes) == film


def test_the_clip_shows_falling_pieces_sink() -> None:
    state = GAME.read(STORM)
    x = Piece(1, "crate", 8.4, 1.5, ship.DECK + 1.25, 1.0, 0.0, 0.0, 0.0, 1)
    result, film = run(state, Drop(x, 0.25), filming=True)
    assert [fall.sector for fall in result.falls] == ["bow"]
    heights = [frame.poses[0][3] for frame in film.frames if frame.poses]
    assert min(heights) < -5
    assert film.frames[-1].poses == ()


def test_the_risk_counts_loadings_that_hold() -> None:
    state = replace(GAME.read(STORM), phase="piece", order=(0,), shown=(1, None, None, None), loading=Loading())
    safe = ("rat", "spot/H3", "pose/belly@0", "both")
    lost = ("crate", "spot/Q3", "pose/flat@0", "both")
    assert estimate_success(state, 0, safe, Rng(b"r", "risk", 0), samples=3) == 1.0
    assert estimate_success(state, 0, lost, Rng(b"r", "risk", 0), samples=3) == 0.0
    with pytest.raises(ValueError, match="decide no loading"):
        estimate_success(state, 0, safe[:2], Rng(b"r", "risk", 0))


def test_the_rules_do_not_load_the_engine() -> None:
    script = (
        "import sys\nimport games\nGAME, words = games.load('riff_raff'), games.words('riff_raff')\n"
        "GAME.choose(GAME.read('seats=2'), 0, None)\nprint('mujoco' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.timeout(7200)
def test_whole_matches_with_real_physics() -> None:
    for number in range(times(60, usual=1)):
        rng = Rng(b"whole", "match", number)
        state = GAME.setup(2 + number % 3 if FULL else 4, Options(), rng)
        whole = 24 if state.seats == 3 else 32
        while owing := GAME.to_act(state):
            move: Any
            if owing == (NATURE,):
                move, film = settle(state, rng)
                check(state, move, film)
            else:
                move = rng.choice(GAME.legal_moves(state, owing[0]))
            state = GAME.apply(state, owing[0], move, rng)
            assert len(state.cargo) + sum(map(sum, state.supplies)) + sum(state.out) == whole
        assert GAME.outcome(state) is not None
