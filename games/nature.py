"""The part of a game that physics decides.

Most games have no physics: their `Game.nature` is None. In a game with physics, `to_act` is `(NATURE,)` when nature is
to move. Another machine might compute another result, so nature's move is computed once, logged, and never recomputed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from games.rng import Rng

S = TypeVar("S")
M = TypeVar("M")


class Nature(ABC, Generic[S, M]):
    """Nature's side of a game, found as `Game.nature`. Stateless, like the game itself.

    `decide`, `decide_with_clip` and `estimate_success` may take seconds; they are called in a worker process.
    """

    clip_type: ClassVar[type[Struct] | None] = None
    """Type of the keyframes `decide_with_clip` returns, for the renderer; None: this nature makes no clips."""

    @abstractmethod
    def decide(self, state: S, rng: Rng) -> M:
        """Compute nature's move in a state whose `to_act` is `(NATURE,)`."""

    def decide_with_clip(self, state: S, rng: Rng) -> tuple[M, bytes]:
        """Compute nature's move and the keyframes of its clip as JSON (b"" without one)."""
        return self.decide(state, rng), b""

    @abstractmethod
    def read_move(self, state: S, code: str) -> M:
        """Read a logged move of nature. Raises IllegalMove for one that cannot follow this state."""

    @abstractmethod
    def void_move(self, state: S) -> M:
        """Return the move that gives the turn back unchanged; it is played when `decide` has failed."""

    def may_show_clip(self, view: S) -> bool:
        """Tell whether the newest clip may be shown in this position without revealing what is still hidden."""
        return True

    def can_estimate_risk(self, view: S) -> bool:
        """Tell whether players may ask for the risk of the draft that leads to this position."""
        return False

    def estimate_success(self, view: S, seat: int, codes: Sequence[str], rng: Rng, *, samples: int) -> float:
        """Estimate the share (0..1) of `samples` tries in which the draft `codes` succeeds."""
        raise NotImplementedError(f"{type(self).__name__} estimates no risk")


def require_nature(nature: Nature[S, M] | None) -> Nature[S, M]:
    """Return the nature of a game that must have one. Raises LookupError."""
    if nature is None:
        raise LookupError("nature is to move in a game without nature")
    return nature
