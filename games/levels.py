"""The levels of the computer players.

Each game has a computer player of the level `normal`, which also stands in for absent people, and a weaker one, `easy`.
A game with a `strong` player says so in `Game.levels`. All of them choose from a view, and draw chance only from the
`Rng` they are given, so that a decision can be repeated after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeVar

if TYPE_CHECKING:
    from games.rng import Rng

M = TypeVar("M")

Level = Literal["easy", "normal", "strong"]

LEVELS: Final[tuple[Level, ...]] = ("easy", "normal", "strong")
"""From the weakest to the strongest."""

NORMAL: Final[Level] = "normal"


def overlook_some(moves: Sequence[M], rng: Rng, *, seen: float) -> Sequence[M]:
    """Leave out moves, as a beginner overlooks some: each is kept with probability `seen`, and at least one is kept."""
    return [move for move in moves if rng.unit() < seen] or [rng.choice(moves)]
