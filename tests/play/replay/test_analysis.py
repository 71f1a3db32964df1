"""The analysis of a match in use: a button on the last board, pictures and sentences."""

from __future__ import annotations

import itertools
import re

import pytest
from msgspec import structs

from client import analysis as page
from client.hints import explain_turn
from games import aquaretto
from games.docker import GAME
from matches.coaching.analysis import Turning
from matches.coaching.decisions import Decision
from matches.match import pack
from matches.texts import LANGUAGES
from rendering import Look
from tests.support.analyses import shorten_analyses
from tests.support.here import Here
from tests.support.play.table import Table, buttons, find_board, open_match, play_out, words


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_analyses(monkeypatch)


async def test_the_last_board_leads_to_the_analysis(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at.bot.analyst.worker = Here(time_limit=60)
    monkeypatch.setattr(page, "PROGRESS_EVERY", 0.01)
    await open_match(at, "docker new", ("anna", "ben"))
    refused = await at.person("anna").slash("match", {"show": "analysis"})
    assert "once it is finished" in refused.text
    match = await play_out(at, every=10)
    assert match.phase == "finished"
    anna = at.person("anna")
    await anna.until(lambda: "Analysis" in buttons(find_board(anna)))
    shown = await anna.click(find_board(anna), "Analysis")
    await anna.until(lambda: "Docker: analysis" in words(shown.message))
    told = words(shown.message)
    assert "Best move of" in told
    assert "computer players have finished the match" in told
    assert "In italics: what the player" in told
    assert shown.message.visible_to == anna.user.id
    assert [file.filename for file in shown.message.attachments] == ["docker-1-chances.png"]
    chances, *moments = buttons(shown.message)
    assert moments
    for number in moments:
        await anna.click(shown.message, number)
        told = words(shown.message)
        assert told.count(") played:") == 1, "a page has one turning point, so that it fits the screen of a phone"
        assert f"**{number}.**" in told
        (turning,) = shown.message.attachments
        assert turning.description is not None
        assert "A strong player's move" in turning.description or "What was played" in turning.description
    await anna.click(shown.message, chances)
    assert [file.filename for file in shown.message.attachments] == ["docker-1-chances.png"]
    again = await at.person("dana").slash("match", {"show": "analysis"})
    assert [*buttons(again.message)] == [chances, *moments]


async def test_italics_are_explained_only_where_there_are_some(at: Table) -> None:
    at.bot.analyst.worker = Here(time_limit=60)
    await open_match(at, "docker new", ("anna", "ben"))
    match = await play_out(at, every=10)
    found = await at.bot.analyst.begin(match)[1]
    assert found.praise
    for shown, speaks in ((found, True), (structs.replace(found, turning=(), praise=()), False)):
        built = await page.build_page(at.bot, match, shown, "en", look=Look())
        assert ("In italics" in str(built.view.to_components())) == speaks
    for number in range(1, len(found.turning) + 1):
        built = await page.build_page(at.bot, match, found, "en", look=Look(), number=number)
        told = str(built.view.to_components())
        assert ("In italics" in told) == bool(re.search(r"[^*] \*[^* ]", told))


async def test_a_reason_is_given_only_if_the_move_that_was_played_lacks_it(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    opened = await at.referee.match_in(at.person("anna").channel.id)
    assert opened is not None
    state = GAME.read("A1=R C2=Y B3=G C1=B / res R1 Y1 / move R die 4 / seats 2 / turns 19")
    match, say = structs.replace(opened, state=state), at.bot.texts.say("en", opened.cast())
    codes = [move.code for move in GAME.legal_moves(state, 0)]
    why = {code: say(explain_turn(match, 0, (code,))) for code in codes}
    given = set()
    for played, best in itertools.permutations(codes, 2):
        turning = Turning(Decision(0, 1, 0, (played,), pack(state), free=True), (best,), 0.0)
        told = page.describe_turning(match, turning, say)[1]
        assert told.endswith(f"*{why[best]}*") == (why[played] != why[best])
        given.add("*" in told)
    assert given == {False, True}


async def test_a_turning_point_names_the_tile_that_was_put_on_a_truck(at: Table) -> None:
    await open_match(at, "aquaretto new", ("anna", "ben"))
    opened = await at.referee.match_in(at.person("anna").channel.id)
    assert opened is not None
    state = aquaretto.GAME.read("T1=2:DOL T2=3: drawn=ORC-F")
    turning = Turning(Decision(0, 1, 0, ("truck/1",), pack(state), free=True), ("truck/2",), 0.0)
    told = {}
    for language in LANGUAGES:
        say = at.bot.texts.say(language, opened.cast())
        played, best = page.describe_turning(structs.replace(opened, state=state), turning, say)[:2]
        told[language] = played.partition(") ")[2], best.partition(": ")[2].partition(" *")[0]
    assert told == {
        "en": ("played: Orca ♀ onto truck 1, beside Dolphin.", "Orca ♀ onto truck 2, still empty."),
        "de": ("zog: Orca ♀ auf Wagen 1, zu Delfin.", "Orca ♀ auf Wagen 2, noch leer."),
        "fr": ("a joué\u202f: Orque ♀ sur le camion 1, avec Dauphin.", "Orque ♀ sur le camion 2, encore vide."),
        "it": ("ha giocato: Orca ♀ sul camion 1, con Delfino.", "Orca ♀ sul camion 2, ancora vuoto."),
    }
