"""What a canvas draws on: not colours but places in the theme's palette.

That is a byte a pixel to copy, to fill, to compare and to pack, and nothing is left to be looked up when all is drawn.
Only where the ground shows through a sprite, at its soft edges above all, are colours blended and looked up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, cast

from PIL import Image

from rendering.sprites import Sprite
from rendering.theme import RGB, Theme, table

Rectangle = tuple[int, int, int, int]
"""x0, y0, x1, y1, the last two exclusive; it may reach beyond the sheet."""


def indexed(colours: Image.Image, ours: Theme, /) -> Image.Image:
    """An RGB image in the palette of a theme."""
    return colours.quantize(palette=table(ours), dither=Image.Dither.NONE)


@cache
def index(colour: RGB, ours: Theme, /) -> int:
    """The place in the palette of what comes nearest to a colour."""
    return cast("int", indexed(Image.new("RGB", (1, 1), colour), ours).getpixel((0, 0)))


@lru_cache(maxsize=4096)
def _opaque(sprite: Sprite, ours: Theme, /) -> Image.Image:
    """The pixels of a sprite nothing shows through."""
    return sprite.pixels if sprite.pixels.mode == "P" else indexed(sprite.pixels, ours)


_STEP: Final = "step"
"""What the info of a sheet's image calls its step: how many pixels of a picture become one of it."""


def _begun(base: Image.Image, ours: Theme, step: int) -> Image.Image:
    """A copy of a layer, which is of one theme, in the palette and as fine as `step` says; it is kept with the layer.

    A layer that was drawn on a sheet is in the palette already.
    """
    times, kept = step // base.info.get(_STEP, 1), base
    if (base.mode, times) != ("P", 1):
        name = f"{times} times smaller"
        if name not in base.info:
            base.info[name] = indexed(base.convert("RGB").reduce(times), ours)
        kept = base.info[name]
    begun = kept.copy()
    begun.info = {_STEP: step}
    return begun


class Sheet:
    """Begins as a copy of a layer of a theme; `step` pixels of a picture become one. `image`: what is drawn so far."""

    def __init__(self, base: Image.Image, ours: Theme, step: int = 1) -> None:
        self.image = _begun(base, ours, step)
        self._ours = ours
        self._places = table(ours).im

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        """Paste a sprite with its left top corner there.

        On the cores of the images: `Image.paste` would take half as long again, for looking at what they are.
        """
        sheet, pixels = self.image.im, sprite.pixels.im
        width, height = pixels.size
        box = (left, top, left + width, top + height)
        mask = sprite.mask
        if mask is None:
            sheet.paste(_opaque(sprite, self._ours).im, box)
        elif mask is not sprite.pixels:
            sheet.paste(pixels, box, mask.im)
        else:  # there are no shades between places in a palette
            blended = sheet.crop(box).convert("RGB", 0)
            blended.paste(pixels, (0, 0, width, height), pixels)
            sheet.paste(blended.convert("P", 0, self._places), box)

    def fill(self, box: Rectangle, colour: RGB) -> None:
        """Fill a rectangle."""
        self.image.im.paste(index(colour, self._ours), box)

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        """Pixels like those of `image` instead of what was there."""
        self.image.im.paste(part.im, (left, top, left + part.width, top + part.height))
