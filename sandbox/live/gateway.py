"""A small connection to the gateway, and the probes of what it sends."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Self

import aiohttp

from sandbox.live.asking import ABSENT, Ask, Caller, Rows, read_place
from sandbox.live.places import OPEN, PREFIX

GUILDS = 1
"""The only intent: the one that the bot uses."""
PATIENCE = 15.0
"""Seconds that an event may take."""
HEARTBEAT, IDENTIFY, PRESENCE, RESUME, INVALID, HELLO, ACK = 1, 2, 3, 6, 9, 10, 11

Event = Mapping[str, Any]


class Gateway:
    """One connection. Keeps every payload it got, and sends heartbeats."""

    patience = PATIENCE

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        self.session, self.url, self.token = session, url, token
        self.heard: list[Event] = []
        self.closed_with: int | None = None
        self._news = asyncio.Event()
        self._socket: aiohttp.ClientWebSocketResponse
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._socket = await self.session.ws_connect(f"{self.url}/?v=10&encoding=json", max_msg_size=0)
        self._tasks = [asyncio.create_task(self._read())]
        hello = await self.find(lambda payload: payload["op"] == HELLO)
        if hello is not None:
            self._tasks.append(asyncio.create_task(self._beat(float(hello["d"]["heartbeat_interval"]) / 1000)))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self, code: int = 1000) -> None:
        """Close the connection; a code other than 1000 keeps the session for a resume."""
        await self._socket.close(code=code)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def send(self, op: int, data: Any) -> None:
        """Send a payload, or raw text if `op` is negative."""
        with contextlib.suppress(ConnectionError):  # it was closed meanwhile: `closed_with` tells
            await self._socket.send_str(data if op < 0 else json.dumps({"op": op, "d": data}))

    async def identify(self, token: str | None = None) -> Event | None:
        """Log in; returns READY, or None if the connection was closed instead."""
        about = {"os": "linux", "browser": PREFIX, "device": PREFIX}
        await self.send(IDENTIFY, {"token": token or self.token, "intents": GUILDS, "properties": about})
        return await self.find_event("READY")

    async def find_event(self, name: str, fits: Callable[[Any], bool] = lambda _: True) -> Event | None:
        """Wait for an event and return its data; None if it does not come."""
        found = await self.find(lambda payload: payload.get("t") == name and fits(payload["d"]))
        return None if found is None else found["d"]

    async def find(self, fits: Callable[[Event], bool], *, after: int = 0, forever: bool = False) -> Event | None:
        """Wait for a payload; the first `after` ones do not count. None if it does not come."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(None if forever else self.patience):
                while True:
                    for payload in self.heard[after:]:
                        if fits(payload):
                            return payload
                    if self.closed_with is not None:
                        return None
                    self._news.clear()
                    await self._news.wait()
        return None

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                self.heard.append(json.loads(message.data))
                self._news.set()
        self.closed_with = self._socket.close_code or 0
        self._news.set()

    async def _beat(self, interval: float) -> None:
        while True:
            await self.send(HEARTBEAT, self.last_number)
            await asyncio.sleep(interval)

    @property
    def last_number(self) -> int | None:
        """The number of the newest event."""
        return max((payload["s"] for payload in self.heard if payload.get("s")), default=None)


def expect(*checks: tuple[bool, str]) -> list[str]:
    """List the sentences whose condition does not hold."""
    return [sentence for holds, sentence in checks if not holds]


async def probe_gateway(caller: Caller, gateway: Gateway) -> Rows:
    """Probe the login, the events of the kit's own changes, and a resume. `gateway` is connected, but not logged in."""
    known = caller.known
    rows: Rows = {}
    hello = await gateway.find(lambda payload: payload["op"] == HELLO)
    ack = await gateway.find(lambda payload: payload["op"] == ACK)
    rows["gateway-hello"] = expect(
        (isinstance(read_place(hello, "d.heartbeat_interval"), int), "HELLO names no interval of heartbeats"),
        (ack is not None, "a heartbeat was not acknowledged"),
    )
    ready = await gateway.identify()
    guilds = read_place(ready, "guilds")
    listed = guilds if isinstance(guilds, list) else []
    unavailable = all(read_place(each, "unavailable") is True for each in listed)
    rows["ready-unavailable"] = expect((bool(listed) and unavailable, "READY does not list servers as unavailable"))
    rows["ready-complete"] = expect(
        (any(read_place(each, "id") == known["guild"] for each in listed), "READY does not list the test server")
    )
    created = await gateway.find_event("GUILD_CREATE", lambda data: read_place(data, "id") == known["guild"])
    members = read_place(created, "members")
    own = isinstance(members, list) and any(read_place(each, "user.id") == known["me"] for each in members)
    rows["guild-create-own-member"] = expect((own, "GUILD_CREATE is without the bot's own member"))
    rows["guild-create-threads"] = expect(
        (isinstance(read_place(created, "threads"), list), "GUILD_CREATE is without a list of threads")
    )
    rows |= await _probe_events(caller, gateway)
    return rows


async def _probe_events(caller: Caller, gateway: Gateway) -> Rows:
    """Change a channel and open a thread, and wait for the events."""
    channel = caller.known["channel"]
    await caller.compare((Ask("PATCH", "/channels/{channel}", {"topic": "probe of events"}),))
    updated = await gateway.find_event("CHANNEL_UPDATE", lambda data: read_place(data, "id") == channel)
    await caller.compare((Ask("POST", "/channels/{channel}/messages", {"content": "probe"}), OPEN))
    opened = await gateway.find_event("THREAD_CREATE", lambda data: read_place(data, "parent_id") == channel)
    told = any(payload.get("t") == "MESSAGE_CREATE" for payload in gateway.heard)
    return {
        "channel-events": expect((updated is not None, "no CHANNEL_UPDATE came after a change of the topic")),
        "thread-events": expect((opened is not None, "no THREAD_CREATE came for a new thread")),
        "own-content-without-intent": expect((not told, "MESSAGE_CREATE came without an intent for messages")),
    }


async def probe_resume(caller: Caller, gateway: Gateway) -> list[str]:
    """Break the connection and resume the session on a new one."""
    ready = await gateway.find_event("READY")
    session, number = read_place(ready, "session_id"), gateway.last_number
    await gateway.close(4000)
    if session is ABSENT:
        return ["READY names no session"]
    async with Gateway(caller.session, str(read_place(ready, "resume_gateway_url")), caller.token) as again:
        await again.send(RESUME, {"token": caller.token, "session_id": session, "seq": number})
        found = await again.find(lambda payload: payload.get("t") == "RESUMED" or payload["op"] == INVALID)
        return expect((read_place(found, "t") == "RESUMED", "the session was not resumed"))


async def probe_closings(caller: Caller, url: str) -> Rows:
    """Send what the gateway refuses, on connections of their own; none starts a session."""

    async def close_after(op: int, data: Any, code: int) -> list[str]:
        async with Gateway(caller.session, url, caller.token) as gateway:
            await gateway.send(op, data)
            await gateway.find(lambda _: False)
            return expect((gateway.closed_with == code, f"closed with {gateway.closed_with}, expected {code}"))

    wrong = {"token": "none", "intents": GUILDS, "properties": {}}
    return {
        "gateway-bad-payload": [*await close_after(-1, "{", 4002), *await close_after(PRESENCE, {}, 4003)],
        "gateway-close-codes": await close_after(IDENTIFY, wrong, 4004),
    }
