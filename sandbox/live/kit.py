"""Send the requests of the probes: bounded in number and rate, and cleaned up afterwards."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

Json = dict[str, Any]

MOST: Final = 400
"""Requests after which the kit stops, whatever is left."""

EVERY: Final = 0.25
"""Seconds between two requests."""

MARK: Final = "slowboat-kit"
"""Begins the text or name of everything the kit makes, so that leftovers are recognised."""


class Exhausted(Exception):
    """The kit has sent as many requests as it may, or is limited for too long."""


@dataclass
class Said:
    """An answer: its status, its JSON (a text, if it is no JSON), and its headers."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        """Discord's error code, 0 if there is none."""
        return int(self.body.get("code", 0)) if isinstance(self.body, dict) else 0


@dataclass
class Kit:
    """A bot's access to one server of a Discord. `url`: where the API is, such as https://discord.com/api/v10.

    `known` holds ids by name, for `{name}` in the paths and bodies of probes.
    """

    session: aiohttp.ClientSession
    url: str
    token: str
    known: dict[str, str]
    every: float = EVERY
    sent: int = 0
    made: list[str] = field(default_factory=list)
    """Paths to delete at the end, newest last."""

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: tuple[tuple[str, bytes], ...] = (),
        raw: str | None = None,
        token: str | None = None,
    ) -> Said:
        """Send a request. Waits for limits of up to ten seconds. Raises Exhausted, and what aiohttp raises."""
        for _ in range(3):
            if self.sent >= MOST:
                raise Exhausted(f"{MOST} requests were sent")
            self.sent += 1
            await asyncio.sleep(self.every)
            said = await self._send(method, path.format_map(self.known), self.fill(body), files, raw, token)
            if said.status != 429:
                return said
            wait = float(said.body.get("retry_after", 1.0)) if isinstance(said.body, dict) else 60.0
            if wait > 10:
                raise Exhausted(f"limited for {wait:.0f} s")
            await asyncio.sleep(wait)
        return said

    def fill(self, value: Any) -> Any:
        """Fill known ids into a body."""
        if isinstance(value, str):
            for name, text in self.known.items():
                value = value.replace("{" + name + "}", text)
            return value
        if isinstance(value, list):
            return [self.fill(each) for each in value]
        return {key: self.fill(each) for key, each in value.items()} if isinstance(value, dict) else value

    async def _send(
        self,
        method: str,
        path: str,
        body: Any,
        files: tuple[tuple[str, bytes], ...],
        raw: str | None,
        token: str | None,
    ) -> Said:
        headers = {
            "Authorization": f"Bot {self.token if token is None else token}",
            "User-Agent": "DiscordBot (kit, 1)",
        }
        data: Any = raw
        if files:
            data = aiohttp.FormData()
            data.add_field("payload_json", json.dumps(body), content_type="application/json")
            for number, (name, content) in enumerate(files):
                data.add_field(f"files[{number}]", content, filename=name)
        elif raw is not None:
            headers["Content-Type"] = "application/json"
        kept = None if data is not None else body
        async with self.session.request(method, self.url + path, json=kept, data=data, headers=headers) as answer:
            text = await answer.text()
            try:
                found = json.loads(text) if text else {}
            except json.JSONDecodeError:
                found = text
            return Said(answer.status, found, answer.headers)

    async def clean_up(self) -> None:
        """Delete everything the kit has made, and what an earlier run has left in the channel."""
        self.sent = min(self.sent, MOST - 100)  # cleaning up always has room
        history = await self.ask("GET", "/channels/{channel}/messages?limit=50")
        for each in history.body if isinstance(history.body, list) else ():
            if each["author"]["id"] == self.known["me"] and MARK in json.dumps(each):
                self.made.append(f"/channels/{self.known['channel']}/messages/{each['id']}")
        for path in reversed(dict.fromkeys(self.made)):
            await self.ask("DELETE", path)
        self.made.clear()
