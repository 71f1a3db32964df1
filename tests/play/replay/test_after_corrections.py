"""After a correction of the position the match is shown as it went on: as a film, as a page, and tried from any ply."""

from __future__ import annotations

import random

import pytest

import games
from matches.archive import history
from sandbox.person.person import pictures
from tests.support.numbers import FULL, patience
from tests.support.play.corrections import CORRECTED_TEXT, EDITED, correct, until_editable
from tests.support.play.pictures import frames
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    decide_at_once,
    find_board,
    list_menus,
    name_people,
    open_match,
    resign,
    share_match,
    wait_for_boards,
    words,
)


@pytest.mark.timeout(patience(90))
@pytest.mark.parametrize("name", EDITED if FULL else ["docker"])
async def test_film_page_and_trial_follow_a_correction(at: Table, name: str) -> None:
    rules = games.load(name)
    await open_match(at, f"{rules.command} new", name_people(name))
    anna, *others = map(at.person, name_people(name))
    before = await until_editable(at)
    await correct(at, anna, *others)
    corrected = await at.referee.match(1)
    while (match := await at.referee.match(1)).seq < corrected.seq + 2 and match.phase == "running":
        await decide_at_once(at, match, random.Random(match.seq), show=False)
    for person in others:
        await resign(person)
    await wait_for_boards(at)
    await anna.until(lambda: "Share" in buttons(find_board(anna)))

    match = await at.referee.match(1)
    turns = await history.read(at.referee, match)
    number = next(index for index, step in enumerate(turns) if step.rows[0].seq == corrected.head)
    shown = history.show_step(match, turns[number]).state
    assert rules.notate(shown) == rules.notate(corrected.state) != rules.notate(before.state)

    film = (await anna.slash("match", {"show": "film"})).message
    assert frames(pictures(film)[0]) >= len(turns), "the film shows every turn, and the correction"
    _, page = await share_match(anna)
    assert page.decode().count("<li ") == len(turns)
    assert CORRECTED_TEXT in page.decode()

    replay = (await anna.slash("match", {"show": "replay"})).message
    for _ in range(len(turns) - 1 - number):
        await anna.click(replay, "◀")
    assert CORRECTED_TEXT in words(replay)
    await anna.click(replay, "Try it from here")
    tried = (await anna.click(replay, "Share this position")).message
    assert rules.notate(corrected.state) in words(tried)
    menu, options = next(iter(list_menus(replay).items()))
    await choose(anna, replay, menu, options[0]["value"])
    played = (await anna.click(replay, "Share this position")).message
    assert played.attachments
    assert rules.notate(corrected.state) not in words(played)
