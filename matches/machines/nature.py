"""Compute nature's moves and the risk of plies in a worker process."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from games.core import AnyGame, Seat
from matches.machines import computing, serving
from matches.machines.worker import Worker

TIME_LIMIT = 30.0
"""Seconds for one request."""


class NatureWorker(Worker):
    """The worker for nature. Its methods raise WorkerFailed or WorkerStopped."""

    def __init__(self, module: str = serving.__name__, *, time_limit: float = TIME_LIMIT) -> None:
        super().__init__(module, time_limit=time_limit)

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        """Compute nature's move in `state`, to be logged as `seq`: its code, and the keyframes of its clip as
        compressed JSON (b"" without one)."""
        return await self.call(computing.nature, game.name, game.version, state, secret, seq)

    async def risk(self, game: AnyGame, view: Any, seat: Seat, codes: Sequence[str], *, samples: int) -> float:
        """Estimate the probability (0..1) that the plies succeed, with random numbers that are not the match's."""
        secret, rules = secrets.token_bytes(32), (game.name, game.version)
        return await self.call(computing.risk, *rules, view, seat, tuple(codes), secret, samples)
