"""Sessions and connections: dropped, resumed, invalidated, sharded, compressed."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest
import zstandard

from sandbox.client import point_discord_py_at
from sandbox.discord import guilds
from sandbox.discord.model import InteractionType
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Bot, Start, eventually, make_pinging_bot


@pytest.mark.parametrize("how", ["drop", "cut", "ask_reconnect", "invalidate"])
async def test_a_lost_connection_is_resumed_and_nothing_is_missed(sandbox: Sandbox, start: Start, how: Any) -> None:
    bot = await start(make_pinging_bot())
    anna = sandbox.person("Anna")
    heard = [anna.say("before").id]
    gone = asyncio.Event()
    bot.on_disconnect = lambda: _set(gone)
    fault = getattr(sandbox.gateway, how)(**({"resumable": True} if how == "invalidate" else {}))
    if fault is not None:
        await fault
    if how in ("ask_reconnect", "invalidate"):
        await gone.wait()
    heard.append(anna.say("while away").id)
    await sandbox.gateway.until(lambda: sandbox.gateway.resumes == 1)
    heard.append(anna.say("afterwards").id)
    answer = await anna.slash("ping")
    assert answer.text == "pong"
    await eventually(lambda: len(bot.heard) == 4)
    assert bot.heard == [*heard, answer.message.id]
    assert (sandbox.gateway.identifies, sandbox.gateway.resumes) == (1, 1)


async def _set(event: Any) -> None:
    event.set()


async def test_a_client_of_a_forgotten_session_identifies_again(sandbox: Sandbox, start: Start) -> None:
    await start(make_pinging_bot())
    anna = sandbox.person("Anna")
    await sandbox.gateway.drop(forget=True)
    await eventually(lambda: sandbox.gateway.identifies == 2)
    assert sandbox.gateway.resumes == 0
    assert (await anna.slash("ping")).text == "pong"


async def test_a_wrong_token_and_ungranted_intents_are_refused(sandbox: Sandbox) -> None:
    with point_discord_py_at(sandbox):
        async with Bot() as bot:
            with pytest.raises(discord.LoginFailure):
                await bot.start("another-token")
        async with Bot(intents=discord.Intents(guilds=True, members=True)) as bot:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await bot.start(sandbox.token)
        sandbox.world.application.flags |= discord.ApplicationFlags.gateway_guild_members.flag
        async with Bot(intents=discord.Intents(guilds=True, members=True)) as bot:
            task = asyncio.create_task(bot.start(sandbox.token))
            async with asyncio.timeout(10):
                await bot.on_ready_event.wait()
            assert bot.guilds[0].get_member_named("ben") is not None
        await asyncio.wait({task}, timeout=5)


async def test_shards_each_hear_of_their_own_guilds(sandbox: Sandbox) -> None:
    sandbox.world.recommended_shards = 2
    other = seed.add_guild(sandbox.world, "Island")
    while (other.id >> 22) % 2 == (seed.GUILD_ID >> 22) % 2:
        other = seed.add_guild(sandbox.world, "Island")
    ready = asyncio.Event()

    class Sharded(discord.AutoShardedClient):
        async def on_ready(self) -> None:
            ready.set()

        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            """Skip the five seconds that discord.py waits here."""

    heard: list[Any] = []
    with point_discord_py_at(sandbox):
        async with Sharded(
            intents=discord.Intents(guilds=True, guild_messages=True), guild_ready_timeout=0.0
        ) as client:
            hear: Any = client
            hear.on_message = lambda message: _append(heard, (message.guild.shard_id, message.guild.name))
            task = asyncio.create_task(client.start(sandbox.token))
            async with asyncio.timeout(20):
                await ready.wait()
            assert client.shard_count == 2
            sandbox.person("Anna").say("here")
            place = next(iter(other.channels.values()))
            sandbox.person("Anna").at(place).say("there")
            await eventually(lambda: len(heard) == 2)
        await asyncio.wait({task}, timeout=5)
    assert sorted(name for _, name in heard) == ["Harbour", "Island"]
    assert {shard for shard, _ in heard} == {0, 1}


async def _append(things: Any, thing: Any) -> None:
    things.append(thing)


async def test_guilds_and_channels_come_and_go(sandbox: Sandbox, start: Start) -> None:
    bot = await start(make_pinging_bot())
    world = sandbox.world
    events: list[Any] = []
    for name in ("guild_remove", "guild_join", "guild_unavailable", "guild_available", "guild_channel_create"):
        setattr(bot, f"on_{name}", lambda thing, name=name: _append(events, (name, thing.name)))
    bot.on_guild_channel_delete = lambda channel: _append(events, ("guild_channel_delete", channel.name))
    bot.on_guild_channel_update = lambda before, after: _append(events, ("guild_channel_update", after.name))
    guild = world.guilds[seed.GUILD_ID]
    guilds.set_available(world, guild, available=False)
    guilds.set_available(world, guild, available=True)
    channel = guilds.create_channel(world, guild, "new")
    guilds.delete_channel(world, channel)
    seed.deny_bot(world, "general", 1 << 10)
    guilds.kick_bot(world, guild)
    guilds.invite_bot(world, guild, bits=seed.BOT_PERMISSIONS)
    await eventually(lambda: len(events) == 7)
    assert events == [
        ("guild_unavailable", "Harbour"),
        ("guild_available", "Harbour"),
        ("guild_channel_create", "new"),
        ("guild_channel_delete", "new"),
        ("guild_channel_update", "___hidden___"),
        ("guild_remove", "Harbour"),
        ("guild_join", "Harbour"),
    ]


async def test_a_guild_may_come_long_after_ready(sandbox: Sandbox, start: Start) -> None:
    world = sandbox.world
    guild = world.guilds[seed.GUILD_ID]
    guild.late = 60.0
    bot = Bot()
    bot.heard = []

    @bot.tree.command(description="Go")
    async def go(interaction: discord.Interaction) -> None:
        bot.heard.append(interaction.guild_id)
        await interaction.response.send_message("gone")

    async def on_message(message: discord.Message) -> None:
        if message.author.id != bot.own_id:
            bot.heard.append(message.id)

    bot.on_message = on_message
    await start(bot)
    assert [each.unavailable for each in bot.guilds] == [True]
    assert bot.get_channel(seed.GAMES_ID) is None
    anna = sandbox.person("Anna")
    anna.say("too early")
    assert (await anna.slash("go")).text == "gone", "interactions come from such servers, too"
    fetched = await bot.fetch_channel(seed.GAMES_ID)
    assert (await fetched.send("requests do not wait")).id
    world.clock.advance(59)
    assert bot.guilds[0].unavailable
    world.clock.advance(2)
    await eventually(lambda: bot.get_channel(seed.GAMES_ID))
    assert not bot.guilds[0].unavailable
    heard = anna.say("now")
    await eventually(lambda: len(bot.heard) == 2)
    assert bot.heard == [seed.GUILD_ID, heard.id]


async def test_a_late_guild_that_removes_the_bot_never_comes(sandbox: Sandbox, start: Start) -> None:
    world = sandbox.world
    guild = world.guilds[seed.GUILD_ID]
    guild.late = 60.0
    bot = await start(Bot())
    guilds.kick_bot(world, guild)
    await eventually(lambda: not bot.guilds)
    world.clock.advance(61)
    assert "GUILD_CREATE" not in b"".join(payload for _, payload in sandbox.gateway.list_sessions()[0].buffer).decode()


@pytest.mark.parametrize("compress", ["", "zlib-stream", "zstd-stream"])
async def test_the_stream_is_compressed_as_asked(sandbox: Sandbox, compress: Any) -> None:
    inflate = {
        "": None,
        "zlib-stream": zlib.decompressobj().decompress,
        "zstd-stream": zstandard.ZstdDecompressor().decompressobj().decompress,
    }[compress]
    async with aiohttp.ClientSession() as session:
        url = f"{sandbox.gateway_url}?v=10&encoding=json" + (f"&compress={compress}" if compress else "")
        async with session.ws_connect(url) as socket:

            async def receive() -> Any:
                data = (await socket.receive()).data
                return json.loads(inflate(data) if inflate else data)

            assert (await receive())["op"] == 10
            await socket.send_json({"op": 1, "d": None})
            assert (await receive())["op"] == 11
            await socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 1, "properties": {}}})
            assert (await receive())["t"] == "READY"
            assert (await receive())["t"] == "GUILD_CREATE"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("nonsense", 4002),
        ('{"op": 8, "d": {}}', 4003),
        ('{"op": 2, "d": {"token": "wrong"}}', 4004),
        ('{"op": 2, "d": {"token": "TOKEN", "shard": [2, 2]}}', 4010),
        ('{"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}', 4004),
    ],
)
async def test_invalid_payloads_close_with_discords_codes(sandbox: Sandbox, sent: Any, code: Any) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway_url) as socket:
        await socket.receive()
        await socket.send_str(sent.replace("TOKEN", sandbox.token))
        assert (await socket.receive()).data == code


async def test_other_peoples_words_need_the_content_intent(sandbox: Sandbox, start: Start) -> None:
    bot = await start(make_pinging_bot())
    contents: list[Any] = []
    bot.on_message = lambda message: _append(contents, message.content)
    anna = sandbox.person("Anna")
    anna.say("private words")
    anna.say(f"for you <@{sandbox.application_id}>")
    await eventually(lambda: len(contents) == 2)
    assert contents == ["", f"for you <@{sandbox.application_id}>"]


async def test_interactions_can_be_duplicated_and_reordered(sandbox: Sandbox, start: Start) -> None:
    order = []
    bot = Bot()

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        order.append(data["name"])
        if interaction.type.value == InteractionType.COMMAND:
            try:
                await interaction.response.send_message("ok")
            except discord.HTTPException as error:
                order.append(error.code)

    for name in ("one", "two"):
        bot.tree.command(name=name, description="…")(_nothing)
    await start(bot)
    bot.tree._from_interaction = lambda interaction: None  # type: ignore[method-assign]
    anna = sandbox.person("Anna")
    sandbox.faults.duplicate_next = 1
    await anna.slash("one")
    await eventually(lambda: 40060 in order)
    assert sorted(order, key=str) == [40060, "one", "one"]
    order.clear()
    sandbox.faults.hold_next = 1
    first, second = anna.slash("one"), anna.slash("two")
    await first
    await second
    assert order == ["two", "one"]


async def _nothing(interaction: discord.Interaction) -> None:
    raise AssertionError("answered by the event instead")
