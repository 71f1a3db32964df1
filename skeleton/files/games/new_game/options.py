"""The options of New Game."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices before the match."""

    hand: Literal[3, 5, 7] = 5
    """Cards dealt to each player, and therefore the number of tricks."""
