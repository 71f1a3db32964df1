"""A real browser on the sandbox's page, for browser tests of any bot.

In a conftest: `from tests.support.browser import browser, open_page` (both are fixtures). In a test marked `browser`:

    page = await open_page(sandbox, "Anna", "Ben", channel="games")
    await page.slash("Anna", "/docker new", {"seats": "2"})
    await page.press("Ben", "Join")
    await page.sees("Ben", "it is your move")

People, channels and labels are given by the names the page shows. After the test every opened page must have had no
error and no request beyond loopback. Without Chromium the tests skip, unless SLOWBOAT_REQUIRE_BROWSER=1.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, async_playwright, expect
from playwright.async_api import Page as Tab

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class HasUrl(Protocol):
    """An object with the page's address, such as `sandbox.server.Sandbox`."""

    @property
    def url(self) -> str: ...


def chromium() -> Path | None:
    """Find the Chromium on this machine, Debian's first."""
    for name in ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return Path(found)
    return None


@contextlib.asynccontextmanager
async def launch_browser() -> AsyncIterator[Browser]:
    """Launch a headless Chromium. Costs a second of CPU, so a folder of browser tests shares one (`tests/page`)."""
    executable = chromium()
    if executable is None:
        reason = "no Chromium on this machine (Debian: apt install chromium)"
        if os.environ.get("SLOWBOAT_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{reason}, and SLOWBOAT_REQUIRE_BROWSER=1 asks for one")
        pytest.skip(reason)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield browser
        await browser.close()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Open a headless Chromium for one test."""
    async with launch_browser() as found:
        yield found


OpenPage = Callable[..., Awaitable["Page"]]


@contextlib.asynccontextmanager
async def open_pages(browser: Browser) -> AsyncIterator[OpenPage]:
    """Give `open_page`, and afterwards close its pages and check that none had an error.

    `await open_page(sandbox, "Anna", "Ben", channel="games", width=1280, height=900, dark=False)` gives a `Page`.
    """
    opened: list[Page] = []

    async def open_page(sandbox: HasUrl, *people: str, **options: Any) -> Page:
        page = await Page.open(browser, sandbox.url, *people, **options)
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        await page.context.close()
        assert page.errors == [], f"the page had errors: {page.errors}"
        assert page.outside == [], f"the page sent requests beyond this machine: {page.outside}"


@pytest.fixture
async def open_page(browser: Browser) -> AsyncIterator[OpenPage]:
    """Open pages in a browser of this test's own."""
    async with open_pages(browser) as found:
        yield found


class Page:
    """The sandbox's page with one column per person. `tab` is Playwright's page, for everything else."""

    def __init__(self, context: BrowserContext, tab: Tab, names: Mapping[str, str]) -> None:
        self.context = context
        self.tab = tab
        self.names = names
        self.errors: list[str] = []
        self.outside: list[str] = []
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("console", self._console)
        context.on("request", lambda request: self._requested(request.url))

    @classmethod
    async def open(
        cls,
        browser: Browser,
        url: str,
        *people: str,
        channel: str = "games",
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
    ) -> Page:
        """Open the page at `url` as `people`, side by side, in `channel`; waits until the messages are there."""
        context = await browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        context.set_default_timeout(PATIENCE_MS)
        world = await (await context.request.get(f"{url}/page/api/world")).json()
        guilds = world["guilds"]
        ids = {m["global_name"] or m["username"]: m["id"] for g in guilds for m in g["members"]}
        place = next(c["id"] for g in guilds for c in g["channels"] if c["name"] == channel)
        page = cls(context, await context.new_page(), ids)
        await page.tab.goto(f"{url}/#channel={place}&as={','.join(ids[name] for name in people)}")
        for name in people:
            await expect(page.column(name).locator(".beginning")).to_be_attached()
        return page

    def _console(self, message: ConsoleMessage) -> None:
        # A refusal (4xx) is normal for the page, but Chromium logs every one.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.errors.append(message.text)

    def _requested(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.hostname not in LOOPBACK:
            self.outside.append(url)

    # -- finding ------------------------------------------------------------------------------------------------

    def column(self, user: str) -> Locator:
        """Locate the column of a person."""
        return self.tab.locator(f'.column[data-user="{self.names[user]}"]')

    def text_box(self, user: str) -> Locator:
        """Locate the person's text box while no command is being filled in."""
        return self.column(user).locator(".composer textarea")

    def messages(self, user: str) -> Locator:
        """Locate all messages a person sees, oldest first."""
        return self.column(user).locator(".message")

    def last_message(self, user: str) -> Locator:
        """Locate the newest message a person sees."""
        return self.messages(user).last

    def button(self, user: str, label: str) -> Locator:
        """Locate the newest button of that label a person sees."""
        return self.column(user).locator(".messages").get_by_role("button", name=label, exact=True).last

    def suggestions(self, user: str) -> Locator:
        """Locate the list above the text box: commands, options or choices."""
        return self.column(user).locator(".suggestions [role=option]")

    def modal(self, user: str) -> Locator:
        """Locate the form that is open over a person's column."""
        return self.column(user).get_by_role("dialog")

    # -- waiting ------------------------------------------------------------------------------------------------

    async def sees(self, user: str, text: str | re.Pattern[str]) -> Locator:
        """Wait until the person sees a message with `text`; the newest such message."""
        found = self.messages(user).filter(has_text=text).last
        await expect(found).to_be_attached()
        return found

    async def does_not_see(self, user: str, text: str) -> None:
        """Assert that the person sees no message with `text` now; wait for something else first."""
        assert await self.messages(user).filter(has_text=text).count() == 0, f"{user} sees {text!r}"

    # -- acting -------------------------------------------------------------------------------------------------

    async def say(self, user: str, text: str) -> None:
        """Type plain text and send it."""
        await self.text_box(user).fill(text)
        await self.text_box(user).press("Enter")

    async def slash(self, user: str, command: str, options: Mapping[str, str] | None = None) -> None:
        """Type a command and fill in options: name -> the text typed, or the name of the choice picked."""
        await self.text_box(user).press_sequentially(f"{command} ")
        line = self.column(user).locator(".box.command")
        for name, text in (options or {}).items():
            field = line.locator(f'[data-option="{name}"]')
            if await field.count() == 0:
                await line.locator(".tail").fill(name)
                await line.locator(".tail").press("Enter")
            await field.fill(text)
            if await field.get_attribute("aria-expanded") == "true":
                await line.locator(".choice-name").get_by_text(text).first.click()
        await line.locator(".tail").press("Enter")
        await expect(line).to_have_count(0)

    async def press(self, user: str, label: str) -> None:
        """Press the newest button of that label."""
        await self.button(user, label).click()

    async def choose(self, user: str, *labels: str, menu: str | None = None) -> None:
        """Choose options by label from the newest menu, or from the newest one named (placeholder) `menu`."""
        area = self.modal(user) if await self.modal(user).count() else self.column(user).locator(".messages")
        faces = area.locator(".select-face")
        custom_id = await (faces.filter(has_text=menu) if menu else faces).last.get_attribute("data-custom-id")
        face = area.locator(f'.select-face[data-custom-id="{custom_id}"]').last
        await face.click()
        listbox = face.locator("xpath=..").get_by_role("listbox")
        many = await listbox.get_attribute("aria-multiselectable") == "true"
        for label in labels:
            await listbox.locator(".choice-name").get_by_text(label, exact=True).click()
        if many:
            await listbox.press("Tab")
        await expect(listbox).to_have_count(0)

    async def fill(self, user: str, values: Mapping[str, str]) -> None:
        """Fill in text fields of the open form, by label."""
        for label, text in values.items():
            await self.modal(user).get_by_label(label).fill(text)

    async def submit(self, user: str) -> None:
        """Send the open form and wait until it is gone."""
        await self.modal(user).locator("button[type=submit]").click()
        await expect(self.modal(user)).to_have_count(0)

    async def dismiss(self, user: str) -> None:
        """Dismiss the newest private message."""
        await self.column(user).locator('[data-action="dismiss"]').last.click()

    async def go(self, channel: str) -> None:
        """Show another channel or thread in all columns."""
        await self.tab.locator(".channel", has_text=channel).click()
        await expect(self.tab.locator(".channel.here")).to_contain_text(channel)
