"""Settings of a server that name a deleted channel, thread or role."""

from __future__ import annotations

import pytest
from msgspec import structs

from matches.people.preferences import PuzzlePost, Server, read_server
from matches.people.servers import change_server
from sandbox.discord import guilds
from sandbox.discord.guilds import GUILDS
from sandbox.discord.model import Channel, Role
from sandbox.payloads import objects
from sandbox.person.person import Person
from tests.support.play.table import Table, buttons, open_settings, wait_for_rest, words

pytestmark = pytest.mark.usefixtures("blank_pictures")

GONE = 1_234_567_890_123_456_789
"""A channel or role that was deleted while the bot was offline."""


async def allow(at: Table, *channels: str) -> Person:
    """Allow matches in these channels alone."""
    boss = at.person("harbourmaster")
    await boss.choose(
        (await boss.slash("server", {"show": "settings"})).message,
        "Channels for matches (none chosen: all)",
        list(channels),
    )
    return boss


async def read(at: Table) -> Server:
    return await read_server(at.referee, find_guild_id(at))


def find_guild_id(at: Table) -> int:
    guild = at.person("anna", "general").channel.guild
    assert guild is not None
    return guild.id


async def delete_channel(at: Table, channel: Channel) -> None:
    """Delete a channel, and wait until the bot has handled it."""
    somebody = at.person("anna", "general")
    guilds.delete_channel(at.sandbox.world, channel)
    await somebody.until(lambda: at.bot.get_channel(channel.id) is None)
    await wait_for_rest()


async def test_a_deleted_channel_leaves_the_allowed_ones(at: Table) -> None:
    boss = await allow(at, "games", "general")
    general = boss.at("general")
    await delete_channel(at, boss.channel)
    assert (await read(at)).channels == (general.channel.id,)
    assert "Join" in buttons((await at.person("anna", "general").slash("docker new", {"players": 2})).message)


async def test_the_last_allowed_channel_is_deleted(at: Table) -> None:
    boss = await allow(at, "games")
    general = boss.at("general")
    await delete_channel(at, boss.channel)
    refused = (await at.person("anna", "general").slash("docker new", {"players": 2})).text
    assert str(boss.channel.id) not in refused
    assert "The channel for matches in this server is gone. Somebody who manages the server" in refused
    assert "/server" in refused
    panel = (await general.slash("server", {"show": "settings"})).message
    assert "Channels: **the chosen ones are gone; choose others**" in words(panel)
    await general.choose(panel, "Channels for matches (none chosen: all)", ["general"])
    assert f"Channels: **<#{general.channel.id}>**" in words(panel)
    assert "Join" in buttons((await at.person("anna", "general").slash("docker new", {"players": 2})).message)


async def test_a_deletion_that_was_not_reported_is_noticed_where_the_settings_are_used(at: Table) -> None:
    anna, boss = at.person("anna", "general"), at.person("harbourmaster", "general")
    games = at.person("anna").channel

    async def set_channels(*channels: int) -> None:
        await change_server(
            at.referee, find_guild_id(at), lambda server: structs.replace(server, channels=channels, looking_role=GONE)
        )

    await set_channels(GONE, games.id)
    refused = (await anna.slash("docker new", {"players": 2})).text
    assert f"matches are played in <#{games.id}>." in refused
    panel = (await boss.slash("server", {"show": "settings"})).message
    assert str(GONE) not in words(panel)
    assert f"Channels: **<#{games.id}>**" in words(panel)
    await at.person("anna").slash("lobbies", {"game": "docker", "pace": "daily"})
    assert not any(str(GONE) in words(message) for message in at.person("ben").messages()), "nobody has the role"
    await set_channels(GONE)
    refused = (await anna.slash("docker new", {"players": 2})).text
    assert "The channel for matches in this server is gone." in refused
    assert (await read(at)).channels == (GONE,), "no channel is allowed that nobody has allowed"


async def test_other_settings_of_a_deleted_channel_are_dropped(at: Table) -> None:
    games, general = (at.person("anna", name).channel for name in ("games", "general"))
    thread = guilds.create_thread(at.sandbox.world, general, "a thread", owner=at.person("anna").user)
    places = (games.id, thread.id, general.id)
    await change_server(
        at.referee,
        find_guild_id(at),
        lambda server: structs.replace(
            server,
            edit_boards_in=dict.fromkeys(places, True),
            palettes=dict.fromkeys(places, "dark"),
            puzzle=PuzzlePost(games.id, "en", "UTC", at.referee.now() + 3600),
        ),
    )
    guilds.delete_channel(at.sandbox.world, thread)
    await delete_channel(at, games)
    server = await read(at)
    assert server.edit_boards_in == {general.id: True}
    assert server.palettes == {general.id: "dark"}
    assert server.puzzle is None


async def test_a_deleted_role_is_pinged_no_more(at: Table) -> None:
    world = at.sandbox.world
    guild = at.person("anna").channel.guild
    assert guild is not None
    role = Role(world.new_id(), "Players", 0, position=1)
    guild.roles[role.id] = role
    world.dispatch(
        "GUILD_ROLE_CREATE",
        {"guild_id": str(guild.id), "role": objects.role(role)},
        guild_id=guild.id,
        intent=GUILDS,
    )
    anna = at.person("anna")
    await anna.until(lambda: at.bot.get_guild(guild.id).get_role(role.id))  # type: ignore[union-attr]
    await change_server(at.referee, guild.id, lambda server: structs.replace(server, looking_role=role.id))
    panel = await open_settings(at.person("harbourmaster"), "People and puzzles")
    assert "@Players, at most once a day" in words(panel), "its name, not its id"
    del guild.roles[role.id]
    world.dispatch(
        "GUILD_ROLE_DELETE",
        {"guild_id": str(guild.id), "role_id": str(role.id)},
        guild_id=guild.id,
        intent=GUILDS,
    )
    await anna.until(lambda: not at.bot.get_guild(guild.id).get_role(role.id))  # type: ignore[union-attr]
    await wait_for_rest()
    assert (await read(at)).looking_role == 0


async def test_settings_that_name_nothing_lost_are_not_written_again(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await allow(at, "general")
    written: list[int] = []

    async def note(_: object, guild_id: int, __: object) -> None:
        written.append(guild_id)

    monkeypatch.setattr("matches.people.servers.change_server", note)
    await delete_channel(at, at.person("anna").channel)
    assert written == []
    await delete_channel(at, at.person("anna", "general").channel)
    assert written == [], "the last one stays"
