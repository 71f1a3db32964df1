"""The host corrects a match: goes back to an earlier position, or changes the present one; with everybody's consent,
and visibly in the log."""

from __future__ import annotations

import random
import secrets

import pytest

import games
from matches.archive.verify import verify
from matches.votes.undo import CORRECTED
from sandbox.person.person import buttons, pictures
from tests.support.play.corrections import CORRECTED_TEXT, EDIT, EDITED, choose_first, until_editable
from tests.support.play.light import light
from tests.support.play.table import (
    Table,
    decide_at_once,
    find_board,
    name_people,
    open_match,
    take_turn,
    wait_for_boards,
    words,
)

__all__ = ["light"]

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures

BACK = "Go back to here …"


async def test_the_host_goes_back_with_the_consent_of_everybody(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: bytes([5]) * count)
    await open_match(at, "docker new", ("anna", "ben"))
    anna, ben = at.person("anna"), at.person("ben")
    people = {anna.user.id: anna, ben.user.id: ben}
    for _ in range(3):
        match = await at.referee.match(1)
        await take_turn(people[match.awaited[0].user_id or 0])
    await wait_for_boards(at)
    match = await at.referee.match(1)
    before, log = match.state, await at.referee.store.transaction(lambda tx: tx.read_log(1))

    page = (await anna.slash("match", {"show": "replay"})).message
    assert BACK not in buttons(page), "this is the present position"
    await anna.click(page, "◀")
    await anna.click(page, "◀")
    assert BACK in buttons(page)
    theirs = (await ben.slash("match", {"show": "replay"})).message
    await ben.click(theirs, "◀")
    assert BACK not in buttons(theirs), "only the host proposes it"
    await anna.click(page, BACK)
    assert "Go back to this position if everybody else agrees?" in words(page)
    await anna.click(page, "Back")
    for _ in range(2):
        await anna.click(page, "◀")
    await anna.click(page, BACK)
    await anna.click(page, "Ask the others")
    vote = await ben.until(lambda: next((each for each in ben.messages() if "Agree" in buttons(each)), None))
    assert "Anna), the host, proposes to correct the match." in words(vote)
    assert (await at.referee.match(1)).state == before, "nothing happens before Ben agrees"
    await ben.click(vote, "Agree")
    await ben.until(lambda: "Everybody has agreed to go back to an earlier position" in words(find_board(ben)))

    match = await at.referee.match(1)
    kept = await at.referee.store.transaction(lambda tx: tx.read_log(1))
    assert kept[: len(log)] == log, "the log keeps what was taken back"
    assert (kept[-1].kind, kept[-1].note, kept[-1].user_id) == ("undo", CORRECTED, anna.user.id)
    assert kept[-1].snapshot_of == match.head < log[-1].seq
    assert verify(match, kept).differs is None
    assert "Everybody has agreed to go back" in words((await anna.slash("match", {"show": "log"})).message)
    await take_turn(people[match.awaited[0].user_id or 0])


@pytest.mark.parametrize("name", EDITED)
async def test_the_host_changes_the_position_in_pictures(at: Table, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: bytes([5]) * count)
    await open_match(at, f"{games.load(name).command} new", name_people(name))
    anna, ben, *others = map(at.person, name_people(name))
    match = await until_editable(at)
    before, log = match.state, await at.referee.store.transaction(lambda tx: tx.read_log(1))
    page = (await anna.slash("match", {"show": "replay"})).message
    assert EDIT not in buttons((await ben.slash("match", {"show": "replay"})).message), "only the host proposes it"
    await anna.click(page, EDIT)
    assert "What should be different? Everybody else must agree." in words(page)
    assert len(pictures(page)) == 1
    assert "Ask the others" not in buttons(page)
    await choose_first(anna, page)
    assert "• " in words(page)
    assert "Choose a move" not in str(page.components), "a change is no move"
    await anna.click(page, "Undo the last change")
    assert "• " not in words(page)
    await choose_first(anna, page)
    told = next(line for line in words(page).splitlines() if line.startswith("• "))
    await anna.click(page, "Ask the others")
    vote = await ben.until(lambda: next((each for each in ben.messages() if "Agree" in buttons(each)), None))
    assert "the host, proposes to correct the position:" in words(vote)
    assert told in words(vote)
    assert len(pictures(vote)) == 2, "before and after"
    assert (await at.referee.match(1)).state == before, "nothing happens before Ben agrees"
    await at.restart()
    for person in (ben, *others):
        await person.click(vote, "Agree")
    await ben.until(lambda: CORRECTED_TEXT in words(find_board(ben)))
    match = await at.referee.match(1)
    kept = await at.referee.store.transaction(lambda tx: tx.read_log(1))
    assert kept[: len(log)] == log
    assert (kept[len(log)].kind, kept[len(log)].user_id) == ("undo", anna.user.id)
    assert verify(match, kept).differs is None
    assert match.state != before
    assert told.removeprefix("• ") in words((await anna.slash("match", {"show": "log"})).message)
    shown = (await ben.slash("match", {"show": "replay"})).message
    assert CORRECTED_TEXT in words(shown)


async def test_old_buttons_of_the_editor_are_answered(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, ben = at.person("anna"), at.person("ben")
    await until_editable(at)
    page = (await anna.slash("match", {"show": "replay"})).message
    await anna.click(page, EDIT)
    await choose_first(anna, page)
    refused = await ben.click(page, "Ask the others") if not page.ephemeral else None
    assert refused is None, "the editor is private"
    await decide_at_once(at, await at.referee.match(1), random.Random(1), show=True)
    assert "moved on" in (await anna.click(page, "Ask the others")).text
