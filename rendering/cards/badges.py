"""The badges of a card: their names, and a small medal for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.text import Say, T, Text
from rendering.drawing.canvas import Canvas

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

_SIGNS: Final[Mapping[str, Strokes]] = {
    "all_hands": (((-14, -14), (-14, -13)), ((14, -14), (14, -13)), ((-14, 14), (-14, 13)), ((14, 14), (14, 13))),
    "strong_wind": (((-18, -8), (14, -8), (18, -14)), ((-18, 4), (8, 4)), ((-18, 16), (16, 16))),
    "good_company": (((-12, -12), (-12, -11)), ((12, -12), (12, -11)), ((-18, 12), (-6, 12)), ((6, 12), (18, 12))),
    "long_voyage": (((0, 6), (0, -20)), ((0, -18), (14, 2)), ((-18, 8), (18, 8)), ((-10, 16), (10, 16))),
    "relief": (((-16, -8), (14, -8), (6, -16)), ((16, 8), (-14, 8), (-6, 16))),
}
"""The lines of each medal's sign, around its middle."""


def list_names(badges: Sequence[str]) -> tuple[Text, ...]:
    """List the names of badges, without those that this version does not know."""
    return tuple(name for badge, name in NAMES.items() if badge in badges)


def measure_badges(badges: Sequence[str]) -> int:
    """Measure the height that badges need."""
    return -(-len(list_names(badges)) // IN_A_ROW) * ROW


def draw_badges(canvas: Canvas, badges: Sequence[str], x: int, y: int, width: int, say: Say) -> None:
    """Draw badges below y, each as a medal with its name."""
    wide = width // IN_A_ROW
    for number, badge in enumerate(each for each in NAMES if each in badges):
        left, middle = x + wide * (number % IN_A_ROW), y + ROW * (number // IN_A_ROW) + ROW // 2
        _draw_medal(canvas, badge, left + _MEDAL // 2, middle)
        canvas.text(left + _MEDAL + 16, middle, say(NAMES[badge]), size=40, width=wide - _MEDAL - 28, least=36)


def _draw_medal(canvas: Canvas, badge: str, x: int, y: int) -> None:
    ours, half = canvas.theme, _MEDAL // 2
    ink = ours.ground if ours.contrast else ours.rim
    canvas.panel(x - half, y - half, _MEDAL, _MEDAL, ours.line, radius=half, edge=ours.rim)
    for line in _SIGNS[badge]:
        canvas.stroke([(x + across, y + down) for across, down in line], width=7, fill=ink)
