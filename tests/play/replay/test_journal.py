"""`/log` describes the match, `/report` sends its record, and neither reveals secrets."""

from __future__ import annotations

import json
from typing import Any

from client.core.links import Links
from client.replay.log import PAGE
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.play.asking import ask
from tests.support.play.days import find_players
from tests.support.play.table import (
    Table,
    buttons,
    find_board,
    open_match,
    play_out,
    press_here,
    resign,
    take_turn,
    words,
)


def record(at: Table, message: Message) -> dict[str, Any]:
    """Read the file of a report."""
    (file,) = message.attachments
    return json.loads(file.content)  # type: ignore[no-any-return]


async def request_report(at: Table, person: Person) -> dict[str, Any]:
    answer = await person.slash("match", {"show": "report"})
    assert answer.ephemeral
    assert "no names" in answer.text
    return record(at, answer.message)


async def test_the_log_has_pages_and_keeps_what_was_taken_back(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, dana = at.person("anna"), at.person("dana")
    for number in range(14):
        person, _ = await find_players(at)
        await take_turn(person, option=number)
        if (await at.referee.match(1)).phase != "running":
            break
    page = await anna.slash("match", {"show": "log"})
    assert page.ephemeral
    assert "what has happened" in page.text
    labels = buttons(page.message)
    newest = words(page.message)
    lines = newest.splitlines()[1:]
    assert len(lines) == PAGE, "the last page begins earlier"
    assert all(line.startswith("<t:") for line in lines)
    assert list(labels) == ["◀"], "on the last page there is no next one"
    await anna.click(page.message, "◀")
    oldest = words(page.message)
    assert oldest != newest
    assert len(oldest.splitlines()) == PAGE + 1
    await at.restart()
    await anna.click(page.message, "▶")
    assert words(page.message) == newest
    assert (await dana.slash("match", {"show": "log"})).text == newest, "the log is the same for everybody"
    more = await anna.click(find_board(anna), "More")
    assert (await anna.click(more.message, "What has happened")).text == newest, "the button opens the same log"


async def test_there_is_no_log_and_no_report_before_the_match(at: Table) -> None:
    anna = at.person("anna")
    for command in ("log", "report"):
        assert "no match in this channel" in (await ask(anna, command)).text
    await anna.slash("docker new", {"players": 2})
    for command in ("log", "report"):
        assert "not started yet" in (await ask(anna, command)).text


async def test_a_report_of_a_running_match_shows_only_ones_own_choices(at: Table) -> None:
    await open_match(at, "dog new", ("anna", "ben"))
    await play_out(at, until=lambda match: match.seq > 12, seed=3)
    match = await at.referee.match(1)
    anna, ben, dana = (at.person(name) for name in ("anna", "ben", "dana"))
    hers, his, theirs = [await request_report(at, person) for person in (anna, ben, dana)]
    assert hers["view_of_seat"] in match.seats_of(anna.user.id)
    assert theirs["view_of_seat"] is None
    text = json.dumps([hers, his, theirs])
    assert match.secret.hex() not in text
    assert not any(person.user.name in text or str(person.user.id) in text for person in (anna, ben))
    for report, person in ((hers, anna), (his, ben), (theirs, dana)):
        mine = match.seats_of(person.user.id)
        for entry in report["log"]:
            if entry["code"]:
                assert entry["seat"] in mine, "only one's own codes are shown"
        if not mine:
            assert all(entry["code"] == "" for entry in report["log"])
    assert {entry["seat"] for entry in hers["log"] if entry["code"]} == set(match.seats_of(anna.user.id))


async def test_a_report_after_the_end_has_everything(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    await take_turn(person)
    await resign(other)
    await person.until(lambda: "wins!" in words(find_board(person)))
    for reader in (person, at.person("dana")):
        told = await request_report(at, reader)
        assert told["secret"] == (await at.referee.match(1)).secret.hex()
        assert next(entry["code"] for entry in told["log"] if entry["kind"] == "ply")
        assert told["phase"] == "finished"


async def test_the_record_is_handed_out_by_a_button_too(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    more = await anna.click(shown, "More")
    answer = await press_here(anna, more.message, "Record for a bug report")
    assert "report" not in answer.text, "there is nobody to report it to"
    at.bot.links = Links(support="https://example.org/help")
    assert "Attach this record to your report" in (await anna.slash("match", {"show": "report"})).text
    assert record(at, answer.message)["game"] == "docker"
