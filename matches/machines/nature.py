"""What nature does, and might do, worked out in a process of its own."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from typing import Any

import games
from games.core import AnyGame, Seat
from games.nature import require_nature
from games.rng import Rng
from matches.machines import worker

TIME_LIMIT = 30.0
"""Seconds for one answer."""


class NatureWorker(worker.Worker):
    """Asks nature. Its methods raise WorkerFailed or WorkerStopped."""

    def __init__(self, module: str = worker.__name__, *, time_limit: float = TIME_LIMIT) -> None:
        super().__init__(module, time_limit=time_limit)

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        """Nature's move in `state`, to be logged as `seq`: its code, and the keyframes of its film as compressed JSON
        (b"" without one)."""
        return await self.call(nature, game.name, state, secret, seq)

    async def risk(self, game: AnyGame, view: Any, seat: Seat, codes: Sequence[str], *, samples: int) -> float:
        """The share (0..1) of tries in which the plies go well. Their chance is not the match's."""
        return await self.call(risk, game.name, view, seat, tuple(codes), secrets.token_bytes(32), samples)


def nature(name: str, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
    """In the worker: what `NatureWorker.nature` asks."""
    move, film = require_nature(games.load(name).nature).decide_with_clip(state, Rng(secret, "nature", seq))
    return move.code, zlib.compress(film) if film else b""


def risk(name: str, view: Any, seat: Seat, codes: Sequence[str], secret: bytes, samples: int) -> float:
    """In the worker: what `NatureWorker.risk` asks."""
    rules = require_nature(games.load(name).nature)
    return rules.estimate_risk(view, seat, codes, Rng(secret, "risk", 0), samples=samples)
