"""Solid geometry for loading: cuboids, where they are, and when one that is lowered meets another.

Pure Python and exact: two cuboids overlap unless one of fifteen axes separates them; for one that moves along z every
axis allows an interval of heights, and their intersection is where the two overlap.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, product
from math import cos, radians, sin
from typing import NamedTuple

from games.riff_raff import ship
from games.riff_raff.settled import Kind, Piece
from games.riff_raff.ship import Quaternion

Cuboid = tuple[float, ...]
"""Twelve numbers: the centre and the three half axes as vectors."""

Bounds = tuple[float, float, float, float, float, float]
"""x from, x to, y from, y to, z from, z to."""

_Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


def matrix(q: Quaternion) -> _Matrix:
    """The rotation matrix of a unit quaternion, by rows."""
    w, x, y, z = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


@cache
def _own(kind: Kind) -> tuple[Cuboid, ...]:
    """A kind's boxes in its own frame."""
    out = []
    for box in ship.SHAPES[kind]:
        c, s = cos(radians(box.yaw)), sin(radians(box.yaw))
        out.append((box.x, box.y, box.z, box.hx * c, box.hx * s, 0.0, -box.hy * s, box.hy * c, 0.0, 0.0, 0.0, box.hz))
    return tuple(out)


def placed(kind: Kind, q: Quaternion, at: tuple[float, float, float]) -> tuple[Cuboid, ...]:
    """A kind's boxes with its own frame turned by `q` and its origin moved to `at`."""
    (a, b, c), (d, e, f), (g, h, i) = matrix(q)
    x, y, z = at
    out = []
    for o in _own(kind):
        v: list[float] = []
        for k in (0, 3, 6, 9):
            p, r, s = o[k], o[k + 1], o[k + 2]
            v += (a * p + b * r + c * s, d * p + e * r + f * s, g * p + h * r + i * s)
        v[0] += x
        v[1] += y
        v[2] += z
        out.append(tuple(v))
    return tuple(out)


def level_box(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> Cuboid:
    """An upright box from its bounds."""
    return (
        *((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2),
        *((x1 - x0) / 2, 0.0, 0.0),
        *(0.0, (y1 - y0) / 2, 0.0),
        *(0.0, 0.0, (z1 - z0) / 2),
    )


def bounds(boxes: tuple[Cuboid, ...]) -> Bounds:
    """The upright box around them."""
    low = [1e9, 1e9, 1e9]
    high = [-1e9, -1e9, -1e9]
    for o in boxes:
        for k in (0, 1, 2):
            half = abs(o[3 + k]) + abs(o[6 + k]) + abs(o[9 + k])
            if o[k] - half < low[k]:
                low[k] = o[k] - half
            if o[k] + half > high[k]:
                high[k] = o[k] + half
    return (low[0], high[0], low[1], high[1], low[2], high[2])


def sweep(a: Cuboid, b: Cuboid) -> tuple[float, float] | None:
    """The open interval of heights h at which `a`, lifted by h, overlaps `b`; None if it never does."""
    lo, hi = -1e9, 1e9
    cx, cy, cz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    for x, y, z, r in _axes(a[3:], b[3:]):
        d = cx * x + cy * y + cz * z
        if -1e-9 < z < 1e-9:
            if d >= r or -d >= r:
                return None
            continue
        s, t = ((d - r) / z, (d + r) / z) if z > 0 else ((d + r) / z, (d - r) / z)
        if s > lo:
            lo = s
        if t < hi:
            hi = t
        if lo >= hi:
            return None
    return lo, hi


@lru_cache(maxsize=4096)
def _axes(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[tuple[float, float, float, float], ...]:
    """The axes that may separate two cuboids with these half axes, each with the reach of both along it.

    Remembered, because a list of legal spots asks for the same two again and again, only elsewhere.
    """
    px, py, pz, qx, qy, qz, rx, ry, rz = a
    sx, sy, sz, tx, ty, tz, ux, uy, uz = b
    mine, theirs = ((px, py, pz), (qx, qy, qz), (rx, ry, rz)), ((sx, sy, sz), (tx, ty, tz), (ux, uy, uz))
    out = []
    for x, y, z in chain(mine, theirs, _edges(mine, theirs)):
        r = (
            abs(px * x + py * y + pz * z)
            + abs(qx * x + qy * y + qz * z)
            + abs(rx * x + ry * y + rz * z)
            + abs(sx * x + sy * y + sz * z)
            + abs(tx * x + ty * y + tz * z)
            + abs(ux * x + uy * y + uz * z)
        )
        out.append((x, y, z, r))
    return tuple(out)


_Triple = tuple[float, float, float]


def _edges(mine: tuple[_Triple, ...], theirs: tuple[_Triple, ...]) -> Iterator[_Triple]:
    """The normals to pairs of edges; parallel edges span none."""
    for px, py, pz in mine:
        for qx, qy, qz in theirs:
            x, y, z = py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx
            if x * x + y * y + z * z > 1e-8:
                yield x, y, z


class Solid(NamedTuple):
    """A body the descent may meet."""

    owner: int
    """The area it counts for; 0: a part of the ship that is no part of the area in question."""
    boxes: tuple[tuple[Cuboid, Bounds], ...]
    bounds: Bounds


def _bounded(boxes: tuple[Cuboid, ...]) -> tuple[tuple[Cuboid, Bounds], ...]:
    return tuple((box, bounds((box,))) for box in boxes)


@lru_cache(maxsize=8192)
def solid(piece: Piece) -> Solid:
    """A piece on board, in the frame of the ship."""
    q = (piece.qw, piece.qx, piece.qy, piece.qz)
    boxes = placed(piece.kind, q, (piece.x, piece.y, piece.z))
    return Solid(piece.area, _bounded(boxes), bounds(boxes))


@lru_cache(maxsize=8192)
def leaned(piece: Piece, yard: int, lean: float) -> Solid:
    """A piece on board, seen from a loose yard that leans by `lean` degrees: as if the yard were level."""
    height = ship.YARDS[yard][0]
    q, at = lean_by(-lean, height, (piece.qw, piece.qx, piece.qy, piece.qz), (piece.x, piece.y, piece.z))
    boxes = placed(piece.kind, q, at)
    return Solid(piece.area, _bounded(boxes), bounds(boxes))


def lean_by(
    lean: float, height: float, q: Quaternion, at: tuple[float, float, float]
) -> tuple[Quaternion, tuple[float, float, float]]:
    """A pose turned about the fore-and-aft axis at `height` by `lean` degrees, positive: port down."""
    c, s = cos(radians(-lean)), sin(radians(-lean))
    x, y, z = at
    z -= height
    return ship.times(ship.about("x", -lean), q), (x, y * c - z * s, y * s + z * c + height)


class Shape(NamedTuple):
    """A kind in a pose and turn, hung over a spot: x, y from the spot, z from the surface it would rest on."""

    boxes: tuple[tuple[Cuboid, Bounds], ...]
    bounds: Bounds
    feet: tuple[tuple[float, float], ...]
    """Points of its underside: its lowest corners and the middle between them."""
    q: Quaternion
    origin: tuple[float, float, float]
    """Where the centre of mass is."""
    hangs: bool


def shape(kind: Kind, pose: str, turn: float) -> Shape:
    """The shape for any turn in degrees. The spot is under the centre of mass; a hanging sailor's is under the middle
    of his hook's gap, and the surface touches the underside of his arm."""
    q = ship.times(ship.about("z", turn), ship.POSES[kind][pose])
    boxes = placed(kind, q, (0.0, 0.0, 0.0))
    hangs = pose == "hang"
    if hangs:
        arm = boxes[1]
        body = ship.SHAPES[kind][0]
        middle = body.x + body.hx + ship.HOOK_GAP / 2
        c, s = cos(radians(turn)), sin(radians(turn))
        x, y, z = -middle * c, -middle * s, -(arm[2] - abs(arm[5]) - abs(arm[8]) - abs(arm[11]))
    else:
        x, y, z = 0.0, 0.0, -bounds(boxes)[4]
    boxes = placed(kind, q, (x, y, z))
    return Shape(_bounded(boxes), bounds(boxes), _feet(boxes), q, (x, y, z), hangs)


def _feet(boxes: tuple[Cuboid, ...]) -> tuple[tuple[float, float], ...]:
    bottom = bounds(boxes)[4]
    feet = []
    for o in boxes:
        for i, j, k in product((-1, 1), repeat=3):
            x, y, z = (o[n] + i * o[n + 3] + j * o[n + 6] + k * o[n + 9] for n in (0, 1, 2))
            if z < bottom + 1e-6:
                feet.append((x, y))
    return (sum(x for x, _ in feet) / len(feet), sum(y for _, y in feet) / len(feet)), *feet


standard_shape = cache(shape)
"""`shape` for the turns a player may choose."""
