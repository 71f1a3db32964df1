"""The ship and its cargo as data: the estimates of rules B2, in centimetres, grams and degrees.

Frame of the ship: x to the bow, y to port, z up, origin at the centre of the gimbal.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, pi, radians, sin, sqrt
from typing import NamedTuple

from games.riff_raff.loading.settled import Kind

DECK = 2.8
"""Height of the deck."""
HULL = ((-5.0, 5.0, 3.0), (5.0, 8.0, 1.8), (-7.0, -5.0, 2.925))
"""The hull from above: (x from, x to, half width) amidships, bow, stern."""
HULL_THICKNESS = 2.5
HULL_MASS = 140.0
MAST_RADIUS = 0.5
MAST_TOP = 22.8
MAST_MASS = 11.0
YARD_WIDTH = 1.6
YARD_THICKNESS = 0.4
YARDS = ((9.0, 20.0, 8.7), (14.5, 16.0, 7.0), (20.0, 12.0, 5.2))
"""(height of the centre, length, mass), lowest first. They lie athwartships."""
YARD_PLAY = 4.0
"""The most degrees by which a loose yard tilts."""
BALL_HEIGHT = -19.0
BALL_MASS = 110.0
BALL_RADIUS = 1.5
BAR_MASS = 6.5
STIFFNESS = 1514.0
"""K, the restoring coefficient of the empty ship, in g cm: tan(tilt) = moment / (K - sum of m z)."""
PERIOD = 1.13
DAMPING_RATIO = 0.18
DRY_FRICTION = 0.006
"""Dry friction of the gimbal as a share of K g."""
STOP = 40.0
"""Tilt at which the gimbal stops, degrees."""
FRICTION = 0.38
SEA = -2.0
"""A piece whose centre drops below this height is off the ship (rules B4)."""
LOWERING = 4.2
"""Height above the area from which a piece is lowered (rules B4)."""
WEATHER = {"calm": 0.6, "standard": 0.8, "storm": 1.0}
MASSES: dict[Kind, float] = {
    "crate": 20.0,
    "chest": 15.0,
    "bottle": 10.0,
    "boat": 9.0,
    "barrel": 7.0,
    "sailor": 6.0,
    "plank": 5.0,
    "rat": 4.0,
}

HOOK_GAP = 2.0
HOOK_DEPTH = 1.0


class Box(NamedTuple):
    """A cuboid of a piece in the piece's own frame: centre, half sizes, turn about z in degrees, and the share of its
    volume that counts, because the crossed boxes of an octagon overlap."""

    x: float
    y: float
    z: float
    hx: float
    hy: float
    hz: float
    yaw: float = 0.0
    share: float = 1.0


def _make_octagon(diameter: float, height: float, z: float) -> tuple[Box, Box]:
    """Make two crossed boxes with the eight corners of a regular octagon."""
    half = diameter / 2 / sqrt(2)
    area = 2 * sqrt(2) * (diameter / 2) ** 2
    share = area / (2 * (2 * half) ** 2)
    return (
        Box(0, 0, z, half, half, height / 2, 0, share),
        Box(0, 0, z, half, half, height / 2, 45, share),
    )


def _centre(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Move boxes so that their centre of mass is the origin."""
    weights = [box.hx * box.hy * box.hz * box.share for box in boxes]
    total = sum(weights)
    x, y, z = (sum(w * box[i] for w, box in zip(weights, boxes, strict=True)) / total for i in range(3))
    return tuple(box._replace(x=box.x - x, y=box.y - y, z=box.z - z) for box in boxes)


_ARM = 0.5
_TIP = 0.4
_BODY = (0.7, 1.6, 3.4)
_ARM_Z = _BODY[2] - _ARM / 2

_RAW: tuple[tuple[Kind, tuple[Box, ...]], ...] = (
    ("crate", (Box(0, 0, 0, 1.4, 1.4, 1.2),)),
    ("chest", (Box(0, 0, 0.8, 1.7, 1.1, 0.8), Box(0, 0, 1.85, 1.7, 0.8, 0.25))),
    ("bottle", (*_make_octagon(2.3, 2.2, 1.1), Box(0, 0, 3.0, 0.4, 0.4, 0.8))),
    (
        "boat",
        (Box(0, 0, 0.5, 2, 0.95, 0.5), Box(2.5, 0, 0.6, 0.5, 0.55, 0.4), Box(-2.5, 0, 0.6, 0.5, 0.55, 0.4)),
    ),
    ("barrel", _make_octagon(2.0, 2.4, 1.2)),
    (
        "sailor",  # the body, the arm forward over the gap of the hook, the hook's tip downward
        (
            Box(0, 0, _BODY[2] / 2, _BODY[0] / 2, _BODY[1] / 2, _BODY[2] / 2),
            Box(_BODY[0] / 2 + (HOOK_GAP + _TIP) / 2, 0, _ARM_Z, (HOOK_GAP + _TIP) / 2, 0.4, _ARM / 2),
            Box(
                _BODY[0] / 2 + HOOK_GAP + _TIP / 2,
                0,
                _BODY[2] - _ARM - HOOK_DEPTH / 2,
                _TIP / 2,
                0.4,
                HOOK_DEPTH / 2,
            ),
        ),
    ),
    ("plank", (Box(0, 0, 0, 4, 0.65, 0.25),)),
    ("rat", (Box(0, 0, 0, 1.2, 0.6, 0.5),)),
)
SHAPES: dict[Kind, tuple[Box, ...]] = {kind: _centre(boxes) for kind, boxes in _RAW}
"""Boxes of each kind around its centre of mass (rules B2; the sailor's arm and tip are ours)."""

Quaternion = tuple[float, float, float, float]


def about(axis: str, degrees: float) -> Quaternion:
    """Compute the quaternion of a turn about the axis x, y or z."""
    half = radians(degrees) / 2
    c, s = cos(half), sin(half)
    return (c, s if axis == "x" else 0.0, s if axis == "y" else 0.0, s if axis == "z" else 0.0)


def times(a: Quaternion, b: Quaternion) -> Quaternion:
    """Combine two turns: first `b`, then `a`, about axes that stay fixed."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


_UPRIGHT = about("x", 0)
_ROLLED = about("x", 90)
_LYING = times(about("y", 90), about("z", 22.5))  # so that an octagon lies on a flat side

POSES: dict[Kind, dict[str, Quaternion]] = {
    "crate": {"flat": _UPRIGHT},
    "chest": {"flat": _UPRIGHT, "side": _ROLLED, "end": about("y", 90), "lean": about("y", -55)},
    "bottle": {"stand": _UPRIGHT, "lie": _LYING},
    "boat": {"keel": _UPRIGHT, "upturned": about("x", 180), "lean": about("y", -70)},
    "barrel": {"stand": _UPRIGHT, "lie": _LYING},
    "sailor": {"hang": _UPRIGHT, "lie": times(about("z", 90), _ROLLED), "lean": about("y", 20)},
    "plank": {"flat": _UPRIGHT, "edge": _ROLLED, "lean": about("y", -70)},
    "rat": {"belly": _UPRIGHT, "side": _ROLLED, "lean": about("y", -55)},
}
"""Poses of each kind (rules B2) as turns of its own frame; the turn about the vertical follows.

A piece that leans stands on an end and, unturned, has its top towards the bow. The poses that lean are ours: steep
enough to hold against a support with this friction, and far enough off the vertical not to tip back. A crate, a barrel
and a bottle would tip back at any such angle."""

TURNS = tuple(range(0, 360, 15))

SYMMETRY: dict[tuple[Kind, str], int] = {
    ("crate", "flat"): 90,
    ("chest", "flat"): 180,
    ("bottle", "stand"): 90,
    ("boat", "keel"): 180,
    ("boat", "upturned"): 180,
    ("barrel", "stand"): 45,
    ("barrel", "lie"): 180,
    ("plank", "flat"): 180,
    ("plank", "edge"): 180,
    ("rat", "belly"): 180,
    ("rat", "side"): 180,
}
"""Turns by so many degrees leave the shape unchanged; the default is 360."""

AREAS = tuple(range(1, 11))


def is_deck(area: int) -> bool:
    return area <= 4


def measure_half_width(x: float) -> float:
    """Measure how far the deck reaches to each side of its middle line at `x`, in cm; 0 in front of it and behind."""
    return next((half for x0, x1, half in HULL if x0 <= x <= x1), 0.0)


def level(area: int) -> int:
    """Return the index in YARDS of a yard area 5..10."""
    return (area - 5) // 2


@cache
def surface(area: int) -> float:
    """Return the height on which a piece of the area rests."""
    return DECK if is_deck(area) else YARDS[level(area)][0] + YARD_THICKNESS / 2


def side(area: int) -> int:
    """Return 1 for port, -1 for starboard. Odd areas lie to port (rules B2)."""
    return 1 if area % 2 else -1


def end(area: int) -> int:
    """Return 1 for the bow end, -1 for the stern end, of a deck area."""
    return 1 if area <= 2 else -1


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FORE_AND_AFT = (0.4, 0.0, -0.4)


@cache
def spots(area: int) -> tuple[str, ...]:
    """List the labels of an area's spots: a letter for the distance from the mast (A = 0.5 cm, then steps of 0.5) and a
    digit: on deck the distance from the centre line in steps of 0.5 cm, on a yard 1 fore, 2 middle, 3 aft (rules B4).
    """
    if is_deck(area):
        columns, rows = (17 if end(area) == 1 else 14), 6
    else:
        columns, rows = int(YARDS[level(area)][1]), 3
    return tuple(f"{_LETTERS[u]}{v + 1}" for u in range(columns) for v in range(rows))


@cache
def spot_point(area: int, spot: str) -> tuple[float, float]:
    """Return (x, y) of a spot in the frame of the ship. Raises ValueError for a label the area does not have."""
    if spot not in spots(area):
        raise ValueError(f"area {area} has no spot {spot!r}")
    u = (_LETTERS.index(spot[0]) + 1) / 2
    row = int(spot[1])
    if is_deck(area):
        return end(area) * u, side(area) * row / 2
    return _FORE_AND_AFT[row - 1], side(area) * u


def bearing(x: float, y: float) -> float:
    """Compute the direction of a point from the mast in degrees 0..360: 0 bow, 90 port."""
    return atan2(y, x) * 180 / pi % 360
