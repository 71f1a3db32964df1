"""What films are pasted from: grounds, sprites and words at half their size, halved once and kept.

A film's sheet holds places in the theme's palette instead of colours: it is copied, pasted on and compared a byte a
pixel, and need not be reduced to the palette afterwards. So sprites have hard edges there, which also pack best in a
GIF. What one can see through, and words, is blended by the canvas, in three degrees of opacity.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, cast

from PIL import Image

from rendering.sprites import Sprite
from rendering.theme import RGB, Theme, table

_SOLID: Final = 240
"""The opacity from which on nothing is seen through a sprite."""


def indexed(colours: Image.Image, ours: Theme, /) -> Image.Image:
    """An RGB image in the palette of a theme."""
    return colours.quantize(palette=table(ours), dither=Image.Dither.NONE)


@cache
def index(colour: RGB, ours: Theme, /) -> int:
    """The place in the palette of what comes nearest to a colour."""
    return cast("int", indexed(Image.new("RGB", (1, 1), colour), ours).getpixel((0, 0)))


def ground(base: Image.Image, ours: Theme, /) -> Image.Image:
    """A layer at half its size, to be copied; it is kept with the layer, which is of one theme.

    One that was drawn on a film's canvas is there already.
    """
    if base.mode == "P":
        return base
    if "half" not in base.info:
        base.info["half"] = indexed(base.reduce(2), ours)
    half: Image.Image = base.info["half"]
    return half


@lru_cache(maxsize=4096)
def sprite(whole: Sprite, ours: Theme, /) -> Sprite:
    """A sprite at half its size; its origin is still that of the whole one."""
    if whole.mask.mode == "RGBa":  # colour and mask in one, premultiplied
        sheet = whole.mask
    else:
        solid = whole.colour.convert("RGBA")
        solid.putalpha(whole.mask.convert("L"))
        sheet = solid.convert("RGBa")
    return flat(sheet.reduce(2), ours, whole.origin)


def flat(sheet: Image.Image, ours: Theme, origin: tuple[int, int] = (0, 0), /) -> Sprite:
    """Premultiplied pixels as a sprite in the palette, with a mask of bits.

    Where one can see through all of it, it is one in colours, with a soft mask.
    """
    small = sheet.convert("RGBA")
    colour, soft = small.convert("RGB"), small.getchannel("A")
    if _most(soft) < _SOLID:
        return Sprite(colour, _stepped(soft, 0.48), origin)
    # What is covered by half counts as covered, so that nothing shines through where sprites lie side by side.
    return Sprite(indexed(colour, ours), soft.point(_HALF, "1"), origin)


_HALF: Final = [255 if alpha > 255 * 0.48 else 0 for alpha in range(256)]


def mask(whole: Image.Image, /) -> Image.Image:
    """A mask of words likewise; callers cache it."""
    return _stepped(whole.reduce(2), 0.75)


def _most(soft: Image.Image) -> int:
    return cast("tuple[int, int]", soft.getextrema())[1]


def _stepped(soft: Image.Image, full: float) -> Image.Image:
    """A mask with three degrees of opacity; what has the share `full` of the highest is given that."""
    return soft.point(_degrees(_most(soft), full))


@cache
def _degrees(most: int, full: float) -> list[int]:
    """For every opacity that of the three degrees which stands for it."""
    degrees = (0, most // 2, most)
    return [degrees[(alpha > most * 0.25) + (alpha > most * full)] for alpha in range(256)]
