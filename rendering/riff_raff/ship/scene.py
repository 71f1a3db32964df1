"""Paint Riff Raff's ship at one moment, from back to front, for boards, previews, icons and clips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from games.riff_raff.loading import geometry, ship
from games.riff_raff.loading.settled import KINDS, Kind, Piece
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.stored.packed import Packed, pack
from rendering.drawing.theme import Theme
from rendering.riff_raff.ship import shapes
from rendering.riff_raff.ship.bodies import (
    Letters,
    Thing,
    draw_thing,
    find_kind,
    list_letter_places,
    list_things,
    list_vessel,
    write_letter,
)
from rendering.riff_raff.ship.brushes import Brush, Doubled, Fine, Flat, Window, trim
from rendering.riff_raff.ship.camera import Body, Camera, compute_lean, dot, holds, place_camera, sort_back_to_front

OBLIQUE: Final = place_camera(28, 26)
"""From astern and a little to starboard: port is on the left, and no area hides another."""
ABOVE: Final = place_camera(0, 90)
ASTERN: Final = place_camera(0, 4)
ABEAM: Final = place_camera(90, 4)


class Moment(NamedTuple):
    """The ship and everything aboard."""

    cargo: tuple[Piece, ...]
    roll: float = 0.0
    pitch: float = 0.0
    yards: tuple[float, float, float] = (0.0, 0.0, 0.0)
    area: int = 0
    """The area to highlight."""
    halo: int = -1
    """Id of the piece loaded last."""
    ghost: Piece | None = None
    """A piece that is not yet let go."""


_OVER: Final = 24
"""How far outlines, a halo and letters reach beyond a body, in pixels."""
_STRIP: Final = 48
"""Height, in pixels, of the strips in which the picture is reduced and pasted.

Each is only as wide as the bodies in it: between the yards the ship is narrow.
"""
_HIDDEN: Final = 0.75
"""The share of a piece that must be hidden before its outline is drawn."""
_DASH: Final = 6
"""The length of the dashes of that outline, in pixels."""
_ANYWHERE: Final = (-1_000_000, -1_000_000, 1_000_000, 1_000_000)

_GROUNDS: Final = 4
"""How many grounds, such as those with and without something afloat behind the ship, a painting is kept for."""

Written = tuple[str, float, float, float, float]
"""A letter, and where it is: x0, y0, x1, y1. It is as high as its font's size."""
Edges = tuple[float, float, float, float]
Covered = dict[int, list[list[Point]]]
"""What each body covers in the picture, by its index in the scene: convex polygons, in pixels of a brush."""


def _place_letter(letter: str, size: int, x: float, y: float) -> Written:
    wide = measure(letter, size, "display")
    return letter, x - wide / 2, y - size / 2, x + wide / 2, y + size / 2


def _note(canvas: Canvas, one: Written) -> None:
    words, x0, y0, x1, y1 = one
    canvas.box("letter", x0, y0, x1 - x0, y1 - y0, words)


def meet(one: Edges, other: Edges) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _is_within(one: Edges, other: Edges) -> bool:
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


def _hides(polygons: Sequence[Sequence[Point]], middle: Point, one: Written, fine: float) -> bool:
    """Whether a part of a letter lies behind polygons of a brush; capitals fill the middle three quarters of a line."""
    (x, y), across, down = middle, (one[3] - one[1]) / 2 * fine, (one[4] - one[2]) * 0.37 * fine
    return any(holds(p, x + i * across, y + j * down) for p in polygons for i in (-1, 0, 1) for j in (-1, 0, 1))


class Scene:
    """A moment as one camera sees it, sorted.

    `bare`: without the ship. `between`: only bodies whose middle lies between these heights in the ship's frame.
    Letters are written last, and only those in full sight.
    """

    def __init__(
        self, moment: Moment, view: Camera, *, bare: bool = False, between: tuple[float, float] = (-1e9, 1e9)
    ) -> None:
        self.moment = moment
        self.eye = view.aboard(compute_lean(moment.roll, moment.pitch))
        pieces = (*moment.cargo, moment.ghost) if moment.ghost else moment.cargo
        everything = (
            *(() if bare else list_vessel(moment.area, moment.yards)),
            *(t for p in pieces for t in list_things(p)),
        )
        self.things = [thing for thing in everything if between[0] <= thing.at[2] <= between[1]]
        self._bodies = [_make_body(thing, self.eye) for thing in self.things]
        self._order = sort_back_to_front(self._bodies, self.eye.toward)

    def list_strips(self, limits: Window) -> list[Window]:
        """List the strips to paint, within `limits`, each as wide as necessary."""
        seen = [body.seen for body in self._bodies]
        top = max([limits[1], *([min(int(y0) for _, y0, _, _ in seen) - _OVER] if seen else [])])
        out = []
        for above in range(top, limits[3], _STRIP):
            below = min(limits[3], above + _STRIP)
            here = [(x0, x1) for x0, y0, x1, y1 in seen if y0 - _OVER < below and above < y1 + _OVER]
            if here:
                left = max(limits[0], int(min(x0 for x0, _ in here)) - _OVER)
                right = min(limits[2], int(max(x1 for _, x1 in here)) + _OVER)
                if left < right:
                    out.append((left, above, right, below))
        return out

    def paint(
        self, brush: Brush, look: Theme, letters: Letters = (), letter: int = 0, limits: Window = _ANYWHERE,
        signs: tuple[Edges, ...] = (), *, outline: bool = False,
    ) -> list[Written]:  # fmt: skip
        """Paint everything within `limits`, with letters of `letter` pixels (0: none), clear of `signs`, and optionally
        an outline of what is hidden. Returns the letters."""
        covered = self._paint(brush, look, limits)
        if outline:
            self._outline_hidden(brush, look, covered)
        return self._write(brush, look, letters, letter, covered, limits, signs)

    def _paint(self, brush: Brush, look: Theme, limits: Window) -> Covered:
        """Paint the bodies that reach into `limits` from back to front."""
        covered: Covered = {}
        left, top, right, below = limits[0] - _OVER, limits[1] - _OVER, limits[2] + _OVER, limits[3] + _OVER
        for index in self._order:
            if not meet(self._bodies[index].seen, (left, top, right, below)):
                continue
            moment, piece = self.moment, self.things[index].piece
            ghost = piece is not None and piece == moment.ghost
            halo = look.line if ghost else look.chalk if piece and piece.id == moment.halo else None
            covered[index] = draw_thing(brush, self.things[index], self.eye, look, halo=halo, pale=ghost)
        return covered

    def _write(
        self, brush: Brush, look: Theme, letters: Letters, letter: int, covered: Covered,
        limits: Window, signs: tuple[Edges, ...],
    ) -> list[Written]:  # fmt: skip
        """Write the letters that are in full sight, in `letter` pixels (0: none)."""
        written: list[Written] = []
        taken: list[Edges] = [*signs]
        before: list[int] = []
        there = brush.through(self.eye)
        fine = there.scale / self.eye.scale
        for index in reversed(self._order) if letter else ():
            thing = self.things[index]
            for place in list_letter_places(thing) if thing.lettered else ():
                one = _place_letter(letters[KINDS.index(find_kind(thing))], letter, *self.eye.point(place))
                edges, at = one[1:], there.point(place)
                if not _is_within(edges, limits) or any(meet(edges, other) for other in taken):
                    continue
                near = [
                    k for k in before if meet(edges, self._bodies[k].seen) and self.things[k].piece is not thing.piece
                ]
                if not any(_hides(covered[k], at, one, fine) for k in near):
                    write_letter(brush, at, find_kind(thing), look, letters, letter)
                    written.append(one)
                    taken.append(edges)
                    break
            before.append(index)
        return written

    def _outline_hidden(self, brush: Brush, look: Theme, covered: Covered) -> None:
        """Draw the outlines of pieces that are mostly hidden by nearer things."""
        before: list[int] = []
        for index in reversed(self._order):
            thing = self.things[index]
            if thing.lettered and index in covered:
                near = [polygon for k in before if k in covered and self.things[k].piece is not thing.piece
                        and meet(self._bodies[k].seen, self._bodies[index].seen) for polygon in covered[k]]  # fmt: skip
                if near and _hide_most(near, [at for polygon in covered[index] for at in _sample(polygon)]):
                    corners = _surround([point for polygon in covered[index] for point in polygon])
                    tone = look.line if thing.piece == self.moment.ghost else look.chalk
                    for dash in _cut_dashes(
                        [*corners, corners[0]], _DASH * brush.through(self.eye).scale / self.eye.scale
                    ):
                        brush.line(dash, look.ink if look.contrast else tone, 2)
            before.append(index)

    def pieces(self) -> list[tuple[Piece, tuple[float, float, float, float]]]:
        """Return the places of the pieces: x0, y0, x1, y1."""
        found: dict[int, tuple[Piece, tuple[float, float, float, float]]] = {}
        for thing, body in zip(self.things, self._bodies, strict=True):
            if (piece := thing.piece) is not None:
                (a0, b0, a1, b1), (x0, y0, x1, y1) = found.get(piece.id, (piece, body.seen))[1], body.seen
                found[piece.id] = piece, (min(x0, a0), min(y0, b0), max(x1, a1), max(y1, b1))
        return list(found.values())


def _hide_most(polygons: Sequence[Sequence[Point]], points: Sequence[Point]) -> bool:
    """Whether polygons hide more than the share `_HIDDEN` of points."""
    left = (1 - _HIDDEN) * len(points)
    for x, y in points:
        for polygon in polygons:
            if holds(polygon, x, y):
                break
        else:
            left -= 1
        if left <= 0:
            return False
    return left > 0


def _sample(polygon: Sequence[Point]) -> list[Point]:
    """List points of a convex polygon: its middle, and those halfway from there to its corners."""
    x, y = (sum(axis) / len(polygon) for axis in zip(*polygon, strict=True))
    return [(x, y), *((x + (a - x) * 0.6, y + (b - y) * 0.6) for a, b in polygon)]


def _surround(points: Sequence[Point]) -> list[Point]:
    """List the corners of the smallest convex polygon around points (Andrew's monotone chain)."""
    out: list[Point] = []
    for way in (sorted(points), sorted(points, reverse=True)):
        half: list[Point] = []
        for x, y in way:
            while len(half) > 1 and (half[-1][0] - half[-2][0]) * (y - half[-2][1]) <= (half[-1][1] - half[-2][1]) * (
                x - half[-2][0]
            ):
                half.pop()
            half.append((x, y))
        out += half[:-1]
    return out


def _cut_dashes(points: Sequence[Point], long: float) -> Iterator[tuple[Point, Point]]:
    """Cut a line into dashes of equal length with gaps as long."""
    for (x0, y0), (x1, y1) in pairwise(points):
        count = max(1, round(hypot(x1 - x0, y1 - y0) / long / 2)) * 2
        for k in range(0, count, 2):
            a, b = (k + 0.5) / count, (k + 1.5) / count
            yield (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)


class Shown(NamedTuple):
    """A painted scene: the strips of the picture, each with its left top corner, the letters, and the places of the
    pieces."""

    strips: tuple[tuple[Packed, int, int], ...]
    written: list[Written]
    pieces: list[tuple[Piece, Edges]]


class _Kept(NamedTuple):
    """A scene as it was painted within some limits: its strips, and what it looked like, by the ground below."""

    parts: list[Window]
    by_ground: dict[int, Shown]


@lru_cache(maxsize=256)
def _keep(moment: Moment, view: Camera, limits: Window, *_: object, between: tuple[float, float]) -> _Kept:
    """Keep what was painted lately: most plies do not change the ship, and there are many matches at once."""
    return _Kept(Scene(moment, view, between=between).list_strips(limits), {})


def show_scene(
    canvas: Canvas, moment: Moment, view: Camera, limits: Window, letters: Letters, *, letter: int = 30,
    signs: tuple[Edges, ...] = (), between: tuple[float, float] = (-1e9, 1e9),
) -> list[tuple[Piece, Edges]]:  # fmt: skip
    """Paint everything on the canvas, within `limits`, with letters of `letter` pixels (0: none), clear of `signs`.
    Returns the places of the pieces.

    The result is cached, except in films.
    """
    look, how = canvas.theme, (letters, letter, signs)
    if canvas.look.half:
        scene, (x0, y0, x1, y1) = Scene(moment, view, between=between), limits
        brush = Flat(canvas.part(x0, y0, x1 - x0, y1 - y0), x0, y0, look, 0.5)
        shown = Shown((), scene.paint(brush, look, letters, letter, limits, signs), scene.pieces())
        canvas.put_back(brush.sheet, x0, y0)
    else:
        kept = _keep(moment, view, limits, look, *how, between=between)
        grounds = [canvas.read(*part) for part in kept.parts]
        key = hash(tuple(grounds))
        if key not in kept.by_ground:
            if len(kept.by_ground) == _GROUNDS:
                kept.by_ground.clear()
            scene = Scene(moment, view, between=between)
            kept.by_ground[key] = _paint_strips(scene, kept.parts, grounds, look, limits, *how)
        shown = kept.by_ground[key]
        for strip, x, y in shown.strips:
            canvas.put_back(strip.unpack(), x, y)
    for one in shown.written:
        _note(canvas, one)
    return shown.pieces


def _paint_strips(
    scene: Scene, parts: Sequence[Window], grounds: Sequence[bytes], look: Theme, limits: Window, letters: Letters,
    letter: int, signs: tuple[Edges, ...],
) -> Shown:  # fmt: skip
    """Paint a scene over strips of the ground, with soft edges."""
    if not parts:
        return Shown((), [], scene.pieces())
    x0, y0, x1, y1 = (f(part[k] for part in parts) for k, f in enumerate((min, min, max, max)))
    doubled = Doubled((x0, y0, x1, y1))
    for part, ground in zip(parts, grounds, strict=True):
        doubled.lay(part, ground)
    written = scene.paint(Flat(doubled.sheet, x0, y0, look, 2), look, letters, letter, limits, signs, outline=True)
    strips = tuple([(pack(doubled.halve(part, look), soon=True), part[0], part[1]) for part in parts])
    return Shown(strips, written, scene.pieces())


def _make_body(thing: Thing, eye: Camera) -> Body:
    """Find the place of a thing in the picture, from its cuboids."""
    s, (rx, ry, rz), (ux, uy, uz) = eye.scale, eye.right, eye.up
    x0, y0, x1, y1 = 1e9, 1e9, -1e9, -1e9
    for cx, cy, cz, ax, ay, az, bx, by, bz, dx, dy, dz in thing.cuboids:
        x, y = eye.point((cx, cy, cz))
        wide = s * (
            abs(rx * ax + ry * ay + rz * az) + abs(rx * bx + ry * by + rz * bz) + abs(rx * dx + ry * dy + rz * dz)
        )
        tall = s * (
            abs(ux * ax + uy * ay + uz * az) + abs(ux * bx + uy * by + uz * bz) + abs(ux * dx + uy * dy + uz * dz)
        )
        x0, y0, x1, y1 = min(x0, x - wide), min(y0, y - tall), max(x1, x + wide), max(y1, y + tall)
    bounds = tuple([geometry.compute_bounds((c,)) for c in thing.cuboids])
    x, y, z, *_ = thing.cuboids[0]
    return Body(thing.cuboids, bounds, (x0, y0, x1, y1), dot(eye.toward, (x, y, z)))


_ICON_TURN: Final[dict[Kind, int]] = {"chest": -75, "boat": 100, "sailor": -25, "plank": 105, "rat": -90}
"""How far a kind is turned on an icon, so that it shows its best side."""


@cache
def _pose(kind: Kind, width: int, height: int, *, afloat: bool) -> tuple[Piece, Camera]:
    """Pose a kind of piece for an icon. Also returns the camera that shows it as large as fits."""
    pose = "lie" if kind == "sailor" and afloat else next(iter(ship.POSES[kind]))
    q = ship.times(ship.about("z", _ICON_TURN.get(kind, 10)), ship.POSES[kind][pose])
    if afloat:
        q = ship.times(ship.about("y", 22), ship.times(ship.about("x", 14), q))
    whole = Piece(0, kind, 0.0, 0.0, 0.0, *q, 1)
    rows = geometry.compute_matrix(q)
    corners = [p for part in shapes.list_cargo_parts(kind) for p in part.points]
    seen = [OBLIQUE.point((dot(rows[0], p), dot(rows[1], p), dot(rows[2], p))) for p in corners]
    x0, y0, x1, y1 = (f(point[k] for point in seen) for f in (min, max) for k in (0, 1))
    scale = min((width - 10) / (x1 - x0), (height - 10) / (y1 - y0))
    return whole, OBLIQUE.at(scale, width / 2 - scale * (x0 + x1) / 2, height / 2 - scale * (y0 + y1) / 2)


@cache
def draw_icon(
    kind: Kind, letters: Letters, look: Theme, width: int, height: int, letter: int, *, afloat: bool = False
) -> Sprite:
    """Draw a kind of piece alone, as large as fits; its origin is its middle. `afloat`: tilted, half under water."""
    whole, eye = _pose(kind, width, height, afloat=afloat)

    def draw(pen: Pen) -> None:
        Scene(Moment((whole,)), eye, bare=True).paint(Fine(pen), look, letters, letter)

    return trim(paint_sprite(width, height, draw, origin=(width // 2, height // 2)))


def show_icon(
    canvas: Canvas, kind: Kind, letters: Letters, x: float, y: float, *, size: tuple[int, int], letter: int,
    afloat: bool = False, share: float = 1.0,
) -> None:  # fmt: skip
    """Draw an icon of a width and height around x, y, and note its letter; `share`: its opacity."""
    shown = draw_icon(kind, letters, canvas.theme, *size, letter, afloat=afloat)
    canvas.paste(shown if share == 1 else _fade(shown, share), x, y)
    if letter:
        words, x0, y0, x1, y1 = place_letter(kind, letters, size, letter, afloat=afloat)
        _note(canvas, (words, x + x0, y + y0, x + x1, y + y1))


@cache
def place_letter(kind: Kind, letters: Letters, size: tuple[int, int], letter: int, *, afloat: bool) -> Written:
    """Find the place of an icon's letter, from its middle."""
    whole, eye = _pose(kind, *size, afloat=afloat)
    x, y = eye.point(next(list_letter_places(list_things(whole)[0])))
    return _place_letter(letters[KINDS.index(kind)], letter, x - size[0] // 2, y - size[1] // 2)


@cache
def _fade(whole: Sprite, share: float) -> Sprite:
    return whole.fade(share)
