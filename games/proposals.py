"""Whole turns that a game proposes, for turns that take many plies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from games.text import Text

S = TypeVar("S")


class Proposal(Struct, frozen=True):
    """A turn worth offering as one choice."""

    codes: tuple[str, ...]
    """The codes of its plies, from the current position to the end of the turn; each is legal."""
    idea: str
    """Why it is proposed, or how it differs from the turn it varies, for the game's words."""
    holds: float | None = None
    """Estimated chance (0..1) that it succeeds; None: not estimated."""


class Proposals(ABC, Generic[S]):
    """Proposes turns of a game, found as `Game.proposals`. Stateless; both methods see a view only."""

    @abstractmethod
    def find(self, view: S, seat: int) -> Sequence[Proposal]:
        """Propose at most six different turns, the safest first. Empty where menus serve better.

        Takes at most 150 ms and no physics.
        """

    @abstractmethod
    def vary(self, view: S, seat: int, codes: Sequence[str]) -> Sequence[Proposal]:
        """List at most ten small changes to the complete turn `codes`; empty if nothing can be changed by steps."""


class ProposalWords(Protocol):
    """The further texts of a game with `Game.proposals`."""

    def proposal(self, view: Any, seat: int, proposal: Proposal) -> tuple[Text, ...]:
        """Name a proposal in two labels, short and in full; a small change to a turn in one."""
