"""Limit how often a seat may ask how risky a turn is, and own the worker that tries turns out."""

from __future__ import annotations

from games.core import Seat
from games.text import T
from matches.errors import UserError
from matches.machines.nature import NatureWorker
from matches.match import Match

MOST_QUESTIONS = 3
"""Answers a seat gets for one decision."""


class RiskMeter:
    """Count questions by seat and decision. Uses its own worker, so that no settle waits for it."""

    def __init__(self) -> None:
        self.worker = NatureWorker()
        self._asked: dict[tuple[int, Seat], tuple[int, int]] = {}

    def spend(self, match: Match, seat: Seat) -> int:
        """Count one question about the open decision. Returns how many are left; raises UserError after the last."""
        decision = match.decisions[seat]
        of, asked = self._asked.get((match.row.id, seat), (decision, 0))
        asked = asked + 1 if of == decision else 1
        if asked > MOST_QUESTIONS:
            raise UserError(T("You have asked often enough for this turn. Now trust your eye."))
        self._asked[match.row.id, seat] = (decision, asked)
        return MOST_QUESTIONS - asked
