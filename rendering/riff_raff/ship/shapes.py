"""Describe the shapes aboard as faces of convex parts: the eight kinds of cargo, and the ship.

A piece's parts lie in its own frame around its centre of mass, as in `ship.SHAPES`; centimetres. A part with more
detail than its cuboids stays inside them, except for a rat's ears and tail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import Kind
from rendering.riff_raff.ship.camera import Vector, dot

Ring = Sequence[Vector]

FAINT: Final = 1.5
"""The width in pixels of lines that films leave out, because they would cost bytes in each frame."""


class Mark(NamedTuple):
    """Something painted on a face: a line of `width` pixels, or with width 0 a filled shape, in a colour by name."""

    points: tuple[Vector, ...]
    tone: str
    width: float


class Face(NamedTuple):
    """A flat face between some of the points of its part, which run anticlockwise as seen from outside. `round`: part
    of something round, without lines around it."""

    corners: tuple[int, ...]
    normal: Vector
    tone: str
    marks: tuple[Mark, ...] = ()
    round: bool = False


class Part(Struct, frozen=True, eq=False):
    """A part. The faces of a part that is not convex are listed in the order of painting."""

    points: tuple[Vector, ...]
    faces: tuple[Face, ...]
    centre: Vector
    convex: bool = True

    def around(self, face: Face, /) -> tuple[Vector, ...]:
        """List the points of a face."""
        return tuple(self.points[corner] for corner in face.corners)


ON: Final[dict[Kind, bool]] = {
    "crate": True, "chest": False, "bottle": True, "boat": False, "barrel": False, "sailor": True, "plank": True,
    "rat": True,
}  # fmt: skip
"""Whether a kind's letter is white; else it is dark."""


def _compute_normal(points: Ring) -> Vector:
    """Return the unit normal of a polygon (Newell), towards the side from which its corners run anticlockwise."""
    x = y = z = 0.0
    for (x0, y0, z0), (x1, y1, z1) in zip(points, (*points[1:], points[0]), strict=True):
        x, y, z = x + (y0 - y1) * (z0 + z1), y + (z0 - z1) * (x0 + x1), z + (x0 - x1) * (y0 + y1)
    length = (x * x + y * y + z * z) ** 0.5 or 1.0
    return (x / length, y / length, z / length)


def _find_middle(points: Ring) -> Vector:
    x, y, z = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return (x, y, z)


def _make_part(faces: Sequence[tuple[Ring, str, tuple[Mark, ...]]], *, smooth: bool = False) -> Part:
    """Make a part of faces whose corners may run either way; `smooth`: all but the first two are round."""
    centre = _find_middle([p for points, _, _ in faces for p in points])
    corners = list(dict.fromkeys(p for points, _, _ in faces for p in points))
    out = []
    for number, (points, tone, marks) in enumerate(faces):
        normal, here = _compute_normal(points), _find_middle(points)
        ordered = tuple(corners.index(p) for p in points)
        if dot(normal, (here[0] - centre[0], here[1] - centre[1], here[2] - centre[2])) < 0:
            ordered, normal = ordered[::-1], (-normal[0], -normal[1], -normal[2])
        out.append(Face(ordered, normal, tone, marks, smooth and number > 1))
    return Part(tuple(corners), tuple(out), centre)


def _make_loft(rings: Sequence[Ring], tones: Sequence[str], lines: Sequence[tuple[int, float, str]] = ()) -> Part:
    """Make a part of rings one above the other.

    `tones`: the tones of the bands between the rings, and last the tone of both ends. `lines`: hoops, each given by
    its band, the share of the band's height, and its tone. Rings of eight corners are circles, and of
    fifteen, hulls.
    """
    faces: list[tuple[Ring, str, tuple[Mark, ...]]] = [(rings[0], tones[-1], ()), (rings[-1], tones[-1], ())]
    for band, (low, high) in enumerate(pairwise(rings)):
        for i in range(len(low)):
            a, b, c, d = low[i], low[i - 1], high[i - 1], high[i]
            hoops = tuple(
                Mark((_blend(a, d, at), _blend(b, c, at)), tone, 4) for where, at, tone in lines if where == band
            )
            faces.append(((a, b, c, d), tones[band], hoops))
    return _make_part(faces, smooth=len(rings[0]) in (8, 15))


def _blend(a: Vector, b: Vector, share: float) -> Vector:
    x, y, z = (p + (q - p) * share for p, q in zip(a, b, strict=True))
    return (x, y, z)


def _circle(radius: float, z: float, squeeze: float = 1.0) -> Ring:
    """List eight corners at multiples of 45 degrees, as the crossed boxes have them."""
    return [(radius * squeeze * cos(pi * i / 4), radius * sin(pi * i / 4), z) for i in range(8)]


def make_box(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, tone: str) -> Part:
    """Make an upright box."""
    rings = [[(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)] for z in (z0, z1)]
    return _make_loft(rings, (tone, tone))


def _add_frame(part: Part, inset: float, tone: str, *, brace: bool = False) -> Part:
    """Paint a frame, and a brace across, on each face of a part."""
    faces = []
    for face in part.faces:
        m = _find_middle(part.around(face))
        inner = tuple(_blend(p, m, inset) for p in part.around(face))
        marks = [Mark((*inner, inner[0]), tone, 3)]
        if brace:
            marks.append(Mark((inner[0], inner[2]), tone, 6))
        faces.append(face._replace(marks=tuple(marks)))
    return replace(part, faces=tuple(faces))


def _add_marks(part: Part, direction: Vector, *marks: Mark) -> Part:
    """Paint marks on the faces of a part that look in a direction."""
    faces = (f._replace(marks=marks) if dot(f.normal, direction) > 0.9 else f for f in part.faces)
    return replace(part, faces=tuple(faces))


def _add_eyes(
    part: Part, *directions: Vector, radius: float, white: bool = False, above: float = -9.0, ahead: float = -9.0
) -> Part:
    """Paint an eye on each face of a part that looks in one of the directions, higher than `above` and farther than
    `ahead`; `white`: around the pupil is a white ring."""
    faces = []
    for face in part.faces:
        m = _find_middle(part.around(face))
        if m[2] > above and m[0] > ahead and any(dot(face.normal, direction) > 0.75 for direction in directions):
            x, y, z = face.normal
            length = (x * x + y * y) ** 0.5
            across = (-y / length, x / length, 0.0)
            upward = (-z * x / length, -z * y / length, length)

            def ring(reach: float, m: Vector = m, u: Vector = across, v: Vector = upward) -> tuple[Vector, ...]:
                return tuple(
                    (m[0] + a * u[0] + b * v[0], m[1] + a * u[1] + b * v[1], m[2] + a * u[2] + b * v[2])
                    for a, b, _ in _circle(reach, 0.0)
                )

            marks = (Mark(ring(radius * 1.5), "paper", 0),) if white else ()
            face = face._replace(marks=(*marks, Mark(ring(radius), "rim", 0)))
        faces.append(face)
    return replace(part, faces=tuple(faces))


@cache
def list_cargo_parts(kind: Kind) -> tuple[Part, ...]:
    """List the parts of a kind."""
    first = ship.SHAPES[kind][0]
    x, low = first.x, first.z - first.hz
    rings: list[Ring]
    match kind:
        case "crate":
            return (_add_frame(make_box(-1.4, 1.4, -1.4, 1.4, -1.2, 1.2, kind), 0.26, "crate_lo", brace=True),)
        case "chest":
            section = ((-1.1, 0), (1.1, 0), (1.1, 1.4), (0.8, 2.1), (-0.8, 2.1), (-1.1, 1.4))
            part = _make_loft([[(e, y, low + z) for y, z in section] for e in (-1.7, 1.7)], (kind, kind))
            for side in (-1.1, 1.1):
                seam = Mark(((-1.7, side, low + 1.35), (1.7, side, low + 1.35)), "chest_lo", 5)
                bands = (Mark(((e, side, low), (e, side, low + 1.4)), "brass", 6) for e in (-1.15, 1.15))
                lock = Mark(
                    tuple((a, side, low + b) for a, b in ((-0.3, 1.0), (0.3, 1.0), (0.3, 1.5), (-0.3, 1.5))), "brass", 0
                )
                part = _add_marks(part, (0, side, 0), seam, *bands, lock)
            return (
                _add_marks(
                    part,
                    (0, 0, 1),
                    *(Mark(((e, -0.8, low + 2.1), (e, 0.8, low + 2.1)), "brass", 6) for e in (-1.15, 1.15)),
                ),
            )
        case "bottle":
            body = _make_loft(
                [_circle(1.15, low), _circle(1.15, low + 0.5), _circle(1.15, low + 1.5), _circle(1.15, low + 1.85),
                 _circle(0.75, low + 2.2)], (kind, "paper", kind, kind, kind),
            )  # fmt: skip
            return (
                body,
                _make_loft([_circle(0.42, low + 2.2), _circle(0.42, low + 3.3)], (kind, kind)),
                _make_loft([_circle(0.5, low + 3.3), _circle(0.5, low + 3.8)], ("deck", "deck")),
            )
        case "boat":
            gunwale = ((3.0, 0.0), (2.0, 0.95), (-2.0, 0.95), (-3.0, 0.0), (-2.0, -0.95), (2.0, -0.95))
            rings = [[(a * 0.82, b * 0.7, low) for a, b in gunwale], [(a, b, low + 1.0) for a, b in gunwale]]
            part = _make_loft(rings, (kind, "boat_lo"), ((0, 0.72, "bottle"),))
            inside = Mark(tuple((a * 0.84, b * 0.72, low + 1.0) for a, b in gunwale), "hull", 0)
            seats = (Mark(((e, -0.72, low + 1.0), (e, 0.72, low + 1.0)), kind, 8) for e in (-1.2, 1.2))
            return (_add_marks(part, (0, 0, 1), inside, *seats),)
        case "barrel":
            rings = [
                _circle(0.84, low),
                _circle(1.0, low + 0.7),
                _circle(1.0, low + 1.7),
                _circle(0.84, low + 2.4),
            ]
            part = _make_loft(rings, (kind, kind, kind, "barrel_lo"), ((0, 0.5, "rim"), (2, 0.5, "rim")))
            return (part,)
        case "sailor":
            legs = ((-0.35, -0.72), (0.35, -0.72), (0.35, 0.72), (-0.35, 0.72))
            trousers = _make_loft(
                [[(x + a, b, low + z) for a, b in legs] for z in (0.0, 0.3, 1.1)], ("hull_lo", "paper", "paper")
            )
            for side in (-0.35, 0.35):
                seam = Mark(((x + side, 0.0, low), (x + side, 0.0, low + 0.85)), "rim", 4)
                trousers = _add_marks(trousers, (side / 0.35, 0, 0), seam)
            square = ((-0.35, -0.8), (0.35, -0.8), (0.35, 0.8), (-0.35, 0.8))
            shirt = _make_loft(
                [[(x + a, b, low + z) for a, b in square] for z in (1.1, 2.4)],
                (kind, kind),
                ((0, 0.2, "paper"), (0, 0.5, "paper"), (0, 0.8, "paper")),
            )
            head = _make_loft(
                [[(x + a, b, z) for a, b, z in _circle(0.55, low + z, 0.65)] for z in (2.4, 2.65, 3.05)],
                ("hull", "skin", "hull"),
            )
            head = _add_eyes(head, (1, 0, 0), (-1, 0, 0), radius=0.11, above=low + 2.65)
            cap = _make_loft(
                [[(x + a, b, z) for a, b, z in _circle(0.62, low + z, 0.58)] for z in (3.05, 3.4)], ("paper", kind)
            )
            arm, tip = ship.SHAPES[kind][1:]
            sleeve = make_box(arm.x - arm.hx, arm.x + arm.hx, -0.32, 0.32, arm.z - 0.25, arm.z + 0.25, kind)
            hand = make_box(tip.x - 0.2, tip.x + 0.2, -0.32, 0.32, tip.z - 0.5, tip.z + 0.5, "skin")
            return trousers, shirt, head, cap, sleeve, hand
        case "plank":
            grain = (Mark(((-3.6, y, 0.25), (3.6 - abs(y) * 4, y, 0.25)), "plank_hi", 3) for y in (-0.28, 0.28))
            return (_add_marks(make_box(-4, 4, -0.65, 0.65, -0.25, 0.25, kind), (0, 0, 1), *grain),)
        case "rat":
            rings = [
                [(e, -w, b), (e, w, b), (e, w * 0.8, t), (e, -w * 0.8, t)]
                for e, w, b, t in (
                    (-1.2, 0.45, -0.5, 0.2),
                    (-0.7, 0.6, -0.5, 0.5),
                    (0.3, 0.55, -0.5, 0.45),
                    (1.2, 0.16, -0.45, -0.1),
                )
            ]
            body = _make_loft(rings, (kind, kind, "rat_hi", "pink"))
            body = _add_eyes(body, (0, 1, 0), (0, -1, 0), radius=0.17, white=True, ahead=0.4)
            ears = (
                _make_loft(
                    [[(0.1 + e + 0.7 * b, side * (0.42 + e - 0.7 * b), 0.6 + c) for b, c, _ in _circle(0.36, 0.0)]
                     for e in (0.0, 0.12)], (kind, "pink"),
                )
                for side in (-1, 1)
            )  # fmt: skip
            bends = ((-1.15, 0.0, 0.15), (-1.75, 0.12, 0.11), (-2.3, 0.42, 0.06))
            tail = (
                _make_loft([[(e, y + a, z) for a, z in ((-w, -0.5), (w, -0.5), (w, 2 * w - 0.5), (-w, 2 * w - 0.5))]
                            for e, y, w in piece], ("pink", "pink"))
                for piece in pairwise(bends)
            )  # fmt: skip
            return *tail, body, *ears
    raise ValueError(kind)


_DECK: Final = ((8.0, 1.8), (5.0, 1.8), (5.0, 3.0), (-5.0, 3.0), (-7.0, 2.925))
"""Half of the deck's outline, from the bow to the stern."""
_SHEER: Final = (
    (2.6, ((9.9, 0.0), (9.0, 1.2), (7.4, 2.35), (5.0, 3.2), (1.8, 3.5), (-2.2, 3.5), (-5.2, 3.3), (-7.4, 2.9))),
    (0.9, ((8.8, 0.0), (8.0, 1.1), (6.5, 2.1), (4.4, 2.85), (1.6, 3.2), (-2.0, 3.2), (-4.9, 3.0), (-7.0, 2.5))),
    (-1.3, ((6.6, 0.0), (6.0, 0.8), (4.9, 1.4), (3.2, 1.9), (1.2, 2.2), (-1.8, 2.2), (-4.3, 2.0), (-6.1, 1.6))),
)
"""Half of the hull's outline below the deck, from the bow to the stern, at three heights."""


def _mirror(half: Ring | Sequence[tuple[float, float]], z: float) -> Ring:
    """List the corners of an outline of which half is given."""
    other = [(x, -y, z) for x, y, *_ in reversed(half) if y]
    return [*((x, y, z) for x, y, *_ in half), *other]


def _list_seams() -> Iterator[tuple[float, float, float]]:
    """List the seams between the planks of the deck: y, and x where they begin and end."""
    for y in (0.6, 1.2, 1.8, 2.4):
        for side in (-y, y):
            yield side, -7.0, 8.0 if y < 1.8 else 5.0


@cache
def list_hull_parts(lit: int) -> tuple[Part, ...]:
    """List the parts of the hull with its four deck areas; `lit`: the one to highlight, or another number for none."""
    high, middle, low = (_mirror(half, z) for z, half in _SHEER)
    hull = _make_loft([low, middle, high], ("hull_lo", "hull", "hull"),
                      ((1, 0.8, "foam"), (1, 0.4, "hull_lo"), (0, 0.5, "rim")))  # fmt: skip
    seams = (tuple(m._replace(width=4 if m.tone == "foam" else FAINT) for m in face.marks) for face in hull.faces)
    hull = replace(hull, faces=tuple(face._replace(marks=marks) for face, marks in zip(hull.faces, seams, strict=True)))
    outline = [*_DECK, *((x, -y) for x, y in reversed(_DECK))]
    rings = [[(x, y, z) for x, y in outline] for z in (ship.DECK - 0.25, ship.DECK)]
    part = _make_loft(rings, ("deck_lo", "deck"))
    marks = []
    for area in (1, 2, 3, 4):
        e, s = ship.end(area), ship.side(area)
        if e < 0:
            shape = [(0.0, 0.0), (0.0, 3.0), (-5.0, 3.0), (-7.0, 2.925), (-7.0, 0.0)]
        else:
            shape = [(0.0, 0.0), (0.0, 3.0), (5.0, 3.0), (5.0, 1.8), (8.0, 1.8), (8.0, 0.0)]
        tone = "lamp" if area == lit else "deck" if area in (1, 4) else "deck_hi"
        marks.append(Mark(tuple((x, y * s, ship.DECK) for x, y in shape), tone, 0))
    lines = [
        *(Mark(((fore, y, ship.DECK), (aft, y, ship.DECK)), "deck_lo", FAINT) for y, fore, aft in _list_seams()),
        Mark(((-7.0, 0, ship.DECK), (8.0, 0, ship.DECK)), "hull", 4),
        Mark(((0, -3.0, ship.DECK), (0, 3.0, ship.DECK)), "hull", 4),
    ]
    part = _add_marks(part, (0, 0, 1), *marks, *lines)
    # The deck is not convex: the sides of its narrow bow come first, its planks last.
    faces = sorted(part.faces, key=lambda face: (face.normal[2] > 0.9, -_find_middle(part.around(face))[0]))
    below = replace(hull, centre=(0.0, 0.0, -9.0))  # painted before the deck
    return below, replace(part, faces=tuple(faces), convex=False)


@cache
def make_mast(low: float, high: float) -> tuple[Part, ...]:
    """Make a stretch of the mast."""
    return (_make_loft([_circle(ship.MAST_RADIUS, low), _circle(ship.MAST_RADIUS, high)], ("deck", "deck")),)


@cache
def make_yard(index: int, lit: int) -> tuple[Part, ...]:
    """Make a yard around its own middle, in two halves; `lit`: the area to highlight."""
    _, length, _ = ship.YARDS[index]
    w, t, half = ship.YARD_WIDTH / 2, ship.YARD_THICKNESS / 2, length / 2
    tones = ["lamp" if 5 + 2 * index + n == lit else "deck_hi" if n else "deck" for n in (0, 1)]
    halves = make_box(-w, w, 0, half, -t, t, tones[0]), make_box(-w, w, -half, 0, -t, t, tones[1])
    return tuple(
        _add_marks(one, (0, 0, 1), *(Mark(line, "deck_lo", FAINT) for line in _list_grain(w, half * side, t)))
        for one, side in zip(halves, (1, -1), strict=True)
    )


def _list_grain(w: float, end: float, t: float) -> Iterator[tuple[Vector, Vector]]:
    """List the grain in the wood of a yard from the mast to its `end`."""
    for across, begin, until in ((-0.55, 0.16, 0.6), (0.2, 0.3, 0.97), (0.62, 0.12, 0.5), (-0.3, 0.66, 0.94)):
        yield (across * w, begin * end, t), (across * w, until * end, t)
