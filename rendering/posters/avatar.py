"""Draw people as round pictures: their own avatar, or ours: a face, or a boat for a nameless computer player."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import FINE, Pen
from rendering.drawing.sprites import Sprite, cut_out, paint_sprite, soften
from rendering.drawing.theme import SEATS, WHITE, palette
from rendering.posters.face import CHARACTERS, cheer, choose_face, draw_face

LARGEST: Final = 1024
"""The widest and highest picture that is read, in pixels."""

_KINDS: Final = ("PNG",)
"""The formats that are read: only a few decoders, because files of strangers are not trusted."""


def draw_avatar(
    canvas: Canvas, x: int, y: int, size: int, /, *, colour: int, data: bytes = b"", machine: bool, seed: str = "",
    happy: bool = False,
) -> None:  # fmt: skip
    """Draw somebody around x, y in a ring of their seat's colour.

    `data`: the file of their own picture; if it is b"" or cannot be read, ours is drawn. `machine`: a computer player.
    `seed`: chooses the face, such as a name; `happy`: it laughs.
    """
    own = _read(data, size) if data else None
    left, top = x - size // 2, y - size // 2
    if own is None:
        is_boat = machine and seed not in CHARACTERS
        face = cheer(choose_face(seed)) if happy else choose_face(seed)
        canvas.paste(_draw_boat(colour, size) if is_boat else draw_face(face, colour, size), x, y)
    else:
        ground = canvas.part(left, top, size, size)
        shown = own.resize(ground.size).quantize(palette=palette(canvas.theme), dither=Image.Dither.FLOYDSTEINBERG)
        disc = Image.new("1", ground.size)
        ImageDraw.Draw(disc).ellipse((1, 1, ground.width - 2, ground.height - 2), 1)
        ground.paste(shown, (0, 0), disc)
        canvas.put_back(ground, left, top)
    canvas.paste(_draw_ring(colour, size), x, y)
    canvas.box("badge", left, top, size, size, "avatar")


def _read(data: bytes, size: int) -> Image.Image | None:
    """Read a picture from outside as a square of RGB pixels. None if it is no PNG, or a very large one."""
    try:
        with Image.open(io.BytesIO(data), formats=_KINDS) as found:
            if not 0 < max(found.size) <= LARGEST:
                return None
            pixels = found.convert("RGBA")
    except Exception:  # noqa: BLE001 - a broken file may raise anything, and the card must be drawn
        return None
    ground = Image.new("RGBA", pixels.size, WHITE)
    ground.alpha_composite(pixels)
    edge = min(ground.size)
    left, top = (ground.width - edge) // 2, (ground.height - edge) // 2
    square = ground.convert("RGB").crop((left, top, left + edge, top + edge))
    return square.resize((size, size), Image.Resampling.LANCZOS)


@cache
def _draw_ring(colour: int, size: int) -> Sprite:
    """Draw the ring around a picture; it covers the picture's hard edge."""
    middle, width = size / 2, max(3.0, size / 18)

    def paint(pen: Pen) -> None:
        pen.disc(middle, middle, middle, None, edge=WHITE, width=width)
        pen.disc(middle, middle, middle - width * 0.5, None, edge=SEATS[colour].fill, width=width)

    return paint_sprite(size, size, paint, origin=(size // 2, size // 2))


@cache
def _draw_boat(colour: int, size: int) -> Sprite:
    """Draw a small steamer in the seat's colours."""
    seat = SEATS[colour]

    def paint(pen: Pen, unit: float) -> None:
        pen.disc(50 * unit, 50 * unit, 50 * unit, seat.fill)
        pen.rounded_box((46 * unit, 18 * unit, 59 * unit, 40 * unit), 2 * unit, seat.on)
        pen.rounded_box((32 * unit, 38 * unit, 70 * unit, 54 * unit), 3 * unit, seat.on)
        for across in (42, 51, 60):
            pen.disc(across * unit, 46 * unit, 3.4 * unit, seat.fill)
        hull = [(15, 57), (87, 57), (75, 75), (27, 75)]
        pen.polygon([(across * unit, down * unit) for across, down in hull], seat.on)
        wave = [(across, 82 + 3 * (number % 2)) for number, across in enumerate(range(8, 100, 12))]
        pen.line([(across * unit, down * unit) for across, down in wave], seat.on, 5 * unit)

    return _make_round(size, paint)


def _make_round(size: int, paint: Callable[[Pen, float], None]) -> Sprite:
    """Paint a disc of `size` pixels; `paint` gets the length of a hundredth of it."""
    sheet, mask = Image.new("RGB", (size * FINE, size * FINE)), Image.new("L", (size * FINE, size * FINE))
    paint(Pen(ImageDraw.Draw(sheet)), size / 100)
    ImageDraw.Draw(mask).ellipse((0, 0, size * FINE - 1, size * FINE - 1), 255)
    return cut_out(sheet.reduce(FINE), soften(mask.reduce(FINE)), (size // 2, size // 2))
