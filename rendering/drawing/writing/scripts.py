"""Write words in scripts beyond Latin, Greek and Cyrillic, and words that need several faces.

HarfBuzz joins Arabic letters, orders Indic ones, places marks and paints the glyphs. A face is opened when a name first
needs it; its file is mapped into memory, so that only pages in use take space.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import uharfbuzz
from PIL import Image

from rendering.drawing.writing.direction import runs_left

_FONTS: Final = Path(__file__).parents[2] / "fonts"

_INTER: Final = (
    "SemiBold.otf",
    "GreekCyrillic.otf",
    "GreekExtended.ttf",
    "Vietnamese.ttf",
    "LatinExtended.ttf",
    "CyrillicExtended.ttf",
)

_FILES: Final = (
    *(f"Inter-{part}" for part in _INTER),
    *sorted(f"noto/{file.name}" for file in (_FONTS / "noto").glob("*.ttf")),
)
"""The faces. The first one that has a character writes it."""

FIRST_NOTO: Final = len(_INTER)
"""The number of the first face for a script other than Latin, Greek and Cyrillic."""

_FINE: Final = 64
"""Parts of a pixel in which HarfBuzz measures."""


@cache
def _open_face(number: int) -> Any:
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(_FONTS / _FILES[number])))


@cache
def _load(number: int, size: int) -> Any:
    """Load a face at `size` pixels."""
    font = uharfbuzz.Font(_open_face(number))
    font.scale = (size * _FINE, size * _FINE)
    return font


@cache
def find_face(character: str, /) -> int | None:
    """Find the number of the first face that has a character; None if none has."""
    if unicodedata.category(character) == "Cs":  # half of a surrogate pair, which HarfBuzz refuses
        return None
    return next((number for number in range(len(_FILES)) if _has(number, character)), None)


def _has(number: int, character: str) -> bool:
    return bool(_load(number, 1).get_nominal_glyph(ord(character)))


class _Glyph(NamedTuple):
    font: Any
    number: int
    x: int
    y: int


def _split_by_face(words: str) -> list[tuple[int, str]]:
    """Split words into runs of one face. Signs and marks stay with the letters before them if their face has them."""
    runs: list[tuple[int, str]] = []
    for character in words:
        kept = runs and not character.isalpha() and _has(runs[-1][0], character)
        face = runs[-1][0] if kept else find_face(character) or 0
        if runs and face == runs[-1][0]:
            runs[-1] = face, runs[-1][1] + character
        else:
            runs.append((face, character))
    return runs


def _shape(words: str, size: int) -> tuple[list[_Glyph], int]:
    """Choose and place the glyphs of words that run in one direction. Also returns their width."""
    runs, turned = _split_by_face(words), runs_left(words)
    glyphs: list[_Glyph] = []
    x = 0
    for face, run in reversed(runs) if turned else runs:
        font, buffer = _load(face, size), uharfbuzz.Buffer()
        buffer.add_str(run)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if turned else "ltr"
        uharfbuzz.shape(font, buffer, {})
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append(_Glyph(font, info.codepoint, x + place.x_offset, place.y_offset))
            x += place.x_advance
    return glyphs, x


def measure_advance(words: str, size: int, /) -> float:
    """Measure the width of words in pixels."""
    return _shape(words, size)[1] / _FINE


def draw_mask(words: str, size: int, /) -> tuple[Image.Image, tuple[int, int]]:
    """Draw words that run in one direction as a mask. Also returns where they start on the baseline, in the mask."""
    raster = uharfbuzz.RasterDraw()
    raster.scale_factor = (_FINE, _FINE)
    for glyph in _shape(words, size)[0]:
        raster.transform = (1, 0, 0, 1, glyph.x, glyph.y)
        raster.draw_glyph(glyph.font, glyph.number)
    drawn = raster.render()
    extents = drawn.extents
    if not (extents.width and extents.height):
        return Image.new("L", (1, 1)), (0, 0)
    mask = Image.frombytes("L", (extents.width, extents.height), drawn.buffer, "raw", "L", extents.stride, -1)
    return mask, (-extents.x_origin, extents.y_origin + extents.height)
