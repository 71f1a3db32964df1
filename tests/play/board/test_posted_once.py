"""Before a message is sent again, the bot checks whether Discord has posted it: nobody is pinged twice, and a failed
opening leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from data import GuildRow
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.play.days import find_players, finish_match, list_boards, list_public, pass_time
from tests.support.play.results import fill_results as fill_in_matches
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_menus,
    open_match,
    open_panel,
    press_for_message,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.troubles import POST, answer_route, first_move, sleep_without_waiting
from tests.support.play.wordless import is_card

__all__ = ["answer_route"]

THREAD = "POST /channels/{channel_id}/messages/{message_id}/threads"
LOST: dict[str, dict[str, Any]] = {"lost": {"lose_reply": True}, "cut after": {"cut": True}}

lost = pytest.mark.parametrize("fault", LOST)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.http.asyncio.sleep", sleep_without_waiting)


def list_pinging(at: Table, person: Person, since: int) -> list[Message]:
    """List the messages that have pinged somebody, after the first `since` pings."""
    return [ping.message for ping in list(at.sandbox.world.pings)[since:] if person.user.id in ping.users]


def list_cards(person: Person) -> list[Message]:
    return [message for message in list_public(person) if is_card(message)]


def refuse_messages(at: Table) -> None:
    """Have Discord refuse every attempt to send a message."""
    at.sandbox.faults.order(POST, refuse=True, count=5)


# Rematch


@lost
async def test_the_card_of_a_rematch_is_posted_once(at: Table, fault: str) -> None:
    anna = await finish_match(at)
    before = len(at.sandbox.world.pings)
    at.sandbox.faults.order(POST, **LOST[fault])
    await press_for_message(anna, find_board(anna), "Rematch")
    (card,) = list_cards(anna)
    match = await at.referee.match(2)
    assert (match.phase, match.card_id) == ("lobby", card.id)
    assert len(list_pinging(at, at.person("ben"), before)) == 1
    (invitation,) = (each for each in list_public(anna) if "Accept" in buttons(each))
    await at.person("ben").click(invitation, "Accept")
    assert (await at.referee.match(2)).phase == "running"


async def test_a_rematch_whose_card_nobody_sees_is_closed(at: Table) -> None:
    anna = await finish_match(at)
    refuse_messages(at)
    told = await anna.click(find_board(anna), "Rematch")
    await wait_for_rest()
    assert "Discord could not be reached" in told.text
    assert (await at.referee.match(2)).phase == "cancelled"
    assert list_cards(anna) == []
    await press_for_message(anna, find_board(anna), "Rematch")
    await wait_for_rest()
    assert len(list_cards(anna)) == 1
    assert (await at.referee.match(3)).phase == "lobby"


# Pings


@lost
async def test_people_are_invited_once(at: Table, fault: str) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await anna.slash("docker new", {"players": 3})
    panel = (await anna.click(card.message, "More")).message
    at.sandbox.faults.order(POST, **LOST[fault])
    await anna.choose(panel, "Invite people", ["ben"])
    await wait_for_rest()
    assert len(ben.pings()) == 1
    assert len([message for message in list_public(ben) if "Accept" in buttons(message)]) == 1


async def edit_boards(at: Table) -> None:
    """Have the server edit its boards, and leave the channel alone for a while so that pings are due."""
    guild = at.person("anna").channel.guild
    assert guild is not None
    wishes = GuildRow(guild.id, settings='{"edit_boards":true}')
    await at.referee.store.transaction(lambda tx: tx.put_guild(wishes))
    await pass_time(at, 600, step=600)


async def choose_move(person: Person) -> Message:
    """Open the panel and choose, without confirming."""
    panel = await open_panel(person)
    while "Confirm" not in buttons(panel):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[0]["value"])
    return panel


@lost
async def test_the_next_player_is_pinged_once_where_boards_are_edited(at: Table, fault: str) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await edit_boards(at)
    person, other = await find_players(at)
    panel = await choose_move(person)
    at.sandbox.faults.order(POST, **LOST[fault])
    await person.click(panel, "Confirm")
    await wait_for_boards(at)
    await wait_for_rest()
    assert len(list_boards(person)) == 1
    assert len(other.pings()) == 1


async def test_a_board_that_was_edited_is_not_posted_as_well(at: Table) -> None:
    """Discord carries out the edit, but every answer is lost."""
    await open_match(at, "docker new", ("anna", "ben"))
    await edit_boards(at)
    await pass_time(at, 600, step=600)  # the token of the first board expires
    person, other = await find_players(at)
    panel = await choose_move(person)
    at.sandbox.faults.order("PATCH /channels/{channel_id}/messages/{message_id}", cut=True, count=3)
    await person.click(panel, "Confirm")
    await wait_for_boards(at)
    await wait_for_rest()
    assert not at.sandbox.faults._orders
    (only,) = list_boards(person)
    assert f"<@{other.user.id}>" in words(only)
    await at.bot.sweep()
    assert list_boards(person) == [only]


async def test_a_failed_ping_does_not_stop_the_work_that_follows(at: Table, caplog: pytest.LogCaptureFixture) -> None:
    posted: list[int] = []

    async def on_board_posted(match_id: int) -> None:
        posted.append(match_id)

    at.bot.add_listener(on_board_posted)
    await open_match(at, "docker new", ("anna", "ben"))
    await edit_boards(at)
    person, other = await find_players(at)
    panel = await choose_move(person)
    await wait_for_rest()
    posted.clear()
    refuse_messages(at)
    await person.click(panel, "Confirm")
    await wait_for_boards(at)
    await wait_for_rest()
    assert other.pings() == []
    assert posted == [1]
    assert any("nobody was pinged" in record.message for record in caplog.records)


async def test_a_ping_goes_to_the_channel_although_the_answer_failed(at: Table, answer_route: str) -> None:
    """Discord would treat the ping as the answer to a one-line command, which only one person sees."""
    await open_match(at, "docker new", ("anna", "ben"))
    await edit_boards(at)
    person, other = await find_players(at)
    at.sandbox.faults.order(answer_route, refuse=True, count=5)
    await person.slash("docker move", {"move": first_move(at)})
    await wait_for_boards(at)
    await wait_for_rest()
    (ping,) = other.pings()
    assert not ping.ephemeral


async def test_a_shared_card_is_posted_once(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await fill_in_matches(at, anna, ben, 1)
    card = (await anna.slash("me", {"show": "stats"})).message
    at.sandbox.faults.order(POST, lose_reply=True)
    await anna.click(card, "Show it to everybody")
    await wait_for_rest()
    assert len(list_public(anna)) == 1


# Threads

THREADS: dict[str, dict[str, Any]] = {
    "lost": {"lose_reply": True, "count": 5},
    "cut after": {"cut": True, "count": 3},
    "refused": {"refuse": True, "count": 5},
    "cut before": {"refuse": True, "cut": True, "count": 3},
}


async def ask_for_thread(anna: Person, how: str) -> None:
    """Ask for a match in a thread: by command, or by the button that is offered where there is a match already."""
    if how == "command":
        await anna.slash("docker new", {"players": 2, "thread": True})
        return
    refused = await anna.slash("docker new", {"players": 2})
    await anna.click(refused.message, "Open the match in a thread")


@pytest.mark.parametrize(
    ("fault", "how"),
    [
        ("lost", "command"),
        ("refused", "command"),
        ("cut after", "button"),
        ("refused", "button"),
        ("cut before", "button"),
    ],
)
async def test_a_thread_is_opened_once_or_leaves_nothing(at: Table, fault: str, how: str) -> None:
    anna = at.person("anna")
    if how == "button":
        await open_match(at, "docker new", ("anna", "ben"))
    before, number = len(list_public(anna)), 1 + (how == "button")
    at.sandbox.faults.order(THREAD, **THREADS[fault])
    await ask_for_thread(anna, how)
    await wait_for_rest()
    at.sandbox.faults.clear()
    threads = [channel for channel in at.sandbox.world.channels.values() if channel.is_thread]
    said = "\n".join(words(message) for message in anna.messages())
    assert "is being opened" not in said
    if fault in ("lost", "cut after"):
        (thread,) = threads
        match = await at.referee.match(number)
        assert (match.phase, match.channel_id) == ("lobby", thread.id)
        assert len(list_public(anna)) == before + 1
        return
    assert threads == []
    assert len(list_public(anna)) == before
    assert "Discord could not be reached" in said
    assert await at.referee.store.transaction(lambda tx: tx.read_match(number)) is None
    await ask_for_thread(anna, how)
    await wait_for_rest()
    assert (await at.referee.match(number)).phase == "lobby"


async def test_a_card_that_cannot_be_shown_leaves_neither_thread_nor_message(at: Table) -> None:
    anna = at.person("anna")
    await open_match(at, "docker new", ("anna", "ben"))
    refused = await anna.slash("docker new", {"players": 2})
    before = len(list_public(anna))
    at.sandbox.faults.order("PATCH /channels/{channel_id}/messages/{message_id}", refuse=True, count=5)
    at.sandbox.faults.order("PATCH /webhooks", refuse=True, count=5)
    await anna.click(refused.message, "Open the match in a thread")
    await wait_for_rest()
    assert (await at.referee.match(2)).phase == "cancelled"
    assert len(list_public(anna)) == before
