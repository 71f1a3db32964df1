"""The quick risk meter: fast, in agreement with the full estimate, the same for everybody, and shown along the row."""

from __future__ import annotations

import time
from itertools import islice

import pytest
from msgspec.structs import replace

from games.candidates import Gauge
from games.core import IllegalMove
from games.nature import require_nature
from games.riff_raff import GAME, chances
from games.riff_raff.loading import ship
from games.riff_raff.options import Options
from games.rng import Rng
from tests.riff_raff.loadings import positions
from tests.support.numbers import times

POSITIONS = times(500, usual=16)
LIMIT = 0.5
"""Seconds of CPU for one estimate."""


def test_the_meter_is_quick_and_agrees_with_the_estimate_of_the_proposal() -> None:
    slowest = 0.0
    differences = []
    for state, seat in islice(positions(), POSITIONS):
        view = GAME.view(state, seat)
        for each in GAME.candidates.find(view, seat):
            began = time.process_time()
            found = GAME.candidates.gauge(view, seat, each.codes)
            slowest = max(slowest, time.process_time() - began)
            assert found is not None
            assert found.tries == chances.TRIES == 200
            assert 0 <= found.holds <= 1
            assert found == GAME.candidates.gauge(view, seat, each.codes), "asking again gives the same answer"
            differences.append(abs(found.holds - (each.holds or 0.0)))
    assert slowest < LIMIT
    assert sum(differences) / len(differences) < 0.05, "a loading by two hands errs by a third of a millimetre"


def test_the_strip_shows_the_row_and_the_legal_spots() -> None:
    impossible = 0
    for state, seat in islice(positions(), POSITIONS):
        view = GAME.view(state, seat)
        for each in GAME.candidates.find(view, seat):
            found = GAME.candidates.gauge(view, seat, each.codes)
            assert found is not None
            spot = each.codes[-3].partition("/")[2]
            row = [other for other in ship.spots(view.area) if other[1:] == spot[1:]]
            assert [name for name, _ in found.strip] == [other[0] for other in row]
            assert found.chosen == spot[0]
            assert dict(found.strip)[spot[0]] == pytest.approx(each.holds)
            for other, (_, holds) in zip(row, found.strip, strict=True):
                impossible += holds is None
                assert (holds is not None) == is_legal(state, seat, (*each.codes[:-3], f"spot/{other}", each.codes[-2]))
    assert impossible, "no spot was blocked in any position"


@pytest.mark.parametrize("wanted", [True, False])
def test_only_the_option_shows_the_meter_before_the_ship_settles(wanted: bool) -> None:
    nature = require_nature(GAME.nature)
    state, seat = next(iter(positions()))
    state = replace(state, options=Options(risk_meter=wanted))
    assert not nature.can_estimate_risk(GAME.view(state, seat))
    assert nature.can_estimate_risk(GAME.view(replace(state, phase="settle"), seat)) == wanted


def is_legal(state: object, seat: int, codes: tuple[str, ...]) -> bool:
    """Whether the plies up to the pose are legal, by the rules."""
    after = state
    try:
        for code in codes:
            after = GAME.apply(after, seat, GAME.parse(after, seat, code), Rng(b"gauge", "test", 0))  # type: ignore[arg-type]
    except IllegalMove:
        return False
    return True


def test_one_hand_errs_more_than_two() -> None:
    """Near an edge a loading by one hand may fail; by two hands it holds if the statics say so."""
    changed = 0
    for state, seat in islice(positions(), POSITIONS):
        view = GAME.view(state, seat)
        for each in GAME.candidates.find(view, seat):
            two, one = (GAME.candidates.gauge(view, seat, (*each.codes[:-1], hands)) for hands in ("both", "a"))
            assert isinstance(two, Gauge)
            assert isinstance(one, Gauge)
            changed += abs(one.holds - (each.holds or 0.0)) > abs(two.holds - (each.holds or 0.0)) + 1e-6
    assert changed


def test_other_turns_have_no_meter() -> None:
    state, seat = next(positions())
    view = GAME.view(state, seat)
    codes = next(iter(GAME.candidates.find(view, seat))).codes
    assert GAME.candidates.gauge(view, seat, codes[:2]) is None
    assert GAME.candidates.gauge(view, seat + 1, codes) is None
