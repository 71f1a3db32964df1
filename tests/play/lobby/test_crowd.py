"""A channel plays a seat: the lobby's page, the private vote, the end of the vote, and who is kept out."""

from __future__ import annotations

import secrets

import pytest

from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons
from tests.support.browser import OpenPage
from tests.support.numbers import patience
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.days import HOUR, list_public, pass_time, wait_for_board_with
from tests.support.play.light import light
from tests.support.play.table import (
    Table,
    choose,
    find_board,
    has_board,
    list_menus,
    open_panel,
    press_here,
    press_more,
    take_turn,
    wait_for_boards,
    words,
)

__all__ = ["at", "light", "open_page"]

pytestmark = [*IN_BROWSER, pytest.mark.usefixtures("blank_pictures")]  # nobody looks at the pictures

PAGE = "Let the channel play a seat …"
MENU = "How long, and how many votes?"


@pytest.fixture(autouse=True)
def deal_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every match the same dice and cards."""
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: bytes([5]) * count)


async def _begin(at: Table, command: str, *, terms: str) -> Person:
    """Open a match against the channel. Returns its host."""
    anna = at.person("anna")
    card = (await anna.slash(command, {"players": 2})).message
    page = (await press_more(anna, card, "Who may join …", PAGE)).message
    await anna.choose(page, MENU, terms)
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    return anna


async def _choose(person: Person, panel: Message, *, option: int = 0) -> None:
    """Choose moves of the panel until the turn is complete; a choice that needs no confirmation is the vote itself."""
    while "Your vote:" not in words(panel) and "Vote for this" not in buttons(panel):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[option % len(options)]["value"])


async def test_a_channel_votes_in_the_page(at: Table, open_page: OpenPage) -> None:
    page = await open_page(at.sandbox, "Anna", "Chiara")
    await page.slash("Anna", "/docker new", {"players": "2"})
    await page.press("Anna", "More")
    await page.press("Anna", "Who may join …")
    await page.press("Anna", PAGE)
    await page.sees("Anna", "everybody who voted last time has voted again")
    await page.choose("Anna", "1 h for each vote, at least 1 vote", menu=MENU)
    await page.sees("Chiara", "Fair-play seal")
    await wait_for_boards(at)
    anna = at.person("anna")
    if "Vote" not in buttons(find_board(anna)):  # Anna begins
        await take_turn(anna)
    await page.sees("Chiara", "everybody here without a seat may vote on the next move")
    await page.press("Chiara", "Vote")
    await page.sees("Chiara", "You are voting on the channel's move.")
    chiara = at.person("chiara")
    panel = next(message for message in reversed(chiara.messages()) if message.ephemeral)
    await _choose(chiara, panel)
    await page.sees("Chiara", "Nobody sees your vote until")
    await page.press("Chiara", "Vote for this")
    await page.sees("Chiara", "Your vote:")
    await page.does_not_see("Anna", "Your vote:")
    await pass_time(at, 2 * HOUR)
    await page.sees("Anna", "The channel has voted: 1 of 1 for this turn.")


async def test_hidden_cards_are_shown_to_those_who_vote_and_cost_them_a_seat(at: Table) -> None:
    anna = await _begin(at, "dog new", terms="1.2")
    card = find_board(anna)
    match = await at.referee.match(1)
    (seat,) = (holder.seat for holder in match.seats if holder.crowd)
    assert "may vote" in words(card), "everybody exchanges a card first"
    refused = (await anna.click(card, "Vote")).message
    assert "You play in this match, so you cannot vote" in words(refused)
    before = [words(message) for message in list_public(anna)]
    chiara, dana = at.person("chiara"), at.person("dana")
    shown = (await chiara.click(card, "Vote")).message
    assert shown.ephemeral
    assert not {"Try it", "Confirm", "How risky?"} & set(buttons(shown))
    await _choose(chiara, shown)
    assert "Your vote:" in words(shown)
    assert "You have voted, and can change your vote until" in words(shown)
    assert [words(message) for message in list_public(anna)] == before, "a vote changes nothing in the channel"
    again = (await chiara.click(shown, "Vote")).message
    assert "You have voted" in words(again)
    assert seat in (await at.referee.match(1)).to_act
    looked = (await dana.click(card, "Vote")).message
    assert "You are voting on the channel's move." in words(looked)
    own = words(await open_panel(anna))
    assert "You are voting" not in own

    more = (await anna.click(find_board(anna), "More")).message
    await press_here(anna, more, "Find a substitute …")
    await anna.click(more, "Look for one")
    offer: Message = await anna.until(
        lambda: next((each for each in list_public(anna) if "Step in" in buttons(each)), None)
    )
    for _ in range(2):
        told = (await dana.click(offer, "Step in")).message
        assert "You have seen the cards of another seat in this match" in words(told)
        asked = (await dana.click((await dana.slash("me", {"show": "privacy"})).message, "Forget me")).message
        await dana.click(asked, "Yes, forget me")
    assert (await at.referee.match(1)).people == (anna.user.id,)
    await at.restart()
    await pass_time(at, 2 * HOUR)
    assert seat not in (await at.referee.match(1)).to_act, "two people have looked, but only one has voted"


async def test_a_lobby_says_that_a_channel_plays_and_what_it_sees(at: Table) -> None:
    anna = at.person("anna")
    card = (await anna.slash("dog new")).message
    page = (await press_more(anna, card, "Who may join …", PAGE)).message
    assert "see the cards of this seat" in words(page)
    ben = at.person("ben")
    await ben.click(card, "Join")
    assert "Who may join …" not in buttons((await ben.click(card, "More")).message), "the host chooses"
    await anna.choose(page, MENU, "24.3")
    told = "The channel plays a seat: 24 h for each vote, at least 3 votes. Not rated."
    await anna.until(lambda: told in words(card))
    assert "see the cards of this seat" in words(card)


async def test_somebody_who_has_asked_for_a_seat_sees_no_hand_until_they_withdraw(at: Table) -> None:
    """In a match for invited people, its players decide who steps in; meanwhile the channel votes."""
    anna = at.person("anna")
    card = (await anna.slash("dog new", {"players": 2})).message
    await press_more(anna, card, "Who may join …", "Make it private")
    page = (await press_more(anna, card, "Who may join …", PAGE)).message
    await anna.choose(page, MENU, "1.2")
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    more = (await anna.click(find_board(anna), "More")).message
    await press_here(anna, more, "Find a substitute …")
    await anna.click(more, "Look for one")
    dana = at.person("dana")
    offer = await dana.until(lambda: next((each for each in list_public(dana) if "Step in" in buttons(each)), None))
    await dana.click(offer, "Step in")
    refused = await dana.click(find_board(dana), "Vote")
    assert "You have asked for a seat, so you cannot see the channel's cards." in words(refused.message)
    assert not refused.message.attachments
    vote = next(each for each in reversed(list_public(dana)) if "Agree" in buttons(each))
    await dana.click(vote, "Refuse")
    assert "Withdrawn" in words(vote)
    shown = (await dana.click(find_board(dana), "Vote")).message
    assert "You are voting on the channel's move." in words(shown)
    told = (await dana.click(offer, "Step in")).message
    assert "You have seen the cards of another seat in this match" in words(told)
    assert not any("Agree" in buttons(each) for each in list_public(dana))
    assert (await at.referee.match(1)).people == (anna.user.id,)


@pytest.mark.timeout(patience(60))
async def test_votes_from_the_last_time_end_the_next_one_early(at: Table) -> None:
    anna = await _begin(at, "docker new", terms="6.1")
    for number in range(2):
        board = find_board(anna)
        if "Vote" not in buttons(board):
            board = await take_turn(anna)
            await wait_for_boards(at)
        chiara = at.person("chiara")
        panel = (await chiara.click(find_board(chiara), "Vote")).message
        await _choose(chiara, panel, option=number)
        await chiara.click(panel, "Vote for this")
        if number == 0:
            await pass_time(at, 7 * HOUR)
        await wait_for_boards(at)
        assert "Vote" not in buttons(await wait_for_board_with(anna, "The channel has voted: 1 of 1"))
    assert "the vote is closed" in words(panel)
