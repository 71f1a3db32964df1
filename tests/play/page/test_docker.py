"""Docker played in the sandbox's page with keyboard, buttons and menus alone, as a newcomer does."""

from __future__ import annotations

import secrets
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Locator, expect

from tests.support.browser import OpenPage, Page
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.process import program
from tests.support.play.table import Table

__all__ = ["at", "open_page"]

pytestmark = [*IN_BROWSER, pytest.mark.long]

DICE = bytes([13]) * 32
"""A secret whose dice end a match in 13 turns when everybody takes the first move offered."""
MOST_TURNS = 40


@pytest.fixture(autouse=True)
def _loaded_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda _=32: DICE)


async def test_two_people_side_by_side_play_a_whole_match(at: Table, open_page: OpenPage) -> None:
    page = await open_page(at.sandbox, "Anna", "Ben")
    await open_docker(page, "Anna", "Ben")
    turns = 0
    while who := await to_move(page, "Anna", "Ben"):
        await take_turn(page, who)
        turns += 1
        for name in ("Anna", "Ben"):
            await expect(boards(page, name)).to_have_count(turns + 1)
        assert turns < MOST_TURNS, "the match does not end"
    assert turns > 5
    for name in ("Anna", "Ben"):
        await expect(boards(page, name).last).to_contain_text("Rematch")
        await expect(boards(page, name).last).to_contain_text("wins!")
        await expect(page.button(name, "Play")).to_have_count(0)
    assert (await at.referee.match(1)).phase == "finished"


async def test_everything_may_be_stopped_and_started_in_the_middle_of_a_turn(
    tmp_path: Path,
    open_page: OpenPage,
) -> None:
    """Start the program twice, in its own process, which takes most of eight seconds."""
    async with program(tmp_path) as local:
        page = await open_page(local, "Anna")
        await page.slash("Anna", "/docker new", {"players": "2"})
        await page.choose("Anna", "Normal: a solid player", menu="Play against the computer")
        await expect(boards(page, "Anna").last).to_contain_text("it is your turn")
        await choose_a_move(page, "Anna")
        await page.tab.reload()  # a reply quotes its message as it was when the page read it
        await expect(page.button("Anna", "Confirm")).to_have_count(1)
        said = await page.messages("Anna").all_inner_texts()
        shown = await boards(page, "Anna").count()
    await expect(page.column("Anna").locator(".offline")).to_be_visible()
    async with program(tmp_path, port=urlsplit(local.url).port or 0):
        await expect(page.column("Anna").locator(".offline")).to_have_count(0)
        await page.tab.reload()
        await expect(page.messages("Anna")).to_have_count(len(said))
        assert await page.messages("Anna").all_inner_texts() == said
        await page.press("Anna", "Confirm")
        await expect(boards(page, "Anna")).not_to_have_count(shown)
        await expect(page.button("Anna", "Play")).to_have_count(1)


def boards(page: Page, user: str) -> Locator:
    """Locate the boards everybody sees, oldest first."""
    pictures = page.column(user).locator(".message:not(.ephemeral)").filter(has=page.tab.locator(".picture"))
    return pictures.filter(has=page.tab.get_by_role("heading", level=5))  # that of a lobby's card is larger


async def open_docker(page: Page, host: str, guest: str) -> None:
    """Open a match with three cubes each, seen by both when it begins."""
    await page.slash(host, "/docker new", {"players": "2", "preset": "English and German rules"})
    await page.press(guest, "Join")
    for name in (host, guest):
        await expect(boards(page, name)).to_have_count(1)


async def to_move(page: Page, *people: str) -> str | None:
    """Find the person the newest board waits for."""
    for name in people:
        if f"@{name}" in await boards(page, name).last.inner_text():
            return name
    return None


async def take_turn(page: Page, user: str) -> None:
    """Press Play, the first move offered, and Confirm."""
    await choose_a_move(page, user)
    await page.press(user, "Confirm")


async def choose_a_move(page: Page, user: str) -> None:
    """Press Play and the first move offered, up to its preview. If only one move is legal, Play leads there at once."""
    known = await page.column(user).locator(".message.ephemeral").count()
    await page.press(user, "Play")
    await expect(page.column(user).locator(".message.ephemeral")).to_have_count(known + 1)  # it replaces an open one
    private = page.column(user).locator(".message.ephemeral").last
    move = private.locator('button[data-custom-id*=".move."]:not([data-custom-id*=".move.@"])').first
    menu = private.locator(".select-face").first  # instead of buttons where there are many moves
    confirm = private.get_by_role("button", name="Confirm", exact=True)
    await expect(move.or_(menu).or_(confirm).first).to_be_visible()
    if await move.count():
        await move.click()
    elif await menu.count():
        await menu.click()
        await private.get_by_role("listbox").get_by_role("option").first.click()
    await expect(confirm).to_be_visible()
