"""Load the type families of the pictures; they stand in `rendering/fonts` with their licences."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

from PIL import ImageFont

Face = Literal["text", "display", "names"]
"""`names`: the text face for Greek and Cyrillic, which only people's names need."""

_FILES: Final[dict[Face, Path]] = {
    "text": Path(__file__).parents[1] / "fonts" / "Inter-SemiBold.otf",
    "display": Path(__file__).parents[1] / "fonts" / "LilitaOne-Regular.ttf",
    "names": Path(__file__).parents[1] / "fonts" / "Inter-GreekCyrillic.otf",
}


@lru_cache(maxsize=48)
def font(face: Face, size: int, /) -> ImageFont.FreeTypeFont:
    """Load a face at `size` pixels, once for sizes in use: loading costs more than drawing, and keeping one 70 kB.

    Pillow's basic layout is asked for by name: it needs no shaping library and draws the same on every machine.
    """
    return ImageFont.truetype(_FILES[face], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def rise(face: Face, size: int, /) -> float:
    """Measure how far the baseline lies below the middle of the capitals, in pixels."""
    return -font(face, size).getbbox("H", anchor="ls")[1] / 2


@cache
def covers(face: Face, character: str) -> bool:
    """Whether the face has a glyph for the character, other than the box of a missing one."""
    drawn, missing = font(face, 24).getmask(character), font(face, 24).getmask("\U0010fffe")
    return character.isspace() or bytes(drawn) != bytes(missing)


@cache
def choose_face(face: Face, word: str, /) -> Face | None:
    """Return the face that has all letters of a word: `face`, or else `names`.

    None if neither has them all: `writing.scripts` writes the word.
    """
    if word.isascii() or all(covers(face, character) for character in word):
        return face
    return "names" if all(covers("names", character) for character in word) else None
