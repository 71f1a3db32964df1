"""Two processes with one token and a file each: both receive every press, and Discord accepts one answer."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from client.core import acknowledge, errors
from tests.play.table import (
    Table,
    awaited,
    board,
    buttons,
    choose,
    everything_posted,
    menus,
    open_match,
    table,
    words,
)


async def turn(at: Table) -> None:
    """Play, any choice, Confirm, whichever process answers. A press that comes to nothing is repeated, and finds what
    was chosen before."""
    (person,) = awaited(at)
    old = board(person)
    for _ in range(4):
        with contextlib.suppress(TimeoutError):
            panel = (await person.click(board(person), "Play")).message
            await person.until(lambda panel=panel: menus(panel) or "Confirm" in buttons(panel), within=4)
            if "Confirm" not in buttons(panel):
                menu, options = next(iter(menus(panel).items()))
                await choose(person, panel, menu, options[0]["value"])
            await person.until(lambda panel=panel: "Confirm" in buttons(panel), within=4)
            await person.click(panel, "Confirm")
            await person.until(lambda: board(person) is not old, within=4)
        if board(person) is not old:
            return
    raise AssertionError(f"{person.user.name} presses in vain")


@contextlib.asynccontextmanager
async def two(folder: Path, first: str) -> AsyncIterator[Table]:
    """Our process with a match of two, and another one beside it; `first`: whom Discord tells first."""
    async with table(folder / "ours") as at:
        await open_match(at, "docker new", ["anna", "ben"])
        other = Table(at.sandbox, folder / "theirs")
        try:
            await other.start()
            if first == "theirs":
                sessions = at.sandbox.gateway.sessions
                at.sandbox.gateway.sessions = dict(reversed(sessions.items()))
            yield at
        finally:
            await other.stop()


@pytest.mark.parametrize("first", ["ours", "theirs"])
async def test_the_match_goes_on_and_both_say_what_is_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, first: str
) -> None:
    """Whichever process Discord tells first: every move counts once, in the file that knows the match."""
    caplog.set_level(logging.WARNING)
    async with two(tmp_path, first) as at:
        for _ in range(3):
            await turn(at)
        assert (await at.referee.match(1)).row.seq == 3
        shown = [m for m in at.person("anna").messages() if m.attachments and words(m).startswith("###")]
        assert len(shown) == 4, "the first board, and one for each move"
    said = [record.getMessage() for record in caplog.records if record.name == "client.core.acknowledge"]
    assert any("another Slowboat is running with this token" in line for line in said)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_press_that_is_dropped_would_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: what somebody has answered already is none of our business."""
    assert acknowledge.ANSWERED in errors.GONE
    async with two(tmp_path, "theirs") as at:
        monkeypatch.setattr(acknowledge, "ANSWERED", 0)
        (person,) = awaited(at)
        answer = await person.click(board(person), "Play")
        await everything_posted(at)
        assert not menus(answer.message)
        assert "I don't know this match" in words(answer.message)
