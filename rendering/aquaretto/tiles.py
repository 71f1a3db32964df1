"""Draw the pieces of Aquaretto as sprites: tiles with silhouette and badge, coins, coworkers.

A badge's outline alone tells the attribute: a disc for female, a square for male, a fish, a flash, a bottle for a baby.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Literal

from PIL import Image

from games.aquaretto.zoo.tiles import ATTRIBUTE, BABY, COIN, FEMALE, FISH, FLASH, MALE, TYPE
from rendering.aquaretto.animals import DRAWN, LOOKS_LEFT, Brush
from rendering.drawing.canvas import Canvas
from rendering.drawing.pen import Pen, Point
from rendering.drawing.sprites import Sprite, harden, join_sprites, paint_sprite
from rendering.drawing.stored.packed import pack
from rendering.drawing.theme import INK, RGB, SEATS, WHITE, Theme, mix, rgb

GOLD: Final = SEATS[1].fill
ALARM: Final = SEATS[0].fill
_ORANGE: Final = rgb("#F08A24")
Direction = Literal["left", "right"]
"""The direction in which an animal looks."""


def _draw_badge(pen: Pen, kind: str, x: float, y: float, size: float) -> None:
    """Draw the badge of an attribute around x, y, in a square of `size`."""
    half, thick = size / 2, max(2.0, size * 0.1)
    red, blue = SEATS[0].fill, SEATS[3].fill

    def shape(points: Sequence[Point], fill: RGB) -> None:
        around = [(x + px * half, y + py * half) for px, py in points]
        pen.polygon(around, WHITE, edge=WHITE, width=thick * 2.4)
        pen.polygon(around, fill, edge=INK, width=thick)

    if kind == FEMALE:
        pen.disc(x, y, half, WHITE)
        pen.disc(x, y, half - thick * 0.6, red)
        pen.disc(x, y - half * 0.22, half * 0.38, None, edge=WHITE, width=thick * 1.1)
        pen.line([(x, y + half * 0.16), (x, y + half * 0.74)], WHITE, thick * 1.1)
        pen.line([(x - half * 0.3, y + half * 0.46), (x + half * 0.3, y + half * 0.46)], WHITE, thick * 1.1)
    elif kind == MALE:
        pen.rounded_box((x - half, y - half, x + half, y + half), 3, WHITE)
        inner = half - thick * 0.6
        pen.rounded_box((x - inner, y - inner, x + inner, y + inner), 2, blue)
        pen.disc(x - half * 0.2, y + half * 0.22, half * 0.42, None, edge=WHITE, width=thick * 1.1)
        pen.line([(x + half * 0.12, y - half * 0.12), (x + half * 0.6, y - half * 0.6)], WHITE, thick * 1.1)
        tip = [
            (x + half * 0.14, y - half * 0.64),
            (x + half * 0.64, y - half * 0.64),
            (x + half * 0.64, y - half * 0.14),
        ]
        pen.line(tip, WHITE, thick * 1.1)
    elif kind == FISH:
        shape(((-1, -0.62), (-0.54, -0.14), (-0.06, -0.7), (0.52, -0.62), (1, 0), (0.52, 0.62), (-0.06, 0.7),
               (-0.54, 0.14), (-1, 0.62)), GOLD)  # fmt: skip
        pen.disc(x + half * 0.5, y - half * 0.12, max(1.5, size * 0.06), INK)
    elif kind == FLASH:
        shape(((0, -0.98), (0.98, 0), (0, 0.98), (-0.98, 0)), _ORANGE)
        bolt = (0.34, -0.66), (-0.44, 0.14), (-0.08, 0.14), (-0.26, 0.66), (0.46, -0.16), (0.08, -0.16)
        pen.polygon([(x + px * half, y + py * half) for px, py in bolt], INK)
    elif kind == BABY:
        shape(((-0.22, -0.9), (0.22, -0.9), (0.3, -0.5), (0.54, -0.3), (0.54, 0.9), (-0.54, 0.9), (-0.54, -0.3),
               (-0.3, -0.5)), WHITE)  # fmt: skip
        milk = (x - half * 0.48, y + half * 0.1, x + half * 0.48, y + half * 0.84)
        pen.rounded_box(milk, 1, SEATS[4].fill)
        pen.line([(x - half * 0.4, y - half * 0.42), (x + half * 0.4, y - half * 0.42)], INK, thick)


def badge_size(size: int) -> int:
    """Return the size of the badge on a tile of `size`."""
    return max(20 if size >= 36 else 16, min(size // 2, 32), size * 38 // 100)


def put(canvas: Canvas, tile: str, x: int, y: int, size: int, label: str, *, swims: Direction | None = None) -> None:
    """Paste a tile with its top left corner at x, y. `swims`: draw only its animal, for a basin, looking in this
    direction."""
    theme, crisp = canvas.theme, canvas.look.large
    canvas.paste(
        draw_animal(tile, size, theme, swims, crisp=crisp) if swims else draw_tile(tile, size, theme, crisp=crisp), x, y
    )
    canvas.box("piece", x, y, size, size, label)


@lru_cache(maxsize=256)
def _draw_swimmer(type_: str, size: int, theme: Theme, share: float, mirrored: bool, crisp: bool) -> Sprite:
    """Draw an animal alone in a square of `size`; `share`: the share of its full size."""
    if mirrored:
        natural = _draw_swimmer(type_, size, theme, share, False, crisp)
        return Sprite(pack(natural.pixels.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
    unit = min(size * 0.86 / 2.1, size * 0.94 / 2.6) * share
    shape = paint_sprite(
        size, size, lambda pen: DRAWN[type_](Brush(pen, size / 2, size / 2, unit), theme.own(type_), theme), crisp=crisp
    )
    return harden(shape) if crisp else shape


@lru_cache(maxsize=128)
def _draw_lone_badge(attribute: str, size: int, crisp: bool) -> Sprite:
    middle = size / 2 + 2
    shape = paint_sprite(size + 4, size + 4, lambda pen: _draw_badge(pen, attribute, middle, middle, size), crisp=crisp)
    return harden(shape) if crisp else shape


@lru_cache(maxsize=1536)
def draw_animal(tile: str, size: int, theme: Theme, looks: Direction | None = None, *, crisp: bool = False) -> Sprite:
    """Draw an animal with its badge and no tile, for a basin; origin at the top left corner.

    `looks`: the direction; by default that of the drawing. `crisp`: without blended tones, because large pictures hold
    many animals.
    """
    type_, attribute = TYPE[tile], ATTRIBUTE[tile]
    natural: Direction = "left" if type_ in LOOKS_LEFT else "right"
    looks = "right" if attribute and type_ in _LOW else looks or natural
    share = _SMALL if attribute == BABY else _MARKED if attribute else 1.0
    animal = _draw_swimmer(type_, size, theme, share, looks != natural, crisp)
    if not attribute:
        return animal
    mark, rim = badge_size(size), max(1, size // 18)
    badge = _draw_lone_badge(attribute, mark, crisp), rim, size - mark - 4 - rim
    aside = round(size * (0.09 if type_ in _NARROW else 0.02))
    joined = join_sprites(size, size, [(animal, aside, -round(size * 0.07)), badge])
    return harden(joined) if crisp else joined


_LOW: Final = ("DOL", "ORC", "CRO")
"""Animals whose faces are low: with a badge they look right, because it lies in the lower left corner."""
_NARROW: Final = ("HIP", "PEN")
"""Animals that have room to stand farther to the right, beside their badge."""
_MARKED: Final = 0.9
"""The size of animals with a badge, as a share of that of others."""
_SMALL: Final = 0.8
"""The size of offspring, as a share of that of their parents."""


def _draw_coin(pen: Pen, x: float, y: float, radius: float) -> None:
    pen.disc(x, y, radius, GOLD, edge=INK, width=max(2.5, radius * 0.11))
    pen.disc(x, y, radius * 0.74, None, edge=mix(GOLD, INK, 0.45), width=max(1.5, radius * 0.07))


@cache
def draw_coin(size: int) -> Sprite:
    """Draw a coin with room for a figure; origin in the middle."""
    return paint_sprite(
        size, size, lambda pen: _draw_coin(pen, size / 2, size / 2, size / 2), origin=(size // 2, size // 2)
    )


@cache
def draw_back(size: int, fill: RGB, edge: RGB = WHITE) -> Sprite:
    """Draw a tile face down, with room for a figure; origin at the top left corner."""

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, size, size), max(6, size // 8), fill, edge=edge, width=3)
        pen.line([(size // 8, 4), (size - size // 8, 4)], mix(fill, WHITE, 0.4), 2)

    return paint_sprite(size, size, paint)


@lru_cache(maxsize=384)
def draw_tile(tile: str, size: int, theme: Theme, *, crisp: bool = False) -> Sprite:
    """Draw a tile outside basins: on a truck, in a depot or in the hand. Origin at the top left corner. `crisp`: in
    pure tones."""
    face = theme.own("pool") if not theme.contrast else WHITE

    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, size, size), max(6, size // 8), face, edge=INK, width=3)
        if tile == COIN:
            _draw_coin(pen, size / 2, size / 2, size * 0.36)

    plate = harden(paint_sprite(size, size, paint)) if crisp else paint_sprite(size, size, paint)
    if tile == COIN:
        return plate
    return join_sprites(size, size, [(plate, 0, 0), (draw_animal(tile, size, theme, crisp=crisp), 0, 0)])


@lru_cache(maxsize=64)
def draw_faint_tile(tile: str, size: int, theme: Theme, share: float) -> Sprite:
    """Draw a tile faintly: one that would be placed or taken away."""
    return draw_tile(tile, size, theme).fade(share)


def _draw_job_sign(pen: Pen, job: str, x: float, y: float, size: float) -> None:
    """Draw the sign of a job around x, y, in a square of `size`: coin, fish, crates, hoop."""
    if job == "cashier":
        _draw_coin(pen, x, y, size * 0.43)
    elif job == "keeper":
        _draw_badge(pen, FISH, x, y, size)
    elif job == "manager":
        part, rim = size * 0.45, max(1.5, size * 0.07)
        for dx, dy in ((-0.5, 0.05), (0.05, 0.05), (-0.225, -0.5)):
            left, top = x + dx * size, y + dy * size
            pen.rounded_box((left, top, left + part, top + part), 1, _CRATE, edge=INK, width=rim)
            pen.line([(left + rim, top + part / 2), (left + part - rim, top + part / 2)], INK, rim * 0.7)
    else:
        pen.disc(x, y, size * 0.45, None, edge=SEATS[0].fill, width=size * 0.2)
        pen.disc(x, y, size * 0.5, None, edge=INK, width=max(1.5, size * 0.055))


_CRATE: Final = rgb("#C99A62")


@cache
def draw_coworker(job: str, size: int, *, slim: bool = False) -> Sprite:
    """Draw a coworker with the sign of the job; origin at the top left. `slim`: half as wide, so that two fit."""
    cloth, wide = (250, 244, 230), size // 2 if slim else size

    def paint(pen: Pen) -> None:
        s, w, rim = size / 100, wide / 100, max(2.0, size * 0.045)
        body = [(30, 46), (70, 46), (88, 62), (94, 96), (6, 96), (12, 62)]
        pen.polygon([(x * w, y * s) for x, y in body], cloth, edge=INK, width=rim)
        pen.disc(wide / 2, 27 * s, min(23 * s, 40 * w), cloth, edge=INK, width=rim)
        _draw_job_sign(pen, job, wide / 2, 72 * s, min(44 * s, 72 * w))

    return paint_sprite(wide, size, paint)


@cache
def draw_vacancy(job: str, size: int) -> Sprite:
    """Draw a vacant place for a coworker: the faint sign of its job; origin at the top left."""
    shape = paint_sprite(size, size, lambda pen: _draw_job_sign(pen, job, size / 2, size / 2, size * 0.5), crisp=True)
    return harden(shape) if job == "manager" else harden(shape).fade(0.4)
