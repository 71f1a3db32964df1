"""Draw the signs of a game: cards, pieces and animals as small pictures for the buttons and menus that name them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Final

from PIL import Image

from rendering import renderer
from rendering.drawing.sprites import Sprite, premultiply

SIZE: Final = 128
"""Width and height of a sign in pixels; Discord shows emoji at most this large."""


def draw_signs(name: str, /) -> Mapping[str, bytes]:
    """Draw all signs of a game as PNG files by name; none in a game without signs.

    Raises RendererMissing.
    """
    return {sign: _make_square(sprite) for sign, sprite in renderer(name).draw_signs().items()}


def _make_square(sprite: Sprite) -> bytes:
    """Centre a sprite in a transparent square, as large as fits."""
    pixels = premultiply(sprite.pixels)
    pixels = pixels.crop(pixels.getbbox())
    share = SIZE / max(pixels.size)
    wide, tall = (max(1, round(side * share)) for side in pixels.size)
    square = Image.new("RGBA", (SIZE, SIZE))
    shown = pixels.resize((wide, tall), Image.Resampling.LANCZOS).convert("RGBA")
    square.paste(shown, ((SIZE - wide) // 2, (SIZE - tall) // 2))
    file = io.BytesIO()
    square.save(file, "PNG", optimize=True)
    return file.getvalue()
