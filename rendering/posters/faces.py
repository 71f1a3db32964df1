"""Draw the faces of computer players: a dozen sailors, told apart by skin, headgear, beard and eyes."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

SIZE: Final = 128
"""Pixels of a face, which is a square like an avatar."""
_FINE: Final = 4
"""Times as large a face is drawn before it is reduced, so that its edges are smooth."""
_INK: Final = (34, 34, 46)
_GROUNDS: Final = ((143, 190, 201), (226, 190, 120), (150, 178, 140), (198, 160, 178))
_SKINS: Final = ((244, 208, 176), (222, 170, 128), (166, 112, 76), (112, 74, 54))
_CLOTHS: Final = ((176, 48, 42), (36, 78, 134), (36, 120, 108), (92, 64, 120))
_HAIRS: Final = ((60, 42, 34), (206, 160, 84), (150, 150, 156), (168, 78, 40))


@cache
def draw_face(number: int) -> bytes:
    """Draw the face of a number from 0 to 11 as a PNG. Neighbours share no headgear, and none looks like another."""
    image = Image.new("RGB", (SIZE * _FINE, SIZE * _FINE), _GROUNDS[number % 4])
    pen, hair = ImageDraw.Draw(image), _HAIRS[number * 3 // 4 % 4]
    skin, cloth = _SKINS[(number + number // 4) % 4], _CLOTHS[(number // 2 + number // 4) % 4]

    def box(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        return x0 * _FINE, y0 * _FINE, x1 * _FINE, y1 * _FINE

    edge = 2 * _FINE
    pen.ellipse(box(14, 100, 114, 190), fill=cloth, outline=_INK, width=edge)
    if number % 3 != 0:
        pen.ellipse(box(26, 26, 102, 112), fill=hair, outline=_INK, width=edge)  # hair behind the head
    pen.ellipse(box(32, 30, 96, 114), fill=skin, outline=_INK, width=edge)
    for x in (50, 78):
        pen.ellipse(box(x - 4, 66, x + 4, 75), fill=_INK)
    if number % 5 == 4:  # an eye patch
        pen.ellipse(box(68, 60, 90, 80), fill=_INK)
        pen.line(box(34, 52, 92, 70), fill=_INK, width=edge)
    if number % 4 in (1, 2) and number % 3 == 0:  # a beard
        pen.pieslice(box(34, 60, 94, 116), 20, 160, fill=hair, outline=_INK, width=edge)
    pen.arc(box(50, 76, 78, 100), 20 if number % 2 else 30, 160 if number % 2 else 120, fill=_INK, width=edge + 2)
    match number % 4:
        case 0:  # a round cap
            pen.pieslice(box(30, 14, 98, 84), 180, 360, fill=cloth, outline=_INK, width=edge)
            pen.rectangle(box(28, 46, 100, 56), fill=(240, 240, 236), outline=_INK, width=edge)
        case 1:  # a headscarf with a knot
            pen.pieslice(box(30, 20, 98, 84), 180, 360, fill=cloth, outline=_INK, width=edge)
            pen.polygon([x * _FINE for x in (96, 50, 116, 42, 112, 64)], fill=cloth, outline=_INK)
        case 2:  # a wide hat
            pen.ellipse(box(14, 38, 114, 58), fill=hair, outline=_INK, width=edge)
            pen.pieslice(box(36, 8, 92, 84), 180, 360, fill=hair, outline=_INK, width=edge)
        case _:  # a peaked cap
            pen.ellipse(box(24, 14, 104, 52), fill=(240, 240, 236), outline=_INK, width=edge)
            pen.rectangle(box(32, 40, 96, 54), fill=cloth, outline=_INK, width=edge)
            pen.pieslice(box(30, 40, 98, 70), 0, 180, fill=_INK)
            pen.ellipse(box(58, 24, 70, 36), fill=(226, 190, 90))
    out = io.BytesIO()
    image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()
