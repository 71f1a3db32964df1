"""Three turns of each game as the channel sees them: the boards are messages of their own, old ones lose their
buttons, words change in place, and a turn costs two requests that count towards Discord's limit."""

from __future__ import annotations

import logging
import random

import pytest

from client.messages.parts import KeptFile
from tests.support.play.table import (
    Table,
    decide,
    find_board,
    is_board,
    list_awaited,
    name_people,
    open_match,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.typed_commands import GAMES

pytestmark = pytest.mark.usefixtures("blank_pictures")


@pytest.mark.parametrize("game", GAMES)
async def test_boards_stand_alone_and_old_ones_have_no_buttons(
    at: Table, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    choice = random.Random(1)
    await open_match(at, f"{GAMES[game]} new", name_people(game))
    anna = at.person("anna")
    for _ in range(3):
        before = len(at.sandbox.rest.log)
        await decide(at, list_awaited(at)[0], choice)
        await wait_for_boards(at)
        await wait_for_rest()
        counted = [each for each in list(at.sandbox.rest.log)[before:] if each.template.startswith("/channels")]
        assert len(counted) <= 2, counted
    boards = [message for message in anna.messages() if is_board(message)]
    newest = find_board(anna)
    assert len(boards) >= 2
    assert [message for message in boards if "custom_id" in str(message.components)] == [newest]
    assert [message.reference for message in boards] == [None] * len(boards)
    files = list(newest.attachments)
    await list_awaited(at)[0].slash("me", {"away": "3"})
    await wait_for_rest()
    assert find_board(anna) is newest
    assert "away until" in words(newest), "words change in place"
    assert newest.attachments == files
    assert all(file.url in str(newest.components) for file in files)
    assert not at.sandbox.rest.refused
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_an_edit_that_discord_refuses_is_a_warning(
    at: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It names the message, because nobody else would notice that its buttons stay."""
    await open_match(at, "docker new", ("anna", "ben"))
    old = find_board(at.person("anna"))
    monkeypatch.setattr(KeptFile, "to_dict", lambda kept: {"id": str(kept.id)})  # mutant: without its name
    await decide(at, list_awaited(at)[0], random.Random(1))
    await wait_for_boards(at)
    await wait_for_rest()
    assert "custom_id" in str(old.components)
    told = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert len(told) == 1
    assert f"the old board {old.id} keeps its buttons" in told[0]
    at.sandbox.rest.refused.clear()
