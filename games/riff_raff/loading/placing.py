"""List the legal loadings (rules B4) for menus: the spots and poses that an area offers a piece.

The spots of the bare ship are computed once and cached (`find_site`). Then the upright bounds of the cargo show, for
all spots of an area at once, where a shape can touch it. A slow `descent.can_descend` is needed only where a shape can
touch cargo that is too high or counts for another area.

Sets of spots are bit masks: bit i stands for the i-th spot of the area (`ship.spots`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from games.riff_raff.loading import descent, geometry, ship
from games.riff_raff.loading.descent import EPSILON, OWN, Bare, Yards, list_around
from games.riff_raff.loading.geometry import Bounds, Shape, Solid
from games.riff_raff.loading.settled import Kind, Piece
from games.riff_raff.moves import ALIKE, POSES, Aim, Pose, aims


class Way(NamedTuple):
    """Poses with the same shape, and where they are legal on the bare ship."""

    poses: tuple[Pose, ...]
    outline: Shape
    cores: tuple[Bounds, ...]
    """Upright boxes inside its boxes."""
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


class Site(NamedTuple):
    """The legal spots of an area of the bare ship, for a kind of piece."""

    ways: tuple[Way, ...]
    legal: int
    """Spots where at least one way is legal."""
    lost: int
    """Spots where at least one way is lost."""
    bounds: Bounds
    """Around the shapes of all ways."""


@cache
def find_site(area: int, kind: Kind) -> Site:
    """Find where a kind of piece is legal on the bare area."""
    ways = [way for alike in ALIKE[kind] if (way := _make_way(area, kind, alike)).legal | way.lost]
    bounds = geometry.join_bounds([way.outline.bounds for way in ways])
    return Site(tuple(ways), _unite(way.legal for way in ways), _unite(way.lost for way in ways), bounds)


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
    cores, legal = tuple(geometry.shrink_to_core(box) for box, _ in outline.boxes), unsure | _unite(roomy.values())
    return Way(alike, outline, cores, tuple(roomy.items()), unsure, lost, legal, tuple(others.items()))


def _unite(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


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


def _find_meeting(area: int, mine: Bounds, theirs: Bounds) -> int:
    """Find the spots over which a shape with the bounds `mine` can touch one with the bounds `theirs`."""
    (xs, before_x), (ys, before_y) = _list_marks(area)
    along = before_x[bisect_left(xs, theirs[1] - mine[0])] & ~before_x[bisect_right(xs, theirs[0] - mine[1])]
    across = before_y[bisect_left(ys, theirs[3] - mine[2])] & ~before_y[bisect_right(ys, theirs[2] - mine[3])]
    return along & across


def _is_harmless(s: Solid, area: int, start: float, height: float) -> bool:
    """Tell whether this solid cannot make the lowered piece illegal: it is of the same area and below `start`, or out
    of its path.

    `height`: how tall the piece is.
    """
    _, _, _, _, bottom, top = s.bounds
    return (s.owner == area and top <= start) or top <= ship.surface(area) or bottom >= start + height


def _sort_spots(area: int, way: Way, solids: Iterable[Solid]) -> tuple[int, list[tuple[Bare | None, int]]]:
    """Find the spots where the way is certainly legal, and those that only a descent can decide, with what is known of
    the bare ship at them."""
    top, bounds = ship.surface(area), way.outline.bounds
    shadows = []
    met = own = 0
    for s in solids:
        if shadow := _find_meeting(area, bounds, s.bounds):
            shadows.append((s, shadow))
            met |= shadow
            if s.owner == area:
                own |= shadow
    if not met:
        return way.legal, []
    plain = way.unsure & ~met
    doubtful: list[tuple[Bare | None, int]] = []
    for bare, spots in way.roomy:
        harmed = 0
        for s, shadow in shadows:
            if spots & shadow and not _is_harmless(s, area, top + bare.start, bounds[5]):
                harmed |= spots & shadow
        plain |= spots & ~harmed
        if harmed:
            doubtful.append((bare, harmed))
    if spots := way.unsure & met | way.lost & own:
        doubtful.append((None, spots))
    return plain, doubtful


def _find_spots(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> Iterator[int]:
    """Yield sets of spots at which a piece of this kind has a legal pose, the certain ones first."""
    here, solids = find_site(area, kind), list_around(cargo, yards, area)
    near = own = 0
    for s in solids:
        shadow = _find_meeting(area, here.bounds, s.bounds)
        near |= shadow
        if s.owner == area:
            own |= shadow
    if here.legal & ~near:
        yield here.legal & ~near
    left = here.legal & near | here.lost & own
    doubts = []
    for way in here.ways:
        if left & (way.legal | way.lost):
            plain, doubtful = _sort_spots(area, way, solids)
            if plain & left:
                yield plain & left
                left &= ~plain
            doubts += [(way, bare, spots) for bare, spots in doubtful]
    cores = [geometry.shrink_to_core(box) for s in solids for box, _ in s.boxes] if doubts else []
    cores.sort(key=lambda core: -core[5])
    for way, bare, spots in doubts:
        spots &= left
        if spots and bare is not None:
            spots &= ~_find_hopeless(area, way, bare.start, spots, cores)
        for index in _iterate_bits(spots):
            if _is_legal(area, way, index, bare, solids):
                yield 1 << index
                left &= ~(1 << index)


def _find_hopeless(area: int, way: Way, room: float, spots: int, cores: list[Bounds]) -> int:
    """Find spots where not even the piece's core fits between the cargo's cores.

    `cores`: those of the cargo, from the top down.
    """
    top = ship.surface(area)
    starts = {room: spots}
    for theirs in cores:
        for mine in way.cores:
            low, high = theirs[4] - mine[5] - top, theirs[5] - mine[4] - top
            blocked = [start for start in starts if low < start < high]
            shadow = _find_meeting(area, mine, theirs) if blocked else 0
            for start in blocked:
                starts[low] = starts.get(low, 0) | starts[start] & shadow
                starts[start] &= ~shadow
    return _unite(found for start, found in starts.items() if start < -EPSILON)


def _is_legal(area: int, way: Way, index: int, bare: Bare | None, solids: tuple[Solid, ...]) -> bool:
    """Whether the way is legal at a spot, by a descent, which is exact but slow."""
    at = ship.spot_point(area, ship.spots(area)[index])
    here = bare or next(other for other, spots in way.bare if spots >> index & 1)
    if way.outline.hangs:
        return not descent.descend(area, way.outline, at, solids, here).reason
    return descent.can_descend(area, way.outline, at, solids, here)


def _iterate_bits(spots: int) -> Iterator[int]:
    while spots:
        yield (spots & -spots).bit_length() - 1
        spots &= spots - 1


@lru_cache(maxsize=256)
def list_spots(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> tuple[Aim, ...]:
    """List the spots of the area at which a piece of this kind has a legal pose."""
    found = _unite(_find_spots(cargo, yards, area, kind))
    return tuple(aim for index, aim in enumerate(aims(area).values()) if found >> index & 1)


@lru_cache(maxsize=256)
def fits(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> bool:
    """Whether a piece of this kind has a legal spot on the area."""
    return any(_find_spots(cargo, yards, area, kind))


class _Place:
    """A spot, for a kind of piece. Checks ways when needed, and caches which are legal."""

    def __init__(self, cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind, spot: str) -> None:
        self.area, self.index, here = area, ship.spots(area).index(spot), find_site(area, kind)
        self.ways = {way.poses[0]: way for way in here.ways if (way.legal | way.lost) >> self.index & 1}
        around = list_around(cargo, yards, area)
        self.near = tuple(s for s in around if _find_meeting(area, here.bounds, s.bounds) >> self.index & 1)
        self._known: dict[Pose, bool] = {}

    def is_legal(self, first: Pose) -> bool:
        """Tell whether a pose is legal. `first`: the pose, or the first of those with an equal shape."""
        if (way := self.ways.get(first)) is None:
            return False
        if first not in self._known:
            plain, doubtful = _sort_spots(self.area, way, self.near)
            doubts = [bare for bare, spots in doubtful if spots >> self.index & 1]
            self._known[first] = bool(plain >> self.index & 1) or any(
                _is_legal(self.area, way, self.index, bare, self.near) for bare in doubts
            )
        return self._known[first]


@lru_cache(maxsize=256)
def _find_place(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind, spot: str) -> _Place:
    return _Place(cargo, yards, area, kind, spot)


def list_poses(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind, spot: str) -> tuple[Pose, ...]:
    """List the legal poses of a piece of this kind on the spot."""
    place = _find_place(cargo, yards, area, kind, spot)
    if not place.near:
        return _list_bare_poses(area, kind, place.index)
    return _sort_poses(kind, [way for first, way in place.ways.items() if place.is_legal(first)])


def find_pose(
    cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind, spot: str, wanted: Iterable[Pose]
) -> Pose | None:
    """Find the first of the wanted poses that is legal for a piece of this kind on the spot; None if none is.

    Faster than `list_poses` where one of the first is legal.
    """
    place, first = _find_place(cargo, yards, area, kind, spot), _map_alike(kind)
    return next((pose for pose in wanted if place.is_legal(first[pose])), None)


@cache
def _map_alike(kind: Kind) -> dict[Pose, Pose]:
    """Map each pose of a kind to the first of the same shape."""
    return {pose: alike[0] for alike in ALIKE[kind] for pose in alike}


@cache
def _list_bare_poses(area: int, kind: Kind, index: int) -> tuple[Pose, ...]:
    return _sort_poses(kind, [way for way in find_site(area, kind).ways if way.legal >> index & 1])


def _sort_poses(kind: Kind, ways: list[Way]) -> tuple[Pose, ...]:
    found = {pose for way in ways for pose in way.poses}
    return tuple(pose for pose in POSES[kind] if pose in found)
