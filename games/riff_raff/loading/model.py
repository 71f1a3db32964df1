"""The ship and its cargo as a MuJoCo model, from the numbers of `ship.py` and the settings of rules B3.

Units: centimetres, grams, seconds. Only this module, `at_rest` and `settling` load the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, product
from math import cos, pi, radians, sin, sqrt
from typing import Any, NamedTuple

import mujoco
import numpy as np

from games.riff_raff.loading import geometry, ship
from games.riff_raff.loading.settled import Kind


def _ignore_warning(_text: str) -> None:
    """Ignore a warning of the engine, which would otherwise write it to a file in the working directory. `check_health`
    reads the engine's own counts of warnings."""


mujoco.set_mju_user_warning(_ignore_warning)

GRAVITY = 981.0
STEP = 0.004
"""Seconds of one step."""
FALLING = 50.0
SPINNING = 30.0
"""Speeds of a piece, in cm/s and rad/s, from which implicit steps are used: it spins, or will after an impact. With
Euler steps a freely spinning piece spins ever faster: at sixteen turns a second, a plank's coordinates overflow within
a fifth of a second. With implicit steps, pieces that lean on others creep, but at these speeds none lean."""


class SettleFailed(Exception):
    """The engine failed: a number is not finite, or its memory is full. The match is unchanged; the loading can be
    repeated."""


class Contacts(NamedTuple):
    """How cargo touches what it lies on."""

    meshes: bool
    """Whether cargo is made of meshes instead of boxes. For a box that lies across a narrow yard and leans about both
    axes, the engine's box routine gives one contact instead of four, and the piece moves off the yard."""
    solref: str
    """Time constant and damping of contacts. With damping 1 the contacts of a loaded plank flicker, and it moves."""
    solimp: str
    condim: int
    sailor: str
    """Settings of the sailor's geoms alone: without rolling friction he would swing on his hook for ever."""


CONTACTS = Contacts(True, "0.012 1.33", "0.9 0.97 0.03", 3, f'condim="6" friction="{ship.FRICTION} 0.02 0.1"')


def _write_head(kinds: Iterable[Kind]) -> str:
    """Write the model's XML up to the bodies, with the meshes of these kinds."""
    meshes = "".join(
        f'<mesh name="{kind}{part}" vertex="{_list_corners(boxes)}"/>\n'
        for kind in kinds
        for part, boxes in enumerate(_list_parts(kind))
    )
    return f"""
<mujoco>
  <compiler angle="degree" autolimits="true" balanceinertia="true"/>
  <option timestep="{STEP}" gravity="0 0 -{GRAVITY}" integrator="Euler" solver="Newton" iterations="50"
          cone="elliptic" impratio="10" noslip_iterations="10" tolerance="1e-12" noslip_tolerance="1e-12">
    <flag nativeccd="enable" multiccd="enable" autoreset="disable"/>
  </option>
  <size memory="64M"/>
  <default>
    <geom condim="{CONTACTS.condim}" friction="{ship.FRICTION} 0.02 0.001" solref="{CONTACTS.solref}"
          solimp="{CONTACTS.solimp}"/>
  </default>
  <asset>{meshes}</asset>
  <worldbody>
"""


_TAIL = "  </worldbody>\n</mujoco>\n"

_INERTIA = ship.STIFFNESS * GRAVITY * (ship.PERIOD / (2 * pi)) ** 2
_DAMPING = 2 * ship.DAMPING_RATIO * sqrt(_INERTIA * ship.STIFFNESS * GRAVITY)
_LOSS = ship.DRY_FRICTION * ship.STIFFNESS * GRAVITY


_HOLD = 'solimpfriction="0.99 0.999 0.01" solreffriction="0.008 1"'
"""Stiffer dry friction: with the engine's defaults a loaded ship creeps under a moment that friction should hold."""


class Body(NamedTuple):
    """A piece in the model, in the frame of the world."""

    kind: Kind
    at: tuple[float, float, float]
    q: ship.Quaternion


class Model(NamedTuple):
    """The compiled model with the numbers of its parts."""

    model: Any
    data: Any
    pieces: tuple[int, ...]
    """Body numbers of the pieces, in the order given."""
    geom_area: tuple[int, ...]
    """For each geom: 1 for the deck, 2..4 for the yards from below, 0 for anything else."""


def _write_box(bounds: tuple[float, ...], extra: str) -> str:
    x0, x1, y0, y1, z0, z1 = bounds
    centre = f"{(x0 + x1) / 2} {(y0 + y1) / 2} {(z0 + z1) / 2}"
    half = f"{(x1 - x0) / 2} {(y1 - y0) / 2} {(z1 - z0) / 2}"
    return f'<geom type="box" pos="{centre}" size="{half}" {extra}/>\n'


@cache
def _list_parts(kind: Kind) -> tuple[tuple[ship.Box, ...], ...]:
    """Group a kind's boxes into parts. The crossed boxes of an octagon form one prism, because stacks of crossed boxes
    tremble."""
    return tuple(tuple(boxes) for _, boxes in groupby(ship.SHAPES[kind], lambda box: (box.x, box.y, box.z)))


def _list_corners(part: tuple[ship.Box, ...]) -> str:
    """List the corners of a part's boxes, relative to their common centre."""
    signs, out = (-1.0, 1.0), []
    for box in part:
        c, s = cos(radians(box.yaw)), sin(radians(box.yaw))
        for a, b, h in product(signs, repeat=3):
            x, y = a * box.hx, b * box.hy
            out += [x * c - y * s, x * s + y * c, h * box.hz]
    return " ".join(map(repr, out))


def _write_ship(cargo: str, *, loose: bool, yards: tuple[float, float, float]) -> str:
    """Write the ship's body, with `cargo` fixed to it. `yards`: the lean of the yards, which are fixed, too, unless
    `loose`."""
    out = ['<body name="ship">\n']
    for name, axis in (("pitch", "0 1 0"), ("roll", "-1 0 0")):
        out.append(
            f'<joint name="{name}" type="hinge" axis="{axis}" range="-{ship.STOP} {ship.STOP}" damping="{_DAMPING}" '
            f'frictionloss="{_LOSS}" {_HOLD}/>\n'
        )
    areas = [(x1 - x0) * 2 * half for x0, x1, half in ship.HULL]
    for (x0, x1, half), area in zip(ship.HULL, areas, strict=True):
        mass = ship.HULL_MASS * area / sum(areas)
        bounds = (x0, x1, -half, half, ship.DECK - ship.HULL_THICKNESS, ship.DECK)
        out.append(_write_box(bounds, f'name="deck{x0}" mass="{mass}"'))
    r = ship.MAST_RADIUS
    out.append(
        f'<geom type="capsule" fromto="0 0 {ship.DECK} 0 0 {ship.MAST_TOP - r}" size="{r}" mass="{ship.MAST_MASS}"/>\n'
        f'<geom type="capsule" fromto="0 0 0 0 0 {ship.BALL_HEIGHT}" size="0.3" mass="{ship.BAR_MASS}" '
        'contype="0" conaffinity="0"/>\n'
        f'<geom type="sphere" pos="0 0 {ship.BALL_HEIGHT}" size="{ship.BALL_RADIUS}" mass="{ship.BALL_MASS}" '
        'contype="0" conaffinity="0"/>\n'
    )
    for index, (z, length, mass) in enumerate(ship.YARDS):
        w, t = ship.YARD_WIDTH / 2, ship.YARD_THICKNESS / 2
        extra = f'name="yard{index}" mass="{mass}"'
        if loose:
            out.append(
                f'<body pos="0 0 {z}"><joint name="yard{index}" type="hinge" axis="-1 0 0" '
                f'range="-{ship.YARD_PLAY} {ship.YARD_PLAY}" damping="{mass * length}" frictionloss="{mass * 2}"/>\n'
                f"{_write_box((-w, w, -length / 2, length / 2, -t, t), extra)}</body>\n"
            )
        elif yards[index]:
            q = " ".join(map(repr, ship.about("x", -yards[index])))
            box = _write_box((-w, w, -length / 2, length / 2, -t, t), extra)
            out.append(f'<body pos="0 0 {z}" quat="{q}">{box}</body>\n')
        else:
            out.append(_write_box((-w, w, -length / 2, length / 2, z - t, z + t), extra))
    out.append(f"{cargo}</body>\n")
    return "".join(out)


def _weigh(box: ship.Box) -> float:
    return box.hx * box.hy * box.hz * box.share


def _list_geoms(kind: Kind, part: int, boxes: tuple[ship.Box, ...]) -> Iterator[tuple[str, float]]:
    """Yield the geoms of a part with their weights: one mesh, or its boxes."""
    if CONTACTS.meshes:
        yield f'type="mesh" mesh="{kind}{part}"', sum(_weigh(box) for box in boxes)
        return
    for box in boxes:
        yield f'type="box" size="{box.hx} {box.hy} {box.hz}" euler="0 0 {box.yaw}"', _weigh(box)


def _write_piece(index: int, body: Body, scale: float, *, loose: bool = True) -> str:
    x, y, z = body.at
    q = " ".join(map(repr, body.q))
    joint = ' gravcomp="1">\n<freejoint/>\n' if loose else ">\n"
    out = [f'<body name="piece{index}" pos="{x!r} {y!r} {z!r}" quat="{q}"{joint}']
    total = sum(_weigh(box) for box in ship.SHAPES[body.kind])
    extra = CONTACTS.sailor if body.kind == "sailor" else ""
    for part, boxes in enumerate(_list_parts(body.kind)):
        for form, share in _list_geoms(body.kind, part, boxes):
            mass = ship.MASSES[body.kind] * scale * share / total
            x, y, z = boxes[0].x, boxes[0].y, boxes[0].z
            out.append(f'<geom {form} pos="{x} {y} {z}" mass="{mass}" {extra}/>\n')
    out.append("</body>\n")
    return "".join(out)


def build(
    bodies: tuple[Body, ...], scale: float, lean: tuple[float, float], yards: tuple[float, float, float] | None
) -> Model:
    """Build the model at rest, with the ship leaning by `lean` = (roll, pitch) degrees. `yards`: the lean of loose
    yards."""
    roll, pitch = lean
    kinds = sorted({body.kind for body in bodies}) if CONTACTS.meshes else ()
    xml = _write_head(kinds) + _write_ship("", loose=yards is not None, yards=(0.0, 0.0, 0.0))
    xml += "".join(_write_piece(index, body, scale) for index, body in enumerate(bodies)) + _TAIL
    model = mujoco.MjModel.from_xml_string(xml)
    model.body_gravcomp[:] = 0.0  # compiled with 1, because with 0 the engine ignores later changes
    data = mujoco.MjData(model)
    data.qpos[0], data.qpos[1] = pitch * pi / 180, roll * pi / 180
    for index, angle in enumerate(yards or ()):
        data.qpos[2 + index] = angle * pi / 180
    mujoco.mj_forward(model, data)
    names = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, geom) or "" for geom in range(model.ngeom)]
    areas = tuple(1 if n.startswith("deck") else 2 + int(n[4:]) if n.startswith("yard") else 0 for n in names)
    pieces = tuple(mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, f"piece{index}") for index in range(len(bodies)))
    return Model(model, data, pieces, areas)


def check_health(data: Any) -> None:
    """Check that the engine has no warnings and its numbers are finite. Raises SettleFailed."""
    if np.any(data.warning.number) or not np.isfinite(data.qpos).all():
        raise SettleFailed(f"after {data.time:.2f} s, with warnings {data.warning.number}")


def choose_integrator(engine: Any, data: Any, bodies: Any) -> None:
    """Choose implicit steps while one of these bodies is fast, and Euler steps otherwise."""
    speeds = np.square(data.qvel[engine.body_dofadr[bodies][:, None] + np.arange(6)])
    fast = (speeds[:, :3].sum(axis=1) > FALLING**2) | (speeds[:, 3:].sum(axis=1) > SPINNING**2)
    engine.opt.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST if fast.any() else mujoco.mjtIntegrator.mjINT_EULER


def build_rigid(bodies: Iterable[Body], scale: float, yards: tuple[float, float, float]) -> tuple[Any, Any]:
    """Build ship, yards and pieces as one body that only turns; `bodies` in the frame of the ship."""
    bodies = tuple(bodies)
    cargo = "".join(_write_piece(index, body, scale, loose=False) for index, body in enumerate(bodies))
    kinds = sorted({body.kind for body in bodies}) if CONTACTS.meshes else ()
    xml = _write_head(kinds) + _write_ship(cargo, loose=False, yards=yards) + _TAIL
    model = mujoco.MjModel.from_xml_string(xml)
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    return model, mujoco.MjData(model)


def ship_rotation(roll: float, pitch: float) -> ship.Quaternion:
    """Compute the rotation from the frame of the ship to the world, for a lean in degrees."""
    return ship.times(ship.about("y", pitch), ship.about("x", -roll))


def to_world(
    lean: tuple[float, float], q: ship.Quaternion, at: tuple[float, float, float]
) -> tuple[ship.Quaternion, tuple[float, float, float]]:
    """Convert a pose from the frame of the leaning ship to the world."""
    turn = ship_rotation(*lean)
    rows = geometry.compute_matrix(turn)
    x, y, z = (a * at[0] + b * at[1] + c * at[2] for a, b, c in rows)
    return ship.times(turn, q), (x, y, z)


def to_ship(
    lean: tuple[float, float], q: ship.Quaternion, at: tuple[float, float, float]
) -> tuple[ship.Quaternion, tuple[float, float, float]]:
    """Convert a pose from the world to the frame of the leaning ship. The quaternion's first number is not negative."""
    w, x, y, z = ship_rotation(*lean)
    back = (w, -x, -y, -z)
    rows = geometry.compute_matrix(back)
    px, py, pz = (a * at[0] + b * at[1] + c * at[2] for a, b, c in rows)
    out = ship.times(back, q)
    return (out if out[0] >= 0 else (-out[0], -out[1], -out[2], -out[3])), (px, py, pz)
