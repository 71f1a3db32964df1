"""See Riff Raff's ship in a parallel projection, and sort bodies from back to front.

Everything on board consists of convex bodies. Of two that do not touch, a plane separates them; the one on the viewer's
side is painted later. The frame is the ship's: centimetres, x to the bow, y to port, z up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple

from games.riff_raff.loading import geometry, ship
from games.riff_raff.loading.geometry import Bounds, Cuboid
from rendering.drawing.pen import Point

Vector = tuple[float, float, float]
Rows = tuple[Vector, Vector, Vector]
LEVEL: Rows = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def compute_lean(roll: float, pitch: float) -> Rows:
    """Return the rotation from the frame of the leaning ship to the world, by rows; degrees as in `State`."""
    return geometry.compute_matrix(ship.times(ship.about("y", pitch), ship.about("x", -roll)))


class Camera(NamedTuple):
    """A parallel projection: unit vectors to the right, upward and towards the viewer; pixels per centimetre; and the
    pixel of the origin."""

    right: Vector
    up: Vector
    toward: Vector
    scale: float
    x: float
    y: float

    def point(self, p: Vector) -> Point:
        """Return the pixel of a point."""
        return self.x + self.scale * dot(self.right, p), self.y - self.scale * dot(self.up, p)

    def aboard(self, rows: Rows) -> Camera:
        """Return this camera in the coordinates of another frame, such as the leaning ship's.

        `rows` rotates from that frame into the camera's.
        """
        columns = list(zip(*rows, strict=True))
        right, up, toward = ((dot(c0, v), dot(c1, v), dot(c2, v)) for v in self[:3] for c0, c1, c2 in (columns,))
        return self._replace(right=right, up=up, toward=toward)

    def at(self, scale: float, x: float, y: float) -> Camera:
        """Return the same view at another scale and place."""
        return self._replace(scale=scale, x=x, y=y)


@cache
def place_camera(azimuth: float, elevation: float) -> Camera:
    """Place a camera `elevation` degrees above the horizon, astern, and `azimuth` degrees round towards starboard.

    90 degrees of elevation look down with the bow on top.
    """
    ca, sa, ce, se = *(f(radians(azimuth)) for f in (cos, sin)), *(f(radians(elevation)) for f in (cos, sin))
    return Camera((sa, -ca, 0.0), (ca * se, sa * se, ce), (-ca * ce, -sa * ce, se), 1.0, 0.0, 0.0)


def grow(corners: Sequence[Point], reach: float) -> list[Point]:
    """Grow a convex polygon by `reach` on each side; sharp corners are cut twice.

    Its corners run anticlockwise as the viewer sees them.
    """
    sides = []
    px, py = corners[-1]
    for x, y in corners:
        dx, dy = x - px, y - py
        length = hypot(dx, dy) or 1.0
        sides.append((reach * -dy / length, reach * dx / length))
        px, py = x, y
    out: list[Point] = []
    blunt, square = 0.5 * reach * reach, reach * reach
    for (x, y), (ax, ay), (bx, by) in zip(corners, sides, (*sides[1:], sides[0]), strict=True):
        mx, my, turn = ax + bx, ay + by, ax * bx + ay * by
        if turn > blunt:  # a blunt corner: the two shifted sides meet near by
            far = square / (square + turn)
            out.append((x + mx * far, y + my * far))
        else:
            far = reach / (hypot(mx, my) or 1.0)
            out += ((x + ax, y + ay), (x + mx * far, y + my * far), (x + bx, y + by))
    return out


def holds(corners: Sequence[Point], x: float, y: float) -> bool:
    """Whether a convex polygon contains a point of the picture.

    Its corners run anticlockwise as the viewer sees them.
    """
    px, py = corners[-1]
    for cx, cy in corners:
        if (y - py) * (cx - px) > (x - px) * (cy - py):
            return False
        px, py = cx, cy
    return True


class Body(NamedTuple):
    """A body to be sorted: its cuboids and their upright bounds, and its place in the picture."""

    cuboids: tuple[Cuboid, ...]
    bounds: tuple[Bounds, ...]
    seen: tuple[float, float, float, float]
    """x0, y0, x1, y1 in pixels."""
    depth: float


def sort_back_to_front(bodies: Sequence[Body], toward: Vector) -> list[int]:
    """Sort bodies for painting. Returns their indices."""
    count = len(bodies)
    hides: list[list[int]] = [[] for _ in range(count)]
    waits = [0] * count
    for i in range(count):
        ax0, ay0, ax1, ay1 = bodies[i].seen
        for j in range(i):
            bx0, by0, bx1, by1 = bodies[j].seen
            if bx0 < ax1 and ax0 < bx1 and by0 < ay1 and ay0 < by1 and (side := _compare(bodies[i], bodies[j], toward)):
                back, front = (j, i) if side > 0 else (i, j)
                hides[back].append(front)
                waits[front] += 1
    left = set(range(count))
    out: list[int] = []
    while left:
        free = [i for i in left if not waits[i]]
        chosen = min(free or left, key=lambda i: (bodies[i].depth, i))  # none is free in a cycle
        left.remove(chosen)
        out.append(chosen)
        for front in hides[chosen]:
            waits[front] -= 1
    return out


_TOUCH: Final = 0.08
"""How far, in centimetres, bodies that touch may overlap."""


def _compare(a: Body, b: Body, toward: Vector) -> float:
    """Compare two bodies: positive where `a` may hide `b`, negative where `b` may hide `a`.

    Decides by the widest gap between two of their boxes, or, where they touch or interlock, by the smallest overlap.
    """
    side, widest = 0.0, -1e9
    for mine, around in zip(a.cuboids, a.bounds, strict=True):
        for theirs, other in zip(b.cuboids, b.bounds, strict=True):
            gap, found = _find_gap(mine, around, theirs, other, toward)
            if found and gap > widest:
                side, widest = found, gap
    return side


def _find_gap(a: Cuboid, around: Bounds, b: Cuboid, other: Bounds, toward: Vector) -> tuple[float, float]:
    """Find the widest gap between two cuboids along the axes of the frame, then of their faces.

    Also returns a number: positive if `a` is nearer to the viewer along that axis, negative if `b` is, 0 if two axes
    disagree.
    """
    widest, side = -1e9, 0.0
    nearer = farther = False
    for k in (0, 1, 2):
        above, below = around[2 * k] - other[2 * k + 1], other[2 * k] - around[2 * k + 1]
        gap, sign = (above, 1.0) if above > below else (below, -1.0)
        if abs(toward[k]) > 0.02:
            if gap > -_TOUCH:
                nearer, farther = nearer or sign * toward[k] > 0, farther or sign * toward[k] < 0
            if gap > widest:
                widest, side = gap, sign * toward[k]
    if widest > -_TOUCH:
        return widest, 0.0 if nearer and farther else side
    cx, cy, cz = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    for x, y, z in (a[3:6], a[6:9], a[9:12], b[3:6], b[6:9], b[9:12]):
        length = (x * x + y * y + z * z) ** 0.5
        reach = sum(abs(c[k] * x + c[k + 1] * y + c[k + 2] * z) for c in (a, b) for k in (3, 6, 9))
        away = cx * x + cy * y + cz * z
        gap = (abs(away) - reach) / length
        facing = toward[0] * x + toward[1] * y + toward[2] * z
        if gap > widest and abs(facing) > 0.02 * length:
            widest, side = gap, facing if away > 0 else -facing
    return widest, side
