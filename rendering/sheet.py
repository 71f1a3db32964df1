"""What a canvas draws on, in pixels of the picture: colours, or for a film places in the theme's palette."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, Protocol, cast

from PIL import Image

from rendering.sprites import Sprite
from rendering.theme import RGB, Theme, table

Rectangle = tuple[int, int, int, int]
"""x0, y0, x1, y1, the last two exclusive; it may reach beyond the sheet."""


def indexed(colours: Image.Image, ours: Theme, /) -> Image.Image:
    """An RGB image in the palette of a theme."""
    return colours.quantize(palette=table(ours), dither=Image.Dither.NONE)


@cache
def index(colour: RGB, ours: Theme, /) -> int:
    """The place in the palette of what comes nearest to a colour."""
    return cast("int", indexed(Image.new("RGB", (1, 1), colour), ours).getpixel((0, 0)))


def _flat(base: Image.Image, ours: Theme, step: int) -> Image.Image:
    """A copy of a layer in the palette, `step` times smaller; it is kept with the layer, which is of one theme.

    One that was drawn on a film's canvas is there already.
    """
    if base.mode == "P":
        return base.copy()
    name = f"flat {step}"
    if name not in base.info:
        base.info[name] = indexed(base.reduce(step) if step > 1 else base, ours)
    kept: Image.Image = base.info[name]
    return kept.copy()


def _box(pixels: Image.Image, left: int, top: int) -> Rectangle:
    """Where pixels lie that have their left top corner there."""
    return left, top, left + pixels.width, top + pixels.height


def _paste(sheet: Any, sprite: Sprite, box: Rectangle) -> None:
    """Onto the core of an image: `Image.paste` would take half as long again, for looking at what it is."""
    if (mask := sprite.mask) is None:
        sheet.paste(sprite.pixels.im, box)
    else:
        sheet.paste(sprite.pixels.im, box, mask.im)


class Sheet(Protocol):
    """Begins as a copy of a layer. `image` is what has been drawn so far."""

    image: Image.Image

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        """Paste a sprite with its left top corner there."""

    def fill(self, box: Rectangle, colour: RGB) -> None: ...

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        """Pixels like those of `image` instead of what was there."""

    def finish(self) -> Image.Image:
        """The sheet in the palette."""


_CELL: Final = 40
"""Side of the squares, in pixels, of which is noted whether their colours are to be looked up."""

_RUN: Final = re.compile(rb"\x01+")


class Coloured:
    """The sheet of a picture. Looking colours up in the palette takes longer than drawing, so layers and fills are
    kept in the palette beside it, and only the cells where anything else was drawn are looked up in the end."""

    def __init__(self, base: Image.Image, ours: Theme) -> None:
        self.image = base.copy()
        self.image.info.clear()  # what is kept with a layer is not of this sheet
        self._ours = ours
        self._flat = _flat(base, ours, 1)
        self._drawn = Image.new("L", [-(-edge // _CELL) for edge in base.size])

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        box = _box(sprite.pixels, left, top)
        _paste(self.image.im, sprite, box)
        self._note(box)

    def fill(self, box: Rectangle, colour: RGB) -> None:
        self.image.im.paste(colour, box)
        self._flat.im.paste(index(colour, self._ours), box)

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        box = _box(part, left, top)
        self.image.im.paste(part.im, box)
        self._note(box)

    def _note(self, box: Rectangle) -> None:
        left, top, right, below = box
        self._drawn.im.paste(1, (left // _CELL, top // _CELL, (right - 1) // _CELL + 1, (below - 1) // _CELL + 1))

    def finish(self) -> Image.Image:
        places, across, cells = table(self._ours).im, self._drawn.width, self._drawn.tobytes()
        if 2 * cells.count(1) > len(cells):  # looking everything up at once is quicker
            return indexed(self.image, self._ours)
        for row in range(self._drawn.height):
            begins = row * across
            for run in _RUN.finditer(cells, begins, begins + across):
                left, right = ((end - begins) * _CELL for end in run.span())
                box = (left, row * _CELL, right, (row + 1) * _CELL)
                self._flat.im.paste(self.image.im.crop(box).convert("P", 0, places), box)
        return self._flat


class Flat:
    """The sheet of a film, half as large: it is copied, pasted on and compared a byte a pixel."""

    def __init__(self, base: Image.Image, ours: Theme) -> None:
        self.image = _flat(base, ours, 2)
        self._ours = ours

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        box = _box(sprite.pixels, left, top)
        if sprite.mask is not sprite.pixels:
            _paste(self.image.im, sprite, box)
        else:  # there are no shades between places in a palette
            under = self.image.im.crop(box).convert("RGB", 0)
            _paste(under, sprite, _box(sprite.pixels, 0, 0))
            self.image.im.paste(under.convert("P", 0, table(self._ours).im), box)

    def fill(self, box: Rectangle, colour: RGB) -> None:
        self.image.im.paste(index(colour, self._ours), box)

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        self.image.im.paste(part.im, _box(part, left, top))

    def finish(self) -> Image.Image:
        return self.image
