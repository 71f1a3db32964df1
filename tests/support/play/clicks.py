"""Count the clicks of turns in a real browser, 390 pixels wide: `python -m tests.support.play.clicks [GAME …]`.

Anna plays whole matches in the sandbox's page against computer players that answer at once. Every turn begins with
*Play* on the newest board, even if an open panel would save that click, and ends when the turn has been made. The page
counts the clicks that it receives. Anna plays at random: she picks one of the first words on offer (a button, a tab, a
piece), then one of what follows; in Riff Raff one of the lettered loadings. She takes the shortest path to her choice.

Boards are drawn as one pixel, and Riff Raff's ship obeys a stub instead of the physics: neither changes a click.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from unittest import mock

from playwright.async_api import Browser, Locator, expect

import games
from client.messages.menus import BRANCH, Entry, offer, parse_branch
from client.pictures.painter import Painter
from client.turn.panel import add_forced
from games.core import Seat
from matches.match import Match
from matches.play import fold_draft
from matches.texts import Texts
from sandbox.discord.model import Message
from tests.support.browser import Page, launch_browser
from tests.support.play.blank import draw_blank
from tests.support.play.patient import be_patient
from tests.support.play.ship import Stub
from tests.support.play.table import Table, add_computer, find_board, has_board, table, wait_for_boards
from tests.support.play.wordless import custom_ids, selects

MATCHES: Final = 20
WIDTH: Final = 390
HEIGHT: Final = 844
MOST_TURNS: Final = 2000
DEEPEST: Final = 5
"""The most tabs and menus before a move."""
COMMANDS: Final = {"docker": "docker", "dog_royal": "dog", "aquaretto": "aquaretto", "riff_raff": "riffraff"}

COUNT = """() => {
  window.clicks = 0;
  addEventListener("click", (event) => { window.clicks += event.isTrusted ? 1 : 0; }, true);
}"""
IDS = """([panel, before]) => {
  const controls = document.querySelectorAll(`li.message[data-id="${panel}"] [data-custom-id]:not([disabled])`);
  return [...controls].map((each) => each.dataset.customId + each.textContent).join() !== before;
}"""


def find_path(
    entries: Sequence[Entry], code: str, branch: tuple[int, ...] = (), depth: int = 0
) -> tuple[int, tuple[str, ...]] | None:
    """Find the path to a move with the fewest clicks: their number, and the values of tabs and menu entries, and its
    code; None if no page shows it. A button is one click, a menu two."""
    page = offer(entries, branch)
    if code in {option.value for option in (*page.buttons, *page.tab_buttons)}:
        return 1, (code,)
    listed = [option.value for menu in page.menus for option in menu.options]
    if code in listed:
        return 2, (code,)
    if depth == DEEPEST:
        return None
    ways = [(1, tab.value) for row in page.tabs for tab in row if not tab.is_open]
    ways += [(2, value) for value in listed if value.startswith(BRANCH)]
    found = [(cost, value, find_path(entries, code, parse_branch(value), depth + 1)) for cost, value in ways]
    return min(
        ((cost + further[0], (value, *further[1])) for cost, value, further in found if further is not None),
        default=None,
    )


class Clicker:
    """A person who plays a match by clicks alone."""

    def __init__(self, at: Table, page: Page, seed: int) -> None:
        self.at, self.page = at, page
        self.anna = at.person("anna")
        self.choice = random.Random(seed)
        self.panel = ""
        """Id of the private message with the choices."""

    async def play_match(self, most: int = MOST_TURNS) -> list[int]:
        """Play until the match is over, or `most` turns. Returns the clicks of each turn."""
        turns: list[int] = []
        await self.page.tab.evaluate(COUNT)
        while len(turns) < most:
            match = await self.wait_for_turn()
            if match is None:
                return turns
            before = await self.count()
            await self.take_turn(match)
            turns.append(await self.count() - before)
        return turns

    async def count(self) -> int:
        """Read how many clicks the page has received."""
        return int(await self.page.tab.evaluate("() => window.clicks"))

    async def wait_for_turn(self) -> Match | None:
        """Wait until Anna is to move and her board is on the page; None: the match is over."""
        async with asyncio.timeout(120):
            while True:
                await self.anna.until(lambda: has_board(self.anna) and not self.is_busy())
                await wait_for_boards(self.at)
                match = await self.at.referee.match(1)
                if match.phase != "running":
                    return None
                if self.seat(match) in match.to_act:
                    return match
                await asyncio.sleep(0.01)  # another seat's turn is being written

    def is_busy(self) -> bool:
        """Tell whether a machine is still to move."""
        return bool(self.at.referee.cache[1].match.waits_for_machine)

    def seat(self, match: Match) -> Seat:
        """Find Anna's seat."""
        (seat,) = match.seats_of(self.anna.user.id)
        return seat

    async def take_turn(self, match: Match) -> None:
        """Press *Play* and click until the turn has been made, with every decision that continues it."""
        board = self.page.column("Anna").locator(f'[data-id="{find_board(self.anna).id}"]')
        await self.open_panel(board)
        while True:
            seat, seq = self.seat(match), match.seq
            while (now := await self.at.referee.match(1)).seq == seq and seat in now.to_act:
                await self.click_once(now, seat)
            await self.anna.until(lambda: not self.is_busy())  # the turn continues once the ship has settled
            now = await self.at.referee.match(1)
            if now.phase != "running" or not match.game.continues_turn(match.state, now.state):
                return
            if seat not in now.to_act or now.awaited != match.awaited:
                return
            match = now

    async def open_panel(self, board: Locator) -> None:
        """Press *Play* on the board, and note the panel that answers."""
        panels = self.page.column("Anna").locator(".message.ephemeral")
        known = await panels.last.get_attribute("data-id") if await panels.count() else ""
        await expect(board.get_by_role("button").first).to_be_visible()
        name = "Play" if await board.get_by_role("button", name="Play", exact=True).count() else "My hand"
        await board.get_by_role("button", name=name, exact=True).click()
        await expect(panels.last).not_to_have_attribute("data-id", known or "-")
        await expect(panels.last.locator('[data-custom-id^="sb:"]').first).to_be_visible()
        self.panel = str(await panels.last.get_attribute("data-id"))

    def read_panel(self) -> Message:
        """Read the panel as the sandbox keeps it."""
        return next(message for message in self.anna.messages() if str(message.id) == self.panel)

    async def click_once(self, match: Match, seat: Seat) -> None:
        """Confirm a turn that is ready, take a lettered one, or choose a move and click the way to it."""
        await self.anna.until(lambda: custom_ids(self.read_panel()))  # for a moment it says only that the ship rocks
        panel = self.read_panel()
        ids = custom_ids(panel)
        ready = [each for each in ids if each.startswith("sb:confirm:")]
        lettered = [each for each in ids if each.startswith("sb:adopt:")]
        if ready or lettered:
            await self.click(ready[0] if ready else self.choice.choice(lettered))
            return
        for value in self.choose_move(match, seat, await self.at.referee.draft(match, seat)):
            await self.click_value(self.read_panel(), value)

    def choose_move(self, match: Match, seat: Seat, chosen: Sequence[str]) -> Sequence[str]:
        """Choose a move at random, word by word. Returns the values on the path to it."""
        codes = add_forced(match, seat, chosen).codes
        state = fold_draft(match, seat, codes).state
        view, say = match.game.view(state, seat), Texts().say("en", match.cast())
        every = [
            Entry(tuple(map(say, match.words.menu(view, seat, move))), move.code)
            for move in match.game.legal_moves(state, seat)
        ]
        left, depth = every, 0
        while len(left) > 1:
            words = dict.fromkeys(entry.path[depth] if depth < len(entry.path) else entry.code for entry in left)
            word = self.choice.choice(list(words))
            left = [entry for entry in left if word == (entry.path[depth] if depth < len(entry.path) else entry.code)]
            depth += 1
        found = find_path(every, left[0].code)
        assert found is not None, f"{left[0].path} is on no page"
        return found[1]

    @staticmethod
    def list_codes(panel: Message) -> list[str]:
        """List the moves on a panel, in the order of reading: buttons, then menus."""
        pressed = [each.split(".move.", 1)[1] for each in custom_ids(panel) if ".move." in each]
        listed = [str(option["value"]) for _, options in selects(panel) for option in options]
        return [each for each in (*pressed, *listed) if not each.startswith(BRANCH)]

    async def click_value(self, panel: Message, value: str) -> None:
        """Click a move's button or a tab, or choose from the menu that has it."""
        for custom_id, options in selects(panel):
            labels = [option["label"] for option in options if option["value"] == value]
            if labels:
                await self.click(custom_id, labels[0])
                return
        await self.click(next(each for each in custom_ids(panel) if each.endswith(f".move.{value}")))

    async def click(self, custom_id: str, label: str = "") -> None:
        """Click a control of the panel, and with a label one of the options it opens; wait for the answer."""
        shown = self.page.column("Anna").locator(f'li.message[data-id="{self.panel}"]')
        control = shown.locator(f'[data-custom-id="{custom_id}"]').last
        await expect(control).to_be_visible()  # before that the page still shows the panel as it was
        before = await self.page.tab.evaluate(IDS.replace(" !== before", ""), [self.panel, ""])
        await control.click()
        if label:
            listed = control.locator("xpath=..").get_by_role("listbox")
            await listed.locator(".choice-name").get_by_text(label, exact=True).click()
        await self.page.tab.wait_for_function(IDS, arg=[self.panel, before])


async def count_match(name: str, seed: int, browser: Browser, *, most: int = MOST_TURNS) -> list[int]:
    """Play a match, or its first `most` turns of Anna's, and return the clicks of each."""
    secret = mock.patch("client.lobby.opening.secrets.token_bytes", lambda size: seed.to_bytes(size, "big"))
    seats = games.load(name).seats
    with tempfile.TemporaryDirectory() as folder, secret, mock.patch.object(Painter, "_paint", draw_blank):
        async with table(Path(folder)) as at:
            Stub().rule(at)
            anna = at.person("anna")
            card = await anna.slash(f"{COMMANDS[name]} new", {"players": seats[seed % len(seats)]})
            page = await Page.open(browser, at.sandbox.url, "Anna", width=WIDTH, height=HEIGHT)
            await add_computer(anna, card.message, start=True)
            found = await Clicker(at, page, seed).play_match(most)
            assert page.errors == [], page.errors
            await page.context.close()
            return found


def describe_turns(name: str, matches: int, turns: Sequence[int]) -> str:
    """Write the line of a game for the table."""
    ordered = sorted(turns)
    share = sum(clicks <= 3 for clicks in turns) / len(turns)
    return (
        f"| {name} | {matches} | {len(turns):,} | {statistics.median(turns):g} | {ordered[len(turns) * 9 // 10]} "
        f"| {ordered[-1]} | {share:.0%} |"
    )


async def main(names: Sequence[str]) -> None:
    """Play the matches and print the table, a line after each match to standard error."""
    sys.stdout.write("| Game | Matches | Turns | Median | 90 % at most | Most | Three clicks or fewer |\n")
    sys.stdout.write("|---|---:|---:|---:|---:|---:|---:|\n")
    async with launch_browser() as browser:
        for name in names or COMMANDS:
            turns: list[int] = []
            for seed in range(MATCHES):
                turns += await count_match(name, seed, browser)
                sys.stderr.write(f"{name} {seed}: {len(turns)} turns\n")
            sys.stdout.write(describe_turns(name, MATCHES, turns) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    be_patient()
    asyncio.run(main(sys.argv[1:]))
