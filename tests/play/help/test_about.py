"""`/about` reports an upgrade, each server is greeted once, and `/help` has a few screens."""

from __future__ import annotations

import asyncio
import json
import logging
import re

import msgspec
import pytest

import games
from client.core.links import Links
from client.core.starts import VERSION, Installed
from client.help.help import TOPICS
from client.messages.custom_ids import Id
from client.pictures.painter import Drawn
from matches.people.servers import was_greeted
from sandbox.discord import guilds
from sandbox.discord.model import Message
from sandbox.discord.permissions import Permission
from sandbox.person.person import Person
from sandbox.person.slash import localise
from sandbox.storage.seed import BOT_PERMISSIONS, OTHER_GUILD_ID, add_guild, deny_bot
from tests.support.play.asking import ask
from tests.support.play.table import Table, buttons, words


def read_words(person: Person) -> list[str]:
    return [words(message) for message in person.messages()]


async def test_an_upgrade_is_announced_and_survives_restarts(at: Table) -> None:
    anna = at.person("anna")
    first = (await anna.slash("help", {"show": "about"})).text
    assert VERSION in first
    assert "Upgraded" not in first
    await at.stop()
    note = at.folder / "version.json"
    old = msgspec.json.decode(note.read_bytes(), type=Installed)
    note.write_bytes(msgspec.json.encode(msgspec.structs.replace(old, version="0.0.1")))
    await at.start()
    for _ in range(2):
        told = (await anna.slash("help", {"show": "about"})).text
        assert "Upgraded from version 0.0.1" in told
        assert "• " in told
        await at.restart()
    assert read_words(anna) == [each for each in read_words(anna) if "Slowboat" in each], (
        "nothing was said in the channel"
    )
    assert [m for m in anna.messages() if not m.ephemeral] == []


async def test_a_damaged_version_file_does_not_prevent_a_start(at: Table) -> None:
    await at.stop()
    (at.folder / "version.json").write_bytes(b"\x00garbage")
    await at.start()
    assert VERSION in (await at.person("anna").slash("help", {"show": "about"})).text


async def test_one_greeting_for_each_server(at: Table) -> None:
    world = at.sandbox.world
    quay = add_guild(world, "Quay", channels=("closed", "pier"), bot=False)
    from sandbox.discord.model import Overwrite

    closed = world.channel_named("closed")
    closed.overwrites[world.bot.id] = Overwrite(world.bot.id, 1, 0, int(Permission.SEND_MESSAGES))
    guilds.invite_bot(world, quay, bits=BOT_PERMISSIONS)
    pier = at.person("anna", "pier")
    await pier.until(lambda: read_words(pier))
    assert "Ahoy!" in read_words(pier)[0]
    assert "</help:" in read_words(pier)[0]
    assert pier.pings() == []
    guilds.kick_bot(world, quay)
    guilds.invite_bot(world, quay, bits=BOT_PERMISSIONS)
    await asyncio.sleep(0.3)
    await at.restart()
    await asyncio.sleep(0.3)
    assert len(read_words(pier)) == 1
    assert read_words(at.person("anna")) == [], "a server that was there before is not greeted by a start"


async def test_a_stop_while_the_greeting_is_drawn_logs_no_error_and_leaves_it_for_later(
    at: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = at.sandbox.world
    asked, stopped = asyncio.Event(), asyncio.Event()

    async def draw_slowly(*_: object) -> Drawn:
        asked.set()
        await stopped.wait()
        return Drawn(b"", "scene.png", "A scene.")

    monkeypatch.setattr(at.bot.painter, "draw_game", draw_slowly)
    quay = add_guild(world, "Quay", channels=("pier",), bot=False)
    guilds.invite_bot(world, quay, bits=BOT_PERMISSIONS)
    await asked.wait()
    with caplog.at_level(logging.INFO, "client.core.client"):
        await at.stop()
        stopped.set()
        while "on_guild_join" not in caplog.text:  # noqa: ASYNC110 - a log line sets no event
            await asyncio.sleep(0)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
    await at.start()
    assert not await was_greeted(at.referee, quay.id)


async def test_no_greeting_is_sent_where_the_bot_may_not_write(at: Table) -> None:
    world = at.sandbox.world
    other = world.guilds[OTHER_GUILD_ID]
    deny_bot(world, "lounge", int(Permission.SEND_MESSAGES))
    guilds.invite_bot(world, other, bits=BOT_PERMISSIONS)
    await asyncio.sleep(0.3)
    assert read_words(at.person("anna", "lounge")) == []
    row = await at.referee.store.transaction(lambda tx: tx.read_guild(OTHER_GUILD_ID))
    assert row.greeted_at is None, "the greeting may still be sent later"


@pytest.mark.parametrize("locale", ["en-GB", "de", "fr", "it"])
async def test_help_has_every_topic_with_clickable_commands(at: Table, locale: str) -> None:
    anna = at.person("anna")
    anna.user.locale = locale
    answer = await anna.slash("help")
    known = {int(number): command for number, command in at.sandbox.world.commands[None].items()}
    named: set[str] = set()
    seen: list[str] = []
    for topic in (*TOPICS, next(iter(TOPICS))):
        if seen:
            await anna.click(answer.message, str(Id("help", rest=topic)))
        helped = words(answer.message)
        seen.append(helped)
        mentioned = re.findall(r"</([^:>]+):(\d+)>", helped)
        assert mentioned
        assert "`/" not in helped
        for name, number in mentioned:
            command = known[int(number)]
            assert name.split()[0] == command["name"], "Discord finds a mentioned command by its own name"
        named |= {known[int(number)]["name"] for _, number in mentioned}
        topics = [each for each in buttons(answer.message).values() if ":help:" in each]
        assert len(topics) == len(TOPICS)
    assert seen[0] == seen[-1]
    assert len(set(seen)) == len(TOPICS)
    of_games = {games.load(name).command for name in games.names()}
    assert named == {command["name"] for command in known.values() if command["type"] == 1} - DETAILS - of_games
    menus = [command for command in known.values() if command["type"] != 1]
    assert menus
    for menu in menus:
        assert sum(localise(menu, "name", locale) in helped for helped in seen) == 1


DETAILS = {"help"}
"""Commands that need not be known by somebody who reads /help."""


async def test_an_unknown_topic_is_answered(at: Table) -> None:
    anna = at.person("anna")
    shown = (await anna.slash("help")).message
    row, *_ = [part for part in shown.components[0]["components"] if part["type"] == 1]
    row["components"][1]["custom_id"] = str(Id("help", rest="weather"))
    assert "another version of me" in (await anna.click(shown, "Your turn")).text


def list_links(message: Message) -> dict[str, str]:
    """Map the label of each link button to its address."""
    found = re.findall(r"\{[^{}]*\}", json.dumps(message.components))
    return {each["label"]: each["url"] for each in map(json.loads, found) if each.get("url")}


async def test_links_are_shown_where_people_look_for_them(at: Table) -> None:
    """The link to add the bot is always there, the others if the operator has set them."""
    anna = at.person("anna")
    for command in ("about", "help"):
        found = list_links((await ask(anna, command)).message)
        assert list(found) == ["Add me to a server"]
        assert "client_id=" in found["Add me to a server"]
    at.bot.links = Links(*(f"https://example.org/{page}" for page in ("help", "terms", "privacy")))
    for command in ("about", "help"):
        found = list_links((await ask(anna, command)).message)
        assert [*found.values()][1:] == [f"https://example.org/{page}" for page in ("help", "terms", "privacy")]
        assert [*found][1:] == ["Get help", "Terms of service", "Privacy policy"]
    shown = await anna.slash("help")
    turned = await anna.click(shown.message, "Your turn")
    assert len(list_links(turned.message)) == 4, "on every screen"
