"""Every public message fits on the screen of a phone, in four languages."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from bench.house import choose_turn
from matches.change import Change
from matches.match import Match
from matches.play import play
from matches.referee import MACHINE, Request
from matches.texts import LANGUAGES
from tests.support.browser import OpenPage
from tests.support.numbers import FULL
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.ship import Stub, a_film
from tests.support.play.table import Table, open_match, wait_for_boards

__all__ = ["at", "open_page"]

pytestmark = IN_BROWSER

PHONE = (390, 844)
SEATS = {"docker": 4, "dog": 4, "aquaretto": 4, "riffraff": 2}
DECISIONS = 150 if FULL else 30
"""The most decisions of a match. Each third has a board, which tells three of them."""
CASES = (
    [(game, language) for game in SEATS for language in LANGUAGES] if FULL else list(zip(SEATS, LANGUAGES, strict=True))
)

MEASURE = "messages => messages.map(each => [each.getBoundingClientRect().height, each.innerText])"


@pytest.mark.parametrize(("command", "language"), CASES)
async def test_no_public_message_is_higher_than_a_phone(
    at: Table, open_page: OpenPage, command: str, language: str
) -> None:
    people = ["anna", "ben", "chiara", "dana"][: SEATS[command]]
    if command == "riffraff":
        Stub(falls=True, film=a_film((1,))).rule(at)
    await open_match(at, f"{command} new", people)
    choice = random.Random(language)
    await at.referee.change(1, MACHINE, lambda match: Change(structs.replace(match, language=language)))
    for number in range(DECISIONS):
        match = await at.referee.match(1)
        if match.phase != "running":
            break
        await decide(at, match, choice, show=number % 3 == 2)
    await wait_for_boards(at)
    page = await open_page(at.sandbox, "Anna", width=PHONE[0], height=PHONE[1])
    found = await page.column("Anna").locator(".message").evaluate_all(MEASURE)
    assert len(found) > 5
    heights = sorted(((round(height), text) for height, text in found), reverse=True)
    print(command, language, [height for height, _ in heights])  # noqa: T201 - shown by `pytest -s`, for a table
    print(heights[0][1])  # noqa: T201
    assert heights[0][0] <= PHONE[1], heights[0]


async def decide(at: Table, match: Match, choice: random.Random, *, show: bool) -> None:
    """Make a random decision of an awaited player and the moves of machines after it. `show`: post the board."""
    holder = choice.choice(match.awaited)
    who = Request(holder.user_id, holder.name, at.sandbox.world.new_id())
    codes, decision = choose_turn(match, holder.seat, choice), match.decisions[holder.seat]

    def work(current: Match) -> Change:
        return play(current, who, holder.seat, codes, decision=decision, now=at.referee.now())

    done = await at.bot.machines.run(await at.referee.change(1, who, work))
    if show or done.match.phase != "running":
        await at.bot.announce(done)
