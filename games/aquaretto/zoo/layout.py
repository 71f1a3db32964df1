"""Compute facts about a zoo: legal cells, basins, free jobs and points (sections 7, 9 and 11)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from games.aquaretto import constants
from games.aquaretto.state import Zoo
from games.aquaretto.zoo.geometry import BIT, LARGE, RING, around, mask_of, space_bits, spaces
from games.aquaretto.zoo.tiles import ATTRIBUTE, BABY, FEMALE, FISH, FLASH, MALE, TRAINABLE_TYPES, TYPE

CASHIER = "cashier"
KEEPER = "keeper"
MANAGER = "manager"
TRAINER = "trainer"
JOBS = (CASHIER, KEEPER, MANAGER)
"""All jobs but the trainer's, in the order in which they are offered."""


_FERTILE = frozenset(tile for tile, attribute in ATTRIBUTE.items() if attribute in (FEMALE, MALE))


class Layout(Struct, frozen=True, gc=False):
    """A zoo's grid as masks: the empty spaces, every basin by its type, and all basins together."""

    empty: int
    basins: dict[str, int]
    animals: int


def layout(zoo: Zoo) -> Layout:
    """Compute the masks of a zoo."""
    basins: dict[str, int] = {}
    for cell, tile in zoo.tiles:
        type_ = TYPE[tile]
        basins[type_] = basins.get(type_, 0) | BIT[cell]
    animals = 0
    for basin in basins.values():
        animals |= basin
    return Layout(spaces(zoo.boards) & ~(animals | mask_of(zoo.trainers)), basins, animals)


def basin_limit(zoo: Zoo) -> int:
    """Return the number of basins the zoo may have: three, and one more for every large expansion."""
    limit = constants.BASINS
    for board in zoo.boards:
        limit += board.startswith(LARGE)
    return limit


def legal_mask(zoo: Zoo, grid: Layout, type_: str) -> int:
    """Return the mask of the cells for a tile of the type (section 7.1). `grid` is the zoo's layout."""
    basins = grid.basins
    own = basins.get(type_, 0)
    if not own and len(basins) >= basin_limit(zoo):
        return 0
    if not own:
        return grid.empty & ~around(grid.animals)
    mask = grid.empty & around(own)
    return mask and mask & ~around(grid.animals ^ own)


def cells_in(zoo: Zoo, mask: int) -> list[str]:
    """List the cells of a mask in listing order: columns left to right, each bottom to top."""
    return [cell for cell, bit in space_bits(zoo.boards) if bit & mask] if mask else []


def completes_pair(basin: Sequence[str], tile: str) -> bool:
    """Tell whether a tile breeds when added to a basin: if the other sex is in the majority there (section 8)."""
    if tile not in _FERTILE:
        return False
    sexes = [ATTRIBUTE[other] for other in basin]
    own, other = (FEMALE, MALE) if ATTRIBUTE[tile] == FEMALE else (MALE, FEMALE)
    return sexes.count(own) < sexes.count(other)


def is_trainable(tile: str) -> bool:
    """Tell whether a trainer scores for the tile: dolphins, orcas and sea lions without a flash (section 2.1)."""
    attribute = ATTRIBUTE[tile]
    if attribute == BABY and not constants.OFFSPRING_TRAINABLE:
        return False
    return TYPE[tile] in TRAINABLE_TYPES and attribute != FLASH


def trainable_mask(zoo: Zoo) -> int:
    """Return the mask of the tiles for which a trainer scores."""
    mask = 0
    for cell, tile in zoo.tiles:
        if is_trainable(tile):
            mask |= BIT[cell]
    return mask


def trainer_cells(zoo: Zoo, grid: Layout) -> list[str]:
    """List the cells on which a trainer may stand, the most points first."""
    animals = trainable_mask(zoo)
    return sorted(cells_in(zoo, grid.empty), key=lambda cell: -(RING[cell] & animals).bit_count())


def free_jobs(zoo: Zoo) -> list[str]:
    """List the jobs, except trainer, with room for one more coworker (section 9)."""
    jobs = []
    if zoo.cashiers < constants.CASHIERS:
        jobs.append(CASHIER)
    if zoo.keepers < constants.KEEPERS:
        jobs.append(KEEPER)
    if zoo.managers < constants.MANAGERS:
        jobs.append(MANAGER)
    return jobs


class Lines(Struct, frozen=True):
    """A zoo's points, line by line (section 11); `depot` is negative."""

    animals: int
    cashiers: int
    keepers: int
    trainers: int
    depot: int

    @property
    def total(self) -> int:
        return self.animals + self.cashiers + self.keepers + self.trainers + self.depot


def lines(zoo: Zoo) -> Lines:
    """Score the zoo as if the game ended now."""
    animals = trainable_mask(zoo)
    fish = sum(ATTRIBUTE[tile] == FISH for _, tile in zoo.tiles)
    types = len({TYPE[tile] for tile in zoo.depot})
    return Lines(
        animals=len(zoo.tiles),
        cashiers=zoo.cashiers * zoo.coins,
        keepers=zoo.keepers * fish,
        trainers=sum((RING[cell] & animals).bit_count() for cell in zoo.trainers),
        depot=-types * (1 if zoo.managers else 2),
    )
