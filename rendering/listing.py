"""`python -m rendering.listing [docs/listing]`: draw the icon, the banner and the screenshots of the App Directory.

The screenshots show positions of the gallery.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import pi, sin
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

import games
from games.text import Text
from rendering import Look
from rendering.drawing.pen import Pen, Point
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, mix, rgb
from rendering.drawing.writing.lines import break_words
from rendering.english import say
from rendering.gallery import Sight, Stage, list_shots, load_record

ICON: Final = 1024
"""Discord shows an icon in a circle, as small as 24 pixels."""
BANNER: Final = (1360, 480)
"""Twice the 680 by 240 pixels that the Developer Portal recommends for the banner of a bot."""
SCREENSHOT: Final = (1920, 1080)
_ROOM: Final = (1200, 900)
"""The room for a board in a screenshot."""

_GALLERY: Final = Path(__file__).resolve().parent.parent / "docs" / "gallery"

_FOAM: Final = rgb("#D9EEF0")
_HULL, _SHADE, _RAIL = rgb("#8A3B2E"), rgb("#6B2A22"), rgb("#E9B872")
_SAIL, _FOLD, _WOOD = rgb("#FFF8E7"), rgb("#E7D9BC"), rgb("#7A5230")
_RED, _YELLOW, _GREEN, _BLUE = (seat.fill for seat in SEATS[:4])


class Hour(NamedTuple):
    """The colours of an hour: sky, light, sun, the water from far to near, and words on the sky."""

    sky: RGB
    glow: RGB
    sun: RGB
    far: RGB
    sea: RGB
    deep: RGB
    title: RGB
    words: RGB


def _make_hour(colours: str) -> Hour:
    return Hour(*(rgb(f"#{colour}") for colour in colours.split()))


_EVENING: Final = _make_hour("EAA978 FBE3B4 FFF4D6 3F8E9B 26707F 174C5A 6B2A22 2B2B33")
_MORNING: Final = _make_hour("9FD0DC FDF0CF FFFBEA 74BAC2 4699A6 2A7080 174C5A 2B2B33")
_NOON: Final = _make_hour("8CC7DE E4F3F0 FFFFFF 5FB3BC 2F8D9C 1D6474 1D4E68 2B2B33")
_DUSK: Final = _make_hour("6A4A73 F0A98A FFE6BF 5B6C8E 3E4F77 26335A FFF0D2 FFFFFF")
_NIGHT: Final = _make_hour("16203F 3F5382 FBF3D8 2C4A6E 1D3557 122440 F2C14E FFFFFF")


class Screenshot(NamedTuple):
    """A board of the gallery, with a headline and a sentence beside it; in English, as the boards are.

    `hour`: that of the sea behind it. `last`: the board stands on the right.
    """

    game: str
    stage: Stage
    sight: Sight
    headline: str
    sentence: str
    hour: Hour
    last: bool = False
    look: Look = Look()


SCREENSHOTS: Final = (
    Screenshot(
        "docker", "middle", "public", "A move whenever you have a minute", "The board comes to the channel.", _EVENING
    ),
    Screenshot("dog_royal", "middle", "private", "Your hand is yours alone", "Play, pick, confirm.", _DUSK, True),
    Screenshot("aquaretto", "middle", "public", "With friends, or the computer", "Over hours or weeks.", _MORNING),
    Screenshot("riff_raff", "middle", "public", "Real physics at sea", "Load the ship. Will it hold?", _NOON, True),
    Screenshot(
        "docker", "end", "public", "Light or dark, in four languages", "You choose how it looks.", _NIGHT,
        look=Look(theme="dark"),
    ),
)  # fmt: skip


def say_neutrally(text: Text, /) -> str:
    """Say a text in English, with titles of our own instead of the games' names, which belong to their publishers."""
    said = say(text)
    for name in games.own_names():
        words = games.words(name)
        said = said.replace(words.TITLE.id, (words.NEUTRAL_TITLE or words.TITLE).id)
    return said


def draw_icon() -> Image.Image:
    """Draw a small laden boat before a low sun. What matters lies inside the circle that Discord cuts out."""
    image, pen = _take_sheet(ICON, ICON)
    _paint_sky(pen, _EVENING, ICON, ICON, horizon=600, sun=(512, 560), radius=330)
    _paint_sea(pen, _EVENING, ICON, ICON, horizon=600)
    _paint_boat_on_waves(pen, _EVENING, ICON, ICON, boat=(500, 752, 7.6), waves=((816, 13), (892, 15)))
    return _reduce(image, (ICON, ICON))


def draw_banner() -> Image.Image:
    """Draw the boat on a wide sea, and the name. The lower left is empty: Discord puts the icon there."""
    width, height = BANNER
    image, pen = _take_sheet(width, height)
    _paint_sky(pen, _EVENING, width, height, horizon=300, sun=(1010, 286), radius=170)
    _paint_sea(pen, _EVENING, width, height, horizon=300)
    _paint_boat_on_waves(pen, _EVENING, width, height, boat=(1000, 372, 3.6), waves=((402, 8), (444, 9)))
    pen.words(372, 146, "Slowboat", _SHADE, size=148)
    return _reduce(image, BANNER)


def draw_screenshot(wanted: Screenshot) -> Image.Image:
    """Draw a board of the gallery beside a headline and a sentence about it."""
    (width, height), hour = SCREENSHOT, wanted.hour
    shots = list_shots(load_record(wanted.game, _GALLERY))
    shot = next(each for each in shots if (each.stage, each.sight) == (wanted.stage, wanted.sight))
    shown = shot.draw(wanted.look, say=say_neutrally).image.convert("RGB")
    shown.thumbnail(_ROOM, Image.Resampling.LANCZOS)  # a board with a hand of cards is taller
    edge = 72 if shown.width > 1000 else 200
    left, top = width - edge - shown.width if wanted.last else edge, (height - shown.height) // 2
    beside = width - shown.width - edge
    middle, room = beside // 2 if wanted.last else width - beside // 2, min(beside - 130, 620)
    image, pen = _take_sheet(width, height)
    level = 760 if wanted.last else 830
    _paint_sky(pen, hour, width, height, horizon=level, sun=(middle, level - 30), radius=room // 3)
    _paint_sea(pen, hour, width, height, horizon=level)
    waves = (level + 128, 10), (level + 192, 11)
    _paint_boat_on_waves(pen, hour, width, height, boat=(middle, level + 100, room / 190), waves=waves)
    size = 68 if room < 600 else 84
    lines = break_words(wanted.headline, room, size, "display")
    for number, line in enumerate(lines):
        pen.words(middle, 150 + size * 1.35 * number, line, hour.title, size=size)
    for number, line in enumerate(break_words(wanted.sentence, room, 40)):
        pen.words(middle, 190 + size * 1.35 * len(lines) + 54 * number, line, hour.words, size=40, face="text")
    for grow, share in ((10, 0.25), (5, 0.5)):  # the shadow below the board
        below = (left - grow, top + grow, left + shown.width + grow, top + shown.height + 14 + grow)
        pen.rounded_box(below, 18, mix(mix(hour.sky, hour.deep, 0.6), INK, share))
    pen.rounded_box((left - 5, top - 5, left + shown.width + 5, top + shown.height + 5), 10, WHITE)
    drawn = _reduce(image, SCREENSHOT)
    drawn.paste(shown, (left, top))
    return drawn


def draw_all() -> dict[str, Image.Image]:
    """Draw every picture of the listing, by its file's name."""
    screenshots = {f"screenshot-{number}.png": draw_screenshot(each) for number, each in enumerate(SCREENSHOTS, 1)}
    return {"icon.png": draw_icon(), "banner.png": draw_banner()} | screenshots


_FINE: Final = 3


def _take_sheet(width: int, height: int) -> tuple[Image.Image, Pen]:
    image = Image.new("RGB", (width * _FINE, height * _FINE), WHITE)
    return image, Pen(ImageDraw.Draw(image), fine=_FINE)


def _reduce(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    return image.resize(size, Image.Resampling.BOX)


def _paint_sky(pen: Pen, hour: Hour, width: float, height: float, *, horizon: float, sun: Point, radius: float) -> None:
    """Paint the sky, ever brighter towards the sun."""
    x, y = sun
    pen.rounded_box((0, 0, width, height), 0, hour.sky)
    for step in range(1, 81):
        pen.disc(x, y, radius * (4.6 - 3.6 * step / 80), mix(hour.sky, hour.glow, (step / 80) ** 1.6))
    pen.disc(x, y, radius, hour.sun)
    pen.rounded_box((0, horizon, width, height), 0, hour.far)


def _paint_sea(pen: Pen, hour: Hour, width: float, height: float, *, horizon: float) -> None:
    """Paint the sea, and the light on it."""
    tall = height - horizon
    _paint_swell(pen, width, horizon + tall * 0.2, height / 170, mix(hour.far, hour.sea, 0.5), height)
    for number in range(11):
        x, y = 60 + number * 331 % (width * 0.7), horizon + tall * (0.1 + number * 37 % 90 / 180)
        pen.line([(x, y), (x + 30 + 9 * (number % 4), y)], mix(hour.far, _FOAM, 0.5), 3)


def _paint_boat_on_waves(
    pen: Pen,
    hour: Hour,
    width: float,
    height: float,
    *,
    boat: tuple[float, float, float],
    waves: Sequence[tuple[float, float]],
) -> None:
    """Paint the boat, and before it a near and a nearer row of waves.

    `boat`: the middle of its waterline, and its scale. `waves`: of each row, how far down and how high it is.
    """
    _paint_boat(pen, *boat)
    for (y, high), tone in zip(waves, (hour.sea, hour.deep), strict=True):
        _paint_swell(pen, width, y, high, tone, height)


def _paint_swell(pen: Pen, width: float, y: float, high: float, tone: RGB, bottom: float) -> None:
    """Paint a row of waves down to the bottom of the picture."""
    crest: list[Point] = [(x, y + high * sin(x / (high * 7) + y)) for x in range(-10, round(width) + 20, 4)]
    pen.polygon([*crest, (width + 10, bottom), (-10, bottom)], tone)
    pen.line(crest, mix(tone, _FOAM, 0.35), high / 3)


def _smooth(points: Sequence[Point]) -> list[Point]:
    """List points on a smooth curve through the given ones (Catmull and Rom's spline)."""
    whole = [points[0], *points, points[-1]]
    out = [points[0]]
    for a, b, c, d in zip(whole, whole[1:], whole[2:], whole[3:], strict=False):
        for part in range(1, 9):
            t = part / 8
            weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) / 2 for axis in (0, 1))
            out.append((x, y))
    return out


def _paint_boat(pen: Pen, x: float, y: float, scale: float) -> None:
    """Paint the boat with its cargo, about 100 units long; `x`, `y`: the middle of its waterline."""
    line = 2.2 * scale

    def at(points: Sequence[Point]) -> list[Point]:
        return [(x + dx * scale, y - dy * scale) for dx, dy in points]

    def shape(points: Sequence[Point], fill: RGB | None) -> None:
        pen.polygon(at(points), fill, edge=INK, width=line)

    leech = [(6 + 44 * sin(step * pi / 96), 77 - 1.05 * step) for step in range(49)]
    fold = [(6 + 31 * sin(step * pi / 96), 70 - 0.925 * step) for step in range(49)]
    pen.polygon(at([*leech, (6, 26.6)]), _SAIL)
    pen.polygon(at([*leech, *reversed(fold)]), _FOLD)
    for place in (16, 31):  # the seams between its cloths
        (x1, y1) = leech[place]
        pen.line(at(_smooth([(6, y1 + 4), ((6 + x1) / 2, y1 - 0.4), (x1, y1)])), mix(_FOLD, _WOOD, 0.25), line * 0.4)
    pen.line(at([*leech, (6, 26.6), (6, 77), leech[1]]), INK, line)
    pen.line(at([(4, 24), (51, 25)]), INK, line * 1.9)
    pen.line(at([(4, 24), (51, 25)]), _WOOD, line * 0.7)
    shape([(1.4, 14), (1.4, 90), (6, 90), (6, 14)], _WOOD)
    shape([(6, 90), (15, 88.5), (27, 90), (22, 85), (27, 79.6), (15, 79.6), (6, 81)], _RED)
    for left, low, tone, seat in ((-39, 18, _GREEN, 2), (-20, 18, _YELLOW, 1), (-30, 36, WHITE, -1)):
        pen.polygon(at([(left, low), (left + 18, low), (left + 18, low + 18), (left, low + 18)]), tone)
        pen.polygon(at([(left + 14.6, low), (left + 18, low), (left + 18, low + 18), (left + 14.6, low + 18)]),
                    mix(tone, INK, 0.22))  # fmt: skip
        shape([(left, low), (left + 18, low), (left + 18, low + 18), (left, low + 18)], None)
        ((gx, gy),) = at([(left + 7.8, low + 9)])
        if seat >= 0:
            pen.glyph(seat, gx, gy, 5.2 * scale, WHITE if seat == 2 else INK)
        else:
            pen.pips(gx, gy, 14 * scale, 3, INK)
    sheer = [(-52 + 110 * step / 48, 17 + 5 * (step / 24 - 0.9) ** 2) for step in range(49)]
    stern, bow = (
        _smooth([(-48, 14), (-46, 2), (-42, -8), (-34, -16)]),
        _smooth([(36, -16), (45, -7), (51, 5), (54, 17)]),
    )
    side = [*stern, *bow]
    pen.polygon(at(side), _HULL)
    keel = [(px, py) for px, py in side if py < 0]
    pen.polygon(at([*keel, *((px * 0.86, py - 20) for px, py in reversed(sheer))]), _SHADE)
    pen.line(at([(px * 0.9, py - 14) for px, py in sheer]), mix(_HULL, INK, 0.4), line * 0.5)
    shape(side, None)
    shape([*sheer, *((px * 0.95, py - 6.5) for px, py in reversed(sheer))], _RAIL)
    for px, py in at([(-24, -1), (0, -2), (24, -1)]):
        pen.disc(px, py, 3.6 * scale, _EVENING.glow, edge=INK, width=1.6 * scale)
    for number in range(13):
        ((px, py),) = at([(-46 + number * 7.6, -10.5 + number * 5 % 3)])
        pen.disc(px, py, (3.4 + number * 7 % 4 * 0.6) * scale, _FOAM)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rendering.listing", description="Pictures of the App Directory.")
    parser.add_argument("out", type=Path, nargs="?", default=Path("docs/listing"), help="the folder to draw into")
    folder: Path = parser.parse_args(arguments).out
    folder.mkdir(parents=True, exist_ok=True)
    for name, image in draw_all().items():
        image.save(folder / name, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
