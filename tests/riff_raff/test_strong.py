"""The strong player of Riff Raff."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from games.core import NATURE
from games.riff_raff import GAME, standin
from games.riff_raff.loading import ship
from games.riff_raff.loading.candidates import Laid
from games.riff_raff.moves import Grip
from games.riff_raff.state import State
from games.riff_raff.strong import cards, loadings, trials
from games.riff_raff.strong.sketch import BALANCED, HIGH, LOW_PAIRS, PLANS, Sketch, begin, compute_lean
from games.riff_raff.strong.trials import Trial
from games.rng import Rng
from tests.riff_raff.stub_nature import nature
from tests.support.numbers import times

LOADED = (
    "seats=2 cargo=crate@1/K3/flat@0;chest@4/J3/flat@0;barrel@5/H2/stand@0;rat@8/G2/belly@0 "
    "supplies=crate*2+plank*2;chest+plank+rat phase=announce shown=5;1 order=0,1"
)


@pytest.fixture
def few_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play few matches on, and try nothing out."""
    monkeypatch.setattr(cards, "MATCHES", 32)
    monkeypatch.setattr(loadings, "MATCHES", 4)
    monkeypatch.setattr(trials, "try_loading", lambda view, laid, grip: Trial(-1, 1.0))
    loadings._choose.cache_clear()


@pytest.mark.usefixtures("few_matches")
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_strong_player_moves_legally(seats: int) -> None:
    rng, phases = Rng(b"s" * 32, "strong", seats), set[str]()
    state = GAME.setup(seats, GAME.presets["standard"], rng)
    for ply in range(times(600, usual=22)):
        owing = GAME.to_act(state)
        if not owing:
            break
        seat = owing[0]
        if seat == NATURE:
            state = GAME.apply(state, seat, nature(state, rng), rng)
            continue
        move = GAME.choose_at("strong", GAME.view(state, seat), seat, Rng(b"s" * 32, f"choose/{seat}", ply))
        assert move in GAME.legal_moves(state, seat)
        phases.add(state.phase)
        state = GAME.apply(state, seat, move, rng)
    assert phases >= {"select", "piece", "spot", "pose", "hands"}


@pytest.mark.usefixtures("few_matches")
def test_the_plies_of_a_loading_belong_together_also_after_a_restart() -> None:
    state = GAME.read(LOADED)
    choice = loadings.choose_loading(state)
    assert choice is not None
    codes = list[str]()
    for _ in range(5):
        loadings._choose.cache_clear()  # as in a new process
        move = GAME.choose_at("strong", GAME.view(state, 0), 0, Rng(bytes(32), "ply", len(codes)))
        codes.append(move.code)
        state = GAME.apply(state, 0, move, Rng(bytes(32), "apply", 0))
    assert tuple(codes) == (f"load/{choice.count}", *choice.laid.codes(choice.grip.code))


@pytest.mark.usefixtures("few_matches")
def test_a_loading_that_somebody_else_began_is_finished() -> None:
    state = GAME.read(LOADED)
    choice = loadings.choose_loading(state)
    assert choice is not None
    other = "plank" if choice.laid.kind == "crate" else "crate"
    for code in ("load/1", other):
        state = GAME.apply(state, 0, GAME.parse(state, 0, code), Rng(b"", "", 0))
    rngs = [Rng(b"", "", 0) for _ in range(2)]
    assert GAME.choose_at("strong", state, 0, rngs[0]) == GAME.choose(state, 0, rngs[1])


def try_as(monkeypatch: pytest.MonkeyPatch, lost: dict[tuple[int, str], int]) -> list[Laid]:
    """Give trials these results: the pieces lost by the place's rank and the hands. Returns the tried places, which
    grow."""
    tried = list[Laid]()

    def try_loading(view: State, laid: Laid, grip: Grip) -> Trial:
        if laid not in tried:
            tried.append(laid)
        return Trial(lost.get((tried.index(laid), grip.hands), 3), 1.0, "port")

    monkeypatch.setattr(trials, "try_loading", try_loading)
    monkeypatch.setattr(loadings, "SURE", 2.0)
    loadings._choose.cache_clear()
    return tried


def test_the_first_place_that_holds_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = try_as(monkeypatch, {(1, "both"): -1})
    choice = loadings.choose_loading(GAME.read(LOADED))
    assert choice is not None
    assert len(tried) == 2
    assert (choice.laid, choice.grip) == (tried[1], Grip("both"))


def test_if_nothing_holds_the_fewest_pieces_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = try_as(monkeypatch, {(1, "one"): 1})
    choice = loadings.choose_loading(GAME.read(LOADED))
    assert choice is not None
    assert (choice.laid, choice.grip, choice.count) == (tried[1], Grip("one", "port"), 1)


def test_trials_end_when_they_have_taken_long(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = try_as(monkeypatch, {})
    monkeypatch.setattr(loadings, "EFFORT", 1.0)
    loadings.choose_loading(GAME.read(LOADED))
    assert len(tried) == 1


def test_a_trial_counts_what_falls_and_is_not_caught() -> None:
    pytest.importorskip("mujoco")
    state = GAME.read("seats=2 supplies=crate;set phase=piece shown=5;1 order=0,1 announced=1")
    good = next(place for place in loadings.list_places(state, ("crate",)))
    assert trials.try_loading(state, good, Grip("both")).lost == -1
    bad = good._replace(spot="T2")
    trial = trials.try_loading(state, bad, Grip("both"))
    assert trial.lost >= 0
    assert trial.sector is not None
    assert "port" in trial.sector


def solve(table: list[list[float]], monkeypatch: pytest.MonkeyPatch, trust: float) -> list[float]:
    """Solve a game of two seats in which the first wins with these chances."""
    monkeypatch.setattr(cards, "TRUST", trust)
    plans = np.array([(one, other) for one in range(PLANS) for other in range(PLANS)])
    wins = np.array([table[one][other] for one, other in plans])
    found: list[float] = cards.solve(plans, np.stack((wins, 1 - wins), axis=1), 0).tolist()
    return found


ROCK_PAPER_SCISSORS = [[0.5, 1.0, 0.0, 1.0], [0.0, 0.5, 1.0, 1.0], [1.0, 0.0, 0.5, 1.0], [0.0, 0.0, 0.0, 0.5]]


def test_plans_that_beat_each_other_are_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "_ITERATIONS", 2000)
    assert solve(ROCK_PAPER_SCISSORS, monkeypatch, 0.0) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0.0], abs=0.05)


def test_against_normal_players_the_plan_that_beats_them_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve(ROCK_PAPER_SCISSORS, monkeypatch, 1.0)[0] > 0.95


@pytest.mark.parametrize(("seats", "plan"), [(2, HIGH), (4, BALANCED)])
def test_others_follow_the_plan_of_normal_players_in_half_of_the_matches(seats: int, plan: int) -> None:
    state = GAME.setup(seats, GAME.presets["standard"], Rng(bytes(32), "setup", 0))
    plans = cards.draw_plans(Sketch([begin(state)], 400, Rng(bytes(32), "sketch", 0)), 1)
    assert np.bincount(plans[:, 0])[plan] / 400 == pytest.approx(1 / 2, abs=0.1)
    assert np.bincount(plans[:, 1])[plan] / 400 == pytest.approx(1 / PLANS, abs=0.1)


def test_only_plans_of_pairs_announce_two_where_normal_players_do_not() -> None:
    state = GAME.read("seats=2 cargo=crate@5/R2/flat@0;rat@8/G2/belly@0 supplies=rat*3;crate phase=select")
    loaded = []
    for plan in (HIGH, LOW_PAIRS):
        sketch = Sketch([begin(state)], 50, Rng(bytes(32), "sketch", 0))
        sketch.follow(np.full((50, 2), plan))
        sketch.play_turn(np.zeros(50, dtype=int), np.full(50, 7))
        loaded.append(float(sketch.kinds[:, 7].sum(axis=1).mean()))
    assert loaded[0] < 2.2
    assert loaded[1] > 2.5


@pytest.mark.usefixtures("few_matches")
def test_with_equal_supplies_and_the_same_plan_no_two_play_the_same_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "solve", lambda plans, shares, seat: np.eye(PLANS)[1])
    state = GAME.read("seats=4 captain=2")
    chosen = [GAME.choose_at("strong", state, seat, Rng(bytes(32), "choose", seat)).code for seat in (2, 3, 0, 1)]
    assert chosen == ["card/10", "card/9", "card/8", "card/7"]


def test_the_sketch_leans_like_the_statics() -> None:
    state = GAME.read(LOADED)
    x, y, z = np.sum(begin(state).moments, axis=0)
    assert float(compute_lean(x, y, z)) == pytest.approx(standin.trim(state).tilt())


def test_no_piece_is_lost_in_a_sketch_in_which_nobody_catches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.riff_raff.strong.sketch.CAUGHT", 0.0)
    state = replace(GAME.read(LOADED), phase="select", order=(), shown=(None, None))
    sketch = Sketch([begin(state)], 40, Rng(bytes(32), "sketch", 0))
    before = sketch.supplies.sum() + sketch.kinds.sum()
    shares = sketch.finish(cards.draw_plans(sketch, 0))
    assert sketch.supplies.sum() + sketch.kinds.sum() == before
    assert sketch.supplies.min() == 0
    assert shares.sum(axis=1) == pytest.approx(1.0)


def test_a_full_yard_makes_ships_go_over() -> None:
    """A ship that is loaded high leans too far, and its loader gets the pieces aloft."""
    crates = ";".join(f"crate@{place}/flat@0" for place in ("9/E2", "9/K2", "7/O2"))
    state = GAME.read(f"seats=2 cargo={crates} supplies=crate+rat*2;chest phase=select")
    sketch = Sketch([begin(state)], 50, Rng(bytes(32), "sketch", 0))
    seats, areas = np.zeros(50, dtype=int), np.full(50, 8)
    clean, lean = sketch.load(seats, areas, np.full(50, fill_value=True))
    assert lean.min() > ship.STOP / 2
    assert not clean.any()
    assert sketch.kinds.sum() == 0
    assert (sketch.supplies[:, 0].sum(axis=1) >= 3).all()
    assert (sketch.supplies[:, 0].sum(axis=1) > 3).any()
