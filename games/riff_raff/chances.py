"""Estimate chances of winning from the pieces that are left, because loadings take too long to try out."""

from __future__ import annotations

from math import exp
from typing import Final

from games.riff_raff.state import State

_SETTLED: Final = 1.0
"""Weight of a piece at the end of a match."""

_OPEN: Final = 0.2
"""Weight of a piece at its beginning."""

_EACH: Final = 8
"""Pieces in a set; with two seats everybody begins with two sets."""


def estimate_chances(state: State) -> tuple[float, ...]:
    """Estimate each seat's chance: the fewer pieces it has left, and the nearer the end, the better."""
    left = [sum(supply) for supply in state.supplies]
    begun = _EACH * (2 if state.seats == 2 else 1)
    progress = min(1.0, 1.0 - min(left) / begun)
    weight = _OPEN + (_SETTLED - _OPEN) * progress
    worth = [exp(weight * (min(left) - pieces)) for pieces in left]
    return tuple(each / sum(worth) for each in worth)
