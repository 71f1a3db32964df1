"""The channel as the sandbox's page shows it, as one picture: columns side by side, so that a week fits on a screen.

`python -m tests.play.week.transcript` plays the week of `week.py` in four languages and writes `week-en.png` into
docs/week, a column a day, and for each other language an excerpt: a vote, a reminder, the end. With `turn` it draws
only docs/turn.png, the picture of README.md: a board, and beside it the private preview of the next turn.
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
from unittest import mock

from discord.utils import snowflake_time
from PIL import Image
from playwright.async_api import Browser, async_playwright

from tests.play.week.week import Week, begin_week
from tests.play.week.week_script import LANGUAGES, SHORT
from tests.support.browser import FLAGS, HasUrl, Page, chromium
from tests.support.play.days import HOUR
from tests.support.play.table import buttons, choose, list_awaited, list_menus, open_match, open_panel, play_out, table

DOCS = Path(__file__).resolve().parents[3] / "docs"

GAP = 12
COLOURS = 96
HEIGHT = 1400
TURNS = 16
"""Plies before the turn that is drawn."""

Shown = tuple[str, Image.Image]
"""A message: the day it was written on (UTC, as YYYY-MM-DD), and its picture."""

PLAIN = """() => {
  const plain = new CSSStyleSheet();
  plain.replaceSync(".to-end { display: none }");
  document.adoptedStyleSheets = [plain];
}"""
"""Hides controls that float over the messages."""


async def messages(
    browser: Browser,
    sandbox: HasUrl,
    person: str,
    *,
    width: int = 900,
    last: int | None = None,
    dark: bool = False,
) -> list[Shown]:
    """List the messages a person sees in the channel, oldest first; the `last` messages or all."""
    page = await Page.open(browser, sandbox.url, person, width=width, height=HEIGHT, dark=dark)
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


async def draw_week(browser: Browser, folder: Path) -> None:
    """Play the week in four languages and write its pictures."""
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


async def draw_turn(browser: Browser, path: Path) -> None:
    """Play some turns of Docker; draw the newest board as the next player sees it, and the preview of their turn."""
    fixed = mock.patch("secrets.token_bytes", lambda size=32: bytes([5]) * size)
    with tempfile.TemporaryDirectory() as state, fixed:
        async with table(Path(state)) as at:
            await open_match(at, "docker new", ["anna", "ben", "chiara", "dana"])
            await play_out(at, seed=5, until=lambda match: match.seq >= TURNS - 1)
            at.sandbox.world.clock.advance(3 * HOUR)  # so that nobody is offered to play live
            await play_out(at, seed=5, until=lambda match: match.seq >= TURNS)
            (player,) = list_awaited(at)
            panel = await open_panel(player)
            while "Confirm" not in buttons(panel):
                menu, options = next(iter(list_menus(panel).items()))
                await choose(player, panel, menu, options[-1]["value"])
            name = player.user.name.capitalize()
            board, preview = await messages(browser, at.sandbox, name, width=700, last=2, dark=True)
            save([[board], [preview]], path, width=700)


async def main(what: Sequence[str]) -> None:
    """Draw what the command line asks for."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        if what == ["turn"]:
            await draw_turn(browser, DOCS / "turn.png")
        else:
            await draw_week(browser, DOCS / "week")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
