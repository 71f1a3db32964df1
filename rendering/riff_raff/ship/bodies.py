"""Paint one body of Riff Raff: a part of the ship or a piece of cargo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.riff_raff.loading import geometry, ship
from games.riff_raff.loading.settled import KINDS, Kind, Piece
from rendering.drawing.pen import Point
from rendering.drawing.theme import BLACK, RGB, WHITE, Theme, mix
from rendering.riff_raff.ship import shapes
from rendering.riff_raff.ship.brushes import Brush
from rendering.riff_raff.ship.camera import LEVEL, Camera, Rows, Vector, dot
from rendering.riff_raff.ship.shapes import Face, Part

_LIGHT: Final = (-0.52, 0.36, 0.78)
"""The direction of the light, in the ship's frame: over the viewer's left shoulder."""

Letters = tuple[str, ...]
"""A letter for each kind, in the order of `KINDS`."""


class Thing(NamedTuple):
    """A body to paint: its parts in a frame of their own, which `rows` turns and `at` moves into the ship's."""

    parts: tuple[Part, ...]
    rows: Rows
    at: Vector
    cuboids: tuple[geometry.Cuboid, ...]
    piece: Piece | None = None
    lettered: bool = False


def _box(x: float, y: float, z0: float, z1: float) -> geometry.Cuboid:
    return geometry.make_level_box(-x, x, -y, y, z0, z1)


_HULL_BOXES: Final = tuple(geometry.make_level_box(x0, x1, -half, half, -1.1, ship.DECK) for x0, x1, half in ship.HULL)


@lru_cache(maxsize=256)
def list_vessel(area: int, yards: tuple[float, float, float]) -> tuple[Thing, ...]:
    """List the bodies of the bare ship: hull, mast between the yards, yards."""
    out = [Thing(shapes.list_hull_parts(area), LEVEL, (0.0, 0.0, 0.0), _HULL_BOXES)]
    low, r, w, t = ship.DECK, ship.MAST_RADIUS, ship.YARD_WIDTH / 2, ship.YARD_THICKNESS / 2
    for index, (height, length, _) in enumerate(ship.YARDS):
        out.append(Thing(shapes.make_mast(low, height - t), LEVEL, (0.0, 0.0, 0.0), (_box(r, r, low, height - t),)))
        q = ship.about("x", -yards[index])
        rows, h = geometry.compute_matrix(q), length / 2
        cuboid = (0.0, 0.0, height, w, 0.0, 0.0, *(c[1] * h for c in rows), *(c[2] * t for c in rows))
        out.append(Thing(shapes.make_yard(index, area), rows, (0.0, 0.0, height), (cuboid,)))
        low = height + t
    out.append(Thing(shapes.make_mast(low, ship.MAST_TOP), LEVEL, (0.0, 0.0, 0.0), (_box(r, r, low, ship.MAST_TOP),)))
    return tuple(out)


@lru_cache(maxsize=128)
def list_things(piece: Piece) -> tuple[Thing, ...]:
    """Return a piece as one body; the sailor, who may clasp a yard, becomes three."""
    q = (piece.qw, piece.qx, piece.qy, piece.qz)
    at, rows = (piece.x, piece.y, piece.z), geometry.compute_matrix(q)
    cuboids, parts = geometry.place_boxes(piece.kind, q, at), shapes.list_cargo_parts(piece.kind)
    if piece.kind != "sailor":
        return (Thing(parts, rows, at, cuboids, piece, True),)
    return (
        Thing(parts[:4], rows, at, cuboids[:1], piece, True),
        Thing(parts[4:5], rows, at, cuboids[1:2], piece),
        Thing(parts[5:], rows, at, cuboids[2:], piece),
    )


@cache
def list_normals(part: Part, /) -> tuple[Vector, ...]:
    """List the normals of the faces of a part."""
    return tuple(face.normal for face in part.faces)


@cache
def list_creases(part: Part, seen: tuple[int, ...], /) -> tuple[tuple[int, ...], ...]:
    """List the edges between two visible faces of a convex part, each as two corners; round parts show none."""
    sides: dict[tuple[int, int], Face] = {}
    for face in (part.faces[index] for index in seen):
        sides |= {(face.corners[i - 1], face.corners[i]): face for i in range(len(face.corners))}
    return tuple(
        side
        for side, face in sides.items()
        if side[0] < side[1] and (other := sides.get((side[1], side[0]))) and not (face.round and other.round)
    )


@cache
def list_outlines(part: Part, seen: tuple[int, ...], /) -> tuple[tuple[int, ...], ...]:
    """List the outlines of a part, given its visible faces: one around all of them, or one for each face if the part is
    not convex.

    The corners of an outline run in the same direction as those of the faces.
    """
    shown = [part.faces[index].corners for index in seen]
    if not part.convex:
        return tuple(shown)
    sides = {(face[i - 1], face[i]) for face in shown for i in range(len(face))}
    following = {a: b for a, b in sides if (b, a) not in sides}  # sides that two faces share are inside
    loops: list[tuple[int, ...]] = [()]
    while following:
        loop = [min(following)]
        while (corner := following.pop(loop[-1], None)) is not None:
            loop.append(corner)
        loops.append(tuple(loop[:-1]))
    return (max(loops, key=len),)  # a face seen edge-on may leave a hole


@cache
def find_shade(look: Theme, tone: str, level: int) -> RGB:
    """Return a colour by name in the light (1), as it is (0) or in the shade (-1)."""
    if look.contrast:
        if tone in ("rim", "plank_hi") or tone.endswith("_lo"):
            return look.ink
        return mix(look.ground, look.ink, (0.12, 0.0, 0.3)[level] if tone != "lamp" else (0.4, 0.3, 0.5)[level])
    base = look.rim if tone == "rim" else look.own(tone)
    return base if not level else mix(base, WHITE, 0.26) if level > 0 else mix(base, BLACK, 0.3)


def draw_thing(
    brush: Brush, thing: Thing, eye: Camera, look: Theme, *, halo: RGB | None = None, pale: bool = False
) -> list[list[Point]]:
    """Paint one thing: its outline, then its faces from back to front. Returns the area it covers, as convex polygons
    in pixels of the brush."""
    there, edge = brush.through(eye), look.ink if look.contrast else look.rim
    covered, strokes = _list_strokes(thing, there, eye.scale, look, brush.least, pale=pale)
    for reach, colour in ((11, look.rim), (7, halo), (4, edge)) if halo else ((4, edge),):
        for corners in covered:
            brush.around(corners, colour, reach * there.scale / eye.scale)
    for points, fill, width in strokes:
        if width:
            brush.line(points, fill, width)
        else:
            brush.polygon(points, fill)
    return covered


class _Strokes(NamedTuple):
    """How to paint a thing: what it covers, then polygons (of width 0) and lines, each with its colour."""

    covered: list[list[Point]]
    strokes: list[tuple[list[Point], RGB, float]]


@lru_cache(maxsize=96)
def _list_strokes(thing: Thing, there: Camera, scale: float, look: Theme, least: float, *, pale: bool) -> _Strokes:
    """List the strokes that paint a thing, seen by the camera of a brush; the picture has `scale` pixels a centimetre.
    Lines of at most `least` pixels are left out.

    Cached, because in a film and from one turn to the next, most things stay where they are.
    """
    columns = tuple(zip(*thing.rows, strict=True))
    nx, ny, nz = (dot(c, there.toward) for c in columns)
    lx, ly, lz = (dot(c, _LIGHT) for c in columns)
    (rx, ry, rz), (ux, uy, uz) = ([there.scale * dot(c, v) for c in columns] for v in (there.right, there.up))
    ox, oy = there.point(thing.at)

    def project(points: Sequence[Vector]) -> list[Point]:
        return [(ox + rx * x + ry * y + rz * z, oy - ux * x - uy * y - uz * z) for x, y, z in points]

    parts = thing.parts
    if len(parts) > 1:
        parts = tuple(sorted(parts, key=lambda part: dot(part.centre, (nx, ny, nz))))
    shown: list[tuple[tuple[Face, ...], list[Point], tuple[tuple[int, ...], ...]]] = []
    covered: list[list[Point]] = []
    for part in parts:
        faces, points = part.faces, project(part.points)
        seen = tuple([i for i, (x, y, z) in enumerate(list_normals(part)) if x * nx + y * ny + z * nz > 1e-6])
        if part.convex:
            shown.append((tuple([faces[i] for i in seen]), points, list_creases(part, seen)))
        else:
            shown += [((faces[i],), points, ((*faces[i].corners, faces[i].corners[0]),)) for i in seen]
        covered += [[points[corner] for corner in loop] for loop in list_outlines(part, seen)]
    edge, coarse, thin = look.ink if look.contrast else look.rim, scale < 9, min(1.0, scale / 26)
    strokes: list[tuple[list[Point], RGB, float]] = []
    for faces, points, lines in shown:
        for edges, (x, y, z), tone, marks, _ in faces:
            bright = x * lx + y * ly + z * lz
            fill = find_shade(look, tone, 1 if bright > 0.6 else 0 if bright > 0.1 else -1)
            fill = mix(fill, look.chalk, 0.45) if pale and not look.contrast else fill
            strokes.append(([points[corner] for corner in edges], fill, 0))
            strokes += [
                (project(mark.points), find_shade(look, mark.tone, 0), mark.width * thin)
                for mark in (() if coarse else marks)
                if not mark.width or mark.width * thin > least
            ]
        strokes += [([points[corner] for corner in line], edge, 2) for line in (() if coarse else lines)]
    return _Strokes(covered, strokes)


def find_kind(thing: Thing) -> Kind:
    """Return the kind of a piece. Raises ValueError for a part of the ship."""
    if thing.piece is None:
        raise ValueError("a part of the ship is of no kind")
    return thing.piece.kind


def list_letter_places(thing: Thing) -> Iterator[Vector]:
    """List places for the letter of a piece, in the ship's frame: the middle of its bulk, or a little aside."""
    box = ship.SHAPES[find_kind(thing)][0]
    for a, b, c in _TRIES:
        own = (box.x + _ASIDE * a * box.hx, box.y + _ASIDE * b * box.hy, box.z + _ASIDE * c * box.hz)
        x, y, z = (dot(row, own) for row in thing.rows)
        yield x + thing.at[0], y + thing.at[1], z + thing.at[2]


_TRIES: Final = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1),
                 *((a, b, c) for c in (1.4, -1.4) for a in (1.4, -1.4) for b in (1.4, -1.4)))  # fmt: skip
"""The directions in which a place for a letter is looked for."""
_ASIDE: Final = 0.5
"""How far aside, as a share of half the size of the bulk."""


def write_letter(brush: Brush, at: Point, kind: Kind, look: Theme, letters: Letters, size: int) -> None:
    """Write the letter of a piece, its middle at a point of the brush."""
    fill, rim = (WHITE, look.rim) if shapes.ON[kind] else (look.rim, WHITE)
    if look.contrast:
        fill, rim = look.ink, look.ground
    brush.letter(*at, letters[KINDS.index(kind)], size, fill, rim)
