"""The channel as the sandbox's page shows it, as one picture: columns side by side, so that a week fits on a screen.

`python -m tests.play.transcript [folder]` plays the week of `week.py` in four languages and writes `week-en.png`, a
column a day, and for each other language an excerpt: a vote, a reminder, the end. The folder is docs/week by default.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from discord.utils import snowflake_time
from PIL import Image
from playwright.async_api import Browser, async_playwright

from tests.browser import FLAGS, HasUrl, Page, chromium

from .week import Week, begin_week
from .week_script import LANGUAGES, SHORT

GAP = 12
COLOURS = 96
HEIGHT = 1400

Shown = tuple[str, Image.Image]
"""A message: the day it was written on (UTC, as YYYY-MM-DD), and its picture."""

PLAIN = """() => {
  const plain = new CSSStyleSheet();
  plain.replaceSync(".to-end { display: none }");
  document.adoptedStyleSheets = [plain];
}"""
"""Hides controls that float over the messages."""


async def messages(
    browser: Browser, sandbox: HasUrl, person: str, *, width: int = 900, last: int | None = None
) -> list[Shown]:
    """List the messages a person sees in the channel, oldest first; the `last` messages or all."""
    page = await Page.open(browser, sandbox.url, person, width=width, height=HEIGHT)
    try:
        await page.tab.evaluate(PLAIN)
        shown = page.messages(person)
        count = await shown.count()
        found: list[Shown] = []
        for index in range(max(0, count - last) if last else 0, count):
            message = shown.nth(index)
            await message.scroll_into_view_if_needed()
            for picture in await message.locator("img").all():
                await picture.evaluate("img => img.decode()")
            png = await message.screenshot(animations="disabled")
            written = snowflake_time(int(await message.get_attribute("data-id") or 0))
            found.append((f"{written:%Y-%m-%d}", Image.open(io.BytesIO(png)).convert("RGB")))
        assert page.errors == [], page.errors
        return found
    finally:
        await page.context.close()


def by_day(shown: Sequence[Shown]) -> list[list[Shown]]:
    """Group messages in columns, a day each."""
    return [list(day) for _, day in groupby(shown, key=lambda each: each[0])]


def save(columns: Sequence[Sequence[Shown]], path: Path, *, width: int) -> None:
    """Write columns of messages, each reduced to `width` pixels, as a picture of few colours."""
    paper = columns[0][0][1].getpixel((0, 0))
    towers = [_tower([image for _, image in column], paper) for column in columns]
    scale = width / max(tower.width for tower in towers)
    small = [tower.resize((width, round(tower.height * scale)), Image.Resampling.LANCZOS) for tower in towers]
    whole = Image.new("RGB", (len(small) * (width + GAP) - GAP, max(tower.height for tower in small)), paper)
    for number, tower in enumerate(small):
        whole.paste(tower, (number * (width + GAP), 0))
    path.parent.mkdir(parents=True, exist_ok=True)
    few = whole.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def _tower(images: Sequence[Image.Image], paper: Any) -> Image.Image:
    tower = Image.new("RGB", (max(each.width for each in images), sum(each.height for each in images)), paper)
    top = 0
    for image in images:
        tower.paste(image, (0, top))
        top += image.height
    return tower


async def draw(folder: Path) -> None:
    """Play the week in four languages and write its pictures."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for locale, command in zip(LANGUAGES, ("dog new", "docker new", "dog new", "docker new"), strict=True):
            with tempfile.TemporaryDirectory() as state:
                async with begin_week(Path(state), locale=locale) as week:
                    moments: list[list[Shown]] = []

                    async def moment(_: str, week: Week = week, moments: list[list[Shown]] = moments) -> None:
                        moments.append(await messages(browser, week.at.sandbox, "Harbour Master", last=3))

                    await week.begin(command, **SHORT.get(command, {}))
                    await week.live(moment)
                    language = locale[:2]
                    if language == "en":
                        columns = by_day(await messages(browser, week.at.sandbox, "Harbour Master"))
                    else:
                        columns = [*moments, await messages(browser, week.at.sandbox, "Harbour Master", last=3)]
                    save(columns, folder / f"week-{language}.png", width=560)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(draw(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/week")))
