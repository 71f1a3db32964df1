"""The probes of the gateway: a login without privileged intents, what comes first, and how it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp

from sandbox.live.kit import Kit

GUILDS: Final = 1
WITHIN: Final = 10.0
"""Seconds to wait for an event."""


class Session:
    """A session of the gateway, and the events it has got."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.events: list[dict[str, Any]] = []

    async def read(self) -> dict[str, Any] | None:
        """Read the next payload; None if the connection is closed. Raises TimeoutError."""
        async with asyncio.timeout(WITHIN):
            message = await self.socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            return None
        payload: dict[str, Any] = json.loads(message.data)
        self.events.append(payload)
        return payload

    async def find(self, name: str) -> dict[str, Any]:
        """Read until an event of this name; its data. Raises TimeoutError."""
        while (payload := await self.read()) is not None:
            if payload.get("t") == name:
                found: dict[str, Any] = payload["d"]
                return found
        raise TimeoutError(name)


@asynccontextmanager
async def log_in(kit: Kit, url: str) -> AsyncIterator[Session]:
    """Log in with the intent of servers alone."""
    async with kit.session.ws_connect(f"{url}?v=10&encoding=json", max_msg_size=0) as socket:
        session = Session(socket)
        await session.read()
        properties = {"os": "linux", "browser": "kit", "device": "kit"}
        identify = {"token": kit.token, "intents": GUILDS, "properties": properties}
        await socket.send_str(json.dumps({"op": 2, "d": identify}))
        yield session


async def ask_gateway(kit: Kit, url: str) -> dict[str, str]:
    """Log in once, and return what differed, by probe; "" if nothing did."""
    found: dict[str, str] = {}
    async with log_in(kit, url) as session:
        hello = session.events[0]
        ready = await session.find("READY")
        found["gateway-hello"] = "" if hello["op"] == 10 and hello["d"]["heartbeat_interval"] else "no HELLO first"
        listed = [guild for guild in ready["guilds"] if guild["id"] == kit.known["guild"]]
        found["ready-complete"] = "" if listed else "READY does not list the server"
        found["ready-unavailable"] = "" if all(guild.get("unavailable") for guild in listed) else "READY has it whole"
        created = await session.find("GUILD_CREATE")
        while created["id"] != kit.known["guild"]:
            created = await session.find("GUILD_CREATE")
        own = [member for member in created["members"] if member["user"]["id"] == kit.known["me"]]
        found["guild-create-own-member"] = "" if own else "GUILD_CREATE lacks the bot's own member"
        found["guild-create-threads"] = "" if "threads" in created else "GUILD_CREATE lacks the threads"
        await session.socket.send_str(json.dumps({"op": 1, "d": None}))
        while (payload := await session.read()) is not None and payload["op"] != 11:
            pass
        await session.socket.send_str("{")
        while await session.read() is not None:
            pass
        code = session.socket.close_code
        found["gateway-bad-payload"] = "" if code == 4002 else f"closed with {code}"
    return found
