"""When answers fail, are lost or come late, the channel still gets its board, once, and nobody is misled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from client.lobby import threads
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    is_board,
    list_awaited,
    list_menus,
    open_match,
    open_settings,
    wait_for_boards,
    wait_for_new_board,
    wait_for_rest,
    words,
)
from tests.support.play.troubles import EDIT, POST, answer_route, first_move, sleep_without_waiting

__all__ = ["answer_route"]

FAULTS: dict[str, dict[str, Any]] = {
    "refused": {"refuse": True, "count": 5},  # discord.py tries five times
    "cut before": {"refuse": True, "cut": True, "count": 3},  # and the bot three times
    "cut after": {"cut": True, "count": 3},
}


def public_boards(person: Person) -> list[Message]:
    return [message for message in person.messages() if is_board(message)]


async def panel_with_choice(at: Table) -> tuple[Person, Message, Message]:
    """Open a panel with a choice made but not confirmed; return whose turn it is, and the board."""
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    panel = (await person.click(shown, "Play")).message
    menu, options = next(iter(list_menus(panel).items()))
    await choose(person, panel, menu, options[0]["value"])
    return person, panel, shown


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_board_goes_to_the_channel_although_the_answer_failed(
    at: Table, monkeypatch: pytest.MonkeyPatch, answer_route: str, fault: str
) -> None:
    """Fail the answer to a one-line command, which comes late: Discord would take the next follow-up for the answer."""
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", sleep_without_waiting)
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    at.sandbox.faults.order(answer_route, **FAULTS[fault])
    await person.slash("docker move", {"move": first_move(at)})
    await wait_for_new_board(person, shown)
    await wait_for_boards(at)
    boards = public_boards(person)
    assert len(boards) == 2
    names = {message.attachments[0].filename for message in boards}
    assert len(names) == 2
    private = {file.filename for message in person.messages() if message.ephemeral for file in message.attachments}
    assert not names & private, "no board is shown to one person alone"
    await person.until(lambda: "Play" not in buttons(shown))


async def test_a_board_that_went_to_one_person_is_posted_again(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot reads the message's flags, which say that only one person sees it."""
    person, panel, shown = await panel_with_choice(at)
    send = discord.Webhook.send

    async def send_privately(webhook: discord.Webhook, **fields: Any) -> Any:
        return await send(webhook, **fields, ephemeral=True)

    monkeypatch.setattr(discord.Webhook, "send", send_privately)
    await person.click(panel, "Confirm")
    await wait_for_new_board(person, shown)
    await wait_for_boards(at)
    assert len(public_boards(person)) == 2


@pytest.mark.parametrize("fault", ["lost", "cut after"])
async def test_a_board_that_discord_had_accepted_is_not_posted_twice(
    at: Table, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", sleep_without_waiting)
    person, panel, shown = await panel_with_choice(at)
    at.sandbox.faults.order(POST, **({"lose_reply": True} if fault == "lost" else {"cut": True}))
    await person.click(panel, "Confirm")
    await wait_for_new_board(person, shown)
    await wait_for_boards(at)
    assert len(public_boards(person)) == 2, "the same board is in the channel twice"


async def test_a_committed_move_is_reported_as_made(
    at: Table, monkeypatch: pytest.MonkeyPatch, answer_route: str
) -> None:
    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", sleep_without_waiting)
    person, panel, shown = await panel_with_choice(at)
    at.sandbox.faults.order(answer_route, refuse=True, count=5)
    await person.click(panel, "Confirm")
    await wait_for_new_board(person, shown)
    said = await person.until(lambda: next((m for m in person.messages() if "was saved" in words(m)), None))
    assert "your match is unchanged" not in words(said)
    assert find_board(person) is not shown


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("thread", [False, True])
async def test_a_lobby_whose_card_nobody_sees_is_closed(
    at: Table, monkeypatch: pytest.MonkeyPatch, answer_route: str, fault: str, thread: bool
) -> None:
    """Otherwise nobody could open another match in the channel for two days."""
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", sleep_without_waiting)
    anna = at.person("anna")
    monkeypatch.setattr("client.lobby.opening.create_thread", _then_fail(at, fault, EDIT))
    if not thread:
        at.sandbox.faults.order(answer_route, **FAULTS[fault])
    await anna.slash("docker new", {"players": 2, "thread": thread})
    await wait_for_rest()
    at.sandbox.faults.clear()
    match = await at.referee.match(1)
    assert match.phase == ("lobby" if fault == "cut after" else "cancelled"), "Discord may have shown the card"
    again = await anna.slash("docker new", {"players": 2})
    assert ("There is already a match" in again.text) == (match.phase == "lobby" and not thread)


def _then_fail(at: Table, fault: str, route: str) -> Any:
    """Open the thread, and let the answer that becomes the card fail from then on."""
    honest = threads.create_thread

    async def create(*args: Any) -> Any:
        made = await honest(*args)
        at.sandbox.faults.order(route, **FAULTS[fault])
        return made

    return create


async def press_look(at: Table, person: Person, answer_route: str) -> Message:
    page = (await person.click((await person.slash("me")).message, "Pictures and colours …")).message
    at.sandbox.faults.order(answer_route, refuse=True, count=5)
    return (await person.click(page, "Dark pictures")).message


async def press_setting(at: Table, person: Person, answer_route: str) -> Message:
    owner = at.person("harbourmaster")
    page = await open_settings(owner, "Boards")
    at.sandbox.faults.order(answer_route, refuse=True, count=5)
    switch = next(custom_id for custom_id in buttons(page).values() if "edit_boards" in custom_id)
    return (await owner.click(page, switch)).message


async def press_forget_me(at: Table, person: Person, answer_route: str) -> Message:
    sure = (await person.click((await person.slash("me", {"show": "privacy"})).message, "Forget me")).message
    at.sandbox.faults.order(answer_route, refuse=True, count=5)
    return (await person.click(sure, "Yes, forget me")).message


@pytest.mark.parametrize("press", [press_look, press_setting, press_forget_me])
async def test_saved_settings_are_reported_as_saved(
    at: Table,
    monkeypatch: pytest.MonkeyPatch,
    answer_route: str,
    press: Callable[[Table, Person, str], Awaitable[Message]],
) -> None:
    """A person who is asked to try again would switch the setting back."""
    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", sleep_without_waiting)
    told = words(await press(at, at.person("anna"), answer_route))
    assert "This was saved; only my answer failed." in told
    assert "ry again" not in told


async def test_a_match_begins_although_the_answer_failed(
    at: Table, monkeypatch: pytest.MonkeyPatch, answer_route: str
) -> None:
    """Its board comes at once, and its card offers no seat any more."""
    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", sleep_without_waiting)
    anna = at.person("anna")
    card = (await anna.slash("docker new", {"players": 2})).message
    panel = (await anna.click(card, "More")).message
    at.sandbox.faults.order(answer_route, refuse=True, count=5)
    await anna.choose(panel, "Play against the computer", "start.normal")
    await wait_for_rest()
    assert public_boards(anna)
    assert "Join" not in buttons(card)
    assert "The match has begun." in words(card)
