"""Solid geometry for loading: cuboids, their positions, and the heights at which a lowered one meets another.

Pure Python and exact, by the separating axis theorem: two cuboids overlap unless one of fifteen axes separates them.
For a cuboid that moves along z, each axis gives an interval of heights; the cuboids overlap at the heights that all
intervals share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import cos, hypot, radians, sin
from typing import NamedTuple

from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import Kind, Piece
from games.riff_raff.loading.ship import Quaternion

Cuboid = tuple[float, ...]
"""Twelve numbers: the centre and the three half axes as vectors."""

Bounds = tuple[float, float, float, float, float, float]
"""x from, x to, y from, y to, z from, z to."""

_Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


def compute_matrix(q: Quaternion) -> _Matrix:
    """Compute the rotation matrix of a unit quaternion, by rows."""
    w, x, y, z = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


@cache
def _list_boxes(kind: Kind) -> tuple[Cuboid, ...]:
    """Return a kind's boxes in its own frame."""
    out = []
    for box in ship.SHAPES[kind]:
        c, s = cos(radians(box.yaw)), sin(radians(box.yaw))
        out.append((box.x, box.y, box.z, box.hx * c, box.hx * s, 0.0, -box.hy * s, box.hy * c, 0.0, 0.0, 0.0, box.hz))
    return tuple(out)


def place_boxes(kind: Kind, q: Quaternion, at: tuple[float, float, float]) -> tuple[Cuboid, ...]:
    """Return a kind's boxes with its own frame turned by `q` and its origin moved to `at`."""
    (a, b, c), (d, e, f), (g, h, i) = compute_matrix(q)
    x, y, z = at
    out = []
    for o in _list_boxes(kind):
        v: list[float] = []
        for k in (0, 3, 6, 9):
            p, r, s = o[k], o[k + 1], o[k + 2]
            v += (a * p + b * r + c * s, d * p + e * r + f * s, g * p + h * r + i * s)
        v[0] += x
        v[1] += y
        v[2] += z
        out.append(tuple(v))
    return tuple(out)


def make_level_box(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> Cuboid:
    """Make an upright box from its bounds."""
    return (
        *((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2),
        *((x1 - x0) / 2, 0.0, 0.0),
        *(0.0, (y1 - y0) / 2, 0.0),
        *(0.0, 0.0, (z1 - z0) / 2),
    )


def compute_bounds(boxes: tuple[Cuboid, ...]) -> Bounds:
    """Compute the upright box around boxes."""
    return join_bounds([_compute_upright_bounds(box) for box in boxes])


def _compute_upright_bounds(box: Cuboid) -> Bounds:
    x, y, z, px, py, pz, qx, qy, qz, rx, ry, rz = box
    a, b, c = abs(px) + abs(qx) + abs(rx), abs(py) + abs(qy) + abs(ry), abs(pz) + abs(qz) + abs(rz)
    return (x - a, x + a, y - b, y + b, z - c, z + c)


def join_bounds(several: Sequence[Bounds]) -> Bounds:
    """Compute the bounds around several bounds."""
    if len(several) == 1:
        return several[0]
    x0, x1, y0, y1, z0, z1 = zip(*several, strict=True)
    return min(x0), max(x1), min(y0), max(y1), min(z0), max(z1)


def sweep(a: Cuboid, b: Cuboid, x: float, y: float, z: float) -> tuple[float, float] | None:
    """Compute the open interval of heights h at which `a`, moved by (x, y, z + h), meets `b`; None if it never does."""
    lo, hi = -1e9, 1e9
    cx, cy, cz = b[0] - a[0] - x, b[1] - a[1] - y, b[2] - a[2] - z
    level, others = _list_axes(a[3:], b[3:])
    for x, y, r in level:
        if not -r < cx * x + cy * y < r:
            return None
    for x, y, r in others:
        d = cx * x + cy * y
        if d - r > lo:
            lo = d - r
        if d + r < hi:
            hi = d + r
    return (lo + cz, hi + cz) if lo < hi else None


_Axes = tuple[tuple[float, float, float], ...]
"""Axes as x, y and the reach of both cuboids along them."""


@lru_cache(maxsize=4096)
def _list_axes(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[_Axes, _Axes]:
    """List the axes that may separate two cuboids with these half axes: the level ones, then the others, scaled to z =
    1.

    Cached, because a list of legal spots needs the axes of the same two cuboids at many places.
    """
    px, py, pz, qx, qy, qz, rx, ry, rz = a
    sx, sy, sz, tx, ty, tz, ux, uy, uz = b
    mine, theirs = ((px, py, pz), (qx, qy, qz), (rx, ry, rz)), ((sx, sy, sz), (tx, ty, tz), (ux, uy, uz))
    axes = [*mine, *theirs]
    for ax, ay, az in mine:
        for bx, by, bz in theirs:
            # the normal to two edges; parallel ones span none
            x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
            if x * x + y * y + z * z > 1e-8:
                axes.append((x, y, z))
    level, others = [], []
    for x, y, z in axes:
        r = (
            abs(px * x + py * y + pz * z)
            + abs(qx * x + qy * y + qz * z)
            + abs(rx * x + ry * y + rz * z)
            + abs(sx * x + sy * y + sz * z)
            + abs(tx * x + ty * y + tz * z)
            + abs(ux * x + uy * y + uz * z)
        )
        if -1e-9 < z < 1e-9:
            level.append((x, y, r))
        else:
            others.append((x / z, y / z, r / abs(z)))
    return tuple(level), tuple(others)


class Solid(NamedTuple):
    """A body that a descent may touch."""

    owner: int
    """The area it counts for; 0: a part of the ship outside the area in question."""
    boxes: tuple[tuple[Cuboid, Bounds], ...]
    bounds: Bounds


def _bound_boxes(boxes: tuple[Cuboid, ...]) -> tuple[tuple[tuple[Cuboid, Bounds], ...], Bounds]:
    """Compute the bounds of each box, and of all of them."""
    each = [_compute_upright_bounds(box) for box in boxes]
    return tuple(zip(boxes, each, strict=True)), join_bounds(each)


@cache
def measure_reach(kind: Kind) -> float:
    """Compute how far a piece reaches from its centre of mass in any orientation, in cm."""
    return max(
        hypot(*(abs(o[i]) + sum(abs(o[k + i]) for k in (3, 6, 9)) for i in (0, 1, 2))) for o in _list_boxes(kind)
    )


@lru_cache(maxsize=2048)
def place_solid(piece: Piece, yard: int = 0, lean: float = 0.0) -> Solid:
    """Place a piece on board in the frame of the ship or, for a loose yard that leans by `lean` degrees, in a frame in
    which the yard is level.
    """
    q, at = (piece.qw, piece.qx, piece.qy, piece.qz), (piece.x, piece.y, piece.z)
    if lean:
        q, at = lean_by(-lean, ship.YARDS[yard][0], q, at)
    return Solid(piece.area, *_bound_boxes(place_boxes(piece.kind, q, at)))


def lean_by(
    lean: float, height: float, q: Quaternion, at: tuple[float, float, float]
) -> tuple[Quaternion, tuple[float, float, float]]:
    """Turn a pose about the fore-and-aft axis at `height` by `lean` degrees (positive: port down)."""
    c, s = cos(radians(-lean)), sin(radians(-lean))
    x, y, z = at
    z -= height
    return ship.times(ship.about("x", -lean), q), (x, y * c - z * s, y * s + z * c + height)


class Shape(NamedTuple):
    """A kind in a pose and turn over a spot. x and y are from the spot, z is from the surface it would rest on."""

    boxes: tuple[tuple[Cuboid, Bounds], ...]
    bounds: Bounds
    q: Quaternion
    origin: tuple[float, float, float]
    """Where the centre of mass is."""
    hangs: bool


def compute_shape(kind: Kind, pose: str, turn: float) -> Shape:
    """Compute the shape for any turn in degrees. The spot is under the centre of mass; for a hanging sailor it is under
    the middle of his hook's gap, and the underside of his arm touches the surface.
    """
    q = ship.times(ship.about("z", turn), ship.POSES[kind][pose])
    boxes = place_boxes(kind, q, (0.0, 0.0, 0.0))
    hangs = pose == "hang"
    if hangs:
        arm = boxes[1]
        body = ship.SHAPES[kind][0]
        middle = body.x + body.hx + ship.HOOK_GAP / 2
        c, s = cos(radians(turn)), sin(radians(turn))
        x, y, z = -middle * c, -middle * s, -(arm[2] - abs(arm[5]) - abs(arm[8]) - abs(arm[11]))
    else:
        x, y, z = 0.0, 0.0, -compute_bounds(boxes)[4]
    return Shape(*_bound_boxes(place_boxes(kind, q, (x, y, z))), q, (x, y, z), hangs)


standard_shape = cache(compute_shape)
"""`compute_shape`, cached, for the turns a player may choose."""


@cache
def measure_height(kind: Kind) -> float:
    """Measure how tall a kind is in its tallest pose, in cm."""
    shapes = (standard_shape(kind, pose, 0) for pose in ship.POSES[kind])
    return max(shape.bounds[5] - shape.bounds[4] for shape in shapes)


Near = tuple[float, float, int, Cuboid, Cuboid]
"""Two boxes that may meet.

The highest and the lowest height of the shape at which they do; the solid's owner; the box of the shape; the box of the
solid.
"""


def list_near(
    shape: Shape, at: tuple[float, float, float], solids: Iterable[Solid], heights: tuple[float, float]
) -> list[Near]:
    """List the boxes that may meet while the shape is lowered over `at`, somewhere between these heights above it."""
    (x, y, z), (low, high) = at, heights
    x0, x1, y0, y1, z0, z1 = shape.bounds
    x0, x1, y0, y1, z0, z1 = x0 + x, x1 + x, y0 + y, y1 + y, z0 + z + low, z1 + z + high
    near: list[Near] = []
    for owner, boxes, (p0, p1, q0, q1, r0, r1) in solids:
        if p1 <= x0 or p0 >= x1 or q1 <= y0 or q0 >= y1 or r1 <= z0 or r0 >= z1:
            continue
        for mine, (a0, a1, b0, b1, e0, e1) in shape.boxes:
            for theirs, (c0, c1, d0, d1, f0, f1) in boxes:
                if c1 <= a0 + x or c0 >= a1 + x or d1 <= b0 + y or d0 >= b1 + y:
                    continue
                top, bottom = f1 - e0 - z, f0 - e1 - z
                if top > low and bottom < high:
                    near.append((top, bottom, owner, mine, theirs))
    return near
