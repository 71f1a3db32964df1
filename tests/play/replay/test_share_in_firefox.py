"""Shared matches of every game in Firefox: no error, no request, and the keyboard leads through it.

Firefox speaks WebDriver BiDi itself, so nothing but Firefox is needed (Debian: apt install firefox-esr). Without it the
test is skipped; `test_share_pages.py` parses the same pages as the HTML standard says.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

import games
from client.replay import share
from matches.texts import LANGUAGES
from tests.support.numbers import patience
from tests.support.play.share_pages import MATCHES, share_match

FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")
END, HOME, RIGHT = "\ue010", "\ue011", "\ue014"
"""Keys, as WebDriver writes them."""
CURRENT: Final = """new Promise((resolve) => {
  const moves = [...document.querySelectorAll("li button")];
  const look = () => {
    const current = moves.findIndex((each) => each.getAttribute("aria-current") === "step");
    if (current === WANTED) resolve(`${current} of ${moves.length}`); else setTimeout(look, 20);
  };
  look();
})"""
"""Wait until the step WANTED is shown."""


class Firefox:
    """A tab of Firefox, driven over a WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._sent = 0
        self._tab = ""
        self.heard: list[str] = []
        """Errors, warnings and everything else that is written to the console."""
        self.asked: list[str] = []
        """The addresses that were asked for."""

    async def call(self, method: str, **params: Any) -> Any:
        """Send a command and return its result; events that come first are noted."""
        self._sent += 1
        await self._socket.send_json({"id": self._sent, "method": method, "params": params})
        while True:
            message = await self._socket.receive_json()
            if message["type"] == "event" and message["method"] == "log.entryAdded":
                self.heard.append(str(message["params"]["text"]))
            elif message["type"] == "event":
                self.asked.append(message["params"]["request"]["url"])
            elif message["id"] == self._sent:
                assert message["type"] == "success", message
                return message["result"]

    async def start(self) -> None:
        await self.call("session.new", capabilities={})
        await self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self._tab = (await self.call("browsingContext.getTree"))["contexts"][0]["context"]

    async def open(self, url: str) -> None:
        await self.call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    async def press(self, key: str) -> None:
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": strokes}]
        await self.call("input.performActions", context=self._tab, actions=actions)

    async def evaluate(self, script: str) -> Any:
        target = {"context": self._tab}
        found = await self.call("script.evaluate", expression=script, target=target, awaitPromise=True)
        return found["result"]["value"]


@contextlib.asynccontextmanager
async def launch_firefox(profile: Path) -> AsyncIterator[Firefox]:
    """Launch a headless Firefox with a profile of its own."""
    command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, "HOME": str(profile)}
    )
    assert process.stderr is not None
    try:
        line = ""
        while "ws://" not in line:
            line = (await process.stderr.readline()).decode()
            assert line, "Firefox ended"
        address = "ws://" + line.split("ws://")[1].strip()
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{address}/session", max_msg_size=0) as socket,
        ):
            firefox = Firefox(socket)
            await firefox.start()
            yield firefox
    finally:
        process.terminate()
        await process.communicate()


@pytest.mark.browser
@pytest.mark.skipif(FIREFOX is None, reason="no Firefox on this machine (Debian: apt install firefox-esr)")
@pytest.mark.timeout(patience(300))
async def test_shared_matches_open_in_firefox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "_SIZES", ((True, 12),))  # drawing all pictures takes seconds
    profile = tmp_path / "profile"
    profile.mkdir()
    async with launch_firefox(profile) as firefox:
        for game, number in product(games.own_names(), range(MATCHES)):
            page = tmp_path / f"{game}-{number}.html"
            page.write_bytes(await share_match(game, number, LANGUAGES[number % len(LANGUAGES)]))
            count = page.read_text().count("<li ")
            await firefox.open(page.as_uri())
            shown = set()
            for key, step in ((HOME, 0), (RIGHT, 1), (RIGHT, 2), (END, count - 1)):
                await firefox.press(key)
                assert await firefox.evaluate(CURRENT.replace("WANTED", str(step))) == f"{step} of {count}"
                shown.add(await firefox.evaluate("document.querySelector('[role=img]').getAttribute('aria-label')"))
            assert len(shown) > 2, "positions in words go along"
        assert firefox.heard == []
        assert [url for url in firefox.asked if not url.startswith(("file:", "data:", "blob:"))] == []
        bad = tmp_path / "bad.html"
        bad.write_text("<!doctype html><img src='http://127.0.0.1:40009/'><script>throw Error('oh')</script>")
        await firefox.open(bad.as_uri())
        assert any("oh" in each for each in firefox.heard), "an error would be heard"
        assert "http://127.0.0.1:40009/" in firefox.asked, "a request would be seen"
