"""Players who come back after hours are told the events since their last turn."""

from __future__ import annotations

from client.turn import recap
from sandbox.person.person import buttons
from sandbox.person.reading import pictures
from tests.play.table import Table, find_board, open_match, open_panel, take_turn, words

from .days import find_players
from .test_history import frames

HEADING = "Since your last turn:"
STEPS = "Step through the moves"
PEOPLE = ("anna", "ben", "chiara")


async def play_round(at: Table) -> str:
    """Take everybody's turn. Returns who moved first and is to move again."""
    first, _ = await find_players(at)
    for _ in PEOPLE:
        person, _ = await find_players(at)
        await take_turn(person)
    person, _ = await find_players(at)
    assert person.user.id == first.user.id
    return first.user.name


async def test_a_panel_after_hours_begins_with_what_happened(at_table: Table) -> None:
    await open_match(at_table, "docker new", PEOPLE)
    name = await play_round(at_table)
    at_table.sandbox.world.clock.advance(7 * 3600)
    person = at_table.person(name)
    told = words(await open_panel(person))
    assert HEADING in told
    lines = told[told.index(HEADING) :].split("\n")[1:]
    lines = [line for line in lines if line.startswith("-# ")]
    assert 2 <= len([line for line in lines if "Nobody sees" not in line]) <= recap.MOST_LINES + 1
    again = await open_panel(person)
    assert HEADING not in words(again), "the recap is shown once"
    assert STEPS not in buttons(again)


async def test_a_recap_leads_to_its_pictures(at_table: Table) -> None:
    """Open the replay beside the panel, at the first turn after one's own; the panel stays usable."""
    await open_match(at_table, "docker new", PEOPLE)
    name = await play_round(at_table)
    at_table.sandbox.world.clock.advance(7 * 3600)
    person = at_table.person(name)
    panel = await open_panel(person)
    page = (await person.click(panel, STEPS)).message
    assert page.id != panel.id
    assert "Move 2 of 3" in words(page)
    assert pictures(page)
    assert "Move 3 of 3" in words((await person.click(page, "▶")).message)
    assert "Move 3 of 3" in words((await person.slash("replay")).message), "the replay opens at the newest turn"
    await take_turn(person)


async def test_a_recap_leads_to_a_film_of_its_turns(at_table: Table) -> None:
    await open_match(at_table, "docker new", PEOPLE)
    name = await play_round(at_table)
    at_table.sandbox.world.clock.advance(7 * 3600)
    person = at_table.person(name)
    panel = await open_panel(person)
    film = (await person.click(panel, "Watch what happened")).message
    assert film.attachments[0].description == "Docker: the moves since your last turn, as a film."
    assert "Show it to everybody" not in buttons(film), "that would be the whole film"
    assert frames(pictures(film)[0]) == 3, "one's own turn, and those of the two others"
    assert frames(pictures((await person.slash("film")).message)[0]) == 4, "the whole film begins at the start"
    await person.click((await person.slash("me")).message, "Stills, no motion")
    stills = (await person.click(panel, "Watch what happened")).message
    assert stills.attachments[0].description == "Docker: the moves since your last turn, in stills."
    await take_turn(person)


async def test_a_panel_within_hours_says_nothing(at_table: Table) -> None:
    await open_match(at_table, "docker new", PEOPLE)
    name = await play_round(at_table)
    at_table.sandbox.world.clock.advance(5 * 3600)
    at_table.bot.recaps = recap.Recaps(at_table.referee)  # forget the recap, as a restart does
    assert HEADING not in words(await open_panel(at_table.person(name)))


async def test_one_turn_needs_no_recap(at_table: Table) -> None:
    await open_match(at_table, "docker new", PEOPLE[:2])
    for _ in range(2):
        person, _ = await find_players(at_table)
        await take_turn(person)
    at_table.sandbox.world.clock.advance(7 * 3600)
    person, _ = await find_players(at_table)
    assert find_board(person)
    assert HEADING not in words(await open_panel(person))


async def test_looks_are_bounded_and_expire(at_table: Table) -> None:
    recaps, clock = at_table.bot.recaps, at_table.sandbox.world.clock
    assert recaps.note_look(1, 2)
    clock.advance(60)
    assert not recaps.note_look(1, 2)
    clock.advance(recap.AWAY + 1)
    assert recaps.note_look(1, 2)
    for match_id in range(recap._MOST_LOOKS + 1):
        recaps.note_look(match_id, 3)
    assert len(recaps._looks) == recap._MOST_LOOKS
