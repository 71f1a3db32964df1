"""Lower a piece onto its area: the geometry of one loading (rules B4), without physics.

A loading is legal if the pose exists on the area, no corner crosses an inner border of it, there is room somewhere up
to 4.2 cm above it, and the piece, lowered from there, first touches the area or a piece that counts for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from games.riff_raff.loading import geometry, ship
from games.riff_raff.loading.geometry import Shape, Solid
from games.riff_raff.loading.settled import Kind, Piece
from games.riff_raff.loading.ship import Quaternion
from games.riff_raff.state import State

Yards = tuple[float, float, float]
"""Lean of the yards, as in `State.yards`."""

EPSILON = 1e-6
TOUCH = 0.02
"""Things this close below the first contact, in cm, count as touched as well."""
_MARGIN = 1e-9
"""A distance that is greater than any rounding error, in cm."""
_HOOKED = 0.1
"""How much of the hook's depth must reach below what the sailor hangs on, in cm."""
_LEANED = 1.2
"""How far, in cm, a piece near a leaning yard moves at most when it is converted to the yard's frame."""
OWN = -1
"""Owner of the area's own surface, among the solids of the ship."""


def _make_box(owner: int, x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> Solid:
    bounds = (x0, x1, y0, y1, z0, z1)
    return Solid(owner, ((geometry.make_level_box(*bounds), bounds),), bounds)


@cache
def describe_surroundings(area: int) -> tuple[Solid, ...]:
    """Describe the bare ship around an area as upright boxes: the area's own surface, and everything else."""
    deck = ship.is_deck(area)
    out = [
        _make_box(OWN if deck else 0, x0, x1, -half, half, ship.DECK - ship.HULL_THICKNESS, ship.DECK)
        for x0, x1, half in ship.HULL
    ]
    r = ship.MAST_RADIUS
    out.append(_make_box(0, -r, r, -r, r, ship.DECK, ship.MAST_TOP))
    for index, (z, length, _) in enumerate(ship.YARDS):
        owner = OWN if not deck and index == ship.level(area) else 0
        w, t = ship.YARD_WIDTH / 2, ship.YARD_THICKNESS / 2
        out.append(_make_box(owner, -w, w, -length / 2, length / 2, z - t, z + t))
    return tuple(out)


def crosses_border(area: int, outline: Shape, x: float, y: float) -> bool:
    """Tell whether the shape at (x, y) crosses an inner border: a centre line on deck, or the mast on a yard."""
    x0, x1, y0, y1, _, _ = outline.bounds
    near = y + y0 if ship.side(area) == 1 else -y - y1
    if near < -EPSILON:
        return True
    if not ship.is_deck(area):
        return False
    near = x + x0 if ship.end(area) == 1 else -x - x1
    return near < -EPSILON


class Descent(NamedTuple):
    """The result of lowering a piece onto its area. Heights are those of its underside above the surface, in cm."""

    height: float = 0.0
    """The height at which it first touches something."""
    start: float = 0.0
    """The height from which it was lowered."""
    reason: str = ""
    """Why this is illegal: `no_pose`, `crosses_border`, `no_room`, `touches_nothing`, `touches_other`, `no_hold`; or
    nothing."""


_Span = tuple[float, float, int]
"""An interval of heights at which something blocks the piece, and the area for which this obstacle counts."""


class Bare(NamedTuple):
    """How a shape is lowered over a point of the bare ship. Cargo can only lower the start and add spans."""

    start: float
    """The height from which it is lowered, unless something of the ship blocks that."""
    spans: tuple[_Span, ...]
    floor: float = 0.0
    """The height of the area's surface under it; 0 if there is none."""


def find_bare(area: int, outline: Shape, at: tuple[float, float]) -> Bare:
    """Find the parts of the ship that the shape may touch over the point `at`. The shape must not cross a border.

    Boxes of the shape under a yard must start below that yard: the descent begins where none of them touches it.
    Boxes beside the yard may reach up past it.
    """
    x, y = at
    z = ship.surface(area)
    x0, x1, y0, y1, _, _ = outline.bounds
    spans: list[_Span] = []
    start = ship.LOWERING
    for other in describe_surroundings(area):
        p0, p1, q0, q1, r0, _ = other.bounds
        if p1 <= x0 + x or p0 >= x1 + x or q1 <= y0 + y or q0 >= y1 + y:
            continue
        theirs = other.boxes[0][0]
        found = [span for mine, _ in outline.boxes if (span := geometry.sweep(mine, theirs, x, y, z))]
        if other.owner == 0 and r0 > z:
            start = min((start, *(low for low, _ in found)))
        else:
            spans += [(low, high, other.owner) for low, high in found]
    return Bare(start, tuple(spans), max((high for _, high, owner in spans if owner == OWN), default=0.0))


def descend(
    area: int, outline: Shape, at: tuple[float, float], cargo: Sequence[Solid], bare: Bare | None = None
) -> Descent:
    """Lower the shape over the point `at` onto the ship and `cargo`, given in the area's own frame. The shape must not
    cross a border. `bare`: the result of `find_bare`, if it is known.
    """
    bare = bare or find_bare(area, outline, at)
    (x, y), z = at, ship.surface(area)
    blocked = list(bare.spans)
    for _, _, owner, mine, theirs in geometry.list_near(outline, (x, y, z), cargo, (-inf, inf)):
        if span := geometry.sweep(mine, theirs, x, y, z):
            blocked.append((*span, owner))
    start = _push_down(bare.start, blocked)
    if start < bare.floor - EPSILON:
        return Descent(reason="no_room")
    below = [(high, owner) for _, high, owner in blocked if high <= start + EPSILON]
    if not below:
        return Descent(start=start, reason="touches_nothing")
    height = max(high for high, _ in below)
    if not any(owner in (OWN, area) for high, owner in below if high >= height - TOUCH):
        return Descent(height, start, "touches_other")
    if outline.hangs and height > ship.HOOK_DEPTH - _HOOKED:
        return Descent(height, start, "no_hold")
    return Descent(height, start)


def can_descend(area: int, outline: Shape, at: tuple[float, float], cargo: Sequence[Solid], bare: Bare) -> bool:
    """Tell whether `descend` would accept the shape. Not for shapes that hang.

    Faster: it looks only at cargo that can change the answer, from the top down, until the answer is known.
    """
    (x, y), z, start = at, ship.surface(area), bare.start
    blocked = list(bare.spans)
    lowest = bare.floor if any(owner == OWN for _, _, owner in blocked) else -inf
    near = geometry.list_near(outline, (x, y, z), cargo, (lowest, start))
    near.sort(key=itemgetter(0), reverse=True)
    start = _push_down(start, blocked)
    rest = 0
    for top, bottom, owner, mine, theirs in near:
        if top < start - _MARGIN:
            break
        rest += 1
        if bottom < start + _MARGIN and (span := geometry.sweep(mine, theirs, x, y, z)):
            low, high = span
            blocked.append((low, high, owner))
            if low < start < high:
                start = _push_down(low, blocked)
                if start < bare.floor - EPSILON:
                    return False
    if start < bare.floor - EPSILON:
        return False
    # The shape comes to rest on the highest thing below it. It must touch the area, or cargo that counts for it.
    own = other = -inf
    for _, high, owner in blocked:
        if high <= start + EPSILON:
            if owner in (OWN, area):
                own = max(own, high)
            else:
                other = max(other, high)
    for top, _, owner, mine, theirs in near[rest:]:
        matters = owner != area and top > max(own + TOUCH, other) - _MARGIN
        if matters and (span := geometry.sweep(mine, theirs, x, y, z)):
            other = max(other, span[1])
    for top, _, owner, mine, theirs in near[rest:]:
        if own > -inf and own >= other - TOUCH:
            return True
        if owner == area and top > own - _MARGIN and (span := geometry.sweep(mine, theirs, x, y, z)):
            own = max(own, span[1])
    return own > -inf and own >= other - TOUCH


def _push_down(start: float, blocked: list[tuple[float, float, int]]) -> float:
    """Compute the greatest height up to `start` at which nothing is in the way."""
    above = inf
    while start < above:
        above = start
        for low, high, _ in blocked:
            if low < start < high:
                start = low  # another span may contain the new height
    return start


@lru_cache(maxsize=64)
def list_beside(cargo: tuple[Piece, ...], yards: Yards, area: int) -> tuple[Solid, ...]:
    """Find the cargo on the area's side of the ship, at any height, in the area's own frame."""
    deck, side, end = ship.is_deck(area), ship.side(area), ship.end(area)
    yard = 0 if deck else ship.level(area)
    lean = 0.0 if deck else yards[yard]
    out = []
    for piece in cargo:
        far = geometry.measure_reach(piece.kind) + (_LEANED if lean else 0.0)
        if piece.y * side < -far or (deck and piece.x * end < -far):
            continue
        body = geometry.place_solid(piece, yard, lean) if lean else geometry.place_solid(piece)
        x0, x1, y0, y1, _, _ = body.bounds
        if (y1 if side == 1 else -y0) > 0 and (not deck or (x1 if end == 1 else -x0) > 0):
            out.append(body)
    return tuple(out)


@lru_cache(maxsize=512)
def list_around(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind) -> tuple[Solid, ...]:
    """Find the cargo that a piece of this kind may touch in a legal descent onto the area, in the area's own frame.

    A piece that leans may touch the edge of a yard, or cargo of the area, with its upper end.
    """
    beside, tall, surface = list_beside(cargo, yards, area), geometry.measure_height(kind), ship.surface(area)
    low = min([surface, *(body.bounds[4] for body in beside if body.owner == area)]) - tall
    high = surface + ship.LOWERING + tall
    return tuple(body for body in beside if body.bounds[5] > low and body.bounds[4] < high)


HAND_ERROR: Final = {"both": (0.03, 1.0), "one": (0.12, 4.0)}
"""Standard deviations of the hand's error: cm in x and in y, degrees."""


class Where(NamedTuple):
    """A point of the ship and a turn in degrees, including the hand's error."""

    x: float
    y: float
    turn: float


def judge(cargo: tuple[Piece, ...], yards: Yards, area: int, kind: Kind, pose: str, where: Where) -> Descent:
    """Compute the descent for any point and turn. Turns that give the same shape are computed as one, as in `placing`.
    Otherwise rounding errors could make a tight fit legal in only one of them.
    """
    if pose not in ship.POSES[kind] or (pose == "hang" and ship.is_deck(area)):
        return Descent(reason="no_pose")
    outline = geometry.compute_shape(kind, pose, where.turn % ship.SYMMETRY.get((kind, pose), 360))
    if crosses_border(area, outline, where.x, where.y):
        return Descent(reason="crosses_border")
    return descend(area, outline, (where.x, where.y), list_around(cargo, yards, area, kind))


def lay(cargo: tuple[Piece, ...], yards: Yards, area: int, piece: tuple[int, Kind, str], where: Where) -> Piece:
    """Place a piece (id, kind, pose) where it first touches something, in the frame of the ship. Raises ValueError if
    that is illegal.
    """
    number, kind, pose = piece
    height, _, reason = judge(cargo, yards, area, kind, pose, where)
    if reason:
        raise ValueError(f"{kind} {pose} at {where} on area {area}: {reason}")
    q, at = compute_posture(yards, area, kind, pose, where, height)
    return round_pose(number, kind, area, at, q)


def round_pose(number: int, kind: Kind, area: int, at: tuple[float, float, float], q: Quaternion) -> Piece:
    """Round a piece's pose as it is stored: to a micrometre, and the quaternion to a millionth."""
    (x, y, z), (w, a, b, c) = (tuple(round(v, 4) + 0.0 for v in at), tuple(round(v, 6) + 0.0 for v in q))
    return Piece(number, kind, x, y, z, w, a, b, c, area)


def compute_posture(
    yards: Yards, area: int, kind: Kind, pose: str, where: Where, height: float
) -> tuple[Quaternion, tuple[float, float, float]]:
    """Compute orientation and centre of mass, in the frame of the ship, of a piece held `height` cm above the area's
    surface.
    """
    outline = geometry.compute_shape(kind, pose, where.turn)
    x, y, z = outline.origin
    at = (x + where.x, y + where.y, z + ship.surface(area) + height)
    if ship.is_deck(area):
        return outline.q, at
    yard = ship.level(area)
    return geometry.lean_by(yards[yard], ship.YARDS[yard][0], outline.q, at)


def preview_piece(state: State) -> Piece | None:
    """Preview the piece in hand where it would be let go without a hand error; None until the pose is chosen."""
    loading = state.loading
    if loading is None or loading.kind is None or not loading.pose:
        return None
    where = Where(*ship.spot_point(state.area, loading.spot), loading.turn)
    return lay(state.cargo, state.yards, state.area, (state.serial, loading.kind, loading.pose), where)
