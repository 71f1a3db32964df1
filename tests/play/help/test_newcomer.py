"""A newcomer with a phone: from opening the page to the first confirmed turn, without any explanation: five clicks,
and one for each choice of the turn."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import games
from games.core import Seat
from matches.directory import read_log
from matches.match import Match
from tests.support.browser import OpenPage
from tests.support.play.browsing import IN_BROWSER, at, open_page
from tests.support.play.clicks import COUNT, HEIGHT, WIDTH, Clicker
from tests.support.play.ship import Stub
from tests.support.play.table import Table, has_board, name_computers

__all__ = ["at", "open_page"]

pytestmark = [*IN_BROWSER, pytest.mark.usefixtures("blank_pictures")]  # the browser need not wait for boards

MOST_CLICKS = 5
"""The game, the computer player and its level, *Play* and *Confirm*; each choice of the turn takes one more."""


class Newcomer(Clicker):
    """Takes the first choice on offer."""

    def choose_move(self, match: Match, seat: Seat, chosen: Sequence[str]) -> Sequence[str]:
        """Choose the first move that the panel shows."""
        return self.list_codes(self.read_panel())[:1]


@pytest.mark.parametrize("game", games.own_names())
async def test_the_first_turn_takes_five_clicks_and_one_for_each_choice(
    at: Table, open_page: OpenPage, game: str
) -> None:
    Stub().rule(at)
    at.bot.dispatch("local_start")
    await at.person("anna").until(lambda: at.person("anna").messages(), within=60)
    page = await open_page(at.sandbox, "Anna", width=WIDTH, height=HEIGHT)
    await page.tab.evaluate(COUNT)
    await page.press("Anna", games.words(game).TITLE.id)
    menu = name_computers(game)
    face = (await page.sees("Anna", menu)).get_by_role("button", name=menu)
    await face.click()
    await face.locator("xpath=..").get_by_role("listbox").locator(".choice-name").first.click()
    newcomer = Newcomer(at, page, 1)
    await at.person("anna").until(lambda: has_board(at.person("anna")), within=30)
    match = await newcomer.wait_for_turn()
    assert match is not None
    await newcomer.take_turn(match)
    seat = newcomer.seat(match)
    choices = sum(ply.seat == seat for ply in await read_log(at.referee, 1, after=match.seq))
    assert choices, "no move has been made"
    assert await newcomer.count() <= MOST_CLICKS + choices
