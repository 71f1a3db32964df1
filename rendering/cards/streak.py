"""Draw the days in a row on which somebody has solved the puzzle: pennants on a cord below the puzzle's picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rendering.drawing.canvas import Canvas
from rendering.drawing.frame import MARGIN
from rendering.drawing.pen import Pen
from rendering.drawing.picture import Picture
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import RGB, SEATS, Look
from rendering.posters.festive import paint_bunting

HEIGHT: Final = 116
"""The height of the band with the pennants."""
LEAST: Final = 2
"""The days from which they are a row."""
_WEEK: Final = 7
"""The most pennants; the figure counts on."""
_FLAG: Final = 58
"""The width of a pennant and of the gap after it."""


def add_streak(picture: Picture, days: int, game: str, look: Look, /) -> Picture:
    """Add the band to a private picture of a game: one pennant for each day, up to a week of them, and the number."""
    width, height = picture.size
    whole = picture.image.crop((0, 0, width, height + HEIGHT))
    canvas = Canvas(whole, game, look, private=True, boxes=picture.boxes)
    ours, flags = canvas.theme, min(days, _WEEK)
    canvas.fill(0, height, width, HEIGHT, ours.panel)
    canvas.fill(0, height, width, 6, ours.line)
    canvas.paste(_draw_pennants(flags, ours.on_panel), MARGIN, height + 22)
    x, middle = MARGIN + flags * _FLAG + 28, height + 6 + (HEIGHT - 6) // 2
    canvas.text(x, middle, str(days), size=80, face="display", fill=ours.on_panel, kind="letter")
    return canvas.finish(dense=picture.dense)


@lru_cache(maxsize=16)
def _draw_pennants(flags: int, cord: RGB) -> Sprite:
    wide = flags * _FLAG + 4

    def paint(pen: Pen) -> None:
        paint_bunting(pen, wide, 6, 14, [seat.fill for seat in SEATS[:5]], cord)

    return paint_sprite(wide + 4, 80, paint)
