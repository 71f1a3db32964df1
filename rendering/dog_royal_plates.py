"""The seats' plates of DOG Royal: the plate itself, and on it a seat's token and the backs of its cards, put together
once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from rendering import dog_royal_cards as cards
from rendering import sprites
from rendering.picture import Box
from rendering.sprites import Sprite
from rendering.theme import SEATS, WHITE, Theme

SIZE: Final = {4: (176, 164), 6: (112, 120)}
"""Width and height of a plate, by the board's arms."""


class Seated(Struct, frozen=True):
    """What a plate tells: the seat's `colour`, the one it plays for (`helped`, mostly its own), how many cards it
    `holds`, whether one of them is `chosen` to be passed on, and whether the seat has `dropped` out."""

    colour: int
    helped: int
    holds: int
    chosen: bool
    dropped: bool


@cache
def ground(arms: int, theme: Theme) -> Sprite:
    """An empty plate, its origin in the middle."""
    wide, tall = SIZE[arms]
    bare = sprites.plate(wide, tall, theme.panel, 16, theme.line)
    return Sprite(bare.colour, bare.mask, (wide // 2, tall // 2))


@lru_cache(maxsize=96)
def seated(arms: int, who: Seated, theme: Theme) -> tuple[Sprite, tuple[Box, ...]]:
    """What lies on a plate, and its boxes; the origin is the plate's top left corner."""
    wide, tall = SIZE[arms]
    size = tall * 4 // 9
    parts: list[tuple[Sprite, float, float]] = []
    boxes = []
    at, line = wide // 2, size // 2 + 8 if who.holds else tall // 2
    tokens = [(who.colour, at, size)]
    if who.helped != who.colour:
        tokens = [(who.helped, at + size // 2, size * 2 // 3), (who.colour, at - size // 3, size)]
    for colour, x, across in tokens:
        parts.append((sprites.token(colour, across, WHITE), x, line))
        left, top = x - across // 2, line - across // 2
        boxes.append(Box("badge", left, top, left + across, top + across, SEATS[colour].name))
    if who.dropped:  # beside the glyph, which stays legible
        crossed = sprites.cross(size * 3 // 4, theme.chalk, theme.rim)
        parts.append((crossed, tokens[-1][1] + size * 0.42, line + size * 0.36))
    height, pace = tall - size - 28, wide // 7
    width = height * 3 // 4
    first = (wide - width - pace * (who.holds - 1)) // 2
    for index in range(who.holds):
        lift = 10 if who.chosen and index == who.holds - 1 else 0
        left, top = first + pace * index + lift, tall - height - 10 - lift
        parts.append((cards.back(width, height, theme), left, top))
        boxes.append(Box("badge", left, top, left + width, top + height, "back"))
    whole = sprites.group(wide, tall, parts)
    left, top, right, bottom = whole.mask.getbbox() or (0, 0, 1, 1)
    edges = (left, top, right, bottom)
    return Sprite(whole.colour.crop(edges), whole.mask.crop(edges), (-left, -top)), tuple(boxes)
