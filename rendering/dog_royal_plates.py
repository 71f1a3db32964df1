"""The seats' plates of DOG Royal: a seat's token and as many card backs as it holds, each put together once."""

from __future__ import annotations

from functools import lru_cache
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


@lru_cache(maxsize=96)
def plate(arms: int, seated: Seated, theme: Theme) -> tuple[Sprite, tuple[Box, ...]]:
    """A plate, its origin at the top left corner, and the boxes of what lies on it, seen from there."""
    wide, tall = SIZE[arms]
    size = tall * 4 // 9
    parts: list[tuple[Sprite, float, float]] = [(sprites.plate(wide, tall, theme.panel, 16, theme.line), 0, 0)]
    boxes = []
    at, line = wide // 2, size // 2 + 8 if seated.holds else tall // 2
    tokens = [(seated.colour, at, size)]
    if seated.helped != seated.colour:
        tokens = [(seated.helped, at + size // 2, size * 2 // 3), (seated.colour, at - size // 3, size)]
    for colour, x, across in tokens:
        parts.append((sprites.token(colour, across, WHITE), x, line))
        left, top = x - across // 2, line - across // 2
        boxes.append(Box("badge", left, top, left + across, top + across, SEATS[colour].name))
    if seated.dropped:  # beside the glyph, which stays legible
        crossed = sprites.cross(size * 3 // 4, theme.chalk, theme.rim)
        parts.append((crossed, tokens[-1][1] + size * 0.42, line + size * 0.36))
    height, pace = tall - size - 28, wide // 7
    width = height * 3 // 4
    first = (wide - width - pace * (seated.holds - 1)) // 2
    for index in range(seated.holds):
        lift = 10 if seated.chosen and index == seated.holds - 1 else 0
        left, top = first + pace * index + lift, tall - height - 10 - lift
        parts.append((cards.back(width, height, theme), left, top))
        boxes.append(Box("badge", left, top, left + width, top + height, "back"))
    return sprites.group(wide, tall, parts), tuple(boxes)
