"""A settle in progress: the engine's steps, the falls, and the test whether the ship is at rest (rules B4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from math import acos, atan2, ceil, cos, degrees, radians
from typing import Any, NamedTuple

import mujoco
import numpy as np

from games.riff_raff.loading import at_rest, descent, model, ship
from games.riff_raff.loading.at_rest import Gimbal, Sleep
from games.riff_raff.loading.catching import find_sector
from games.riff_raff.loading.model import Body, Model
from games.riff_raff.loading.settled import Fall, Frame, Keyframes, Piece, Sector, Settled
from games.riff_raff.state import State

WINDOW = 0.6
"""Seconds observed by the test of rest.

The ship rests if in this time no piece moved more than QUIET cm, and the ship no more than STILL degrees.
"""
QUIET = 0.01
STILL = 0.03
PATIENCE = 4.0
TREMBLING = 4.0
"""After PATIENCE seconds the limits of rest are multiplied by TREMBLING, because a piece on its edge can rock by a
tenth of a millimetre for ever. The ship must still stay at rest when rebuilt from the stored numbers."""
BOTTOM = -14.0
"""Height at which a falling piece has sunk out of the clip, cm."""
_SAMPLE = 8
"""Steps between two checks whether the ship rests."""
_FRAME = 2
"""Checks between two keyframes: 15.6 keyframes a second."""


class Drop(NamedTuple):
    """The piece being loaded, in the frame of the ship. `handover`: seconds until the hand has let go."""

    piece: Piece
    handover: float


class Moment(NamedTuple):
    """The state of ship and cargo at a check."""

    places: Any
    """The places of the pieces on board, in the world, one per row."""
    against_ship: Any
    """The same in the frame of the ship."""
    lean: tuple[float, float]
    yards: tuple[float, float, float]
    sleeping: bool


def measure_range(values: Sequence[Any]) -> float:
    """Measure the largest variation of any of these numbers over the moments."""
    return float(np.ptp(np.array(values), axis=0).max(initial=0.0))


def measure_swing(history: Sequence[Moment]) -> float:
    """Measure how far in degrees the ship moved at most between two checks."""
    return max(measure_range([one.lean, other.lean]) for one, other in pairwise(history))


class Settling:
    """A settle in progress."""

    def __init__(self, state: State, drop: Drop | None) -> None:
        self.pieces = (*state.cargo, drop.piece) if drop else state.cargo
        lean = (state.roll, state.pitch)
        bodies = []
        for p in self.pieces:
            q, at = model.to_world(lean, (p.qw, p.qx, p.qy, p.qz), (p.x, p.y, p.z))
            bodies.append(Body(p.kind, at, q))
        self.loose = state.options.loose_yards
        scale = ship.WEATHER[state.options.weather]
        self.ship: Model = model.build(tuple(bodies), scale, lean, state.yards if self.loose else None)
        self.model, self.data = self.ship.model, self.ship.data
        self.bodies = np.array(self.ship.pieces, dtype=int)
        self.handover = drop.handover if drop else 0.0
        self.loaded = len(self.pieces) - 1 if drop else None
        self.sleep = Sleep(self.model, self.data, scale)
        self.gimbal = Gimbal(self.model, self.data)
        self.aboard = np.ones(len(self.pieces), dtype=bool)
        self.sunk: set[int] = set()
        self.falls: list[Fall] = []
        self.heel: Sector | None = None

    def lean(self) -> tuple[float, float]:
        """Return roll and pitch in degrees."""
        return degrees(self.data.qpos[1]), degrees(self.data.qpos[0])

    def yards(self) -> tuple[float, float, float]:
        if not self.loose:
            return (0.0, 0.0, 0.0)
        return tuple(degrees(angle) for angle in self.data.qpos[2:5])  # type: ignore[return-value]  # three of them

    def tilt(self) -> float:
        roll, pitch = self.lean()
        return degrees(acos(min(1.0, cos(radians(roll)) * cos(radians(pitch)))))

    def run_until_rest(self, longest: float, filming: bool) -> tuple[Settled, Keyframes]:
        history: list[Moment] = []
        frames: list[Frame] = []
        peak = self.tilt()
        window = round(WINDOW / model.STEP / _SAMPLE)
        for sample in range(ceil(round(longest / model.STEP / _SAMPLE, 6))):
            if filming and sample % _FRAME == 0:
                frames.append(self.frame())
            if self.sleep.is_on:
                self.sleep.advance(_SAMPLE)
            else:
                held = self.is_held(history[-at_rest.CHECKS - 1 :])
                self.gimbal.set_held(held)
                model.choose_integrator(self.model, self.data, self.bodies)
                start = self.data.qpos.copy()
                self.advance(_SAMPLE)
                if held:
                    at_rest.put_back(self.model, self.data, self.bodies[self.aboard], start)
            model.check_health(self.data)
            peak = max(peak, self.tilt())
            history.append(self.observe())
            watched = len(history) >= window and self.data.time > self.handover + WINDOW
            if watched and self.is_at_rest(history[-window - 1 :]):
                if not at_rest.pull_apart(self.model, self.data, self.bodies[self.aboard]):
                    break
                history.clear()
            if self.can_sleep(history[-at_rest.CHECKS - 1 :]):
                awake = np.flatnonzero(self.aboard)
                self.sleep.start([self.pieces[i].kind for i in awake], self.bodies[awake].tolist(), self.yards())
        mujoco.mj_forward(self.model, self.data)
        if filming:
            frames.append(self.frame())
        return self.result(peak), Keyframes(self.handover, tuple(frames))

    def advance(self, steps: int) -> None:
        """Simulate `steps` steps: one by one while the hand lets go or a piece is about to fall."""
        m, d = self.model, self.data
        while steps:
            letting_go = self.loaded is not None and d.time < self.handover + model.STEP
            if letting_go:
                m.body_gravcomp[self.bodies[self.loaded]] = 1.0 - min(1.0, d.time / self.handover)
            count = 1 if letting_go or self.may_fall_within(steps * model.STEP) else steps
            mujoco.mj_step(m, d, nstep=count)
            self.record_falls()
            steps -= count

    def may_fall_within(self, seconds: float) -> bool:
        """Whether within `seconds` a piece on board may fall below the height at which it counts as off the ship, or a
        fallen one may sink."""
        z = self.data.xpos[self.bodies, 2]
        speed = self.data.qvel[self.model.body_dofadr[self.bodies] + 2]
        low = z + np.minimum(speed, 0.0) * seconds - model.GRAVITY * seconds**2
        return bool((low < np.where(self.aboard, ship.SEA, BOTTOM))[[i not in self.sunk for i in range(len(z))]].any())

    def observe(self) -> Moment:
        places = self.data.xpos[self.bodies[self.aboard]].copy()
        against_ship = places @ self.data.xmat[self.sleep.hull].reshape(3, 3)
        return Moment(places, against_ship, self.lean(), self.yards(), self.sleep.is_on)

    def is_at_rest(self, history: Sequence[Moment]) -> bool:
        """Whether hardly anything has moved over the window, with the cargo awake. A piece that falls or sinks counts
        as moving."""
        if self.is_losing_cargo(history) or any(moment.sleeping for moment in history):
            return False
        slack = 1.0 if self.data.time < PATIENCE else TREMBLING
        if measure_range([moment.lean for moment in history]) >= STILL * slack:
            return False
        return measure_range([moment.places for moment in history]) < QUIET * slack

    def can_sleep(self, history: Sequence[Moment]) -> bool:
        """Whether the cargo can be put to sleep.

        It must have been awake, and hardly moved against the ship over the last checks, while the ship heeled. Never in
        the first seconds of a test of rest.
        """
        earliest = self.handover if self.loaded is not None else WINDOW
        if self.aboard.sum() < at_rest.LEAST or self.data.time < earliest or len(history) <= at_rest.CHECKS:
            return False
        if any(moment.sleeping for moment in history) or self.is_losing_cargo(history):
            return False
        if measure_range([moment.lean for moment in history]) < at_rest.HEEL:
            return False
        return (
            measure_swing(history) < at_rest.SWING
            and measure_range([moment.yards for moment in history]) < at_rest.SLACK
            and measure_range([moment.against_ship for moment in history]) < at_rest.CREEP
        )

    def is_held(self, history: Sequence[Moment]) -> bool:
        """Whether dry friction holds the ship: it hardly moved over the last checks, and statics says that friction can
        hold it."""
        if self.data.time < self.handover or len(history) <= at_rest.CHECKS or self.is_losing_cargo(history):
            return False
        return (
            measure_swing(history) < at_rest.SLOW
            and measure_range([moment.against_ship for moment in history]) < at_rest.CALM
            and self.gimbal.can_hold(self.bodies[self.aboard])
        )

    def is_losing_cargo(self, history: Sequence[Moment]) -> bool:
        return len(self.sunk) < len(self.falls) or len({moment.places.shape for moment in history}) > 1

    def record_falls(self) -> None:
        """Record pieces that have left the ship. From then on they collide with nothing, and sink out of the
        picture."""
        z = self.data.xpos[self.bodies, 2]
        for index in np.flatnonzero(self.aboard & (z < ship.SEA)):
            x, y, _ = self.data.xpos[self.bodies[index]]
            bearing = round(degrees(atan2(y, x)) % 360) % 360
            self.falls.append(Fall(self.pieces[index].id, round(self.data.time, 2), bearing, find_sector(bearing)))
            self.heel = self.heel or self.find_heel()
            self.aboard[index] = False
            self.stop_collisions(int(index))
        for index in np.flatnonzero(~self.aboard & (z < BOTTOM)):
            if index not in self.sunk:
                self.sunk.add(int(index))
                body = self.bodies[index]
                self.model.body_gravcomp[body] = 1.0
                velocity = self.model.body_dofadr[body]
                self.data.qvel[velocity : velocity + 6] = 0.0

    def stop_collisions(self, index: int) -> None:
        body = self.bodies[index]
        first, count = self.model.body_geomadr[body], self.model.body_geomnum[body]
        self.model.geom_contype[first : first + count] = 0
        self.model.geom_conaffinity[first : first + count] = 0

    def find_heel(self) -> Sector:
        """Find the sector to which the ship leans."""
        roll, pitch = self.lean()
        return find_sector(degrees(atan2(roll, pitch)) % 360)

    def pose(self, index: int) -> tuple[ship.Quaternion, tuple[float, float, float]]:
        body = self.bodies[index]
        w, a, b, c = (float(v) for v in self.data.xquat[body])
        x, y, z = (float(v) for v in self.data.xpos[body])
        return model.to_ship(self.lean(), (w, a, b, c), (x, y, z))

    def frame(self) -> Frame:
        roll, pitch = self.lean()
        a, b, c = self.yards()
        poses = []
        for index, piece in enumerate(self.pieces):
            if index not in self.sunk:
                (qw, qx, qy, qz), (x, y, z) = self.pose(index)
                place = (round(x, 2), round(y, 2), round(z, 2))
                poses.append((piece.id, *place, round(qw, 3), round(qx, 3), round(qy, 3), round(qz, 3)))
        yards = (round(a, 1), round(b, 1), round(c, 1))
        return Frame(round(self.data.time, 3), round(roll, 2), round(pitch, 2), yards, tuple(poses))

    def find_areas(self) -> dict[int, int]:
        """Map each piece's index to the area whose surface carries most of its weight; pieces that touch no area are
        missing (B4, settle loop)."""
        loads: dict[tuple[int, int], float] = {}
        force = np.zeros(6)
        owner = {int(body): index for index, body in enumerate(self.bodies)}
        for number in range(self.data.ncon):
            contact = self.data.contact[number]
            for mine, other in ((contact.geom1, contact.geom2), (contact.geom2, contact.geom1)):
                index = owner.get(int(self.model.geom_bodyid[mine]))
                part = self.ship.geom_area[other]
                if index is None or not part:
                    continue
                mujoco.mj_contactForce(self.model, self.data, number, force)
                _, (x, y, _) = self.pose(index)
                area = 1 + 2 * (x < 0) + (y < 0) if part == 1 else 1 + 2 * part + (y < 0)
                loads[index, int(area)] = loads.get((index, int(area)), 0.0) + float(force[0])
        return reduce(
            lambda best, item: {**best, item[0][0]: item[0][1]},
            sorted(loads.items(), key=lambda item: (item[1], -item[0][1])),
            {},
        )

    def result(self, peak: float) -> Settled:
        roll, pitch = self.lean()
        areas = self.find_areas()
        cargo = []
        for index, piece in enumerate(self.pieces):
            if self.aboard[index]:
                q, at = self.pose(index)
                cargo.append(descent.round_pose(piece.id, piece.kind, areas.get(index, piece.area), at, q))
        a, b, c = self.yards()
        return Settled(
            cargo=tuple(cargo),
            roll=round(roll, 3) + 0.0,
            pitch=round(pitch, 3) + 0.0,
            falls=tuple(self.falls),
            yards=(round(a, 2) + 0.0, round(b, 2) + 0.0, round(c, 2) + 0.0),
            peak=round(peak, 2),
            heel=self.heel,
            seconds=round(self.data.time, 2),
        )
