"""Riff Raff's ship at one moment, painted from back to front: of this boards, previews, icons and films are made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from games.riff_raff import geometry, ship
from games.riff_raff.settled import KINDS, Kind, Piece
from rendering import riff_raff_shapes as shapes
from rendering.canvas import Canvas
from rendering.riff_raff_brush import Brush, Fine, Quick, Window, trimmed
from rendering.riff_raff_camera import (
    LEVEL,
    Body,
    Camera,
    Rows,
    Vector,
    back_to_front,
    camera,
    dot,
    grown,
    lean,
    outline,
)
from rendering.riff_raff_shapes import Face, Part
from rendering.sprites import Pen, Point, Sprite, sprite
from rendering.theme import BLACK, RGB, WHITE, Theme, mix

OBLIQUE: Final = camera(28, 26)
"""From astern and a little to starboard: port is on the left, and no area hides another."""
ABOVE: Final = camera(0, 90)
ASTERN: Final = camera(0, 4)
ABEAM: Final = camera(90, 4)

_LIGHT: Final = (-0.52, 0.36, 0.78)
"""Where the light comes from, in the ship's frame: over the viewer's left shoulder."""

Letters = tuple[str, ...]
"""A letter for each kind, in the order of `KINDS`."""


class Moment(NamedTuple):
    """The ship and what is aboard her."""

    cargo: tuple[Piece, ...]
    roll: float = 0.0
    pitch: float = 0.0
    yards: tuple[float, float, float] = (0.0, 0.0, 0.0)
    area: int = 0
    """The area to be stressed."""
    halo: int = -1
    """Id of the piece loaded last."""
    ghost: Piece | None = None
    """A piece that is not yet let go."""


class Thing(NamedTuple):
    """A body to paint: its parts in a frame of their own, which `rows` turns and `at` moves into the ship's."""

    parts: tuple[Part, ...]
    rows: Rows
    at: Vector
    cuboids: tuple[geometry.Cuboid, ...]
    piece: Piece | None = None
    lettered: bool = False


def _box(x: float, y: float, z0: float, z1: float) -> geometry.Cuboid:
    return geometry.level_box(-x, x, -y, y, z0, z1)


_HULL_BOXES: Final = tuple(geometry.level_box(x0, x1, -half, half, -1.1, ship.DECK) for x0, x1, half in ship.HULL)


@lru_cache(maxsize=256)
def vessel(area: int, yards: tuple[float, float, float]) -> tuple[Thing, ...]:
    """The bare ship: hull, mast between the yards, yards."""
    out = [Thing(shapes.hull(area), LEVEL, (0.0, 0.0, 0.0), _HULL_BOXES)]
    low, r, w, t = ship.DECK, ship.MAST_RADIUS, ship.YARD_WIDTH / 2, ship.YARD_THICKNESS / 2
    for index, (height, length, _) in enumerate(ship.YARDS):
        out.append(Thing(shapes.mast(low, height - t), LEVEL, (0.0, 0.0, 0.0), (_box(r, r, low, height - t),)))
        q = ship.about("x", -yards[index])
        rows, h = geometry.matrix(q), length / 2
        cuboid = (0.0, 0.0, height, w, 0.0, 0.0, *(c[1] * h for c in rows), *(c[2] * t for c in rows))
        out.append(Thing(shapes.yard(index, area), rows, (0.0, 0.0, height), (cuboid,)))
        low = height + t
    out.append(Thing(shapes.mast(low, ship.MAST_TOP), LEVEL, (0.0, 0.0, 0.0), (_box(r, r, low, ship.MAST_TOP),)))
    return tuple(out)


def things(piece: Piece) -> tuple[Thing, ...]:
    """A piece as one body; the sailor, who may clasp a yard, as three."""
    q = (piece.qw, piece.qx, piece.qy, piece.qz)
    at, rows = (piece.x, piece.y, piece.z), geometry.matrix(q)
    cuboids, parts = geometry.placed(piece.kind, q, at), shapes.cargo(piece.kind)
    if piece.kind != "sailor":
        return (Thing(parts, rows, at, cuboids, piece, True),)
    return (
        Thing(parts[:4], rows, at, cuboids[:1], piece, True),
        Thing(parts[4:5], rows, at, cuboids[1:2], piece),
        Thing(parts[5:], rows, at, cuboids[2:], piece),
    )


_OVER: Final = 24
"""How far outlines, a halo and letters reach beyond a body, in pixels."""
_STRIP: Final = 48
"""Rows of the picture that are reduced and pasted at a time: between the yards she is slim."""


class Scene:
    """A moment as one camera sees it, put in order.

    `bare`: without the ship. `between`: only what has its middle between these heights in her frame.
    """

    def __init__(
        self, moment: Moment, view: Camera, *, bare: bool = False, between: tuple[float, float] = (-1e9, 1e9)
    ) -> None:
        self.moment = moment
        self.eye = view.aboard(lean(moment.roll, moment.pitch))
        pieces = (*moment.cargo, moment.ghost) if moment.ghost else moment.cargo
        everything = (*(() if bare else vessel(moment.area, moment.yards)), *(t for p in pieces for t in things(p)))
        self.things = [thing for thing in everything if between[0] <= thing.at[2] <= between[1]]
        self._bodies = [_body(thing, self.eye) for thing in self.things]
        self._order = back_to_front(self._bodies, self.eye.toward)
        self._shown: dict[object, list[tuple[Image.Image, int, int]]] = {}

    def show(self, canvas: Canvas, limits: Window, letters: Letters, *, letter: int = 30, fine: int = 2) -> None:
        """Paint everything on the canvas, within `limits`, with letters of so many pixels (0: none)."""
        how = canvas.theme, limits, letters, letter, fine, canvas.step
        if how not in self._shown:
            parts = self._parts(limits, canvas.step)
            x0, y0, x1, y1 = (f((part[k] for part in parts), default=0) for k, f in enumerate((min, min, max, max)))
            brush = Quick((x0, y0, x1, y1), fine / canvas.step)
            self.paint(brush, canvas.theme, letters, letter=letter)
            self._shown[how] = brush.cut(parts, canvas.step)
        for pixels, x, y in self._shown[how]:
            canvas.lay(pixels, x, y)

    def _parts(self, limits: Window, step: int) -> list[Window]:
        """What is painted on, within `limits`: strips as wide as they must be, their edges multiples of `step`."""
        seen = [body.seen for body in self._bodies]
        top = max([limits[1], *([min(int(y0) for _, y0, _, _ in seen) - _OVER] if seen else [])]) // step * step
        out = []
        for above in range(top, limits[3], _STRIP):
            below = min(limits[3], above + _STRIP)
            here = [(x0, x1) for x0, y0, x1, y1 in seen if y0 - _OVER < below and above < y1 + _OVER]
            if here:
                left = max(limits[0], int(min(x0 for x0, _ in here)) - _OVER) // step * step
                right = min(limits[2], int(max(x1 for _, x1 in here)) + _OVER) // step * step
                if left < right:
                    out.append((left, above, right, below))
        return out

    def paint(self, brush: Brush, look: Theme, letters: Letters, *, letter: int = 30) -> None:
        """Paint everything from back to front, with letters of so many pixels; 0: none."""
        for index in self._order:
            thing, moment = self.things[index], self.moment
            ghost = thing.piece is not None and thing.piece is moment.ghost
            halo = look.line if ghost else look.chalk if thing.piece and thing.piece.id == moment.halo else None
            draw_thing(brush, thing, self.eye, look, letters, letter=letter, halo=halo, pale=ghost)

    def pieces(self) -> list[tuple[Piece, tuple[float, float, float, float]]]:
        """Where the pieces are: x0, y0, x1, y1."""
        found: dict[int, tuple[Piece, tuple[float, float, float, float]]] = {}
        for thing, body in zip(self.things, self._bodies, strict=True):
            if (piece := thing.piece) is not None:
                (a0, b0, a1, b1), (x0, y0, x1, y1) = found.get(piece.id, (piece, body.seen))[1], body.seen
                found[piece.id] = piece, (min(x0, a0), min(y0, b0), max(x1, a1), max(y1, b1))
        return list(found.values())


@lru_cache(maxsize=8)
def scene(moment: Moment, view: Camera, *, between: tuple[float, float] = (-1e9, 1e9)) -> Scene:
    """A scene that is kept, with what was painted of it: most plies leave the ship as she is."""
    return Scene(moment, view, between=between)


def _body(thing: Thing, eye: Camera) -> Body:
    """Where a thing is on the picture, from its cuboids."""
    s, seen = eye.scale, [1e9, 1e9, -1e9, -1e9]
    for c in thing.cuboids:
        x, y = eye.point((c[0], c[1], c[2]))
        halves = ((c[3], c[4], c[5]), (c[6], c[7], c[8]), (c[9], c[10], c[11]))
        wide = s * sum(abs(dot(eye.right, h)) for h in halves)
        tall = s * sum(abs(dot(eye.up, h)) for h in halves)
        seen = [min(seen[0], x - wide), min(seen[1], y - tall), max(seen[2], x + wide), max(seen[3], y + tall)]
    bounds = tuple(geometry.bounds((c,)) for c in thing.cuboids)
    first = thing.cuboids[0]
    return Body(
        thing.cuboids, bounds, (seen[0], seen[1], seen[2], seen[3]), dot(eye.toward, (first[0], first[1], first[2]))
    )


@cache
def shade(look: Theme, tone: str, level: int) -> RGB:
    """A colour by name in the light (1), as it is (0), in the shade (-1)."""
    if look.contrast:
        if tone in ("rim", "plank_hi") or tone.endswith("_lo"):
            return look.ink
        return mix(look.ground, look.ink, (0.12, 0.0, 0.3)[level] if tone != "lamp" else (0.4, 0.3, 0.5)[level])
    base = look.rim if tone == "rim" else look.own(tone)
    return base if not level else mix(base, WHITE, 0.26) if level > 0 else mix(base, BLACK, 0.3)


def draw_thing(
    brush: Brush,
    thing: Thing,
    eye: Camera,
    look: Theme,
    letters: Letters,
    *,
    letter: int,
    halo: RGB | None = None,
    pale: bool = False,
) -> None:
    """Paint one thing: its outline, then its faces from back to front, then its letter."""
    rows, at, there = thing.rows, thing.at, brush.through(eye)
    columns = tuple(zip(*rows, strict=True))
    near: Vector = tuple(dot(c, eye.toward) for c in columns)  # type: ignore[assignment]  # three of them
    light: Vector = tuple(dot(c, _LIGHT) for c in columns)  # type: ignore[assignment]
    (rx, ry, rz), (ux, uy, uz) = ([there.scale * dot(c, v) for c in columns] for v in (eye.right, eye.up))
    ox, oy = there.point(at)

    def seen(points: Sequence[Vector]) -> list[Point]:
        return [(ox + rx * x + ry * y + rz * z, oy - ux * x - uy * y - uz * z) for x, y, z in points]

    parts = thing.parts if len(thing.parts) == 1 else sorted(thing.parts, key=lambda part: dot(part.centre, near))
    shown: list[tuple[Face, list[Point]]] = []
    outlines: list[list[Point]] = []
    for part in parts:
        faces = [(face, seen(face.points)) for face in part.faces if dot(face.normal, near) > 1e-6]
        shown += faces
        outlines += [outline([p for _, points in faces for p in points])] if part.convex else [p for _, p in faces]
    edge, coarse = look.ink if look.contrast else look.rim, eye.scale < 9
    for reach, colour in ((11, look.rim), (7, halo), (3, edge)) if halo else ((3, edge),):
        for points in outlines:
            brush.polygon(grown(points, reach * there.scale / eye.scale), colour)
    for face, points in shown:
        bright = dot(face.normal, light)
        level = 1 if bright > 0.6 else 0 if bright > 0.1 else -1
        fill = shade(look, face.tone, level)
        brush.polygon(points, mix(fill, look.chalk, 0.45) if pale and not look.contrast else fill)
        if coarse:
            continue
        for mark in face.marks:
            tone = shade(look, mark.tone, 0)
            if mark.width:
                brush.line(seen(mark.points), tone, mark.width * min(1.0, eye.scale / 26))
            else:
                brush.polygon(seen(mark.points), tone)
        brush.line([*points, points[0]], edge, 2)
    if thing.lettered and thing.piece is not None and letter:
        light_letter = shapes.ON[thing.piece.kind] and not look.contrast
        fill, rim = (WHITE, look.rim) if light_letter else (look.rim, WHITE)
        if look.contrast:
            fill, rim = look.ink, look.ground
        middle = _letter_place(thing)
        x, y = seen([middle])[0]
        brush.letter(x, y, letters[KINDS.index(thing.piece.kind)], letter, fill, rim)


def _letter_place(thing: Thing) -> Vector:
    """Where a kind's letter stands, in its own frame: on its bulk."""
    box = ship.SHAPES[thing.piece.kind][0]  # type: ignore[union-attr]  # asked only of pieces
    return (box.x, box.y, box.z)


_ICON_TURN: Final[dict[Kind, int]] = {"chest": -75, "boat": 100, "sailor": -25, "plank": 105, "rat": 70}
"""How far a kind is turned on an icon, so that it shows its best side."""


@cache
def icon(
    kind: Kind, letters: Letters, look: Theme, width: int, height: int, letter: int, *, afloat: bool = False
) -> Sprite:
    """A kind of piece on its own, as large as fits; its origin is its middle. `afloat`: awry, half under water."""
    pose = "lie" if kind == "sailor" and afloat else next(iter(ship.POSES[kind]))
    q = ship.times(ship.about("z", _ICON_TURN.get(kind, 10)), ship.POSES[kind][pose])
    if afloat:
        q = ship.times(ship.about("y", 22), ship.times(ship.about("x", 14), q))
    whole = Piece(0, kind, 0.0, 0.0, 0.0, *q, 1)
    rows = geometry.matrix(q)
    corners = [p for part in shapes.cargo(kind) for face in part.faces for p in face.points]
    seen = [OBLIQUE.point((dot(rows[0], p), dot(rows[1], p), dot(rows[2], p))) for p in corners]
    x0, y0, x1, y1 = (f(point[k] for point in seen) for f in (min, max) for k in (0, 1))
    scale = min((width - 10) / (x1 - x0), (height - 10) / (y1 - y0))
    eye = OBLIQUE.at(scale, width / 2 - scale * (x0 + x1) / 2, height / 2 - scale * (y0 + y1) / 2)

    def draw(pen: Pen) -> None:
        Scene(Moment((whole,)), eye, bare=True).paint(Fine(pen), look, letters, letter=letter)

    return trimmed(sprite(width, height, draw, origin=(width // 2, height // 2)))
