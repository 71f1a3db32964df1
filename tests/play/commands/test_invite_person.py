"""*Invite to a match*, in the menu of a person."""

from __future__ import annotations

import pytest

import games
from client.messages.custom_ids import MAX_LENGTH
from sandbox.person.slash import Refused
from tests.support.play.table import Table, buttons, press_for_message, words

NAME = "Invite to a match"


async def test_two_clicks_open_a_match_and_invite_the_person(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    asked = await anna.use_on(ben.user, NAME)
    assert asked.ephemeral
    assert "Which game" in asked.text
    await press_for_message(anna, asked.message, "Docker")
    (called,) = await ben.until(ben.pings)
    assert "invites you to a match of Docker" in words(called)
    assert not called.ephemeral
    await ben.click(called, "Accept")
    assert set((await at.referee.match(1)).people) == {anna.user.id, ben.user.id}


async def test_the_lobby_of_the_host_in_this_channel_needs_no_choice(at: Table) -> None:
    anna, ben, dana = at.person("anna"), at.person("ben"), at.person("dana")
    await anna.slash("docker new", {"players": 3})
    told = await anna.use_on(ben.user, NAME)
    assert told.ephemeral
    assert "has been sent" in told.text
    assert len(await ben.until(ben.pings)) == 1
    again = await anna.use_on(ben.user, NAME)
    assert "already" in again.text
    assert len(ben.pings()) == 1, "not twice"
    other = await dana.use_on(ben.user, NAME)
    assert "Which game" in other.text, "another person's lobby is not theirs to invite to"
    refused = await dana.click(other.message, "Docker")
    assert "Open the match in a thread" in buttons(refused.message)


@pytest.mark.parametrize("locale", ["en-GB", "de", "fr", "it"])
async def test_bots_and_oneself_are_refused_kindly(at: Table, locale: str) -> None:
    anna = at.person("anna")
    anna.user.locale = locale
    name = {"en-GB": NAME, "de": "Zu einer Partie einladen", "fr": "Inviter à une partie", "it": "Invita a una partita"}
    for target in (anna.user, at.sandbox.world.bot):
        told = await anna.use_on(target, name[locale])
        assert told.ephemeral
        assert {"en-GB": "/play", "de": "/spielen", "fr": "/jouer", "it": "/gioca"}[locale] in told.text
    assert await at.referee.match_in(anna.channel.id) is None


async def test_it_is_not_offered_in_direct_messages(at: Table) -> None:
    anna = at.person("anna").direct()
    with pytest.raises(Refused, match="menu"):
        await anna.use_on(at.sandbox.world.bot, NAME)


async def test_a_long_name_fits_into_the_button(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    ben.user.name = "Ba:rtholomäus " * 2 + "von"
    asked = await anna.use_on(ben.user, NAME)
    ids = buttons(asked.message)
    assert len(ids) == len(games.names())
    assert all(len(str(each)) <= MAX_LENGTH for each in ids.values())
    await press_for_message(anna, asked.message, "Aquaretto")
    await ben.until(ben.pings)
