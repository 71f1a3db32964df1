"""What Riff Raff's bodies are painted with: finely for sprites that are kept, or quickly into a part of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from PIL import Image, ImageDraw

from rendering.fonts import font
from rendering.sprites import Pen, Point, Sprite
from rendering.theme import RGB


class Brush(Protocol):
    """What paints: a `Pen` for sprites that are kept, a `Quick` for what changes with every picture."""

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None: ...
    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None: ...
    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None: ...


class Fine:
    """A brush for sprites."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        self._pen.polygon(points, fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        self._pen.line(points, fill, width)

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        reach = size / 11
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)):
            self._pen.words(x + dx * reach, y + dy * reach, letter, rim, size=size)
        self._pen.words(x, y, letter, fill, size=size)


@lru_cache(maxsize=512)
def _letter(letter: str, size: int, fill: RGB, rim: RGB) -> tuple[Image.Image, Image.Image]:
    """A letter with its rim, as colour and mask."""
    drawn, rim_width = font("display", size), max(1, size // 11)
    x0, y0, x1, y1 = (round(edge) for edge in drawn.getbbox(letter, anchor="ms", stroke_width=rim_width))
    image = Image.new("RGBA", (x1 - x0, y1 - y0), (*rim, 0))
    pen = ImageDraw.Draw(image)
    pen.text((-x0, -y0), letter, fill, drawn, anchor="ms", stroke_width=rim_width, stroke_fill=rim)
    return image.convert("RGB"), image.getchannel("A")


class Quick:
    """A brush that paints `fine` times finer than shown into a window of the picture."""

    def __init__(self, window: tuple[int, int, int, int], fine: int, scale: float = 1.0) -> None:
        """`window`: x0, y0, x1, y1 in pixels of the picture; `scale`: how large a pixel of the caller is there."""
        self.window, self.fine, self.unit = window, fine, fine * scale
        x0, y0, x1, y1 = window
        # X is used as A would be; but Pillow multiplies RGBA before it reduces it, which takes longer than all else.
        self.image = Image.new("RGBX", ((x1 - x0) * fine, (y1 - y0) * fine))
        self._draw = ImageDraw.Draw(self.image)

    def _here(self, points: Sequence[Point]) -> list[Point]:
        unit, left, top = self.unit, self.window[0] * self.fine, self.window[1] * self.fine
        return [(x * unit - left, y * unit - top) for x, y in points]

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        if fill:
            self._draw.polygon(self._here(points), fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        self._draw.line(
            self._here(points), fill, max(1, round(width * self.unit)), joint="curve" if width > 8 else None
        )

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        big = round(size * self.unit)
        colour, mask = _letter(letter, big, fill, rim)
        ((px, py),) = self._here([(x, y)])
        self.image.paste(colour, (round(px - mask.width / 2), round(py - mask.height / 2)), mask)

    def sprite(self) -> Sprite:
        """What was painted; its origin is that of the picture."""
        small = self.image.reduce(self.fine) if self.fine > 1 else self.image
        return Sprite(small.convert("RGB"), small.getchannel("X"), (-self.window[0], -self.window[1]))
