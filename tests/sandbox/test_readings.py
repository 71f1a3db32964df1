"""Behaviours with two readings: what the sandbox does in each, and how one is chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import aiohttp
import discord
import pytest
from discord import ui

from sandbox import readings
from sandbox.discord import guilds
from sandbox.discord.clock import Clock
from sandbox.discord.model import Channel, Message
from sandbox.discord.permissions import Permission
from sandbox.person.slash import Refused
from sandbox.readings import KIND, STRICT
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.sandbox.bodies import button, row, v1
from tests.support.small_bot import Bot, Call, Start

SANDBOX = Path(readings.__file__).parent
Read = Callable[[str], None]


@pytest.fixture(autouse=True)
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Return `read`, which chooses a reading; without it the default applies."""
    monkeypatch.delenv(readings.VARIABLE, raising=False)
    return lambda reading: monkeypatch.setenv(readings.VARIABLE, reading)


async def test_the_strict_reading_is_the_default_and_a_misspelt_one_is_refused(read: Read) -> None:
    assert readings.find_reading() == STRICT
    assert all(each.is_strict() for each in readings.BEHAVIOURS)
    for given, found in ((KIND, KIND), (STRICT, STRICT), ("", STRICT)):
        read(given)
        assert readings.find_reading() == found
    read("lenient")
    with pytest.raises(ValueError, match="SANDBOX_READING is 'kind' or 'strict', not 'lenient'"):
        Sandbox()


def test_every_behaviour_is_listed_and_asked_for() -> None:
    named = {name: each for name, each in vars(readings).items() if isinstance(each, readings.Behaviour)}
    assert tuple(named.values()) == readings.BEHAVIOURS
    code = "".join(path.read_text("utf-8") for path in SANDBOX.rglob("*.py"))
    assert [name for name in named if f"readings.{name}.is_strict()" not in code] == []
    assert all(each.kind != each.strict and "https://" in each.source for each in readings.BEHAVIOURS)


def bot_with_buttons() -> Bot:
    bot = Bot()
    bot.heard = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        bot.heard.append(interaction)
        await interaction.response.defer()

    return bot


async def post_in_thread(sandbox: Sandbox, bot: Bot) -> tuple[Channel, Message]:
    """Post a message with a button in a thread, which is then archived."""
    world = sandbox.world
    thread = guilds.create_thread(world, world.channels[seed.GAMES_ID], "match", owner=world.bot)
    view: Any = ui.View()
    view.add_item(ui.Button(label="More", custom_id="more"))
    channel: Any = bot.get_partial_messageable(thread.id)
    await channel.send("board", view=view)
    guilds.set_archived(world, thread, archived=True)
    return thread, next(iter(thread.messages.values()))


@pytest.mark.parametrize("reading", [KIND, STRICT])
async def test_a_press_in_an_archived_thread(sandbox: Sandbox, start: Start, read: Read, reading: str) -> None:
    read(reading)
    bot = await start(bot_with_buttons())
    thread, message = await post_in_thread(sandbox, bot)
    await sandbox.person("Anna").at(thread).click(message, "More").acknowledgement()
    assert len(bot.heard) == 1
    assert thread.archived is (reading == KIND), "some clients wake the thread before they send the press"


async def test_a_press_wakes_no_thread_that_may_not_be_woken(sandbox: Sandbox, start: Start, read: Read) -> None:
    bot = await start(bot_with_buttons())
    thread, message = await post_in_thread(sandbox, bot)
    guild, anna = sandbox.world.guilds[seed.GUILD_ID], sandbox.person("Anna").at(thread)
    guild.thread_limit = 0
    with pytest.raises(Refused, match="too many"):
        anna.click(message, "More")
    guild.thread_limit = 1
    guild.roles[guild.id].permissions &= ~int(Permission.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(Refused, match="may not write"):
        anna.click(message, "More")
    assert (thread.archived, bot.heard) == (True, [])
    read(KIND)
    await anna.click(message, "More").acknowledgement()


@pytest.mark.parametrize("reading", [KIND, STRICT])
async def test_an_edit_by_token_in_an_archived_thread(sandbox: Sandbox, start: Start, read: Read, reading: str) -> None:
    read(reading)
    bot = await start(bot_with_buttons())
    thread, message = await post_in_thread(sandbox, bot)
    guilds.set_archived(sandbox.world, thread, archived=False)
    anna = sandbox.person("Anna").at(thread)
    await anna.click(message, "More").acknowledgement()
    guilds.set_archived(sandbox.world, thread, archived=True)

    async def edit() -> None:
        await bot.heard[0].edit_original_response(content="new")

    if reading == STRICT:
        with pytest.raises(discord.HTTPException) as refused:
            await edit()
        assert (refused.value.status, refused.value.code) == (400, 50083)
        assert message.content == "board"
        guilds.set_archived(sandbox.world, thread, archived=False)
    await edit()
    assert message.content == "new"


async def test_an_update_refused_in_an_archived_thread_is_no_answer(sandbox: Sandbox, start: Start) -> None:
    bot = Bot()
    codes: list[int] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        guilds.set_archived(sandbox.world, thread, archived=True)
        try:
            await interaction.response.edit_message(content="new")
        except discord.HTTPException as error:
            codes.append(error.code)
        guilds.set_archived(sandbox.world, thread, archived=False)
        await interaction.response.edit_message(content="new")

    await start(bot)
    thread, message = await post_in_thread(sandbox, bot)
    await sandbox.person("Anna").at(thread).click(message, "More")
    assert (codes, message.content) == ([50083], "new")


@pytest.mark.parametrize("reading", [KIND, STRICT])
async def test_a_direct_message_to_somebody_who_only_installed_the_bot(
    sandbox: Sandbox, start: Start, read: Read, reading: str
) -> None:
    read(reading)
    bot = await start(Bot())
    anna = sandbox.world.user_named("Anna")
    assert anna.installed
    user = await bot.fetch_user(anna.id)
    await user.send("we share a server")
    guilds.kick_bot(sandbox.world, sandbox.world.guilds[seed.GUILD_ID])
    if reading == KIND:
        await user.send("hello")
        return
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("hello")
    assert refused.value.code == 50278
    sandbox.person("Anna").direct().say("she can still write")


@pytest.mark.parametrize(("reading", "kind"), [(KIND, "application/json"), (STRICT, "text/html")])
@pytest.mark.parametrize("fault", ["refuse", "lose_reply"])
async def test_the_body_of_a_server_error(
    sandbox: Sandbox, read: Read, reading: str, kind: str, fault: Literal["refuse", "lose_reply"]
) -> None:
    read(reading)
    sandbox.faults.order("GET", refuse=fault == "refuse", lose_reply=fault == "lose_reply")
    headers = {"Authorization": f"Bot {sandbox.token}"}
    url = f"{sandbox.url}/api/v10/users/@me"
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
        assert (response.status, response.content_type) == (500, kind)


@pytest.mark.parametrize(("reading", "status"), [(KIND, 200), (STRICT, 400)])
async def test_a_label_of_spaces(call: Call, read: Read, reading: str, status: int) -> None:
    read(reading)
    body = v1(row(button(label="  ")))
    assert (await call("POST", f"/channels/{seed.GAMES_ID}/messages", body))[0] == status
    thread = {"name": " ", "type": 11}
    answer = (await call("POST", f"/channels/{seed.GAMES_ID}/threads", thread))[0]
    assert answer == (201 if reading == KIND else 400)


@pytest.mark.parametrize("reading", [KIND, STRICT])
def test_threads_of_seven_days_in_a_nearly_full_server(read: Read, reading: str) -> None:
    read(reading)
    world = seed.build_harbour(Clock(lambda: 1_750_000_000.0))
    world.guilds[seed.GUILD_ID].thread_limit = 1
    games = world.channels[seed.GAMES_ID]
    thread = guilds.create_thread(world, games, "match", owner=world.bot, archive=10080)
    world.clock.advance(86_401)
    assert thread.archived is (reading == STRICT)
    world.clock.advance(6 * 86_400)
    assert thread.archived


@pytest.mark.parametrize("reading", [KIND, STRICT])
async def test_edits_of_old_messages(sandbox: Sandbox, call: Call, read: Read, reading: str) -> None:
    read(reading)
    messages = f"/channels/{seed.GAMES_ID}/messages"
    _, message, _ = await call("POST", messages, {"content": "old"})
    sandbox.world.clock.advance(3601)
    answers = [(await call("PATCH", f"{messages}/{message['id']}", {"content": str(n)}))[0] for n in range(4)]
    assert answers == [200, 200, 200, 429]
    sandbox.world.clock.advance(7)
    status, error, _ = await call("PATCH", f"{messages}/{message['id']}", {"content": "later"})
    assert (status, error.get("code")) == ((200, None) if reading == KIND else (429, 30046))
