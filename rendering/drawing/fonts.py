"""The two type families of the pictures, vendored in `rendering/fonts` with their licences."""

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
    """A loaded face at `size` pixels; one object for ever, because loading costs more than drawing.

    Pillow's basic layout is asked for by name: it needs no shaping library and draws the same everywhere.
    """
    return ImageFont.truetype(_FILES[face], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def rise(face: Face, size: int, /) -> float:
    """How far the baseline lies below the middle of the capitals, in pixels."""
    return -font(face, size).getbbox("H", anchor="ls")[1] / 2


@cache
def covers(face: Face, character: str, /) -> bool:
    """Whether the face has a glyph of its own for the character (it looks unlike the missing-glyph box)."""
    drawn, missing = font(face, 24).getmask(character), font(face, 24).getmask("\U0010fffe")
    return character.isspace() or bytes(drawn) != bytes(missing)
