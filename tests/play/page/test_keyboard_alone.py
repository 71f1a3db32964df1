"""A whole match of every game in the sandbox's page by keyboard alone, from the command to the result.

Only keys are sent: no click, no focus set by the test. The match is against a computer player that answers at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec import structs
from playwright.async_api import expect

import games
from matches.change import Change
from matches.referee import MACHINE
from tests.support.browser import OpenPage, Page
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.ship import Stub
from tests.support.play.table import Table, find_board, has_board, name_computers, wait_for_boards

__all__ = ["at", "open_page"]

pytestmark = [
    pytest.mark.long,
    *IN_BROWSER,
    pytest.mark.usefixtures("blank_pictures"),
]  # the browser need not wait for boards

MATCHES: Mapping[str, tuple[str, dict[str, Any]]] = {
    "docker": ("docker", {"pieces2": 3}),
    "dog_royal": ("dog", {"mode": "base", "short": "three_pieces", "round_limit": 1}),
    "aquaretto": ("aquaretto", {}),
    "riff_raff": ("riffraff", {"two_player_passes": 1}),
}
"""By game: its command, and the options that make a match short."""
MOST_STEPS = 400
MOST_TABS = 120

FOCUSED = """() => {
  const now = document.activeElement;
  const message = now.closest("li.message");
  return {
    tag: now.tagName,
    label: now.matches("button") ? now.textContent.replace("▾", "").trim() : "",
    id: now.dataset.customId ?? "",
    message: message?.dataset.id ?? "",
    role: now.getAttribute("role") ?? "",
  };
}"""


IDS = """(id) => {
  const controls = document.querySelectorAll(`li.message[data-id="${id}"] [data-custom-id]:not([disabled])`);
  return [...controls].map((each) => each.dataset.customId);
}"""


def is_choice(custom_id: str) -> bool:
    """Tell whether a control makes a choice in a turn, unlike tabs and other buttons."""
    return custom_id.startswith(("sb:pick:", "sb:adopt:", "sb:confirm:")) and ".move.@" not in custom_id


class Keyboard:
    """A person's keys, and the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = page.tab.keyboard

    async def read_focus(self) -> dict[str, Any]:
        """Return the element with the focus: tag, label, custom_id, and the message it is in."""
        found: dict[str, Any] = await self.page.tab.evaluate(FOCUSED)
        return found

    async def go_to(self, key: str, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Press `key` until the wanted element has the focus."""
        seen = []
        for _ in range(MOST_TABS):
            await self.keys.press(key)
            now = await self.read_focus()
            seen.append(now["label"] or now["tag"])
            if is_wanted(now):
                return now
        raise AssertionError(f"{key} leads only to {seen}")

    async def go_to_newest(self, *labels: str) -> dict[str, Any]:
        """Go back from the message box to the newest control with one of these names."""
        await self.go_to("Tab", lambda now: bool(now["tag"] == "TEXTAREA"))
        return await self.go_to("Shift+Tab", lambda now: now["label"] in labels)

    async def open_panel(self) -> str:
        """Press *Play* on the newest board, and return the id of the panel that answers."""
        panels = self.page.column("Anna").locator(".message.ephemeral")
        known = await panels.last.get_attribute("data-id") if await panels.count() else ""
        await self.go_to_newest("Play", "My hand")
        await self.keys.press("Enter")
        await expect(panels.last).not_to_have_attribute("data-id", known or "-")
        await expect(panels.last.locator('[data-custom-id^="sb:"]').first).to_be_visible()
        return str(await panels.last.get_attribute("data-id"))

    async def choose(self, panel: str) -> None:
        """Choose the first move on offer in this message, or confirm the turn, and wait until the panel has changed."""
        ids = await self.read_ids(panel)
        confirm = [each for each in ids if each.startswith("sb:confirm:")]

        def is_wanted(now: dict[str, Any]) -> bool:
            if confirm or now["message"] != panel:
                return now["id"] in confirm
            return is_choice(now["id"])

        await self.go_to("Tab", is_wanted)
        await self.keys.press("Enter")
        if (await self.read_focus())["role"] == "listbox":
            await self.keys.press("Enter")
        await self.page.tab.wait_for_function(
            f"([panel, ids]) => ({IDS})(panel).join() !== ids", arg=[panel, ",".join(ids)]
        )

    async def read_ids(self, message: str) -> list[str]:
        """List the custom_ids of a message's controls that can be used."""
        found: list[str] = await self.page.tab.evaluate(IDS, message)
        return found


@pytest.mark.parametrize("game", games.names())
async def test_a_whole_match_by_keyboard_alone(at: Table, open_page: OpenPage, game: str) -> None:
    """A whole match takes hundreds of keys and up to ten seconds."""
    anna = at.person("anna")
    command, unoffered = MATCHES.get(game, (games.load(game).command, {}))
    Stub().rule(at)
    page = await open_page(at.sandbox, "Anna")
    keyboard = Keyboard(page)
    await keyboard.go_to("Tab", lambda now: bool(now["tag"] == "TEXTAREA"))
    await keyboard.keys.type(f"/{command} new ")
    await keyboard.keys.press("Enter")
    menu = name_computers(game)
    await page.sees("Anna", menu)
    await shorten(at, unoffered)
    await keyboard.go_to_newest(menu)
    await keyboard.keys.press("Enter")
    await keyboard.keys.press("Enter")
    panel = ""
    for _ in range(MOST_STEPS):
        await anna.until(lambda: has_board(anna) and not at.referee.cache[1].match.waits_for_machine)
        await wait_for_boards(at)
        await expect(page.column("Anna").locator(f'[data-id="{find_board(anna).id}"]')).to_be_attached()
        if (await at.referee.match(1)).phase != "running":
            break
        if not any(map(is_choice, await keyboard.read_ids(panel))):  # otherwise the open panel already shows this turn
            panel = await keyboard.open_panel()
        await keyboard.choose(panel)
    else:
        raise AssertionError("the match does not end")
    await keyboard.go_to_newest("Rematch")


async def shorten(at: Table, unoffered: Mapping[str, Any]) -> None:
    """Give the lobby options that make a match short."""
    lobby = await at.referee.match(1)
    changed = structs.replace(lobby, options=structs.replace(lobby.options, **unoffered))
    await at.referee.change(lobby.id, MACHINE, lambda _: Change(changed))
