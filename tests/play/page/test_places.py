"""Every place a player goes to, in the page: the greeting, a lobby, a thread, direct messages, `/status`."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

import games
from client.messages.parts import MOST_PICTURES
from tests.support.browser import OpenPage
from tests.support.numbers import patience
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.days import HOUR, pass_time
from tests.support.play.table import Table

__all__ = ["at", "open_page"]

pytestmark = [*IN_BROWSER, pytest.mark.usefixtures("blank_pictures")]  # the browser need not wait for boards


@pytest.mark.timeout(patience(60))
async def test_from_the_greeting_to_an_archived_thread(at: Table, open_page: OpenPage) -> None:
    at.bot.dispatch("local_start")
    anna = at.person("anna")
    await anna.until(lambda: anna.messages(), within=60)
    page = await open_page(at.sandbox, "Anna", "Ben")
    greeting = await page.sees("Anna", "Where to begin")
    await expect(greeting.locator("img")).to_have_count(min(MOST_PICTURES, len(games.names())))
    await expect(page.tab.locator(".help")).to_contain_text("Press a button below, or type")
    await page.press("Anna", "Docker")
    await page.sees("Ben", "Red (Anna) · host")
    await page.press("Ben", "Join")
    await page.press("Anna", "Start")
    await page.sees("Ben", "it is your turn")

    await page.slash("Ben", "/play", {"game": "Docker"})  # the channel has a match already
    await page.press("Ben", "Open the match in a thread")
    await page.sees("Anna", "in its own thread")
    await page.press("Anna", "Join")
    await page.press("Ben", "Start")
    thread = next(each for each in at.sandbox.world.channels.values() if each.is_thread)
    await page.go(thread.name)
    await page.sees("Anna", "it is your turn")
    await page.press("Ben", "More")
    await page.press("Ben", "Resign …")
    await page.press("Ben", "Yes, I resign")
    await page.sees("Anna", "Rematch")
    row = page.tab.locator(".channel.here")
    await expect(row).not_to_have_class(re.compile("archived"))
    await pass_time(at, 2 * HOUR, step=HOUR)
    await expect(row).to_have_class(re.compile("archived"))
    await page.press("Anna", "Rematch")  # the thread is archived, and its buttons work
    await expect(page.button("Ben", "Accept")).to_be_visible()


@pytest.mark.timeout(patience(60))
async def test_the_help_speaks_of_no_buttons_where_there_are_none(at: Table, open_page: OpenPage) -> None:
    page = await open_page(at.sandbox, "Anna")
    await page.go("Slowboat")
    await expect(page.tab.locator("h1")).to_have_text("@Slowboat")
    told = page.tab.locator(".help")
    await expect(told).to_contain_text("New here? Type /")
    await expect(told).not_to_contain_text("below")


@pytest.mark.timeout(patience(60))
async def test_a_match_in_direct_messages_counts_in_the_status(at: Table, open_page: OpenPage) -> None:
    page = await open_page(at.sandbox, "Anna")
    await page.slash("Anna", "/help", {"show": "Status"})
    await page.sees("Anna", "Everything works.")
    await page.go("Slowboat")
    await page.slash("Anna", "/help")
    await page.sees("Anna", "nobody watches")
    await page.slash("Anna", "/play", {"game": "Docker"})
    await page.sees("Anna", "it is your turn")
    await page.press("Anna", "Play")
    await page.sees("Anna", "You rolled")
    await page.slash("Anna", "/help", {"show": "Status"})
    await page.sees("Anna", "You are in one open match.")
