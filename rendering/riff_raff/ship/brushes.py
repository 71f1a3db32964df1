"""Paint bodies: finely for cached sprites, or in palette indices onto a part of a picture or of a film."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, Protocol

import numpy as np
from PIL import Image, ImageDraw

from rendering.drawing import half_size
from rendering.drawing.fonts import font
from rendering.drawing.palette_sheet import find_index, to_palette
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, cut_out
from rendering.drawing.theme import RGB, Theme, palette
from rendering.riff_raff.ship.camera import Camera, grow
from rendering.riff_raff.ship.shapes import FAINT


class Brush(Protocol):
    """Paints bodies: `Fine` for cached sprites, `Flat` for bodies that change with every picture.

    Points are in pixels of the brush, as seen by the camera that `through` returns; widths and sizes in those of the
    picture. `around` paints a band around a convex polygon, up to `reach` of the brush's pixels wide, and optionally
    its inside. Lines of at most `least` pixels of the picture are left out.
    """

    least: float

    def through(self, eye: Camera) -> Camera: ...
    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None: ...
    def around(self, corners: Sequence[Point], fill: RGB, reach: float) -> None: ...
    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None: ...
    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None: ...


class Fine:
    """A brush for sprites."""

    least = 0.0

    def __init__(self, pen: Pen) -> None:
        self._pen = pen

    def through(self, eye: Camera) -> Camera:
        return eye

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        self._pen.polygon(points, fill)

    def around(self, corners: Sequence[Point], fill: RGB, reach: float) -> None:
        self._pen.polygon(grow(corners, reach), fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        self._pen.line(points, fill, width)

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        reach = size / 11
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)):
            self._pen.words(x + dx * reach, y + dy * reach, letter, rim, size=size)
        self._pen.words(x, y, letter, fill, size=size)


@lru_cache(maxsize=512)
def draw_letter(letter: str, size: int, fill: RGB, rim: RGB) -> Sprite:
    """Draw a letter with its rim around its middle."""
    drawn, rim_width = font("display", size), max(1, size // 11)
    x0, y0, x1, y1 = (round(edge) for edge in drawn.getbbox(letter, anchor="ms", stroke_width=rim_width))
    image = Image.new("RGBA", (x1 - x0, y1 - y0), (*rim, 0))
    pen = ImageDraw.Draw(image)
    pen.text((-x0, -y0), letter, fill, drawn, anchor="ms", stroke_width=rim_width, stroke_fill=rim)
    return cut_out(image, image.getchannel("A"), (image.width // 2, image.height // 2))


def trim(sprite: Sprite, part: tuple[int, int, int, int] | None = None) -> Sprite:
    """Cut empty margins off a sprite, or off a part of it (x0, y0, x1, y1); they would cost time at each paste."""
    whole = part or (0, 0, *sprite.size)
    found = sprite.pixels.crop(whole).getbbox() or (0, 0, 1, 1)
    x0, y0, x1, y1 = (edge + whole[k % 2] for k, edge in enumerate(found))
    left, top = sprite.origin
    return sprite.part((x0, y0, x1, y1), (left - x0, top - y0))


Window = tuple[int, int, int, int]
"""A part of the picture: x0, y0, x1, y1 in pixels."""


_SLIM: Final = 2.0
"""Up to this width in pixels an outline needs no corners of its own."""
_TOUCHED: Final = 0.5
"""A polygon without soft edges fills every pixel its edge touches, and so reaches this far beyond its corners."""


class Flat:
    """A brush that paints palette indices onto a sheet with `fine` times the resolution of the picture.

    Its left top corner is at `left`, `top` of the picture. In a film a slim outline is a line, and faint lines are left
    out.
    """

    def __init__(self, sheet: Image.Image, left: int, top: int, look: Theme, fine: float) -> None:
        self.sheet, self._left, self._top, self._look, self._fine = sheet, left, top, look, fine
        self.least = 0.0 if fine >= 1 else FAINT
        # `ImageDraw` itself would take twice as long, because it parses each colour.
        self._draw = ImageDraw.Draw(sheet).draw

    def through(self, eye: Camera) -> Camera:
        fine = self._fine
        return eye.at(eye.scale * fine, (eye.x - self._left) * fine, (eye.y - self._top) * fine)

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        if fill:
            self._draw.draw_polygon(points, find_index(fill, self._look), 1)

    def around(self, corners: Sequence[Point], fill: RGB, reach: float) -> None:
        if self._fine >= 1:
            self.polygon(grow(corners, reach), fill)
        elif reach > _SLIM:
            self.polygon(grow(corners, reach - _TOUCHED), fill)
        else:
            self.line([*corners, corners[0]], fill, 4 * reach)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        self._draw.draw_lines(points, find_index(fill, self._look), max(1, round(width * self._fine)))

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        if self._fine >= 1:
            shown = _harden_letter(draw_letter(letter, round(size * self._fine), fill, rim), self._look)
            left, top = round(x) - shown.origin[0], round(y) - shown.origin[1]
        else:
            shown = half_size.halve_sprite(draw_letter(letter, size, fill, rim), self._look)
            left, top = round(x) - shown.origin[0] // 2, round(y) - shown.origin[1] // 2
        shown.paste_on(self.sheet, left, top)


@lru_cache(maxsize=512)
def _harden_letter(soft: Sprite, look: Theme) -> Sprite:
    """Return a letter in palette indices without soft edges; the sheet it lies on is finer than the picture."""
    return half_size.flatten(soft.pixels, look, soft.origin)


class Doubled:
    """A part of a picture, twice as fine, to be painted in palette indices and then halved with soft edges.

    Colours are never looked up for every pixel: only where the four pixels that become one differ, which is at edges,
    a table says what they blend to.
    """

    def __init__(self, window: Window) -> None:
        self._left, self._top, right, below = window
        self._pixels = np.zeros((2 * (below - self._top), 2 * (right - self._left)), np.uint8)
        self._pairs = self._pixels.view(np.uint16)
        self.sheet = Image.frombuffer("P", self._pixels.shape[::-1], self._pixels, "raw", "P", 0, 1)
        self.sheet.readonly = 0  # it shares its pixels with the array

    def _cut(self, part: Window) -> Any:
        x0, y0, x1, y1 = part
        return self._pairs[2 * (y0 - self._top) : 2 * (y1 - self._top), x0 - self._left : x1 - self._left]

    def lay(self, part: Window, ground: bytes) -> None:
        """Copy the palette indices of a part of the picture."""
        cut = self._cut(part)
        cut[0::2] = np.frombuffer(ground, np.uint8).reshape(-1, part[2] - part[0]).astype(np.uint16) * 257
        cut[1::2] = cut[0::2]

    def halve(self, part: Window, look: Theme) -> Image.Image:
        """Return a part of the picture as it is now."""
        cut, blends = self._cut(part), _list_blends(look)
        above, below = cut[0::2], cut[1::2]
        out = above.astype(np.uint8)
        differ = (above != below) | (above >> 8 != out)
        upper, lower = blends[above[differ]].astype(np.uint16), blends[below[differ]]
        out[differ] = blends[upper << 8 | lower]
        return Image.frombuffer("P", out.shape[::-1], out, "raw", "P", 0, 1)


@cache
def _list_blends(look: Theme) -> Any:
    """List the palette index of the blend of any two, at 256 times the one plus the other."""
    table = np.zeros((256, 3), np.uint16)
    colours = np.frombuffer(bytes(palette(look).getpalette() or ()), np.uint8).reshape(-1, 3)
    table[: len(colours)] = colours
    mixed = ((table[:, None] + table[None]) // 2).astype(np.uint8)
    blends = np.frombuffer(to_palette(Image.fromarray(mixed), look).tobytes(), np.uint8).copy()
    blends[::257] = np.arange(256)
    return blends
