"""What posters are made of: the module `poster` of a game's pictures, and things that several of them show.

Such a module has these names; a game without it shows its opening.

    TITLE: Title
    def paint(pen: Pen) -> None                                     the scene, WIDTH by HEIGHT pixels; colours may
                                                                    have an opacity
    def draw_seat(colours, number, count, *, free) -> Placed        a seat as a person or thing in the scene; a free one
                                                                    fades into it, within a pale edge
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite
from rendering.drawing.theme import RGB, mix

WIDTH: Final = 1200
HEIGHT: Final = 784


class Title(NamedTuple):
    """Where the title stands, which is in the middle of the width, and its colours."""

    y: int
    fill: RGB
    rim: RGB


class Placed(NamedTuple):
    """A sprite, and the point of the scene on which its origin lies."""

    sprite: Sprite
    x: int
    y: int


def spread(number: int, count: int, *, left: int = 110, right: int = WIDTH - 110) -> int:
    """Return the x of one of several things that stand side by side, around the middle."""
    step = min(210, (right - left) / max(1, count - 1))
    return round((left + right) / 2 + (number - (count - 1) / 2) * step)


def paint_bands(pen: Pen, top: float, bottom: float, tones: Sequence[RGB], *, each: int = 4) -> None:
    """Paint a sky or a sea in flat bands that lead from one tone to the next, `each` between two."""
    stops = (len(tones) - 1) * each
    for number in range(stops + 1):
        place, share = divmod(number, each)
        tone = tones[place] if not share else mix(tones[place], tones[place + 1], share / each)
        y = top + (bottom - top) * number / (stops + 1)
        pen.rounded_box((0, y, WIDTH, bottom), 0, tone)


def paint_glow(pen: Pen, x: float, y: float, tones: Sequence[RGB], *, each: int = 12) -> None:
    """Paint a sky that grows brighter towards a low sun at x, y, in rings that lead from one tone to the next."""
    stops = (len(tones) - 1) * each
    for number in range(stops + 1):
        place, share = divmod(number, each)
        tone = tones[place] if not share else mix(tones[place], tones[place + 1], share / each)
        high = 84 + (y - 84 + 30) * (1 - number / stops)
        wide = high * (1.05 + 2.1 * (1 - number / stops))
        pen.oval((x - wide, y - high, x + wide, y + high), tone)


def paint_swell(pen: Pen, y: float, high: float, tone: RGB, crest: RGB, *, start: float = 0) -> None:
    """Paint a row of waves down to the bottom of the scene."""
    points: list[Point] = [
        (x, y + high * math.sin(x / (high * 6.5) + start) + high * 0.4 * math.sin(x / (high * 2.7) + start))
        for x in range(-12, WIDTH + 24, 12)
    ]
    pen.polygon([*points, (WIDTH + 12, HEIGHT), (-12, HEIGHT)], tone)
    pen.line(points, crest, max(2.5, high / 5))


def paint_cloud(pen: Pen, x: float, y: float, size: float, tone: RGB) -> None:
    """Paint a flat cloud."""
    for dx, dy, radius in ((0, 0, 15), (24, -9, 20), (52, -4, 17), (76, 3, 11)):
        pen.disc(x + dx * size, y + dy * size, radius * size, tone)
    pen.rounded_box((x - 40 * size, y, x + 110 * size, y + 15 * size), 7 * size, tone)
