"""Riff Raff's ship at one moment, painted from back to front; boards, previews, icons and films are all made of this."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, Protocol

from PIL import Image, ImageDraw

from games.riff_raff import geometry, ship
from games.riff_raff.settled import KINDS, Kind, Piece
from rendering import riff_raff_shapes as shapes
from rendering.fonts import font, rise
from rendering.riff_raff_camera import LEVEL, Body, Camera, Rows, Vector, back_to_front, camera, dot, lean
from rendering.riff_raff_shapes import Part
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


class Brush(Protocol):
    """What paints: a `Pen` for sprites that are kept, a `Quick` for what changes with every picture."""

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None: ...
    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None: ...
    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None: ...


class Fine:
    """A brush for sprites."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        self._pen.polygon(points, fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        self._pen.line(points, fill, width)

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        reach = size / 11
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)):
            self._pen.words(x + dx * reach, y + dy * reach, letter, rim, size=size)
        self._pen.words(x, y, letter, fill, size=size)


@lru_cache(maxsize=512)
def _letter(letter: str, size: int, fill: RGB, rim: RGB) -> tuple[Image.Image, Image.Image]:
    """A letter with its rim, as colour and mask."""
    drawn, rim_width = font("display", size), max(1, size // 11)
    x0, y0, x1, y1 = (round(edge) for edge in drawn.getbbox(letter, anchor="ms", stroke_width=rim_width))
    image = Image.new("RGBA", (x1 - x0, y1 - y0), (*rim, 0))
    pen = ImageDraw.Draw(image)
    pen.text((-x0, -y0), letter, fill, drawn, anchor="ms", stroke_width=rim_width, stroke_fill=rim)
    return image.convert("RGB"), image.getchannel("A")


class Quick:
    """A brush that paints `fine` times finer than shown into a window of the picture."""

    def __init__(self, window: tuple[int, int, int, int], fine: int, scale: float = 1.0) -> None:
        """`window`: x0, y0, x1, y1 in pixels of the picture; `scale`: how large a pixel of the caller is there."""
        self.window, self.fine, self.unit = window, fine, fine * scale
        x0, y0, x1, y1 = window
        self.image = Image.new("RGBA", ((x1 - x0) * fine, (y1 - y0) * fine))
        self._draw = ImageDraw.Draw(self.image)

    def _here(self, points: Sequence[Point]) -> list[Point]:
        unit, left, top = self.unit, self.window[0] * self.fine, self.window[1] * self.fine
        return [(x * unit - left, y * unit - top) for x, y in points]

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        if fill:
            self._draw.polygon(self._here(points), fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        self._draw.line(self._here(points), fill, max(1, round(width * self.unit)), joint="curve" if width > 5 else None)

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        big = round(size * self.unit)
        colour, mask = _letter(letter, big, fill, rim)
        ((px, py),) = self._here([(x, y)])
        self.image.paste(colour, (round(px - mask.width / 2), round(py - mask.height / 2)), mask)

    def sprite(self) -> Sprite:
        """What was painted; its origin is that of the picture."""
        small = self.image.reduce(self.fine) if self.fine > 1 else self.image
        return Sprite(small.convert("RGB"), small.getchannel("A"), (-self.window[0], -self.window[1]))


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


def paint(brush: Brush, moment: Moment, view: Camera, look: Theme, letters: Letters, *, letter: int = 30, bare: bool = False) -> list[tuple[Piece, Body]]:
    """Paint the ship with all that is aboard; returns where the pieces are. `bare`: without the ship."""
    eye = view.aboard(lean(moment.roll, moment.pitch))
    all_things = [] if bare else list(vessel(moment.area, moment.yards))
    for piece in (*moment.cargo, *((moment.ghost,) if moment.ghost else ())):
        all_things += things(piece)
    bodies = [_body(thing, eye) for thing in all_things]
    for index in back_to_front(bodies, eye.toward):
        thing = all_things[index]
        mark = None
        if thing.piece is not None:
            mark = look.line if thing.piece is moment.ghost else look.chalk if thing.piece.id == moment.halo else None
        draw_thing(brush, thing, eye, look, letters, letter=letter, halo=mark, pale=thing.piece is not None and thing.piece is moment.ghost)
    found: dict[int, tuple[Piece, Body]] = {}
    for thing, body in zip(all_things, bodies, strict=True):
        if thing.piece is not None:
            if thing.piece.id in found:
                x0, y0, x1, y1 = found[thing.piece.id][1].seen
                a0, b0, a1, b1 = body.seen
                body = body._replace(seen=(min(x0, a0), min(y0, b0), max(x1, a1), max(y1, b1)))
            found[thing.piece.id] = (thing.piece, body)
    return list(found.values())


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
    return Body(thing.cuboids, bounds, (seen[0], seen[1], seen[2], seen[3]), dot(eye.toward, (first[0], first[1], first[2])))


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
    brush: Brush, thing: Thing, eye: Camera, look: Theme, letters: Letters, *, letter: int, halo: RGB | None = None, pale: bool = False
) -> None:
    """Paint one thing: its outline, then its faces from back to front, then its letter."""
    rows, at = thing.rows, thing.at
    columns = tuple(zip(*rows, strict=True))
    near: Vector = tuple(dot(c, eye.toward) for c in columns)  # type: ignore[assignment]  # three of them
    light: Vector = tuple(dot(c, _LIGHT) for c in columns)  # type: ignore[assignment]
    (rx, ry, rz), (ux, uy, uz) = ([eye.scale * dot(c, v) for c in columns] for v in (eye.right, eye.up))
    ox, oy = eye.point(at)

    def seen(points: Sequence[Vector]) -> list[Point]:
        return [(ox + rx * x + ry * y + rz * z, oy - ux * x - uy * y - uz * z) for x, y, z in points]

    parts = thing.parts if len(thing.parts) == 1 else sorted(thing.parts, key=lambda part: dot(part.centre, near))
    shown = [(face, seen(face.points)) for part in parts for face in part.faces if dot(face.normal, near) > 1e-6]
    edge = look.ink if look.contrast else look.rim
    for width, colour in ((22, look.rim), (14, halo)) if halo else ():
        for _, points in shown:
            brush.line([*points, points[0], points[1]], colour, width)
    for _, points in shown:
        brush.line([*points, points[0], points[1]], edge, 6)
    for face, points in shown:
        bright = dot(face.normal, light)
        level = 1 if bright > 0.6 else 0 if bright > 0.1 else -1
        fill = shade(look, face.tone, level)
        brush.polygon(points, mix(fill, look.chalk, 0.45) if pale and not look.contrast else fill)
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


@cache
def icon(kind: Kind, letters: Letters, look: Theme, width: int, height: int, letter: int, *, afloat: bool = False) -> Sprite:
    """A kind of piece on its own, as large as fits; its origin is its middle. `afloat`: awry, half under water."""
    q = ship.times(ship.about("z", 40), ship.POSES[kind]["lie" if kind == "sailor" and afloat else next(iter(ship.POSES[kind]))])
    if kind == "plank" or (kind == "boat"):
        q = ship.times(ship.about("z", 100), ship.POSES[kind]["keel" if kind == "boat" else "flat"])
    if kind == "rat":
        q = ship.about("z", -150)
    if afloat:
        q = ship.times(ship.about("y", 28), ship.times(ship.about("x", 16), q))
    whole = Piece(0, kind, 0.0, 0.0, 0.0, *q, 1)
    seen = [_body(thing, OBLIQUE).seen for thing in things(whole)]
    x0, y0, x1, y1 = min(s[0] for s in seen), min(s[1] for s in seen), max(s[2] for s in seen), max(s[3] for s in seen)
    scale = min((width - 10) / (x1 - x0), (height - 10) / (y1 - y0))
    eye = OBLIQUE.at(scale, width / 2 - scale * (x0 + x1) / 2, height / 2 - scale * (y0 + y1) / 2)

    def draw(pen: Pen) -> None:
        paint(Fine(pen), Moment((whole,)), eye, look, letters, letter=letter, bare=True)

    return sprite(width, height, draw, origin=(width // 2, height // 2))
