"""A world on disk: a restart of everything changes nothing that anybody sees, and damaged files are put aside."""

from __future__ import annotations

import json
import logging
import os
import time
from pathlib import Path
from typing import Any

import aiohttp
import discord
import msgspec
import pytest
from discord import app_commands, ui

from sandbox.discord import guilds, members, posting
from sandbox.person.person import buttons, words
from sandbox.server import Sandbox
from sandbox.storage import seed, world_file
from sandbox.storage.world_schema import KeptWorld
from tests.support.small_bot import Bot, eventually, log_in, png


def make_counting_bot() -> Bot:
    """Make a bot whose `/count` posts a picture with a button that counts, and whose `/secret` posts a private one."""
    bot = Bot()

    def board(number: int) -> ui.LayoutView:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(f"count {number}"))
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://b.png", description="a board")))
        view.add_item(ui.ActionRow(ui.Button(label="More", custom_id=f"more:{number}")))
        return view

    @bot.tree.command(description="Count")
    @app_commands.describe(start="Where to begin")
    async def count(interaction: discord.Interaction, start: int = 0) -> None:
        await interaction.response.send_message(view=board(start), file=discord.File(png(), "b.png"))

    @bot.tree.command(description="A secret")
    async def secret(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send("psst")

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            data: Any = interaction.data
            number = int(data["custom_id"].split(":")[1])
            file = discord.File(png(), "b.png")
            await interaction.response.edit_message(view=board(number + 1), attachments=[file])

    return bot


def list_seen(sandbox: Sandbox, name: str) -> list[dict[str, Any]]:
    """List all that a person sees in all channels, as the page gets it, without the address of this run."""
    person = sandbox.person(name)
    found = [
        posting.build_for_page(sandbox.world, message, person.user)
        for channel in sandbox.world.channels.values()
        for message in person.at(channel).messages()
    ]
    kept: list[dict[Any, Any]] = json.loads(json.dumps(found).replace(sandbox.url, ""))
    return kept


def folders(where: Path) -> list[Path]:
    return [path for path in where.iterdir() if path.is_dir()]


async def test_a_restart_restores_everything(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox, log_in(make_counting_bot(), sandbox) as bot:
        await bot.tree.sync()
        anna = sandbox.person("Anna")
        shown = (await anna.slash("count", {"start": 3})).message
        await anna.click(shown, "More")
        await sandbox.person("Ben").slash("secret")
        anna.say("well <@1100000000000000011>")
        channel = bot.get_channel(seed.GAMES_ID)
        posted = await channel.send("once", nonce="7")
        thread = await (await channel.fetch_message(posted.id)).create_thread(name="aside")
        await thread.send("in here")
        await posted.add_reaction("🎲")
        sandbox.world.clock.advance(50)
        before = {name: list_seen(sandbox, name) for name in ("Anna", "Ben")}
        sandbox.world.last_id += 1 << 40  # many ids within one millisecond: time alone would produce them again
        port, last_id = sandbox.port, sandbox.world.last_id
        token = next(iter(sandbox.world.interactions))
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        assert sandbox.port != port, "the address must differ after the restart"
        world = sandbox.world
        assert {name: list_seen(sandbox, name) for name in ("Anna", "Ben")} == before
        assert any(message["content"] == "psst" for message in before["Ben"])
        assert not any(message["content"] == "psst" for message in before["Anna"])
        assert world.new_id() > last_id
        assert world.new_token() != token
        assert world.now() - time.time() > 49, "the clock stays ahead"
        anna = sandbox.person("Anna")
        shown = next(m for m in anna.messages() if "More" in buttons(m))
        async with aiohttp.ClientSession() as session, session.get(shown.attachments[0].url) as response:
            assert response.status == 200
            assert await response.read() == png().read()
        async with log_in(make_counting_bot(), sandbox) as bot:
            assert len(await bot.tree.fetch_commands()) == 2
            await anna.click(shown, "More")
            assert words(shown) == "count 5"
            again = await bot.get_channel(seed.GAMES_ID).send("once", nonce="7")  # discord.py has every nonce enforced
            assert again.id == posted.id
            thread = await bot.fetch_channel(thread.id)
            assert isinstance(thread, discord.Thread)
            assert [m.content async for m in thread.history()] == ["in here"]
            assert (await anna.slash("count")).message.id > shown.id
        assert sandbox.problems == []


async def test_the_world_is_written_soon_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_file, "SOON", 0.0)
    file = tmp_path / "world" / "world.json"
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        assert not file.exists()
        sandbox.person("Anna").say("ahoy")
        await eventually(file.exists)
        assert b"ahoy" in file.read_bytes()
        sandbox.person("Anna").say("land")
        await eventually(lambda: b"land" in file.read_bytes())


async def test_a_dismissed_message_is_gone_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_file, "SOON", 0.0)
    file = tmp_path / "world" / "world.json"
    async with Sandbox(keep=tmp_path / "world") as sandbox, log_in(make_counting_bot(), sandbox) as bot:
        await bot.tree.sync()
        ben = sandbox.person("Ben")
        answer = await ben.slash("secret")
        await eventually(lambda: b"psst" in file.read_bytes())
        ben.dismiss(answer.message)
        await eventually(lambda: b"psst" not in file.read_bytes())


async def test_the_newest_messages_are_kept_and_files_nobody_shows_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_file, "SOON", 0.01)
    async with Sandbox(keep=tmp_path / "world") as sandbox, log_in(Bot(), sandbox) as bot:
        channel = bot.get_channel(seed.GAMES_ID)
        first = await channel.send(file=discord.File(png(), "first.png"))
        gone = await channel.send(file=discord.File(png(), "gone.png"))
        files = tmp_path / "world" / "files"
        both = {str(m.attachments[0].id) for m in (first, gone)}
        await eventually(lambda: files.is_dir() and {path.name for path in files.iterdir()} == both)
        await gone.delete()
        anna = sandbox.person("Anna")
        for number in range(world_file.KEPT_MESSAGES - 1):
            anna.say(f"{number}")
        await eventually(lambda: [path.name for path in files.iterdir()] == [str(first.attachments[0].id)])
        anna.say("one more")
    assert list(files.iterdir()) == []
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        kept = sandbox.person("Anna").messages()
        assert [kept[0].content, kept[-1].content, len(kept)] == ["0", "one more", world_file.KEPT_MESSAGES]


async def test_unfinished_answers_are_not_kept(tmp_path: Path) -> None:
    bot = Bot()

    @bot.tree.command(description="Think")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)

    async with Sandbox(keep=tmp_path / "world") as sandbox, log_in(bot, sandbox):
        await bot.tree.sync()
        await sandbox.person("Anna").slash("think").acknowledgement()
        assert len(sandbox.person("Anna").messages()) == 1
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        assert sandbox.person("Anna").messages() == []


async def test_a_removed_bot_and_archived_threads_are_kept(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        world = sandbox.world
        games = world.channel_named("games")
        for name in ("awake", "asleep"):
            guilds.create_thread(world, games, name, owner=world.bot, archive=60)
        guilds.set_archived(world, world.channel_named("asleep"), archived=True, locked=True)
        assert games.guild is not None
        guilds.kick_bot(world, games.guild)
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        world = sandbox.world
        guild = world.channel_named("games").guild
        assert guild is not None
        assert guild.joined_at is None
        assert world.channel_named("asleep").locked
        assert not world.channel_named("awake").archived
        world.clock.advance(3601)
        assert world.channel_named("awake").archived


async def test_a_timeout_is_kept_and_ends(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        world = sandbox.world
        members.time_out(world, world.guilds[seed.GUILD_ID], world.bot, seconds=600)
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        me = sandbox.world.guilds[seed.GUILD_ID].members[sandbox.world.bot.id]
        assert me.timed_out
        sandbox.world.clock.advance(601)
        assert not me.timed_out


@pytest.mark.parametrize("damage", ["torn", "older", "dangling", "without a file", "not JSON"])
async def test_a_damaged_world_is_put_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    folder = tmp_path / "world"
    async with Sandbox(keep=folder) as sandbox, log_in(Bot(), sandbox) as bot:
        await bot.get_channel(seed.GAMES_ID).send("kept", file=discord.File(png(), "b.png"))
    file = folder / "world.json"
    whole = file.read_bytes()
    world = json.loads(whole)
    world["channels"][0]["messages"][0]["author_id"] = 5
    if damage == "without a file":
        next((folder / "files").iterdir()).unlink()
    else:
        damaged = {
            "torn": whole[: len(whole) // 2],
            "older": whole.replace(b'"version":1', b'"version":0'),
            "dangling": json.dumps(world).encode(),
            "not JSON": b"\xff\x00",
        }[damage]
        assert damaged != whole
        file.write_bytes(damaged)
    bad = file.read_bytes()
    with caplog.at_level(logging.WARNING, "sandbox"):
        async with Sandbox(keep=folder) as sandbox:
            assert sandbox.person("Anna").messages() == []
            sandbox.person("Anna").say("anew")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "sandbox.storage.world_file"]
    (aside,) = set(folders(tmp_path)) - {folder}
    assert aside.name.startswith("world.damaged-")
    assert str(aside) in line
    assert (aside / "world.json").read_bytes() == bad
    async with Sandbox(keep=folder) as sandbox:
        assert [m.content for m in sandbox.person("Anna").messages()] == ["anew"]


async def test_every_field_of_the_records_is_kept(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox, log_in(make_counting_bot(), sandbox) as bot:
        await bot.tree.sync()
        await sandbox.person("Anna").slash("count")
        first = world_file.pack(sandbox.world)
    contents = {a.id: a.content for a in sandbox.world.attachments.values()}
    decoded = msgspec.json.decode(msgspec.json.encode(first), type=KeptWorld)
    again = world_file.pack(world_file.unpack(decoded, contents.__getitem__))
    again.ahead = first.ahead
    assert msgspec.json.encode(again) == msgspec.json.encode(first)


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX")
async def test_the_kept_world_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """Check new files, and a folder of an older version: it holds private answers, with the hands in them."""
    folder = tmp_path / "kept.world"
    before = os.umask(0o022)
    try:
        for _ in range(2):
            async with Sandbox(keep=folder):
                pass
            assert folder.stat().st_mode & 0o777 == 0o700
            assert (folder / "world.json").stat().st_mode & 0o777 == 0o600
            folder.chmod(0o755)
            (folder / "world.json").chmod(0o644)
    finally:
        os.umask(before)
