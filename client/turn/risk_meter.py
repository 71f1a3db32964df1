"""Limit how often a seat may ask for the risk of a turn, and own the worker that estimates it."""

from __future__ import annotations

from client.core.client import Client
from client.core.events import on
from games.core import Seat
from games.text import T
from matches.errors import UserError
from matches.machines.nature import NatureWorker
from matches.match import Match

MOST_QUESTIONS = 3
"""Estimates a seat gets for one decision."""


class RiskMeter:
    """Count estimates by seat and decision. Has its own worker, so that nature never waits for an estimate."""

    def __init__(self, _: Client) -> None:
        self.worker = NatureWorker()
        self._asked: dict[tuple[int, Seat], tuple[int, int]] = {}

    def spend(self, match: Match, seat: Seat) -> int:
        """Count one estimate for the open decision. Returns how many are left. Raises UserError if none is left."""
        decision = match.decisions[seat]
        of, asked = self._asked.get((match.id, seat), (decision, 0))
        asked = asked + 1 if of == decision else 1
        if asked > MOST_QUESTIONS:
            raise UserError(T("You have used all your questions for this turn."))
        self._asked[match.id, seat] = (decision, asked)
        return MOST_QUESTIONS - asked


@on("stop")
async def stop_worker(bot: Client) -> None:
    """Stop the worker."""
    await bot[RiskMeter].worker.stop()
