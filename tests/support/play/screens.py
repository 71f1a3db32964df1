"""Take screenshots of every step of a match, in four languages, on a phone and on a desktop, to look at them.

`python -m tests.support.play.screens [folder] [game or language …]` writes a picture for each step, and a contact
sheet for each language, game and width, into var/screens or the folder.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageDraw
from playwright.async_api import Browser, async_playwright, expect

import games
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.browser import FLAGS, Page, chromium
from tests.support.play.asking import ask
from tests.support.play.patient import be_patient
from tests.support.play.ship import Stub
from tests.support.play.table import Table, find_board, has_board, make_world, table, wait_for_boards
from tests.support.play.wordless import actions, custom_ids, press, selects

SIZES: Final = {"phone": (390, 844), "desktop": (1280, 900)}
LOCALES: Final = {"en": "en-GB", "de": "de", "fr": "fr", "it": "it"}
COMMANDS: Final[Sequence[tuple[str, dict[str, Any]]]] = (
    ("help", {}),
    ("rules", {}),
    ("learn", {}),
    ("me", {}),
    ("status", {}),
    ("turns", {}),
    ("stats", {}),
    ("log", {}),
)
"""Commands with private answers, and their options."""
DRAWN: Final = "each => Promise.all([...each.querySelectorAll('img')].map((img) => img.decode().catch(() => 0)))"
"""Wait until all pictures of a message are drawn."""
ENOUGH: Final = 5
"""Plies after which a truck of Aquaretto is taken rather than a tile drawn."""
TURNS: Final = 6
"""Turns of a match that are photographed."""
SHOWN: Final = 330
"""Width of a picture on a contact sheet."""


class Camera:
    """Photographs the page, in both sizes, and names the steps."""

    def __init__(self, pages: dict[str, Page], folder: Path, language: str, game: str) -> None:
        self.pages, self.folder, self.language, self.game = pages, folder, language, game
        self.count = 0

    async def take(self, step: str, message: Message, *, top: bool = False) -> None:
        """Take a picture of a message: its end, or its `top`."""
        self.count += 1
        for size, page in self.pages.items():
            shown = page.column("Anna").locator(f'li.message[data-id="{message.id}"]')
            await expect(shown).to_be_attached()
            await shown.evaluate(f"each => each.scrollIntoView({{block: '{'start' if top else 'end'}'}})")
            await shown.evaluate(DRAWN)
            name = f"{self.language}-{size}-{self.game}-{self.count:02d}-{step}.png"
            await page.tab.screenshot(path=self.folder / name, animations="disabled")


async def photograph_match(at: Table, camera: Camera) -> None:
    """Open a match against the computer, take a turn, end it and share it, with a picture of each step."""
    anna = at.person("anna")
    card = (await anna.slash("play", {"game": camera.game})).message
    await camera.take("lobby", card)
    await camera.take("lobby-top", card, top=True)
    await camera.take("lobby-more", (await press(anna, card, "lobby_more")).message)
    ((menu, _),) = selects(card)
    await anna.choose(card, menu, "normal")
    await anna.until(lambda: has_board(anna) and not at.referee.cache[1].match.waits_for_machine)
    await wait_for_boards(at)
    await camera.take("board", find_board(anna))
    await explore(at, anna, camera)
    for _ in range(TURNS):
        panel = await take_turn(at, anna, camera)
    await camera.take("words", (await press(anna, find_board(anna), "words")).message)
    more = (await press(anna, find_board(anna), "more")).message
    await camera.take("more", more)
    for name, options in COMMANDS:
        asked = {"game": camera.game} if name == "learn" else options
        await camera.take(name, (await ask(anna, name, **asked)).message)
    old = find_board(anna)
    await press(anna, (await press(anna, more, "resign")).message, "resign_now")
    last = await anna.until(lambda: find_board(anna) is not old and find_board(anna))
    await wait_for_boards(at)
    await camera.take("end", last)
    await camera.take("end-top", last, top=True)
    await camera.take("result", panel)
    await camera.take("share", (await press(anna, last, "share_page")).message)
    await camera.take("fair-play", (await press(anna, last, "fair_play")).message)
    shown = (await anna.slash("demo", {"game": camera.game})).message
    await anna.until(lambda: find_board(anna) is not last)
    await wait_for_boards(at)
    await camera.take("demo", find_board(anna))
    assert shown


async def explore(at: Table, anna: Person, camera: Camera) -> None:
    """Open what a panel offers beside a move, with a picture of each: a second tab, a closed group, single moves."""
    await anna.until(lambda: not at.referee.cache[1].match.waits_for_machine)
    panel = (await press(anna, find_board(anna), "play")).message
    await camera.take("panel-top", panel, top=True)
    for tab in [each for each in custom_ids(panel) if ".move.@" in each][:1]:
        await camera.take("tab", (await anna.click(panel, tab)).message)
    for action, step in (("try", "try"), ("why", "why-not"), ("hint", "hint")):
        panel = (await press(anna, find_board(anna), "play")).message
        if action in actions(panel):
            await camera.take(step, (await press(anna, panel, action)).message)


async def look_at_details(anna: Person, panel: Message, camera: Camera) -> None:
    """Choose a loading step by step, with a picture of each, and go back to the proposals."""
    shown = (await press(anna, panel, "detail")).message
    for _ in range(5):
        await camera.take("detail", shown)
        if "confirm" in actions(shown):
            break
        if moves := [each for each in custom_ids(shown) if ".move." in each and ".move.@" not in each]:
            shown = (await anna.click(shown, moves[len(moves) // 2])).message
        else:
            name, options = selects(shown)[0]
            shown = (await anna.choose(shown, name, options[len(options) // 2]["value"])).message
    while "undo" in actions(shown):
        shown = (await press(anna, shown, "undo")).message


async def take_turn(at: Table, anna: Person, camera: Camera) -> Message:
    """Take a turn on the panel, with a picture of each choice. Returns the panel."""
    match = await at.referee.match(1)
    board = find_board(anna)
    panel = (await press(anna, board, "play")).message
    if "detail" in actions(panel):
        await look_at_details(anna, panel, camera)
        panel = (await press(anna, board, "play")).message
    for _ in range(8):
        await camera.take("choice" if "confirm" not in actions(panel) else "preview", panel)
        if "confirm" in actions(panel):
            await press(anna, panel, "confirm")
        elif chosen := [each for each in custom_ids(panel) if each.startswith("sb:adopt:")]:
            await anna.click(panel, chosen[1 % len(chosen)])
        elif moves := [each for each in custom_ids(panel) if ".move." in each and ".move.@" not in each]:
            trucks = [each for each in moves if ".take/" in each]
            await anna.click(panel, trucks[-1] if trucks and match.seq > ENOUGH else moves[0])
        else:
            name, options = selects(panel)[0]
            await anna.choose(panel, name, options[len(options) // 2]["value"])
        if (await at.referee.match(1)).seq != match.seq:
            break
    await anna.until(lambda: not at.referee.cache[1].match.waits_for_machine)
    await wait_for_boards(at)
    await camera.take("panel-after", panel)
    await camera.take("board-after", find_board(anna))
    return panel


def make_sheet(pictures: Sequence[Path]) -> Image.Image:
    """Put pictures side by side, in rows, each under its name."""
    shown = []
    for path in pictures:
        picture = Image.open(path).convert("RGB")
        shown.append((path.stem, picture.resize((SHOWN, picture.height * SHOWN // picture.width))))
    columns = 6
    row_heights = [
        max(picture.height for _, picture in shown[first : first + columns]) + 20
        for first in range(0, len(shown), columns)
    ]
    sheet = Image.new("RGB", (columns * (SHOWN + 8), sum(row_heights)), "white")
    pen = ImageDraw.Draw(sheet)
    for number, (name, picture) in enumerate(shown):
        row, column = divmod(number, columns)
        x, y = column * (SHOWN + 8), sum(row_heights[:row])
        pen.text((x + 4, y + 4), name, fill="black")
        sheet.paste(picture, (x, y + 20))
    return sheet


async def photograph(browser: Browser, folder: Path, language: str, names: Sequence[str]) -> None:
    """Photograph the first page and a match of each game in one language."""
    for game in names:
        world = make_world()
        for guild in world.guilds.values():
            guild.locale = LOCALES[language]
        with tempfile.TemporaryDirectory() as kept:
            async with table(Path(kept), world=world, locale=LOCALES[language], films=True) as at:
                Stub().rule(at)
                at.bot.make_signs(games.names())
                at.bot.dispatch("local_start")
                await at.person("anna").until(lambda at=at: at.person("anna").messages())
                pages = {
                    size: await Page.open(browser, at.sandbox.url, "Anna", width=width, height=height)
                    for size, (width, height) in SIZES.items()
                }
                camera = Camera(pages, folder, language, game)
                await camera.take("first-page", at.person("anna").messages()[0])
                for page in pages.values():
                    await page.tab.locator("[data-action=got-help]").click()
                await photograph_match(at, camera)
                for page in pages.values():
                    assert page.errors == [], page.errors
                    await page.context.close()


def write_sheets(folder: Path) -> None:
    """Write the contact sheet of every language, game and width that was photographed."""
    kinds = {
        path.name[: path.name.index(game) + len(game)]
        for game in games.own_names()
        for path in folder.glob(f"??-*-{game}-*.png")
    }
    for kind in sorted(kinds):
        make_sheet(sorted(folder.glob(f"{kind}-??-*.png"))).save(folder / f"sheet-{kind}.png")


async def main(folder: Path, names: Sequence[str], languages: Sequence[str]) -> None:
    """Photograph every game in every language."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for language in languages:
            await photograph(browser, folder, language, names)
        await browser.close()


if __name__ == "__main__":
    be_patient()
    given, target = sys.argv[2:], Path(sys.argv[1] if sys.argv[1:] else "var/screens")
    target.mkdir(parents=True, exist_ok=True)
    chosen = [each for each in given if each in games.names()] or games.own_names()
    asyncio.run(main(target, chosen, [each for each in given if each in LOCALES] or list(LOCALES)))
    write_sheets(target)
