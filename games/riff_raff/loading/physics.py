"""The settle: what happens to the ship when a piece is let go (rules B3, B4).

For worker processes; the engine is imported with this module, so nothing else may import it at load time. A worker
calls

    settled, keyframes = settle(state, rng)

for a state whose `to_act` is `(NATURE,)`: the first is nature's move, to be logged and applied, the second the film,
to be stored apart. It is a pure function of its arguments on one machine and engine version; other machines may
differ in the last digit and hence in everything, so a settle is run once and its result kept. `ShipNature` calls
it in the worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import acos, atan2, cos, degrees, isfinite, log, pi, radians, sin, sqrt
from typing import Any, NamedTuple

import mujoco
import numpy as np
from msgspec.structs import replace

from games.core import NATURE
from games.riff_raff.loading import descent, model, ship
from games.riff_raff.loading.catching import HANDOVER, find_sector, list_caught
from games.riff_raff.loading.descent import Where
from games.riff_raff.loading.film import Frame, Keyframes
from games.riff_raff.loading.model import Body, Model
from games.riff_raff.loading.settled import Fall, Piece, Sector, Settled, is_same, join_settles
from games.riff_raff.state import State
from games.rng import Rng

LONGEST = 24.0
"""Seconds of ship time after which everything that still trembles is frozen."""
WINDOW = 0.6
"""The ship rests if, over so many seconds, no piece moved more than QUIET cm and the ship at most STILL degrees."""
QUIET = 0.01
STILL = 0.03
PATIENCE = 4.0
TREMBLING = 4.0
"""After PATIENCE seconds TREMBLING times as much movement is allowed, as long as the ship stays at rest when rebuilt
from the stored numbers: a piece on its edge can rock by a tenth of a millimetre for ever."""
PROBATION = 2.0
"""Least seconds of ship time for the test whether a stored ship stays at rest."""
ERROR = {"both": (0.03, 1.0), "one": (0.12, 4.0)}
"""Standard deviations of the hand's error: cm in x and in y, degrees."""
LIFT = {"both": 0.005, "one": 0.25}
"""Height above first contact at which a piece is let go, cm."""
BOTTOM = -14.0
"""Height at which a falling piece has sunk out of the clip, cm."""
_SAMPLE = 10
"""Steps between two checks whether the ship rests."""
_FRAME = 16
"""Steps between two keyframes: 15.6 a second."""


class SettleFailed(Exception):
    """The engine failed: a coordinate is not finite. Nothing has happened; the turn can be repeated."""


class Drop(NamedTuple):
    """The piece being loaded, in the frame of the level ship."""

    piece: Piece
    handover: float


def settle(state: State, rng: Rng) -> tuple[Settled, Keyframes]:
    """Compute nature's move and its clip. Raises SettleFailed."""
    result, keyframes = run(state, draw_drop(state, rng), filming=True)
    loading = state.loading
    assert loading is not None  # noqa: S101 - `aim` checks it
    return replace(result, caught=list_caught(state.options, loading, state.area, result.falls)), keyframes


def _gauss(rng: Rng) -> tuple[float, float]:
    """Draw two independent normal numbers (Box and Muller)."""
    radius, angle = sqrt(-2 * log(1 - rng.unit())), 2 * pi * rng.unit()
    return radius * cos(angle), radius * sin(angle)


def draw_drop(state: State, rng: Rng) -> Drop:
    """Draw where the hand really puts the piece (B4). Its error is reduced until the place is legal."""
    loading = state.loading
    if loading is None or loading.kind is None or not loading.hands:
        raise ValueError(f"nothing is being loaded in phase {state.phase}")
    x, y = ship.spot_point(state.area, loading.spot)
    (dx, dy), (dturn, _) = _gauss(rng), _gauss(rng)
    spread, twist = ERROR[loading.hands]
    for share in (1.0, 0.75, 0.5, 0.25, 0.1, 0.0):
        where = Where(x + share * spread * dx, y + share * spread * dy, loading.turn + share * twist * dturn)
        down = descent.judge(state.cargo, state.yards, state.area, loading.kind, loading.pose, where)
        if not down.reason:
            break
    height = down.height + max(0.0, min(LIFT[loading.hands], down.start - down.height))
    q, at = descent.compute_posture(state.yards, state.area, loading.kind, loading.pose, where, height)
    piece = descent.round_pose(state.serial, loading.kind, state.area, at, q)
    return Drop(piece, HANDOVER[loading.hands])


def run(state: State, drop: Drop | None, *, filming: bool = False) -> tuple[Settled, Keyframes]:
    """Let go of the piece, or of nothing, and wait until the ship rests, and until it also stays at rest when it is
    rebuilt from the stored numbers. Pieces are not caught here. Raises SettleFailed."""
    result, film = settle_once(state, drop, LONGEST, filming=filming)
    if drop is None and is_same(state.cargo, (state.roll, state.pitch), result):
        return result, film
    while result.seconds < LONGEST:
        stored = replace(state, cargo=result.cargo, roll=result.roll, pitch=result.pitch, yards=result.yards)
        again, more = settle_once(stored, None, max(PROBATION, LONGEST - result.seconds), filming=filming)
        if is_same(result.cargo, (result.roll, result.pitch), again):
            break
        frames = (replace(frame, time=round(frame.time + result.seconds, 3)) for frame in more.frames[1:])
        result, film = join_settles(result, again), replace(film, frames=(*film.frames, *frames))
    return result, film


def settle_once(state: State, drop: Drop | None, longest: float, *, filming: bool = False) -> tuple[Settled, Keyframes]:
    """Do the same as `run`, but accept the first rest."""
    return Settling(state, drop).until_rest(longest, filming)


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
        self.afloat = np.ones(len(self.pieces), dtype=bool)  # on the ship
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

    def until_rest(self, longest: float, filming: bool) -> tuple[Settled, Keyframes]:
        m, d = self.model, self.data
        history: list[Any] = []
        frames: list[Frame] = []
        peak = self.tilt()
        window = round(WINDOW / model.STEP / _SAMPLE)
        for step in range(round(longest / model.STEP)):
            if self.loaded is not None:
                weight = min(1.0, d.time / self.handover)
                m.body_gravcomp[self.bodies[self.loaded]] = 1.0 - weight
            if filming and step % _FRAME == 0:
                frames.append(self.frame())
            mujoco.mj_step(m, d)
            self.watch()
            if step % _SAMPLE:
                continue
            if not isfinite(float(d.qpos.sum())):
                raise SettleFailed(f"after {d.time:.2f} s")
            peak = max(peak, self.tilt())
            history.append((d.xpos[self.bodies[self.afloat]].copy(), self.lean()))
            if d.time > self.handover + WINDOW and self.is_at_rest(history[-window - 1 :]):
                break
        if filming:
            frames.append(self.frame())
        return self.result(peak), Keyframes(self.handover, tuple(frames))

    def is_at_rest(self, history: Sequence[Any]) -> bool:
        """Whether hardly anything has moved over the window. A piece that falls or sinks counts as moving."""
        shape = history[-1][0].shape
        if len(self.sunk) < len(self.falls) or any(places.shape != shape for places, _ in history):
            return False
        slack = 1.0 if self.data.time < PATIENCE else TREMBLING
        leans = np.array([lean for _, lean in history])
        if float(np.ptp(leans, axis=0).max()) >= STILL * slack:
            return False
        places = np.array([places for places, _ in history])
        return not places.size or float(np.ptp(places, axis=0).max()) < QUIET * slack

    def watch(self) -> None:
        """Record pieces that have left the ship. From then on they collide with nothing, and sink out of the
        picture."""
        z = self.data.xpos[self.bodies, 2]
        for index in np.flatnonzero(self.afloat & (z < ship.SEA)):
            x, y, _ = self.data.xpos[self.bodies[index]]
            bearing = round(degrees(atan2(y, x)) % 360) % 360
            self.falls.append(Fall(self.pieces[index].id, round(self.data.time, 2), bearing, find_sector(bearing)))
            self.heel = self.heel or self.find_heel()
            self.afloat[index] = False
            self.pass_through(int(index))
        for index in np.flatnonzero(~self.afloat & (z < BOTTOM)):
            if index not in self.sunk:
                self.sunk.add(int(index))
                body = self.bodies[index]
                self.model.body_gravcomp[body] = 1.0
                velocity = self.model.body_dofadr[body]
                self.data.qvel[velocity : velocity + 6] = 0.0

    def pass_through(self, index: int) -> None:
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
            if self.afloat[index]:
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


def estimate_risk(state: State, seat: int, codes: Sequence[str], rng: Rng, *, samples: int = 40) -> float:
    """Estimate the share of settles in which nothing falls, for the loading that `codes` complete. Each of the
    `samples` has its own hand error. Raises ValueError if they complete none; IllegalMove if one is not legal."""
    from games.riff_raff import GAME  # the rules import this module only when nature moves

    for code in codes:
        state = GAME.apply(state, seat, GAME.parse(state, seat, code), rng)
    if GAME.to_act(state) != (NATURE,):
        raise ValueError(f"{codes} decide no loading")
    return sum(not run(state, draw_drop(state, rng))[0].falls for _ in range(samples)) / samples
