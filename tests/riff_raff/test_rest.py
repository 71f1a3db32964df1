"""A ship at rest stays at rest: friction on slopes, pieces off the middle line, what is stored (issue of creeping)."""

from __future__ import annotations

from math import cos, radians, sin

import mujoco
import numpy as np
import pytest
from msgspec.structs import replace

from games.riff_raff import GAME
from games.riff_raff.loading import descent, model, physics, ship
from games.riff_raff.loading.settled import KINDS, Kind
from tests.numbers import FULL

BEFORE = model.Contacts(meshes=False, solimp="0.1 0.97 0.03", condim=4, sailor="")
"""The contacts that let cargo creep."""
LEVEL = (0.0, 0.0, 0.0)
POSES = tuple((kind, pose) for kind in KINDS for pose in ship.POSES[kind] if pose != "hang")
"""The hanging sailor swings on a slope instead of sliding; he is looked at by himself."""
HOLDING = range(20) if FULL else (5, 15, 19)
SLIDING = range(23, 31) if FULL else (23, 30)


def drift(kind: Kind, pose: str, slope: int, way: str, turn: float = 0.0) -> float:
    """How far in cm a piece on the lowest yard gets within two seconds where the ship is held at a slope, along the
    yard or across it."""
    piece = descent.lay((), LEVEL, 5, (1, kind, pose), descent.Where(0.0, 5.0, turn))
    held = physics.Settling(replace(GAME.read("seats=4 options=weather:storm"), cargo=(piece,)), None)
    held.model.dof_armature[:2] = 1e8
    held.model.body_gravcomp[held.model.body("ship").id] = 1.0
    down = sin(radians(slope)) * model.GRAVITY
    held.model.opt.gravity[:] = (
        down * (way == "across"),
        down * (way == "along"),
        -cos(radians(slope)) * model.GRAVITY,
    )
    mujoco.mj_step(held.model, held.data, nstep=round(0.5 / model.STEP))  # until it has taken the load
    start = held.data.xpos[held.bodies[0]].copy()
    mujoco.mj_step(held.model, held.data, nstep=round(2 / model.STEP))
    return float(np.linalg.norm(held.data.xpos[held.bodies[0]] - start))


@pytest.mark.parametrize("way", ["along", "across"])
@pytest.mark.parametrize(("kind", "pose"), POSES)
def test_friction_on_a_yard(kind: Kind, pose: str, way: str) -> None:
    """It holds below 20 degrees and goes above 22; the long side lies along the yard."""
    turn = 97.0
    holding = {slope: drift(kind, pose, slope, way, turn) for slope in HOLDING}
    assert max(holding.values()) < 0.1, holding  # it sits down into its contacts first
    sliding = {slope: drift(kind, pose, slope, way, turn) for slope in SLIDING}
    assert min(sliding.values()) > 0.3, sliding
