"""Test that cargo sleeps while the ship heels, and that this does not change the result."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from math import inf

import numpy as np
import pytest

from games.riff_raff.loading import at_rest, settling
from games.riff_raff.loading.settled import Settled
from games.riff_raff.loading.settling import Drop, Settling
from tests.riff_raff.measure import SLOW

HEELING = SLOW[2]
"""A ship with 23 pieces. Those on the yards almost balance the ball: it heels by 1.5 degrees, for six seconds."""
HANDOVER, SECONDS = 0.25, 1.1

CHECK = 0.032
"""Seconds between two checks."""


class Watched(Settling):
    """Counts the checks that the cargo slept through. Friction never holds the ship."""

    slept = 0

    def is_held(self, history: Sequence[settling.Moment]) -> bool:
        return False

    def observe(self) -> settling.Moment:
        self.slept += self.sleep.is_on
        return super().observe()


def let_heel() -> tuple[Watched, Settled]:
    watched = Watched(HEELING.state, Drop(HEELING.piece, HANDOVER))
    result, _ = watched.run_until_rest(SECONDS, False)
    return watched, result


def test_a_ship_heels_asleep_as_it_does_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    asleep_ship, fast = let_heel()
    monkeypatch.setattr(at_rest, "LEAST", inf)
    awake_ship, slow = let_heel()
    assert asleep_ship.slept > 0.4 * (SECONDS - HANDOVER) / CHECK
    assert awake_ship.slept == 0
    assert slow.pitch - HEELING.state.pitch > 0.03
    assert (fast.roll, fast.pitch) == pytest.approx((slow.roll, slow.pitch), abs=0.02)
    assert [p.id for p in fast.cargo] == [p.id for p in slow.cargo]
    places = [np.array([(p.x, p.y, p.z) for p in result.cargo]) for result in (fast, slow)]
    assert np.abs(places[0] - places[1]).max() < 0.02
    assert [p.area for p in fast.cargo] == [p.area for p in slow.cargo]


def test_sleeping_cargo_moves_with_the_ship() -> None:
    """Compare the speeds of sleeping pieces with how far they go in a step."""
    watched, _ = let_heel()
    pieces = watched.bodies.tolist()
    watched.data.qvel[:2] = (0.3, -0.2)
    watched.sleep.start([piece.kind for piece in watched.pieces], pieces, watched.yards())
    watched.sleep.advance(1)
    before, turned = watched.data.xpos[pieces].copy(), watched.data.xquat[pieces].copy()
    speeds = watched.data.qvel[watched.model.body_dofadr[pieces][:, None] + np.arange(6)].copy()
    watched.sleep.advance(1)
    went = (watched.data.xpos[pieces] - before) / 0.004
    assert np.abs(went - speeds[:, :3]).max() < 0.05 * np.abs(went).max()
    spun = 2 * (watched.data.xquat[pieces] - turned) / 0.004
    expected = [times_spin(q, spin) for q, spin in zip(turned, speeds[:, 3:], strict=True)]
    assert np.abs(spun - expected).max() < 0.05 * np.abs(spun).max()


def times_spin(q: np.ndarray, spin: np.ndarray) -> np.ndarray:
    """Multiply a quaternion by a spin about the piece's own axes: twice the quaternion's rate."""
    w, x, y, z = q
    a, b, c = spin
    return np.array((-x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a))


def test_cargo_wakes_when_the_ship_has_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    watched, _ = let_heel()
    kinds, pieces = [piece.kind for piece in watched.pieces], watched.bodies.tolist()
    watched.sleep.start(kinds, pieces, watched.yards())
    watched.sleep.advance(8)
    assert watched.sleep.is_on
    monkeypatch.setattr(at_rest, "TURN", 0.0)
    watched.sleep.advance(8)
    assert not watched.sleep.is_on
    monkeypatch.undo()
    watched.sleep.start(kinds, pieces, watched.yards())
    watched.sleep.advance(104)
    assert not watched.sleep.is_on


ELSEWHERE = "from tests.riff_raff.test_sleep import let_heel; print(let_heel()[1].code)"


def test_another_process_has_the_same_result_to_the_last_digit() -> None:
    command = [sys.executable, "-c", ELSEWHERE]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout.strip()
    assert told == let_heel()[1].code == let_heel()[1].code
