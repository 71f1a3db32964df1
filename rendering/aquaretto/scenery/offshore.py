"""Draw what is in the sea around an island: a boat in the colour of its seat, rocks, buoys, lilies; the light of a
victory."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

from rendering.aquaretto.scenery import sea
from rendering.aquaretto.scenery.fields import paste_hard
from rendering.drawing.canvas import Canvas
from rendering.drawing.half_size import flatten
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Theme, mix
from rendering.posters.festive import paint_firework, paint_rays

Box = tuple[int, int, int, int]
"""A rectangle: x, y, width, height."""
_SIZES: Final = (72, 96, 128, 168)
"""The sizes a thing may have, smallest first; the largest that fits is used."""
_MOST: Final = 4
_EACH: Final = 90_000
"""How many things there are at most, and the square pixels of sea for each: small seas stay calm."""
_CALM: Final = 0.42
"""How much their colours are blended with the water."""


def draw_offshore(canvas: Canvas, place: Box, taken: Sequence[Box], seat: int, *, won: bool = False) -> None:
    """Draw things where there is room for them in `place`, away from all that is `taken`. `won`: fireworks."""
    theme = canvas.theme
    if theme.contrast or canvas.look.large:
        return
    for number, (x, y, size) in enumerate(_find_room(place, taken, _EACH // 3 if won else _EACH)):
        thing = (_FIREWORK if won else 1 + (number + seat) % 3) if number else 0
        paste_hard(canvas, _draw_thing(thing, seat, size, theme), x, y)


def _find_room(place: Box, taken: Sequence[Box], each: int) -> list[tuple[int, int, int]]:
    """Find large free squares: x, y and size of each, the largest first; `each`: square pixels of sea for each.

    Only a few are tried: the picture must be drawn quickly.
    """
    x0, y0, across, down = place[0] + 10, place[1] + 10, place[2] - 20, place[3] - 20
    room = list[tuple[int, int, int]]()
    for right, low in _SPOTS:
        squares = [(round(x0 + (across - size) * right), round(y0 + (down - size) * low), size) for size in _SIZES]
        fit = list(takewhile(lambda square: square[2] <= min(across, down) and _is_free(square, taken), squares))
        room += fit[-1:]
    out, most = list[tuple[int, int, int]](), max(1, min(_MOST, across * down // each))
    for square in sorted(room, key=lambda found: -found[2]):
        if len(out) < most and _is_free(square, [(x, y, size, size) for x, y, size in out]):
            out.append(square)
    return out


def _is_free(square: tuple[int, int, int], taken: Sequence[Box]) -> bool:
    """Tell whether a square (x, y, size) overlaps nothing."""
    x, y, size = square
    for left, top, wide, tall in taken:
        if left < x + size and x < left + wide and top < y + size and y < top + tall:
            return False
    return True


_SPOTS: Final = ((0.0, 1.0), (1.0, 0.0), (0.0, 0.0), (1.0, 1.0), (0.0, 0.5), (1.0, 0.5), (0.5, 0.0), (0.5, 1.0))
"""The spots that are tried: shares of the width and of the height."""


class _Water:
    """A square of water to draw on, in its own coordinates: 0 to 1 from the top left corner."""

    def __init__(self, pen: Pen, size: int, theme: Theme) -> None:
        self.pen, self.size, self.theme, self.sea = pen, size, theme, sea.find_tone(theme)

    def _tone(self, colour: RGB) -> RGB:
        return mix(colour, self.sea, _CALM)

    def shape(self, points: Sequence[Point], colour: RGB) -> None:
        self.pen.polygon([(x * self.size, y * self.size) for x, y in points], self._tone(colour))

    def line(self, points: Sequence[Point], colour: RGB, width: float) -> None:
        self.pen.line([(x * self.size, y * self.size) for x, y in points], self._tone(colour), width * self.size)

    def oval(self, x: float, y: float, across: float, down: float, colour: RGB) -> None:
        corners = x - across, y - down, x + across, y + down
        x0, y0, x1, y1 = (edge * self.size for edge in corners)
        self.pen.oval((x0, y0, x1, y1), self._tone(colour))


def _draw_boat(water: _Water, seat: int) -> None:
    """Draw a sailing boat with its reflection and wake."""
    deep, wood = mix(water.sea, INK, 0.35), water.theme.own("trunk")
    water.oval(0.52, 0.84, 0.36, 0.07, deep)
    water.line([(0.1, 0.9), (0.26, 0.92), (0.4, 0.9)], WHITE, 0.02)
    water.line([(0.62, 0.93), (0.76, 0.92), (0.92, 0.88)], WHITE, 0.02)
    water.line([(0.5, 0.12), (0.5, 0.72)], wood, 0.03)
    water.shape([(0.53, 0.14), (0.53, 0.66), (0.86, 0.66)], SEATS[seat].fill)
    water.shape([(0.47, 0.22), (0.47, 0.66), (0.2, 0.66)], mix(SEATS[seat].fill, WHITE, 0.5))
    water.shape([(0.16, 0.71), (0.88, 0.71), (0.74, 0.86), (0.28, 0.86)], wood)
    water.shape([(0.16, 0.71), (0.88, 0.71), (0.86, 0.755), (0.18, 0.755)], mix(wood, WHITE, 0.45))


def _draw_rocks(water: _Water, seat: int) -> None:
    """Draw rocks with a gull."""
    stone = water.theme.own("stone")
    water.oval(0.5, 0.78, 0.42, 0.1, WHITE)
    water.shape([(0.14, 0.76), (0.26, 0.5), (0.42, 0.4), (0.56, 0.56), (0.62, 0.78)], stone)
    water.shape([(0.5, 0.8), (0.6, 0.6), (0.76, 0.56), (0.88, 0.78)], mix(stone, INK, 0.25))
    water.shape([(0.26, 0.5), (0.42, 0.4), (0.44, 0.56), (0.32, 0.66)], mix(stone, WHITE, 0.5))
    water.line([(0.5, 0.26), (0.58, 0.2), (0.64, 0.27), (0.7, 0.2), (0.78, 0.26)], INK, 0.025)


def _draw_buoys(water: _Water, seat: int) -> None:
    """Draw a line of buoys, one of them large."""
    water.line([(0.12, 0.8), (0.3, 0.84), (0.5, 0.8), (0.7, 0.84), (0.88, 0.8)], WHITE, 0.02)
    for x in (0.16, 0.34, 0.7, 0.86):
        water.oval(x, 0.81, 0.04, 0.04, SEATS[1].fill)
    water.oval(0.52, 0.82, 0.17, 0.06, mix(water.sea, INK, 0.35))
    water.shape([(0.36, 0.8), (0.68, 0.8), (0.58, 0.44), (0.46, 0.44)], SEATS[0].fill)
    water.shape([(0.4, 0.68), (0.64, 0.68), (0.61, 0.56), (0.43, 0.56)], WHITE)
    water.oval(0.52, 0.38, 0.05, 0.05, SEATS[1].fill)


def _draw_lilies(water: _Water, seat: int) -> None:
    """Draw leaves of water lilies with a flower."""
    leaf = water.theme.own("leaf")
    for x, y, across in ((0.3, 0.58, 0.18), (0.62, 0.68, 0.22), (0.56, 0.38, 0.14)):
        water.oval(x + 0.02, y + 0.03, across, across * 0.6, mix(water.sea, INK, 0.35))
        water.oval(x, y, across, across * 0.6, leaf)
        water.shape([(x, y), (x + across * 0.9, y - 0.1), (x + across, y)], water.sea)
    for turn in (-0.07, 0.0, 0.07):
        water.oval(0.6 + turn, 0.62, 0.045, 0.06, (245, 200, 214))
    water.oval(0.6, 0.64, 0.03, 0.03, SEATS[1].fill)


def _draw_firework(water: _Water, seat: int) -> None:
    """Draw fireworks in gold and in the colour of a seat."""
    size, tones = water.size, (water.theme.line, SEATS[seat].top)
    paint_firework(water.pen, size * 0.44, size * 0.5, size * 0.4, tones)
    paint_firework(water.pen, size * 0.82, size * 0.2, size * 0.16, tones[::-1])


def draw_victory(canvas: Canvas, place: Box, middle: tuple[int, int], seat: int) -> None:
    """Draw rays of light that spread over a part of the sea from `middle`, and confetti on the water."""
    theme, (left, top, width, height) = canvas.theme, place
    if not theme.contrast:
        rays = _draw_rays(width, height, middle[0] - left, middle[1] - top, seat, theme)
        canvas.paste(rays if canvas.look.half else flatten(rays.pixels, theme), left, top)


@lru_cache(maxsize=16)
def _draw_rays(width: int, height: int, x: int, y: int, seat: int, theme: Theme) -> Sprite:
    paper = SEATS[seat].fill, theme.line, WHITE, SEATS[seat].top

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, width, height), 0, sea.find_tone(theme))
        paint_rays(pen, x, y, width + height, theme.own("ray"))
        for number in range(width * height // _PAPER):
            across, down, turn = sea.scatter_point(number)
            cx, cy, angle = across * width, down * height, turn * math.pi
            c, s = 7 * math.cos(angle), 7 * math.sin(angle)
            chip = [(cx + c, cy + s), (cx - s * 0.5, cy + c * 0.5), (cx - c, cy - s), (cx + s * 0.5, cy - c * 0.5)]
            pen.polygon(chip, paper[number % len(paper)])

    return paint_sprite(width, height, paint, crisp=True)


_PAPER: Final = 3600
"""Square pixels for each piece of confetti."""
_THINGS: Final[tuple[Callable[[_Water, int], None], ...]] = (
    _draw_boat,
    _draw_rocks,
    _draw_buoys,
    _draw_lilies,
    _draw_firework,
)
_FIREWORK: Final = 4
"""The number of the fireworks among the things."""


@lru_cache(maxsize=128)
def _draw_thing(number: int, seat: int, size: int, theme: Theme) -> Sprite:
    return paint_sprite(size, size, lambda pen: _THINGS[number](_Water(pen, size, theme), seat), crisp=True)
