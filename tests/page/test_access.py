"""Accessibility: axe-core finds nothing serious, in light and dark, on desktop and phone."""

from __future__ import annotations

import pytest
from playwright.async_api import Error, expect

from sandbox.server import Sandbox
from tests.page.showbot import ShowBot
from tests.support.accessibility import findings
from tests.support.browser import OpenPage

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
async def test_nothing_serious_is_found(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage, width: int, dark: bool
) -> None:
    people = ("Anna", "Ben")
    page = await open_page(sandbox, *people, width=width, height=844, dark=dark)
    await page.say("Anna", "`code` > <t:0:R> ||hidden||\n> quote\n```\nblock\n```")
    await page.slash("Anna", "/show")
    await page.press("Anna", "Whisper")
    await page.sees("Anna", "psst Anna")
    assert await findings(page) == []
    await page.tab.keyboard.press("Escape")
    await page.text_box("Anna").fill("/")
    await expect(page.suggestions("Anna")).not_to_have_count(0)
    assert await findings(page) == []
    await page.text_box("Anna").fill("/ship build ")
    await expect(page.column("Anna").locator(".choice-name")).not_to_have_count(0)
    assert await findings(page) == []
    await page.tab.keyboard.press("Escape")
    await page.tab.keyboard.press("Escape")
    await page.column("Anna").locator(".select-face", has_text="Two or three").click()
    assert await findings(page) == []
    await page.tab.keyboard.press("Escape")
    await page.press("Anna", "Form")
    await page.modal("Anna").locator("button[type=submit]").click()
    await expect(page.modal("Anna").locator(".problem").first).to_be_visible()
    assert await findings(page) == []
    await page.tab.keyboard.press("Escape")
    await page.column("Anna").locator(".picture").last.click()
    assert await findings(page) == []
    await page.tab.keyboard.press("Escape")
    pictured = page.column("Anna").locator(".picture:not(.thumbnail)").last
    await pictured.hover()
    await expect(pictured.locator(".alt-badge")).to_have_css("opacity", "1")
    assert await findings(page) == []
    if width < 720:
        await page.tab.get_by_role("button", name="Channels").click()
    await page.tab.get_by_role("button", name="Faults and time").click()
    await page.tab.locator("[data-kind=duplicate]").click()
    await expect(page.tab.locator("[data-kind=duplicate].active")).to_have_count(1)
    assert await findings(page) == []
    assert await page.tab.evaluate("() => document.documentElement.scrollWidth") == width
    box = await page.tab.locator(".fault-panel").bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= width
    assert 0 <= box["y"] < box["y"] + box["height"] <= 844


async def test_the_check_can_fail(sandbox: Sandbox, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.tab.evaluate("() => document.querySelector('.send').removeAttribute('aria-label')")
    await page.tab.evaluate("() => { document.querySelector('.send').textContent = '' }")
    assert any(line.startswith("button-name") for line in await findings(page))


async def test_a_phone_shows_one_person_at_a_time_and_nothing_is_cut_off(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna", "Ben", width=390, height=844)
    await page.slash("Anna", "/show")
    await page.sees("Anna", "The show")
    await expect(page.column("Ben")).not_to_be_visible()
    await page.tab.get_by_role("tab", name="Ben").click()
    await expect(page.column("Ben")).to_be_visible()
    await expect(page.column("Anna")).not_to_be_visible()
    assert await page.tab.evaluate("() => document.documentElement.scrollWidth") == 390
    too_wide = "list => [...list.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > 391).length"
    assert await page.column("Ben").locator(".messages").evaluate(too_wide) == 0
    await page.tab.get_by_role("button", name="Channels").click()
    await page.go("general")
    await expect(page.tab.locator(".sidebar")).not_to_be_visible()


async def test_new_messages_are_read_out_but_ticking_times_are_not(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await page.say("Ben", "Land in **sight**")
    live = page.column("Anna").locator('[aria-live="polite"]')
    await expect(live).to_have_text("Ben: Land in sight")
    assert await page.column("Anna").locator(".messages [aria-live]").count() == 0


async def test_focus_stays_inside_a_form(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.slash("Anna", "/show")
    await page.press("Anna", "Form")
    await expect(page.modal("Anna")).to_be_visible()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(12):
            await page.tab.keyboard.press(key)
            assert await page.modal("Anna").evaluate("form => form.contains(document.activeElement)")


async def test_errors_and_outside_requests_are_noticed(sandbox: Sandbox, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.tab.evaluate("() => { setTimeout(() => { throw new Error('on purpose') }) }")
    await page.tab.evaluate("() => fetch('http://192.0.2.1/').catch(() => null)")
    other = await page.context.new_page()
    await page.context.route("http://192.0.2.1/**", lambda route: route.abort())
    with pytest.raises(Error):
        await other.goto("http://192.0.2.1/")
    assert page.outside == ["http://192.0.2.1/"]  # the page's own attempt did not even become a request
    assert any("on purpose" in error for error in page.errors)
    assert any("Content Security Policy" in error for error in page.errors)
    page.errors.clear()
    page.outside.clear()
