"""Draw the contact sheet of a game: all its pictures of the gallery side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image

from rendering import Look
from rendering.drawing.canvas import Canvas
from rendering.drawing.sprites import Layer
from rendering.drawing.theme import theme
from rendering.gallery import LOOKS, NARROW, SIGHTS, STAGES, Shot

_GAP: Final = 12
_CAPTION: Final = 44
_COLOURS: Final = 128


def draw_contact_sheet(shots: list[Shot], small: Mapping[str, Image.Image], /) -> Image.Image:
    """Draw the sheet of one game: stages across, sights and looks down. `small`: the pictures, by `Shot.name`."""
    tall = {shot.sight: small[shot.name(LOOKS[0])].height for shot in shots}
    rows = [(sight, look) for sight in SIGHTS for look in LOOKS]
    width = len(STAGES) * (NARROW + _GAP) + _GAP
    height = sum(tall[sight] + _CAPTION for sight, _ in rows) + _GAP
    game = shots[0].game
    canvas = Canvas(Layer(width, height, theme(game, Look()).ground, lambda _: None), game, Look())
    tops, y = {}, 0
    for row in rows:
        tops[row], y = y, y + tall[row[0]] + _CAPTION
    places = {}
    for shot in shots:
        for look in LOOKS:
            x, top = _GAP + STAGES.index(shot.stage) * (NARROW + _GAP), tops[shot.sight, look]
            canvas.text(x, top + _CAPTION // 2 + 2, f"{shot.stage}, {shot.sight}, {look.theme}", size=24)
            places[shot.name(look)] = x, top + _CAPTION
    whole = canvas.finish().image.convert("RGB")
    for name, place in places.items():
        whole.paste(small[name].convert("RGB"), place)
    # Light and dark together have more colours than the palette of one theme.
    return whole.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
