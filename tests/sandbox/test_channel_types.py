"""Channels of other types than text: voice and stage, announcements, forums, and types that no library knows."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox.discord import guilds
from sandbox.discord.model import Channel, ChannelType, Overwrite
from sandbox.discord.permissions import Permission
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.sandbox.bodies import text, v2
from tests.support.small_bot import Bot, Call, Start, eventually

V = ChannelType


def add(sandbox: Sandbox, kind: ChannelType) -> Channel:
    """Add a channel of a type to the bot's server."""
    return guilds.create_channel(sandbox.world, sandbox.world.guilds[seed.GUILD_ID], kind.name.lower(), kind=kind)


def answering_bot() -> Bot:
    bot = Bot()
    bot.heard = []

    @bot.tree.command(description="Go")
    @app_commands.guild_only()
    async def go(interaction: discord.Interaction) -> None:
        bot.heard.append((interaction.channel_id, type(interaction.channel)))
        await interaction.response.send_message("gone")

    return bot


@pytest.mark.parametrize("kind", [V.VOICE, V.STAGE, V.ANNOUNCEMENT])
async def test_text_in_other_channels(sandbox: Sandbox, start: Start, kind: ChannelType) -> None:
    place = add(sandbox, kind)
    bot = await start(answering_bot())
    channel = bot.get_channel(place.id)
    assert channel.type.value == kind
    assert (await bot.fetch_channel(place.id)).type.value == kind
    await channel.send("hello")
    anna = sandbox.person("Anna").at(place)
    assert [message.content for message in anna.messages()] == ["hello"]
    assert (await anna.slash("go")).text == "gone"
    assert bot.heard == [(place.id, type(channel))]


@pytest.mark.parametrize("kind", [V.VOICE, V.STAGE])
async def test_without_connect_nothing_is_allowed(sandbox: Sandbox, call: Call, kind: ChannelType) -> None:
    place = add(sandbox, kind)
    path, anna = f"/channels/{place.id}/messages", sandbox.person("Anna").at(place)
    guilds.overwrite(sandbox.world, place, Overwrite(seed.GUILD_ID, 0, 0, int(Permission.CONNECT)))
    status, error, _ = await call("POST", path, {"content": "hello"})
    assert (status, error["code"]) == (403, 50013)
    assert (await call("GET", f"/channels/{place.id}"))[0] == 200
    with pytest.raises(Refused):
        anna.say("hello")
    guilds.overwrite(sandbox.world, place, Overwrite(seed.GUILD_ID, 0, 0, 0))
    assert (await call("POST", path, {"content": "hello"}))[0] == 200
    anna.say("hello")


@pytest.mark.parametrize(
    ("kind", "fitting"),
    [(V.TEXT, {11, 12}), (V.ANNOUNCEMENT, {10}), (V.VOICE, set()), (V.STAGE, set()), (V.UNKNOWN, set())],
)
async def test_each_channel_has_its_threads(sandbox: Sandbox, call: Call, kind: ChannelType, fitting: set[int]) -> None:
    place = add(sandbox, kind)
    path = f"/channels/{place.id}"
    for wanted in (10, 11, 12):
        status, thread, _ = await call("POST", f"{path}/threads", {"name": "t", "type": wanted})
        assert (status == 201) is (wanted in fitting), wanted
        assert thread["type" if status == 201 else "code"] == (wanted if status == 201 else 50024)
    _, message, _ = await call("POST", f"{path}/messages", {"content": "x"})
    status, thread, _ = await call("POST", f"{path}/messages/{message['id']}/threads", {"name": "t"})
    assert (status, thread["type"] if fitting else thread["code"]) == ((201, min(fitting)) if fitting else (400, 50024))
    anna = sandbox.person("Anna").at(place)
    if fitting:
        assert anna.start_thread("ours").type == min(fitting)
    else:
        with pytest.raises(Refused, match="no such threads"):
            anna.start_thread("ours")


async def test_threads_of_announcements_have_a_limit_of_their_own(sandbox: Sandbox, call: Call) -> None:
    place = add(sandbox, V.ANNOUNCEMENT)
    guild = sandbox.world.guilds[seed.GUILD_ID]
    guild.thread_limit, guild.announcement_thread_limit = 1, 1
    news, games = f"/channels/{place.id}/threads", f"/channels/{seed.GAMES_ID}/threads"
    codes = []
    for path, kind in ((news, 10), (games, 11), (news, 10), (games, 11)):
        status, answer, _ = await call("POST", path, {"name": "t", "type": kind})
        codes.append(status if status == 201 else answer["code"])
    assert codes == [201, 201, 160007, 160006]
    [thread] = guild.list_active_threads(announcement=True)
    _, listed, _ = await call("GET", f"/guilds/{guild.id}/threads/active")
    assert str(thread.id) in {each["id"] for each in listed["threads"]}
    guilds.set_archived(sandbox.world, thread, archived=True)
    _, listed, _ = await call("GET", f"/channels/{place.id}/threads/archived/public")
    assert [each["id"] for each in listed["threads"]] == [str(thread.id)]


async def test_a_forum_has_posts_only(sandbox: Sandbox, start: Start, call: Call) -> None:
    forum = add(sandbox, V.FORUM)
    bot = await start(answering_bot())
    anna = sandbox.person("Anna").at(forum)
    status, error, _ = await call("POST", f"/channels/{forum.id}/messages", {"content": "x"})
    assert (status, error["code"]) == (400, 50008)
    for act in (lambda: anna.say("x"), lambda: anna.slash("go"), lambda: anna.start_thread("x")):
        with pytest.raises(Refused):
            act()
    post = anna.start_post("Docker tonight?", "Who plays?")
    first = post.messages[post.id]
    assert (first.content, first.author.name, post.type) == ("Who plays?", "Anna", V.PUBLIC_THREAD)
    await eventually(lambda: bot.guilds[0].get_thread(post.id))
    assert (await anna.at(post).slash("go")).text == "gone"
    assert bot.heard == [(post.id, discord.Thread)]


async def test_the_bot_posts_in_a_forum(sandbox: Sandbox, start: Start, call: Call) -> None:
    forum = add(sandbox, V.FORUM)
    bot = await start(Bot())
    made = await bot.get_channel(forum.id).create_thread(name="Puzzles", content="The first one")
    assert (made.message.id, made.message.content) == (made.thread.id, "The first one")
    assert sandbox.world.channels[made.thread.id].messages[made.thread.id].content == "The first one"
    path = f"/channels/{forum.id}/threads"
    refused: dict[str, Any] = {"nothing": {}, "empty": {"message": {}}, "long": {"message": v2(text("x" * 4001))}}
    codes = {why: (await call("POST", path, {"name": "t", **body}))[1]["code"] for why, body in refused.items()}
    assert codes == {"nothing": 50035, "empty": 50006, "long": 50035}
    reply = f"/channels/{forum.id}/messages/{made.thread.id}/threads"
    assert (await call("POST", reply, {"name": "t"}))[1]["code"] in (10008, 50024)
    seed.deny_bot(sandbox.world, forum.name, int(Permission.SEND_MESSAGES))
    assert (await call("POST", path, {"name": "t", "message": {"content": "x"}}))[1]["code"] == 50013


async def test_a_channel_of_an_unknown_type(sandbox: Sandbox, start: Start, call: Call) -> None:
    place = add(sandbox, V.UNKNOWN)
    bot = await start(answering_bot())
    assert bot.get_channel(place.id) is None, "discord.py leaves it out"
    anna = sandbox.person("Anna").at(place)
    anna.say("hello")
    assert (await anna.slash("go")).text == "gone"
    assert bot.heard == [(None, type(None))]
    assert (await call("GET", f"/channels/{place.id}"))[1]["type"] == V.UNKNOWN


@pytest.mark.parametrize("kind", [V.VOICE, V.FORUM, V.ANNOUNCEMENT, V.UNKNOWN])
async def test_other_channels_are_kept(tmp_path: Any, kind: ChannelType) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        place = add(sandbox, kind)
        sandbox.world.guilds[seed.GUILD_ID].announcement_thread_limit = 7
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        assert sandbox.world.channels[place.id].type is kind
        assert sandbox.world.guilds[seed.GUILD_ID].announcement_thread_limit == 7
