"""What nature does, and might do, worked out in a process of its own."""

from __future__ import annotations

import secrets
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any

import msgspec

import games
from games.core import AnyGame, Seat
from games.rng import Rng
from matches.worker import Json, Worker, serve

TIME_LIMIT = 30.0
"""Seconds for one answer."""


class NatureWorker(Worker):
    """Asks nature. Its methods raise WorkerFailed or WorkerStopped."""

    def __init__(self, module: str = __name__, *, time_limit: float = TIME_LIMIT) -> None:
        super().__init__(module, time_limit=time_limit)

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        """Nature's move in `state`, to be logged as `seq`: its code, and the keyframes of its film as compressed JSON
        (b"" without one)."""
        answer = await self.ask(
            {"game": game.name, "state": msgspec.to_builtins(state), "secret": secret.hex(), "seq": seq}
        )
        return str(answer["code"]), b64decode(answer["film"])

    async def risk(self, game: AnyGame, view: Any, seat: Seat, codes: Sequence[str], *, samples: int) -> float:
        """The share (0..1) of tries in which the plies go well. Their chance is not the match's."""
        answer = await self.ask(
            {
                "game": game.name,
                "state": msgspec.to_builtins(view),
                "secret": secrets.token_hex(32),
                "seq": 0,
                "risk": {"seat": seat, "codes": codes, "samples": samples},
            }
        )
        return float(answer["share"])


def answer(question: Json) -> Json:
    """In the worker: `{"game", "state", "secret": hex, "seq"}` is answered by `{"code", "film": base64}`; with
    `"risk": {"seat", "codes", "samples"}` besides, by `{"share": 0..1}`."""
    game = games.load(question["game"])
    state = msgspec.convert(question["state"], game.state_type)
    secret, seq, risk = bytes.fromhex(question["secret"]), question["seq"], question.get("risk")
    if risk:
        return {"share": game.risk(state, rng=Rng(secret, "risk", seq), **risk)}
    move, film = game.filmed_nature(state, Rng(secret, "nature", seq))
    return {"code": move.code, "film": b64encode(zlib.compress(film) if film else b"").decode()}


if __name__ == "__main__":
    serve(answer)
