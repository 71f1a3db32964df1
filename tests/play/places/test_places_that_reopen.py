"""A place that is closed, and opens again without an event: the match goes on by itself within ten minutes.

Reports: discord/discord-api-docs#6847 (bots can be timed out), kodycode/CoinMarketBot#17, whiteout-project/bot#78.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from sandbox import errors
from sandbox.discord import guilds, members
from sandbox.discord.model import Channel, Guild
from sandbox.discord.permissions import Permission
from sandbox.errors import ErrorKind
from sandbox.storage.seed import deny_bot
from tests.support.play.days import DAY, HOUR, find_players, pass_time
from tests.support.play.lost import suppress_events
from tests.support.play.table import Table, buttons, open_match, open_settings, take_turn, wait_for_rest, words
from tests.support.play.threads import in_thread, rests

pytestmark = pytest.mark.usefixtures("blank_pictures")

MINUTE = 60.0


class Way(NamedTuple):
    """A way to close a place and to open it again. `thread`: of a match in a thread."""

    close: Callable[[Table, Channel], None]
    open: Callable[[Table, Channel], None]
    thread: bool = False


def _guild(place: Channel) -> Guild:
    assert place.guild is not None
    return place.guild


def _time_out(seconds: float) -> Callable[[Table, Channel], None]:
    return lambda at, place: members.time_out(at.sandbox.world, _guild(place), at.sandbox.world.bot, seconds=seconds)


def _deny(bits: Permission | int) -> Callable[[Table, Channel], None]:
    return lambda at, _: deny_bot(at.sandbox.world, "games", int(bits))


def _lock(*, locked: bool) -> Callable[[Table, Channel], None]:
    return lambda at, place: guilds.set_archived(at.sandbox.world, place, archived=locked, locked=locked)


def _fill(at: Table, place: Channel) -> None:
    """Archive the thread, and leave no room to reopen it."""
    at.sandbox.world.clock.advance(DAY + HOUR)  # silent for so long that a closing may be Discord's
    guilds.set_archived(at.sandbox.world, place, archived=True)
    _guild(place).thread_limit = 0


def _make_room(_: Table, place: Channel) -> None:
    _guild(place).thread_limit = 1_000


def _set_available(available: bool) -> Callable[[Table, Channel], None]:
    def set_it(at: Table, place: Channel) -> None:
        guilds.set_available(at.sandbox.world, _guild(place), available=available)

    return set_it


WAYS = {
    "timeout": Way(_time_out(DAY), _time_out(0)),
    "permission": Way(_deny(Permission.SEND_MESSAGES), _deny(0)),
    "pictures": Way(_deny(Permission.ATTACH_FILES), _deny(0)),
    "hidden": Way(_deny(Permission.VIEW_CHANNEL), _deny(0)),
    "locked": Way(_lock(locked=True), _lock(locked=False), thread=True),
    "threads": Way(_fill, _make_room, thread=True),
    "unavailable": Way(_set_available(False), _set_available(True)),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_a_match_goes_on_by_itself(at: Table, way: Way) -> None:
    if way.thread:
        place, anna = await in_thread(at, pace="daily")
    else:
        await open_match(at, "docker new", ("anna", "ben"), {"pace": "daily"})
        anna = at.person("anna")
        place = anna.channel
    way.close(at, place)
    await anna.until(lambda: rests(at))
    await pass_time(at, 5 * HOUR, step=MINUTE)
    assert rests(at)
    with suppress_events(at):
        way.open(at, place)
    await pass_time(at, 10 * MINUTE, step=MINUTE)
    assert (await at.referee.match(1)).phase == "running"
    await wait_for_rest()
    person, _ = await find_players(at)
    await take_turn(person.at(place))
    at.sandbox.rest.refused.clear()


@pytest.mark.parametrize("kind", [errors.MISSING_PERMISSIONS, errors.MISSING_ACCESS, errors.UNKNOWN_CHANNEL])
async def test_one_refused_reminder_pauses_for_a_minute(at: Table, kind: ErrorKind) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "daily"})
    at.sandbox.limits.refuse_next("POST /channels/{channel_id}/messages", kind)
    await pass_time(at, 12 * HOUR + MINUTE, step=6 * HOUR)
    await wait_for_rest()
    await pass_time(at, 2 * MINUTE, step=MINUTE)
    assert (await at.referee.match(1)).phase == "running"
    at.sandbox.rest.refused.clear()


async def test_a_timeout_of_the_bot_is_named(at: Table) -> None:
    anna, boss = at.person("anna"), at.person("harbourmaster")
    await open_match(at, "docker new", ("anna", "ben"))
    WAYS["timeout"].close(at, anna.channel)
    await anna.until(lambda: rests(at))
    refused = await at.person("anna", "general").slash("docker new", {"players": 2})
    assert "timeout" in refused.text
    assert "permission" not in refused.text
    told = words((await boss.slash("help", {"show": "doctor"})).message)
    assert "timeout" in told
    assert "A match is paused" in told, "and when the bot looks again"
    at.sandbox.rest.refused.clear()


@pytest.mark.parametrize(
    ("code", "said", "how"),
    [
        (160006, "open threads", "command"),
        (160007, "open threads", "button"),
        (200001, "AutoMod", "by itself"),
        (50024, "kind of channel", "command"),
    ],
)
async def test_a_refused_thread_is_explained(at: Table, code: int, said: str, how: str) -> None:
    """Reports: pR0Ps/slack-to-discord#16, AyakoBot/Ayako-v2#134."""
    anna, boss = at.person("anna"), at.person("harbourmaster")
    if how == "by itself":
        await boss.click((await open_settings(boss, "Boards")), "Open second matches in threads")
    if how != "command":
        await open_match(at, "docker new", ("anna", "ben"))
    at.sandbox.limits.refuse_next("/threads", ErrorKind(400, code, "refused"), count=5)
    answer = await anna.slash("docker new", {"players": 2, "thread": True} if how == "command" else {"players": 2})
    if how == "button":
        known = {message.id for message in anna.messages()}
        anna.click(answer.message, "Open the match in a thread")
        await anna.until(lambda: any(said in words(each) for each in anna.messages() if each.id not in known))
    await wait_for_rest()
    told = [words(message) for message in anna.messages()]
    assert any(said in each for each in told), told
    assert not any("went wrong on my side" in each for each in told)
    assert [message for message in anna.messages() if "Join" in buttons(message)] == []
    at.sandbox.rest.refused.clear()
