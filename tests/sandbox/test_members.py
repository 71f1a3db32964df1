"""People leave, come back and delete their accounts; and the people a menu offers."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands, ui

from sandbox.discord import guilds, members, permissions
from sandbox.discord.model import Overwrite
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Bot, Start, eventually


def _bot(interaction: discord.Interaction) -> Any:
    """Make the bot of a test, with its notes."""
    return interaction.client


async def test_a_person_who_left_is_unknown_as_a_member(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    world = sandbox.world
    guild, ben = world.guilds[seed.GUILD_ID], world.user_named("Ben")
    heard = []

    async def on_socket(event_type: Any) -> None:
        heard.append(event_type)

    bot.on_socket_event_type = on_socket
    sandbox.person("Ben").say("bye")
    members.leave(world, guild, ben)
    with pytest.raises(discord.NotFound) as left:
        await bot.guilds[0].fetch_member(ben.id)
    assert left.value.code == 10007
    assert (await bot.fetch_user(ben.id)).name == "ben"
    with pytest.raises(Refused):
        sandbox.person("Ben").say("still here?")
    assert sandbox.person("Ben", "lounge").say("over there")
    with pytest.raises(discord.Forbidden) as no_server_in_common:
        await (await bot.fetch_user(ben.id)).send("come back")
    assert no_server_in_common.value.code == 50278
    members.join(world, guild, ben)
    assert (await bot.guilds[0].fetch_member(ben.id)).display_name == "Ben"
    sandbox.person("Ben").say("back")
    await eventually(lambda: len(heard) == 2)
    assert heard == ["MESSAGE_CREATE", "MESSAGE_CREATE"], "no event about members without the privileged intent"


async def test_with_the_privileged_intent_the_bot_hears_of_members(sandbox: Sandbox, start: Start) -> None:
    sandbox.world.application.flags |= discord.ApplicationFlags.gateway_guild_members.flag
    bot = await start(Bot(intents=discord.Intents(guilds=True, members=True)))
    heard = []

    async def joined(member: Any) -> None:
        heard.append(("joined", member.name))

    async def left(member: Any) -> None:
        heard.append(("left", member.name))

    bot.on_member_join, bot.on_member_remove = joined, left
    world = sandbox.world
    guild, ben = world.guilds[seed.GUILD_ID], world.user_named("Ben")
    members.leave(world, guild, ben)
    members.join(world, guild, ben)
    await eventually(lambda: heard == [("left", "ben"), ("joined", "ben")])


async def test_a_deleted_account_keeps_its_messages_and_accepts_none(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    ben = sandbox.person("Ben")
    ben.say("mine")
    members.delete_account(sandbox.world, ben.user)
    assert (await bot.fetch_user(ben.user.id)).name.startswith("deleted_user_")
    channel = bot.get_channel(seed.GAMES_ID)
    assert [m.author.global_name async for m in channel.history()] == ["Deleted User"]
    with pytest.raises(discord.NotFound) as left:
        await bot.guilds[0].fetch_member(ben.user.id)
    assert left.value.code == 10007
    with pytest.raises(discord.Forbidden) as closed:
        await (await bot.fetch_user(ben.user.id)).send("hello?")
    assert closed.value.code == 50007
    for place in (ben, ben.direct(), ben.at("lounge")):
        with pytest.raises(Refused):
            place.say("boo")


class Invite(ui.LayoutView):
    def __init__(self, heard: list[Any]) -> None:
        super().__init__(timeout=None)
        row: ui.ActionRow[Any] = ui.ActionRow()
        select: ui.UserSelect[Any] = ui.UserSelect(placeholder="Whom?", custom_id="whom", max_values=3, min_values=0)

        async def chosen(interaction: discord.Interaction) -> None:
            heard.append(select.values)
            await interaction.response.send_message("invited", ephemeral=True)

        select.callback = chosen  # type: ignore[method-assign]
        row.add_item(select)
        self.add_item(row)


class Form(ui.Modal, title="Away"):
    zone: ui.Label[Any] = ui.Label(
        text="Zone",
        component=ui.Select(options=[discord.SelectOption(label=z) for z in ("Berlin", "Rome")], custom_id="zone"),
    )
    until: ui.Label[Any] = ui.Label(
        text="Until", description="A date", component=ui.TextInput(required=False, custom_id="until")
    )
    who: ui.Label[Any] = ui.Label(
        text="Instead", component=ui.UserSelect(required=False, custom_id="who", max_values=2)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        fields: list[Any] = [label.component for label in (self.zone, self.until, self.who)]
        zone, until, who = fields
        _bot(interaction).forms.append((zone.values, until.value, who.values))
        await interaction.response.send_message("noted", ephemeral=True)


def bot_with_menus() -> Bot:
    bot = Bot()
    bot.heard, bot.forms = [], []

    @bot.tree.command(description="Invite")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def invite(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Invite(bot.heard))

    @bot.tree.command(description="Away")
    async def away(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    return bot


async def test_a_menu_of_people_offers_the_members(sandbox: Sandbox, start: Start) -> None:
    bot = await start(bot_with_menus())
    anna = sandbox.person("Anna")
    message = (await anna.slash("invite")).message
    await anna.choose(message, "Whom?", ["Ben", "@Chiara", str(sandbox.world.user_named("Dana").id)])
    assert [m.display_name for m in bot.heard[0]] == ["Ben", "Chiara", "Dana"]
    assert all(isinstance(m, discord.Member) and m.guild.id == seed.GUILD_ID for m in bot.heard[0])
    await anna.choose(message, "Whom?", [])
    assert bot.heard[1] == []
    for wrong, why in ((["Nobody"], "nobody"), (["Ben", "ben"], "once"), (["Anna", "Ben", "Chiara", "Dana"], "0 to 3")):
        with pytest.raises(Refused, match=why):
            anna.choose(message, "Whom?", wrong)
    members.leave(sandbox.world, sandbox.world.guilds[seed.GUILD_ID], sandbox.world.user_named("Ben"))
    with pytest.raises(Refused, match="nobody"):
        anna.choose(message, "Whom?", "Ben")


async def test_in_direct_messages_a_menu_of_people_offers_both_sides(sandbox: Sandbox, start: Start) -> None:
    bot = await start(bot_with_menus())
    anna = sandbox.person("Anna").direct()
    message = (await anna.slash("invite")).message
    await anna.choose(message, "Whom?", ["Anna", "Slowboat"])
    assert [type(u) for u in bot.heard[0]] == [discord.User, discord.User]
    with pytest.raises(Refused, match="nobody"):
        anna.choose(message, "Whom?", "Ben")


async def test_a_form_with_menus_is_submitted(sandbox: Sandbox, start: Start) -> None:
    bot = await start(bot_with_menus())
    anna = sandbox.person("Anna")
    form = await anna.slash("away")
    with pytest.raises(Refused, match="Zone"):
        anna.submit(form, {})
    await anna.submit(form, {"Zone": "Rome", "Until": "Monday", "Instead": ["Ben", "Dana"]})
    form = await anna.slash("away")
    await anna.submit(form, {"zone": "Berlin"})
    [(zone, until, who), second] = bot.forms
    assert (zone, until, [m.display_name for m in who]) == (["Rome"], "Monday", ["Ben", "Dana"])
    assert second == (["Berlin"], "", [])
    with pytest.raises(Refused, match="no choice"):
        anna.submit(await anna.slash("away"), {"zone": "Paris"})


def _permissions_of(guild: discord.Guild, number: int) -> discord.Permissions:
    channel = guild.get_channel(number)
    assert channel is not None
    return channel.permissions_for(guild.me)


async def test_a_timed_out_bot_may_only_read(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot(intents=discord.Intents(guilds=True)))
    world, guild = sandbox.world, bot.guilds[0]
    channel = bot.get_channel(seed.GAMES_ID)
    allowed = Overwrite(world.bot.id, 1, int(permissions.Permission.SEND_MESSAGES), 0)
    guilds.overwrite(world, world.channels[seed.GAMES_ID], allowed)  # a timeout takes this, too
    members.time_out(world, world.guilds[seed.GUILD_ID], world.bot, seconds=600)
    await eventually(guild.me.is_timed_out)
    assert [each["permissions"] for each in await bot.http.get_guilds(200)] == [str(permissions.LEFT_IN_A_TIMEOUT)]
    assert _permissions_of(guild, seed.GAMES_ID).value == permissions.LEFT_IN_A_TIMEOUT
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("may I?")
    assert refused.value.code == 50013
    assert [message async for message in channel.history()] == []
    world.clock.advance(599)
    with pytest.raises(discord.Forbidden):
        await channel.send("not yet")
    world.clock.advance(2)
    await channel.send("by itself")
    assert guild.me.timed_out_until is not None, "nothing tells the bot that its timeout is over"
    members.time_out(world, world.guilds[seed.GUILD_ID], world.bot, seconds=600)
    members.time_out(world, world.guilds[seed.GUILD_ID], world.bot, seconds=0)
    await eventually(lambda: guild.me.timed_out_until is None)
    await channel.send("earlier")


async def test_a_longer_timeout_outlives_the_first(sandbox: Sandbox) -> None:
    world = sandbox.world
    guild = world.guilds[seed.GUILD_ID]
    for seconds in (60, 120):
        members.time_out(world, guild, world.bot, seconds=seconds)
    world.clock.advance(61)
    assert guild.members[world.bot.id].timed_out
    world.clock.advance(60)
    assert not guild.members[world.bot.id].timed_out


async def test_interactions_tell_the_bot_what_a_timeout_leaves(sandbox: Sandbox, start: Start) -> None:
    bot = await start(bot_with_menus())
    world = sandbox.world
    held: list[int] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        held.append(interaction.app_permissions.value)

    bot.on_interaction = on_interaction
    members.time_out(world, world.guilds[seed.GUILD_ID], world.bot, seconds=600)
    await sandbox.person("Anna").slash("invite")
    assert held == [permissions.LEFT_IN_A_TIMEOUT]


async def test_a_timed_out_person_acts_elsewhere_only(sandbox: Sandbox, start: Start) -> None:
    await start(bot_with_menus())
    world = sandbox.world
    guild, anna, owner = world.guilds[seed.GUILD_ID], sandbox.person("Anna"), sandbox.person("harbourmaster")
    message = (await anna.slash("invite")).message
    for who in (anna, owner):
        members.time_out(world, guild, who.user, seconds=600)
    for act in (
        lambda: anna.say("hello"),
        lambda: anna.slash("invite"),
        lambda: anna.choose(message, "Whom?", ["Ben"]),
        lambda: anna.start_thread("ours"),
    ):
        with pytest.raises(Refused):
            act()
    assert anna.at("lounge").say("hello")
    assert anna.messages()
    assert owner.say("owners cannot be silenced")
    await owner.choose(message, "Whom?", ["Ben"])
    members.time_out(world, guild, anna.user, seconds=0)
    await anna.choose(message, "Whom?", ["Ben"])
