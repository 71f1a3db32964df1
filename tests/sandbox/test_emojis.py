"""Emoji of the application: made, listed, shown, kept; and refused as Discord does."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox.discord.model import ApplicationEmoji
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Call, png

ALL = f"/applications/{seed.APPLICATION_ID}/emojis"


def as_uri(content: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"


async def test_an_emoji_is_made_renamed_shown_and_deleted(call: Call, sandbox: Sandbox) -> None:
    content = png().getvalue()
    status, made, _ = await call("POST", ALL, {"name": "card_4", "image": as_uri(content)})
    assert (status, made["name"]) == (201, "card_4")
    assert (await call("GET", ALL))[1] == {"items": [made]}
    one = f"{ALL}/{made['id']}"
    assert (await call("PATCH", one, {"name": "card_5"}))[1]["name"] == "card_5"
    async with aiohttp.ClientSession() as browser:
        async with browser.get(f"{sandbox.world.base_url}/emojis/{made['id']}.png") as shown:
            assert (shown.status, await shown.read()) == (200, content)
        async with browser.get(f"{sandbox.world.base_url}/emojis/5.png") as shown:
            assert shown.status == 404
    assert (await call("DELETE", one))[0] == 204
    assert (await call("GET", one))[:2] == (400, {"code": 10014, "message": "Unknown Emoji"})


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "image": as_uri(b"x")},
        {"name": "a-b", "image": as_uri(b"x")},
        {"name": "fine"},
        {"name": "fine", "image": "data:image/png;base64,%%%"},
        {"name": "fine", "image": as_uri(bytes(256 * 1024 + 1))},
        5,
    ],
)
async def test_other_text_than_emoji_is_refused(call: Call, body: Any) -> None:
    status, answer, _ = await call("POST", ALL, body)
    assert (status, answer["code"]) == (400, 50035)


async def test_a_name_is_used_once_and_other_applications_are_refused(call: Call) -> None:
    body = {"name": "card", "image": as_uri(b"x")}
    assert (await call("POST", ALL, body))[0] == 201
    assert (await call("POST", ALL, body))[1]["code"] == 50035
    assert (await call("GET", "/applications/1/emojis"))[:2][1]["code"] == 20012


async def test_a_button_shows_only_emoji_that_exist(call: Call) -> None:
    _, made, _ = await call("POST", ALL, {"name": "card", "image": as_uri(b"x")})

    def body(number: str) -> dict[str, Any]:
        button = {"type": 2, "style": 1, "label": "4", "custom_id": "4", "emoji": {"id": number, "name": "card"}}
        return {"flags": 1 << 15, "components": [{"type": 1, "components": [button]}]}

    where = f"/channels/{seed.GAMES_ID}/messages"
    assert (await call("POST", where, body(made["id"])))[0] == 200
    status, answer, _ = await call("POST", where, body("5"))
    assert (status, answer["code"]) == (400, 50035)
    assert "Invalid emoji" in str(answer)


async def test_emoji_are_kept(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        sandbox.world.emojis[7] = ApplicationEmoji(7, "card", b"picture")
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        assert [(each.id, each.name, each.content) for each in sandbox.world.emojis.values()] == [
            (7, "card", b"picture")
        ]
