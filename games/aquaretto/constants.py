"""The numbers of the rules, and our decisions about what the printed rules do not say (section 15).

Other modules read them as `constants.NAME`, so that a test can change them.
"""

from __future__ import annotations

from typing import Literal

BONUSES: Literal["at_once", "after_truck"] = "at_once"
"""A-03: place offspring and coworkers before the next tile, or after the whole truck is unloaded."""

OFFSPRING_MAY_GO_TO_DEPOT: bool = False
"""A-04: whether an offspring that fits into its basin may go to the depot."""

PENDING_ORDER: Literal["free", "offspring", "coworker"] = "free"
"""A-05: whether offspring or coworker comes first when both are due; free: the player chooses."""

OFFSPRING_TRAINABLE: bool = True
"""A-07: whether offspring of dolphins, orcas and sea lions count for trainers."""

TWO_SEAT_SLOTS: tuple[int, ...] = (3, 2, 1)
"""A-14: the slots of the three trucks with two seats."""

LEFTOVER_TO_BOX: bool = True
"""A-14: whether the tiles on the truck that nobody took leave the game; otherwise they stay on it."""

SLOTS: int = 3
"""Slots of every truck with three seats or more (section 4)."""

REMOVED_TYPES: dict[int, int] = {2: 3, 3: 2, 4: 1, 5: 0}
"""Number of animal types that stay in the box, by number of seats (section 4)."""

RESERVE: int = 15
"""Tiles set aside; drawing the first of them starts the last round (section 4)."""

BASINS: int = 3
"""Basins without a large expansion; every large expansion allows one more (section 7.1)."""

COIN_SIZES: tuple[int, ...] = (3, 6, 9, 12)
"""Basin sizes that earn a coin (section 7.3)."""

COWORKER_SIZES: tuple[int, ...] = (5, 10)
"""Basin sizes that earn a coworker (section 7.3)."""

CASHIERS: int = 2
KEEPERS: int = 2
MANAGERS: int = 1
"""Number of coworkers each job takes; only empty spaces limit the trainers (section 9)."""

BOARDS_OF_A_KIND: int = 2
"""Number of expansions of each size that a zoo can build (section 2)."""

PRICE: dict[str, int] = {"move": 1, "shift": 1, "buy": 2, "discard": 2, "large": 2, "small": 1}
"""Coins for each money action (section 6C)."""
