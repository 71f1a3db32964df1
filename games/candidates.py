"""Proposals of whole turns, for games whose turns take many plies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")


class Candidate(Struct, frozen=True):
    """A turn worth offering as one choice."""

    codes: tuple[str, ...]
    """The codes of its plies, from the current position to the end of the turn; each is legal."""
    idea: str
    """Why it is proposed, or what it changes; a key for the game's words."""
    holds: float | None = None
    """Estimated chance (0..1) that it succeeds; None: not estimated."""
    sign: str = ""
    """The sign of its button, one of the game's `draw_signs`; "" for none."""


class Gauge(Struct, frozen=True):
    """A quick estimate of the chance (0..1) that a complete turn succeeds, and that it would at other places.

    `tries`: the number of tries it is based on. `strip`: the places of a row of the board in order, each with its
    chance; None: impossible there. `chosen`: the turn's own place.
    """

    holds: float
    tries: int
    strip: tuple[tuple[str, float | None], ...] = ()
    chosen: str = ""


class Candidates(ABC, Generic[S]):
    """Proposes turns of a game, found as `Game.candidates`. Stateless; its methods get views only."""

    @abstractmethod
    def find(self, view: S, seat: int) -> Sequence[Candidate]:
        """Propose at most six different turns, the safest first; empty if menus are enough.

        Takes at most 150 ms and no physics.
        """

    @abstractmethod
    def vary(self, view: S, seat: int, codes: Sequence[str]) -> Sequence[Candidate]:
        """List at most ten small changes to the complete turn `codes`; empty if there are none."""

    def complete(self, view: S, seat: int) -> Sequence[str]:
        """Prepare the rest of a turn that has begun, so that it only needs a confirmation: the codes of its plies, each
        of them legal. Empty: the player chooses. Takes at most 20 ms.
        """
        return ()

    def gauge(self, view: S, seat: int, codes: Sequence[str]) -> Gauge | None:
        """Estimate the chance of the complete turn `codes` from many quick tries; None if that makes no sense. Takes at
        most 500 ms and no physics.
        """
        return None

    def warm_up(self) -> Iterator[None]:
        """Fill the tables that a search needs, one part per step of the iterator. Called at the start, in a thread."""
        return iter(())
