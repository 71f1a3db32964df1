"""Which spots and poses an area offers a piece: the legal loadings (rules B4) as lists for menus.

Most loadings meet nothing but the bare ship, and those are worked out once for ever (`site`). Only candidates near
cargo that stands higher than their room, or that counts for another area, are lowered for real (`descent.descend`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from games.riff_raff import geometry, ship
from games.riff_raff.descent import EPSILON, OWN, Yards, around, crosses_border, descend, surroundings
from games.riff_raff.geometry import Shape, Solid
from games.riff_raff.moves import ALIKE, POSES, Aim, Pose, aims
from games.riff_raff.settled import Kind, Piece


class Way(NamedTuple):
    """Poses of one shape at a spot of the bare ship."""

    poses: tuple[Pose, ...]
    outline: Shape
    room: float | None
    """How high above the surface cargo of the same area may reach without making them illegal; -1: lower it to see;
    None: they meet nothing, or the wrong thing, so only cargo of the area that sticks out can make them legal."""


class Site(NamedTuple):
    """A spot for a kind of piece on the bare ship."""

    at: tuple[float, float]
    ways: tuple[Way, ...]
    legal: tuple[Pose, ...]
    """What is legal there on an empty ship."""
    room: float
    """The largest room of the ways."""
    reach: float
    """No way sticks out further from the spot than this."""


@cache
def site(area: int, kind: Kind, spot: str) -> Site:
    """The spot on the bare ship."""
    at = ship.spot_point(area, spot)
    ways = []
    for alike in ALIKE[kind]:
        outline = geometry.standard_shape(kind, alike[0].pose, alike[0].turn)
        if (outline.hangs and ship.is_deck(area)) or crosses_border(area, outline, *at):
            continue
        room = _bare_room(area, outline, at)
        if room is not None or not outline.hangs:  # the hook must find the bare yard
            ways.append(Way(alike, outline, room))
    legal = _in_order(kind, [way.poses for way in ways if way.room is not None])
    rooms = [way.room for way in ways if way.room is not None]
    reach = max((max(-b[0], b[1], -b[2], b[3]) for b in (way.outline.bounds for way in ways)), default=0.0)
    return Site(at, tuple(ways), legal, max(rooms, default=-1.0), reach)


def _in_order(kind: Kind, groups: list[tuple[Pose, ...]]) -> tuple[Pose, ...]:
    found = {pose for group in groups for pose in group}
    return tuple(pose for pose in POSES[kind] if pose in found)


def _bare_room(area: int, outline: Shape, at: tuple[float, float]) -> float | None:
    """`Way.room`. Shapes with a foot over the surface and away from the mast need no descent."""
    x, y = at
    e, r = EPSILON, ship.MAST_RADIUS
    own = [s.bounds for s in surroundings(area) if s.owner == OWN]
    over = any(b[0] + e < fx + x < b[1] - e and b[2] + e < fy + y < b[3] - e for b in own for fx, fy in outline.feet)
    if outline.hangs:
        return None if over or descend(area, outline, at, ()).reason else -1.0
    x0, x1, y0, y1, _, z1 = outline.bounds
    x0, x1, y0, y1 = x0 + x, x1 + x, y0 + y, y1 + y
    if not (over and (x1 < -r or x0 > r or y1 < -r or y0 > r)):
        return None if descend(area, outline, at, ()).reason else -1.0
    height = ship.surface(area)
    room = ship.LOWERING
    for b in (s.bounds for s in surroundings(area) if s.owner == 0 and s.bounds[4] > height):
        if b[0] < x1 and x0 < b[1] and b[2] < y1 and y0 < b[3]:
            room = min(room, b[4] - height - z1)
    return room


def _near(solids: tuple[Solid, ...], at: tuple[float, float], reach: float) -> list[Solid]:
    """The solids less than `reach` away from a spot, seen from above."""
    x, y = at
    x0, x1, y0, y1 = x - reach, x + reach, y - reach, y + reach
    return [s for s in solids if s.bounds[0] < x1 and s.bounds[1] > x0 and s.bounds[2] < y1 and s.bounds[3] > y0]


def _harmless(s: Solid, area: int, start: float, height: float) -> bool:
    """Whether the solid leaves a piece of this height that is lowered from `start` on to the bare surface its legality:
    it counts for the same area and lies lower, or it is out of the way, below the surface or overhead."""
    _, _, _, _, bottom, top = s.bounds
    return (s.owner == area and top <= start) or top <= ship.surface(area) or bottom >= start + height


def _glance(area: int, here: Site, near: list[Solid]) -> Iterator[tuple[Way, list[Solid] | None]]:
    """The ways that may be legal at a spot with cargo near by, each with the cargo it has to be lowered on to first, to
    see; None where it is legal at first glance."""
    top = ship.surface(area)
    x, y = here.at
    own = any(s.owner == area for s in near)
    for way in here.ways:
        room = way.room
        if room is None and not own:
            continue
        x0, x1, y0, y1, _, z1 = way.outline.bounds
        x0, x1, y0, y1 = x0 + x, x1 + x, y0 + y, y1 + y
        met = [s for s in near if s.bounds[0] < x1 and s.bounds[1] > x0 and s.bounds[2] < y1 and s.bounds[3] > y0]
        if not met:
            if room is not None:
                yield way, None
        elif room is not None and room >= 0 and all(_harmless(s, area, top + room, z1) for s in met):
            yield way, None
        else:
            yield way, met


def _sweep(area: int, here: Site, way: Way, met: list[Solid]) -> bool:
    """Whether the way is legal with the cargo it meets: the slow and exact answer."""
    room = None if way.room is None or way.room < 0 else way.room
    return not descend(area, way.outline, here.at, tuple(met), room).reason


def _open(area: int, here: Site, near: list[Solid], *, sweeping: bool) -> bool:
    """Whether anything is legal at the spot; without `sweeping`, whether that is plain at first glance."""
    if not near:
        return bool(here.legal)
    if here.legal:
        limit = ship.surface(area) + here.room
        if here.room >= 0 and all(s.owner == area and s.bounds[5] <= limit for s in near):
            return True
    elif not any(s.owner == area for s in near):
        return False
    doubtful = []
    for way, met in _glance(area, here, near):
        if met is None:
            return True
        doubtful.append((way, met))
    return sweeping and any(_sweep(area, here, way, met) for way, met in doubtful)


@cache
def _sites(area: int, kind: Kind) -> tuple[tuple[Aim, Site], ...]:
    """The spots of an area where there is any way to put a piece of this kind."""
    found = ((aim, site(area, kind, spot)) for spot, aim in aims(area).items())
    return tuple((aim, here) for aim, here in found if here.ways)


@lru_cache(maxsize=256)
def spots(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> tuple[Aim, ...]:
    """The spots of the area where a piece of this kind may be put in some pose."""
    solids = around(cargo, yards, area)
    return tuple(
        aim for aim, here in _sites(area, kind) if _open(area, here, _near(solids, here.at, here.reach), sweeping=True)
    )


@lru_cache(maxsize=256)
def fits(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> bool:
    """Whether a piece of this kind may be put anywhere on the area."""
    solids = around(cargo, yards, area)
    doubtful = []
    for _, here in _sites(area, kind):
        near = _near(solids, here.at, here.reach)
        if _open(area, here, near, sweeping=False):
            return True
        doubtful.append((here, near))
    return any(_open(area, here, near, sweeping=True) for here, near in doubtful)


@lru_cache(maxsize=256)
def poses(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind, spot: str) -> tuple[Pose, ...]:
    """How a piece of this kind may be put on the spot."""
    here = site(area, kind, spot)
    near = _near(around(cargo, yards, area), here.at, here.reach)
    if not near:
        return here.legal
    legal = (way for way, met in _glance(area, here, near) if met is None or _sweep(area, here, way, met))
    return _in_order(kind, [way.poses for way in legal])
