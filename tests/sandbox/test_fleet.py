"""Several shards, several sessions of one shard, and limits of session starts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox.discord.clock import Clock
from sandbox.network.session_starts import DISCORDS_PAUSE, SessionStarts
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Call, Start, eventually, make_pinging_bot

HELLO, INVALID = {"op": 10}, {"op": 9, "d": False}


class Session:
    """A session without a client library. `events`: the names of what it received after READY."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def receive(self) -> Any:
        async with asyncio.timeout(10):
            return await self.socket.receive_json()

    async def hear(self, name: str) -> Any:
        """Return the data of the next event of this name."""
        while (payload := await self.receive())["t"] != name:
            pass
        return payload["d"]

    async def is_silent(self) -> bool:
        """Whether nothing was sent before the answer to a heartbeat, which is answered last."""
        await self.socket.send_json({"op": 1, "d": None})
        return bool((await self.receive())["op"] == 11)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox whose time stands still."""
    async with Sandbox(world=seed.build_harbour(Clock(lambda: 1_750_000_000.0))) as sandbox:
        yield sandbox
        assert sandbox.problems == []


@contextlib.asynccontextmanager
async def identify(sandbox: Sandbox, shard: int, count: int, *, token: str = "") -> AsyncIterator[Session]:
    async with aiohttp.ClientSession() as http, http.ws_connect(sandbox.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == HELLO["op"]
        identity = {"token": token or sandbox.token, "intents": 1 | 1 << 9 | 1 << 12, "shard": [shard, count]}
        await socket.send_json({"op": 2, "d": {**identity, "properties": {}}})
        yield Session(socket)


async def test_each_session_of_a_shard_gets_every_event_of_the_shard(sandbox: Sandbox) -> None:
    number = (seed.GUILD_ID >> 22) % 3
    anna = sandbox.person("Anna")
    async with (
        identify(sandbox, number, 3) as one,
        identify(sandbox, number, 3) as two,
        identify(sandbox, (number + 1) % 3, 3) as other,
    ):
        assert [len((await each.hear("READY"))["guilds"]) for each in (one, two, other)] == [1, 1, 0]
        assert len(sandbox.gateway.list_sessions(number)) == 2
        said = anna.say("here")
        assert [(await each.hear("MESSAGE_CREATE"))["id"] for each in (one, two)] == [str(said.id)] * 2
        assert await other.is_silent()
        await sandbox.gateway.drop(code=4000, shard=(number + 1) % 3)
        assert (await other.socket.receive()).data == 4000
        assert await one.is_silent()


async def test_direct_messages_come_from_shard_0_alone(sandbox: Sandbox) -> None:
    async with identify(sandbox, 0, 2) as first, identify(sandbox, 1, 2) as second:
        await first.hear("READY")
        await second.hear("READY")
        if (seed.GUILD_ID >> 22) % 2:
            await second.hear("GUILD_CREATE")
        said = sandbox.person("Anna").direct().say("hello")
        assert (await first.hear("MESSAGE_CREATE"))["id"] == str(said.id)
        assert await second.is_silent()


async def test_a_bucket_starts_one_session_in_five_seconds(sandbox: Sandbox) -> None:
    sandbox.world.session_starts = SessionStarts(max_concurrency=2, pause=DISCORDS_PAUSE)
    clock = sandbox.world.clock
    async with identify(sandbox, 0, 4) as one, identify(sandbox, 1, 4) as two, identify(sandbox, 2, 4) as three:
        await one.hear("READY")
        await two.hear("READY")
        assert (await three.receive()).items() >= INVALID.items()  # shards 0 and 2 share a bucket
    clock.advance(DISCORDS_PAUSE - 0.1)
    async with identify(sandbox, 2, 4) as again:
        assert (await again.receive()).items() >= INVALID.items()
    clock.advance(DISCORDS_PAUSE)
    async with identify(sandbox, 2, 4) as again:
        await again.hear("READY")


async def test_gateway_bot_tells_what_is_left(sandbox: Sandbox, call: Call) -> None:
    starts = sandbox.world.session_starts = SessionStarts(total=5, max_concurrency=1)
    sandbox.world.recommended_shards = 3
    async with identify(sandbox, 0, 3) as session:
        await session.hear("READY")
        sandbox.world.clock.advance(3600)
        _, told, _ = await call("GET", "/gateway/bot")
    assert told["shards"] == 3
    left = {"total": 5, "remaining": 4, "reset_after": 23 * 3_600_000, "max_concurrency": 1}
    assert told["session_start_limit"] == left
    sandbox.world.clock.advance(23 * 3600)
    assert starts.describe(sandbox.now())["remaining"] == 5


async def test_too_many_starts_end_all_sessions_and_the_token(sandbox: Sandbox, call: Call) -> None:
    sandbox.world.session_starts = SessionStarts(total=1)
    async with identify(sandbox, 0, 2) as one, identify(sandbox, 1, 2) as two:
        await one.hear("READY")
        assert (await two.socket.receive()).data == 4004
        while (message := await one.socket.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
        assert message.data == 4004
    assert sandbox.gateway.list_sessions() == []
    assert (await call("GET", "/gateway/bot"))[0] == 401
    async with identify(sandbox, 0, 2) as late:
        assert (await late.socket.receive()).data == 4004


async def test_numbers_of_shards_that_discord_refuses(sandbox: Sandbox) -> None:
    sandbox.world.shard_multiple = 2
    async with identify(sandbox, 0, 3) as session:
        assert (await session.socket.receive()).data == 4010
    seed.add_guild(sandbox.world, "Island")
    sandbox.world.guilds_per_shard = 1
    sandbox.world.shard_multiple = 1
    async with identify(sandbox, 0, 1) as session:
        assert (await session.socket.receive()).data == 4011
    assert sandbox.world.session_starts.used == 0


async def test_two_clients_on_one_shard_both_hear_a_press(sandbox: Sandbox, start: Start) -> None:
    one, two = await start(make_pinging_bot()), await start(make_pinging_bot())
    answer = await sandbox.person("Anna").slash("ping")
    assert answer.text == "pong"
    await eventually(lambda: len(one.errors) + len(two.errors) == 1)
    assert "already been acknowledged" in str([*one.errors, *two.errors])
