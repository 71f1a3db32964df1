"""The page's API, as the front end uses it (sandbox/README.md)."""

from __future__ import annotations

import io
import json
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands, ui

from sandbox.discord import guilds
from sandbox.discord.permissions import Permission
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.sandbox.page_api import events, page
from tests.support.small_bot import Bot, Counter, Start, png

__all__ = ["page"]


class Ask(ui.Modal, title="Ask"):
    words: ui.TextInput[Any] = ui.TextInput(label="Words", custom_id="words")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"you said {self.words.value}", ephemeral=True)


def bot_for_pages() -> Bot:
    bot = Bot()

    @bot.tree.command(description="Count")
    async def count(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("count 0", view=Counter(), file=discord.File(png(), "b.png"))

    @bot.tree.command(description="Ask")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Ask())

    @bot.tree.command(description="Vanish")
    async def vanish(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("gone soon", ephemeral=True)
        await interaction.delete_original_response()

    @bot.tree.command(description="Think")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)

    @bot.tree.command(description="Silence")
    async def silence(interaction: discord.Interaction) -> None:
        return

    @bot.tree.command(description="Move")
    async def move(interaction: discord.Interaction, to: str) -> None:
        await interaction.response.send_message(to)

    @move.autocomplete("to")
    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"to {current}", value=current)]

    return bot


async def test_the_world_and_the_commands(sandbox: Sandbox, start: Start, page: Any) -> None:
    await start(bot_for_pages())
    status, world = await page("GET", "world")
    assert status == 200
    assert world["application"]["name"] == "Slowboat"
    guild, other = world["guilds"]
    assert [(g["name"], g["bot"]) for g in (guild, other)] == [("Harbour", True), ("Lighthouse", False)]
    assert world["now"] == pytest.approx(sandbox.now(), abs=5)
    place = sandbox.world.channels[int(world["direct"][str(sandbox.world.user_named("Anna").id)])]
    assert place is sandbox.person("Anna").direct().channel
    assert [(c["name"], c["type"], c["parent_id"]) for c in guild["channels"]] == [
        ("games", 0, None),
        ("general", 0, None),
    ]
    anna = next(m for m in guild["members"] if m["username"] == "anna")
    assert (anna["global_name"], anna["locale"], anna["bot"]) == ("Anna", "en-GB", False)
    assert anna["avatar_color"].startswith("#")
    assert [m["global_name"] for m in guild["members"] if m["bot"]] == ["Slowboat"]
    status, commands = await page("GET", "commands", guild=guild["id"])
    assert [c["name"] for c in commands] == ["count", "ask", "vanish", "think", "silence", "move"]
    assert commands[5]["options"][0]["autocomplete"] is True
    assert "name_localizations" in commands[0]


async def test_a_click_through_the_page(sandbox: Sandbox, start: Start, page: Any) -> None:
    await start(bot_for_pages())
    anna, ben = (str(sandbox.world.user_named(name).id) for name in ("Anna", "Ben"))
    place = str(seed.GAMES_ID)
    async with events(sandbox, "Anna") as annas, events(sandbox, "Ben") as bens:
        status, started = await page("POST", "slash", user=anna, channel=place, command="count", options={})
        assert status == 200
        assert started["interaction_id"].isdecimal()
        created = await annas("message_create")
        assert created["channel_id"] == place
        message = created["data"]
        assert (message["content"], message["ephemeral"], message["deferred"]) == ("count 0", False, False)
        async with aiohttp.ClientSession() as session, session.get(message["attachments"][0]["url"]) as picture:
            assert (picture.status, picture.headers["Content-Type"]) == (200, "image/png")
            assert await picture.read() == png().getvalue()
        await page("POST", "component", user=ben, message_id=message["id"], custom_id="more")
        assert (await annas("message_update"))["data"]["content"] == "count 1"
        await page("POST", "component", user=ben, message_id=message["id"], custom_id="whisper")
        await bens("message_update")
        private = (await bens("message_create"))["data"]
        assert private["ephemeral"] is True
        _, seen = await page("GET", "messages", channel=place, user=ben)
        assert [m["content"] for m in seen] == ["count 1", "psst Ben"]
        _, seen = await page("GET", "messages", channel=place, user=anna)
        assert [m["content"] for m in seen] == ["count 1"]
        assert (await page("POST", "dismiss", user=anna, message_id=private["id"]))[0] == 400
        assert (await page("POST", "dismiss", user=ben, message_id=private["id"]))[0] == 200
        assert (await bens("message_delete"))["data"]["id"] == private["id"]
        await page("POST", "slash", user=ben, channel=place, command="vanish")
        assert (await bens("message_delete"))["data"]["id"] != private["id"]
        await page("POST", "say", user=ben, channel=place, content="well played")
        # Anna's stream had nothing of Ben's private messages, neither their arrival nor their removal.
        heard = await annas("message_create", "message_delete")
        assert (heard["type"], heard["data"]["content"]) == ("message_create", "well played")


async def test_modals_thinking_and_failures(sandbox: Sandbox, start: Start, page: Any) -> None:
    await start(bot_for_pages())
    anna, place = str(sandbox.world.user_named("Anna").id), str(seed.GAMES_ID)
    async with events(sandbox, "Anna") as next_event:
        await page("POST", "slash", user=anna, channel=place, command="ask")
        modal = (await next_event("modal"))["data"]
        assert modal["title"] == "Ask"
        status, refused = await page("POST", "modal", user=anna, interaction_id=modal["interaction_id"], values={})
        assert (status, refused["message"]) == (400, "“Words” is required.")
        await page("POST", "modal", user=anna, interaction_id=modal["interaction_id"], values={"words": "ahoy"})
        assert (await next_event("message_create"))["data"]["content"] == "you said ahoy"
        await page("POST", "slash", user=anna, channel=place, command="think")
        assert (await next_event("message_create"))["data"]["deferred"] is True
        _, started = await page("POST", "slash", user=anna, channel=place, command="silence")
        sandbox.world.clock.advance(3.1)
        failed = (await next_event("failed"))["data"]
        assert failed == {"interaction_id": started["interaction_id"], "message": "This interaction failed"}
        guilds.create_channel(sandbox.world, sandbox.world.guilds[seed.GUILD_ID], "new")
        assert (await next_event("channel"))["data"]["name"] == "new"


async def test_a_command_in_the_menu_of_a_person(sandbox: Sandbox, start: Start, page: Any) -> None:
    bot = bot_for_pages()

    @bot.tree.context_menu(name="Wave")
    async def wave(interaction: discord.Interaction, person: discord.User) -> None:
        await interaction.response.send_message(f"{interaction.user.name} waves at {person.name}")

    await start(bot)
    anna = sandbox.person("Anna")
    here = {"user": str(anna.user.id), "channel": str(anna.channel.id)}
    _, commands = await page("GET", "commands", **here)
    assert [c["name"] for c in commands if c["type"] == 2] == ["Wave"]
    for target in (sandbox.world.user_named("Ben"), sandbox.world.bot):
        status, _ = await page("POST", "use_on", **here, command="Wave", target=str(target.id))
        assert status == 200
        await anna.until(
            lambda text=f"anna waves at {target.username}": anna.messages()[-1:] and text in anna.messages()[-1].content
        )
        _, messages = await page("GET", "messages", **here)
        assert messages[-1]["interaction_metadata"]["target_user"]["id"] == str(target.id)
    status, error = await page("POST", "use_on", **here, command="Bow", target=str(anna.user.id))
    assert (status, error["message"]) == (400, "There is no “Bow” in this person's menu.")


async def test_the_page_gets_suggestions(sandbox: Sandbox, start: Start, page: Any) -> None:
    await start(bot_for_pages())
    ben = str(sandbox.world.user_named("Ben").id)
    fields = {"user": ben, "channel": str(seed.GAMES_ID), "command": "move", "options": {"to": "a"}}
    assert await page("POST", "autocomplete", **fields, focused="to") == (
        200,
        {"choices": [{"name": "to a", "value": "a"}]},
    )


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("slash", {"user": "1", "channel": "2", "command": "x"}),
        ("slash", {"user": str(seed.FIRST_ID + 10), "channel": str(seed.GAMES_ID), "command": "unknown"}),
        ("slash", {"user": str(seed.FIRST_ID + 10)}),
        ("use_on", {"user": str(seed.FIRST_ID + 10), "channel": str(seed.GAMES_ID), "command": "x", "target": "1"}),
        ("component", {"user": str(seed.FIRST_ID + 10), "message_id": "1", "custom_id": "x"}),
        ("modal", {"user": str(seed.FIRST_ID + 10), "interaction_id": "1", "values": {}}),
        ("say", {"user": str(seed.FIRST_ID + 10), "channel": str(seed.GAMES_ID), "content": " "}),
        ("say", {"user": str(seed.APPLICATION_ID), "channel": str(seed.GAMES_ID), "content": "as the bot"}),
    ],
)
async def test_mistakes_get_friendly_messages(page: Any, path: str, fields: Any) -> None:
    status, error = await page("POST", path, **fields)
    assert status == 400
    assert error["message"]


async def test_other_sites_forms_are_refused(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        url = f"{sandbox.url}/page/api/say"
        anna = str(sandbox.world.user_named("Anna").id)
        body = json.dumps({"user": anna, "channel": str(seed.GAMES_ID), "content": "hello"})
        for kind, status in (("text/plain", 400), ("application/json", 200)):
            async with session.post(url, data=body, headers={"Content-Type": kind}) as response:
                assert response.status == status


async def test_people_who_may_not_see_a_channel_get_no_events_of_it(sandbox: Sandbox, page: Any) -> None:
    world = sandbox.world
    guild = world.guilds[seed.GUILD_ID]
    guild.roles[guild.id].permissions &= ~Permission.VIEW_CHANNEL
    anna = str(world.user_named("Anna").id)
    assert (await page("GET", "messages", channel=str(seed.GAMES_ID), user=anna))[0] == 400
    assert (await page("POST", "say", user=anna, channel=str(seed.GAMES_ID), content="hello"))[0] == 400


async def test_the_index_is_served(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session, session.get(sandbox.url) as response:
        assert response.status == 200


async def test_only_pictures_are_shown_in_place(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    page = discord.File(io.BytesIO(b"<script>"), "x.html")
    message = await bot.get_channel(seed.GAMES_ID).send(file=page)
    async with aiohttp.ClientSession() as session, session.get(message.attachments[0].url) as response:
        assert response.headers["Content-Type"] == "application/octet-stream"
        assert response.headers["Content-Disposition"].startswith("attachment")


async def test_every_fault_can_be_ordered(sandbox: Sandbox, start: Start, page: Any) -> None:
    await start(bot_for_pages())
    anna = sandbox.person("Anna")
    _, known = await page("GET", "fault")
    kinds = [fault["kind"] for fault in known]
    resumable = ("drop", "cut", "reconnect")
    for number, kind in enumerate(resumable, 1):
        assert (await page("POST", "fault", kind=kind))[0] == 200
        await sandbox.gateway.until(lambda number=number: sandbox.gateway.resumes == number)
    await page("POST", "fault", kind="forget")
    await sandbox.gateway.until(lambda: sandbox.gateway.identifies == 2)
    await page("POST", "fault", kind="rate_limit", seconds=0.01)
    await page("POST", "fault", kind="latency", seconds=0.01)
    assert (await anna.slash("count")).text == "count 0"
    assert [e.status for e in sandbox.rest.log if e.method == "POST"] == [429, 200]
    await page("POST", "fault", kind="calm")
    before = sandbox.world.now()
    for kind, more in (("jump", {"seconds": 100}), ("hour", {}), ("day", {})):
        await page("POST", "fault", kind=kind, **more)
    assert sandbox.world.now() - before >= 100 + 3600 + 86_400
    once = ("outage", "recovery", "kick", "invite", "timeout", "refuse", "lose_reply", "duplicate", "hold")
    for kind in once:
        assert (await page("POST", "fault", kind=kind))[0] == 200, kind
    for kind in ("recovery", "invite", "unknown"):
        assert (await page("POST", "fault", kind=kind))[0] == 400
    tried = {*resumable, "forget", "rate_limit", "latency", "calm", "jump", "hour", "day"}
    assert set(kinds) == tried | set(once)


async def test_a_fault_is_active_until_it_has_happened(sandbox: Sandbox, start: Start, page: Any) -> None:
    await start(bot_for_pages())

    async def active() -> Any:
        return {fault["kind"] for fault in (await page("GET", "fault"))[1] if fault["active"]}

    assert await active() == set()
    for kind in ("latency", "refuse", "lose_reply", "rate_limit", "duplicate", "hold", "outage"):
        _, listed = await page("POST", "fault", kind=kind, seconds=0.01)
        assert next(fault for fault in listed if fault["kind"] == kind)["active"], kind
    await page("POST", "fault", kind="recovery")
    await page("POST", "fault", kind="calm")
    assert await active() == set()
    await page("POST", "fault", kind="hold")
    anna = sandbox.person("Anna")
    held = anna.slash("count")
    assert await active() == {"hold"}, "a held click is still to be delivered"
    await anna.slash("count")
    await held
    assert await active() == set()
    await page("POST", "fault", kind="timeout")
    assert await active() == {"timeout"}
    sandbox.world.clock.advance(601)
    assert await active() == set()
    await page("POST", "fault", kind="kick")
    assert await active() == {"kick"}
    assert (await page("POST", "fault", kind="timeout"))[0] == 400


async def test_files_of_the_page_are_always_asked_for(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/static/main.js", "/static/css/theme.css"):
            async with session.get(sandbox.url + path) as response:
                assert response.status == 200
                assert response.headers["Cache-Control"] == "no-cache"


async def test_the_page_gets_a_channels_topic(sandbox: Sandbox, page: Any) -> None:
    sandbox.world.channel_named("games").topic = "Boats and boards"
    _, world = await page("GET", "world")
    topics = {channel["name"]: channel["topic"] for channel in world["guilds"][0]["channels"]}
    assert topics == {"games": "Boats and boards", "general": None}
