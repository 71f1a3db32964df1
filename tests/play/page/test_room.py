"""A panel on a phone shows the picture of the choices together with every choice."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

import games
from tests.support.browser import OpenPage, Page
from tests.support.play.browsing import IN_BROWSER, open_page
from tests.support.play.clicks import HEIGHT, WIDTH
from tests.support.play.screens import LOCALES
from tests.support.play.ship import Stub
from tests.support.play.table import add_computer, find_board, has_board, make_world, table, wait_for_boards
from tests.support.play.wordless import custom_ids, press, selects

__all__ = ["open_page"]

pytestmark = IN_BROWSER


@pytest.mark.parametrize("language", LOCALES)
async def test_the_picture_of_a_loading_is_in_sight_with_its_choices_on_a_phone(
    language: str, open_page: OpenPage, tmp_path: Path
) -> None:
    world = make_world()
    for guild in world.guilds.values():
        guild.locale = LOCALES[language]
    async with table(tmp_path, world=world, locale=LOCALES[language]) as at:
        Stub().rule(at)
        await at.bot.signs.sync(at.bot, games.names())
        anna = at.person("anna")
        card = (await anna.slash("play", {"game": "riff_raff"})).message
        await add_computer(anna, card, "easy", start=True)
        await anna.until(lambda: has_board(anna) and not at.referee.cache[1].match.waits_for_machine)
        panel = (await press(anna, find_board(anna), "play")).message
        card_6 = next(each for each in custom_ids(panel) if each.endswith(".move.card/6"))
        panel = (await anna.click(panel, card_6)).message
        await press(anna, panel, "confirm")
        await anna.until(lambda: not at.referee.cache[1].match.waits_for_machine)
        panel = (await press(anna, find_board(anna), "play")).message
        await wait_for_boards(at)
        page = await open_page(at.sandbox, "Anna", width=WIDTH, height=HEIGHT)
        await page.tab.locator('[data-action="got-help"]').click()
        shown = page.column("Anna").locator(f'li.message[data-id="{panel.id}"]')
        await expect(shown.locator('[data-custom-id^="sb:adopt:"]')).to_have_count(6)
        assert await measure_hidden(page, shown) == 0, "proposals"
        await press(anna, panel, "detail")
        name, options = selects(panel)[0]
        await anna.choose(panel, name, options[-1]["value"])
        await anna.until(lambda: any(len(columns) > 11 for _, columns in selects(panel)))
        assert await measure_hidden(page, shown) < 0.5, "spots: the columns are a menu"


async def measure_hidden(page: Page, shown: Locator) -> float:
    """Return the share of a panel's picture that is above the screen while its last button is in sight."""
    await shown.evaluate("each => each.scrollIntoView({block: 'end'})")
    picture = shown.locator('img[src*=".png"]').first
    await picture.evaluate("img => img.decode()")
    above, place = await page.column("Anna").locator(".scroller").bounding_box(), await picture.bounding_box()
    assert above is not None
    assert place is not None
    assert place["height"] > 200
    return max(0.0, above["y"] - place["y"]) / place["height"]
