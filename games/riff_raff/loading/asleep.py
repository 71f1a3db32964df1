"""What lies still: sleeping cargo, which makes ship and cargo one body, a ship that dry friction holds, and jams.

A ship whose cargo aloft all but cancels the ball heels for ten seconds and more, with its cargo at rest on it, and the
contacts of two dozen pieces take nearly all the time of a step. So once no piece has moved against the ship for a
moment, the cargo sleeps: ship and cargo become one rigid body on the gimbal. They wake after a short while or a small
turn of the ship, and sleep again if nothing has moved since.

The engine's dry friction is soft: contacts of cargo tremble, and each tremble moves the ship a little, by 0.05 to 0.2
degrees a second, under moments that the friction carries. So while the cargo lies still and the ship hardly moves,
statics decides: what friction carries does not move at all.

Contacts are soft as well: a piece that falls from aloft can be driven into another one, such as a sailor's hook over a
bottle that is too thick for it, and friction holds it there. What rests like that is pulled apart.
"""

from __future__ import annotations

from itertools import product, starmap
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
STICTION = 1.15
"""Dry friction of a ship that stands, as a share of that of one that turns. Without the difference a ship heels ever
more slowly for half a minute, towards the lean where its weights are just carried."""
_LOCKED = 1e9
"""Inertia of a joint that does not move, in g cm²."""
_SHIFT = 0.01
"""Movement of a piece in cm from which the rigid body is built anew."""
JAMMED = 0.07
"""Overlap in cm from which two things that rest are jammed. What just lies on something overlaps it by 0.03 at most."""
CLEAR = 0.02
"""Most overlap in cm of a piece that has been pulled out."""
_REACH = 4.0
"""Farthest that a piece is pulled, in cm."""
_PULL = 0.05
"""Steps of the pull, in cm."""
_WAYS = tuple(
    np.array(way) / np.linalg.norm(way) for way in product((-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0), (0.0, 1.0)) if any(way)
)
"""Directions of the pull: never downward."""

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
        """Whether the dry friction of a ship that stands carries its weight with these bodies lying on it."""
        bodies = np.concatenate((self.own, pieces))
        weights = self.engine.body_mass[bodies] * model.GRAVITY
        for joint in range(2):
            axis, arms = self.data.xaxis[joint], self.data.xipos[bodies] - self.data.xanchor[joint]
            moment = weights @ (arms[:, 1] * axis[0] - arms[:, 0] * axis[1])
            if abs(moment) >= STICTION * self.engine.dof_frictionloss[joint]:
                return False
        return True

    def set_held(self, held: bool, /) -> None:
        """Hold the joints, or let them move."""
        self.engine.dof_armature[:2] = _LOCKED if held else 0.0
        if held:
            self.data.qvel[:2] = 0.0


def pull_apart(engine: Any, data: Any, bodies: Array) -> bool:
    """Pull out one of these bodies if it is jammed, the shortest way and not downward, and stop it. Return whether
    something was pulled out."""
    jammed = _find_jammed(engine, data, set(bodies.tolist()))
    if jammed is None:
        return False
    place = engine.jnt_qposadr[engine.body_jntadr[jammed]]
    start = data.qpos[place : place + 3].copy()
    for step in range(1, round(_REACH / _PULL) + 1):
        for way in _WAYS:
            data.qpos[place : place + 3] = start + step * _PULL * way
            if _measure_depth(engine, data, jammed) < CLEAR:
                speed = engine.body_dofadr[jammed]
                data.qvel[speed : speed + 6] = 0.0
                return True
    data.qpos[place : place + 3] = start
    mujoco.mj_forward(engine, data)
    return False


def _find_jammed(engine: Any, data: Any, bodies: set[int]) -> int | None:
    """Find the body to pull out of the deepest jam: the lighter of the two that are pieces."""
    deepest = min(data.contact, key=lambda contact: contact.dist, default=None)
    if deepest is None or -deepest.dist < JAMMED:
        return None
    touching = {int(engine.geom_bodyid[geom]) for geom in (deepest.geom1, deepest.geom2)} & bodies
    return min(touching, key=lambda body: (engine.body_mass[body], -body), default=None)


def _measure_depth(engine: Any, data: Any, body: int) -> float:
    """Measure in cm how deep a body overlaps anything where it has been put."""
    mujoco.mj_kinematics(engine, data)
    mujoco.mj_comPos(engine, data)
    mujoco.mj_collision(engine, data)
    mine = (
        -contact.dist
        for contact in data.contact
        if body in (engine.geom_bodyid[contact.geom1], engine.geom_bodyid[contact.geom2])
    )
    return max(mine, default=0.0)
