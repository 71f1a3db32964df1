"""The page's panel for the channel and person shown: the switches offered, and their effects."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.discord import guilds
from sandbox.discord.permissions import Permission
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.sandbox.page_api import events, page
from tests.support.small_bot import Bot, Start

__all__ = ["page"]

OWNER = str(seed.OWNER_ID)
GAMES = str(seed.GAMES_ID)


@pytest.fixture
def where(sandbox: Sandbox) -> Any:
    """Return the channel and person that the page shows: #games and Anna."""
    return {"channel": GAMES, "user": str(sandbox.world.user_named("Anna").id)}


async def list_active_faults(page: Any, where: Any) -> set[str]:
    _, listed = await page("GET", "fault", **where)
    return {each["kind"] for each in listed if each["active"]}


@pytest.mark.parametrize(
    ("kind", "bits"),
    [
        ("hide", Permission.VIEW_CHANNEL),
        ("mute", Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS),
        ("no_files", Permission.ATTACH_FILES),
        ("no_history", Permission.READ_MESSAGE_HISTORY),
        ("no_threads", Permission.CREATE_PUBLIC_THREADS),
    ],
)
async def test_permissions_are_taken_and_given_back(
    sandbox: Sandbox, page: Any, where: Any, kind: Any, bits: Any
) -> None:
    channel = sandbox.world.channels[seed.GAMES_ID]
    before = guilds.bot_permissions(sandbox.world, channel)
    assert before & bits == bits
    await page("POST", "fault", kind=kind, **where)
    assert guilds.bot_permissions(sandbox.world, channel) & bits == 0
    assert await list_active_faults(page, where) == {kind, "install"}
    await page("POST", "fault", kind="moderate", **where)
    await page("POST", "fault", kind=kind, **where)
    assert guilds.bot_permissions(sandbox.world, channel) == before | Permission.MANAGE_THREADS
    await page("POST", "fault", kind="moderate", **where)
    assert guilds.bot_permissions(sandbox.world, channel) == before


async def test_threads_are_archived_locked_and_deleted(sandbox: Sandbox, start: Start, page: Any, where: Any) -> None:
    await start(Bot())
    world = sandbox.world
    games = world.channels[seed.GAMES_ID]
    _, listed = await page("GET", "fault", **where)
    assert not {"archive", "lock"} & {each["kind"] for each in listed}
    thread = guilds.create_thread(world, games, "match", owner=world.bot)
    inside = where | {"channel": str(thread.id)}
    await page("POST", "fault", kind="archive", **inside)
    await page("POST", "fault", kind="lock", **inside)
    assert (thread.archived, thread.locked) == (True, True)
    assert {"archive", "lock"} <= await list_active_faults(page, inside)
    await page("POST", "fault", kind="archive", **inside)
    assert (thread.archived, thread.locked) == (False, True)
    await page("POST", "fault", kind="mute", **inside)
    assert list(games.overwrites) == [world.bot.id], "a thread has no permissions of its own"
    await page("POST", "fault", kind="delete", **inside)
    assert thread.id not in world.channels
    await page("POST", "fault", kind="delete", **where)
    assert seed.GAMES_ID not in world.channels


async def test_people_go_and_come_back(sandbox: Sandbox, page: Any, where: Any) -> None:
    world = sandbox.world
    anna = sandbox.person("Anna")
    await page("POST", "fault", kind="leave", **where)
    assert await list_active_faults(page, where) == {"leave", "install"}
    with pytest.raises(Refused):
        anna.say("away")
    await page("POST", "fault", kind="leave", **where)
    anna.say("back")
    await page("POST", "fault", kind="install", **where)
    assert not anna.user.installed
    async with events(sandbox, "Ben") as bens:
        await page("POST", "fault", kind="account", **where)
        await bens("world")
    _, told = await page("GET", "world")
    assert anna.user.deleted
    assert str(anna.user.id) not in {p["id"] for p in told["people"]} | set(told["direct"])
    assert not any(anna.user.id in guild.members for guild in world.guilds.values())


@pytest.mark.parametrize(
    ("kind", "where", "sentence"),
    [
        ("leave", {"channel": GAMES, "user": OWNER}, "The owner of a server cannot leave."),
        ("account", {"channel": GAMES, "user": OWNER}, "The owner of a server cannot leave."),
        ("leave", {"channel": GAMES}, "There is no such person."),
        ("mute", {"user": OWNER}, "Only a server's channels have permissions."),
        ("delete", {}, "Only a server's channels can be deleted."),
        ("lock", {"channel": GAMES}, "This is no thread."),
    ],
)
async def test_orders_that_do_not_apply_are_refused(page: Any, kind: Any, where: Any, sentence: str) -> None:
    status, error = await page("POST", "fault", kind=kind, **where)
    assert (status, error["message"]) == (400, sentence)


async def test_orders_act_on_the_server_that_is_shown(sandbox: Sandbox, page: Any, where: Any) -> None:
    other = sandbox.world.guilds[seed.OTHER_GUILD_ID]
    there = where | {"channel": str(seed.LOUNGE_ID)}
    assert "kick" in await list_active_faults(page, there)
    assert (await page("POST", "fault", kind="kick", **there))[0] == 400
    await page("POST", "fault", kind="invite", **there)
    assert other.joined_at is not None


async def test_direct_messages_are_heard_by_their_person_only(sandbox: Sandbox, page: Any) -> None:
    async with events(sandbox, "Anna") as annas, events(sandbox, "Ben") as bens:
        sandbox.person("Anna").direct().say("private")
        sandbox.world.clock.advance(60)
        assert (await annas("message_create", "clock"))["data"]["content"] == "private"
        heard = await bens("message_create", "clock")
        assert heard["type"] == "clock"
        assert heard["data"]["now"] == pytest.approx(sandbox.now(), abs=5)
    anna, ben = (str(sandbox.world.user_named(name).id) for name in ("Anna", "Ben"))
    place = str(sandbox.person("Anna").direct().channel.id)
    assert [m["content"] for m in (await page("GET", "messages", channel=place, user=anna))[1]] == ["private"]
    assert (await page("GET", "messages", channel=place, user=ben))[0] == 400
