"""Repeat requests whose answer was lost, but only if they are safe to repeat."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from client.core import retries
from client.core.retries import TokenRequests, UnconfirmedError, use_policy


class Line:
    """A connection that breaks a given number of times, and counts requests."""

    def __init__(self, breaks: int) -> None:
        self.breaks = breaks
        self.sent = 0

    async def request(self, *_: Any, **__: Any) -> str:
        self.sent += 1
        if self.sent <= self.breaks:
            raise aiohttp.ServerDisconnectedError
        return "done"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "DELAYS", (0.0, 0.0))


def http(line: Line) -> HTTPClient:
    made = HTTPClient.__new__(HTTPClient)
    made.request = line.request  # type: ignore[method-assign]
    use_policy(made)
    return made


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
async def test_requests_that_may_be_repeated_are(method: str) -> None:
    line = Line(breaks=2)
    assert await http(line).request(Route(method, "/channels/1/messages/2")) == "done"
    assert line.sent == 3


async def test_three_attempts_are_enough() -> None:
    line = Line(breaks=3)
    with pytest.raises(aiohttp.ClientError):
        await http(line).request(Route("GET", "/gateway"))
    assert line.sent == 3


@pytest.mark.parametrize(
    ("fields", "attempts"),
    [
        ({"json": {"content": "hello"}}, 1),
        ({"json": {"content": "hello", "nonce": "board-1", "enforce_nonce": True}}, 2),
        ({"form": [{"name": "payload_json", "value": '{"nonce":"board-1"}'}]}, 2),
        ({"form": [{"name": "payload_json", "value": "{}"}]}, 1),
    ],
)
async def test_a_message_is_sent_again_only_with_a_nonce(fields: dict[str, Any], attempts: int) -> None:
    line = Line(breaks=1)
    request = http(line).request(Route("POST", "/channels/1/messages"), **fields)
    if attempts == 1:
        with pytest.raises(aiohttp.ClientError):
            await request
    else:
        await request
    assert line.sent == attempts


class Session:
    """A session whose first answers are 500s."""

    def __init__(self, errors: int) -> None:
        self.errors = errors
        self.sent = 0

    def request(self, *_: Any, **__: Any) -> Session:
        self.sent += 1
        return self

    async def __aenter__(self) -> Any:
        status = 500 if self.sent <= self.errors else 200

        class Response:
            headers: dict[str, str] = {"content-type": "application/json"}  # noqa: RUF012 - read only

            async def text(self, encoding: str) -> str:
                return "{}"

        Response.status = status  # type: ignore[attr-defined]
        return Response()

    async def __aexit__(self, *_: object) -> None:
        """Do nothing: nothing was opened."""


@pytest.mark.parametrize(("method", "path", "attempts"), [("POST", "/webhooks/1/t", 1), ("PATCH", "/webhooks/1/t", 2)])
async def test_a_follow_up_gets_one_attempt(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, attempts: int
) -> None:
    async def skip_wait(_: float) -> None:
        """Skip a wait of discord.py between attempts."""

    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", skip_wait)
    session: Any = Session(errors=1)
    request = TokenRequests().request(Route(method, path), session)  # type: ignore[no-untyped-call]
    if attempts == 1:
        with pytest.raises(UnconfirmedError):
            await request
    else:
        await request
    assert session.sent == attempts


async def test_follow_ups_have_their_policy_once_it_is_applied() -> None:
    assert type(async_context.get()) is AsyncWebhookAdapter
    http(Line(0))
    assert type(async_context.get()) is TokenRequests
