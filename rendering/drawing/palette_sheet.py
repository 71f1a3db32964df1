"""Draw in palette indices instead of colours.

That is one byte a pixel to copy, fill, compare and compress, and the finished drawing needs no conversion. A sprite
with soft edges is blended in colours, once for each ground that it has lain on of late.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any, Final, cast

from PIL import Image, ImageDraw, _imaging

from rendering.drawing.pen import Point
from rendering.drawing.sprites import Layer, Sprite
from rendering.drawing.stored.folder import recall
from rendering.drawing.stored.packed import Packed, Recent, pack
from rendering.drawing.theme import RGB, Theme, palette

Rectangle = tuple[int, int, int, int]
"""x0, y0, x1, y1, the last two exclusive; it may reach beyond the sheet."""


def to_palette(colours: Image.Image, ours: Theme, /) -> Image.Image:
    """Convert an RGB image to the palette of a theme."""
    return colours.quantize(palette=palette(ours), dither=Image.Dither.NONE)


@cache
def find_index(colour: RGB, ours: Theme, /) -> int:
    """Look up the entry of the palette that is nearest to a colour."""
    return cast("int", to_palette(Image.new("RGB", (1, 1), colour), ours).getpixel((0, 0)))


def make_plain(width: int, height: int, colour: RGB, ours: Theme, /) -> Image.Image:
    """Make an image of one colour in the palette of a theme, which is faster than unpacking one."""
    made = Image.new("P", (width, height), find_index(colour, ours))
    made.putpalette(palette(ours).getpalette() or ())
    made.load()  # hands the palette to Pillow's core
    return made


def _copy_base(base: Layer | Image.Image | Packed, ours: Theme, step: int) -> Image.Image:
    """Copy a layer at a step, or the content of another sheet, in the palette of a theme. A layer's sheet is cached."""
    if isinstance(base, Image.Image):
        return base.copy()
    if isinstance(base, Layer):
        kept = base.sheets.get((ours, step))
        if kept is None:
            parts = (base.size, base.ground, base.tones, base.paint, ours, step)
            painted = recall(lambda: to_palette(base.paint_colours().reduce(step), ours), *parts)
            kept = base.sheets[ours, step] = pack(painted)
    else:
        kept = base
    begun = kept.unpack().copy()
    begun.putpalette(palette(ours).getpalette() or ())
    begun.load()  # hands the palette to Pillow's core
    return begun


_Core = Any
"""Pillow's core of an image. `Image.paste`, which calls it, takes 50 % longer."""


def _find_indices(sprite: Sprite, ours: Theme) -> _Core:
    """Return a sprite without soft edges in the palette of a theme; colours that were converted are kept with it."""
    if sprite.kept.mode == "P":
        return sprite.pixels.im
    if (known := sprite.indices.get(ours)) is None:
        known = sprite.indices[ours] = pack(to_palette(sprite.pixels, ours))
    return known.unpack().im


def _list_indices(core: _Core) -> bytes:
    width, height = core.size
    encoder = _imaging.raw_encoder("P", "P", width, 1)
    encoder.setimage(core, (0, 0, width, height))
    return cast("bytes", encoder.encode(width * height)[2])


BLENDED: Final = Recent[_Core](16_000_000)
"""Sprites blended with their grounds, such as a piece on its field: boards change little from one picture to the next,
and looking up costs a quarter of blending. A megabyte is a few hundred pieces."""


_COLUMN: Final = 128
"""The width of the columns in which a long shape is drawn."""
_REACH: Final = 32
"""How far beyond a column a line between two of its points may begin: about half its length."""


class Sheet:
    """An image in palette indices, begun as a copy of a layer or of another sheet.

    `step` pixels of the full size become one pixel. `image` is the drawing so far.
    """

    def __init__(self, base: Layer | Image.Image | Packed, ours: Theme, step: int = 1) -> None:
        self.image = _copy_base(base, ours, step)
        self._core: _Core = self.image.im
        self._ours = ours
        self._places: _Core = palette(ours).im

    @cached_property
    def _drawing(self) -> _Core:
        """Pillow's core of drawing: `ImageDraw` would look up each colour, which doubles the time."""
        return ImageDraw.Draw(self.image).draw

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        """Paste a sprite with its left top corner at a place."""
        width, height = sprite.size
        core, box = self._core, (left, top, left + width, top + height)
        if sprite.is_soft:
            core.paste(self._blend(core.crop(box), sprite), box)
        elif sprite.bits is None:
            core.paste(_find_indices(sprite, self._ours), box)
        else:
            core.paste(_find_indices(sprite, self._ours), box, sprite.bits.unpack().im)

    def _blend(self, ground: _Core, sprite: Sprite) -> _Core:
        """Blend a sprite with the ground, unless that is kept from before."""
        width, height = ground.size
        # the 64 bits of Python's hash are enough, and take a sixth of the time of BLAKE2
        key = sprite.kept, self._places, hash(_list_indices(ground))
        return BLENDED.find(key) or BLENDED.keep(key, self._make(ground, sprite), width * height)

    def _make(self, ground: _Core, sprite: Sprite) -> _Core:
        """Blend a sprite with the ground: convert indices to colours, paste, and look the colours up again."""
        colours, pixels = ground.convert("RGB", 0), sprite.pixels.im
        colours.paste(pixels, (0, 0, *pixels.size), pixels)
        return colours.convert("P", 0, self._places)

    def fill(self, box: Rectangle, colour: RGB) -> None:
        """Fill a rectangle."""
        self._core.paste(find_index(colour, self._ours), box)

    def stroke(self, points: Sequence[Point], width: float, colour: RGB) -> None:
        """Draw a line through points with round joints, round ends and hard edges, which compress best in films."""
        draw, ink, radius = self._drawing, find_index(colour, self._ours), width / 2
        draw.draw_lines(points, ink, max(1, round(width)))
        for x, y in points:  # an ellipse includes both edges of its box
            draw.draw_ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), ink, 1)

    def cover(self, outlines: Sequence[tuple[Sequence[Point], RGB]]) -> None:
        """Draw filled polygons with soft edges, later ones over earlier ones.

        For long shapes that hardly ever recur, so nothing is kept. They are drawn in columns, because a
        slanting shape leaves most of its box empty.
        """
        points = sorted(point for outline, _ in outlines for point in outline)
        for left in range(int(points[0][0]) - 2, int(points[-1][0]) + 2, _COLUMN):
            levels = [y for x, y in points if left - _REACH <= x <= left + _COLUMN + _REACH]
            top, below = int(min(levels, default=0)) - 2, int(max(levels, default=0)) + 3
            box = (left, top, left + _COLUMN, below)
            part = (
                self.image.crop(box).convert("RGB").resize((_COLUMN * 2, (below - top) * 2), Image.Resampling.NEAREST)
            )
            draw = ImageDraw.Draw(part)
            for outline, colour in outlines:
                draw.polygon([((x - left) * 2, (y - top) * 2) for x, y in outline], colour)
            self._core.paste(part.reduce(2).im.convert("P", 0, self._places), box)

    def polygon(self, points: Sequence[Point], colour: RGB) -> None:
        """Draw a filled polygon with hard edges."""
        self._drawing.draw_polygon(points, find_index(colour, self._ours), 1)

    def read(self, box: Rectangle) -> bytes:
        """List the palette indices of a part of the image, row by row."""
        return _list_indices(self._core.crop(box))

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        """Replace pixels by those of another image in the same palette."""
        self._core.paste(part.im, (left, top, left + part.width, top + part.height))
