"""Private threads: who sees them, who adds and removes people, and the gateway's events."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from sandbox.discord import guilds
from sandbox.discord.permissions import Permission
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Bot, Call, Start, eventually

GAMES = f"/channels/{seed.GAMES_ID}"


@pytest.fixture
def theirs(sandbox: Sandbox) -> Any:
    """Create a private thread of Anna, without the bot."""
    return sandbox.person("Anna").start_thread("secret", private=True)


def listen(bot: Bot) -> list[str]:
    heard: list[str] = []

    async def on_socket(event_type: str) -> None:
        heard.append(event_type)

    bot.on_socket_event_type = on_socket
    return heard


async def test_a_thread_without_a_type_is_private_and_unannounced(sandbox: Sandbox, call: Call) -> None:
    for body in ({"name": "t"}, {"name": "t", "type": 12, "invitable": False}):
        status, thread, _ = await call("POST", f"{GAMES}/threads", body)
        assert (status, thread["type"]) == (201, 12)
        assert thread["thread_metadata"]["invitable"] is body.get("invitable", True)
    assert not sandbox.world.channels[seed.GAMES_ID].messages
    assert (await call("POST", f"{GAMES}/threads", {"name": "t", "type": 10}))[1]["code"] == 50024


@pytest.mark.parametrize(("kind", "bits"), [(11, "CREATE_PUBLIC_THREADS"), (12, "CREATE_PRIVATE_THREADS")])
async def test_each_kind_of_thread_has_its_permission(sandbox: Sandbox, call: Call, kind: Any, bits: Any) -> None:
    seed.deny_bot(sandbox.world, "games", int(Permission[bits]))
    status, error, _ = await call("POST", f"{GAMES}/threads", {"name": "t", "type": kind})
    assert (status, error["code"]) == (403, 50013)
    assert (await call("POST", f"{GAMES}/threads", {"name": "t", "type": 23 - kind}))[0] == 201


async def test_only_members_and_managers_see_it(sandbox: Sandbox, call: Call, theirs: Any) -> None:
    ben = sandbox.person("Ben").at(theirs)
    assert not ben.sees_channel()
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/messages", None),
        ("POST", "/messages", {"content": "hello"}),
        ("PUT", "/thread-members/@me", None),
    ):
        status, error, _ = await call(method, f"/channels/{theirs.id}{path}", body)
        assert (status, error["code"]) == (403, 50001), path
    guild = sandbox.world.guilds[seed.GUILD_ID]
    active = f"/guilds/{guild.id}/threads/active"
    assert (await call("GET", active))[1]["threads"] == []
    me = sandbox.world.bot_member(guild)
    assert me is not None
    guild.roles[me.roles[0]].permissions |= Permission.MANAGE_THREADS
    assert [t["id"] for t in (await call("GET", active))[1]["threads"]] == [str(theirs.id)]
    assert (await call("POST", f"/channels/{theirs.id}/messages", {"content": "hello"}))[0] == 200


async def test_an_answer_by_token_succeeds_where_the_bot_is_not_a_member(
    sandbox: Sandbox, start: Start, theirs: Any
) -> None:
    bot = Bot()
    told: list[object] = []

    @bot.tree.command(description="Go")
    async def go(interaction: discord.Interaction) -> None:
        told.append(interaction.app_permissions.send_messages_in_threads)
        assert isinstance(interaction.channel, discord.Thread)
        await interaction.response.send_message("by token")
        with pytest.raises(discord.Forbidden) as refused:
            await interaction.channel.send("by itself")
        told.append(refused.value.code)

    await start(bot)
    answer = await sandbox.person("Anna").at(theirs).slash("go")
    assert answer.message.content == "by token"
    await eventually(lambda: len(told) == 2)
    assert told == [True, 50001]


async def test_the_gateway_tells_when_the_bot_is_added_and_removed(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    heard = listen(bot)
    anna = sandbox.person("Anna")
    theirs = anna.start_thread("secret", private=True)
    anna.at(theirs).say("nobody hears this")
    anna.at(theirs).add_to_thread(sandbox.world.user_named("Ben"))
    anna.at(theirs).add_to_thread(sandbox.world.bot)
    await eventually(lambda: len(heard) == 2)
    assert heard == ["THREAD_CREATE", "THREAD_MEMBERS_UPDATE"]
    thread = bot.get_channel(theirs.id)
    assert thread.is_private()
    assert thread.me is not None
    await thread.send("here")
    anna.at(theirs).add_to_thread(sandbox.world.user_named("Chiara"))  # sent only to bots with the members intent
    anna.at(theirs).remove_from_thread(sandbox.world.bot)
    await eventually(lambda: len(heard) == 4)
    assert heard[2:] == ["MESSAGE_CREATE", "THREAD_MEMBERS_UPDATE"]
    with pytest.raises(discord.Forbidden):
        await thread.send("gone")


async def test_a_mention_brings_people_in(sandbox: Sandbox, theirs: Any) -> None:
    world, anna = sandbox.world, sandbox.person("Anna").at(theirs)
    anna.say(f"<@{world.bot.id}> come in")
    assert world.bot.id in theirs.members
    theirs.invitable = False
    ben = world.user_named("Ben")
    anna.say(f"<@{ben.id}>")  # the creator may, regardless of the thread's settings
    assert ben.id in theirs.members
    chiara = world.user_named("Chiara")
    sandbox.person("Ben").at(theirs).say(f"<@{chiara.id}>")
    assert chiara.id not in theirs.members
    assert chiara.id not in world.pings[-1].users


async def test_who_may_add_and_remove(sandbox: Sandbox, call: Call, theirs: Any) -> None:
    world = sandbox.world
    anna, ben, chiara = (world.user_named(name) for name in ("Anna", "Ben", "Chiara"))
    sandbox.person("Anna").at(theirs).add_to_thread(world.bot)
    member = f"/channels/{theirs.id}/thread-members"
    assert (await call("PUT", f"{member}/{ben.id}"))[0] == 204
    theirs.invitable = False
    assert (await call("PUT", f"{member}/{chiara.id}"))[1]["code"] == 50013
    assert (await call("DELETE", f"{member}/{anna.id}"))[1]["code"] == 50013
    with pytest.raises(Refused):
        sandbox.person("Ben").at(theirs).remove_from_thread(world.bot)
    status, own, _ = await call("POST", f"{GAMES}/threads", {"name": "own"})
    assert status == 201
    member = f"/channels/{own['id']}/thread-members"
    assert (await call("PUT", f"{member}/{ben.id}"))[0] == 204
    assert (await call("DELETE", f"{member}/{ben.id}"))[0] == 204
    assert list(world.channels[int(own["id"])].members) == [world.bot.id]


async def test_archived_private_threads_are_listed_apart(sandbox: Sandbox, call: Call, theirs: Any) -> None:
    sandbox.person("Anna").at(theirs).add_to_thread(sandbox.world.bot)
    guilds.set_archived(sandbox.world, theirs, archived=True)
    assert (await call("GET", f"{GAMES}/threads/archived/public"))[1]["threads"] == []
    assert (await call("GET", f"{GAMES}/threads/archived/private"))[1]["code"] == 50013
    _, found, _ = await call("GET", f"{GAMES}/users/@me/threads/archived/private")
    assert [t["id"] for t in found["threads"]] == [str(theirs.id)]


async def test_the_slowmode_of_a_thread_ends(sandbox: Sandbox, call: Call) -> None:
    _, thread, _ = await call("POST", f"{GAMES}/threads", {"name": "t", "type": 11, "rate_limit_per_user": 5})
    assert thread["rate_limit_per_user"] == 5
    guild = sandbox.world.guilds[seed.GUILD_ID]
    me = sandbox.world.bot_member(guild)
    assert me is not None
    guild.roles[me.roles[0]].permissions |= Permission.MANAGE_THREADS
    _, thread, _ = await call("PATCH", f"/channels/{thread['id']}", {"rate_limit_per_user": 0})
    assert thread["rate_limit_per_user"] == 0


async def test_the_bot_joins_a_thread_by_writing_in_it(sandbox: Sandbox, call: Call) -> None:
    _, thread, _ = await call("POST", f"/channels/{seed.GAMES_ID}/threads", {"name": "t", "type": 11})
    members = sandbox.world.channels[int(thread["id"])].members
    assert (await call("DELETE", f"/channels/{thread['id']}/thread-members/@me"))[0] == 204
    assert sandbox.world.bot.id not in members
    assert (await call("POST", f"/channels/{thread['id']}/messages", {"content": "back"}))[0] == 200
    assert sandbox.world.bot.id in members
