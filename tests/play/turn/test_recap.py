"""Players who come back after hours are told the events since their last turn, in words and as a film."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from client.core.signs import SignBook
from client.pictures.films import Film
from client.turn import recap
from client.turn.open_panels import OpenPanels
from client.turn.recap import Recaps
from matches.machines.worker import WorkerFailed
from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons
from sandbox.person.reading import pictures
from tests.support.play.days import find_players
from tests.support.play.pictures import frames
from tests.support.play.table import (
    Table,
    choose,
    find_board,
    list_menus,
    open_match,
    open_panel,
    table,
    take_turn,
    wait_for_new_board,
    wait_for_rest,
    words,
)

HEADING = "Since your last turn:"
STEPS = "Step through the moves"
PEOPLE = ("anna", "ben", "chiara")
FILM = "Docker: the moves since your last turn, as a film."
STILLS = "Docker: the moves since your last turn, in stills."


async def play_round(at: Table) -> str:
    """Take everybody's turn. Returns who moved first and is to move again."""
    first, _ = await find_players(at)
    for _ in PEOPLE:
        person, _ = await find_players(at)
        await take_turn(person)
    person, _ = await find_players(at)
    assert person.user.id == first.user.id
    return first.user.name


async def come_back(at: Table) -> Person:
    """Play a round, and let seven hours pass. Returns the person who is to move."""
    await open_match(at, "docker new", PEOPLE)
    name = await play_round(at)
    at.sandbox.world.clock.advance(7 * 3600)
    return at.person(name)


def list_alts(message: Message) -> list[str | None]:
    """List the alt texts of a message's pictures and films."""
    return [file.description for file in message.attachments]


class Drawing:
    """A film worker whose films are ready when a test says so. `asked`: the arguments of each request."""

    def __init__(self, at: Table) -> None:
        self.asked: list[dict[str, Any]] = []
        self.ready = asyncio.Event()
        self.error: Exception | None = None
        at.bot.films.draw_recap = self._draw  # type: ignore[method-assign, assignment]

    async def _draw(self, _: object, **how: Any) -> Film:
        self.asked.append(how)
        await self.ready.wait()
        if self.error is not None:
            raise self.error
        return Film(b"GIF89a", "film.gif")


async def choose_first(person: Person, panel: Message) -> Message:
    """Choose the first move of a panel."""
    menu, options = next(iter(list_menus(panel).items()))
    return (await choose(person, panel, menu, options[0]["value"])).message


async def test_a_panel_after_hours_begins_with_what_happened(at: Table) -> None:
    person = await come_back(at)
    told = words(await open_panel(person))
    assert HEADING in told
    lines = told[told.index(HEADING) :].split("\n")[1:]
    lines = [line for line in lines if line.startswith("-# ")]
    assert 2 <= len([line for line in lines if "Nobody sees" not in line]) <= recap.ROOM + 1
    again = await open_panel(person)
    assert HEADING not in words(again), "the recap is shown once"
    assert STEPS not in buttons(again)


async def test_a_recap_leads_to_its_pictures(at: Table) -> None:
    """Open the replay beside the panel, at the first turn after one's own; the panel stays usable."""
    person = await come_back(at)
    panel = await open_panel(person)
    page = (await person.click(panel, STEPS)).message
    assert page.id != panel.id
    assert "Move 2 of 3" in words(page)
    assert pictures(page)
    assert "Move 3 of 3" in words((await person.click(page, "▶")).message)
    assert "Move 3 of 3" in words((await person.slash("match", {"show": "replay"})).message), (
        "the replay opens at the newest turn"
    )
    await take_turn(person)


async def test_a_film_of_what_happened_begins_by_itself(tmp_path: Path) -> None:
    """Draw the film, and stills for a person who wants no motion; the panel stays usable below them."""
    async with table(tmp_path, films=True) as at:
        person = await come_back(at)
        panel = await open_panel(person)
        board = panel.attachments[0].description
        await person.until(lambda: len(panel.attachments) == 2)
        assert list_alts(panel) == [board, FILM]
        shown, film = pictures(panel)
        first = panel.components[0]["components"][0]["items"][0]
        assert first["description"] == FILM, "the film is above everything else"
        assert frames(film) == 3, "one's own turn, and those of the two others"
        assert shown[:4] == b"\x89PNG"
        assert HEADING in words(panel)
        panel = await choose_first(person, panel)
        assert FILM not in list_alts(panel), "the next choice is shown without the film"
        old = find_board(person)
        await person.click(panel, "Confirm")
        await wait_for_new_board(person, old)
        other, _ = await find_players(at)
        await other.click(
            (await other.click((await other.slash("me")).message, "Pictures and colours …")).message,
            "Stills, no motion",
        )
        panel = await open_panel(other)
        await other.until(lambda: len(panel.attachments) == 2)
        assert list_alts(panel)[1] == STILLS


async def test_a_film_is_in_the_persons_language_and_look(at: Table) -> None:
    person = await come_back(at)
    drawing = Drawing(at)
    drawing.ready.set()
    me = (await person.slash("me")).message
    await person.click(me, "Pictures and colours …")
    await person.click(me, "Dark pictures")
    person.user.locale = "it"
    panel = await open_panel(person)
    await person.until(lambda: len(panel.attachments) == 2)
    (how,) = drawing.asked
    assert (how["language"], how["look"].theme, how["since"]) == ("it", "dark", 2)


async def test_a_film_never_replaces_what_a_person_has_gone_on_to(at: Table) -> None:
    person = await come_back(at)
    drawing = Drawing(at)
    panel = await open_panel(person)
    await choose_first(person, panel)
    told = words(panel)
    drawing.ready.set()
    await wait_for_rest()
    assert words(panel) == told
    assert len(panel.attachments) == 1


async def test_a_film_is_not_put_on_a_panel_that_was_replaced(at: Table) -> None:
    person = await come_back(at)
    drawing = Drawing(at)
    old = await open_panel(person)
    new = await open_panel(person)
    await person.until(lambda: not old.attachments)
    drawing.ready.set()
    await wait_for_rest()
    assert not old.attachments
    assert len(new.attachments) == 1


class Pressed:
    """A press of *Play* whose answer, message `number`, is sent when a test says so. `asked`, `shown`: the edits of the
    message that were begun, and those that were carried out."""

    def __init__(self, number: int) -> None:
        self.id, self.user, self.type = number, SimpleNamespace(id=7), discord.InteractionType.component
        self.extras, self.response = dict[str, object](), SimpleNamespace(is_done=lambda: True)
        self.may_send, self.asked, self.shown = asyncio.Event(), list[object](), list[object]()

    async def edit_original_response(self, *, view: object, attachments: object) -> Any:
        self.asked.append(view)
        await self.may_send.wait()
        self.shown.append(view)
        return SimpleNamespace(id=self.id)


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> OpenPanels:
    """Panels whose content does not matter."""

    async def draw_nothing(_: str) -> dict[str, bytes]:
        return {}

    monkeypatch.setattr("client.turn.open_panels.put_on_top", lambda *_: "film")
    monkeypatch.setattr("client.turn.open_panels.list_kept", lambda *_: ())
    monkeypatch.setattr("client.turn.open_panels.layout", lambda *_: "closed")
    bot: Any = SimpleNamespace(
        referee=SimpleNamespace(now=lambda: 0.0),
        texts=SimpleNamespace(say=lambda _: lambda _: ""),
        language=lambda _: "en",
        signs=SignBook(draw_nothing, lambda: 0.0),
    )
    return OpenPanels(bot)


MATCH: Any = SimpleNamespace(id=1, decisions={})


async def begin(panels: OpenPanels, pressed: Any, drawn: asyncio.Event) -> None:
    """Show a panel, and add a film to it once it is drawn."""

    async def draw() -> Any:
        await drawn.wait()
        return object()

    panel = await panels.show(pressed, MATCH, 0, "panel")  # type: ignore[arg-type]
    await panels.add_film(pressed, MATCH, panel, draw())


async def turn_over() -> None:
    """Let everything go on that can."""
    for _ in range(9):
        await asyncio.sleep(0)


async def test_a_film_that_is_being_added_is_waited_for(panels: OpenPanels) -> None:
    """Show the answer to a press only after the edit that adds the film, or that edit would undo it."""
    pressed, drawn = Pressed(1), asyncio.Event()
    pressed.may_send.set()
    adding = asyncio.create_task(begin(panels, pressed, drawn))
    await turn_over()
    pressed.may_send.clear()
    drawn.set()
    await turn_over()
    dropping = asyncio.create_task(panels.drop_film(1, 7))
    await turn_over()
    assert not dropping.done()
    pressed.may_send.set()
    await asyncio.gather(adding, dropping)
    assert pressed.shown == ["panel", "film"]
    assert panels._films == {}


@pytest.mark.parametrize("first", [0, 1])
async def test_of_two_panels_that_are_sent_at_once_the_older_one_stays_closed(panels: OpenPanels, first: int) -> None:
    """`first`: the panel that arrives first, 0 for the older one, whose film is drawn while the other is sent."""
    presses, drawn = (Pressed(1), Pressed(2)), asyncio.Event()
    older = asyncio.create_task(begin(panels, presses[0], drawn))
    newer = asyncio.create_task(panels.show(presses[1], MATCH, 0, "panel"))  # type: ignore[arg-type]
    await turn_over()
    for each in (presses[first], presses[1 - first]):
        each.may_send.set()
        await turn_over()
    drawn.set()
    await asyncio.gather(older, newer)
    assert [each.shown for each in presses] == [["panel", "closed"], ["panel"]]
    assert panels._films == {}


async def test_a_panel_whose_film_is_just_being_added_is_closed_after_that(panels: OpenPanels) -> None:
    old, new, drawn = Pressed(1), Pressed(2), asyncio.Event()
    older = asyncio.create_task(begin(panels, old, drawn))
    newer = asyncio.create_task(panels.show(new, MATCH, 0, "panel"))  # type: ignore[arg-type]
    await turn_over()
    old.may_send.set()
    await turn_over()
    old.may_send.clear()
    drawn.set()
    new.may_send.set()
    await turn_over()
    assert old.asked == ["panel", "film"]
    old.may_send.set()
    await asyncio.gather(older, newer)
    assert old.shown == ["panel", "film", "closed"]


def fail(drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing.error = WorkerFailed("no film")
    drawing.ready.set()


def have_other_rules(drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing.error = msgspec.ValidationError("a position of older rules")
    drawing.ready.set()


def take_too_long(drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.turn.open_panels.FILM_WITHIN", 0.01)


@pytest.mark.parametrize("trouble", [fail, have_other_rules, take_too_long])
async def test_a_panel_without_a_film_can_be_used(
    at: Table, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[Drawing, pytest.MonkeyPatch], None]
) -> None:
    person = await come_back(at)
    trouble(Drawing(at), monkeypatch)
    panel = await open_panel(person)
    seen = len(person.messages())
    await wait_for_rest()
    assert len(person.messages()) == seen, "nobody is told that a film is missing"
    assert len(panel.attachments) == 1
    assert "Confirm" in buttons(await choose_first(person, panel))


async def test_a_panel_whose_film_is_lost_in_a_restart_can_be_used(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    person = await come_back(at)
    Drawing(at)
    panel = await open_panel(person)
    monkeypatch.setattr("client.core.bot.FINISH_WITHIN", 0.01)
    await at.restart()
    assert "Confirm" in buttons(await choose_first(person, panel))


async def test_a_panel_within_hours_says_nothing(at: Table) -> None:
    await open_match(at, "docker new", PEOPLE)
    name = await play_round(at)
    at.sandbox.world.clock.advance(5 * 3600)
    del at.bot._parts[Recaps]  # forget the recap, as a restart does
    assert HEADING not in words(await open_panel(at.person(name)))


async def test_one_turn_needs_no_recap(at: Table) -> None:
    await open_match(at, "docker new", PEOPLE[:2])
    for _ in range(2):
        person, _ = await find_players(at)
        await take_turn(person)
    at.sandbox.world.clock.advance(7 * 3600)
    person, _ = await find_players(at)
    assert find_board(person)
    assert HEADING not in words(await open_panel(person))


async def test_looks_are_bounded_and_expire(at: Table) -> None:
    recaps, clock = at.bot[Recaps], at.sandbox.world.clock
    assert recaps.note_look(1, 2)
    clock.advance(60)
    assert not recaps.note_look(1, 2)
    clock.advance(recap.AWAY + 1)
    assert recaps.note_look(1, 2)
    for match_id in range(recap._MOST_LOOKS + 1):
        recaps.note_look(match_id, 3)
    assert len(recaps._looks) == recap._MOST_LOOKS
