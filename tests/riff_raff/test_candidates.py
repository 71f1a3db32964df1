"""Proposed loadings: legal, different, blind to secrets, quick to choose, and about as safe as estimated."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from msgspec import structs

from games.candidates import Candidate
from games.core import NATURE
from games.riff_raff import GAME
from games.riff_raff.loading import candidates, ship
from games.riff_raff.loading.settled import Settled
from games.riff_raff.state import State
from games.riff_raff.words.candidates import candidate as name
from games.riff_raff.words.menus import warnings
from games.riff_raff.words.names import piece
from games.rng import Rng
from rendering import Look
from rendering.english import say
from rendering.riff_raff.renderer import draw_candidates
from rendering.riff_raff.sea import PRIVATE_HEIGHT
from rendering.riff_raff.ship import bodies, scene
from tests.riff_raff.loadings import positions
from tests.riff_raff.measure import options
from tests.support.numbers import patience, times

POSITIONS = times(2000, usual=18)
SETTLES = times(1000, usual=18)


def load(state: State, seat: int, candidate: Candidate) -> State:
    """Return the state after the plies of a candidate; each must be legal."""
    for code in candidate.codes:
        state = GAME.apply(state, seat, GAME.parse(state, seat, code), Rng(b"proposals", "load", 0))
    return state


@pytest.mark.timeout(patience(600))
def test_every_candidate_and_every_change_is_a_legal_turn_of_its_own() -> None:
    most = 0
    for state, seat in islice(positions(), POSITIONS):
        view = GAME.view(state, seat)
        found = GAME.candidates.find(view, seat)
        most = max(most, len(found))
        assert len({each.codes for each in found}) == len(found) <= candidates.MOST
        assert [each.holds or 0 for each in found] == sorted((each.holds or 0 for each in found), reverse=True)
        for each in found:
            assert GAME.to_act(load(state, seat, each)) == (NATURE,)
            named, heading = map(say, name(view, seat, each))
            assert named.startswith(say(piece(candidates.read_loading(each.codes).kind)))
            assert heading.endswith(":")
        changes = GAME.candidates.vary(view, seat, found[0].codes)
        assert len({say(name(view, seat, each)[0]) for each in changes}) == len(changes) <= 10
        assert len({each.codes for each in changes}) == len(changes), "options of a menu have different values"
        for each in changes:
            assert each.codes != found[0].codes
            assert len(" ".join(each.codes)) <= 100, "Discord's limit for the value of an option"
            assert GAME.to_act(load(state, seat, each)) == (NATURE,)
    assert most == candidates.MOST


def test_no_candidate_that_will_hold_is_said_to_lie_beyond_the_edge() -> None:
    """The parts of the hull meet at lines on which spots lie."""
    seams = 0
    for state, seat in islice(positions(), 60):
        for each in GAME.candidates.find(GAME.view(state, seat), seat):
            *before, pose, _ = each.codes
            view = GAME.view(load(state, seat, structs.replace(each, codes=tuple(before))), seat)
            told = warnings(view, seat, GAME.parse(view, seat, pose))
            spot = candidates.read_loading(each.codes).spot
            seams += ship.is_deck(view.area) and ship.spot_point(view.area, spot)[0] in (-5.0, 5.0)
            assert (each.holds or 0) < 0.6 or not any("beyond the edge" in say(text) for text in told), each
    assert seams


def test_candidates_see_nothing_secret() -> None:
    rng = Rng(b"proposals", "reshuffled", 0)
    for state, seat in islice(positions(), 20):
        other = GAME.reshuffle(state, seat, rng)
        assert GAME.candidates.find(GAME.view(other, seat), seat) == GAME.candidates.find(GAME.view(state, seat), seat)


def test_only_the_loader_gets_candidates() -> None:
    state, seat = next(positions())
    view = GAME.view(state, seat)
    found = GAME.candidates.find(view, seat)
    assert GAME.candidates.find(view, (seat + 1) % state.seats) == ()
    assert GAME.candidates.vary(view, (seat + 1) % state.seats, found[0].codes) == ()
    assert GAME.candidates.vary(view, seat, found[0].codes[:1]) == ()


def test_after_announcing_two_pieces_the_first_is_proposed() -> None:
    state, seat = next(each for each in positions() if each[0].phase == "announce")
    two = GAME.apply(state, seat, GAME.parse(state, seat, "load/2"), Rng(b"", "", 0))
    assert {len(each.codes) for each in GAME.candidates.find(two, seat)} == {4}


@pytest.mark.timeout(1800)
def test_the_estimated_chance_is_about_right() -> None:
    """Compare estimates with the share that holds over many settles; they predict better than that share alone."""
    from games.riff_raff.loading import physics

    pairs: list[tuple[float, bool]] = []
    rng, number = Rng(b"proposals", "chance", 0), 0
    while len(pairs) < SETTLES:
        state = GAME.setup(2 + number % 3, options(number), rng)
        while (owing := GAME.to_act(state)) and len(pairs) < SETTLES * (number + 1) / 3:
            seat = owing[0]
            view = GAME.view(state, seat)
            if found := GAME.candidates.find(view, seat):
                tried = found[rng.below(len(found))]
                state = load(state, seat, tried)
                result: Settled = physics.settle(state, rng)[0]
                pairs.append((tried.holds or 0.0, not result.falls))
                state = GAME.apply(state, NATURE, result, rng)
            else:
                move = physics.settle(state, rng)[0] if seat == NATURE else GAME.choose(view, seat, rng)
                state = GAME.apply(state, seat, move, rng)
        number += 1
    share = sum(held for _, held in pairs) / len(pairs)
    assert abs(sum(said for said, _ in pairs) / len(pairs) - share) < 0.2
    assert brier(pairs) < brier([(share, held) for _, held in pairs])


def brier(pairs: list[tuple[float, bool]]) -> float:
    return sum((said - held) ** 2 for said, held in pairs) / len(pairs)


@pytest.mark.parametrize("look", [Look(), Look("dark"), Look(contrast=True)])
def test_the_picture_has_every_letter_and_none_meets_another(look: Look) -> None:
    for state, seat in islice(positions(), 5, 12, 3):
        view = GAME.view(state, seat)
        found = GAME.candidates.find(view, seat)
        drawn = draw_candidates(view, seat, found, say=say, look=look)
        assert drawn.size == (1200, PRIVATE_HEIGHT)
        signs = [box for box in drawn.boxes if box.kind == "letter" and box.label in "ABCDEF"[: len(found)]]
        assert {box.label for box in signs} >= set("ABCDEF"[: len(found)])
        assert len(drawn.encode()) < 130_000


def test_bodies_that_no_window_shows_are_left_out_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[object] = []
    paint = bodies.draw_thing

    def count(*args: Any, **options: Any) -> Any:
        painted.append(args[1])
        return paint(*args, **options)

    def draw() -> list[bytes]:
        scene._keep.cache_clear()
        views = [(GAME.view(state, seat), seat) for state, seat in islice(positions(), 5, 40, 9)]
        return [draw_candidates(v, s, GAME.candidates.find(v, s), say=say, look=Look()).encode() for v, s in views]

    monkeypatch.setattr(scene, "draw_thing", count)
    drawn = draw()
    few = len(painted)
    monkeypatch.setattr(scene, "meet", lambda one, other: True)
    assert drawn == draw()
    assert few < 0.9 * (len(painted) - few)
    scene._keep.cache_clear()
