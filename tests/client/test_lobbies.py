"""Test what `/lobbies` lists for a person, and what it leaves out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from msgspec import structs

from client.company import lobbies
from client.company.lobbies import show_lobbies
from client.core.bot import Slowboat
from client.core.visit import Visit
from data import LookingRow
from matches.change import Change
from matches.lobby import lobby
from matches.looking import compute_end, join_queue
from matches.match import Match
from matches.play import resign
from matches.substitutes import seek
from tests.client.notices import make_interaction
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, GUILD, House

BELOW = ["sb:enter_code:0:-1:", "sb:look_for:0:-1:.0"]
"""The button and the menu that are always there."""


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The channels that nobody in this test sees."""
    channels: set[int] = set()
    monkeypatch.setattr(lobbies, "_may_see", lambda _, channel_id: channel_id not in channels)
    return channels


async def show(bot: Slowboat, user: int) -> tuple[list[str], list[str]]:
    """Return the lines of the list, without its heading, and the ids of its buttons."""
    interaction = make_interaction(bot, user)
    await show_lobbies(Visit(bot, interaction))
    return interaction.words.splitlines()[1:], interaction.buttons


async def change_row(at: House, match: Match, **row: Any) -> Match:
    done = await at.referee.change(match.id, at.who(0), lambda now: Change(structs.replace(now, **row)))
    return done.match


async def test_free_seats_are_listed_for_those_who_may_take_them(at: House, bot: Slowboat, hidden: set[int]) -> None:
    match = await at.open("docker", 4, channel=8)
    await at.do(match, lobby.join, BEN, now=at.now)
    (line,), _ = await show(bot, CHIARA)
    assert "2 seats are free." in line
    assert "channels/70/8" in line
    assert await show(bot, BEN) == (["Nothing just now. Look for others below; /play opens a match."], BELOW)
    await at.store.transaction(lambda tx: tx.block(GUILD, ANNA, DANA))
    assert "Nothing just now" in (await show(bot, DANA))[0][0], "the host has blocked her"
    assert "2 seats are free." in (await show(bot, CHIARA))[0][0]
    hidden.add(8)
    assert "Nothing just now" in (await show(bot, CHIARA))[0][0]
    await change_row(at, match, card_channel_id=9)
    (line,), _ = await show(bot, CHIARA)
    assert "channels/70/9" in line, "the card is in a channel that she sees"
    await change_row(at, match, private=True)
    assert "Nothing just now" in (await show(bot, CHIARA))[0][0]


async def test_seats_on_offer_are_listed_while_somebody_plays_them(at: House, bot: Slowboat, hidden: set[int]) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, channel=8)
    assert "Nothing just now" in (await show(bot, DANA))[0][0]
    await at.do(match, seek, ANNA, wanted=True)
    (line,), _ = await show(bot, DANA)
    assert "(User 1) is looking for a substitute" in line
    await at.do(match, resign, ANNA, now=at.now)
    assert "Nothing just now" in (await show(bot, DANA))[0][0]


async def test_queues_are_listed_with_those_who_wait_and_a_button_to_join_them(
    at: House, bot: Slowboat, hidden: set[int]
) -> None:
    for user, game, pace in ((ANNA, "docker", "daily"), (BEN, "docker", "daily"), (CHIARA, "aquaretto", "live")):
        row = LookingRow(GUILD, user, game, pace, "", f"User {user}", at.now, compute_end(pace, at.now))
        await join_queue(at.referee, row, 4)
    lines, buttons = await show(bot, DANA)
    assert [line.rsplit(" · ", 1)[1] for line in lines] == ["2 people are waiting", "1 person is waiting"]
    assert [each.rsplit(":", 1)[1] for each in buttons if each not in BELOW] == ["docker.daily", "aquaretto.live"]
    lines, buttons = await show(bot, ANNA)
    assert [line.rsplit(" · ", 1)[1] for line in lines[:2]] == ["1 person is waiting"] * 2, "oneself is not counted"
    assert "1 other person is waiting" in lines[3], "one's own queues are below"
    assert any("stop_looking" in each for each in buttons)


async def test_a_long_list_is_cut(at: House, bot: Slowboat, hidden: set[int]) -> None:
    for number in range(lobbies.MOST + 3):
        await at.open("docker", 4, channel=100 + number)
    paces = ("daily", "brisk", "bank", "small_bank", "live", "relaxed")
    for user, pace in enumerate(paces, 50):
        row = LookingRow(GUILD, user, "docker", pace, "", "x", at.now, at.now + 999)
        await join_queue(at.referee, row, 4)
    lines, buttons = await show(bot, DANA)
    assert len(lines) == lobbies.MOST
    assert sum("join_found" in each for each in buttons) == sum("look_too" in each for each in buttons) == 5


def test_a_person_sees_public_places_of_the_server_that_they_may_view() -> None:
    member = Mock(spec=discord.Member)
    private, public = (Mock(spec=discord.Thread) for _ in range(2))
    private.is_private.return_value, public.is_private.return_value = True, False
    channel, closed = (Mock(spec=discord.TextChannel) for _ in range(2))
    for place in (private, public, channel, closed):
        place.permissions_for.return_value = discord.Permissions(view_channel=place is not closed)
    places = {1: private, 2: public, 3: channel, 4: closed}
    guild = SimpleNamespace(get_channel_or_thread=places.get)
    here: Any = SimpleNamespace(guild=guild, user=member)
    assert [lobbies._may_see(here, number) for number in range(1, 6)] == [False, True, True, False, False]
    assert not lobbies._may_see(SimpleNamespace(guild=None, user=member), 3)  # type: ignore[arg-type]
    assert not lobbies._may_see(SimpleNamespace(guild=guild, user=Mock()), 3)  # type: ignore[arg-type]
