"""Name animals, tiles, jobs and boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.aquaretto.zoo.geometry import CORNERS, LARGE
from games.aquaretto.zoo.layout import CASHIER, KEEPER, MANAGER, TRAINER
from games.aquaretto.zoo.tiles import ATTRIBUTE, BABY, COIN, FEMALE, FISH, FLASH, MALE, PLAIN, TYPE
from games.text import Join, Player, T, Text

ANIMAL: Final = {
    "DOL": T("Dolphin"),
    "ORC": T("Orca"),
    "SEA": T("Sea lion"),
    "TUR": T("Sea turtle"),
    "HIP": T("Hippo"),
    "CRO": T("Crocodile"),
    "PEN": T("Penguin"),
    "POL": T("Polar bear"),
}

JOB: Final = {
    CASHIER: T("cashier"),
    KEEPER: T("keeper"),
    MANAGER: T("manager"),
    TRAINER: T("trainer"),
}

CORNER: Final = dict(zip(CORNERS, (T("lower left"), T("lower right"), T("upper left"), T("upper right")), strict=True))


def tile_name(tile: str) -> Text:
    """Name a tile: an animal with its attribute, or a coin."""
    if tile == COIN:
        return T("Coin")
    animal = ANIMAL[TYPE[tile]]
    return {
        FEMALE: T("{animal} ♀", animal=animal),
        MALE: T("{animal} ♂", animal=animal),
        FISH: T("{animal} (fish)", animal=animal),
        FLASH: T("{animal} (flash)", animal=animal),
        BABY: T("{animal} (baby)", animal=animal),
        PLAIN: animal,
    }[ATTRIBUTE[tile]]


def tile_list(tiles: Iterable[str]) -> Join | Text:
    """List tiles; "nothing yet" if there are none."""
    items = tuple(tile_name(tile) for tile in tiles)
    return Join(items) if items else T("nothing yet")


def job_name(place: str) -> Text:
    """Name the place of a coworker: `cashier`, `keeper`, `manager` or `trainer@K11`."""
    job, _, cell = place.partition("@")
    return T("trainer on {cell}", cell=cell) if cell else JOB[job]


def board_name(board: str) -> Text:
    """Name an expansion board and its place: `large@L13`, `small@M13/BR`."""
    kind, _, place = board.partition("@")
    anchor, _, missing = place.partition("/")
    if kind == LARGE:
        return T("large expansion at {cell}", cell=anchor)
    return T("small expansion at {cell} without the {corner} corner", cell=anchor, corner=CORNER[missing])


def score_list(points: tuple[int, ...]) -> Join:
    """List the points of all seats, the leader first."""
    order = sorted(enumerate(points), key=lambda each: -each[1])
    return Join(tuple(T("{player} {points}", player=Player(seat), points=number) for seat, number in order))
