"""Halve sprites and words for films, once, and keep them.

In a film, opaque sprites are palette indices with hard edges: they are pasted without blending or conversion, and
compress best in a GIF. Transparent sprites and words are blended by the sheet, in three degrees of opacity.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, cast

from PIL import Image

from rendering.drawing.palette_sheet import to_palette
from rendering.drawing.sprites import COVERED, Sprite, cut_out
from rendering.drawing.stored.packed import pack
from rendering.drawing.theme import Theme

_SOLID: Final = 240
"""The opacity from which a sprite counts as opaque."""


@lru_cache(maxsize=4096)
def halve_sprite(whole: Sprite, ours: Theme, /) -> Sprite:
    """Return a sprite at half its size; its origin is still that of the whole one."""
    small = whole.pixels.reduce(2)
    if small.mode == "RGB":
        return Sprite(pack(to_palette(small, ours)), whole.origin)
    return flatten(small, ours, whole.origin)


def flatten(sheet: Image.Image, ours: Theme, origin: tuple[int, int] = (0, 0), /) -> Sprite:
    """Turn premultiplied pixels into a sprite of palette indices with a mask of bits.

    A sprite that is transparent all over stays in colours, with a soft mask.
    """
    small = sheet.convert("RGBA")
    colour, soft = small.convert("RGB"), small.getchannel("A")
    if _find_highest(soft) < _SOLID:
        return cut_out(colour, _quantise(soft, 0.48), origin)
    return Sprite(pack(to_palette(colour, ours)), origin, pack(soft.point(COVERED, "1")))


def halve_mask(whole: Image.Image, /) -> Image.Image:
    """Return a mask of words at half its size. Callers cache it."""
    return _quantise(whole.reduce(2), 0.75)


def _find_highest(soft: Image.Image) -> int:
    """Return the highest opacity of a mask."""
    return cast("tuple[int, int]", soft.getextrema())[1]


def _quantise(soft: Image.Image, full: float) -> Image.Image:
    """Reduce a mask to three degrees of opacity; above the share `full` of the highest, it counts as the highest."""
    return soft.point(_list_degrees(_find_highest(soft), full))


@cache
def _list_degrees(most: int, full: float) -> list[int]:
    """List for each opacity which of the three degrees replaces it."""
    degrees = (0, most // 2, most)
    return [degrees[(alpha > most * 0.25) + (alpha > most * full)] for alpha in range(256)]
