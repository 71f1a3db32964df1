"""Inputs that could break the engine: pieces that spin fast, pieces that are jammed, numbers that are not finite."""

from __future__ import annotations

from math import nan
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from games.riff_raff import GAME
from games.riff_raff.loading import at_rest, model, physics
from games.riff_raff.loading.settled import KINDS, Piece, Settled
from games.riff_raff.loading.settling import Drop, Settling
from tests.riff_raff import measure
from tests.riff_raff.measure import after
from tests.riff_raff.twins import Case

JAM = msgspec.json.decode((Path(__file__).parent / "jammed_hook.json").read_bytes(), type=Case)
"""A sailor has fallen from aloft: as an earlier version stored it, his hook is driven over a bottle that is thicker
than the hook is wide."""
SPIN = np.array((80.0, 50.0, 33.0))
"""Radians a second, about no piece's own axis, as after a fall from aloft onto an edge."""


def throw_everything() -> Settled:
    """Let a piece of every kind fall into the sea from the height of the top yard, spinning."""
    kinds = enumerate(KINDS, 1)
    cargo = tuple(Piece(number, kind, 30.0, 10.0 * number, 22.0, 1.0, 0.0, 0.0, 0.0, 5) for number, kind in kinds)
    flying = Settling(replace(GAME.read("seats=4"), cargo=cargo), None)
    for speed in flying.model.body_dofadr[flying.bodies]:
        flying.data.qvel[speed + 3 : speed + 6] = SPIN
    return flying.run_until_rest(1.0, False)[0]


def test_spinning_pieces_fall_and_nothing_overflows() -> None:
    assert sorted(fall.piece for fall in throw_everything().falls) == list(range(1, len(KINDS) + 1))


@pytest.mark.mutant
def test_mutant_with_euler_steps_a_spinning_piece_overflows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "choose_integrator", lambda engine, data, bodies: None)
    with pytest.raises(model.SettleFailed):
        throw_everything()


def test_a_settle_whose_numbers_overflow_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Check that the engine neither begins anew with the pieces where they were nor writes its own log."""
    monkeypatch.chdir(tmp_path)
    for number in (nan, 1e12):
        broken = Settling(JAM.state, Drop(JAM.piece, JAM.handover))
        broken.data.qvel[5] = number
        with pytest.raises(model.SettleFailed):
            broken.run_until_rest(1.0, False)
    assert list(tmp_path.iterdir()) == []


def measure_jam() -> tuple[Settled, float]:
    """Settle the jam, and measure the deepest overlap in mm."""
    result, _ = physics.run(after(JAM.state, JAM.result), None)
    return result, 10 * measure.measure_gaps(after(JAM.state, result))[0]


def test_a_jammed_piece_is_pulled_out() -> None:
    result, overlap = measure_jam()
    assert overlap < 0.7
    assert not result.falls
    assert not measure.settle_strictly(after(JAM.state, result)).falls


@pytest.mark.mutant
def test_mutant_a_jammed_piece_stays_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_rest, "pull_apart", lambda engine, data, bodies: False)
    assert measure_jam()[1] > 1


def test_a_piece_that_cannot_be_pulled_out_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_rest, "CLEAR", -1.0)
    jammed = Settling(replace(JAM.state, cargo=JAM.result.cargo), None)
    jammed.data.qpos[2] += 1.0  # the first piece into the yard
    before = jammed.data.qpos.copy()
    assert not at_rest.pull_apart(jammed.model, jammed.data, jammed.bodies)
    assert (jammed.data.qpos == before).all()
