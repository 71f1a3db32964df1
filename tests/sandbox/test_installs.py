"""Commands that people installed for themselves: installations, contexts, servers without the bot, direct messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from sandbox.discord import guilds, members
from sandbox.discord.model import Overwrite
from sandbox.discord.permissions import Permission
from sandbox.person.person import buttons
from sandbox.person.slash import Refused, list_usable
from sandbox.server import Sandbox
from sandbox.storage import seed
from sandbox.validate.openapi import Description
from tests.support.small_bot import Bot, Call, Start, eventually

SERVERS = app_commands.AppInstallationType(guild=True, user=False)
USERS = app_commands.AppInstallationType(guild=False, user=True)
ANYWHERE = app_commands.AppInstallationType(guild=True, user=True)
GUILDS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)


def _bot(interaction: discord.Interaction) -> Any:
    """Make the bot of a test, with its notes."""
    return interaction.client


class Again(ui.View):
    @ui.button(label="Again", custom_id="again")
    async def again(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        _bot(interaction).seen.append(interaction)
        await interaction.response.send_message("again")

    @ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())


class Form(ui.Modal, title="Form"):
    words: ui.Label[Any] = ui.Label(text="Words", component=ui.TextInput())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        _bot(interaction).seen.append(interaction)
        await interaction.response.send_message("read", ephemeral=True)


def make_travelling_bot() -> Bot:
    """Make a bot with `/new` in servers only, `/turns` anywhere, `/mine` for users who installed it."""
    bot = Bot()
    bot.seen = []

    async def answer(interaction: discord.Interaction) -> None:
        bot.seen.append(interaction)
        await interaction.response.send_message("here", view=Again(timeout=None))

    for name, installs, contexts in (
        ("new", SERVERS, GUILDS_ONLY),
        ("turns", ANYWHERE, EVERYWHERE),
        ("mine", USERS, EVERYWHERE),
    ):
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=name, description=name, callback=answer
        )
        command.allowed_installs, command.allowed_contexts = installs, contexts
        bot.tree.add_command(command)
    return bot


def list_offered(sandbox: Sandbox, name: Any, where: Any) -> list[str]:
    person = sandbox.person(name)
    place = person.direct().channel if where == "direct" else sandbox.world.channel_named(where)
    return sorted(c["name"] for c in list_usable(sandbox.world, person.user, place))


async def test_each_place_offers_the_commands_for_it(sandbox: Sandbox, start: Start) -> None:
    await start(make_travelling_bot())
    found = {
        (name, where): list_offered(sandbox, name, where) for name in ("Anna", "Ben") for where in ("games", "lounge")
    }
    assert found == {
        ("Anna", "games"): ["mine", "new", "turns"],
        ("Ben", "games"): ["new", "turns"],
        ("Anna", "lounge"): ["mine", "turns"],
        ("Ben", "lounge"): [],
    }
    assert list_offered(sandbox, "Anna", "direct") == ["mine", "turns"]
    assert list_offered(sandbox, "Ben", "direct") == ["turns"]
    world = sandbox.world
    guilds.kick_bot(world, world.guilds[seed.GUILD_ID])
    assert list_offered(sandbox, "Ben", "direct") == [], "no command without a server in common"
    assert list_offered(sandbox, "Anna", "games") == ["mine", "turns"]
    members.set_installed(world, world.user_named("Anna"), installed=False)
    assert list_offered(sandbox, "Anna", "games") == []
    with pytest.raises(Refused, match="no command /turns"):
        sandbox.person("Anna").slash("turns")


async def test_interactions_in_a_server_without_the_bot(sandbox: Sandbox, start: Start) -> None:
    bot = await start(make_travelling_bot())
    anna = sandbox.person("Anna", "lounge")
    answer = await anna.slash("turns")
    told = bot.seen[0]
    assert (told.guild_id, told.context.guild, told.user.display_name) == (seed.OTHER_GUILD_ID, True, "Anna")
    assert told.is_user_integration()
    assert not told.is_guild_integration()
    assert told.guild_id not in {guild.id for guild in bot.guilds}
    assert told.channel_id == seed.LOUNGE_ID
    assert told.app_permissions.attach_files
    assert not told.app_permissions.send_messages
    assert not answer.ephemeral
    assert answer.message.interaction is not None
    assert answer.message.interaction.owners == {"1": str(anna.user.id)}
    # Ben has not installed it, but may use the message's buttons by Anna's installation.
    await sandbox.person("Ben", "lounge").click(answer.message, "Again")
    assert (bot.seen[1].user.name, bot.seen[1].is_guild_integration()) == ("ben", False)
    form = await anna.click(answer.message, "Form")
    assert (await anna.submit(form, {"Words": "x"})).text == "read"
    assert bot.seen[2].is_user_integration()


async def test_without_membership_the_bot_may_only_answer(sandbox: Sandbox, start: Start, call: Call) -> None:
    bot = await start(make_travelling_bot())
    await sandbox.person("Anna", "lounge").slash("turns")
    for path in (f"/channels/{seed.LOUNGE_ID}", f"/guilds/{seed.OTHER_GUILD_ID}"):
        status, error, _ = await call("GET", path)
        assert (status, error["code"]) == (403, 50001)
    status, error, _ = await call("POST", f"/channels/{seed.LOUNGE_ID}/messages", {"content": "hello"})
    assert (status, error["code"]) == (403, 50001)
    for number in range(5):
        await bot.seen[0].followup.send(str(number))
    with pytest.raises(discord.HTTPException) as too_many:
        await bot.seen[0].followup.send("six")
    assert too_many.value.code == 40094


async def test_answers_are_private_where_external_apps_may_not_post(sandbox: Sandbox, start: Start) -> None:
    await start(make_travelling_bot())
    world = sandbox.world
    lounge = world.channels[seed.LOUNGE_ID]
    guilds.overwrite(world, lounge, Overwrite(seed.OTHER_GUILD_ID, 0, 0, int(Permission.USE_EXTERNAL_APPS)))
    answer = await sandbox.person("Anna", "lounge").slash("turns")
    assert answer.ephemeral == [answer.message]
    assert sandbox.person("Ben", "lounge").messages() == []


async def test_commands_and_buttons_work_in_direct_messages(sandbox: Sandbox, start: Start) -> None:
    bot = await start(make_travelling_bot())
    for name, owners in (("Anna", {"0": "0", "1": str(sandbox.world.user_named("Anna").id)}), ("Ben", {"0": "0"})):
        person = sandbox.person(name).direct()
        answer = await person.slash("turns")
        told = bot.seen[-1]
        assert (told.guild_id, told.guild, told.context.dm_channel, told.user.name) == (None, None, True, name.lower())
        assert isinstance(told.channel, discord.DMChannel)
        assert answer.message.interaction is not None
        assert answer.message.interaction.owners == owners
        assert told.app_permissions.external_emojis
        assert person.last() is answer.message
        await person.click(answer.message, "Again")
        assert person.last().content == "again"
        assert (await told.channel.send("as a bot")).content == "as a bot"
        assert buttons(answer.message) == {"Again": "again", "Form": "form"}
    assert sandbox.person("Dana").at(sandbox.person("Ben").direct().channel).messages() == []
    with pytest.raises(Refused):
        sandbox.person("Dana").at(sandbox.person("Ben").direct().channel).say("let me in")
    dana = sandbox.person("Dana").direct()
    channel = await bot.create_dm(await bot.fetch_user(dana.user.id))
    assert channel.id == dana.channel.id, "the channel is the same as before"


async def test_a_command_without_installations_is_for_all_of_them(
    sandbox: Sandbox, call: Call, description: Description | None
) -> None:
    path = f"/applications/{seed.APPLICATION_ID}/commands"
    _, made, _ = await call("POST", path, {"name": "plain", "description": "x"})
    assert (made["integration_types"], made["contexts"]) == ([0, 1], None)
    assert list_offered(sandbox, "Anna", "lounge") == ["plain"]
    assert list_offered(sandbox, "Ben", "direct") == ["plain"]
    for wrong in ([], [2], [0, 0]) if description else ():
        body = {"name": "wrong", "description": "x", "integration_types": wrong}
        status, error, _ = await call("POST", path, body)
        assert (status, error["code"]) == (400, 50035), wrong
    _, application, _ = await call("GET", "/applications/@me")
    assert application["integration_types_config"] == {"0": {}, "1": {}}
    assert application["approximate_user_install_count"] == 1


async def test_buttons_a_removed_bot_left_behind_fail_at_once(sandbox: Sandbox, start: Start) -> None:
    bot = await start(make_travelling_bot())
    ben = sandbox.person("Ben")
    answer = await ben.slash("turns")
    world = sandbox.world
    guild = world.guilds[seed.GUILD_ID]
    guilds.kick_bot(world, guild)
    await eventually(lambda: not bot.guilds)
    failed = await ben.click(answer.message, "Again")
    assert failed.failed
    assert len(bot.seen) == 1
    guilds.invite_bot(world, guild, bits=seed.BOT_PERMISSIONS)
    await eventually(lambda: bot.guilds)
    assert not (await ben.click(answer.message, "Again")).failed


async def test_a_group_without_the_bot(sandbox: Sandbox, start: Start, call: Call) -> None:
    """People who installed the application can use it in a group. It answers there, but cannot write by itself."""
    bot = await start(make_travelling_bot())
    anna, ben, dana = (sandbox.world.user_named(name) for name in ("Anna", "Ben", "Dana"))
    group = sandbox.world.add_group(anna, ben)
    there = sandbox.person("Anna").at(group)
    answer = await there.slash("turns")
    told = bot.seen[-1]
    assert isinstance(told.channel, discord.GroupChannel)
    assert (told.context.private_channel, told.context.dm_channel, told.guild_id) == (True, False, None)
    assert not told.app_permissions.external_emojis
    assert answer.message.interaction is not None
    assert answer.message.interaction.owners == {"1": str(anna.id)}
    assert sandbox.person("Ben").at(group).last() is answer.message
    with pytest.raises(Refused):
        sandbox.person("Ben").at(group).slash("turns")
    with pytest.raises(Refused):
        sandbox.person("Dana").at(group).say("let me in")
    assert dana.id not in group.members
    status, refused, _ = await call("POST", f"/channels/{group.id}/messages", {"content": "as a bot"})
    assert (status, refused["code"]) == (403, 50001)


async def test_an_installation_that_is_switched_off_takes_no_commands(sandbox: Sandbox, call: Call) -> None:
    world = sandbox.world
    commands = f"/applications/{sandbox.application_id}/commands"
    _, old, _ = await call("POST", commands, {"name": "old", "description": "Old", "integration_types": [0, 1]})
    assert list_offered(sandbox, "Anna", "lounge") == ["old"]
    world.application.installs = (0,)
    assert list_offered(sandbox, "Anna", "lounge") == [], "her installation does not count any more"
    assert list_offered(sandbox, "Anna", "games") == ["old"]
    assert (await call("DELETE", f"{commands}/{old['id']}"))[0] == 204
    here: dict[str, Any] = {"name": "here", "description": "Here", "integration_types": [0]}
    there = {**here, "name": "there", "integration_types": [0, 1]}
    assert (await call("GET", "/applications/@me"))[1]["integration_types_config"] == {"0": {}}
    status, made, _ = await call("POST", commands, here)
    assert status == 201
    for method, path, body, place in (
        ("PUT", commands, [here, there], ("1", "integration_types")),
        ("POST", commands, there, ("integration_types",)),
        ("PATCH", f"{commands}/{made['id']}", {"integration_types": [1]}, ("integration_types",)),
    ):
        status, error, _ = await call(method, path, body)
        assert (status, error["code"]) == (400, 50035), method
        tree = error["errors"]
        for key in place:
            tree = tree[key]
        assert tree["_errors"]
    assert [each["name"] for each in (await call("GET", commands))[1]] == ["here"], "nothing was changed"
    _, default, _ = await call("POST", commands, {"name": "default", "description": "By default"})
    assert default["integration_types"] == [0]
    guild = f"/applications/{sandbox.application_id}/guilds/{seed.GUILD_ID}/commands"
    assert (await call("PUT", guild, [{"name": "local", "description": "Local"}]))[0] == 200


async def test_the_settings_of_the_application_are_kept(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        sandbox.world.application.installs = (0,)
    async with Sandbox(keep=tmp_path / "world") as sandbox:
        assert sandbox.world.application.installs == (0,)
