"""The host corrects the position in the page: each change is shown in a picture, and the others agree in theirs."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

import games
from matches.archive.verify import verify
from tests.support.browser import OpenPage, Page
from tests.support.numbers import FULL, patience
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.corrections import EDITED, until_editable
from tests.support.play.table import Table, open_match, wait_for_boards

__all__ = ["at", "open_page"]

pytestmark = IN_BROWSER

PRESENT, ASK, UNDO = "Stellung berichtigen …", "Die anderen fragen", "Letzte Änderung zurücknehmen"
"""Labels in German, which the host reads here."""


def find_editor_page(page: Page, name: str) -> Locator:
    """Locate the newest private message of a person."""
    return page.column(name).locator(".message.ephemeral").last


READ_PIXELS = """async image => {
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, image.width, image.height);
    return canvas.toDataURL();
}"""


async def read_picture(message: Locator) -> str:
    """Return the pixels of the picture in a message."""
    found: str = await message.locator("img").first.evaluate(READ_PIXELS)
    return found


async def make_first_change(page: Page, editor: Locator) -> None:
    """Choose the first change that is offered, through buttons, tabs and menus, until one is made."""
    changes = editor.get_by_text("• ")
    for _ in range(6):
        if await editor.get_by_role("button", name=ASK).count():
            await expect(changes.first).to_be_visible()
            return
        before = await editor.inner_html()
        faces = editor.locator(".select-face")
        choices = editor.locator('button[data-custom-id*=".move."]')
        if await choices.count():
            await choices.first.click()
        else:
            await faces.first.click()
            await page.column("Anna").get_by_role("listbox").locator(".choice-name").first.click()
        await expect(editor).not_to_have_js_property("innerHTML", before)
        await expect(editor.locator('[aria-busy="true"]')).to_have_count(0)  # a press in progress changes it, too
    raise AssertionError("no change can be made")


@pytest.mark.timeout(patience(90))
@pytest.mark.parametrize("name", EDITED if FULL else ["docker"])
async def test_the_host_corrects_the_position_in_the_page(at: Table, open_page: OpenPage, name: str) -> None:
    at.person("anna").user.locale = "de"
    assert games.load(name).editor is not None
    await open_match(at, f"{games.load(name).command} new", ("anna", "ben"))
    before = await until_editable(at)
    page = await open_page(at.sandbox, "Anna", "Ben")
    await page.slash("Anna", "/match", {"show": "Nachspielen"})
    await page.press("Anna", PRESENT)
    await page.sees("Anna", "Was soll anders sein?")
    editor = find_editor_page(page, "Anna")
    unchanged = await read_picture(editor)
    await make_first_change(page, editor)
    assert await read_picture(editor) != unchanged, "the picture shows the change"
    await page.press("Anna", UNDO)
    await expect(editor).not_to_contain_text("• ")
    await make_first_change(page, editor)
    await page.press("Anna", ASK)
    vote = await page.sees("Ben", "the host, proposes to correct the position")
    await expect(vote.locator("img")).to_have_count(2)
    assert (await at.referee.match(1)).state == before.state, "nothing happens before Ben agrees"
    await page.press("Ben", "Agree")
    await page.sees("Anna", "Everybody has agreed to correct the position.")
    await wait_for_boards(at)
    match = await at.referee.match(1)
    log = await at.referee.store.transaction(lambda tx: tx.read_log(1))
    assert match.state != before.state
    assert verify(match, log).differs is None
