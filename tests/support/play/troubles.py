"""Faults between Discord and the bot, and the error messages that people get."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from client.core import errors
from data import Transaction
from matches.errors import UserError
from matches.people.preferences import change_person
from sandbox.errors import BANNED_PAGE
from tests.support.play.table import Table

ROUTES = (
    "POST /interactions",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "DELETE /webhooks",
    "POST /channels/{channel_id}/messages",
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "GET /channels",
    "/",
)

ORDERS: dict[str, dict[str, Any]] = {
    "5xx": {"refuse": True},
    "5xx five times": {"refuse": True, "count": 5},
    "taken, then 5xx": {"lose_reply": True},
    "taken, then 5xx five times": {"lose_reply": True, "count": 5},
    "cut before": {"refuse": True, "cut": True},
    "cut before three times": {"refuse": True, "cut": True, "count": 3},
    "cut before nine times": {"refuse": True, "cut": True, "count": 9},
    "cut after": {"cut": True},
    "cut after three times": {"cut": True, "count": 3},
    "cut after nine times": {"cut": True, "count": 9},
    "late": {"latency": 0.3},
    "late nine times": {"latency": 0.1, "count": 9},
    "too late": {"latency": 3.1},
}

REFUSALS: dict[str, dict[str, Any]] = {
    "429": {},
    "429 three times": {"count": 3},
    "429 six times": {"count": 6},
    "429 everywhere": {"scope": "global"},
    "429 of Cloudflare": {"kind": BANNED_PAGE},
}


class Trouble:
    """A fault: `order` prepares it before a press; `expires`: the token expires right after the acknowledgement."""

    def __init__(self, name: str, order: Callable[[Table], Any], *, expires: bool = False) -> None:
        self.name, self.order, self.expires = name, order, expires


def _order(route: str, how: dict[str, Any]) -> Callable[[Table], Any]:
    return lambda at: at.sandbox.faults.order(route, **how)


def _refuse(route: str, how: dict[str, Any]) -> Callable[[Table], Any]:
    return lambda at: at.sandbox.rest.limits.refuse_next(route, **how)


def _repeat(at: Table) -> None:
    at.sandbox.faults.duplicate_next = 1


TROUBLES = (
    *(Trouble(f"{name}: {route}", _order(route, how)) for route in ROUTES for name, how in ORDERS.items()),
    *(Trouble(f"{name}: {route}", _refuse(route, how)) for route in ROUTES for name, how in REFUSALS.items()),
    Trouble("delivered twice", _repeat),
    Trouble("token expired", lambda at: None, expires=True),
    Trouble("connection lost", lambda at: at.sandbox.gateway.drop()),
    Trouble("session lost", lambda at: at.sandbox.gateway.drop(forget=True)),
    Trouble("connection cut", lambda at: at.sandbox.gateway.cut()),
    Trouble("asked to reconnect", lambda at: at.sandbox.gateway.ask_reconnect()),
)


class Hasty:
    """asyncio for discord.py, which waits up to 25 seconds between its attempts."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        return await asyncio.sleep(min(seconds, 0.01), result)


class Sentences:
    """The error messages shown to people, by interaction: the sentence, and whether it was written for this case.

    `settings_written`: how often the settings or the data of a person or a server were written. Unlike changes of a
    match, these are recorded under no interaction.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.told: dict[int, list[tuple[str, bool]]] = {}
        self.settings_written = 0
        for name in ("put_person", "put_guild", "forget_person"):
            patch.setattr(Transaction, name, self._count(getattr(Transaction, name)))
        change = "client.core.people.change_person"  # writes nothing if the choice is the stored one
        patch.setattr(change, self._count(change_person))
        honest, handle = errors.answer, errors.handle
        deliberate: set[int] = set()

        async def note_error(interaction: Any, error: BaseException, *args: Any, **facts: Any) -> None:
            if isinstance(errors._unwrap(error), UserError):
                deliberate.add(interaction.id)
            await handle(interaction, error, *args, **facts)

        async def note_sentence(interaction: Any, sentence: str, *buttons: Any) -> None:
            self.told.setdefault(interaction.id, []).append((sentence, interaction.id in deliberate))
            await honest(interaction, sentence, *buttons)

        patch.setattr(errors, "answer", note_sentence)
        patch.setattr("client.core.client.handle", note_error)

    def _count(self, write: Callable[..., Any]) -> Callable[..., Any]:
        """Count the calls of a function that writes."""

        @functools.wraps(write)
        def count(*args: Any, **named: Any) -> Any:
            self.settings_written += 1
            return write(*args, **named)

        return count


@pytest.fixture
def sentences(monkeypatch: pytest.MonkeyPatch) -> Sentences:
    return Sentences(monkeypatch)


@contextlib.asynccontextmanager
async def count_in_virtual_time(at: Table) -> AsyncIterator[None]:
    """Let the bot forget refusals as virtual time passes: after many of them in ten minutes it posts nothing by itself,
    and here an hour passes at once."""
    clock = SimpleNamespace(monotonic=at.sandbox.world.now, perf_counter=time.perf_counter)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("client.core.metrics", "client.board.postman"):
            patch.setattr(f"{module}.time", clock)
        yield


EDIT = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
"""The route of an answer that comes after an acknowledgement."""


@pytest.fixture(params=["answered at once", "acknowledged first"])
def answer_route(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let every answer be ready in time, or none. Returns the route of answers."""
    at_once = request.param == "answered at once"
    monkeypatch.setattr("client.core.intake.ANSWER_WITHIN", 60.0 if at_once else 0.0)
    return "POST /interactions" if at_once else EDIT


POST = "POST /channels/{channel_id}/messages"


def first_move(at: Table) -> str:
    """Return the code of the first legal move."""
    match = at.referee.cache[1].match
    (seat,) = match.to_act
    return str(match.game.legal_moves(match.state, seat)[0].code)


_sleep = asyncio.sleep


async def sleep_without_waiting(_: float) -> None:
    """Remove the 25 seconds that discord.py waits in all between its five attempts, but let other tasks run."""
    await _sleep(0)
