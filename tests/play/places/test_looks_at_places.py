"""Looks at closed channels: what they cost and find, also after a restart, and what a check of permissions says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.places.obstacles import is_inactive
from sandbox.discord import guilds, members
from sandbox.discord.model import Channel
from sandbox.discord.permissions import Permission
from sandbox.person.person import Person
from sandbox.storage.seed import deny_bot
from tests.support.play.days import DAY, HOUR, pass_time
from tests.support.play.lost import stay_up, suppress_events
from tests.support.play.table import (
    Table,
    buttons,
    find_board,
    has_board,
    open_lobby,
    open_match,
    open_panel,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.threads import in_thread, rests

pytestmark = pytest.mark.usefixtures("blank_pictures")

MINUTE = 60.0
MATCH = ("docker new", ("anna", "ben"), {"pace": "daily"})

Change = Callable[[Table, Channel], None]


def deny(bits: Permission) -> Change:
    return lambda at, _: deny_bot(at.sandbox.world, "games", int(bits))


def time_out(seconds: float) -> Change:
    def change(at: Table, place: Channel) -> None:
        assert place.guild is not None
        members.time_out(at.sandbox.world, place.guild, at.sandbox.world.bot, seconds=seconds)

    return change


def lock(*, locked: bool, archived: bool = False) -> Change:
    return lambda at, place: guilds.set_archived(at.sandbox.world, place, archived=archived, locked=locked)


def fill(at: Table, place: Channel) -> None:
    """Let Discord archive the thread early, because the server has as many active threads as it may have."""
    assert place.guild is not None
    place.guild.thread_limit = 0
    at.sandbox.world.clock.advance(DAY + HOUR)


def make_room(_: Table, place: Channel) -> None:
    assert place.guild is not None
    place.guild.thread_limit = 100


WAYS: dict[str, tuple[Change, Change, bool]] = {
    "timeout": (time_out(DAY), time_out(0), False),
    "may_not_send": (deny(Permission.SEND_MESSAGES), deny(Permission(0)), False),
    "may_not_attach": (deny(Permission.ATTACH_FILES), deny(Permission(0)), False),
    "hidden": (deny(Permission.VIEW_CHANNEL), deny(Permission(0)), False),
    "locked": (lock(locked=True), lock(locked=False), True),
    "closed_and_locked": (lock(locked=True, archived=True), lock(locked=False), True),
    "threads_full": (fill, make_room, True),
}


async def begin(at: Table, *, thread: bool) -> Person:
    """Begin a match; return Anna where it is played."""
    if thread:
        return (await in_thread(at, pace="daily"))[1]
    await open_match(at, *MATCH)
    return at.person("anna")


async def wait_until_it_goes_on(at: Table, *, within: float, step: float = MINUTE) -> bool:
    """Let time pass until the match goes on."""
    while within > 0:
        at.sandbox.world.clock.advance(step)
        within -= step
        await stay_up(at)
        await at.bot.sweep()
        await wait_for_rest()
        if (await at.referee.match(1)).phase == "running":
            return True
    return False


@pytest.mark.parametrize("way", WAYS)
async def test_a_match_that_waited_before_a_restart_goes_on_by_itself(at: Table, way: str) -> None:
    (close, reopen, thread) = WAYS[way]
    anna = await begin(at, thread=thread)
    await wait_for_boards(at)
    close(at, anna.channel)
    await anna.until(lambda: rests(at))
    await pass_time(at, 3 * HOUR)
    assert rests(at)
    await at.restart()
    assert (await at.referee.match(1)).paused_for == "place"
    with suppress_events(at):
        reopen(at, anna.channel)
        assert await wait_until_it_goes_on(at, within=10 * MINUTE)
    await anna.until(lambda: "The match goes on." in words(find_board(anna)))
    assert not anna.channel.archived


async def test_a_timeout_ends_untold(at: Table) -> None:
    anna = await begin(at, thread=False)
    time_out(5 * HOUR)(at, anna.channel)
    await anna.until(lambda: rests(at))
    await pass_time(at, 5 * HOUR - MINUTE, step=HOUR / 6)
    assert rests(at)
    assert await wait_until_it_goes_on(at, within=11 * MINUTE)


async def test_a_lasting_refusal_costs_ever_fewer_looks(at: Table) -> None:
    """Count the looks at a channel that stays hidden."""
    anna = await begin(at, thread=False)
    deny(Permission.VIEW_CHANNEL)(at, anna.channel)
    await anna.until(lambda: rests(at))
    asked: list[float] = []
    honest = at.bot.fetch_guild

    async def fetch_guild(*args: object, **options: object) -> object:
        asked.append(at.sandbox.world.now())
        return await honest(*args, **options)  # type: ignore[arg-type]

    at.bot.fetch_guild = fetch_guild  # type: ignore[method-assign, assignment]
    counts = []
    for _ in range(4):
        await pass_time(at, DAY, step=HOUR)
        counts.append(len(asked))
        asked.clear()
    assert counts[0] == 24, "at every step of the first day"
    assert counts[1] > counts[2] >= counts[3] > 0


async def test_presses_in_a_timeout_lose_nothing(at: Table) -> None:
    anna = await begin(at, thread=False)
    match = await at.referee.match(1)
    person = at.person(match.awaited[0].name.lower())
    panel = await open_panel(person)
    time_out(HOUR)(at, anna.channel)
    await anna.until(lambda: rests(at))
    opened = await person.at("general").slash("docker new", {"players": 2})
    assert "put me in timeout" in opened.text
    assert "Permissions" not in opened.text
    pressed = await person.click(panel, "Play" if "Play" in buttons(panel) else next(iter(buttons(panel))))
    assert "went wrong" not in pressed.text
    doctor = await person.slash("help", {"show": "doctor"})
    assert "put me in timeout" in doctor.text
    assert "A match is paused" in doctor.text
    assert "I look again" in doctor.text
    assert (await at.referee.match(1)).seq >= match.seq


async def test_the_doctor_says_what_rests_and_why(at: Table) -> None:
    anna = await begin(at, thread=False)
    deny(Permission.SEND_MESSAGES)(at, anna.channel)
    await anna.until(lambda: rests(at))
    await pass_time(at, HOUR)
    told = (await at.person("ben", "general").slash("help", {"show": "doctor"})).text
    assert "A match is paused" in told
    assert "I lack the permission “Send Messages”." in told
    deny(Permission(0))(at, anna.channel)
    await anna.until(lambda: not rests(at))
    await wait_for_rest()
    assert "A match is paused" not in (await at.person("ben", "general").slash("help", {"show": "doctor"})).text


# Who closed a thread?


@pytest.mark.parametrize("restart", ["never", "before", "after"])
async def test_a_post_that_a_moderator_closed_stays_closed(at: Table, restart: str) -> None:
    """Discord archives the post after each silent hour, and the bot reopens it; then a moderator closes it."""
    anna, ben = at.person("anna"), at.person("ben")
    thread = guilds.create_thread(at.sandbox.world, anna.channel, "Games", owner=anna.user, archive=60)
    anna, ben = anna.at(thread), ben.at(thread)
    opened = await open_lobby(at, anna, pace="relaxed")
    await ben.click(opened.message, "Join")
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    for _ in range(2):
        at.sandbox.world.clock.advance(HOUR)
        await anna.until(lambda: not thread.archived)
        await wait_for_rest()
    if restart == "before":
        await at.restart()
    await pass_time(at, 10 * MINUTE)
    assert not thread.archived
    guilds.set_archived(at.sandbox.world, thread, archived=True)
    await anna.until(lambda: rests(at))
    if restart == "after":
        await at.restart()
    await pass_time(at, 5 * HOUR)
    assert thread.archived
    assert (await at.referee.match(1)).paused_for == "place"


@pytest.mark.parametrize(
    ("silent", "minutes", "expected"),
    [(HOUR, 60, True), (HOUR / 2, 60, False), (DAY, 10080, True), (DAY - 3 * MINUTE, 10080, False)],
)
def test_who_archived_a_thread(silent: float, minutes: int, *, expected: bool) -> None:
    assert is_inactive(0.0, silent, minutes) is expected
