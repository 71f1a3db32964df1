"""What films are pasted from: grounds, sprites and words at half their size, halved once and kept.

Soft edges have one step there, because every shade of them costs bytes in a GIF.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import cast

from PIL import Image

from rendering.sprites import Sprite


def ground(base: Image.Image, /) -> Image.Image:
    """A layer at half its size, to be copied; it is kept with the layer."""
    if "half" not in base.info:
        base.info["half"] = base.reduce(2)
    half: Image.Image = base.info["half"]
    return half


@lru_cache(maxsize=4096)
def sprite(whole: Sprite, /) -> Sprite:
    """A sprite at half its size; its origin is still that of the whole one."""
    if whole.mask.mode == "RGBa":  # colour and mask in one, premultiplied
        sheet = whole.mask
    else:
        solid = whole.colour.convert("RGBA")
        solid.putalpha(whole.mask.convert("L"))
        sheet = solid.convert("RGBa")
    small = sheet.reduce(2).convert("RGBA")
    # What is covered by half counts as covered, so that nothing shines through where sprites lie side by side.
    return Sprite(small.convert("RGB"), _stepped(small.getchannel("A"), 0.48), whole.origin)


def mask(whole: Image.Image, /) -> Image.Image:
    """A mask likewise; callers cache it."""
    return _stepped(whole.reduce(2), 0.75)


def _stepped(soft: Image.Image, full: float) -> Image.Image:
    """A mask with three degrees of opacity; what has the share `full` of the highest is given that."""
    return soft.point(_degrees(cast("tuple[int, int]", soft.getextrema())[1], full))


@cache
def _degrees(most: int, full: float) -> list[int]:
    """For every opacity that of the three degrees which stands for it."""
    degrees = (0, most // 2, most)
    return [degrees[(alpha > most * 0.25) + (alpha > most * full)] for alpha in range(256)]
