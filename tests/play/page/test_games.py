"""Games in the sandbox's page: a hidden hand beside an open table, a draft on a phone, a loading and its film."""

from __future__ import annotations

import secrets

import pytest
from playwright.async_api import Locator, expect

from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.browser import OpenPage, Page
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.ship import public, to_first_loading
from tests.support.play.table import Table, buttons, list_menus, open_match, wait_for_boards

__all__ = ["at", "open_page"]

pytestmark = IN_BROWSER

HANDS = bytes([5]) * 32
"""A secret that deals DOG Royal so that Anna begins, and has more than one way to play a card."""
ANIMALS = bytes([3]) * 32
"""A secret whose first three tiles in Aquaretto are a sea lion, a hippo and a polar bear; Anna begins."""


async def test_a_turn_of_dog_royal_beside_somebody_who_must_not_see_it(
    at: Table,
    open_page: OpenPage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda _=32: HANDS)
    await open_match(at, "dog new", ["anna", "ben"])
    page = await open_page(at.sandbox, "Anna", "Ben")
    seen: dict[str, set[str]] = {"Anna": set(), "Ben": set()}
    await choose_first(page, "Anna", seen, at_once=True)  # the exchange, then everybody's first piece
    await choose_first(page, "Ben", seen)  # the last choice is final
    await page.press("Ben", "Confirm")
    await expect(private(page, "Ben")).not_to_contain_text("Nobody sees this")
    for number, name in enumerate(seen):
        await expect(boards(page, name)).to_have_count(2 + number)
        await choose_first(page, name, seen)
        await page.press(name, "Confirm")
        await expect(private(page, name)).not_to_contain_text("Nobody sees this")
    match = await at.referee.match(1)
    assert [match.holder(seat).name for seat in match.to_act] == ["Anna"], "another secret is needed for this test"
    assert seen["Anna"].isdisjoint(seen["Ben"]), "a column shows pictures of another hand"

    for name in seen:
        await expect(boards(page, name)).to_have_count(before := 4)  # start, exchange, two first pieces
    chosen = await choose_first(page, "Anna", seen)
    await check_shows_nothing_of(page, "Ben", seen["Anna"])
    assert chosen not in await page.column("Ben").inner_text()
    assert await boards(page, "Ben").count() == before, "a preview is no new board"
    await page.press("Anna", "Confirm")
    for name in seen:
        await expect(boards(page, name)).to_have_count(before + 1)
        await expect(boards(page, name).last).to_contain_text("Ben), it is your turn")
    assert (await at.referee.match(1)).seq == match.seq + 1
    await check_shows_nothing_of(page, "Ben", seen["Anna"])
    await check_shows_nothing_of(page, "Anna", seen["Ben"])


async def test_a_truck_with_three_animals_is_taken_on_a_phone(
    at: Table,
    open_page: OpenPage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda _=32: ANIMALS)
    await open_match(at, "aquaretto new", ["anna", "ben"])
    for name in ("anna", "ben", "anna"):
        person = at.person(name)
        await person.slash("aquaretto move", {"move": "draw"})
        await person.slash("aquaretto move", {"move": "truck/1"})
    page = await open_page(at.sandbox, "Ben", width=390, height=844)
    await expect(boards(page, "Ben")).to_have_count(shown := 4)
    seq = (await at.referee.match(1)).seq

    await page.press("Ben", "Play")
    draft = private(page, "Ben")
    await expect(draft).to_contain_text("take a truck")
    await page.press("Ben", "Take truck 1: Sea lion, Hippo (fish), and Polar bear ♀ (+3)")
    await expect(draft).to_contain_text("Polar bear ♀ on")
    await expect(draft).to_contain_text("Nobody sees this before you confirm it.")
    await page.press("Ben", "Arrange it yourself")
    await expect(draft).to_contain_text("Place your animals: Sea lion, Hippo (fish), and Polar bear ♀.")
    assert await page.tab.evaluate("() => document.documentElement.scrollWidth") == 390
    await place(page, "on I11", menu="Sea lion")
    await expect(draft).to_contain_text("✓ Sea lion on I11")
    before = await pictures(draft)
    await place(page, "on L12", menu="Choose a move")
    await expect(draft).to_contain_text("✓ Hippo (fish) on L12")
    assert await pictures(draft) != before, "the picture shows each step"
    await page.press("Ben", "Undo the last step")
    await expect(draft).not_to_contain_text("✓ Hippo (fish) on L12")
    await expect(draft).to_contain_text("✓ Sea lion on I11")
    await place(page, "on M11", menu="Choose a move")
    await expect(draft).to_contain_text("✓ Hippo (fish) on M11")
    await place(page, "to the depot", menu="Choose a move")
    await expect(draft).to_contain_text("Polar bear ♀ would fit into your zoo.")
    assert (await at.referee.match(1)).seq == seq, "nothing counts before Confirm"
    assert await boards(page, "Ben").count() == shown
    await page.press("Ben", "Confirm")
    await expect(boards(page, "Ben")).to_have_count(shown + 1)

    zoo = (await at.referee.match(1)).state.zoos[1]
    assert zoo.tiles == (("I11", "SEA"), ("M11", "HIP-FISH"))
    assert zoo.depot == ("POL-F",)
    picture = boards(page, "Ben").last.locator("img")
    assert await picture.evaluate("img => img.decode().then(() => img.getBoundingClientRect().right)") <= 390
    assert await page.tab.evaluate("() => document.documentElement.scrollWidth") == 390


async def test_a_loading_of_riff_raff_is_answered_by_a_film(
    at: Table,
    open_page: OpenPage,
) -> None:
    anna = await to_first_loading(at)
    await wait_for_boards(at)
    page = await open_page(at.sandbox, "Anna", "Ben")
    shown = len(public(anna))
    for name in ("Anna", "Ben"):
        await expect(boards(page, name)).to_have_count(shown)
    known = len(secret(anna))
    await page.press("Anna", "Play")
    panel = await anna.until(
        lambda: len(found := secret(anna)) > known and list_menus(found[-1]) and found[-1], within=45
    )
    message = private(page, "Anna")
    confirm = message.get_by_role("button", name="Confirm")
    for _ in range(10):
        await catches_up(message, panel)
        if "Confirm" in buttons(panel):
            break
        step = list_menus(panel), buttons(panel)
        menu, options = next(iter(step[0].items()))
        if menu == "buttons":
            value = options[0]["value"]
            await message.locator(f'[data-custom-id$=".move.{value}"]').click()
        elif menu == "candidates":
            await message.locator(f'[data-custom-id="{options[0]["value"]}"]').click()
        else:
            await message.locator(f'[data-custom-id="{menu}"]').click()
            await message.get_by_role("listbox").get_by_role("option").first.click()
        await anna.until(lambda step=step: (list_menus(panel), buttons(panel)) != step, within=45)
    await expect(message).to_contain_text("Nobody sees this before you confirm it.")
    assert await boards(page, "Ben").count() == shown, "choosing is private"
    await confirm.click()
    for name in ("Anna", "Ben"):
        await expect(boards(page, name)).to_have_count(shown + 1, timeout=45_000)
        pictures_there = boards(page, name).last.locator("img")
        sources = await pictures_there.evaluate_all("found => found.map(each => each.src)")
        assert [source.rsplit(".", 1)[-1] for source in sources] == ["gif"], "the film ends with the still"
    assert (await at.referee.match(1)).state.last.loading


def boards(page: Page, user: str) -> Locator:
    """Locate the boards everybody sees, oldest first."""
    pictures = page.column(user).locator(".message:not(.ephemeral)").filter(has=page.tab.locator(".picture"))
    return pictures.filter(has=page.tab.get_by_role("heading", level=5))  # a lobby's picture is larger


def private(page: Page, user: str) -> Locator:
    """Locate the newest message only this person sees."""
    return page.column(user).locator(".message.ephemeral").last


async def place(page: Page, label: str, *, menu: str) -> None:
    """Choose Ben's move from a menu or, where it has a button, by that."""
    face, move = private(page, "Ben").locator(".select-face").filter(has_text=menu), page.button("Ben", label)
    await expect(face.or_(move).first).to_be_visible()
    if await face.count():
        await page.choose("Ben", label, menu=menu)
    else:
        await page.press("Ben", label)


async def choose_first(page: Page, user: str, seen: dict[str, set[str]], *, at_once: bool = False) -> str:
    """Open the hand and choose the first move offered; return its label. `seen` collects the pictures shown to `user`.

    `at_once`: the move counts without Confirm.
    """
    known = await page.column(user).locator(".message.ephemeral").count()
    await page.press(user, "My hand")
    await expect(page.column(user).locator(".message.ephemeral")).to_have_count(known + 1)
    message = private(page, user)
    menu = message.locator(".select-face")
    move = message.locator('button[data-custom-id*=".move."]:not([data-custom-id*=".move.@"])').first
    await expect(menu.or_(move).first).to_be_visible()
    seen[user] |= await pictures(message)
    if await menu.count():
        await menu.click()
        move = message.get_by_role("listbox").get_by_role("option").first
    label = await move.inner_text()
    await move.click()
    await expect(message).to_contain_text(f"✓ {label}" if at_once else "Nobody sees this before you confirm it.")
    await expect(message).to_contain_text(label)
    seen[user] |= await pictures(message)
    return label


def secret(person: Person) -> list[Message]:
    """Locate the messages only this person sees, oldest first."""
    return [message for message in person.messages() if message.ephemeral]


async def catches_up(message: Locator, panel: Message) -> None:
    """Wait until the page shows the panel in its newest form, with its pictures, and accepts presses.

    The page hears of an edit after the sandbox has made it, and ignores a press on a menu while an earlier choice is
    under way. A picture that arrives moves the controls below it.
    """
    ids = [
        *(id_ for id_ in list_menus(panel) if id_ not in ("buttons", "candidates", "tabs")),
        *buttons(panel).values(),
    ]
    for custom_id in ids:
        await expect(message.locator(f'[data-custom-id="{custom_id}"]')).to_be_visible(timeout=45_000)
    await expect(message.locator("[data-custom-id]")).to_have_count(len(ids), timeout=45_000)
    await expect(message.locator('[aria-busy="true"]')).to_have_count(0, timeout=45_000)
    for picture in await message.locator("img").all():
        await expect(picture).to_have_js_property("complete", True, timeout=45_000)


async def pictures(message: Locator) -> set[str]:
    """List the addresses of a message's pictures."""
    return set(await message.locator("img").evaluate_all("found => found.map(each => each.src)"))


async def check_shows_nothing_of(page: Page, user: str, addresses: set[str]) -> None:
    """Assert that no picture meant for somebody else is in the person's column, not even its number in an attribute."""
    assert addresses
    html = await page.column(user).inner_html()
    for address in addresses:
        number = address.rsplit("/", 2)[1]
        assert number.isdigit(), address
        assert number not in html


async def test_the_focus_stays_in_the_panel(at: Table, open_page: OpenPage) -> None:
    """After a pick and after Confirm, Tab leads to the panel's next control."""
    await open_match(at, "docker new", ["anna", "ben"])
    match = await at.referee.match(1)
    name = match.awaited[0].name
    page = await open_page(at.sandbox, name, width=390, height=844)
    keys = page.tab.keyboard
    await page.button(name, "Play").last.press("Enter")
    panel = private(page, name)
    pick = panel.locator("button.primary, .select-face").first
    await expect(pick).to_be_visible()
    await pick.focus()
    await keys.press("Enter")
    if await page.tab.locator(".listbox").count():
        await keys.press("Enter")
    await expect(panel).to_contain_text("Nobody sees this")
    await expect(panel).to_be_focused()
    await keys.press("Tab")  # the preview's picture
    await keys.press("Tab")
    await expect(panel.get_by_role("button", name="Confirm")).to_be_focused()
    await keys.press("Enter")
    await expect(panel).not_to_contain_text("Nobody sees this")
    await expect(panel).to_be_focused()
    assert (await at.referee.match(1)).seq > match.seq
