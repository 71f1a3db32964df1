"""Gateway v10: HELLO, IDENTIFY, READY, heartbeats, RESUME with replay, INVALID_SESSION, RECONNECT.

A session outlives its connection: events dispatched meanwhile wait in its buffer. JSON encoding; plain, zlib-stream or
zstd-stream as the client asks. Several sessions of one shard may be open at the same time; each gets every event of the
shard. Source: https://docs.discord.com/developers/events/gateway
"""

from __future__ import annotations

import asyncio
import functools
import secrets
from collections.abc import Callable

import msgspec
from aiohttp import WSMsgType, web

from sandbox.discord.guilds import GUILD_MEMBERS
from sandbox.discord.model import Guild, Json
from sandbox.discord.world import Dispatch, World
from sandbox.gateway.sessions import Connection, Session
from sandbox.network.faults import Faults
from sandbox.payloads import objects
from sandbox.rest.routes.gateway import gateway_url

HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 1, 2, 3, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
VOICE_STATE = 4

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SHARD, SHARDING_REQUIRED, DISALLOWED_INTENTS = 4005, 4010, 4011, 4014

HEARTBEAT_INTERVAL_MS = 41_250
ACK_DELAY = 0.02
"""Seconds until a heartbeat is answered.

discord.py stores the time of a heartbeat only after sending it. An answer before that would look like the answer to the
previous heartbeat, and discord.py would warn of a lag of a whole interval.
"""
KEPT_SESSIONS = 8
"""The most sessions without a connection that are kept."""

MESSAGE_CONTENT = 1 << 15
PRIVILEGED = {1 << 1: 1 << 14, 1 << 8: 1 << 12, MESSAGE_CONTENT: 1 << 18}
"""Privileged intents and the application flag that grants each."""

HIDDEN_WITHOUT_CONTENT: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


class Gateway:
    """All sessions and connections."""

    def __init__(self, world: World, token: str, faults: Faults) -> None:
        self.world = world
        self.token = token
        self.faults = faults
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identifies = 0
        self.resumes = 0
        self.news = asyncio.Event()
        self._held: list[Dispatch] = []
        self._ending: asyncio.Task[None] | None = None
        world.dispatch_listeners.append(self._deliver)

    # -- events ---------------------------------------------------------------------------------------------------

    def _deliver(self, event: Dispatch) -> None:
        if event.name != "INTERACTION_CREATE":
            self._emit(event)
            return
        if self.faults.hold_next > 0:
            self.faults.hold_next -= 1
            self._held.append(event)
            return
        for _ in range(self.faults.count_deliveries()):
            self._emit(event)
        held, self._held = self._held, []
        for late in held:
            self._emit(late)

    def _emit(self, event: Dispatch) -> None:
        for session in self.sessions.values():
            if session.wants(event):
                session.emit(event.name, self._visible(session, event))

    def _visible(self, session: Session, event: Dispatch) -> Json:
        """Reduce an event for a session without the content intent, which may not read other people's messages."""
        data = event.data
        if not event.name.startswith("MESSAGE_") or "author" not in data or session.intents & MESSAGE_CONTENT:
            return data
        me = str(self.world.bot.id)
        if data["author"]["id"] == me or "guild_id" not in data or any(u["id"] == me for u in data["mentions"]):
            return data
        return data | HIDDEN_WITHOUT_CONTENT

    @property
    def holding(self) -> bool:
        """Whether an interaction is held back until the next one is delivered."""
        return bool(self._held)

    # -- faults -------------------------------------------------------------------------------------------------

    async def drop(self, *, code: int = 4000, forget: bool = False, shard: int | None = None) -> None:
        """Close every connection (or those of one shard) with `code`; `forget` makes the next RESUME fail with
        INVALID_SESSION."""
        connections = self._list_connections(shard)
        if forget:
            for each in self.list_sessions(shard):
                del self.sessions[each.id]
        for connection in connections:
            await connection.socket.close(code=code)

    def cut(self, *, shard: int | None = None) -> None:
        """Break every connection (or those of one shard) without a closing frame, as a network does."""
        for connection in self._list_connections(shard):
            transport = connection.socket._req.transport if connection.socket._req else None
            if transport is not None:
                transport.abort()

    def ask_reconnect(self) -> None:
        """Tell every client to reconnect and resume."""
        for connection in self.connections:
            connection.send(RECONNECT, None)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is invalid."""
        if not resumable:
            self.sessions.clear()
        for connection in self.connections:
            connection.send(INVALID_SESSION, resumable)

    def list_sessions(self, shard: int | None = None) -> list[Session]:
        """List the sessions, of one shard or of all."""
        return [each for each in self.sessions.values() if shard is None or each.shard[0] == shard]

    def _list_connections(self, shard: int | None) -> list[Connection]:
        return [
            each
            for each in self.connections
            if shard is None or (each.session is not None and each.session.shard[0] == shard)
        ]

    async def until(self, condition: Callable[[], object], *, within: float = 10.0) -> None:
        """Wait until `condition` holds; it is evaluated again when a client has identified or resumed. Raises
        TimeoutError if it never does."""
        async with asyncio.timeout(within):
            while not condition():
                self.news.clear()
                await self.news.wait()

    # -- connections ----------------------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=4096 * 16, autoclose=True)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress"))
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL_MS, "_trace": ["sandbox"]})
        try:
            while (message := await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
                code = self._receive(connection, message.data)
                if code is not None:
                    await socket.close(code=code)
                    break
            if message.type is WSMsgType.CLOSE and message.data in (1000, 1001) and connection.session is not None:
                # A client that closes the connection properly gives up its session.
                self.sessions.pop(connection.session.id, None)
        finally:
            self.connections.discard(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
            connection.queue.put_nowait(None)
            writer.cancel()
        return socket

    def _receive(self, connection: Connection, text: str | bytes) -> int | None:
        """Act on one payload; returns the code to close with, if any."""
        try:
            payload = msgspec.json.decode(text)
            op, data = payload["op"], payload.get("d")
        except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
            return DECODE_ERROR
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_DELAY, connection.send, HEARTBEAT_ACK, None)
            return None
        if op == IDENTIFY:
            return self._identify(connection, data)
        if op == RESUME:
            return self._resume(connection, data)
        if connection.session is None:
            return NOT_AUTHENTICATED
        if op == REQUEST_MEMBERS:
            self._send_members(connection.session, data)
            return None
        return None if op in (PRESENCE, VOICE_STATE) else UNKNOWN_OPCODE

    def _identify(self, connection: Connection, data: Json) -> int | None:
        if connection.session is not None:
            return ALREADY_AUTHENTICATED
        if self._is_refused(data):
            return AUTHENTICATION_FAILED
        intents = data.get("intents", 0)
        granted = self.world.application.flags
        if any(intents & bit and not granted & (flag | flag << 1) for bit, flag in PRIVILEGED.items()):
            return DISALLOWED_INTENTS
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count or count % self.world.shard_multiple:
            return INVALID_SHARD
        if len(self._list_guilds(number, count)) > self.world.guilds_per_shard:
            return SHARDING_REQUIRED
        verdict = self.world.session_starts.count(number, self.world.now())
        if verdict == "exhausted":  # Discord ends all sessions, too, and resets the token
            self._ending = asyncio.create_task(self.drop(code=AUTHENTICATION_FAILED, forget=True))
            return AUTHENTICATION_FAILED
        if verdict == "too soon":
            connection.send(INVALID_SESSION, False)
            return None
        for stale in [s for s in self.sessions.values() if s.connection is None][:-KEPT_SESSIONS]:
            del self.sessions[stale.id]
        self.identifies += 1
        self.news.set()
        session = Session(secrets.token_hex(16), intents, (number, count), connection=connection)
        self.sessions[session.id] = session
        connection.session = session
        self._ready(session)
        return None

    def _is_refused(self, data: Json) -> bool:
        return data.get("token") != self.token or self.world.session_starts.token_reset

    def _list_guilds(self, number: int, count: int) -> list[Guild]:
        """List the guilds of a shard."""
        guilds = self.world.guilds.values()
        return [each for each in guilds if each.joined_at is not None and (each.id >> 22) % count == number]

    def _ready(self, session: Session) -> None:
        world = self.world
        mine = self._list_guilds(*session.shard)
        session.emit(
            "READY",
            {
                "v": 10,
                "user": objects.own_user(world.bot),
                "guilds": [{"id": str(g.id), "unavailable": True} for g in mine],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": gateway_url(world.base_url),
                "shard": list(session.shard),
                "application": {"id": str(world.application.id), "flags": world.application.flags},
                "private_channels": [],
                "_trace": ["sandbox"],
            },
        )
        for guild in mine:
            if guild.late > 0:
                session.awaited.add(guild.id)
                world.clock.call_later(guild.late, functools.partial(self._send_guild, session, guild))
            else:
                self._send_guild(session, guild)

    def _send_guild(self, session: Session, guild: Guild) -> None:
        """Send a session one of the guilds of its READY, unless there is an outage or the bot was removed."""
        session.awaited.discard(guild.id)
        if guild.available and guild.joined_at is not None:
            all_members = bool(session.intents & GUILD_MEMBERS)
            session.emit("GUILD_CREATE", objects.guild_create(self.world, guild, all_members=all_members))

    def _resume(self, connection: Connection, data: Json) -> int | None:
        if connection.session is not None:
            return ALREADY_AUTHENTICATED
        if self._is_refused(data):
            return AUTHENTICATION_FAILED
        session = self.sessions.get(data.get("session_id", ""))
        seq = data.get("seq") or 0
        oldest = session.buffer[0][0] if session is not None and session.buffer else 1
        if session is None or seq > session.seq or seq < oldest - 1:
            connection.send(INVALID_SESSION, False)
            return None
        self.resumes += 1
        self.news.set()
        connection.session = session
        session.connection = None
        for number, payload in session.buffer:
            if number > seq:
                connection.send_raw(payload)
        session.connection = connection
        session.emit("RESUMED", {"_trace": ["sandbox"]})
        return None

    def _send_members(self, session: Session, data: Json) -> None:
        """Answer a request for members with one chunk."""
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        wanted = data.get("user_ids")
        ids = {int(i) for i in (wanted if isinstance(wanted, list) else [wanted])} if wanted else None
        query = str(data.get("query") or "").casefold()
        found = [
            objects.member(m)
            for m in guild.members.values()
            if (ids is None or m.user.id in ids) and m.user.username.startswith(query)
        ]
        chunk: Json = {"guild_id": str(guild.id), "members": found, "chunk_index": 0, "chunk_count": 1}
        if "nonce" in data:
            chunk["nonce"] = data["nonce"]
        session.emit("GUILD_MEMBERS_CHUNK", chunk)
