"""Paint the sky and the open sea around Riff Raff's ship at dusk: the more the ship leans, the rougher the weather."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, pi, sin
from typing import Final

from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import RGB, WHITE, Theme, mix
from rendering.riff_raff.colours import list_tones

WIDTH: Final = 1200
_HORIZON: Final = 312
_LEANS: Final = (4.0, 8.0, 12.0)
"""The tilts, in degrees, from which the weather is 1, 2 and 3 (`judge_weather`)."""
_SKIES: Final = (("dusk", "dawn"), ("cloud", "dawn"), ("gloom", "rose"), ("gloom", "haze"))
"""The tones of the sky at the top and at the horizon, by weather."""
_SUN: Final = (46, 40, 0, 0)
"""The radius of the sun, by weather; 0: behind clouds."""
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

    `plain`: in fewer tones, without waves and clouds, which would cost bytes in each frame of a film in which something
    passes them.
    """
    if look.contrast:
        for low in range(170, height, 150):
            _paint_swell(pen, look.shade, low, 0, 6.0, 5)
        return
    _paint_sky(pen, look, left, weather, clouds=not plain)
    wave, trough, foam = look.own("wave"), look.own("trough"), look.own("foam")
    tones = list_tones(look, "wave", "trough")[:: 3 if plain else 1]
    for number, tone in enumerate(tones):
        start = (height - _HORIZON - 180) * (number / len(tones)) ** 1.6
        high, long = (0.03 * start + 1) * (0.5 + 0.4 * weather), 60 + 0.3 * start
        swell: list[Point] = [
            (x, _HORIZON + start + high * (sin(x / long + start) + 0.5 * sin(x / long * 2.3)))
            for x in range(0, WIDTH + 13, 12)
        ]
        pen.polygon([*swell, (WIDTH, height), (0, height)], tone)
    for number, (x, y) in enumerate(() if plain else _scatter(height)):
        near = (y - _HORIZON) / (height - _HORIZON)
        tone = foam if number % 3 < 1 + (weather > 1) else wave if number % 2 else trough
        long = 24 + 66 * near + 8 * weather
        high = (2 + 8 * near) * (0.5 + 0.45 * weather)
        paint_wave(pen, tone, x, y, long, high)


def paint_wave(pen: Pen, tone: RGB, x: float, y: float, long: float, high: float) -> None:
    """Paint a wave that rises to a crest and ends in points."""
    steps = [t / 12 for t in range(13)]
    back = [(x + long * t, y - high * sin(pi * t**0.8)) for t in steps]
    face = [(x + long * t, y - 0.45 * high * sin(pi * t**1.1) + 0.3) for t in steps]
    pen.polygon([*back, *reversed(face)], tone, edge=tone, width=1)


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
    """Paint the sky, the setting sun and its glow, clouds that thicken with the weather, and rain in a storm."""
    top, (first, last), sun, size = 90, _SKIES[weather], left + 110, _SUN[weather]
    tones = list_tones(look, first, last)[:: 1 if clouds else 3]
    for number, tone in enumerate(tones):
        y = top + (_HORIZON - top) * number / len(tones) if number else 0
        pen.rounded_box((0, y, WIDTH, _HORIZON + 2), 0, tone)
    if size:
        _paint_glow(pen, list_tones(look, "haze", "lamp"), sun, size)
    for number, (x, y, wide) in enumerate(_CLOUDS):
        if clouds and number < 3 + 2 * weather:
            low = weather > 1 and number % 2 == 0
            body = look.own("gloom" if low and weather < 3 else "cloud" if weather else "dusk")
            lit = mix(body, look.own("dawn" if weather < 2 else "haze"), 0.35)
            _paint_cloud(pen, body, lit, x, y, wide * (1 + 0.18 * weather))
    far = [(0, 8), (200, 18), (340, 9), (520, 14), (700, 4), (900, 12), (1060, 22), (1200, 10)]
    shore = look.own("dusk" if weather < 2 else "cloud" if weather < 3 else "gloom")
    pen.polygon([(0, _HORIZON + 2), *((x, _HORIZON - y) for x, y in far), (WIDTH, _HORIZON + 2)], shore)
    if clouds and weather == 3:
        for number in range(34):
            x, y = 350 + (number * 211) % 900, 96 + (number * 83) % 200
            pen.line([(x, y), (x - 13, y + 40)], look.own("dusk"), 2)


def _paint_glow(pen: Pen, tones: Sequence[RGB], sun: int, size: int) -> None:
    """Paint the sun on the horizon, and the sky around it in ever brighter tones."""
    wide, y = 420, _HORIZON - 4
    for number, tone in enumerate(tones[len(tones) * 2 // 5 :]):
        share = (1 - number / (len(tones) * 3 / 5)) ** 1.5
        across, up = size + 12 + wide * share, size + 12 + 120 * share
        pen.oval((sun - across, y - up, sun + across, y + up), tone)
    pen.disc(sun, y, size, mix(tones[-1], WHITE, 0.35))


def _paint_cloud(pen: Pen, tone: RGB, lit: RGB, x: float, y: float, size: float) -> None:
    """Paint a long flat cloud, its base at y, lit along its lower edge by the low sun."""
    for dx, radius in ((-44, 12), (-14, 19), (20, 15), (48, 10)):
        pen.disc(x + dx * size, y - radius * 0.7 * size, radius * size, tone)
    pen.rounded_box((x - 96 * size, y - 12 * size, x + 104 * size, y), 6 * size, lit)
    pen.rounded_box((x - 90 * size, y - 12 * size, x + 98 * size, y - 4), 5 * size, tone)


def paint_light(pen: Pen, look: Theme, left: int, weather: int) -> None:
    """Paint the light of the sun on wet water: short strokes below it, wider and fainter towards the viewer."""
    if look.contrast or not _SUN[weather]:
        return
    sun = left + 110
    tones = list_tones(look, "rose", "lamp")
    for number in range(15):
        y, half = _HORIZON + 7 + number * 8 + number**2, (34 + 3 * number) / (1 + number % 3 * 0.5)
        shift, high = (number * 53) % 31 - 15, 2.5 + number * 0.15
        tone = tones[-1 - number * len(tones) // 18]
        pen.oval((sun - half + shift, y - high, sun + half + shift, y + high), tone)
