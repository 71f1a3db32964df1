"""Load the two type families of the pictures; they stand in `rendering/fonts` with their licences."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from PIL import ImageFont

Face = Literal["text", "display"]

_FILES: Final[dict[Face, Path]] = {
    "text": Path(__file__).parents[1] / "fonts" / "Inter-SemiBold.otf",
    "display": Path(__file__).parents[1] / "fonts" / "LilitaOne-Regular.ttf",
}


@cache
def font(face: Face, size: int, /) -> ImageFont.FreeTypeFont:
    """Load a face at `size` pixels, once: loading costs more than drawing.

    Pillow's basic layout is asked for by name: it needs no shaping library and draws the same on every machine.
    """
    return ImageFont.truetype(_FILES[face], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def rise(face: Face, size: int, /) -> float:
    """Measure how far the baseline lies below the middle of the capitals, in pixels."""
    return -font(face, size).getbbox("H", anchor="ls")[1] / 2
