"""The options of Liar's Dice."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices before the match."""

    dice: Literal[3, 4, 5] = 5
    """Dice of each player at the start."""
    wild: bool = True
    """Whether ones count as every face."""
