"""Correct a position, as a host does."""

from __future__ import annotations

import random

import games
from games.editing import list_edits
from matches.match import Match
from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons
from tests.support.play.table import (
    Table,
    choose,
    decide_at_once,
    find_board,
    list_menus,
    wait_for_boards,
    words,
)

EDIT = "Correct the position …"


CORRECTED_TEXT = "Everybody has agreed to correct the position."


EDITED = [name for name in games.names() if games.load(name).editor is not None]


async def until_editable(at: Table) -> Match:
    """Play until the position can be corrected: at the beginning of a turn."""
    for number in range(40):
        match = await at.referee.match(1)
        if number > 1 and list_edits(match.game, match.view(None)):
            return match
        seats = [holder for holder in match.awaited if holder.user_id is not None]
        await decide_at_once(at, match, random.Random(number), show=True)
        assert seats
        await wait_for_boards(at)
    raise AssertionError("nothing can ever be changed")


async def choose_first(person: Person, page: Message) -> None:
    """Choose the first change that the editor offers, through its tabs and menus."""
    for _ in range(6):
        if "Ask the others" in buttons(page):
            return
        offered = list_menus(page)
        menu = next(iter(offered))
        await choose(person, page, menu, offered[menu][0]["value"])
    raise AssertionError("no change can be chosen")


async def correct(at: Table, host: Person, *others: Person) -> None:
    """Make the first change that the editor offers, with the consent of the other players."""
    page = (await host.slash("match", {"show": "replay"})).message
    await host.click(page, EDIT)
    await choose_first(host, page)
    await host.click(page, "Ask the others")
    vote = await host.until(lambda: next((each for each in host.messages() if "Agree" in buttons(each)), None))
    for person in others:
        await person.click(vote, "Agree")
    await host.until(lambda: CORRECTED_TEXT in words(find_board(host)))
