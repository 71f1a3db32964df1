"""SIGTERM during a press: the program exits cleanly and continues after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from data.checksum import find_place
from tests.support.play.process import PATIENCE, program

pytestmark = pytest.mark.long

NOT_FOR_OWNERS = re.compile(r"Traceback|Task was destroyed|never retrieved|Unclosed|\bsb:|token=|[0-9a-f]{64}")
"""Words that would alarm the operator, or tell them secrets."""


class Player:
    """A person at the page, without a browser: uses the page's API."""

    def __init__(self, session: aiohttp.ClientSession, url: str, world: Any, name: str) -> None:
        self._session = session
        self._url = f"{url}/page/api"
        guild = world["guilds"][0]
        self._user = next(person["id"] for person in world["people"] if person["global_name"] == name)
        self._channel = next(channel["id"] for channel in guild["channels"] if channel["name"] == "games")

    async def post(self, what: str, **fields: Any) -> Any:
        body = {"user": self._user, "channel": self._channel, **fields}
        async with self._session.post(f"{self._url}/{what}", json=body) as answer:
            found = await answer.json()
            assert answer.status == 200, found
            return found

    async def messages(self) -> list[Any]:
        query = {"user": self._user, "channel": self._channel}
        async with self._session.get(f"{self._url}/messages", params=query) as answer:
            return list(await answer.json())

    async def until(self, look: Callable[[list[Any]], Any]) -> Any:
        """Wait until `look` finds something in the messages, and return it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                if found := look(await self.messages()):
                    return found
                await asyncio.sleep(0.05)

    async def finds(self, *custom_id: str) -> tuple[str, Any]:
        """Wait for a button or menu whose id begins with one of these. Returns the newest message with one, and the
        button."""

        def look(messages: list[Any]) -> tuple[str, Any] | None:
            return next(
                (
                    (message["id"], part)
                    for message in reversed(messages)
                    for part in parts(message["components"])
                    if part.get("custom_id", "").startswith(custom_id) and not part.get("disabled")
                    if ".move.@" not in part.get("custom_id", "")  # a tab
                ),
                None,
            )

        found: tuple[str, Any] = await self.until(look)
        return found

    async def press(self, custom_id: str) -> str:
        """Press the newest such button, or choose a menu's first option. Returns the message it was on."""
        message, part = await self.finds(custom_id)
        chosen = {"values": [part["options"][0]["value"]]} if "options" in part else {}
        await self.post("component", message_id=message, custom_id=part["custom_id"], **chosen)
        return message


def parts(components: list[Any]) -> Iterator[Any]:
    for each in components:
        yield each
        yield from parts(each.get("components", []))


@contextlib.asynccontextmanager
async def anna(url: str) -> AsyncIterator[Player]:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{url}/page/api/world") as answer:
            world = await answer.json()
        yield Player(session, url, world, "Anna")


def boards(messages: list[Any]) -> list[Any]:
    """List the public messages with pictures, except lobby cards."""
    return [
        message
        for message in messages
        if not message["flags"] & 64 and any(_galleries(message["components"])) and "-lobby.png" not in str(message)
    ]


def _galleries(components: list[Any]) -> Iterator[Any]:
    return (part for part in parts(components) if part["type"] == 12)


@pytest.mark.timeout(150)
@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_a_press_that_is_under_way_survives_a_sigterm(tmp_path: Path, log_format: str) -> None:
    """Start the program twice, once with a slow answer; that takes six to nine seconds."""
    settings: dict[str, Any] = {"SLOWBOAT_LOG_FORMAT": log_format, "prepared": log_format == "text"}
    async with program(tmp_path, **settings) as first, anna(first.url) as player:
        await player.post("slash", command="docker new", options={"players": 2})
        await player.press("sb:computer:")
        await player.press("sb:play:")
        if (await player.finds("sb:pick:", "sb:confirm:"))[1]["custom_id"].startswith("sb:pick"):
            await player.press("sb:pick:")
        pressed = (await player.finds("sb:confirm:"))[1]["custom_id"]
        before = len(boards(await player.messages()))
        await player.post("fault", kind="latency", seconds=1.5)
        await player.press("sb:confirm:")
        await asyncio.sleep(0.4)  # the press has arrived, and its first reply is not yet sent
        assert len(boards(await player.messages())) == before, "the press has had its effect too early"
        assert await first.stop() == 0
    assert find_place(tmp_path / "sandbox.db").exists(), "the file was closed and has its checksum"
    assert not (tmp_path / "sandbox.db-wal").exists()
    async with program(tmp_path, **settings) as second, anna(second.url) as player:
        await player.until(lambda messages: len(boards(messages)) > before)
        assert pressed not in str(await player.messages()), "the press was answered before the end"
        await player.press("sb:play:")
    said = second.log.read_text("utf-8")
    assert said.count("asked to stop") == 2
    assert not NOT_FOR_OWNERS.search(said), said
