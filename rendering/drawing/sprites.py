"""Paint things once, finer than they are shown, and keep them.

A `Sprite` has soft edges and is pasted; a `Layer` is the opaque static ground of a picture. Edges have only a few
degrees of opacity: more would hardly be visible, and each one costs bytes in every picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, Final, cast

from PIL import Image, ImageDraw

from rendering.drawing.pen import FINE, Paint, Pen, Point
from rendering.drawing.stored.folder import recall
from rendering.drawing.stored.packed import Packed, pack
from rendering.drawing.theme import RGB, SEATS, mix

_GROUND: Final = 2
"""How many times finer layers are painted."""
_DEGREES: Final = 4
"""How many degrees of opacity a mask has."""

_STORED: Final = 1500
"""Pixels of the smallest sprite that is kept on the disk: smaller ones are painted as fast as they are read."""

_BAND: Final = 150
"""Rows of a layer painted at a time, so that a large layer never needs a huge sheet."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture. Its pixel `origin` lies on the point where it is pasted.

    Its pixels are "RGBa", that is colours multiplied by their opacity, which is pasted in less than half the time of a
    colour and a mask; or "RGB" where it is opaque; or, in a film, palette indices with `bits` that say which are there.
    `kept`: these pixels. `indices`: the same in palettes, by theme.
    """

    kept: Packed
    origin: tuple[int, int] = (0, 0)
    bits: Packed | None = None
    indices: dict[Any, Packed] = field(default_factory=dict)

    @property
    def pixels(self) -> Image.Image:
        """Its pixels, which are not to be changed."""
        return self.kept.unpack()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.kept.size

    @property
    def is_soft(self) -> bool:
        """Whether its pixels are colours multiplied by their opacity, which are their own mask."""
        return self.kept.mode == "RGBa"

    def paste_on(self, image: Image.Image, left: int, top: int, /) -> None:
        """Paste it with its left top corner at a place of an image."""
        pixels, bits = self.pixels, self.bits.unpack() if self.bits else None
        image.paste(pixels, (left, top), pixels if self.is_soft else bits)

    def fade(self, share: float, /) -> Sprite:
        """Return the same sprite with `share` (0..1) of its opacity. Callers cache it."""
        return Sprite(pack(premultiply(self.pixels).point([round(i * share) for i in range(256)] * 4)), self.origin)

    def part(self, box: tuple[int, int, int, int], origin: tuple[int, int] = (0, 0), /) -> Sprite:
        """Return the part of it in a rectangle (x0, y0, x1, y1)."""
        return Sprite(pack(self.pixels.crop(box)), origin)


def premultiply(pixels: Image.Image, /) -> Image.Image:
    """Convert pixels of any mode to "RGBa"."""
    return pixels if pixels.mode == "RGBa" else pixels.convert("RGBA").convert("RGBa")


def cut_out(colour: Image.Image, mask: Image.Image, /, origin: tuple[int, int] = (0, 0)) -> Sprite:
    """Make a sprite of colours seen through a mask. Callers cache it."""
    return Sprite(pack(_mask_colour(colour, mask)), origin)


def _mask_colour(colour: Image.Image, mask: Image.Image) -> Image.Image:
    pixels = colour.convert("RGB")
    if mask.getextrema() == (255, 255):
        return pixels
    pixels.putalpha(mask)
    return pixels.convert("RGBa")


def harden(soft: Sprite, /) -> Sprite:
    """Return a sprite without half-covered pixels, which cost many bytes where many sprites lie close together.

    Callers cache it.
    """
    pixels = soft.pixels.convert("RGBA")
    return cut_out(pixels, pixels.getchannel("A").point(COVERED), soft.origin)


COVERED: Final = [255 if alpha > 255 * 0.48 else 0 for alpha in range(256)]
"""Opacity in, opacity out: a half-covered pixel counts as covered, so that the ground does not show between sprites."""


def soften(mask: Image.Image, /) -> Image.Image:
    """Reduce a mask to `_DEGREES` degrees of opacity. Callers cache it."""
    return mask.point(_STEPS)


_STEPS: Final = [round(alpha * (_DEGREES - 1) / 255) * 255 // (_DEGREES - 1) for alpha in range(256)]


def paint_sprite(
    width: int,
    height: int,
    paint: Callable[[Pen], None],
    /,
    *,
    origin: tuple[int, int] = (0, 0),
    tones: Sequence[RGB] = (),
    crisp: bool = False,
) -> Sprite:
    """Paint a sprite on nothing, `FINE` times finer than shown. Callers cache it.

    Its colours are reduced to `tones`, or to those it is painted with and the blends halfway between any two: more
    tones at the edges inside it would cost bytes in every picture. `crisp`: without the blends, for things so faint
    that their steps do not show.
    """

    def make() -> Image.Image:
        sheet = Image.new("RGBA", (width * FINE, height * FINE))
        paint(Pen(ImageDraw.Draw(sheet)))
        small = sheet.reduce(FINE)
        colour = _reduce(small, tones or _list_tones(sheet, small.size, crisp=crisp))
        return _mask_colour(colour, soften(small.getchannel("A")))

    pixels = recall(make, width, height, paint, tones, crisp) if width * height >= _STORED else make()
    return Sprite(pack(pixels), origin)


_MOST_TONES: Final = 12
"""How many colours of a sprite are blended with each other at most: those that cover most of it."""


def _list_tones(sheet: Image.Image, size: tuple[int, int], *, crisp: bool) -> list[RGB]:
    """List the opaque colours that a fine sheet is painted with, and unless `crisp` the blends halfway between two."""
    sampled = sheet.resize(size, Image.Resampling.NEAREST)
    found = cast("list[tuple[int, tuple[int, ...]]]", sampled.getcolors(sampled.width * sampled.height))
    painted = [(red, green, blue) for _, (red, green, blue, alpha) in sorted(found, reverse=True) if alpha]
    own = list(dict.fromkeys(painted))[:256] or [(0, 0, 0)]
    if crisp or len(own) > _MOST_TONES * 2:
        return own
    return list(dict.fromkeys([*own, *(mix(one, other, 0.5) for one, other in combinations(own[:_MOST_TONES], 2))]))[
        :256
    ]


def turn_sprite(whole: Sprite, degrees: int, tones: Sequence[RGB], /) -> Sprite:
    """Turn a sprite to the left around its middle, which becomes its origin; its colours are reduced to `tones`.

    Turned edges have many intermediate colours, and each costs bytes. Callers cache it.
    """
    pixels = whole.pixels.rotate(degrees, Image.Resampling.BICUBIC, expand=True).convert("RGBA")
    return cut_out(_reduce(pixels, tones), soften(pixels.getchannel("A")), (pixels.width // 2, pixels.height // 2))


def _reduce(pixels: Image.Image, tones: Sequence[RGB]) -> Image.Image:
    """Replace each colour by the nearest of `tones`."""
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for tone in tones for channel in tone])
    return pixels.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")


def _paint_plain(
    width: int, height: int, fill: RGB, paint: Callable[[Pen], None], *, origin: tuple[int, int]
) -> Sprite:
    """Paint a sprite of one colour, for which `paint` paints 255: several times cheaper."""
    sheet = Image.new("L", (width * FINE, height * FINE))
    paint(Pen(ImageDraw.Draw(sheet)))
    return stain(soften(sheet.reduce(FINE)), fill, origin)


def stain(mask: Image.Image, fill: RGB, /, origin: tuple[int, int] = (0, 0)) -> Sprite:
    """Make a sprite of one colour from a mask."""
    return cut_out(Image.new("RGB", mask.size, fill), mask, origin)


def join_sprites(
    width: int, height: int, parts: Sequence[tuple[Sprite, float, float]], /, *, origin: tuple[int, int] = (0, 0)
) -> Sprite:
    """Put sprites together, each with the x and y of its origin, later over earlier ones. Callers cache it."""
    sheet = Image.new("RGBa", (width, height))
    for part, x, y in parts:
        pixels = premultiply(part.pixels)
        sheet.paste(pixels, (round(x) - part.origin[0], round(y) - part.origin[1]), pixels)
    whole = sheet.convert("RGBA")
    is_opaque = whole.getchannel("A").getextrema() == (255, 255)
    return Sprite(pack(whole.convert("RGB") if is_opaque else sheet), origin)


class Layer:
    """An opaque static layer. Callers cache it by its content.

    With `tones` its colours are reduced to these, as in `paint_sprite`. It is painted when a sheet first uses it, and
    cached in `sheets`, by theme and step, in palette indices: colours would take four times as much memory.
    """

    def __init__(
        self, width: int, height: int, ground: RGB, paint: Callable[[Pen], None], /, *, tones: Sequence[RGB] = ()
    ) -> None:
        self.size = width, height
        self.ground = ground
        self.paint = paint
        self.tones = tuple(tones)
        self.sheets: dict[Any, Packed] = {}

    def paint_colours(self) -> Image.Image:
        """Paint it in colours, `_GROUND` times finer; `paint` is called once for each band of rows."""
        (width, height), ground = self.size, self.ground
        whole = Image.new("RGB", self.size, ground)
        for top in range(0, height, _BAND):
            rows = min(_BAND, height - top)
            sheet = Image.new("RGB", (width * _GROUND, rows * _GROUND), ground)
            self.paint(Pen(ImageDraw.Draw(sheet), top, _GROUND))
            small = sheet.reduce(_GROUND)
            whole.paste(_reduce(small, self.tones) if self.tones else small, (0, top))
        return whole


@cache
def token(colour: int, size: int, rim: RGB, /, *, faint: bool = False, patterned: bool = False) -> Sprite:
    """Draw a seat's token: a round chip in its colour with its glyph cut into it, and a rim that sets it off.
    `patterned`: the chip shows the seat's pattern around the glyph."""
    seat, middle = SEATS[colour], size / 2
    edge = max(2, size / 18)

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, middle, rim)
        pen.disc(middle, middle, middle - edge, seat.fill)
        if patterned:
            pen.pattern(colour, (edge, edge, size - edge, size - edge), size / 4.6, mix(seat.fill, seat.on, 0.5))
            pen.disc(middle, middle, middle * 1.5, None, edge=(0, 0, 0, 0), width=middle * 0.5)
            pen.disc(middle, middle, middle, None, edge=rim, width=edge)
            pen.glyph(colour, middle, middle, middle * 0.72, seat.fill)
        pen.glyph(colour, middle, middle, middle * 0.6, seat.on)

    made = paint_sprite(size, size, paint, origin=(size // 2, size // 2))
    return made.fade(0.55) if faint else made


@lru_cache(maxsize=384)
def draw_capsule(dx: int, dy: int, width: int, fill: RGB) -> Sprite:
    """Draw a straight stroke from (0, 0) to (dx, dy) with round ends."""
    pad = width // 2 + 2
    left, top = min(dx, 0) - pad, min(dy, 0) - pad
    return _paint_plain(
        abs(dx) + 2 * pad,
        abs(dy) + 2 * pad,
        fill,
        lambda pen: pen.line([(-left, -top), (dx - left, dy - top)], 255, width),
        origin=(-left, -top),
    )


def list_arrow_corners(x: float, y: float, angle: float, size: float) -> list[Point]:
    """List the corners of an arrowhead that points at x, y, in the direction `angle` (degrees)."""
    turn = math.radians(angle)
    c, s, back, aside = math.cos(turn), math.sin(turn), size * 1.25, size * 0.8
    return [(x, y), *((x - back * c - across * s, y - back * s + across * c) for across in (-aside, aside))]


def list_swoop_corners(line: Sequence[Point], width: float, grow: float) -> list[Point]:
    """List the outline of an arrow along a curve: from a third of `width` at its tail to `width` at its neck, and the
    head. `grow`: how far it lies outside that."""
    long, half = width * 2.1, width * 1.25
    (zx, zy), neck = line[-1], len(line) - 1
    while neck > 1 and math.dist(line[neck], line[-1]) < long * 0.86:
        neck -= 1
    left, right = list[Point](), list[Point]()
    for place in range(neck + 1):
        (x, y), (x0, y0), (x1, y1) = line[place], line[max(0, place - 1)], line[min(neck, place + 1)]
        away = math.hypot(x1 - x0, y1 - y0) or 1
        reach = (width * (0.17 + 0.33 * place / neck) + grow) / away
        left.append((x + (y1 - y0) * reach, y - (x1 - x0) * reach))
        right.append((x - (y1 - y0) * reach, y + (x1 - x0) * reach))
    turn = math.atan2(zy - line[neck][1], zx - line[neck][0])
    c, s, tip, back, aside = math.cos(turn), math.sin(turn), 1.9 * grow, long + grow, half + 1.6 * grow
    head = [(zx + along * c - across * s, zy + along * s + across * c)
            for along, across in ((-back, -aside), (tip, 0), (-back, aside))]  # fmt: skip
    tail = (line[0][0] + (left[0][1] - right[0][1]) * 0.4, line[0][1] - (left[0][0] - right[0][0]) * 0.4)
    return [*left, *head, *reversed(right), tail]


@lru_cache(maxsize=160)
def draw_arrowhead(angle: int, size: int, width: int, fill: RGB) -> Sprite:
    """Draw an arrowhead with its point at the origin and an outline of `width`; `angle` in degrees."""
    reach = size * 2 + width
    points = list_arrow_corners(reach, reach, angle, size)
    return _paint_plain(
        reach * 2, reach * 2, fill, lambda pen: pen.polygon(points, 255, edge=255, width=width), origin=(reach, reach)
    )


@lru_cache(maxsize=256)
def draw_ring(width: int, height: int, radius: int, fill: Paint, rim: RGB) -> Sprite:
    """Draw the outline of a rectangle with round corners, between two lines of `rim`."""

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, width, height), radius, None, edge=rim, width=14)
        pen.rounded_box((3, 3, width - 3, height - 3), radius - 3, None, edge=fill, width=8)

    return paint_sprite(width, height, paint)


@lru_cache(maxsize=128)
def draw_plate(width: int, height: int, fill: Paint, radius: int = 12, edge: Paint | None = None) -> Sprite:
    """Draw a rectangle with round corners."""
    return paint_sprite(width, height, lambda pen: pen.rounded_box((0, 0, width, height), radius, fill, edge=edge))


@cache
def draw_cross(size: int, fill: RGB, rim: RGB, /) -> Sprite:
    """Draw two strokes across a square of `size`, slim enough to leave the thing below visible."""
    low, high = size * 0.12, size * 0.88

    def paint(pen: Pen) -> None:
        for width, colour in ((size / 8 + 5, rim), (size / 8, fill)):
            pen.line([(low, low), (high, high)], colour, width)
            pen.line([(low, high), (high, low)], colour, width)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))
