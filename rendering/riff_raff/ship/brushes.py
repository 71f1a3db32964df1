"""Paint bodies: finely for cached sprites, quickly into a part of the picture, or straight onto the sheet of a film."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Protocol

from PIL import Image, ImageDraw

from rendering.drawing import half_size
from rendering.drawing.fonts import font
from rendering.drawing.palette_sheet import find_index
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, cut_out
from rendering.drawing.stored.packed import pack
from rendering.drawing.theme import RGB, Theme
from rendering.riff_raff.ship.camera import Camera, grow
from rendering.riff_raff.ship.shapes import FAINT


class Brush(Protocol):
    """Paints bodies: `Fine` for cached sprites, `Quick` for bodies that change with every picture, `Direct` for films.

    Points are in pixels of the brush, as seen by the camera that `through` returns; widths and sizes in those of the
    picture. `around` paints a band around a convex polygon, up to `reach` of the brush's pixels wide, and optionally
    its inside.
    """

    def through(self, eye: Camera) -> Camera: ...
    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None: ...
    def around(self, corners: Sequence[Point], fill: RGB, reach: float) -> None: ...
    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None: ...
    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None: ...


class Fine:
    """A brush for sprites."""

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


_VEIL: Final = 96
"""The opacity (0..255) of a veil."""


class Quick:
    """A brush that paints `fine` times finer than shown into a window of the picture."""

    def __init__(self, window: Window, fine: int) -> None:
        self.window, self.fine = window, fine
        x0, y0, x1, y1 = window
        # Premultiplied, so that it can be reduced and pasted as it is.
        self.image = Image.new("RGBa", ((x1 - x0) * fine, (y1 - y0) * fine))
        # `ImageDraw` itself would take twice as long, because it parses each colour.
        self._draw = ImageDraw.Draw(self.image).draw

    def through(self, eye: Camera) -> Camera:
        (left, top, _, _), fine = self.window, self.fine
        return eye.at(eye.scale * fine, (eye.x - left) * fine, (eye.y - top) * fine)

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        if fill:
            self._draw.draw_polygon(points, self._draw.draw_ink(fill), 1)

    def around(self, corners: Sequence[Point], fill: RGB, reach: float) -> None:
        self.polygon(grow(corners, reach), fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        self._draw.draw_lines(points, self._draw.draw_ink(fill), max(1, round(width * self.fine)))

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        shown = draw_letter(letter, round(size * self.fine), fill, rim)
        width, height = shown.size
        shown.paste_on(self.image, round(x - width / 2), round(y - height / 2))

    def veil(self, polygons: Sequence[Sequence[Point]], fill: RGB) -> None:
        """Paint polygons so thinly that what is below them can still be seen."""
        left, top = (int(min(point[k] for corners in polygons for point in corners)) for k in (0, 1))
        right, below = (int(max(point[k] for corners in polygons for point in corners)) + 1 for k in (0, 1))
        mask = Image.new("L", (max(1, right - left), max(1, below - top)))
        pen = ImageDraw.Draw(mask)
        for corners in polygons:
            pen.polygon([(x - left, y - top) for x, y in corners], _VEIL)
        self.image.paste((*fill, 255), (left, top), mask)

    def sprite(self) -> Sprite:
        """Return the painting as a sprite with the picture's origin."""
        x0, y0, _, _ = self.window
        return Sprite(pack(self.image.reduce(self.fine)), (-x0, -y0))

    def cut(self, parts: Iterable[Window]) -> list[Sprite]:
        """Return what is painted in parts of the painting as sprites with the picture's origin."""
        (left, top, _, _), fine, out = self.window, self.fine, []
        for x0, y0, x1, y1 in parts:
            x, y, right, below = (edge * fine for edge in (x0 - left, y0 - top, x1 - left, y1 - top))
            part = self.image.reduce(fine, (x, y, right, below))
            if found := part.getbbox():  # empty margins would cost time at each paste
                out.append(Sprite(pack(part.crop(found), soon=True), (-x0 - found[0], -y0 - found[1])))
        return out


_SLIM: Final = 2.0
"""Up to this width in pixels an outline needs no corners of its own."""
_TOUCHED: Final = 0.5
"""A polygon without soft edges fills every pixel its edge touches, and so reaches this far beyond its corners."""


class Direct:
    """A brush that paints onto a copy of a part of a film's sheet, which has its left top corner at `left`, `top` of
    the picture: for a ship that changes in every frame. Nothing is reduced, and a slim outline is a line."""

    def __init__(self, sheet: Image.Image, left: int, top: int, look: Theme) -> None:
        self.sheet, self._left, self._top, self._look = sheet, left, top, look
        self._draw = ImageDraw.Draw(sheet).draw

    def through(self, eye: Camera) -> Camera:
        return eye.at(eye.scale / 2, (eye.x - self._left) / 2, (eye.y - self._top) / 2)

    def polygon(self, points: Sequence[Point], fill: RGB | None) -> None:
        if fill:
            self._draw.draw_polygon(points, find_index(fill, self._look), 1)

    def around(self, corners: Sequence[Point], fill: RGB, reach: float) -> None:
        if reach > _SLIM:
            self.polygon(grow(corners, reach - _TOUCHED), fill)
        else:
            self.line([*corners, corners[0]], fill, 4 * reach)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        if width > FAINT:
            self._draw.draw_lines(points, find_index(fill, self._look), max(1, round(width / 2)))

    def letter(self, x: float, y: float, letter: str, size: int, fill: RGB, rim: RGB) -> None:
        shown = half_size.halve_sprite(draw_letter(letter, size, fill, rim), self._look)
        left, top = round(x) - shown.origin[0] // 2, round(y) - shown.origin[1] // 2
        shown.paste_on(self.sheet, left, top)
