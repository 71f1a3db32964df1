"""The menu of a person in the page: *Invite to a match* by keyboard, and on a phone in French."""

from __future__ import annotations

from playwright.async_api import expect

from tests.support.accessibility import findings
from tests.support.browser import OpenPage
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.table import Table, words

__all__ = ["at", "open_page"]

pytestmark = IN_BROWSER


async def test_a_person_is_invited_by_keyboard_alone(at: Table, open_page: OpenPage) -> None:
    ben = at.person("ben")
    ben.say("Anybody here?")
    page = await open_page(at.sandbox, "Anna")
    name, keys = page.button("Anna", "Ben"), page.tab.keyboard
    offered = page.column("Anna").get_by_role("menu", name="Ben · Apps").get_by_role("menuitem")
    for _ in range(40):
        await keys.press("Tab")
        if await name.evaluate("name => name === document.activeElement"):
            break
    await keys.press("Enter")
    await expect(offered).to_have_text(["Stats", "Invite to a match"])
    await expect(offered.first).to_be_focused()
    await keys.press("ArrowUp")
    await expect(offered.last).to_be_focused()
    for key in ("Escape", "Tab"):
        await keys.press(key)
        await expect(offered).to_have_count(0)
        await expect(name).to_be_focused()
        await keys.press("Enter")
        await expect(offered.first).to_be_focused()
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(offered).to_have_count(0)
    asked = await page.sees("Anna", "Which game")
    await expect(asked.locator(".used")).to_contain_text("Anna used Invite to a match")
    await page.press("Anna", "Docker")
    (called,) = await ben.until(ben.pings)
    assert "invites you to a match of Docker" in words(called)
    await expect(page.column("Anna").locator("button.mention", has_text="@Ben").last).to_be_visible()


async def test_the_menu_on_a_phone_in_french(at: Table, open_page: OpenPage) -> None:
    at.person("ben").say("Anybody here?")
    dana = at.person("dana")
    dana.user.locale = "fr"
    page = await open_page(at.sandbox, "Dana", width=390, height=844)
    said = await page.sees("Dana", "Anybody here?")
    await said.locator(".avatar").click()
    offered = page.column("Dana").get_by_role("menuitem", name="Inviter à une partie")
    await expect(page.column("Dana").get_by_role("menu", name="Ben · Applications")).to_be_visible()
    box = await offered.bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= 390
    assert box["height"] >= 40
    assert await findings(page) == []
    await page.tab.route("**/page/api/use_on", lambda route: route.abort())
    await offered.click()
    await expect(page.column("Dana").get_by_role("alert")).to_contain_text("Le bac à sable ne répond pas")
    await page.tab.unroute("**/page/api/use_on")
    await said.get_by_role("button", name="Ben").click()
    await offered.click()
    await page.sees("Dana", "Quel jeu")
    await expect(page.column("Dana").get_by_role("alert")).to_have_count(0)


async def test_names_are_plain_text_where_the_bot_offers_nothing(at: Table, open_page: OpenPage) -> None:
    at.person("anna").direct().say("Anybody here?")
    page = await open_page(at.sandbox, "Anna")
    await page.go("Slowboat")
    said = await page.sees("Anna", "Anybody here?")
    await expect(said.locator(".author")).to_have_text("Anna")
    await expect(said.locator("button")).to_have_count(0)
