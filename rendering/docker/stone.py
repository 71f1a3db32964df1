"""Paint Docker's quay: weathered stone in the light of noon or of its lamps, its steps, bollards and painted lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot
from typing import Final

from games.docker.state import ENTRIES
from rendering.docker.colours import WARM
from rendering.docker.harbour import LAMPS, paint_glow
from rendering.docker.plan import Plan
from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import BLACK, RGB, WHITE, Theme, mix


class Grain:
    """Pseudorandom numbers, the same in each picture, so that equal views give equal bytes."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def pick(self, low: float, high: float) -> float:
        """Pick a number from low to high."""
        self._state = (self._state * 1103515245 + 12345) % 2**31  # the generator of the C standard
        return low + (high - low) * (self._state >> 8) / 2**23

    def choose(self, among: Sequence[RGB]) -> RGB:
        """Choose one of the tones."""
        return among[int(self.pick(0, len(among) - 0.001))]


def paint_quay(pen: Pen, theme: Theme, plan: Plan, width: int, height: int) -> None:
    """Paint the quay's blocks in courses, from its far edge to the bottom of the picture."""
    chance, slant = Grain(41), plan.slant
    shore = plan.shore
    light = mix(theme.ground, WHITE, 0.06 if theme.dark else 0.4)
    joint = mix(theme.ground, theme.shade, 0.75)
    cool = mix(theme.ground, theme.shade if theme.dark else theme.own("worn"), 0.5)
    tones = (theme.ground, theme.ground, cool, theme.own("worn") if not theme.dark else theme.ground)
    pen.rounded_box((0, shore, width, height), 0, theme.ground if theme.contrast else joint)
    # The edge: a row of coping stones, lit on top, that throws a shadow on the water.
    pen.rounded_box((0, shore, width, shore + 15), 0, mix(theme.ground, light, 0.8))
    pen.rounded_box((0, shore + 15, width, shore + 19), 0, theme.shade)
    if theme.contrast:
        return
    y, tall = shore + 19.0, 44.0
    while y < height:
        x = -260.0 + chance.pick(0, 120)
        while x < width + 60:
            long = chance.pick(120, 230)
            block = [(x + _lean(along, dy, slant), y + dy)
                     for along, dy in ((2, 1), (long - 2, 1), (long - 2, tall - 2), (2, tall - 2))]  # fmt: skip
            tone = chance.choose(tones)
            pen.polygon(block, tone)
            if theme.dark:
                _light_up(pen, theme, block, shore)
            _paint_block(pen, chance, block, light, joint)
            x += long
        y, tall = y + tall, tall + 7
    for x in range(60, width, 173):
        pen.line([(x, shore + 1), (x - 7, shore + 14)], joint, 2.5)


_REACH: Final = 250
"""How far the light of a lamp reaches over the stones."""


def _light_up(pen: Pen, theme: Theme, block: list[Point], shore: float) -> None:
    """Paint the light of the lamps on a stone at night, warmer towards the nearest one, in upright slices."""
    (x0, y0), (x1, _), (_, y2), (x3, _) = block
    count = round((x1 - x0) / 24)
    for part in range(count):
        left, right = (x1 - x0) * part / count, (x1 - x0) * (part + 1) / count
        x, down = (x0 + x3 + left + right) / 2, (y0 + y2) / 2 - shore
        warmth = round(WARM * (1 - min(hypot((x - lamp) / 1.5, down - 16) for lamp in LAMPS) / _REACH))
        if warmth > 0:
            pen.polygon(
                [(x0 + left, y0), (x0 + right, y0), (x3 + right, y2), (x3 + left, y2)], theme.own(f"warm{warmth - 1}")
            )


def paint_lamp(pen: Pen, theme: Theme, x: float, shore: float) -> None:
    """Paint a lamp post that burns at night, its foot on the edge of the quay."""
    iron, glow = mix(theme.panel, theme.own("hull"), 0.3), theme.line
    top = shore - 122
    paint_glow(pen, theme, x, top + 12, 64)
    pen.line([(x, shore + 20), (x, top + 24)], iron, 7)
    pen.polygon([(x - 13, shore + 22), (x + 13, shore + 22), (x + 6, shore + 4), (x - 6, shore + 4)], iron)
    pen.polygon([(x - 9, top + 24), (x + 9, top + 24), (x + 13, top), (x - 13, top)], glow)
    pen.polygon([(x - 17, top), (x + 17, top), (x, top - 14)], iron)


def _lean(along: float, down: float, slant: float) -> float:
    """Return how far right a point of a block lies: lines that recede lean to the right."""
    return along - down * slant


def _paint_block(pen: Pen, chance: Grain, block: list[Point], light: RGB, joint: RGB) -> None:
    """Paint what is on a stone: the light on its upper edge, and now and then a chip, a crack or a stain."""
    (x0, y0), (x1, _), (_, y2), (x3, _) = block
    pen.line([(x3 + 2, y2 - 2), (x0 + 1, y0 + 2), (x1 - 3, y0 + 2)], light, 2)
    kind = chance.pick(0, 1)
    if kind < 0.22:
        pen.polygon([(x1 + 1, y0 - 1), (x1 - 13, y0 - 1), (x1 - 3, y0 + 8)], joint)
    elif kind < 0.36:
        at = chance.pick(x0 + 20, x1 - 20)
        pen.line([(at, y0 + 2), (at - 9, (y0 + y2) / 2), (at + 2, (y0 + y2) / 2 + 9)], joint, 2)


def paint_squares(pen: Pen, theme: Theme, plan: Plan) -> None:
    """Paint the nine squares: a plinth of large slabs, worn at their edges, its sides in blocks."""
    corners = [plan.ground(0, 0), plan.ground(3, 0), plan.ground(3, 3), plan.ground(0, 3)]
    slab, worn, iron = theme.own("slab"), theme.own("worn"), mix(theme.shade, BLACK, 0.35)
    edge = theme.ink if theme.contrast or not theme.dark else mix(theme.ground, theme.ink, 0.4)
    lower = [(x, y + 16) for x, y in corners]
    if not theme.contrast:
        fallen = [(x + 26, y + 26) for x, y in corners]
        pen.polygon([*fallen[1:], corners[3]], mix(theme.ground, theme.shade, 0.9))
    pen.polygon([*corners[1:], *reversed(lower[1:])], iron, edge=edge, width=3)
    pen.polygon(corners, worn if not theme.contrast else slab, edge=edge, width=3)
    if theme.contrast:
        for line in (1, 2):
            pen.line([plan.ground(line, 0), plan.ground(line, 3)], theme.shade, 5)
            pen.line([plan.ground(0, line), plan.ground(3, line)], theme.shade, 5)
        return
    chance = Grain(12)
    light = mix(slab, WHITE, 0.1 if theme.dark else 0.6)
    joint = mix(worn, theme.shade, 0.8)
    for part in range(1, 12):
        x, y = plan.ground(part / 4, 3)
        pen.line([(x, y + 3), (x, y + 15)], mix(iron, BLACK, 0.25), 2.5)
    for square in range(9):
        outline = plan.outline(square, 3)
        tone = find_tone(theme, square)
        pen.polygon(outline, tone)
        back_left, back_right, front_right, front_left = outline
        pen.line([front_left, back_left, back_right], light, 3)
        pen.line([back_right, front_right, front_left], joint, 3)
        _wear(pen, chance, outline, tone, joint)


@cache
def find_tone(theme: Theme, square: int, colours: tuple[int, ...] = ()) -> RGB:
    """Return the tone of a square of the plinth: washed with the colour that enters there, if that is one of `colours`;
    other squares are darker, the farther they are from the light behind on the left."""
    if theme.contrast:
        return theme.own("slab")
    for colour in colours:
        if ENTRIES[colour] == square:
            return theme.own(f"wash{colour}")
    return mix(theme.own("slab"), theme.own("worn"), (square % 3 + square // 3) / 4)


def _wear(pen: Pen, chance: Grain, outline: list[Point], tone: RGB, joint: RGB) -> None:
    """Wear a slab down: a broken corner, a crack, and fine strokes where crates were dragged."""
    (x0, y0), (x1, _), (x2, y2), (x3, _) = outline
    if chance.pick(0, 1) < 0.6:
        pen.polygon([(x2 + 2, y2 + 1), (x2 - chance.pick(14, 26), y2 + 1), (x2 + 6, y2 - 12)], joint)
    at = chance.pick(x0 + 30, x1 - 60)
    pen.line([(at, y0 + 2), (at - 12, y0 + 16), (at - 4, y0 + 24), (at - 18, y0 + 38)], mix(tone, joint, 0.6), 2)
    for _ in range(4):
        down = chance.pick(0.12, 0.88)
        left = x0 + (x3 - x0) * down
        at, y = left + chance.pick(16, x1 - x0 - 50), y0 + (y2 - y0) * down
        pen.line([(at, y), (at + chance.pick(6, 26), y)], mix(tone, joint, 0.35), 2)


def paint_bollard(pen: Pen, x: float, y: float, tone: RGB, shadow: RGB) -> None:
    """Paint an iron post for ropes with its foot at y, lit on its left."""
    pen.oval((x + 4, y - 6, x + 62, y + 6), shadow)
    pen.polygon([(x + 6, y - 24), (x + 28, y - 24), (x + 33, y), (x + 1, y)], tone)
    pen.rounded_box((x - 3, y - 36, x + 37, y - 21), 7, tone)
    lit = mix(tone, WHITE, 0.3)
    pen.line([(x + 1, y - 32), (x + 22, y - 32)], lit, 3)
    pen.line([(x + 9, y - 20), (x + 6, y - 4)], lit, 3)


def paint_board(pen: Pen, theme: Theme, top: float, below: float) -> None:
    """Paint the board of planks on two ropes under the strip, on which the die lies."""
    wood, edge = theme.own("wood"), theme.rim if theme.contrast else theme.own("plank")
    for x in (46, 140):
        pen.line([(x, top - 30), (x, top + 8)], edge, 5)
    pen.rounded_box((14, top + 10, 178, below + 7), 10, edge)
    pen.rounded_box((12, top, 174, below), 10, wood, edge=edge, width=3)
    if theme.contrast:
        return
    third = (below - top) / 4
    for row in range(1, 4):
        pen.line([(16, top + row * third), (170, top + row * third)], edge, 2.5)
