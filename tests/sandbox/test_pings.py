"""The people that a message notifies: those who see it and whom an allowed mention names. Edits notify nobody."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from sandbox.discord import guilds
from sandbox.discord.model import Overwrite
from sandbox.discord.permissions import Permission
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Bot, Start, make_bot

NOBODY = discord.AllowedMentions.none()


def list_received(sandbox: Sandbox) -> dict[str, list[str]]:
    """List the first words of the messages that notified each of the four people."""
    people = {name: sandbox.person(name) for name in ("Anna", "Ben", "Chiara", "Dana")}
    return {name: words for name, p in people.items() if (words := [m.content.split()[0] for m in p.pings()])}


async def test_only_allowed_mentions_notify(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    world = sandbox.world
    anna, ben, chiara = (world.user_named(n) for n in ("Anna", "Ben", "Chiara"))
    channel = bot.get_channel(seed.GAMES_ID)
    await channel.send(f"both <@{anna.id}> <@{ben.id}>")
    await channel.send(f"none <@{anna.id}>", allowed_mentions=NOBODY)
    await channel.send(f"one <@{anna.id}> <@{ben.id}>", allowed_mentions=discord.AllowedMentions(users=[ben]))
    await channel.send(f"silent <@{anna.id}>", silent=True)
    edited = await channel.send("edited")
    await edited.edit(content=f"edited <@{anna.id}>")
    assert sandbox.person("Anna").mentions()[-1].id == edited.id, "shown as a mention, but notifies nobody"
    await channel.send("everyone @everyone")
    gone = await channel.send(f"deleted <@{anna.id}>")
    await gone.delete()
    sandbox.person("Anna").say(f"myself <@{anna.id}> <@{chiara.id}>")
    assert list_received(sandbox) == {"Anna": ["both", "deleted"], "Ben": ["both", "one"], "Chiara": ["myself"]}


async def test_layouts_roles_and_everyone_notify_too(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    world = sandbox.world
    guild = world.guilds[seed.GUILD_ID]
    games = world.channels[seed.GAMES_ID]
    guilds.overwrite(world, games, Overwrite(bot.own_id, 1, int(Permission.MENTION_EVERYONE), 0))
    role = next(r for r in guild.roles.values() if r.bot_id)
    guild.members[world.user_named("Dana").id].roles.append(role.id)
    channel = bot.get_channel(seed.GAMES_ID)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay(f"<@{world.user_named('Ben').id}>, your turn"))
    layout = await channel.send(view=view)
    assert [m.id for m in sandbox.person("Ben").pings()] == [layout.id]
    await channel.send(f"role <@&{role.id}>")
    assert [m.content.split()[0] for m in sandbox.person("Dana").pings()] == ["role"]
    await channel.send("all @everyone")
    assert [m.content.split()[0] for m in sandbox.person("Chiara").pings()] == ["all"]


async def test_only_people_who_see_the_channel_are_notified(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    world = sandbox.world
    ben = world.user_named("Ben")
    guilds.overwrite(world, world.channels[seed.GAMES_ID], Overwrite(ben.id, 1, 0, int(Permission.VIEW_CHANNEL)))
    await bot.get_channel(seed.GAMES_ID).send(f"hidden <@{ben.id}>")
    assert list_received(sandbox) == {}
    await (await bot.fetch_user(ben.id)).send("direct")
    assert list_received(sandbox) == {"Ben": ["direct"]}


@pytest.mark.parametrize(("how", "rings"), [("plain", True), ("ephemeral", False), ("thinking", False)])
async def test_only_a_plain_answer_notifies(sandbox: Sandbox, start: Start, how: Any, rings: Any) -> None:
    ben = sandbox.world.user_named("Ben")

    async def answer(interaction: discord.Interaction) -> None:
        if how == "thinking":
            await interaction.response.defer(thinking=True)
            await interaction.followup.send(f"turn <@{ben.id}>")
        else:
            await interaction.response.send_message(f"turn <@{ben.id}>", ephemeral=how == "ephemeral")

    await start(make_bot(answer))
    await sandbox.person("Anna").slash("go")
    assert list_received(sandbox) == ({"Ben": ["turn"]} if rings else {})
