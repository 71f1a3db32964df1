"""Handle cargo and ship at rest: sleeping cargo, a ship held by dry friction, and jammed pieces.

If cargo aloft nearly outweighs the ball under the keel, a ship heels for ten seconds and more while its cargo rests on
it, and the contacts of two dozen pieces take nearly all the time of a step. So once no piece has moved against the ship
for a moment, the cargo sleeps, as in other engines: ship and cargo become one rigid body on the gimbal. The cargo wakes
after a short while or a small turn of the ship, and sleeps again if nothing has moved since.

The engine's dry friction is soft: contacts of cargo tremble, and each tremble moves the ship a little, by 0.05 to 0.2
degrees a second, even under moments that friction should withstand. So while the cargo is at rest and the ship hardly
moves, statics decides: a ship that friction can hold does not move at all.

Cargo creeps, too: on a slope near the one at which it slides, trembling contacts let it slip by 0.3 mm a second, and
after half a minute something falls. So on a held ship, a piece that has moved less since the last check than one that
begins to slide is put back.

Contacts are soft as well: a piece that falls from aloft can be driven into another one, such as a sailor's hook over a
bottle that is too thick for it, and friction holds it there. Such jammed pieces are pulled apart.
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
"""The fewest pieces on board with which sleep saves time."""
CHECKS = 4
"""Checks during which nothing may have moved before the cargo sleeps: 0.13 s."""
CREEP = 0.002
"""The most movement of a piece against the ship during these checks, in cm: as slow as at rest (`settling.QUIET`)."""
SWING = 0.128
"""The most movement of the ship between two checks, in degrees: 4 degrees a second."""
HEEL = 0.006
"""The least movement of the ship over the checks, in degrees. On a ship that moves less, cargo stays awake for the test
of rest."""
SLACK = 0.02
"""The most movement of a loose yard during these checks, in degrees."""
LONGEST = 0.4
"""Seconds after which the cargo wakes."""
TURN = 0.25
"""Degrees by which the ship may turn before the cargo wakes."""
SLOW = 0.008
"""The most movement of a ship between two checks, in degrees, at which friction can stop it: a quarter of a degree a
second."""
CALM = 0.03
"""The most movement of a piece against such a ship, in cm. A sailor on his edge can tremble by a fifth of a
millimetre."""
SLIP = 0.005
"""The most movement of a piece on a held ship between two checks, in cm, that counts as creeping. From rest on a slope
of 21.5 degrees a piece slides farther."""
STICTION = 1.15
"""Static friction of the gimbal, as a multiple of its dry friction in motion. Without the difference a ship heels ever
more slowly for half a minute, towards the lean at which friction can just hold it."""
_POSE = np.array((1.0, 1.0, 1.0, 5.0, 5.0, 5.0, 5.0))
"""Weights of a body's coordinates: a turn counts as the movement of a corner 2.5 cm away."""
_LOCKED = 1e9
"""Inertia that keeps a joint from moving, in g cm²."""
_SHIFT = 0.01
"""Movement of a piece, in cm, after which the rigid body is rebuilt."""
JAMMED = 0.07
"""Overlap, in cm, from which two resting things count as jammed. A piece that merely lies on another overlaps it by at
most 0.03."""
CLEAR = 0.02
"""The most overlap, in cm, of a piece that counts as pulled out."""
_REACH = 4.0
"""The greatest distance a piece is pulled, in cm."""
_PULL = 0.05
"""Steps of the pull, in cm."""
_WAYS = tuple(
    np.array(way) / np.linalg.norm(way) for way in product((-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0), (0.0, 1.0)) if any(way)
)
"""Directions of the pull: never downward."""

Array = np.ndarray[Any, Any]


class Sleep:
    """Ship and cargo as one body. While it moves, the state of the full model (`data`) is kept up to date."""

    def __init__(self, awake: Any, data: Any, scale: float) -> None:
        self.awake, self.data, self.scale = awake, data, scale
        self.hull: int = awake.body("ship").id
        self.built: Array | None = None
        self.pieces: list[int] = []
        self.is_on = False

    def start(self, kinds: list[Kind], pieces: list[int], yards: tuple[float, float, float]) -> None:
        """Put the pieces with these body numbers to sleep. `yards`: the lean of the yards."""
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
        """Simulate the one body for a number of steps, and move the cargo with it."""
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

    def can_hold(self, pieces: Any) -> bool:
        """Whether static friction can hold the ship with these bodies on it."""
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


def put_back(engine: Any, data: Any, bodies: Array, start: Array) -> None:
    """Put creeping bodies back to their places in `start`, the coordinates of the last check, and stop them."""
    places = engine.jnt_qposadr[engine.body_jntadr[bodies]][:, None] + np.arange(7)
    creeping = np.abs((data.qpos[places] - start[places]) * _POSE).max(axis=1) < SLIP
    data.qpos[places[creeping]] = start[places[creeping]]
    data.qvel[engine.body_dofadr[bodies[creeping]][:, None] + np.arange(6)] = 0.0


def pull_apart(engine: Any, data: Any, bodies: Array) -> bool:
    """If one of these bodies is jammed, pull it out the shortest way that is not downward, and stop it. Returns whether
    a body was pulled out."""
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
    """Find the body to pull out of the deepest jam: the lighter one, if both are pieces."""
    deepest = min(data.contact, key=lambda contact: contact.dist, default=None)
    if deepest is None or -deepest.dist < JAMMED:
        return None
    touching = {int(engine.geom_bodyid[geom]) for geom in (deepest.geom1, deepest.geom2)} & bodies
    return min(touching, key=lambda body: (engine.body_mass[body], -body), default=None)


def _measure_depth(engine: Any, data: Any, body: int) -> float:
    """Measure the deepest overlap of a body at its present place, in cm."""
    mujoco.mj_kinematics(engine, data)
    mujoco.mj_comPos(engine, data)
    mujoco.mj_collision(engine, data)
    mine = (
        -contact.dist
        for contact in data.contact
        if body in (engine.geom_bodyid[contact.geom1], engine.geom_bodyid[contact.geom2])
    )
    return max(mine, default=0.0)
