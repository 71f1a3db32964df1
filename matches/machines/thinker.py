"""Choose the moves of strong computer players in a worker process."""

from __future__ import annotations

from typing import Any

from games.core import AnyGame, Seat
from games.rng import Rng
from matches.machines import computing, serving
from matches.machines.worker import Worker

TIME_LIMIT = 8.0
"""Seconds for one decision, many times what it should take, because the machine may be busy."""


class Thinker(Worker):
    """The worker for strong computer players. Its method raises WorkerFailed or WorkerStopped."""

    def __init__(self, module: str = serving.__name__, *, time_limit: float = TIME_LIMIT) -> None:
        super().__init__(module, time_limit=time_limit, low_priority=True)

    async def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Rng) -> str:
        """Choose the strong player's move from its view. Returns its code."""
        return await self.call(computing.choose, game.name, game.version, view, seat, rng)
