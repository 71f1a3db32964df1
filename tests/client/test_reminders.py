"""Test reminders and pings: whom they reach, what they say, and when their messages are deleted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from client.board.pings import Pings
from client.core.bot import Slowboat
from client.reminders import GONE, Reminders, build_reminder
from games.text import Player, T
from matches.clocks.pace import DAY, HOUR
from matches.clocks.pauses import replace_player
from matches.delivery.pings import PingLog
from matches.keeping.ping_keys import PingKey, key_of_turn
from matches.keeping.saving import MOST_PINGS
from matches.match import Match
from matches.people.preferences import Person, write_person
from matches.referee import Done
from matches.texts import Texts
from tests.client.notices import Channels, fail, read_words
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House
from tests.support.matches.two_servers import CHANNEL_THERE, share_match

pytestmark = pytest.mark.usefixtures("no_boards")


def let_leave(bot: Slowboat, patch: pytest.MonkeyPatch, code: int) -> None:
    """Let Discord refuse to look up members with this code."""

    async def fetch_member(_: int) -> Any:
        error = fail(discord.NotFound, 404)
        error.code = code
        raise error

    patch.setattr(bot, "get_guild", lambda _: SimpleNamespace(fetch_member=fetch_member))


async def count_left(at: House, match: Match, seat: int) -> int:
    return await PingLog(at.referee).count_left(match, seat)


async def test_those_who_have_moved_meanwhile_are_left_out(at: House, bot: Slowboat, channels: Channels) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    (seat,) = match.to_act
    await bot.ping_log.count(match, key_of_turn(match, seat))  # as the sweep does
    await bot[Reminders].send(Done(match, pings=((seat + 1) % 3, seat)))
    ((channel, words, pinged),) = channels.sent
    assert (channel, pinged) == (match.channel_id, [match.holder(seat).user_id])
    assert words.startswith(f"<@{pinged[0]}> ")
    assert "last reminder" not in words
    (row,) = await bot.ping_log.read(match.id)
    assert (row.seat, row.message_id) == (seat, 1001), "the message can be deleted later"


async def test_a_reminder_goes_to_the_server_in_which_a_person_plays(
    at: House, bot: Slowboat, channels: Channels
) -> None:
    match = await share_match(at, game="dog_royal")
    await bot[Reminders].send(Done(match, pings=(1, 2)))
    assert [(channel, pinged) for channel, _, pinged in channels.sent] == [
        (match.channel_id, [BEN]), (CHANNEL_THERE, [CHIARA]),
    ]  # fmt: skip


async def test_a_reminder_that_a_channel_refuses_does_not_count_and_the_match_pauses(
    at: House, bot: Slowboat, channels: Channels, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    told: list[tuple[object, ...]] = []
    monkeypatch.setattr(bot, "dispatch", lambda *event: told.append(event))
    for error, left, lost in (
        (aiohttp.ClientError(), 2, []),
        (fail(discord.DiscordServerError, 503), 1, []),
        (fail(discord.Forbidden, 403), 1, [("place_lost", match.id, match.guild_id)]),
    ):
        await bot.ping_log.count(match, key_of_turn(match, seat))  # as the sweep does
        channels.refused[match.channel_id] = error
        await bot[Reminders].send(Done(match, pings=(seat,)))
        assert await count_left(at, match, seat) == left
        assert told == lost


@pytest.mark.parametrize("code", sorted(GONE))
async def test_a_stand_in_plays_for_good_for_somebody_who_has_left(
    at: House, bot: Slowboat, channels: Channels, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    let_leave(bot, monkeypatch, code)
    await bot[Reminders].send(Done(match, pings=(seat,)))
    match = await at.referee.match(match.id)
    assert match.holder(seat).stand_in == "until_back"
    assert match.to_act != (seat,), "it has moved at once"
    assert channels.sent == []


async def test_an_unknown_error_about_a_member_is_no_reason_for_a_stand_in(
    at: House, bot: Slowboat, channels: Channels, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    let_leave(bot, monkeypatch, 0)
    await bot[Reminders].send(Done(match, pings=(seat,)))
    assert (await at.referee.match(match.id)).holder(seat).stand_in is None
    assert len(channels.sent) == 1


def remind(match: Match, now: float, *, last: bool = False) -> tuple[str, list[str]]:
    (seat,) = match.to_act
    view = build_reminder(match, seat, Texts().say("en", match.cast()), now=now, outages=(), last=last)
    found = [str(getattr(each, "custom_id", "") or "") for each in view.walk_children()]
    return read_words(view), [each.split(":")[1] for each in found if each]


async def test_a_reminder_says_what_time_is_left_and_what_the_others_may_do(at: House) -> None:
    strict = await at.running("docker", ANNA, BEN, pace="daily", absence="skip")
    calm = await at.running("docker", ANNA, BEN, absence="skip", channel=8)
    words, buttons = remind(strict, at.now)
    assert f"Time limit: <t:{int(at.now + DAY)}" in words
    (other,) = {holder.seat for holder in strict.seats} - set(strict.to_act)
    assert f"Docker, with {Texts().say('en', strict.cast())(T('{player}', player=Player(other)))}." in words
    assert buttons == ["play", "later"]
    words, buttons = remind(calm, at.now)
    assert "Time limit" not in words, "nothing happens when that time is up"
    words, buttons = remind(strict, at.now + DAY, last=True)
    assert "The others may now go on without you" in words
    assert "This is the last reminder" in words
    assert buttons == ["play", "skip"]


# Pings in general


async def test_people_are_not_pinged_in_quiet_hours_nor_where_they_are(at: House, bot: Slowboat) -> None:
    hour = int(at.now // HOUR % 24)
    await write_person(at.referee, BEN, Person(quiet=(hour, (hour + 1) % 24)))
    bot.presence.note(7, CHIARA)
    assert await bot[Pings].filter_pingable(7, [ANNA, BEN, CHIARA, DANA]) == [ANNA, DANA]
    assert await bot[Pings].filter_pingable(8, [BEN, CHIARA]) == [CHIARA]


async def test_a_ping_replaces_the_one_before_and_is_deleted_when_it_is_answered(
    at: House, bot: Slowboat, channels: Channels
) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    decision = match.decisions[seat]
    for message_id in (501, 502):
        await bot.ping_log.count(match, PingKey(seat, decision))
        await bot[Pings].note_message(match, PingKey(seat, decision), message_id)
    assert channels.deleted == [501]
    await bot[Pings].delete_answered()
    assert channels.deleted == [501], "the decision is still open"
    await at.play_any_turn(match)
    with bot[Pings].keep_message(match.id, decision):
        await bot[Pings].delete_answered()
        assert channels.deleted == [501], "somebody is answering it just now"
    await bot[Pings].delete_answered()
    await bot[Pings].delete_answered()
    assert channels.deleted == [501, 502]
    assert list(await bot.ping_log.read_answered(limit=9)) == []


@pytest.mark.parametrize(
    ("error", "is_final"),
    [
        (fail(discord.NotFound, 404), True),
        (fail(discord.Forbidden, 403), True),
        (fail(discord.DiscordServerError, 503), False),
        (aiohttp.ClientError(), False),
        (TimeoutError(), False),
    ],
)
async def test_a_message_that_could_not_be_deleted_is_tried_again_unless_that_is_pointless(
    at: House, bot: Slowboat, channels: Channels, monkeypatch: pytest.MonkeyPatch, error: Exception, is_final: bool
) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    await bot.ping_log.count(match, key_of_turn(match, seat))
    await bot[Pings].note_message(match, key_of_turn(match, seat), 501)
    await at.play_any_turn(match)

    async def refuse() -> None:
        raise error

    with monkeypatch.context() as patch:
        closed = SimpleNamespace(get_partial_message=lambda _: SimpleNamespace(delete=refuse))
        patch.setattr(bot, "get_partial_messageable", lambda *_, **__: closed)
        await bot[Pings].delete_answered()
    await bot[Pings].delete_answered()
    assert channels.deleted == ([] if is_final else [501])


async def test_a_ping_without_a_message_is_forgotten(at: House, bot: Slowboat, channels: Channels) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    for _ in range(MOST_PINGS):
        await bot.ping_log.count(match, key_of_turn(match, seat))
    await at.play_any_turn(match)
    await bot[Pings].delete_answered()
    assert list(await bot.ping_log.read_answered(limit=9)) == []
    assert channels.deleted == []


async def test_a_seat_that_has_changed_hands_meanwhile_gets_no_stand_in(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    await at.referee.change(match.id, at.who(DANA), lambda m: replace_player(m, seat, DANA, "Dana", now=at.now))
    await bot[Reminders]._seat_stand_in(match, seat)
    assert (await at.referee.match(match.id)).holder(seat).stand_in is None
