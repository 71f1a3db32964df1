"""Nature's moves, worked out in a process of their own."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Any

import msgspec

import games
from games.core import AnyGame
from games.rng import Rng
from matches.worker import Json, Worker, serve

TIME_LIMIT = 30.0
"""Seconds for one move."""


class NatureWorker(Worker):
    """Asks nature."""

    def __init__(self, module: str = __name__, *, time_limit: float = TIME_LIMIT) -> None:
        super().__init__(module, time_limit=time_limit)

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        """Nature's move in `state`, to be logged as `seq`: its code, and the keyframes of its film as compressed JSON
        (b"" without one). Raises WorkerFailed or WorkerStopped."""
        answer = await self.ask(
            {"game": game.name, "state": msgspec.to_builtins(state), "secret": secret.hex(), "seq": seq}
        )
        return str(answer["code"]), b64decode(answer["film"])


def answer(question: Json) -> Json:
    """In the worker: `{"game", "state", "secret": hex, "seq"}` is answered by `{"code", "film": base64}`."""
    game = games.load(question["game"])
    state = msgspec.convert(question["state"], game.state_type)
    rng = Rng(bytes.fromhex(question["secret"]), "nature", question["seq"])
    move, film = game.filmed_nature(state, rng)
    return {"code": move.code, "film": b64encode(zlib.compress(film) if film else b"").decode()}


if __name__ == "__main__":
    serve(answer)
