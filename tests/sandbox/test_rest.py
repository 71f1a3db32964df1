"""REST as Discord behaves: errors with its codes, permissions, nonces, history, threads, pins, rate limits."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.discord import guilds
from sandbox.discord.permissions import Permission
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Bot, Call, Start, make_bot

GAMES = f"/channels/{seed.GAMES_ID}"


async def post(call: Call, text: str = "hello", **more: Any) -> Any:
    status, body, _ = await call("POST", f"{GAMES}/messages", {"content": text, **more})
    assert status == 200, body
    return body


async def test_headers_of_every_answer(call: Call) -> None:
    for path, wanted in (("/users/@me", 200), ("/nowhere", 404), ("/channels/1", 404)):
        status, _, headers = await call("GET", path)
        assert (status, headers["Content-Type"]) == (wanted, "application/json")
        if path != "/nowhere":
            assert int(headers["X-RateLimit-Remaining"]) > 1
            assert {"X-RateLimit-Limit", "X-RateLimit-Reset", "X-RateLimit-Reset-After", "X-RateLimit-Bucket"} <= {
                *headers
            }


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/channels/1", None, 404, 10003),
        ("GET", "/guilds/1", None, 404, 10004),
        ("GET", f"{GAMES}/messages/1", None, 404, 10008),
        ("PATCH", f"{GAMES}/messages/1", {"components": 5}, 404, 10008),
        ("PATCH", "/channels/1/messages/1", {"components": 5}, 404, 10003),
        ("GET", "/users/1", None, 404, 10013),
        ("GET", f"/guilds/{seed.GUILD_ID}/members/1", None, 404, 10013),
        ("GET", f"/guilds/{seed.GUILD_ID}/roles/1", None, 404, 10011),
        ("GET", f"/applications/{seed.APPLICATION_ID}/commands/1", None, 404, 10063),
        ("GET", "/applications/1/commands", None, 403, 20012),
        ("GET", "/channels/abc", None, 400, 50035),
        ("GET", f"{GAMES}/messages?limit=101", None, 400, 50035),
        ("POST", f"{GAMES}/messages", {"content": ""}, 400, 50006),
        ("POST", "/interactions/1/unknown/callback", {"type": 6}, 404, 10062),
        ("POST", f"/webhooks/{seed.APPLICATION_ID}/unknown", {"content": "x"}, 404, 10015),
        ("DELETE", GAMES, None, 403, 50013),
    ],
)
async def test_errors_have_discords_codes(
    call: Call, method: str, path: str, body: Any, status: int, code: Any
) -> None:
    answered, error, _ = await call(method, path, body)
    assert (answered, error["code"]) == (status, code), error


async def test_invalid_json_is_refused(sandbox: Sandbox, call: Call) -> None:
    status, error, _ = await call("POST", f"{GAMES}/messages", data=b"{", headers={"Content-Type": "application/json"})
    assert (status, error["code"]) == (400, 50109)


async def test_a_missing_permission_is_refused_with_its_code(sandbox: Sandbox, call: Call) -> None:
    world = sandbox.world
    seed.deny_bot(world, "games", Permission.ATTACH_FILES | Permission.SEND_MESSAGES)
    status, error, _ = await call("POST", f"{GAMES}/messages", {"content": "hello"})
    assert (status, error["code"]) == (403, 50013)
    seed.deny_bot(world, "games", Permission.ATTACH_FILES)
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps({"content": "hello"}))
    form.add_field("files[0]", io.BytesIO(b"x"), filename="x.txt")
    status, error, _ = await call("POST", f"{GAMES}/messages", data=form)
    assert (status, error["code"]) == (403, 50013)
    seed.deny_bot(world, "games", Permission.VIEW_CHANNEL)
    status, error, _ = await call("GET", f"{GAMES}/messages")
    assert (status, error["code"]) == (403, 50001)
    guilds.kick_bot(world, world.guilds[seed.GUILD_ID])
    for path in (f"/guilds/{seed.GUILD_ID}", GAMES):
        status, error, _ = await call("GET", path)
        assert (status, error["code"]) == (403, 50001)


async def test_the_apps_own_permissions_come_with_every_interaction(sandbox: Sandbox, start: Start) -> None:
    held = []

    async def tell(interaction: discord.Interaction) -> None:
        held.append(interaction.app_permissions)
        await interaction.response.send_message("ok")

    await start(make_bot(tell))
    anna = sandbox.person("Anna")
    await anna.slash("go")
    seed.deny_bot(sandbox.world, "games", Permission.ATTACH_FILES)
    await anna.slash("go")
    assert [p.attach_files for p in held] == [True, False]
    assert [p.send_messages for p in held] == [True, True]


async def test_a_repeated_nonce_gives_the_first_message(call: Call) -> None:
    first = await post(call, nonce="17", enforce_nonce=True)
    again = await post(call, nonce="17", enforce_nonce=True)
    other = await post(call, nonce="17")
    assert first["id"] == again["id"] != other["id"]
    assert first["nonce"] == "17"


async def test_the_history_has_pages(call: Call) -> None:
    ids = [(await post(call, str(n)))["id"] for n in range(6)]

    async def page(query: Any) -> Any:
        return [m["content"] for m in (await call("GET", f"{GAMES}/messages?{query}"))[1]]

    assert await page("limit=2") == ["5", "4"]
    assert await page(f"limit=2&before={ids[3]}") == ["2", "1"]
    assert await page(f"limit=2&after={ids[3]}") == ["5", "4"]
    assert await page(f"limit=2&after={ids[0]}") == ["2", "1"]
    assert await page(f"limit=3&around={ids[3]}") == ["4", "3", "2"]


async def test_allowed_mentions_decide_who_is_mentioned(sandbox: Sandbox, call: Call) -> None:
    anna, ben = sandbox.world.user_named("Anna"), sandbox.world.user_named("Ben")
    text = f"<@{anna.id}> <@{ben.id}> @everyone"
    for allowed, names in (
        (None, ["Anna", "Ben"]),
        ({"parse": []}, []),
        ({"parse": [], "users": [str(ben.id)]}, ["Ben"]),
        ({"parse": ["users"]}, ["Anna", "Ben"]),
    ):
        body = await post(call, text, **({} if allowed is None else {"allowed_mentions": allowed}))
        assert [u["global_name"] for u in body["mentions"]] == names
        assert body["mention_everyone"] is False  # the bot has no such permission
    assert len(sandbox.person("Ben").mentions()) == 3


async def test_edits_of_old_messages_are_throttled(sandbox: Sandbox, call: Call) -> None:
    path = f"{GAMES}/messages/{(await post(call))['id']}"
    for _ in range(5):
        assert (await call("PATCH", path, {"content": "young"}))[0] == 200
    sandbox.world.clock.advance(3601)
    for _ in range(3):
        assert (await call("PATCH", path, {"content": "old"}))[0] == 200
    status, error, headers = await call("PATCH", path, {"content": "old"})
    assert (status, error["code"]) == (429, 30046)
    assert headers["Via"]
    assert error["retry_after"] > 0
    sandbox.world.clock.advance(21)
    assert (await call("PATCH", path, {"content": "old"}))[0] == 200


async def test_only_own_messages_are_edited_and_deleted(sandbox: Sandbox, call: Call) -> None:
    theirs = sandbox.person("Anna").say("mine")
    status, error, _ = await call("PATCH", f"{GAMES}/messages/{theirs.id}", {"content": "x"})
    assert (status, error["code"]) == (403, 50005)
    status, error, _ = await call("DELETE", f"{GAMES}/messages/{theirs.id}")
    assert (status, error["code"]) == (403, 50013)
    own = await post(call)
    assert (await call("DELETE", f"{GAMES}/messages/{own['id']}"))[0] == 204
    assert (await call("DELETE", f"{GAMES}/messages/{own['id']}"))[1]["code"] == 10008


async def test_threads_archive_lock_and_wake(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    channel = bot.get_channel(seed.GAMES_ID)
    message = await channel.send("a match")
    thread = await message.create_thread(name="the match")
    assert thread.id == message.id
    with pytest.raises(discord.HTTPException) as again:
        await message.create_thread(name="once more")
    assert again.value.code == 160004
    loose = await channel.create_thread(name="loose", type=discord.ChannelType.public_thread)
    board = await thread.send("board")
    world = sandbox.world
    place = world.channels[thread.id]
    guilds.set_archived(world, place, archived=True)
    with pytest.raises(discord.HTTPException) as asleep:
        await board.edit(content="too late")
    assert asleep.value.code == 50083
    await thread.send("wakes it")
    assert not place.archived
    guilds.set_archived(world, place, archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as locked:
        await thread.send("shut out")
    assert locked.value.code == 50083
    assert [t.name for t in (await channel.guild.active_threads())] == ["loose"]
    assert [t.name async for t in channel.archived_threads()] == ["the match"]
    await loose.join()
    assert {m.id for m in await loose.fetch_members()} == {bot.own_id}
    await loose.leave()
    await loose.edit(archived=True)
    assert world.channels[loose.id].archived
    guilds.delete_channel(world, place)
    with pytest.raises(discord.NotFound) as gone:
        await thread.send("nowhere")
    assert gone.value.code == 10003


async def test_an_inactive_thread_is_archived(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    thread = await bot.get_channel(seed.GAMES_ID).create_thread(
        name="quiet", type=discord.ChannelType.public_thread, auto_archive_duration=60
    )
    place = sandbox.world.channels[thread.id]
    sandbox.world.clock.advance(3000)
    await thread.send("still here")
    sandbox.world.clock.advance(3000)
    assert not place.archived
    sandbox.world.clock.advance(700)
    assert place.archived


async def test_pins_reactions_typing_and_members_are_supported(sandbox: Sandbox, start: Start, call: Call) -> None:
    bot = await start(Bot())
    world = sandbox.world
    channel = bot.get_channel(seed.GAMES_ID)
    message = await channel.send("hello")
    with pytest.raises(discord.Forbidden):
        await message.pin()
    role = next(r for r in world.guilds[seed.GUILD_ID].roles.values() if r.bot_id)
    role.permissions |= Permission.PIN_MESSAGES
    await message.pin()
    assert [m.id async for m in channel.pins()] == [message.id]
    await message.unpin()
    await message.add_reaction("👍")
    fetched = await channel.fetch_message(message.id)
    assert (fetched.reactions[0].emoji, fetched.reactions[0].me) == ("👍", True)
    await message.remove_reaction("👍", bot.user)
    async with channel.typing():
        pass
    guild = bot.guilds[0]
    assert (await guild.fetch_member(world.user_named("Ben").id)).display_name == "Ben"
    members = (await call("GET", f"/guilds/{seed.GUILD_ID}/members?limit=100"))[1]
    assert {m["user"]["username"] for m in members} >= {"anna", "ben", "slowboat"}
    assert len(await guild.fetch_roles()) == 2
    assert [g.name async for g in bot.fetch_guilds()] == ["Harbour"]


async def test_direct_messages_may_be_refused(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    world = sandbox.world
    anna, ben = world.user_named("Anna"), world.user_named("Ben")
    ben.refuses_dms = True
    assert (await (await bot.fetch_user(anna.id)).send("hi")).content == "hi"
    with pytest.raises(discord.Forbidden) as refused:
        await (await bot.fetch_user(ben.id)).send("hi")
    assert refused.value.code == 50007


async def test_a_file_that_is_too_large_is_refused(sandbox: Sandbox, call: Call) -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps({"content": "big"}))
    form.add_field("files[0]", io.BytesIO(bytes(10 * 1024 * 1024 + 1)), filename="big.bin")
    status, error, _ = await call("POST", f"{GAMES}/messages", data=form)
    assert (status, error["code"]) == (413, 40005)


async def test_only_answers_can_be_ephemeral(call: Call) -> None:
    body = await post(call, "for all", flags=1 << 6)
    assert body["flags"] == 0


async def test_an_answer_in_a_channel_that_is_gone_is_refused(sandbox: Sandbox, start: Start) -> None:
    failed = asyncio.Event()

    async def late(interaction: discord.Interaction) -> None:
        guilds.delete_channel(sandbox.world, sandbox.world.channels[seed.GAMES_ID])
        with pytest.raises(discord.NotFound) as gone:
            await interaction.response.send_message("to nobody")
        assert gone.value.code == 10003
        failed.set()

    await start(make_bot(late))
    sandbox.person("Anna").slash("go")
    async with asyncio.timeout(30):
        await failed.wait()
