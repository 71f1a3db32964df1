"""One private panel per person and match: reused, renewed, and replaced by the next."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec import structs

import games
from client.turn import turn
from client.turn.open_panels import OpenPanels
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.play.days import find_players, pass_time
from tests.support.play.signs import list_labels_with_signs, sync
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_menus,
    open_match,
    open_panel,
    wait_for_new_board,
    wait_for_rest,
    words,
)
from tests.support.play.wordless import private_in_match

REPLACED = "Your newer panel has replaced this one."


async def take_turn_in(person: Person, panel: Message) -> None:
    """Choose the first move in an open panel, and confirm it."""
    while "Confirm" not in buttons(panel):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[0]["value"])
    await person.click(panel, "Confirm")


async def test_a_newer_panel_replaces_the_one_before(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    theirs = await open_panel(other)
    first = await open_panel(person)
    second = await open_panel(person)
    await person.until(lambda: words(first) == f"-# {REPLACED}")
    assert not buttons(first)
    assert not list_menus(first)
    assert not first.attachments
    assert list_menus(second)
    third = await open_panel(person)
    await person.until(lambda: REPLACED in words(second))
    assert REPLACED not in words(theirs), "everybody has a panel of their own"
    await take_turn_in(person, third)
    assert (await at.referee.match(1)).seq > 0


async def test_an_open_panel_goes_on_with_the_next_turn(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    (one, two), panels = await find_players(at), {}
    for person in (one, two):
        panels[person.user.id] = await open_panel(person)
    for _ in range(3):
        mover, waiting = await find_players(at)
        panel = panels[mover.user.id]
        await mover.until(lambda panel=panel: bool(list_menus(panel)))
        await take_turn_in(mover, panel)
        await waiting.until(lambda panel=panels[waiting.user.id]: bool(list_menus(panel)))
    for person in (one, two):
        assert private_in_match(person) == [panels[person.user.id]], "each person keeps one panel message"


async def test_a_typed_move_closes_the_panel_and_costs_three_requests(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    (one, two), typed = await find_players(at), []
    panel = await open_panel(one)
    for _ in range(4):
        mover, _ = await find_players(at)
        board, (first, *_) = find_board(mover), await mover.autocomplete("docker move", {"move": ""}, focused="move")
        await wait_for_rest()
        at.sandbox.rest.log.clear()
        answer = mover.slash("docker move", {"move": first["value"]})
        await wait_for_new_board(mover, board)
        await answer.until(lambda answer=answer: answer.done)
        await wait_for_rest()
        typed.append(sum(each.method != "GET" for each in at.sandbox.rest.log))
    assert typed == [4, 3, 3, 3], "answer, board, and the old board; once also the open panel"
    assert words(panel) == f"-# {REPLACED}"
    for person in (one, two):
        answers = [message for message in private_in_match(person) if message is not panel]
        assert all(words(each).startswith("✓") and not each.attachments for each in answers), "they stay as they are"


async def test_a_panel_goes_on_only_for_the_person_who_has_the_seat(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    await open_panel(person)
    await wait_for_rest()  # the bot notes a panel after it is visible
    match, waiting = await at.referee.match(1), at.bot[OpenPanels].find_waiting
    (seat,) = match.to_act
    assert waiting(match) == [], "it shows this decision already"
    later = structs.replace(match, decisions={seat: 9})
    assert [found for found, _ in waiting(later)] == [seat]
    given = (
        structs.replace(holder, user_id=other.user.id) if holder.seat == seat else holder for holder in match.seats
    )
    assert waiting(structs.replace(later, seats=tuple(given))) == []


async def test_a_choice_under_way_is_not_disturbed(at: Table) -> None:
    await open_match(at, "dog new", ("anna", "ben", "chiara", "dana"))
    anna, ben = at.person("anna"), at.person("ben")
    panel = await open_panel(anna)
    before = panel.edited
    theirs = await open_panel(ben)
    menu, options = next(iter(list_menus(theirs).items()))
    await choose(ben, theirs, menu, options[0]["value"])
    await wait_for_rest()
    assert panel.edited == before
    assert list_menus(panel)


async def test_a_panel_too_old_to_be_edited_stays_as_it_is(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, _ = await find_players(at)
    first = await open_panel(person)
    await pass_time(at, 16 * 60, step=300)
    at.sandbox.rest.refused.clear()
    second = await open_panel(person)
    await wait_for_rest()
    assert list_menus(second)
    assert REPLACED not in words(first)
    assert not at.sandbox.rest.refused, "nothing is tried that Discord would refuse"


async def test_a_deleted_emoji_costs_the_signs_and_not_the_panel(at: Table) -> None:
    await sync(at)
    await open_match(at, "dog new", ("anna", "ben"))
    at.sandbox.world.emojis.clear()
    panel = await open_panel(at.person("anna"))
    assert list_menus(panel)
    assert list_labels_with_signs(at, panel) == {}
    assert panel.attachments
    (refused,) = [each for each in at.sandbox.rest.refused if each.code == 50035]
    at.sandbox.rest.refused.remove(refused)
    assert at.bot.signs.find(games.names()[0]) == {}
    assert find_board(at.person("ben"))


async def test_a_renewal_that_comes_late_does_not_replace_a_newer_panel(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    mover, waiting = await find_players(at)
    old = await open_panel(waiting)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def renew_late(*some: Any, **more: Any) -> None:
        begun.set()
        await go_on.wait()
        await turn.show_seat(*some, **more)

    monkeypatch.setattr("client.turn.play.show_seat", renew_late)
    await take_turn_in(mover, await open_panel(mover))
    await begun.wait()
    newer = await open_panel(waiting)
    go_on.set()
    await wait_for_rest()
    await waiting.until(lambda: words(old) == f"-# {REPLACED}")
    assert list_menus(newer)
    await take_turn_in(waiting, newer)
