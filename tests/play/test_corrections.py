"""The host corrects a match: from the replay's picture, with everybody's consent, and visibly in the log."""

from __future__ import annotations

import secrets

import pytest

from matches.archive.verify import verify
from matches.together.undo import CORRECTED
from sandbox.person.person import buttons

from .light import light  # noqa: F401 - a fixture
from .table import Table, find_board, open_match, take_turn, wait_for_boards, words
from .test_text_alone import blank_pictures  # noqa: F401 - a fixture; nobody looks at the pictures

BACK = "Go back to here …"


async def test_the_host_goes_back_with_the_consent_of_everybody(
    at_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: bytes([5]) * count)
    at = at_table
    await open_match(at, "docker new", ("anna", "ben"))
    anna, ben = at.person("anna"), at.person("ben")
    people = {anna.user.id: anna, ben.user.id: ben}
    for _ in range(3):
        match = await at.referee.match(1)
        await take_turn(people[match.awaited[0].user_id or 0])
    await wait_for_boards(at)
    match = await at.referee.match(1)
    before, log = match.state, await at.referee.store.transaction(lambda tx: tx.read_log(1))

    page = (await anna.slash("replay")).message
    assert BACK not in buttons(page), "this is the present position"
    await anna.click(page, "◀")
    await anna.click(page, "◀")
    assert BACK in buttons(page)
    theirs = (await ben.slash("replay")).message
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
    assert kept[-1].snapshot_of == match.row.head < log[-1].seq
    assert verify(match, kept).differs is None
    assert "Everybody has agreed to go back" in words((await anna.slash("log")).message)
    await take_turn(people[match.awaited[0].user_id or 0])
