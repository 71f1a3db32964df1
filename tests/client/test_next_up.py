"""Test the ping of the person whose turn is next: who gets it, where, and what it says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest

from client.board.pings import ping_next
from client.core.bot import Slowboat
from matches.clocks.absence import announce_absence
from matches.keeping.ping_keys import key_of_next_up
from matches.match import Match
from matches.people.preferences import Person, write_person
from matches.referee import MACHINE
from tests.client.notices import Channels, connect, fail
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, house
from tests.support.matches.two_servers import CHANNEL_THERE, share_match


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, quick=True) as found:
        for user in (ANNA, BEN, CHIARA, DANA):
            await write_person(found.referee, user, Person(next_up=True))
        yield found


async def begin(at: House, folder: Path) -> tuple[Match, Channels, Slowboat]:
    match, channels = await at.running("docker", ANNA, BEN, CHIARA, pace="daily"), Channels()
    return match, channels, connect(at, folder, channels)


def find_next(match: Match) -> int:
    return match.holder((match.awaited[0].seat + 1) % 3).user_id or 0


async def test_the_next_person_is_told_once_after_whom_they_play(at: House, tmp_path: Path) -> None:
    match, channels, bot = await begin(at, tmp_path)
    user, before = find_next(match), match.awaited[0].name
    assert before != f"User {user}"
    for _ in range(2):
        await ping_next(bot, match.id)
    ((channel, words, pinged),) = channels.sent
    assert (channel, pinged) == (match.channel_id, [user])
    told, _, after = words.partition(", you are next, after ")
    assert told.startswith(f"<@{user}> ")
    assert f"(User {user})" in told
    assert f"({before})" in after
    (row,) = await bot.ping_log.read(match.id)
    assert (row.seat, row.decision) == key_of_next_up(match, match.seats_of(user)[0])
    assert row.message_id == 1001, "the message can be deleted later"


@pytest.mark.parametrize("why", ["no wish", "away", "quiet hours", "in the channel", "alone in turn"])
async def test_nobody_is_told_who_cannot_or_need_not_be(at: House, tmp_path: Path, why: str) -> None:
    match, channels, bot = await begin(at, tmp_path)
    user = find_next(match)
    if why == "no wish":
        await write_person(at.referee, user, Person())
    elif why == "away":
        until = at.now + 9999
        await at.referee.change(
            match.id, MACHINE, lambda found: announce_absence(found, user, until, now=at.now, outages=())
        )
    elif why == "quiet hours":
        hour = int(at.now // 3600 % 24)
        await write_person(at.referee, user, Person(next_up=True, quiet=(hour, (hour + 1) % 24)))
    elif why == "in the channel":
        bot.presence.note(match.channel_id, user)
    else:
        match = await at.running("docker", ANNA, BEN, channel=77)
    await ping_next(bot, match.id)
    assert channels.sent == []


async def test_an_absence_that_is_over_and_presence_elsewhere_do_not_matter(at: House, tmp_path: Path) -> None:
    match, channels, bot = await begin(at, tmp_path)
    user, until = find_next(match), at.now + 60
    await at.referee.change(
        match.id, MACHINE, lambda found: announce_absence(found, user, until, now=at.now, outages=())
    )
    at.now += 61
    bot.presence.note(match.channel_id + 1, user)
    await ping_next(bot, match.id)
    assert len(channels.sent) == 1


async def test_each_person_is_told_in_the_server_in_which_they_play(at: House, tmp_path: Path) -> None:
    match, channels = await share_match(at), Channels()
    bot = connect(at, tmp_path, channels)
    for _ in range(4):
        match = await at.referee.match(match.id)
        holder = match.holder((match.awaited[0].seat + 1) % 4)
        await ping_next(bot, match.id)
        channel, words, pinged = channels.sent[-1]
        assert pinged == [holder.user_id]
        assert channel == (CHANNEL_THERE if holder.guest else match.channel_id)
        assert ("you are next" in words) is not bool(holder.guest), "the other server speaks German"
        await at.play_any_turn(match)


@pytest.mark.parametrize("error", [fail(discord.Forbidden, 403), aiohttp.ClientError()])
async def test_a_message_that_cannot_be_sent_stops_nothing_and_is_not_repeated(
    at: House, tmp_path: Path, error: Exception
) -> None:
    match, channels, bot = await begin(at, tmp_path)
    channels.refused[match.channel_id] = error
    await ping_next(bot, match.id)
    channels.refused.clear()
    await ping_next(bot, match.id)
    assert channels.sent == []
