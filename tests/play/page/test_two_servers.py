"""A match between two servers in the page: each server in a page of its own."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from sandbox.storage.seed import add_guild
from tests.support.browser import OpenPage
from tests.support.numbers import patience
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.table import Table, wait_for_boards, wait_for_rest

__all__ = ["at", "open_page"]

pytestmark = [*IN_BROWSER, pytest.mark.usefixtures("blank_pictures")]  # the browser need not wait for boards

MASTER = "Harbour Master"


@pytest.mark.timeout(patience(90))
async def test_two_servers_share_a_table(at: Table, open_page: OpenPage) -> None:
    """Offer, link, join, play on both sides, and end it."""
    quay = add_guild(at.sandbox.world, "Quay", channels=("pier",))
    quay.locale = "de"
    await wait_for_rest()
    here = await open_page(at.sandbox, "Anna", MASTER)
    there = await open_page(at.sandbox, "Chiara", MASTER, channel="pier")
    await here.slash("Anna", "/docker new", {"players": "2"})
    await here.press(MASTER, "More")
    await here.press(MASTER, "Who may join …")
    await here.press(MASTER, "Play with another server …")
    await here.press(MASTER, "Offer it without names")
    told = await (await here.sees(MASTER, "The code for the other server")).inner_text()
    code = re.search(r"\d+-[A-Z0-9]{6}", told)
    assert code is not None
    await there.slash(MASTER, "/lobbies", {"code": code[0]})
    await there.sees(MASTER, "Another server offers you this table")
    await there.press(MASTER, "Agree, without names")
    await here.sees("Anna", "Another server shares this table. Neither sees the other's names, only colours.")
    await there.sees("Chiara", "auf dem anderen Server")
    await there.press("Chiara", "Mitspielen")
    await here.sees("Anna", "rolls")
    await there.sees("Chiara", "würfelt")
    await wait_for_boards(at)
    first = (await at.referee.match(1)).awaited[0].name
    page, other = (there, "Anna") if first == "Chiara" else (here, "Chiara")
    await page.press(first, "Spielen" if page is there else "Play")
    private = page.column(first).locator(".message.ephemeral").last
    move = private.locator('button[data-custom-id*=".move."]:not([data-custom-id*=".move.@"])').first
    confirm = private.get_by_role("button", name="Confirm", exact=True)
    await expect(move.or_(confirm).first).to_be_visible()
    if not await confirm.count():
        await move.click()
    await expect(confirm).to_be_enabled()
    await confirm.click()
    await page.sees(first, "✓")
    await page.does_not_see(first, f"({other})")
    await wait_for_rest()
    await wait_for_boards(at)
    assert (await at.referee.match(1)).seq > 0
    await there.slash(MASTER, "/server", {"show": "Manage this match"})
    await there.press(MASTER, "End the shared table")
    await there.fill(MASTER, {"Why?": "We close"})
    await there.submit(MASTER)
    await here.sees("Anna", "no longer shared with the other server")
    await here.sees("Anna", "We close")
