"""Draw the rigging behind the yards: the jib before the wind, the shrouds on the far side, and the pennant.

It carries no cargo, so it is drawn in tones close to the sky's, behind everything aboard.
"""

from __future__ import annotations

from functools import lru_cache
from math import sin
from typing import Final

from PIL import Image, ImageDraw

from games.riff_raff.loading import ship
from rendering.drawing.half_size import flatten
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite
from rendering.drawing.theme import SEATS, Theme, mix
from rendering.riff_raff.ship.camera import Camera, Vector, compute_lean

_HEAD: Final[Vector] = (0.0, 0.0, ship.MAST_TOP - 0.5)
_RAIL: Final[tuple[Vector, ...]] = ((-2.4, 2.9, ship.DECK), (-0.4, 3.1, ship.DECK), (1.6, 3.0, ship.DECK))
_SPRIT: Final[Vector] = (12.6, 0.0, ship.DECK + 1.4)
"""The end of the bowsprit."""
_CLEW: Final[Vector] = (-0.4, 3.1, ship.DECK + 4.2)
_TRUCK: Final[Vector] = (0.0, 0.0, ship.MAST_TOP + 0.7)
"""Where the pennant flies."""
_FINE: Final = 2
"""How many times finer the rigging is painted."""
_STEP: Final = 2
"""Degrees to which a lean is rounded: the rigging is drawn once for each rounded lean.

Its top always meets the masthead.
"""


def draw_rigging(look: Theme, eye: Camera, roll: float, pitch: float, flag: int | None = None) -> tuple[Sprite, Point]:
    """Return the rigging of a ship that leans so far (degrees), and the pixel for its origin, the masthead. `flag`: the
    seat whose flag flies there."""
    about = round(roll / _STEP) * _STEP, round(pitch / _STEP) * _STEP
    return _draw(look, eye._replace(x=0.0, y=0.0), *about, flag), eye.aboard(compute_lean(roll, pitch)).point(_HEAD)


@lru_cache(maxsize=96)
def _draw(look: Theme, eye: Camera, roll: int, pitch: int, flag: int | None) -> Sprite:
    leaning = eye.aboard(compute_lean(roll, pitch))
    x0, y0 = leaning.point(_HEAD)
    corners = [leaning.point(point) for point in (_HEAD, *_RAIL, _SPRIT, _CLEW, _TRUCK)]
    pad = round(eye.scale * 1.2)
    xs, ys = [x - x0 for x, _ in corners], [y - y0 for _, y in corners]
    left, top = round(min(xs)) - pad, round(min(ys)) - pad
    right, below = max(150, round(max(xs)) + pad), round(max(ys)) + pad

    # premultiplied, so that it can be reduced as it is
    sheet = Image.new("RGBa", ((right - left) * _FINE, (below - top) * _FINE))
    moved = leaning._replace(x=leaning.x - x0 - left, y=leaning.y - y0 - top)
    paint_rigging(Pen(ImageDraw.Draw(sheet), 0, _FINE), look, moved, flag)
    return flatten(sheet.reduce(_FINE), look, (-left, -top))


def paint_rigging(pen: Pen, look: Theme, leaning: Camera, flag: int | None = None) -> None:
    """Paint the rigging as a camera in the frame of the leaning ship sees it."""
    at = leaning.point
    cloth, shade = look.own("sail"), look.own("sail_lo")
    rope = mix(look.own("slate"), look.ground, 0.35)
    top = _HEAD[2]
    for foot in _RAIL:
        pen.line([at(_HEAD), at(foot)], rope, 2)
    for step in range(1, 9):
        share = 0.2 + step * 0.085
        rung = [tuple(a + (b - a) * share for a, b in zip(_HEAD, foot, strict=True)) for foot in _RAIL]
        pen.line([at((x, y, z)) for x, y, z in rung], rope, 1.5)
    pen.line([at((8.0, 0.0, ship.DECK - 0.6)), at(_SPRIT)], look.rim, 15)
    pen.line([at((8.0, 0.0, ship.DECK - 0.6)), at(_SPRIT)], look.own("deck"), 9)
    tack, clew, peak = at(_SPRIT), at(_CLEW), at((0.3, 0.2, top - 1.0))
    luff, leech, foot_rope = _bend(peak, tack, -0.05), _bend(clew, peak, 0.12), _bend(tack, clew, 0.16)
    pen.polygon([*luff, *foot_rope, *leech], cloth)
    pen.polygon([*leech, *reversed(_bend(clew, peak, -0.1))], shade)
    for share in (2, 4, 6):
        pen.line(_bend(luff[share], leech[8 - share], 0.06), shade, 2)
    pen.line([*luff, *foot_rope, *leech], mix(shade, look.rim, 0.45), 2.5)
    hoist = [at((0.0, 0.0, top + 0.5 + z)) for z in (0.0, 0.3, 0.7)]
    x, truck = hoist[0][0], hoist[2][1]
    pen.line([hoist[0], hoist[2]], look.rim, 4)
    wide, tall = (122, 62) if flag is not None else (56, 17)
    waves = [(x + wide * t / 10, wide * 0.05 * sin(t * 0.75)) for t in range(11)]
    upper, lower = [(a, truck + b) for a, b in waves], [(a, truck + tall + b) for a, b in waves]
    fork = [(lower[-1][0] - wide * 0.2, truck + tall / 2)]
    fill = mix(look.own("bottle"), look.ground, 0.2) if flag is None else SEATS[flag].fill
    pen.polygon([*upper, *fork, *reversed(lower)], fill, edge=look.rim, width=2 if flag is None else 4)
    if flag is not None:
        pen.glyph(flag, x + wide * 0.4, truck + tall / 2 + 5, 20, SEATS[flag].on)


def _bend(start: Point, end: Point, belly: float) -> list[Point]:
    """Bend a line between two points: `belly` is how far its middle swings out, as a share of its length."""
    (x0, y0), (x1, y1) = start, end
    across, down = x1 - x0, y1 - y0
    swings = ((t / 8, belly * t * (8 - t) / 16) for t in range(9))
    return [(x0 + across * t + down * out, y0 + down * t - across * out) for t, out in swings]
