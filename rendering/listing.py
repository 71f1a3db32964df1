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

_SKY, _GLOW, _SUN = rgb("#F6C98A"), rgb("#FBE3B4"), rgb("#FFF4D6")
_FAR, _SEA, _DEEP, _FOAM = rgb("#3F8E9B"), rgb("#26707F"), rgb("#174C5A"), rgb("#D9EEF0")
_HULL, _SHADE, _RAIL = rgb("#8A3B2E"), rgb("#6B2A22"), rgb("#E9B872")
_SAIL, _FOLD, _WOOD = rgb("#FFF8E7"), rgb("#E7D9BC"), rgb("#7A5230")
_RED, _YELLOW, _GREEN, _BLUE = (seat.fill for seat in SEATS[:4])


class Screenshot(NamedTuple):
    """A board of the gallery, with a headline and a sentence beside it; in English, as the boards are."""

    game: str
    stage: Stage
    sight: Sight
    headline: str
    sentence: str
    look: Look = Look()


SCREENSHOTS: Final = (
    Screenshot("docker", "middle", "public", "A move whenever you have a minute", "The board comes to the channel."),
    Screenshot("dog_royal", "middle", "private", "Your hand is yours alone", "Play, pick, confirm."),
    Screenshot("aquaretto", "middle", "public", "With friends, or the computer", "Over hours or weeks."),
    Screenshot("riff_raff", "middle", "public", "Real physics at sea", "Load the ship. Will it hold?"),
    Screenshot(
        "aquaretto", "end", "public", "Light or dark, in four languages", "You choose how it looks.", Look(theme="dark")
    ),
)


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
    _paint_sky(pen, ICON, ICON, horizon=600, sun=(512, 560), radius=330)
    _paint_sea(pen, ICON, ICON, horizon=600, glints=False)
    _paint_boat_on_waves(pen, ICON, ICON, boat=(500, 752, 7.6), waves=((816, 13), (892, 15)))
    return _reduce(image, (ICON, ICON))


def draw_banner() -> Image.Image:
    """Draw the boat on a wide sea, and the name. The lower left is empty: Discord puts the icon there."""
    width, height = BANNER
    image, pen = _take_sheet(width, height)
    _paint_sky(pen, width, height, horizon=300, sun=(1010, 286), radius=170)
    _paint_sea(pen, width, height, horizon=300, glints=True)
    _paint_boat_on_waves(pen, width, height, boat=(1000, 372, 3.6), waves=((402, 8), (444, 9)))
    pen.words(372, 146, "Slowboat", _SHADE, size=148)
    return _reduce(image, BANNER)


def draw_screenshot(wanted: Screenshot) -> Image.Image:
    """Draw a board of the gallery beside a headline and a sentence about it."""
    width, height = SCREENSHOT
    image, pen = _take_sheet(width, height)
    _paint_sky(pen, width, height, horizon=800, sun=(1640, 790), radius=170)
    _paint_sea(pen, width, height, horizon=800, glints=False)
    _paint_boat_on_waves(pen, width, height, boat=(1640, 900, 2.7), waves=((926, 10), (990, 11)))
    lines = break_words(wanted.headline, 500, 68, "display")
    for number, line in enumerate(lines):
        pen.words(1610, 150 + 92 * number, line, _SHADE, size=68)
    for number, line in enumerate(break_words(wanted.sentence, 500, 40)):
        pen.words(1610, 190 + 92 * len(lines) + 54 * number, line, INK, size=40, face="text")
    shots = list_shots(load_record(wanted.game, _GALLERY))
    shot = next(each for each in shots if (each.stage, each.sight) == (wanted.stage, wanted.sight))
    shown = shot.draw(wanted.look, say=say_neutrally).image.convert("RGB")
    shown.thumbnail(_ROOM, Image.Resampling.LANCZOS)  # a board with a hand of cards is taller
    left, top = 72 + (_ROOM[0] - shown.width) // 2, 90 + (_ROOM[1] - shown.height) // 2
    below = (left - 9, top, left + shown.width + 9, top + shown.height + 20)
    pen.rounded_box(below, 16, mix(_DEEP, INK, 0.3))
    pen.rounded_box((left - 9, top - 9, left + shown.width + 9, top + shown.height + 9), 14, INK)
    drawn = _reduce(image, SCREENSHOT)
    drawn.paste(shown, (left, top))
    return drawn


def draw_all() -> dict[str, Image.Image]:
    """Draw every picture of the listing, by its file's name."""
    screenshots = {f"screenshot-{number}.png": draw_screenshot(each) for number, each in enumerate(SCREENSHOTS, 1)}
    return {"icon.png": draw_icon(), "banner.png": draw_banner()} | screenshots


_FINE: Final = 3


def _take_sheet(width: int, height: int) -> tuple[Image.Image, Pen]:
    image = Image.new("RGB", (width * _FINE, height * _FINE), _SKY)
    return image, Pen(ImageDraw.Draw(image), fine=_FINE)


def _reduce(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    return image.resize(size, Image.Resampling.BOX)


def _paint_sky(pen: Pen, width: float, height: float, *, horizon: float, sun: Point, radius: float) -> None:
    """Paint the evening sky, ever brighter towards the sun."""
    x, y = sun
    pen.rounded_box((0, 0, width, height), 0, mix(_SKY, _RED, 0.18))
    for step in range(1, 61):
        pen.disc(x, y, radius * (4.2 - 3.2 * step / 60), mix(mix(_SKY, _RED, 0.18), _GLOW, (step / 60) ** 1.6))
    pen.disc(x, y, radius, _SUN)
    pen.rounded_box((0, horizon, width, height), 0, _FAR)


def _paint_sea(pen: Pen, width: float, height: float, *, horizon: float, glints: bool) -> None:
    """Paint the sea, and the sun's light on it."""
    _paint_swell(pen, width, horizon + (height - horizon) * 0.2, height / 170, mix(_FAR, _SEA, 0.5), height)
    for number in range(11 if glints else 0):
        x, y = 60 + number * 331 % 900, horizon + 22 + number * 37 % 90
        pen.line([(x, y), (x + 30 + 9 * (number % 4), y)], mix(_FAR, _FOAM, 0.5), 3)


def _paint_boat_on_waves(
    pen: Pen, width: float, height: float, *, boat: tuple[float, float, float], waves: Sequence[tuple[float, float]]
) -> None:
    """Paint the boat, and before it a near and a nearer row of waves.

    `boat`: the middle of its waterline, and its scale. `waves`: of each row, how far down and how high it is.
    """
    _paint_boat(pen, *boat)
    for (y, high), tone in zip(waves, (_SEA, _DEEP), strict=True):
        _paint_swell(pen, width, y, high, tone, height)


def _paint_swell(pen: Pen, width: float, y: float, high: float, tone: RGB, bottom: float) -> None:
    """Paint a row of waves down to the bottom of the picture."""
    crest: list[Point] = [(x, y + high * sin(x / (high * 7) + y)) for x in range(-10, round(width) + 20, 10)]
    pen.polygon([*crest, (width + 10, bottom), (-10, bottom)], tone)
    pen.line(crest, mix(tone, _FOAM, 0.35), high / 3)


def _paint_boat(pen: Pen, x: float, y: float, scale: float) -> None:
    """Paint the boat with its cargo, about 100 units long; `x`, `y`: the middle of its waterline."""
    line = 2.2 * scale

    def at(points: Sequence[Point]) -> list[Point]:
        return [(x + dx * scale, y - dy * scale) for dx, dy in points]

    def shape(points: Sequence[Point], fill: RGB | None) -> None:
        pen.polygon(at(points), fill, edge=INK, width=line)

    leech = [(6 + 44 * sin(step * pi / 24), 77 - 4.2 * step) for step in range(13)]
    fold = [(6 + 31 * sin(step * pi / 24), 70 - 3.7 * step) for step in range(13)]
    pen.polygon(at([*leech, (6, 26.6)]), _SAIL)
    pen.polygon(at([*leech, *reversed(fold)]), _FOLD)
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
    sheer = [(-52 + 110 * step / 16, 17 + 5 * (step / 8 - 0.9) ** 2) for step in range(17)]
    side = [(-48, 14), (-46, 2), (-42, -8), (-36, -16), (38, -16), (46, -6), (51, 6), (54, 17)]
    pen.polygon(at(side), _HULL)
    pen.polygon(
        at(
            [
                (-45, -1),
                (-42, -8),
                (-36, -16),
                (38, -16),
                (46, -6),
                (48.6, 0.4),
                *((px * 0.86, py - 20) for px, py in reversed(sheer)),
            ]
        ),
        _SHADE,
    )
    pen.line(at([(px * 0.9, py - 14) for px, py in sheer]), mix(_HULL, INK, 0.4), line * 0.5)
    shape(side, None)
    shape([*sheer, *((px * 0.95, py - 6.5) for px, py in reversed(sheer))], _RAIL)
    for px, py in at([(-24, -1), (0, -2), (24, -1)]):
        pen.disc(px, py, 3.6 * scale, _GLOW, edge=INK, width=1.6 * scale)
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
