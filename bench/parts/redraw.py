"""Draw the same picture without caches, as a peer of our own drawing.

Its layer is painted again on a sheet three times as large. Then every sprite, from back to front, is painted on a sheet
of its own and pasted, and the result is reduced with Lanczos' filter, as usual. Sprites without a `paint` are only
pasted, three times as large: words, strokes, faded, cut and joined sprites, and Riff Raff's ship with its cargo. Places
are recorded beforehand and cost the peer nothing. Pictures of films cannot be redrawn.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final
from unittest import mock

from PIL import Image, ImageDraw

from rendering import Picture
from rendering.drawing.palette_sheet import Rectangle, Sheet
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer, Sprite
from rendering.drawing.stored.packed import Packed
from rendering.drawing.theme import RGB, Theme

FINER: Final = 3
_STEPS: Final = "steps"
"""Key of the redraw steps in the info of a picture's image."""

_Step = Callable[[Image.Image], None]
"""Draw something on a sheet `FINER` times as large as the picture."""


class _RecordingSheet(Sheet):
    """A sheet that records its drawing steps."""

    def __init__(self, base: Layer | Image.Image | Packed, ours: Theme, step: int = 1) -> None:
        super().__init__(base, ours, step)
        if isinstance(base, Layer):
            self._steps: list[_Step] = [partial(_paint_layer, base)]
        else:
            self._steps = [*self.image.info.get(_STEPS, (partial(_paste, self.image.copy(), 0, 0),))]
        self.image.info[_STEPS] = self._steps

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        super().put(sprite, left, top)
        if sprite.paint is None:
            self._steps.append(partial(_paste_sprite, sprite, left, top))
        else:
            self._steps.append(partial(_paint_sprite, sprite.paint, sprite.size, left, top))

    def fill(self, box: Rectangle, colour: RGB) -> None:
        super().fill(box, colour)
        self._steps.append(partial(_fill, box, colour))

    def replace(self, part: Image.Image, left: int, top: int) -> None:
        super().replace(part, left, top)
        replaced = self.image.crop((left, top, left + part.width, top + part.height))  # `part` may have no palette
        self._steps.append(partial(_paste, replaced, left, top))


@contextlib.contextmanager
def record_steps() -> Iterator[None]:
    """Record the steps of pictures, so that `redraw` can repeat them."""
    sheets = mock.patch("rendering.drawing.canvas.Sheet", _RecordingSheet)
    boards = mock.patch("rendering.dog_royal.empty_board.pack_part", lambda board: board)  # packed, it has no steps
    with sheets, boards:
        yield


def redraw(picture: Picture) -> bytes:
    """Repeat a picture drawn while `record_steps`, as a PNG in full colour."""
    width, height = picture.size
    large = Image.new("RGB", (FINER * width, FINER * height))
    for step in picture.image.info[_STEPS]:
        step(large)
    out = io.BytesIO()
    large.resize((width, height), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


def _paint_layer(layer: Layer, large: Image.Image) -> None:
    large.paste(layer.ground, (0, 0, *large.size))
    layer.paint(Pen(ImageDraw.Draw(large), 0, FINER))


def _paint_sprite(paint: Callable[[Pen], None], size: tuple[int, int], left: int, top: int, large: Image.Image) -> None:
    width, height = size
    sheet = Image.new("RGBA", (FINER * width, FINER * height))
    paint(Pen(ImageDraw.Draw(sheet), 0, FINER))
    large.paste(sheet, (FINER * left, FINER * top), sheet)


def _paste_sprite(sprite: Sprite, left: int, top: int, large: Image.Image) -> None:
    if not sprite.is_soft and sprite.bits is None:
        _paste(sprite.pixels, left, top, large)
        return
    pixels = sprite.pixels.convert("RGBA")
    if sprite.bits is not None:
        pixels.putalpha(sprite.bits.convert("L"))
    _paste(pixels, left, top, large)


def _paste(pixels: Image.Image, left: int, top: int, large: Image.Image) -> None:
    finer = pixels.resize((FINER * pixels.width, FINER * pixels.height), Image.Resampling.NEAREST)
    large.paste(finer, (FINER * left, FINER * top), finer if finer.mode == "RGBA" else None)


def _fill(box: Rectangle, colour: RGB, large: Image.Image) -> None:
    x0, y0, x1, y1 = box
    large.paste(colour, (FINER * x0, FINER * y0, FINER * x1, FINER * y1))
