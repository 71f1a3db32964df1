"""The badges of a card: their names, and a small medal for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Final

from games.text import Say, T, Text
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import RGB, SEATS, mix

NAMES: Final[Mapping[str, Text]] = {
    "all_hands": T("All hands"),
    "strong_wind": T("Strong wind"),
    "good_company": T("Good company"),
    "long_voyage": T("Long voyage"),
    "relief": T("Relief watch"),
}
"""The names of badges, in the order in which they are shown."""

IN_A_ROW: Final = 3

ROW: Final = 92
"""The height of a row of badges."""

_MEDAL: Final = 68

Strokes = Sequence[Sequence[tuple[float, float]]]

_RINGS: Final = tuple(
    [(side * 8 + 12 * cos(step * pi / 8), 12 * sin(step * pi / 8)) for step in range(17)] for side in (-1, 1)
)
"""Two rings that hold each other."""

_SIGNS: Final[Mapping[str, Strokes]] = {
    "all_hands": (
        ((-12, -2), (-12, -13)),
        ((-4, -4), (-4, -19)),
        ((4, -4), (4, -19)),
        ((12, -2), (12, -13)),
        ((-12, 2), (12, 2), (10, 15), (-8, 15), (-12, 2)),
        ((-12, 6), (-19, -1)),
        ((-6, 8), (8, 8)),
    ),
    "strong_wind": (
        ((-20, -6), (10, -6), (16, -11), (12, -17), (6, -15)),
        ((-20, 4), (18, 4)),
        ((-14, 14), (8, 14), (13, 18)),
    ),
    "good_company": _RINGS,
    "long_voyage": (((0, 6), (0, -20)), ((0, -18), (14, 2), (0, 2)), ((-18, 8), (18, 8)), ((-10, 16), (10, 16))),
    "relief": (((-16, -8), (14, -8), (6, -16)), ((16, 8), (-14, 8), (-6, 16))),
}
"""The lines of each medal's sign, around its middle."""


def list_names(badges: Sequence[str]) -> tuple[Text, ...]:
    """List the names of badges, without those that this version does not know."""
    return tuple(name for badge, name in NAMES.items() if badge in badges)


def measure_badges(badges: Sequence[str]) -> int:
    """Measure the height that badges need."""
    return -(-len(list_names(badges)) // IN_A_ROW) * ROW


def draw_badges(
    canvas: Canvas, badges: Sequence[str], x: int, y: int, width: int, say: Say, *, won: bool = True
) -> None:
    """Draw badges below y, each as a medal with its name; in the colour of the page if they are still to be won."""
    wide = width // IN_A_ROW
    for number, badge in enumerate(each for each in NAMES if each in badges):
        left, middle = x + wide * (number % IN_A_ROW), y + ROW * (number // IN_A_ROW) + ROW // 2
        _draw_medal(canvas, badge, left + _MEDAL // 2, middle - 8, won=won)
        canvas.text(left + _MEDAL + 16, middle, say(NAMES[badge]), size=40, width=wide - _MEDAL - 28, least=36)


def _draw_medal(canvas: Canvas, badge: str, x: int, y: int, *, won: bool) -> None:
    ours = canvas.theme
    if won:
        metal, edge, ribbon, ink = ours.line, ours.rim, SEATS[0].fill, ours.ground if ours.contrast else ours.rim
    else:
        metal = ribbon = ours.shade
        edge = ink = ours.ink if ours.contrast else mix(ours.shade, ours.ink, 0.45)
    canvas.paste(_paint_medal(metal, edge, ribbon), x, y)
    for line in _SIGNS[badge]:
        canvas.stroke([(x + across, y + down) for across, down in line], width=6, fill=ink)


@cache
def _paint_medal(metal: RGB, edge: RGB, ribbon: RGB) -> Sprite:
    """Paint a medal with two ends of a ribbon below it; its origin is in the middle of the disc."""
    half = _MEDAL / 2

    def paint(pen: Pen) -> None:
        for side in (-1, 1):
            ends = [
                (half + side * 2, 44),
                (half + side * 24, 40),
                (half + side * 28, 80),
                (half + side * 17, 72),
                (half + side * 8, 82),
            ]
            pen.polygon(ends, ribbon, edge=edge, width=3)
        pen.disc(half, half, half, metal, edge=edge, width=4)
        pen.disc(half, half, half - 7, None, edge=mix(metal, edge, 0.4), width=2)

    return paint_sprite(_MEDAL, 84, paint, origin=(_MEDAL // 2, _MEDAL // 2))
