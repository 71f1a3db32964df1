"""The objects inside gateway events match Discord's API description, as those of REST answers do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from sandbox.discord import guilds, members
from sandbox.discord.model import ChannelType, Json
from sandbox.discord.world import Dispatch
from sandbox.gateway.sessions import Session
from sandbox.server import Sandbox
from sandbox.storage import seed
from sandbox.validate.openapi import Description
from tests.support.small_bot import Bot, Start


def list_objects(name: str, data: Json) -> Iterator[tuple[str, Json]]:
    """Yield the objects of an event that the description knows, each with the name of its schema."""
    if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        yield "MessageResponse", {key: value for key, value in data.items() if key not in ("guild_id", "member")}
    elif name in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"):
        yield "GuildChannelResponse", data
    elif name in ("THREAD_CREATE", "THREAD_UPDATE"):
        yield "ThreadResponse", data
    elif name == "GUILD_MEMBER_UPDATE":
        yield "GuildMemberResponse", data
    elif name == "GUILD_CREATE":
        for key, schema in (
            ("channels", "GuildChannelResponse"),
            ("threads", "ThreadResponse"),
            ("members", "GuildMemberResponse"),
            ("roles", "GuildRoleResponse"),
        ):
            yield from ((schema, each) for each in data[key])
        yield "GuildResponse", data
    elif name == "INTERACTION_CREATE":
        yield "GuildMemberResponse", data["member"]
        yield "UserResponse", data["member"]["user"]
        yield from (("UserResponse", each) for each in data["data"].get("resolved", {}).get("users", {}).values())
        if "message" in data:
            yield "MessageResponse", data["message"]


def make_bot() -> Bot:
    bot = Bot()

    @bot.tree.command(description="Whom?")
    @app_commands.guild_only()
    async def whom(interaction: discord.Interaction) -> None:
        view: ui.View = ui.View()
        view.add_item(ui.UserSelect(custom_id="whom", placeholder="Whom?"))
        view.add_item(ui.Button(label="Go", emoji="\U0001f3b2", custom_id="go"))
        await interaction.response.send_message("Whom?", view=view)

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content="Thanks")

    return bot


async def test_events_match_discords_description(
    sandbox: Sandbox, start: Start, described: Description, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = sandbox.world
    guild, games = world.guilds[seed.GUILD_ID], world.channels[seed.GAMES_ID]
    checked: set[str] = set()
    wrong: list[str] = []

    def check(name: str, data: Json) -> None:
        for schema, thing in list_objects(name, data):
            checked.add(name)
            wrong.extend(f"{name}: {problem}" for problem in described.find_object_problems(schema, thing))

    def hear(event: Dispatch) -> None:
        check(event.name, event.data)

    emit = Session.emit

    def emit_and_check(session: Session, name: str, data: Any) -> None:
        if name == "GUILD_CREATE":  # those after READY are not dispatched
            check(name, data)
        emit(session, name, data)

    monkeypatch.setattr(Session, "emit", emit_and_check)
    world.dispatch_listeners.append(hear)
    guilds.create_thread(world, games, "early", owner=world.bot)
    await start(make_bot())
    anna = sandbox.person("Anna")
    asked = await anna.slash("whom")
    await anna.choose(asked.message, "Whom?", ["Ben"])
    await anna.click(asked.message, "Go")
    for kind in (ChannelType.VOICE, ChannelType.STAGE, ChannelType.ANNOUNCEMENT, ChannelType.FORUM):
        channel = guilds.create_channel(world, guild, kind.name.lower(), kind=kind)
        if kind is ChannelType.FORUM:
            anna.at(channel).start_post("A post", "with words")
        guilds.delete_channel(world, channel)
    thread = anna.start_thread("late")
    guilds.set_archived(world, thread, archived=True)
    seed.deny_bot(world, "general", 1 << 10)
    members.time_out(world, guild, world.bot, seconds=60)
    guilds.kick_bot(world, guild)
    guilds.invite_bot(world, guild, bits=seed.BOT_PERMISSIONS)
    assert wrong == []
    assert len(checked) == 10, checked
