"""Paint the sky and the open sea around Riff Raff's ship at dusk: the more the ship leans, the rougher the weather."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, pi, sin
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import RGB, Theme

WIDTH: Final = 1200
_HORIZON: Final = 312
_LEANS: Final = (4.0, 8.0, 12.0)
"""The tilts, in degrees, from which the weather is 1, 2 and 3 (`judge_weather`)."""
_SKIES: Final = (
    ("dusk", "haze", "rose", "dawn"),
    ("cloud", "dusk", "haze", "rose"),
    ("cloud", "cloud", "dusk", "haze"),
    ("gloom", "gloom", "cloud", "dusk"),
)
"""The tones of the sky from the top to the horizon, by weather."""
_CLOUDS: Final = (
    (470, 150, 1.1), (1010, 290, 0.8), (620, 232, 0.9), (1120, 130, 1.2), (380, 268, 0.7), (840, 128, 1.3),
    (560, 110, 1.4), (960, 180, 1.2),
)  # fmt: skip
"""Where clouds hang, and their sizes; the better the weather, the fewer of them are painted, but at least three."""


def judge_weather(roll: float, pitch: float) -> int:
    """Judge the weather, 0 (calm) to 3 (storm), by how far the ship leans; degrees."""
    lean = hypot(roll, pitch)
    return sum(lean >= least for least in _LEANS)


def paint_weather(pen: Pen, look: Theme, height: int, left: int, weather: int, *, plain: bool) -> None:
    """Paint sky and sea; `left`: pixels on the left that are covered later. In high contrast there are only waves.

    `plain`: without waves and clouds, which would cost bytes in each frame of a film in which something passes them.
    """
    if look.contrast:
        for low in range(170, height, 150):
            _paint_swell(pen, look.shade, low, 0, 6.0, 5)
        return
    _paint_sky(pen, look, left, weather, clouds=not plain)
    wave, trough, foam = look.own("wave"), look.own("trough"), look.own("foam")
    pen.rounded_box((0, _HORIZON, WIDTH, height), 0, wave)
    for start, tone in ((_HORIZON + 66, look.ground), (_HORIZON + 190, wave), (_HORIZON + 350, trough)):
        swell: list[Point] = [
            (x, start + (5 + 3 * weather) * sin(x / (150 - 18 * weather) + start)) for x in range(0, WIDTH + 31, 30)
        ]
        pen.polygon([*swell, (WIDTH, height), (0, height)], tone)
    for number, (x, y) in enumerate(() if plain else _scatter(height)):
        near = (y - _HORIZON) / (height - _HORIZON)
        tone = foam if number % 3 < 1 + (weather > 1) else trough if near < 0.5 else wave
        long = 26 + 60 * near + 8 * weather
        high = (2 + 7 * near) * (0.5 + 0.4 * weather)
        crest = [(x + long * t / 6, y - high * sin(pi * t / 6)) for t in range(7)]
        if weather > 1 and number % 3 == 0:  # a breaker
            pen.polygon([*crest, (x + long * 0.6, y + high * 0.3)], foam)
        pen.line(crest, tone, 2.5 + 1.5 * near)


def _paint_swell(pen: Pen, tone: RGB, y: float, start: float, high: float, width: float) -> None:
    """Paint three short waves in a row."""
    for column in range(3):
        x = start + 470 + column * 260
        pen.line([(x + t * 10, y + high * sin(t * pi / 5)) for t in range(11)], tone, width)


def _scatter(height: int) -> Iterator[Point]:
    """Place waves without a pattern, closer together towards the horizon."""
    for number in range(46):
        depth = ((number * 29) % 47 / 47) ** 1.5
        yield (number * 367) % 1270 - 60, _HORIZON + 12 + depth * (height - _HORIZON - 30)


def _paint_sky(pen: Pen, look: Theme, left: int, weather: int, *, clouds: bool) -> None:
    """Paint the sky in four tones, the setting sun, clouds that thicken with the weather, and rain in a storm."""
    top = 84
    for band, name in enumerate(_SKIES[weather]):
        y = top + (_HORIZON - top) * (band / 4) ** 0.9 if band else 0.0
        pen.rounded_box((0, y, WIDTH, _HORIZON + 2), 0, look.own(name))
    sun = left + 110
    if weather < 2:
        glow, disc = look.own(_SKIES[weather][3]), look.own("lamp")
        pen.oval((sun - 150, _HORIZON - 96, sun + 150, _HORIZON + 96), glow)
        pen.disc(sun, _HORIZON - 6, 44 - 8 * weather, disc)
    for number, (x, y, size) in enumerate(_CLOUDS):
        if clouds and number < 3 + 2 * weather:
            low = weather > 1 and number % 2 == 0
            tone = look.own("gloom" if low and weather < 3 else "cloud" if weather else "haze" if y < 200 else "dusk")
            _paint_cloud(pen, tone, x, y, size * (1 + 0.18 * weather))
    far = [(0, 8), (200, 18), (340, 9), (520, 14), (700, 4), (900, 12), (1060, 22), (1200, 10)]
    shore = look.own("cloud" if weather < 3 else "gloom")
    pen.polygon([(0, _HORIZON + 2), *((x, _HORIZON - y) for x, y in far), (WIDTH, _HORIZON + 2)], shore)
    if clouds and weather == 3:
        for number in range(34):
            x, y = 350 + (number * 211) % 900, 96 + (number * 83) % 200
            pen.line([(x, y), (x - 13, y + 40)], look.own("dusk"), 2)


def _paint_cloud(pen: Pen, tone: RGB, x: float, y: float, size: float) -> None:
    """Paint a long flat cloud, its base at y."""
    for dx, radius in ((-44, 12), (-14, 19), (20, 15), (48, 10)):
        pen.disc(x + dx * size, y - radius * 0.7 * size, radius * size, tone)
    pen.rounded_box((x - 96 * size, y - 12 * size, x + 104 * size, y), 6 * size, tone)


def paint_light(pen: Pen, look: Theme, left: int, weather: int) -> None:
    """Paint the light of the sun on wet water: short strokes below it, wider towards the viewer."""
    if look.contrast or weather > 1:
        return
    sun, tone = left + 110, look.own("dawn")
    for number in range(9):
        y, half = _HORIZON + 10 + number * 15 + number**2, 46 - 3 * number + (number * 37) % 19
        shift = (number * 53) % 31 - 15
        pen.line([(sun - half + shift, y), (sun + half + shift, y)], tone if number % 3 else look.own("lamp"), 4)
