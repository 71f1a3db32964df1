"""What films are pasted from: sprites and words at half their size, halved once and kept.

A film's sheet holds places in the theme's palette instead of colours: it is copied, pasted on and compared a byte a
pixel, and need not be reduced to the palette afterwards. So sprites have hard edges there, which also pack best in a
GIF. What one can see through, and words, is blended by the sheet, in three degrees of opacity.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, cast

from PIL import Image

from rendering.drawing.palette_sheet import indexed
from rendering.drawing.sprites import Sprite, cut_out
from rendering.drawing.theme import Theme

_SOLID: Final = 240
"""The opacity from which on nothing is seen through a sprite."""


@lru_cache(maxsize=4096)
def sprite(whole: Sprite, ours: Theme, /) -> Sprite:
    """A sprite at half its size; its origin is still that of the whole one."""
    small = whole.pixels.reduce(2)
    if small.mode == "RGB":
        return Sprite(indexed(small, ours), whole.origin)
    return flat(small, ours, whole.origin)


def flat(sheet: Image.Image, ours: Theme, origin: tuple[int, int] = (0, 0), /) -> Sprite:
    """Premultiplied pixels as a sprite in the palette, with a mask of bits.

    Where one can see through all of it, it is one in colours, with a soft mask.
    """
    small = sheet.convert("RGBA")
    colour, soft = small.convert("RGB"), small.getchannel("A")
    if _most(soft) < _SOLID:
        return cut_out(colour, _stepped(soft, 0.48), origin)
    # What is covered by half counts as covered, so that nothing shines through where sprites lie side by side.
    return Sprite(indexed(colour, ours), origin, soft.point(_HALF, "1"))


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
