"""Paint the bay behind cards: a sky with a low sun, or with the moon at night, hills and water."""

from __future__ import annotations

from math import sin
from typing import Final

from rendering.cards.colours import BANDS
from rendering.drawing.pen import Pen
from rendering.drawing.theme import WHITE, Theme, mix
from rendering.posters.scene import paint_cloud

WIDTH: Final = 1200


def paint_sky(pen: Pen, ours: Theme, top: float, horizon: float, *, sun: float) -> None:
    """Paint the sky from y `top` down to the horizon, the light at x `sun` and the hills; in high contrast nothing."""
    if ours.contrast:
        return
    for band in range(BANDS):
        y = top + (horizon - top) * (band / BANDS) ** 0.8
        pen.rounded_box((0, y, WIDTH, horizon), 0, ours.own(f"sky{band}"))
    high = horizon - min(130, (horizon - top) * 0.4)
    disc = mix(WHITE, ours.line, 0.25)
    for step, reach in enumerate((150, 118, 92)):
        tone = (
            ours.own(f"sky{BANDS - 3 + step}")
            if ours.dark
            else mix(ours.own(f"sky{BANDS - 1}"), disc, 0.25 * (step + 1))
        )
        pen.disc(sun, high, reach, tone)
    pen.disc(sun, high, 64, disc)
    for x, down, size in ((sun - 330, 40, 1.3), (sun + 190, -30, 1.6)):
        paint_cloud(pen, x, high + down, size, ours.own(f"sky{BANDS - 2}") if ours.dark else WHITE)
    for reach, share, start in ((104, 0.5, 0.4), (60, 1.0, 2.1)):
        ridge = [
            (x, horizon - reach * (0.62 + 0.38 * sin(x / 171 + start) * sin(x / 67 + start)))
            for x in range(0, WIDTH + 20, 20)
        ]
        tone = mix(ours.own(f"sky{BANDS - 2}"), ours.own("hill"), share)
        pen.polygon([(0, horizon), *ridge, (WIDTH, horizon)], tone)


def paint_ripples(pen: Pen, ours: Theme, top: float, bottom: float) -> None:
    """Paint ripples on water."""
    for number in range(round((bottom - top) / 7)):
        x, y = 30 + number * 317 % (WIDTH - 60), top + 8 + number * 41 % max(1, bottom - top - 12)
        pen.line([(x, y), (x + 26 + number * 7 % 30, y)], mix(ours.own("sea"), ours.chalk, 0.5), 3)
