"""Gateway sessions, which outlive their connections, and connections with their encoding, compression and order."""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import zstandard
from aiohttp import web

from sandbox.discord.world import Dispatch

DISPATCH = 0

BUFFER = 5_000
"""Events a session keeps for a RESUME."""


class Connection:
    """One websocket: encodes, compresses and sends in order."""

    def __init__(self, socket: web.WebSocketResponse, compression: str | None) -> None:
        self.socket = socket
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.session: Session | None = None
        self._compress = _compressor(compression)

    def send(self, op: int, data: Any, *, seq: int | None = None, name: str | None = None) -> None:
        """Queue a payload."""
        self.send_raw(msgspec.json.encode({"op": op, "d": data, "s": seq, "t": name}))

    def send_raw(self, payload: bytes) -> None:
        """Queue an encoded payload."""
        self.queue.put_nowait(payload)

    async def write(self) -> None:
        """Send the queued payloads until None ends them."""
        while (payload := await self.queue.get()) is not None:
            if self.socket.closed:
                return
            try:
                if self._compress is None:
                    await self.socket.send_str(payload.decode())
                else:
                    await self.socket.send_bytes(self._compress(payload))
            except ConnectionError:
                return


def _compressor(compression: str | None) -> Callable[[bytes], bytes] | None:
    if compression == "zlib-stream":
        deflate = zlib.compressobj()
        return lambda payload: deflate.compress(payload) + deflate.flush(zlib.Z_SYNC_FLUSH)
    if compression == "zstd-stream":
        zstd = zstandard.ZstdCompressor().compressobj()
        return lambda payload: zstd.compress(payload) + zstd.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    return None


@dataclass(eq=False)
class Session:
    """A bot's session, which begins with IDENTIFY. `shard` is (number, count)."""

    id: str
    intents: int
    shard: tuple[int, int]
    seq: int = 0
    buffer: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=BUFFER))
    connection: Connection | None = None
    awaited: set[int] = field(default_factory=set)
    """The guilds that were in READY and that the session does not have yet. Interactions come from them anyway."""

    def emit(self, name: str, data: Any) -> None:
        """Number an event, store it, and send it if a client is connected."""
        self.seq += 1
        payload = msgspec.json.encode({"op": DISPATCH, "d": data, "s": self.seq, "t": name})
        self.buffer.append((self.seq, payload))
        if self.connection is not None:
            self.connection.send_raw(payload)

    def wants(self, event: Dispatch) -> bool:
        """Whether this session's intents and shard include an event."""
        if event.intent and not event.intent & self.intents:
            return False
        if event.guild_id in self.awaited and event.name not in ("INTERACTION_CREATE", "GUILD_DELETE"):
            return False
        number, count = self.shard
        return (0 if event.guild_id is None else (event.guild_id >> 22) % count) == number
