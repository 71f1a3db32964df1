"""What lies still: cargo that sleeps, so that ship and cargo move as one body, and a ship that dry friction holds.

A ship whose cargo aloft all but cancels the ball heels for ten seconds and more, with its cargo at rest on it, and the
contacts of two dozen pieces take nearly all the time of a step. So once no piece has moved against the ship for a
moment, the cargo sleeps: ship and cargo become one rigid body on the gimbal. They wake after a short while or a small
turn of the ship, and sleep again if nothing has moved since.

The engine's dry friction is soft: contacts of cargo tremble, and each tremble moves the ship a little, by 0.05 to 0.2
degrees a second, under moments that the friction carries. So while the cargo lies still and the ship hardly moves,
statics decides: what friction carries does not move at all.
"""

from __future__ import annotations

from itertools import starmap
from typing import Any

import mujoco
import numpy as np

from games.riff_raff.loading import model
from games.riff_raff.loading.model import Body
from games.riff_raff.loading.settled import Kind

LEAST = 8
"""Pieces on board from which sleep saves time."""
DOZE = 4
"""Checks during which nothing may have moved before the cargo sleeps: 0.13 s."""
CREEP = 0.002
"""Most movement of a piece against the ship meanwhile, in cm: as slow as at rest (`settling.QUIET`)."""
SWING = 0.128
"""Most movement of the ship between two checks, in degrees: 4 degrees a second."""
HEEL = 0.006
"""Least movement of the ship over the checks, in degrees: cargo of a ship that is still stays awake until it rests."""
SLACK = 0.02
"""Most movement of a loose yard meanwhile, in degrees."""
LONGEST = 0.4
"""Seconds after which the cargo wakes."""
TURN = 0.25
"""Degrees of heel after which it wakes."""
SLOW = 0.008
"""Most movement of a ship between two checks that friction may stop, in degrees: a quarter of a degree a second."""
CALM = 0.01
"""Most movement of a piece against such a ship, in cm."""
_LOCKED = 1e9
"""Inertia of a joint that does not move, in g cm²."""
_SHIFT = 0.01
"""Movement of a piece in cm from which the rigid body is built anew."""

Array = np.ndarray[Any, Any]


class Sleep:
    """Ship and cargo as one body. It carries the state of the awake ship's engine (`data`) along."""

    def __init__(self, awake: Any, data: Any, scale: float) -> None:
        self.awake, self.data, self.scale = awake, data, scale
        self.hull: int = awake.body("ship").id
        self.built: Array | None = None
        self.pieces: list[int] = []
        self.is_on = False

    def start(self, kinds: list[Kind], pieces: list[int], yards: tuple[float, float, float]) -> None:
        """Let the pieces with these body numbers sleep, on yards that lean like this."""
        d = self.data
        self.offsets = d.xpos[pieces] @ d.xmat[self.hull].reshape(3, 3)
        turned_back, self.turns = np.empty(4), np.empty((len(pieces), 4))
        mujoco.mju_negQuat(turned_back, d.xquat[self.hull])
        for turn, body in zip(self.turns, pieces, strict=True):
            mujoco.mju_mulQuat(turn, turned_back, d.xquat[body])
        if self.built is None or self.pieces != pieces or np.abs(self.built - self.offsets).max() > _SHIFT:
            bodies = starmap(Body, zip(kinds, self.offsets.tolist(), self.turns.tolist(), strict=True))
            self.rigid, self.moving = model.build_rigid(bodies, self.scale, yards)
            self.pieces, self.built = pieces, self.offsets
            self.places = self.awake.jnt_qposadr[self.awake.body_jntadr[pieces]]
            self.speeds = self.awake.body_dofadr[pieces]
        self.moving.qpos[:], self.moving.qvel[:] = d.qpos[:2], d.qvel[:2]
        self.began, self.lean = d.time, d.qpos[:2].copy()
        self.is_on = True

    def advance(self, steps: int) -> None:
        """Move the one body, and its cargo with it."""
        d, rigid = self.data, self.moving
        mujoco.mj_step(self.rigid, rigid, nstep=steps)
        mujoco.mj_kinematics(self.rigid, rigid)
        d.time += steps * model.STEP
        d.qpos[:2], d.qvel[:2] = rigid.qpos, rigid.qvel
        turn = rigid.xmat[self.hull].reshape(3, 3)
        spin = rigid.qvel @ rigid.xaxis
        places = self.offsets @ turn.T
        q = np.empty(4)
        for index, (place, speed) in enumerate(zip(self.places, self.speeds, strict=True)):
            mujoco.mju_mulQuat(q, rigid.xquat[self.hull], self.turns[index])
            d.qpos[place : place + 3], d.qpos[place + 3 : place + 7] = places[index], q
            d.qvel[speed : speed + 3] = np.cross(spin, places[index])
        mujoco.mj_kinematics(self.awake, d)
        for body, speed in zip(self.pieces, self.speeds, strict=True):
            d.qvel[speed + 3 : speed + 6] = spin @ d.xmat[body].reshape(3, 3)
        if d.time - self.began > LONGEST or np.abs(d.qpos[:2] - self.lean).max() > np.radians(TURN):
            self.is_on = False


class Gimbal:
    """The two joints of the ship in the engine, free or held."""

    def __init__(self, engine: Any, data: Any) -> None:
        self.engine, self.data = engine, data
        self.own = np.flatnonzero(engine.body_rootid == engine.body("ship").id)

    def carries(self, pieces: Any) -> bool:
        """Whether dry friction carries the weight of the ship with these bodies lying on it."""
        bodies = np.concatenate((self.own, pieces))
        weights = self.engine.body_mass[bodies] * model.GRAVITY
        for joint in range(2):
            axis, arms = self.data.xaxis[joint], self.data.xipos[bodies] - self.data.xanchor[joint]
            moment = weights @ (arms[:, 1] * axis[0] - arms[:, 0] * axis[1])
            if abs(moment) >= self.engine.dof_frictionloss[joint]:
                return False
        return True

    def set_held(self, held: bool, /) -> None:
        """Hold the joints, or let them move."""
        self.engine.dof_armature[:2] = _LOCKED if held else 0.0
        if held:
            self.data.qvel[:2] = 0.0
