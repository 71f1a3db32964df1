"""Answers show the view of the person who asked, even if others are named or to move."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from client.board.postman import Postman
from client.pictures import painter as pictures
from client.pictures import render_worker
from sandbox.discord.model import Message
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    is_board,
    list_awaited,
    list_menus,
    open_match,
    wait_for_boards,
    words,
)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect the orders of pictures."""
    orders: list[Any] = []
    order = render_worker.Order

    def note(*args: Any, **fields: Any) -> Any:
        orders.append(order(*args, **fields))
        return orders[-1]

    monkeypatch.setattr(pictures, "Order", note)
    return orders


async def test_a_close_up_is_drawn_from_the_view_of_the_person_who_asked(at: Table, drawn: list[Any]) -> None:
    """Use a game with hands, where it matters."""
    await open_match(at, "dog new", ("anna", "ben"))
    anna, ben = at.person("anna"), at.person("ben")
    match = await at.referee.match(1)
    (theirs,), (mine,) = match.seats_of(ben.user.id), match.seats_of(anna.user.id)
    del drawn[:]
    await anna.slash("board", {"player": "Ben"})
    (asked,) = drawn
    assert asked.view == match.view(mine)
    assert asked.view != match.view(theirs)
    assert asked.seat in (mine, None)


async def test_a_board_is_found_behind_other_messages_after_a_crash(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill the process after posting: the next one searches past the messages of people since."""
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    marked = asyncio.Event()

    async def die(*_: Any, **__: Any) -> None:
        marked.set()
        raise ConnectionResetError

    with monkeypatch.context() as patch:
        patch.setattr(at.bot.outbox, "mark_posted", die)
        panel = (await person.click(shown, "Play")).message
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[0]["value"])
        await person.click(panel, "Confirm")
        await marked.wait()
    for number in range(45):
        at.person("chiara").say(f"chatter {number}")
    at.sandbox.world.clock.advance(3600)
    await at.bot[Postman].sweep()
    await wait_for_boards(at)
    boards: list[Message] = [m for m in person.messages() if is_board(m)]
    assert len({m.attachments[0].filename for m in boards}) == len(boards) == 2
    assert words(find_board(person))


async def test_somebody_without_a_seat_is_welcome_to_watch(at: Table) -> None:
    """*Play* shows a spectator what everybody knows, with ways to see more, and no move."""
    board = await open_match(at, "dog new", ("anna", "ben"))
    dana = at.person("dana")
    shown = (await dana.click(board, "My hand")).message
    assert "You are watching DOG Royal." in words(shown)
    assert "Steps still to go" in words(shown)
    assert buttons(shown).keys() == {"Predict …", "What has happened", "Position in words", "Film"}
    assert "Your hand" not in words((await dana.click(shown, "Position in words")).message)
