"""Draw in palette indices instead of colours.

That is one byte a pixel to copy, fill, compare and compress, and the finished drawing needs no conversion. Colours are
blended and looked up only where the ground shows through a sprite, which is mostly at soft edges.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, cast

from PIL import Image, ImageDraw, _imaging

from rendering.drawing.pen import Point
from rendering.drawing.sprites import Layer, Sprite
from rendering.drawing.stored.folder import recall
from rendering.drawing.stored.packed import Packed
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


def _copy_base(base: Layer | Image.Image | Packed, ours: Theme, step: int) -> Image.Image:
    """Copy a layer at a step, or the content of another sheet, in the palette of a theme. A layer's sheet is cached."""
    if isinstance(base, Packed):
        begun = base.unpack()
        begun.putpalette(palette(ours).getpalette() or ())
        begun.load()  # hands the palette to Pillow's core
        return begun
    if isinstance(base, Image.Image):
        return base.copy()
    kept = base.sheets.get((ours, step))
    if kept is None:
        parts = (base.size, base.ground, base.tones, base.paint, ours, step)
        kept = base.sheets[ours, step] = recall(lambda: to_palette(base.paint_colours().reduce(step), ours), *parts)
    return kept.copy()


_Core = Any
"""Pillow's core of an image. `Image.paste`, which calls it, takes 50 % longer."""


class _Soft(NamedTuple):
    """Colours to be blended with the ground, and their place in the sprite.

    `blended` caches the result on a ground of one colour, by its palette entry: letters and many edges lie on such.
    None where the sprite is not likely to be pasted again.
    """

    pixels: _Core
    x: int
    y: int
    blended: dict[int, _Core] | None


class _Cut(NamedTuple):
    """A sprite as it is pasted: opaque palette indices, the bits they are pasted through (None if all are opaque), and
    the soft parts, which lie above."""

    solid: _Core | None
    bits: _Core | None
    soft: tuple[_Soft, ...]


_BLENDING: Final = 1200
"""The fixed cost of blending, in pixels that could be blended in the same time."""
_THROUGH: Final = 8
"""How many times faster pixels are pasted through bits than blended."""
_COPYING: Final = 64
"""How many times faster a whole rectangle is copied than blended."""


def _estimate_cost(boxes: Iterable[Rectangle]) -> int:
    """Estimate the cost of blending the pixels in boxes, in pixels."""
    return sum((x1 - x0) * (y1 - y0) + _BLENDING for x0, y0, x1, y1 in boxes)


def _box_pixels(shades: Image.Image, box: Rectangle) -> tuple[Rectangle, ...]:
    """Find boxes around all pixels of a box that are not 0, few and small enough to save time, like the corners of a
    plate."""
    found = shades.crop(box).getbbox()
    if found is None:
        return ()
    x0, y0, x1, y1 = (edge + box[index % 2] for index, edge in enumerate(found))
    whole = ((x0, y0, x1, y1),)
    if _estimate_cost(whole) <= 3 * _BLENDING:
        return whole
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    quarters = ((x0, y0, x, y), (x, y0, x1, y), (x0, y, x, y1), (x, y, x1, y1))
    parts = tuple(part for quarter in quarters for part in _box_pixels(shades, quarter))
    return parts if _estimate_cost(parts) < _estimate_cost(whole) else whole


def _prepare_whole(sprite: Sprite, ours: Theme, blended: dict[int, _Core] | None = None) -> _Cut:
    """Prepare a sprite in one piece."""
    pixels = sprite.pixels
    if sprite.is_soft:
        return _Cut(None, None, (_Soft(pixels.im, 0, 0, blended),))
    solid = to_palette(pixels, ours) if pixels.mode == "RGB" else pixels
    return _Cut(solid.im, sprite.bits and sprite.bits.im, ())


def _prepare_cut(sprite: Sprite, ours: Theme) -> _Cut:
    """Prepare a sprite that is pasted often: cut it up where that pays."""
    width, height = sprite.size
    area = width * height
    if sprite.is_soft and area > _BLENDING:
        pixels = sprite.pixels
        colours = pixels.convert("RGBA")
        opacity, whole = colours.getchannel("A"), (0, 0, *pixels.size)
        shades, gaps = (_box_pixels(opacity.point(table), whole) for table in (_SHADES, _GAPS))
        through, copied = _estimate_cost(shades) + area // _THROUGH, _estimate_cost(gaps) + area // _COPYING
        if min(through, copied) < area:
            solid = to_palette(colours.convert("RGB"), ours).im
            bits, boxes = (None, gaps) if copied <= through else (opacity.point(_SOLID, "1").im, shades)
            return _Cut(solid, bits, tuple(_Soft(pixels.crop(box).im, *box[:2], {}) for box in boxes))
    return _prepare_whole(sprite, ours, {})


_OFTEN: Final = 4
"""How many pastes make it likely that a sprite is pasted again. The others are not worth cutting up."""


def _look_up(sprite: Sprite, ours: Theme) -> _Cut:
    """Look up how a sprite is pasted in a theme; it is cached with the sprite."""
    known: _Cut | int = sprite.cuts.get(ours, 0)
    if isinstance(known, _Cut):
        return known
    sprite.cuts[ours] = known + 1 if known < _OFTEN else _prepare_cut(sprite, ours)
    return _prepare_whole(sprite, ours)


def _find_only(ground: _Core) -> int | None:
    """Return the only entry of the ground; None if it has several, which three samples nearly always show."""
    width, height = ground.size
    first: int = ground.getpixel((0, 0))
    if ground.getpixel((width - 1, height - 1)) != first or ground.getpixel((width // 2, height // 2)) != first:
        return None
    return first if ground.getextrema() == (first, first) else None


class Blended:
    """A cache of sprites blended with grounds of several colours, such as a piece on its field: boards change little
    from one picture to the next, and looking up costs a quarter of blending."""

    def __init__(self, most: int) -> None:
        """`most`: bytes of all results."""
        self._most = most
        self._size = 0
        self._known: OrderedDict[tuple[int, int, int], tuple[_Core, _Core, _Core]] = OrderedDict()

    def recall(self, pixels: _Core, ground: _Core, places: _Core, blend: Callable[[_Core, _Core], _Core]) -> _Core:
        """Return pixels blended with a ground in palette indices, from the cache or made by `blend`.

        `places`: the palette.
        """
        width, height = ground.size
        encoder = _imaging.raw_encoder("P", "P", width, 1)
        encoder.setimage(ground, (0, 0, width, height))
        # the 64 bits of Python's hash are enough, and take a sixth of the time of BLAKE2
        key = id(pixels), id(places), hash(encoder.encode(width * height)[2])
        if (found := self._known.get(key)) is not None:
            self._known.move_to_end(key)
            return found[0]
        made = blend(ground, pixels)
        self._known[key] = made, pixels, places  # kept with the result, so that their ids stay unique
        self._size += width * height
        while self._size > self._most:
            _, (oldest, *_) = self._known.popitem(last=False)
            self._size -= oldest.size[0] * oldest.size[1]
        return made

    def clear(self) -> None:
        """Forget all results."""
        self._known.clear()
        self._size = 0


BLENDED: Final = Blended(16_000_000)
"""A megabyte is a few hundred pieces. `rendering.memory` empties it first."""

_SHADES: Final = [0, *(255,) * 254, 0]
_GAPS: Final = [*(255,) * 255, 0]
_SOLID: Final = [*(0,) * 255, 255]


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
        solid, bits, soft = _look_up(sprite, self._ours)
        core, over = self._core, []
        for pixels, x, y, kept in soft:  # blend with the ground before it is covered
            width, height = pixels.size
            box = (left + x, top + y, left + x + width, top + y + height)
            ground = core.crop(box)
            if kept is None:
                blended = self._blend(ground, pixels)
            elif (only := _find_only(ground)) is None:
                blended = BLENDED.recall(pixels, ground, self._places, self._blend)
            elif (blended := kept.get(only)) is None:
                blended = kept[only] = self._blend(ground, pixels)
            over.append((blended, box))
        if solid is not None:
            width, height = solid.size
            box = (left, top, left + width, top + height)
            if bits is None:
                core.paste(solid, box)
            else:
                core.paste(solid, box, bits)
        for blended, box in over:
            core.paste(blended, box)

    def _blend(self, ground: _Core, pixels: _Core) -> _Core:
        """Blend pixels with the ground: convert indices to colours, paste, and look the colours up again."""
        colours = ground.convert("RGB", 0)
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

    def polygon(self, points: Sequence[Point], colour: RGB) -> None:
        """Draw a filled polygon with hard edges."""
        self._drawing.draw_polygon(points, find_index(colour, self._ours), 1)

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        """Replace pixels by those of another image in the same palette."""
        self._core.paste(part.im, (left, top, left + part.width, top + part.height))
