"""Find where pieces may lie on the bare ship: tables of its spots, made once for each area and kind of piece;
and simple upright bodies inside pieces.

Sets of spots are bit masks: bit i stands for the i-th spot of the area (`ship.spots`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from math import hypot
from operator import or_
from typing import NamedTuple

from games.riff_raff.loading import descent, geometry, ship
from games.riff_raff.loading.descent import EPSILON, OWN, Bare
from games.riff_raff.loading.geometry import Bounds, Cuboid, Shape
from games.riff_raff.loading.settled import Kind
from games.riff_raff.moves import ALIKE, Pose


class Way(NamedTuple):
    """Poses with the same shape, and where they are legal on the bare ship."""

    poses: tuple[Pose, ...]
    outline: Shape
    roomy: tuple[tuple[Bare, int], ...]
    """Spots where they are legal and lie on the surface, by the height from which they are lowered. Cargo of the same
    area that stays below this height changes nothing."""
    unsure: int
    """Other spots where they are legal; any cargo they touch may change that."""
    lost: int
    """Spots where they touch nothing, or another area. Only cargo of this area that sticks out can make them legal."""
    legal: int
    """Spots where they are legal on the bare ship."""
    bare: tuple[tuple[Bare, int], ...]
    """The unsure and lost spots, grouped by what the shape meets there on the bare ship."""


class Room(NamedTuple):
    """The most room that any way of a pose has over some spots of the bare ship."""

    start: float
    """The greatest height from which it is lowered."""
    floor: float
    """The lowest surface under it."""
    ceiling: float
    """The highest surface under it."""


class Turns(NamedTuple):
    """The ways that are turns of one pose, those with the most legal spots first."""

    ways: tuple[Way, ...]
    cylinders: tuple[Cylinder, ...]
    """Upright cylinders inside the shapes of all ways."""
    rooms: tuple[tuple[Room, int], ...]
    """Spots where any way is legal or lost."""


class Site(NamedTuple):
    """The legal spots of an area of the bare ship, for a kind of piece."""

    poses: tuple[Turns, ...]
    """Those with the most legal spots first."""
    legal: int
    """Spots where at least one way is legal."""
    lost: int
    """Spots where at least one way is lost."""
    bounds: Bounds
    """Around the shapes of all ways."""

    @property
    def ways(self) -> list[Way]:
        return [way for turns in self.poses for way in turns.ways]


@cache
def find_site(area: int, kind: Kind) -> Site:
    """Find where a kind of piece is legal on the bare area."""
    poses: dict[str, list[Way]] = {}
    for alike in ALIKE[kind]:
        if (way := _make_way(area, kind, alike)).legal | way.lost:
            poses.setdefault(alike[0].pose, []).append(way)
    turns = sorted(map(_join_ways, poses.values()), key=lambda each: -each.ways[0].legal.bit_count())
    ways = [way for each in turns for way in each.ways]
    bounds = geometry.join_bounds([way.outline.bounds for way in ways])
    return Site(tuple(turns), unite(way.legal for way in ways), unite(way.lost for way in ways), bounds)


def _join_ways(ways: list[Way]) -> Turns:
    """Join the ways of one pose."""
    rooms: dict[int, Room] = {}
    for way in ways:
        for bare, spots in (*way.roomy, *way.bare):
            for index in iterate_bits(spots):
                start, floor, ceiling = rooms.get(index, (bare.start, bare.floor, bare.floor))
                rooms[index] = Room(max(start, bare.start), min(floor, bare.floor), max(ceiling, bare.floor))
    groups: dict[Room, int] = {}
    for index, room in rooms.items():
        groups[room] = groups.get(room, 0) | 1 << index
    ways = sorted(ways, key=lambda way: -way.legal.bit_count())
    return Turns(tuple(ways), inscribe_cylinders(ways[0].outline), tuple(groups.items()))


def _make_way(area: int, kind: Kind, alike: tuple[Pose, ...]) -> Way:
    outline = geometry.standard_shape(kind, alike[0].pose, alike[0].turn)
    surface = (-outline.bounds[5], 0.0, OWN)
    roomy, others = dict[Bare, int](), dict[Bare, int]()
    unsure = lost = 0
    for index, spot in enumerate(ship.spots(area)):
        at = ship.spot_point(area, spot)
        if descent.crosses_border(area, outline, *at) or (outline.hangs and ship.is_deck(area)):
            continue
        bare, group = descent.find_bare(area, outline, at), others
        down = descent.descend(area, outline, at, (), bare)
        if not down.reason and not outline.hangs and abs(down.height) < EPSILON:
            bare, group = Bare(down.start, (surface,)), roomy  # nothing else of the ship matters there
        elif not down.reason:
            unsure |= 1 << index
        elif down.reason != "no_room" and not outline.hangs:
            # cargo cannot make a spot legal that is too narrow on the bare ship, or where a hook finds no yard
            lost |= 1 << index
        else:
            continue
        group[bare] = group.get(bare, 0) | 1 << index
    legal = unsure | unite(roomy.values())
    return Way(alike, outline, tuple(roomy.items()), unsure, lost, legal, tuple(others.items()))


def unite(sets: Iterable[int]) -> int:
    """Unite sets of spots."""
    return reduce(or_, sets, 0)


def iterate_bits(spots: int) -> Iterator[int]:
    """Yield the members of a set of spots."""
    while spots:
        yield (spots & -spots).bit_length() - 1
        spots &= spots - 1


@cache
def _list_marks(area: int) -> tuple[tuple[list[float], list[int]], tuple[list[float], list[int]]]:
    """List, for x and for y, the spots' coordinates in ascending order, and for each the set of spots below it; the
    last set has all spots.
    """
    points = [ship.spot_point(area, spot) for spot in ship.spots(area)]
    out = []
    for axis in (0, 1):
        marks = sorted({point[axis] for point in points})
        before = [sum(1 << i for i, point in enumerate(points) if point[axis] < mark) for mark in (*marks, 1e9)]
        out.append((marks, before))
    return out[0], out[1]


def find_meeting(area: int, mine: Bounds, theirs: Bounds) -> int:
    """Find the spots over which a shape with the bounds `mine` can touch one with the bounds `theirs`."""
    (xs, before_x), (ys, before_y) = _list_marks(area)
    along = before_x[bisect_left(xs, theirs[1] - mine[0])] & ~before_x[bisect_right(xs, theirs[0] - mine[1])]
    across = before_y[bisect_left(ys, theirs[3] - mine[2])] & ~before_y[bisect_right(ys, theirs[2] - mine[3])]
    return along & across


class Prism(NamedTuple):
    """An upright box, turned about the vertical."""

    x: float
    y: float
    """The middle."""
    cos: float
    sin: float
    """The direction of its first side."""
    length: float
    width: float
    """Half of each side."""
    bottom: float
    top: float


_SHARES = (0.98, 0.8, 0.5)
"""Heights of prisms, as shares of their box's height at its centre."""
_UPRIGHT = 0.95
"""A prism as wide as this share of its box needs no lower and wider one beside it."""
_INSIDE = 0.999
"""The width of a prism, as a share of what fits, so that no rounding error lets it stick out."""


def inscribe_prisms(box: Cuboid) -> list[Prism]:
    """Find prisms in a box around its centre: high narrow ones and low wide ones. One is enough in a box that stands
    upright."""
    axes = sorted((box[3:6], box[6:9], box[9:]), key=lambda axis: abs(axis[2]) / hypot(*axis))
    squares = [x * x + y * y + z * z for x, y, z in axes]
    length = hypot(*axes[0][:2])
    cos_, sin_ = axes[0][0] / length, axes[0][1] / length
    along, across = [abs(x * cos_ + y * sin_) for x, y, _ in axes], [abs(y * cos_ - x * sin_) for x, y, _ in axes]
    u, v = sum(along), sum(across)
    most = min(square / abs(axis[2]) for square, axis in zip(squares, axes, strict=True) if axis[2])
    x, y, z = box[:3]
    out = []
    for share in _SHARES:
        half = share * most
        scale = _INSIDE * min(
            (square - half * abs(axis[2])) / (a * u + b * v)
            for square, axis, a, b in zip(squares, axes, along, across, strict=True)
            if a + b > 1e-9
        )
        if scale > 0:
            out.append(Prism(x, y, cos_, sin_, scale * u, scale * v, z - half, z + half))
        if scale > _UPRIGHT:
            break
    return out


class Cylinder(NamedTuple):
    """An upright cylinder about the spot of a shape. Heights as in `Shape`."""

    radius: float
    bottom: float
    top: float


def inscribe_cylinders(shape: Shape) -> tuple[Cylinder, ...]:
    """Find cylinders that are inside a shape at every turn."""
    prisms = [prism for box, _ in shape.boxes for prism in inscribe_prisms(box)]
    found = [Cylinder(min(p.length, p.width) - hypot(p.x, p.y), p.bottom, p.top) for p in prisms]
    return tuple(each for each in found if each.radius > 0)


@cache
def list_points(area: int) -> tuple[tuple[float, float], ...]:
    """List x and y of the spots."""
    return tuple(ship.spot_point(area, spot) for spot in ship.spots(area))


def find_overlap(area: int, spots: int, mine: Cylinder, theirs: Prism) -> int:
    """Find those of the spots over which a cylinder overlaps a prism, seen from above."""
    points, found = list_points(area), 0
    radius, (x, y, cos, sin, length, width, _, _) = mine.radius, theirs
    for index in iterate_bits(spots):
        dx, dy = points[index]
        dx -= x
        dy -= y
        u, v = abs(dx * cos + dy * sin) - length, abs(dy * cos - dx * sin) - width
        if u < radius and v < radius and (u <= 0 or v <= 0 or u * u + v * v < radius * radius):
            found |= 1 << index
    return found
