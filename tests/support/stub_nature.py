"""Nature without physics, in the process of the test."""

from __future__ import annotations

from typing import Any

from games.core import AnyGame
from games.rng import Rng
from tests.support.laws.playouts import nature


class StubNature:
    """Stand in for `NatureWorker`: choose nature's moves by the cheap rules of the playouts."""

    def __init__(self, **_: Any) -> None:
        pass

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        return nature(game.name)(state, Rng(secret, "nature", seq)).code, b""

    async def stop(self) -> None:
        """Do nothing: nothing was started."""
