"""What films are pasted from: grounds, sprites and words at half their size, halved once and kept.

A thing may lie on the pixels of the half in four ways, as its place is even or odd across and down. It is halved for
each of them on its own, so that a half picture is what the whole one would be if that were reduced; but for soft edges,
which have one step there, because every shade of them costs bytes in a GIF.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from PIL import Image

from rendering.sprites import Sprite


def ground(base: Image.Image, /) -> Image.Image:
    """A layer at half its size, to be copied; it is kept with the layer."""
    if "half" not in base.info:
        base.info["half"] = base.reduce(2)
    half: Image.Image = base.info["half"]
    return half


@lru_cache(maxsize=8192)
def sprite(whole: Sprite, right: int, down: int, /) -> Sprite:
    """A sprite at half its size, for a place that is so many (0 or 1) pixels right of and below an even one."""
    if whole.mask.mode == "RGBa":  # colour and mask in one, premultiplied
        sheet = _sheet(whole.mask, right, down)
    else:
        solid = _sheet(whole.colour.convert("RGBA"), right, down)
        solid.putalpha(_sheet(whole.mask.convert("L"), right, down))
        sheet = solid.convert("RGBa")
    small = sheet.reduce(2).convert("RGBA")
    # What is covered by half counts as covered, so that nothing shines through where sprites lie side by side.
    return Sprite(small.convert("RGB"), _stepped(small.getchannel("A"), 0.48))


def mask(whole: Image.Image, right: int, down: int, /) -> Image.Image:
    """A mask likewise; callers cache it."""
    return _stepped(_sheet(whole, right, down).reduce(2), 0.75)


def _sheet(image: Image.Image, right: int, down: int) -> Image.Image:
    """The image on a sheet of even size, moved by so many pixels."""
    out = Image.new(image.mode, ((image.width + right + 1) // 2 * 2, (image.height + down + 1) // 2 * 2))
    out.paste(image, (right, down))
    return out


def _stepped(soft: Image.Image, full: float) -> Image.Image:
    """A mask with three degrees of opacity; what has the share `full` of the highest is given that."""
    most = cast("tuple[int, int]", soft.getextrema())[1]
    degrees = (0, most // 2, most)
    return soft.point([degrees[(alpha > most * 0.25) + (alpha > most * full)] for alpha in range(256)])
