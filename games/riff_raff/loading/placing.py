"""List the legal loadings (rules B4) for menus: the spots and poses that an area offers a piece.

The spots of the bare ship are computed once (`sites`). Then the upright bounds of the cargo show, for all spots of an
area at once, where a shape can touch it. Where it can touch cargo that is too high or counts for another area, simple
bodies inside both show for all turns of a pose at once where it has no room. What is left needs a slow
`descent.can_descend` for each spot and turn.

Sets of spots are bit masks, as in `sites`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from games.riff_raff.loading import descent, ship
from games.riff_raff.loading.descent import EPSILON, TOUCH, Bare, Yards, list_around
from games.riff_raff.loading.geometry import Solid
from games.riff_raff.loading.settled import Kind, Piece
from games.riff_raff.loading.sites import (
    Prism,
    Turns,
    Way,
    find_meeting,
    find_overlap,
    find_site,
    inscribe_prisms,
    iterate_bits,
    list_points,
    unite,
)
from games.riff_raff.moves import ALIKE, POSES, Aim, Pose, aims


def _is_harmless(s: Solid, area: int, start: float, height: float) -> bool:
    """Tell whether this solid cannot make the lowered piece illegal: it is of the same area and below `start`, or out
    of its path.

    `height`: how tall the piece is.
    """
    _, _, _, _, bottom, top = s.bounds
    return (s.owner == area and top <= start) or top <= ship.surface(area) or bottom >= start + height


class _Sorted(NamedTuple):
    """What the bounds of the cargo show about a way at some spots."""

    legal: int
    """Spots where it is certainly legal."""
    doubtful: list[tuple[Bare, int]]
    """Spots where only a descent can decide, by what the shape meets there on the bare ship."""
    near: list[Solid]
    """The cargo that it may touch."""


def _sort_spots(area: int, way: Way, solids: Iterable[Solid], wanted: int) -> _Sorted:
    """Find those of the wanted spots where the way is certainly legal, and those that only a descent can decide."""
    top, bounds = ship.surface(area), way.outline.bounds
    shadows = []
    met = own = 0
    for s in solids:
        if shadow := find_meeting(area, bounds, s.bounds) & wanted:
            shadows.append((s, shadow))
            met |= shadow
            if s.owner == area:
                own |= shadow
    if not met:
        return _Sorted(way.legal & wanted, [], [])
    plain = way.unsure & wanted & ~met
    doubtful: list[tuple[Bare, int]] = []
    for bare, spots in way.roomy:
        spots &= wanted
        harmed = 0
        if spots:
            for s, shadow in shadows:
                if spots & shadow and not _is_harmless(s, area, top + bare.start, bounds[5]):
                    harmed |= spots & shadow
            plain |= spots & ~harmed
            if harmed:
                doubtful.append((bare, harmed))
    if left := wanted & (way.unsure & met | way.lost & own):
        doubtful += [(bare, left & spots) for bare, spots in way.bare if left & spots]
    return _Sorted(plain, doubtful, [s for s, _ in shadows])


def _find_spots(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> Iterator[int]:
    """Yield sets of spots at which a piece of this kind has a legal pose, the certain ones first."""
    here, solids = find_site(area, kind), list_around(cargo, yards, area, kind)
    near = own = 0
    for s in solids:
        shadow = find_meeting(area, here.bounds, s.bounds)
        near |= shadow
        if s.owner == area:
            own |= shadow
    if here.legal & ~near:
        yield here.legal & ~near
    left = here.legal & near | here.lost & own
    doubts = []
    for turns in here.poses:
        for way in turns.ways:
            if left & (way.legal | way.lost):
                found = _sort_spots(area, way, solids, left)
                if found.legal:
                    yield found.legal
                    left &= ~found.legal
                if found.doubtful:
                    doubts.append((turns, way, found))
    prisms = _list_prisms(solids) if left else []
    for turns, several in groupby(doubts, key=itemgetter(0)):
        possible = left & ~_rule_out(area, turns, left, own, prisms)
        for _, way, found in several:
            for bare, spots in found.doubtful:
                for index in iterate_bits(spots & possible):
                    if _is_legal(area, way, index, bare, found.near):
                        yield 1 << index
                        left &= ~(1 << index)
                        possible &= left


def _list_prisms(solids: Iterable[Solid]) -> list[tuple[int, Prism]]:
    """List the prisms inside the cargo, from the top down, each with the area for which its solid counts."""
    found = [(s.owner, prism) for s in solids for box, _ in s.boxes for prism in inscribe_prisms(box)]
    found.sort(key=lambda each: -each[1].top)
    return found


def _rule_out(area: int, turns: Turns, spots: int, own: int, prisms: Sequence[tuple[int, Prism]]) -> int:
    """Find spots at which a pose is illegal at any turn: what is inside the shape and inside the cargo shows that there
    is no room, or that it touches cargo of another area first.

    `own`: spots where it may touch cargo of the area.
    """
    top, ruled_out = ship.surface(area), 0
    for room, group in turns.rooms:
        starts = {room.start: spots & group}
        for owner, theirs in prisms:
            for mine in turns.cylinders:
                low, high = theirs.bottom - mine.top - top, theirs.top - mine.bottom - top
                down = low < room.floor - EPSILON
                for start, left in [*starts.items()]:
                    if low < start < high:
                        met = find_overlap(area, left, mine, theirs)
                        starts[start] = left & ~met
                        if not down:
                            starts[low] = starts.get(low, 0) | met
                    elif down and owner != area and high > room.ceiling + TOUCH:
                        starts[start] = left & ~find_overlap(area, left & ~own, mine, theirs)
        ruled_out |= spots & group & ~unite(starts.values())
    return ruled_out


def _is_legal(area: int, way: Way, index: int, bare: Bare, solids: Sequence[Solid]) -> bool:
    """Whether the way is legal at a spot, by a descent, which is exact but slow."""
    at = list_points(area)[index]
    if way.outline.hangs:
        return not descent.descend(area, way.outline, at, solids, bare).reason
    return descent.can_descend(area, way.outline, at, solids, bare)


@lru_cache(maxsize=256)
def list_spots(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> tuple[Aim, ...]:
    """List the spots of the area at which a piece of this kind has a legal pose."""
    found = unite(_find_spots(cargo, yards, area, kind))
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
        around = list_around(cargo, yards, area, kind)
        self.near = tuple(s for s in around if find_meeting(area, here.bounds, s.bounds) >> self.index & 1)
        self._known: dict[Pose, bool] = {}

    def is_legal(self, first: Pose) -> bool:
        """Tell whether a pose is legal. `first`: the pose, or the first of those with an equal shape."""
        if (way := self.ways.get(first)) is None:
            return False
        if first not in self._known:
            found = _sort_spots(self.area, way, self.near, 1 << self.index)
            self._known[first] = bool(found.legal) or any(
                _is_legal(self.area, way, self.index, bare, found.near) for bare, _ in found.doubtful
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
