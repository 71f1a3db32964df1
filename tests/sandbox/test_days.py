"""Days pass: the clock jumps, timers run at their own time, threads fall asleep, old messages are forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest

from sandbox.discord import guilds
from sandbox.discord.clock import Clock
from sandbox.discord.model import Overwrite
from sandbox.discord.permissions import Permission
from sandbox.discord.world import World
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from sandbox.storage import seed, world_file
from sandbox.storage.world_schema import KeptWorld
from tests.support.small_bot import Bot, Call, Counter, Start, eventually, make_bot, png

DAY = 86_400.0
GAMES = f"/channels/{seed.GAMES_ID}"


def may_manage_threads(world: World, *, allowed: bool = True) -> None:
    bits = int(Permission.MANAGE_THREADS) if allowed else 0
    guilds.overwrite(world, world.channels[seed.GAMES_ID], Overwrite(world.bot.id, 1, bits, 0))


def test_every_timer_runs_at_its_own_time() -> None:
    clock = Clock(now=lambda: 1_000_000.0)
    ran = []

    def tick() -> None:
        ran.append(clock.now() - 1_000_000)
        if len(ran) < 3:
            clock.call_later(10, tick)

    clock.call_later(10, tick)
    clock.advance(25)
    assert ran == [10, 20]
    assert clock.now() == 1_000_025
    clock.advance(7 * DAY)
    assert ran == [10, 20, 30]
    assert (clock.now(), clock.ahead) == (1_000_025 + 7 * DAY, 25 + 7 * DAY)


def test_watchers_of_the_clock_are_called_after_the_timers() -> None:
    clock = Clock(now=lambda: 0.0)
    heard: list[Any] = []
    clock.call_later(5, lambda: heard.append("timer"))
    clock.watchers.append(lambda: heard.append(clock.now()))
    clock.advance(60)
    clock.advance(-30)
    assert heard == ["timer", 60.0, 30.0]


async def test_ids_messages_and_the_sandbox_follow_the_clock(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    before = sandbox.now()
    first = await bot.get_channel(seed.GAMES_ID).send("today")
    sandbox.world.clock.advance(8 * DAY)
    later = await bot.get_channel(seed.GAMES_ID).send("next week")
    assert 8 * DAY <= (later.created_at - first.created_at).total_seconds() < 8 * DAY + 10
    assert 8 * DAY <= sandbox.now() - before < 8 * DAY + 10
    sandbox.world.clock.advance(DAY)
    edited = await later.edit(content="edited")
    assert DAY <= (edited.edited_at - edited.created_at).total_seconds() < DAY + 10


async def test_messages_unarchiving_and_a_new_time_restart_the_inactivity_of_a_thread(
    sandbox: Sandbox, start: Start
) -> None:
    bot = await start(Bot())
    channel = bot.get_channel(seed.GAMES_ID)
    thread = await channel.create_thread(
        name="match", type=discord.ChannelType.public_thread, auto_archive_duration=1440
    )
    place, clock = sandbox.world.channels[thread.id], sandbox.world.clock
    for _ in range(5):
        clock.advance(0.9 * DAY)
        await thread.send("still playing")
    assert not place.archived
    clock.advance(DAY - 60)
    await thread.edit(auto_archive_duration=10080)
    clock.advance(7 * DAY - 60)
    assert not place.archived
    clock.advance(120)
    assert place.archived
    assert place.archived_at == pytest.approx(sandbox.now() - 60, abs=5), "archived when it was time, not at the end"
    await thread.edit(archived=False)
    clock.advance(7 * DAY - 60)
    assert not place.archived, "waking is activity too"
    clock.advance(120)
    assert place.archived, "the timer for its inactivity runs again"
    sandbox.person("Anna").at(place).say("hello")
    await thread.edit(auto_archive_duration=60)
    clock.advance(3700)
    assert place.archived, "a shorter time counts at once"


async def test_a_nearly_full_server_archives_threads_early(sandbox: Sandbox) -> None:
    world = sandbox.world
    guild, games = world.guilds[seed.GUILD_ID], world.channels[seed.GAMES_ID]
    week, busy = (guilds.create_thread(world, games, name, owner=world.bot, archive=10080) for name in ("week", "busy"))
    world.clock.advance(2 * 86_400)
    assert not week.archived, "there is room"
    others = [guilds.create_thread(world, games, str(n), owner=world.bot, archive=4320) for n in range(7)]
    guild.thread_limit = 9
    world.clock.advance(43_200)
    sandbox.person("Anna").at(busy).say("still here")
    world.clock.advance(43_200 - 60)
    assert not week.archived, "it is looked at once a day"
    guild.thread_limit = 8
    world.clock.advance(120)
    assert (week.archived, busy.archived) == (True, False)
    assert not any(each.archived for each in others), "only those of seven days are archived early"
    guild.thread_limit = 10
    world.clock.advance(86_400)
    assert not busy.archived, "there is room again"


async def test_an_ephemeral_message_does_not_unarchive_a_thread(sandbox: Sandbox, start: Start) -> None:
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    await start(make_bot(whisper))
    world = sandbox.world
    thread = guilds.create_thread(world, world.channel_named("games"), "match", owner=world.bot, archive=60)
    anna = sandbox.person("Anna").at(thread)
    world.clock.advance(3000)
    await anna.slash("go")
    world.clock.advance(700)
    assert thread.archived
    with pytest.raises(Refused, match="archived"):
        anna.slash("go")
    anna.say("awake")
    assert not thread.archived


async def test_inactivity_is_counted_across_a_restart(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        world = sandbox.world
        guilds.create_thread(world, world.channel_named("games"), "match", owner=world.bot, archive=60)
        world.clock.advance(3000)
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        thread = sandbox.world.channel_named("match")
        sandbox.world.clock.advance(500)
        assert not thread.archived
        sandbox.world.clock.advance(200)
        assert thread.archived


async def code(awaitable: Any) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await awaitable
    return refused.value.code


async def test_only_owners_and_moderators_edit_a_thread(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    world = sandbox.world
    mine = await bot.get_channel(seed.GAMES_ID).create_thread(name="mine", type=discord.ChannelType.public_thread)
    anna = world.user_named("Anna")
    theirs = bot.get_channel(
        guilds.create_thread(world, world.channel_named("games"), "theirs", owner=anna).id
    ) or await bot.fetch_channel(next(reversed(world.channels)))
    await mine.edit(name="still mine", auto_archive_duration=60)
    await mine.edit(archived=True)
    assert await code(mine.edit(name="asleep")) == 50083
    await mine.edit(archived=False, name="awake")
    assert world.channels[mine.id].name == "awake"
    for change in ({"name": "taken"}, {"archived": True}, {"auto_archive_duration": 60}):
        assert await code(theirs.edit(**change)) == 50013
    assert await code(mine.edit(locked=True)) == 50013
    guilds.set_archived(world, world.channels[theirs.id], archived=True)
    assert await code(theirs.edit(archived=False, name="taken")) == 50013
    await theirs.edit(archived=False)  # everybody who may send messages may wake it
    guilds.set_archived(world, world.channels[theirs.id], archived=True)
    seed.deny_bot(world, "games", int(Permission.SEND_MESSAGES))
    assert await code(theirs.edit(archived=False)) == 50013
    seed.deny_bot(world, "games", 0)
    guilds.set_archived(world, world.channels[mine.id], archived=True, locked=True)
    assert await code(mine.edit(archived=False)) == 50013
    may_manage_threads(world)
    await mine.edit(archived=False, locked=True, name="moderated")
    assert (world.channels[mine.id].locked, world.channels[mine.id].archived) == (True, False)


async def test_only_moderators_post_into_locked_threads(sandbox: Sandbox, start: Start, call: Call) -> None:
    bot = await start(Bot())
    world = sandbox.world
    thread = await bot.get_channel(seed.GAMES_ID).create_thread(name="t", type=discord.ChannelType.public_thread)
    board = await thread.send("board")
    place = world.channels[thread.id]
    guilds.set_archived(world, place, archived=True, locked=True)
    assert await code(thread.send("no")) == 50083
    await board.delete()  # an archived thread allows nothing but deleting
    guilds.set_archived(world, place, archived=False)
    assert await code(thread.send("no")) == 160005
    with pytest.raises(Refused, match="locked"):
        sandbox.person("Anna").at(place).say("no")
    may_manage_threads(world)
    guilds.set_archived(world, place, archived=True)
    await thread.send("as a moderator")
    assert not place.archived
    sandbox.person("harbourmaster").at(place).say("me too")


async def test_a_thread_without_a_message_is_announced_in_its_channel(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    channel = bot.get_channel(seed.GAMES_ID)
    board = await channel.send("board")
    await board.create_thread(name="from the board")
    assert sandbox.person("Anna").last().id == board.id
    thread = await channel.create_thread(name="loose", type=discord.ChannelType.public_thread)
    said = await anext(channel.history(limit=1))
    assert (said.type, said.content) == (discord.MessageType.thread_created, "loose")
    assert [m async for m in thread.history()] == []


async def test_buttons_of_a_deleted_channel_cannot_be_pressed(sandbox: Sandbox, start: Start) -> None:
    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("board", view=Counter(), file=discord.File(png(), "b.png"))

    await start(make_bot(show))
    anna = sandbox.person("Anna")
    message = (await anna.slash("go")).message
    guilds.delete_channel(sandbox.world, message.channel)
    assert message.deleted
    assert sandbox.world.attachments == {}
    with pytest.raises(Refused, match="gone"):
        anna.click(message, "More")


async def test_events_of_threads_and_hidden_channels(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    world = sandbox.world
    heard = []

    async def on_socket(event_type: Any) -> None:
        heard.append(event_type)

    bot.on_socket_event_type = on_socket
    message = await bot.get_channel(seed.GAMES_ID).send("match")
    thread = await message.create_thread(name="t")
    place = world.channels[thread.id]
    assert (kept := world.message(message.id)) is not None
    assert kept.thread is place
    guilds.set_archived(world, place, archived=True)
    guilds.set_archived(world, place, archived=False)
    await eventually(lambda: heard.count("THREAD_UPDATE") == 2)
    assert heard == ["MESSAGE_CREATE", "THREAD_CREATE", "THREAD_UPDATE", "THREAD_UPDATE"]
    heard.clear()
    seed.deny_bot(world, "games", int(Permission.VIEW_CHANNEL))
    await eventually(lambda: heard == ["CHANNEL_UPDATE"])
    channel = bot.get_channel(seed.GAMES_ID)
    assert channel.name == "___hidden___"
    assert not channel.permissions_for(channel.guild.me).view_channel
    assert [c.id for c in await channel.guild.fetch_channels()] == [seed.GENERAL_ID]
    guilds.set_archived(world, place, archived=False, locked=True)  # the bot does not hear of it
    seed.deny_bot(world, "games", 0)
    await eventually(lambda: len(heard) == 3)
    assert heard == ["CHANNEL_UPDATE", "CHANNEL_UPDATE", "THREAD_LIST_SYNC"]
    assert channel.name == "games"
    assert channel.get_thread(thread.id).locked
    guilds.delete_channel(world, place)
    assert (kept := world.message(message.id)) is not None
    assert kept.thread is None
    guilds.delete_channel(world, world.channels[seed.GAMES_ID])
    await eventually(lambda: heard[3:] == ["THREAD_DELETE", "CHANNEL_DELETE"])


async def test_a_channel_keeps_a_limited_number_of_messages(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    sandbox.world.history = 10
    channel = bot.get_channel(seed.GAMES_ID)
    first = await channel.send("first", file=discord.File(__file__))
    held = sandbox.person("Anna").last()
    assert held.attachments
    for number in range(10):
        sandbox.person("Anna").say(str(number))
    assert [m.content for m in sandbox.person("Anna").messages()] == [str(n) for n in range(10)]
    assert await code(channel.fetch_message(first.id)) == 10008
    assert sandbox.world.attachments == {}
    assert held.attachments == [], "a week of pictures does not stay in memory"


async def test_old_messages_are_not_deleted_in_bulk(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    channel = bot.get_channel(seed.GAMES_ID)
    guilds.overwrite(
        sandbox.world, sandbox.world.channels[seed.GAMES_ID], Overwrite(bot.own_id, 1, Permission.MANAGE_MESSAGES, 0)
    )
    old = [await channel.send(str(n)) for n in range(2)]
    sandbox.world.clock.advance(14 * DAY + 1)
    young = [await channel.send(str(n)) for n in range(2)]
    assert await code(channel.delete_messages([*old, *young])) == 50034
    await channel.delete_messages(young)
    assert [m.id for m in sandbox.person("Anna").messages()] == [m.id for m in old]


async def test_nonces_are_forgotten_in_time(sandbox: Sandbox, call: Call) -> None:
    for number in range(30):
        await call("POST", f"{GAMES}/messages", {"content": "x", "nonce": str(number), "enforce_nonce": True})
    sandbox.world.clock.advance(400)
    status, body, _ = await call("POST", f"{GAMES}/messages", {"content": "y", "nonce": "1", "enforce_nonce": True})
    assert (status, body["content"]) == (200, "y")


def test_worlds_kept_before_installations_can_still_be_read() -> None:
    world = seed.build_harbour()
    kept = world_file.pack(world)
    data = msgspec.to_builtins(kept)
    for user in data["users"].values():
        del user["installed"], user["deleted"]
    again = world_file.unpack(msgspec.convert(data, KeptWorld, str_keys=True), lambda _: b"")
    assert again.user_named("Anna").name == "Anna"
