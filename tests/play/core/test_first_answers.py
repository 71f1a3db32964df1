"""An answer that is ready in time is the acknowledgement: one request from a press to its panel, three for a turn."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from client.core import intake
from client.core.visit import Visit
from client.pictures.painter import Painter
from sandbox.person.person import Person
from tests.support.play.light import light
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_awaited,
    list_menus,
    open_match,
    open_panel,
    table,
    wait_for_boards,
    wait_for_new_board,
    wait_for_rest,
    words,
)
from tests.support.play.troubles import EDIT
from tests.support.play.wordless import private_in_match

__all__ = ["light"]

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
BOARD = "POST /channels/{channel_id}/messages"
OLD_BOARD = "PATCH /channels/{channel_id}/messages/{message_id}"


async def list_requests(at: Table) -> list[str]:
    """List the requests since the last call, once the bot is at rest."""
    await wait_for_boards(at)
    await wait_for_rest()
    sent = [f"{each.method} {each.template}" for each in at.sandbox.rest.log if each.method != "GET"]
    at.sandbox.rest.log.clear()
    return sent


@pytest.mark.parametrize("game", ["docker", "dog", "aquaretto", "riffraff"])
async def test_a_press_costs_one_request_and_a_turn_three(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(intake, "ANSWER_WITHIN", 60.0)
    async with table(tmp_path) as at:
        await open_match(at, f"{game} new", ("anna", "ben"))
        (person, *_) = list_awaited(at)
        await list_requests(at)
        panel = await open_panel(person)
        assert await list_requests(at) == [CALLBACK]
        sent: list[str] = []
        while sent in ([], [CALLBACK]):
            if "Confirm" in buttons(panel):
                await person.click(panel, "Confirm")
            else:
                menu, options = next(iter(list_menus(panel).items()))
                await choose(person, panel, menu, options[0]["value"])
            sent = await list_requests(at)
        if OLD_BOARD in sent and BOARD not in sent:  # a choice that all make at once: the board says who has chosen
            assert sorted(sent) == sorted([CALLBACK, OLD_BOARD])
        else:
            physics = [EDIT] if game == "riffraff" else []  # the panel says that the ship is moving
            assert sorted(sent) == sorted([CALLBACK, BOARD, OLD_BOARD, *physics])


@pytest.fixture
async def anna(at: Table) -> Person:
    await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    await list_requests(at)
    return person


async def test_a_hanging_worker_delays_no_acknowledgement(
    at: Table, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "ANSWER_WITHIN", 0.05)
    goes_on, draw = asyncio.Event(), Painter.draw_private_board

    async def hang(*args: Any, **named: Any) -> Any:
        await goes_on.wait()
        return await draw(*args, **named)

    monkeypatch.setattr(Painter, "draw_private_board", hang)
    pressing = anna.click(find_board(anna), "Play")
    await pressing.acknowledgement()
    assert [each.path for each in at.sandbox.rest.log][-1].endswith("/callback")
    assert not pressing.done
    goes_on.set()
    panel = (await pressing).message
    assert list_menus(panel)
    assert await list_requests(at) == [CALLBACK, EDIT]
    assert private_in_match(anna) == [panel]


async def test_a_held_up_event_loop_brings_no_second_answer(
    at: Table, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Timer and answer are due at the same moment."""
    monkeypatch.setattr(intake, "ANSWER_WITHIN", 0.05)
    answer = Visit.answer

    async def hold_up(*args: Any, **named: Any) -> None:
        time.sleep(0.1)  # noqa: ASYNC251 - this is the fault
        await answer(*args, **named)

    monkeypatch.setattr(Visit, "answer", hold_up)
    told = await anna.slash("turns")
    assert words(told.message)
    assert (await list_requests(at))[0] == CALLBACK
    assert len(private_in_match(anna)) == 1
    assert not at.sandbox.rest.refused


@pytest.mark.parametrize("taken", [False, True], ids=["cut before", "cut after"])
async def test_a_cut_connection_brings_one_answer(
    at: Table, anna: Person, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    monkeypatch.setattr(intake, "ANSWER_WITHIN", 60.0)
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    shown = find_board(anna)
    at.sandbox.faults.order("POST /interactions", cut=True, refuse=not taken)
    panel = (await anna.click(shown, "Play")).message
    await list_requests(at)
    menu, options = next(iter(list_menus(panel).items()))
    await choose(anna, panel, menu, options[0]["value"])
    at.sandbox.faults.order("POST /interactions", cut=True, refuse=not taken)
    await anna.click(panel, "Confirm")
    await wait_for_new_board(anna, shown)
    await list_requests(at)
    assert private_in_match(anna) == [panel]
    assert words(panel).startswith("✓")
    assert (await at.referee.match(1)).seq == 1
