"""Every board, and every page of `/help` and `/me`, fits on the screen of a phone, in four languages."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from bench.house import choose_turn
from matches.change import Change
from matches.match import Match
from matches.play import play
from matches.referee import MACHINE, Done, Request
from matches.texts import LANGUAGES
from sandbox.person.person import Person
from tests.support.browser import OpenPage, Page
from tests.support.numbers import FULL
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.ship import Stub, a_film
from tests.support.play.table import Table, open_match, wait_for_boards
from tests.support.play.wordless import custom_ids

__all__ = ["at", "open_page"]

pytestmark = IN_BROWSER

PHONE = (390, 844)
SEATS = {"docker": 4, "dog": 4, "aquaretto": 4, "riffraff": 2}
DECISIONS = 150 if FULL else 18
"""The most decisions of a match. A board tells three of them."""
CASES = (
    [(game, language) for game in SEATS for language in LANGUAGES] if FULL else list(zip(SEATS, LANGUAGES, strict=True))
)

NEWEST = """number => {
  const found = [...document.querySelectorAll(".message")].at(-1);
  const shown = found?.dataset.id === number && [...found.querySelectorAll("img")].every((each) => each.complete);
  return shown ? [Math.round(found.getBoundingClientRect().height), found.innerText] : null;
}"""


async def measure_newest(page: Page, person: Person) -> tuple[int, str]:
    """Measure the height of the newest message in pixels, once the page shows it, and read its words."""
    found = await page.tab.wait_for_function(NEWEST, arg=str(person.messages()[-1].id))
    height, text = await found.json_value()
    return height, text


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
    page = await open_page(at.sandbox, "Anna", width=PHONE[0], height=PHONE[1])
    heights, told = [], -1
    for number in range(DECISIONS):
        match = await at.referee.match(1)
        if match.phase != "running":
            break
        done = await decide(at, match, choice)
        if done.outbox_id and (number >= told + 3 or done.match.phase != "running"):
            await at.bot.announce(done)
            await wait_for_boards(at)
            heights.append(await measure_newest(page, at.person("anna")))
            told = number
    assert len(heights) > 2
    print(command, language, sorted(height for height, _ in heights))  # noqa: T201 - shown by `pytest -s`, for a table
    assert max(heights)[0] <= PHONE[1], max(heights)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_page_of_help_or_me_is_higher_than_a_phone(at: Table, open_page: OpenPage, language: str) -> None:
    anna = at.person("anna")
    anna.user.locale = language
    page = await open_page(at.sandbox, "Anna", width=PHONE[0], height=PHONE[1])
    heights = {}
    for command in ("me", "help"):
        shown = (await anna.slash(command)).message
        heights[command] = (await measure_newest(page, anna))[0]
    for topic in [each for each in custom_ids(shown) if ":help:" in each][1:]:
        await anna.click((await anna.slash("help")).message, topic)
        heights[topic] = (await measure_newest(page, anna))[0]
    print(language, heights)  # noqa: T201
    assert max(heights.values()) <= PHONE[1], heights


async def decide(at: Table, match: Match, choice: random.Random) -> Done:
    """Make a random decision of an awaited player and the moves of machines after it."""
    holder = choice.choice(match.awaited)
    who = Request(holder.user_id, holder.name, at.sandbox.world.new_id())
    codes, decision = choose_turn(match, holder.seat, choice), match.decisions[holder.seat]

    def work(current: Match) -> Change:
        return play(current, who, holder.seat, codes, decision=decision, now=at.referee.now())

    return await at.bot.machines.run(await at.referee.change(1, who, work))
