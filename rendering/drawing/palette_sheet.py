"""What a canvas draws on: not colours but places in the theme's palette.

That is a byte a pixel to copy, to fill, to compare and to pack, and nothing is left to be looked up when all is drawn.
Only where the ground shows through a sprite, at its soft edges above all, are colours blended and looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, cast

from PIL import Image, ImageDraw

from rendering.drawing.pen import Point
from rendering.drawing.sprites import Layer, Sprite
from rendering.drawing.theme import RGB, Theme, palette

Rectangle = tuple[int, int, int, int]
"""x0, y0, x1, y1, the last two exclusive; it may reach beyond the sheet."""


def indexed(colours: Image.Image, ours: Theme, /) -> Image.Image:
    """An RGB image in the palette of a theme."""
    return colours.quantize(palette=palette(ours), dither=Image.Dither.NONE)


@cache
def index(colour: RGB, ours: Theme, /) -> int:
    """The place in the palette of what comes nearest to a colour."""
    return cast("int", indexed(Image.new("RGB", (1, 1), colour), ours).getpixel((0, 0)))


_STEP: Final = "step"
"""What the info of a sheet's image calls its step: how many pixels of a picture become one of it."""


def _begun(base: Layer | Image.Image, ours: Theme, step: int) -> Image.Image:
    """A copy of a layer in the palette of a theme and as fine as `step` says, which is kept with the layer; or of what
    was drawn on a sheet, likewise."""
    if isinstance(base, Layer):
        kept = base.sheets.get((ours, step))
        if kept is None:
            kept = base.sheets[ours, step] = indexed(base.painted().reduce(step), ours)
    elif (times := step // base.info[_STEP]) == 1:
        kept = base
    else:
        kept = base.info.get(times)
        if kept is None:
            kept = base.info[times] = indexed(base.convert("RGB").reduce(times), ours)
    begun = kept.copy()
    begun.info = {_STEP: step}
    return begun


_Core = Any
"""The core of an image, to which `Image.paste` leads by a way half as long again."""


class _Soft(NamedTuple):
    """Colours to be blended with the ground, and where in their sprite they begin. `blended`: what comes of them on a
    ground of one colour, which is what letters lie on and many edges, by its place in the palette; None where the
    sprite is not likely to be pasted again."""

    pixels: _Core
    x: int
    y: int
    blended: dict[int, _Core] | None


class _Cut(NamedTuple):
    """A sprite as it is pasted: what hides the ground, places in the palette through bits, if some of it does not; and
    what is blended, which lies over that."""

    solid: _Core | None
    bits: _Core | None
    soft: tuple[_Soft, ...]


_BLENDING: Final = 1200
"""So many pixels could be blended in the time it takes to begin with it."""
_THROUGH: Final = 8
"""So many times as fast pixels are pasted through bits."""
_COPYING: Final = 64
"""So many times as fast all pixels of a rectangle are."""


def _cost(boxes: Iterable[Rectangle]) -> int:
    """Of blending what lies in boxes, in pixels."""
    return sum((x1 - x0) * (y1 - y0) + _BLENDING for x0, y0, x1, y1 in boxes)


def _around(shades: Image.Image, box: Rectangle) -> tuple[Rectangle, ...]:
    """Boxes around all that is not 0 within a box, as few and as small as pays: the corners of a plate, for example."""
    found = shades.crop(box).getbbox()
    if found is None:
        return ()
    x0, y0, x1, y1 = (edge + box[index % 2] for index, edge in enumerate(found))
    whole = ((x0, y0, x1, y1),)
    if _cost(whole) <= 3 * _BLENDING:
        return whole
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    quarters = ((x0, y0, x, y), (x, y0, x1, y), (x0, y, x, y1), (x, y, x1, y1))
    parts = tuple(part for quarter in quarters for part in _around(shades, quarter))
    return parts if _cost(parts) < _cost(whole) else whole


def _whole(sprite: Sprite, ours: Theme, blended: dict[int, _Core] | None = None) -> _Cut:
    """A sprite as it is."""
    pixels, mask = sprite.pixels, sprite.mask
    if mask is pixels:
        return _Cut(None, None, (_Soft(pixels.im, 0, 0, blended),))
    solid = indexed(pixels, ours) if pixels.mode == "RGB" else pixels
    return _Cut(solid.im, mask and mask.im, ())


def _cut(sprite: Sprite, ours: Theme) -> _Cut:
    """A sprite that is pasted often, cut up where that pays."""
    pixels = sprite.pixels
    area = pixels.width * pixels.height
    if sprite.mask is pixels and area > _BLENDING:
        colours = pixels.convert("RGBA")
        opacity, whole = colours.getchannel("A"), (0, 0, *pixels.size)
        shades, gaps = (_around(opacity.point(table), whole) for table in (_SHADES, _GAPS))
        through, copied = _cost(shades) + area // _THROUGH, _cost(gaps) + area // _COPYING
        if min(through, copied) < area:
            solid = indexed(colours.convert("RGB"), ours).im
            bits, boxes = (None, gaps) if copied <= through else (opacity.point(_SOLID, "1").im, shades)
            return _Cut(solid, bits, tuple(_Soft(pixels.crop(box).im, *box[:2], {}) for box in boxes))
    return _whole(sprite, ours, {})


_OFTEN: Final = 4
"""Pastes after which a sprite is likely to be pasted again. Cutting up a ship would not pay: each is another."""


def _known(sprite: Sprite, ours: Theme) -> _Cut:
    """A sprite as it is pasted in a theme; it is kept with the sprite."""
    known: _Cut | int = sprite.cuts.get(ours, 0)
    if isinstance(known, _Cut):
        return known
    sprite.cuts[ours] = known + 1 if known < _OFTEN else _cut(sprite, ours)
    return _whole(sprite, ours)


def _only(ground: _Core) -> int | None:
    """The only place in the palette that occurs in it; a few looks tell most that have others."""
    width, height = ground.size
    first: int = ground.getpixel((0, 0))
    if ground.getpixel((width - 1, height - 1)) != first or ground.getpixel((width // 2, height // 2)) != first:
        return None
    return first if ground.getextrema() == (first, first) else None


_SHADES: Final = [0, *(255,) * 254, 0]
_GAPS: Final = [*(255,) * 255, 0]
_SOLID: Final = [*(0,) * 255, 255]


class Sheet:
    """Begins as a copy of a layer, or of a sheet like this; `step` pixels of a picture become one. `image`: what is
    drawn so far."""

    def __init__(self, base: Layer | Image.Image, ours: Theme, step: int = 1) -> None:
        self.image = _begun(base, ours, step)
        self._core: _Core = self.image.im
        self._ours = ours
        self._places: _Core = palette(ours).im

    @cached_property
    def _drawing(self) -> _Core:
        """Pillow's core of drawing: `ImageDraw` would take as long again for looking at what each colour is."""
        return ImageDraw.Draw(self.image).draw

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        """Paste a sprite with its left top corner there."""
        solid, bits, soft = _known(sprite, self._ours)
        core, over = self._core, []
        for pixels, x, y, kept in soft:  # before their ground is hidden
            width, height = pixels.size
            box = (left + x, top + y, left + x + width, top + y + height)
            ground = core.crop(box)
            only = None if kept is None else _only(ground)
            if kept is None or only is None:
                blended = self._over(ground, pixels)
            elif (blended := kept.get(only)) is None:
                blended = kept[only] = self._over(ground, pixels)
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

    def _over(self, ground: _Core, pixels: _Core) -> _Core:
        """There are no shades between places in a palette, so the ground becomes colours, and places again."""
        colours = ground.convert("RGB", 0)
        colours.paste(pixels, (0, 0, *pixels.size), pixels)
        return colours.convert("P", 0, self._places)

    def fill(self, box: Rectangle, colour: RGB) -> None:
        """Fill a rectangle."""
        self._core.paste(index(colour, self._ours), box)

    def stroke(self, points: Sequence[Point], width: float, colour: RGB) -> None:
        """A line through points with round joints and ends, and hard edges: for films, where they pack best."""
        draw, ink, radius = self._drawing, index(colour, self._ours), width / 2
        draw.draw_lines(points, ink, max(1, round(width)))
        for x, y in points:  # an ellipse has both edges of its box
            draw.draw_ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), ink, 1)

    def polygon(self, points: Sequence[Point], colour: RGB) -> None:
        """A filled polygon, likewise."""
        self._drawing.draw_polygon(points, index(colour, self._ours), 1)

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        """Pixels like those of `image` instead of what was there."""
        self._core.paste(part.im, (left, top, left + part.width, top + part.height))
