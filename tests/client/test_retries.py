"""Repeat requests whose answer was lost, but only if they are safe to repeat; recognise messages that were posted."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui
from discord.components import _component_factory
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from client.core import retries
from client.core.retries import TokenRequests, UnconfirmedError, find_own_message, find_same, use_policy
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text


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


async def test_a_repeated_request_sends_its_files_from_their_beginning() -> None:
    sent: list[bytes] = []

    class Reading(Line):
        async def request(self, *args: Any, files: Any = (), **facts: Any) -> str:
            sent.extend(file.fp.read() for file in files)
            return await super().request(*args, **facts)

    file = discord.File(io.BytesIO(b"png"), "board.png")
    await http(Reading(breaks=2)).request(Route("PATCH", "/channels/1/messages/2"), files=[file])
    assert sent == [b"png"] * 3


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


@pytest.mark.parametrize(
    ("method", "path", "attempts"),
    [("POST", "/webhooks/1/t", 1), ("PATCH", "/webhooks/1/t", 2), ("POST", "/interactions/1/t/callback", 2)],
)
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


US, SOMEBODY = 11, 12


def _make_view(told: str, *ids: Id) -> ui.LayoutView:
    return layout(text(told), *rows([button(each.action, each) for each in ids]))


def _make_message(number: int, view: ui.LayoutView, author: int = US) -> Any:
    """Make a message as discord.py reads it from a channel."""
    components = [_component_factory(each) for each in view.to_components()]
    return SimpleNamespace(id=number, author=SimpleNamespace(id=author), components=components)


class Channel:
    """A channel that lists messages, newest first, and notes what is sent to it."""

    def __init__(self, *messages: Any, lost: BaseException | None = None) -> None:
        self.messages = messages
        self.lost = lost
        self.sent: list[tuple[ui.LayoutView, list[bytes]]] = []

    async def history(self, *, limit: int, after: Any = None, oldest_first: bool = False) -> AsyncIterator[Any]:
        assert not oldest_first
        if self.lost is not None:
            raise self.lost
        for each in self.messages[:limit]:
            if after is None or each.id > after.id:
                yield each

    async def send(self, *, view: ui.LayoutView, files: Sequence[discord.File], **_: Any) -> Any:
        self.sent.append((view, [file.fp.read() for file in files]))
        return "posted as the bot"


CLIENT: Any = SimpleNamespace(user=SimpleNamespace(id=US))


async def test_a_posted_message_is_recognised_by_its_buttons_or_its_text() -> None:
    play, more, old = Id("play", 3), Id("more", 3), Id("play", 2)
    with_buttons = _make_view("two plies", play, more)
    channel: Any = Channel(
        _make_message(9, with_buttons, SOMEBODY),
        _make_message(8, _make_view("two plies", old, more)),
        _make_message(7, _make_view("three plies, other words", more, play)),
        _make_message(6, _make_view("said once ")),
        _make_message(5, _make_view("said long ago")),
    )

    async def find(view: ui.LayoutView) -> int | None:
        found = await find_same(CLIENT, channel, view, after=5)
        return found.id if found is not None else None

    assert await find(with_buttons) == 7, "it has the same buttons, and is ours"
    assert await find(_make_view("said once")) == 6
    assert await find(_make_view("said long ago")) is None, "it is older than the interaction"
    assert await find(_make_view("two plies", play)) is None


async def test_our_own_message_is_found_by_a_button() -> None:
    wanted = Id("step_in", 3, rest="1")
    place: Any = Channel(
        _make_message(9, _make_view("copied", wanted), SOMEBODY),
        _make_message(8, _make_view("without buttons")),
        _make_message(7, _make_view("another seat", Id("step_in", 3, rest="0"))),
        _make_message(6, _make_view("ours", wanted)),
    )
    found = await find_own_message(CLIENT, place, wanted.__eq__)
    assert found is not None
    assert found.id == 6
    assert await find_own_message(CLIENT, place, Id("step_in", 4).__eq__) is None
