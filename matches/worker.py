"""A process of its own for nature: what takes seconds of computing must not hold up anybody's click.

Speaks JSON lines on stdin and stdout: `{"game":…, "state":…, "secret": "hex", "seq": n}` is answered by
`{"code": …}` or `{"error": …}`. A worker that hangs or dies is replaced; the question is then answered with an error.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import msgspec

import games
from games.core import AnyGame
from games.rng import Rng

TIME_LIMIT = 60.0
"""Seconds for one answer."""

_LINE = 16 * 1024 * 1024


class WorkerFailed(Exception):
    """No answer: the worker died, ran over its time, or reported an error."""


class NatureWorker:
    """One worker process, started when it is first needed."""

    def __init__(self, *, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> str:
        """The code of nature's move in `state`. Raises WorkerFailed."""
        question = {"game": game.name, "state": msgspec.to_builtins(state), "secret": secret.hex(), "seq": seq}
        async with self._one_at_a_time:
            try:
                answer = await asyncio.wait_for(self._ask(question), self._time_limit)
            except (TimeoutError, OSError, ValueError) as error:
                await self.stop()
                raise WorkerFailed(f"nature of {game.name} at seq {seq}: {error!r}") from error
        if "error" in answer:
            raise WorkerFailed(f"nature of {game.name} at seq {seq}: {answer['error']}")
        return str(answer["code"])

    async def stop(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                __name__,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise OSError("the worker has no pipes")
        stdin.write(json.dumps(question).encode() + b"\n")
        await stdin.drain()
        line = await stdout.readline()
        if not line:
            raise OSError("the worker ended without an answer")
        answer: dict[str, Any] = json.loads(line)
        return answer


def answer(line: str) -> dict[str, Any]:
    """Answer one question; every failure becomes an answer, so that the worker lives on."""
    try:
        question = json.loads(line)
        game = games.load(question["game"])
        state = msgspec.convert(question["state"], game.state_type)
        rng = Rng(bytes.fromhex(question["secret"]), "nature", question["seq"])
        return {"code": game.nature(state, rng).code}
    except Exception as error:  # noqa: BLE001 - reported to the parent, which logs it and gives the turn back
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    for received in sys.stdin:
        sys.stdout.write(json.dumps(answer(received)) + "\n")
        sys.stdout.flush()
