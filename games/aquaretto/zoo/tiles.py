"""The tiles: animals by type and attribute, their offspring, coins (section 2).

A tile is a string. An animal is its type, or its type and attribute: `DOL`, `DOL-F`, `HIP-FISH`, `SEA-FLASH`;
offspring are `DOL-BABY`; a coin tile is `COIN`. Tiles with the same string are interchangeable.
"""

from __future__ import annotations

from typing import Final

TRAINABLE_TYPES: Final = ("DOL", "ORC", "SEA")
"""Dolphin, orca, sea lion: always in the game, so that trainers make sense (section 4)."""

FISH_TYPES: Final = ("TUR", "HIP", "CRO", "PEN", "POL")
"""Sea turtle, hippopotamus, crocodile, penguin, polar bear: with fewer than five seats some of them stay in the box."""

TYPES: Final = TRAINABLE_TYPES + FISH_TYPES

FEMALE: Final = "F"
MALE: Final = "M"
FISH: Final = "FISH"
FLASH: Final = "FLASH"
BABY: Final = "BABY"
PLAIN: Final = ""

COIN: Final = "COIN"
COIN_TILES: Final = 10
BABIES_PER_TYPE: Final = 2

TYPE: Final[dict[str, str]] = {}
"""Type of every animal tile, offspring included."""
ATTRIBUTE: Final[dict[str, str]] = {}
"""Attribute of every animal tile: F, M, FISH, FLASH, BABY or none."""
PILE_COUNT: Final[dict[str, int]] = {}
"""Number of tiles of each kind in the piles of a game with all eight types (section 2.1): 98 with the coins."""


def tile(type_: str, attribute: str) -> str:
    """Return the tile of a type with an attribute."""
    return f"{type_}-{attribute}" if attribute else type_


def _fill() -> None:
    for type_ in TYPES:
        flash, fish, plain = (2, 0, 5) if type_ in TRAINABLE_TYPES else (0, 6, 1)
        counts = ((FEMALE, 2), (MALE, 2), (FLASH, flash), (FISH, fish), (PLAIN, plain), (BABY, 0))
        for attribute, count in counts:
            if count or attribute == BABY:
                TYPE[tile(type_, attribute)] = type_
                ATTRIBUTE[tile(type_, attribute)] = attribute
            if count:
                PILE_COUNT[tile(type_, attribute)] = count
    PILE_COUNT[COIN] = COIN_TILES


_fill()

BABY_OF: Final = {type_: tile(type_, BABY) for type_ in TYPES}
"""The offspring tile of each type."""


def pile_tiles(removed: tuple[str, ...]) -> tuple[str, ...]:
    """List all tiles of draw pile and reserve without the types `removed`, sorted by kind."""
    return tuple(name for name, count in PILE_COUNT.items() if TYPE.get(name) not in removed for _ in range(count))
