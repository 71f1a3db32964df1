"""Back-pressure: only the newest of many owed boards is drawn, and one person's presses never block another's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.board.postman import Postman
from client.core import intake
from client.pictures.painter import Painter
from data import Transaction
from matches.clocks import pauses
from matches.referee import MACHINE, Done
from sandbox.person.person import Answer, Person
from tests.support.numbers import times
from tests.support.play.table import Table, open_match, table, wait_for_boards

CHANGES = times(1000, usual=100)
"""Boards one match owes in a burst."""

MOST_DRAWN = 4
"""The most pictures of a burst: the one being drawn when it begins, then the newest, and after a pause the last."""


async def change(at: Table) -> Done:
    """Pause or resume the match, so that it owes a new board."""
    now = at.referee.now()

    def work(match: Any) -> Any:
        if match.phase == "running":
            return pauses.pause(match, "owner", now=now)
        return pauses.resume(match, now=now)

    return await at.referee.change(1, MACHINE, work)


async def burst(folder: Path, patch: pytest.MonkeyPatch) -> list[int]:
    """List the positions that were drawn, in order. The postman is told of each change at once, as with presses; one
    drawing takes as long as twenty changes."""
    drawn: list[int] = []
    honest: Callable[..., Any] = Painter.draw_public_board
    changed = asyncio.Event()
    seqs: list[int] = []

    async def slow(*args: Any, seq: int, **facts: Any) -> Any:
        drawn.append(seq)
        goal = min(len(seqs) + 20, CHANGES)
        while len(seqs) < goal:
            changed.clear()
            await changed.wait()
        return await honest(*args, seq=seq, **facts)

    async with table(folder) as at:
        await open_match(at, "docker new", ("anna", "ben"))
        patch.setattr(Painter, "draw_public_board", slow)
        telling = []
        for _ in range(CHANGES):
            done = await change(at)
            seqs.append(done.match.seq)
            changed.set()
            telling.append(asyncio.create_task(at.bot[Postman].post_board(done)))
        await asyncio.gather(*telling)
        await wait_for_boards(at)
        newest = f"docker-1-{seqs[-1]}.png"
        anna = at.person("anna")
        await anna.until(lambda: newest in _boards(anna))
        assert drawn[-1] == seqs[-1]
        assert _boards(anna).count(newest) == 1
    return drawn


def _boards(person: Person) -> list[str]:
    return [file.filename for message in person.messages() for file in message.attachments]


async def test_of_a_burst_the_newest_board_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = await burst(tmp_path, monkeypatch)
    assert drawn == sorted(set(drawn)), "no position is drawn twice or after a newer one"
    assert len(drawn) <= CHANGES // 20 + MOST_DRAWN, f"{len(drawn)} of {CHANGES} were drawn"


@pytest.mark.mutant
async def test_drawing_superseded_boards_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: superseded boards are drawn too."""
    assert callable(Transaction.is_superseded)
    monkeypatch.setattr(Transaction, "is_superseded", lambda *_: False)
    drawn = await burst(tmp_path, monkeypatch)
    assert len(drawn) > CHANGES // 20 + MOST_DRAWN


# One person's presses

PRESSES = times(1000, usual=100)
WAVE = 50


async def count_drawn_before_anna(folder: Path, patch: pytest.MonkeyPatch) -> int:
    """Have Chiara press very often, and then Anna once. Returns how many of Chiara's pictures are drawn before Anna's.

    Pictures are drawn one after the other here, and the first one lasts until everybody has pressed.
    """
    honest: Callable[..., Any] = Painter.draw_private_board
    one_at_a_time, all_pressed = asyncio.Lock(), asyncio.Event()
    asked: list[int] = []
    drawn: list[int] = []

    async def slow(painter: Painter, match: Any, *args: Any, seat: int, **facts: Any) -> Any:
        asked.append(seat)
        async with one_at_a_time:
            await all_pressed.wait()
            drawn.append(match.holder(seat).user_id)
            return await honest(painter, match, *args, seat=seat, **facts)

    async with table(folder) as at:
        anna, chiara = at.person("anna"), at.person("chiara")
        shown = await open_match(at, "docker new", ("anna", "chiara"))
        patch.setattr(Painter, "draw_private_board", slow)
        waiting: list[Answer] = []
        refused = 0

        def has_settled() -> bool:
            """Whether every press is in a queue or refused."""
            nonlocal refused
            for press in [press for press in waiting if "still busy" in press.text]:
                waiting.remove(press)
                chiara.dismiss(press.message)  # a channel keeps a limited number of messages
                refused += 1
            return len(waiting) == len(asked)

        for _ in range(PRESSES // WAVE):  # in waves, because Discord waits only three seconds for each
            waiting += [chiara.click(shown, "Play") for _ in range(WAVE)]
            await chiara.until(has_settled)
        mine = anna.click(shown, "Play")
        waiting.append(mine)
        await anna.until(has_settled)
        all_pressed.set()
        for press in waiting:
            await press
        before = drawn.index(anna.user.id)
        assert refused + drawn.count(chiara.user.id) == PRESSES, "every press is answered"
        again = await chiara.click(shown, "Play")
        assert "still busy" not in again.text, "they may press again once their queue is empty"
    return before


async def test_one_persons_presses_do_not_delay_anothers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await count_drawn_before_anna(tmp_path, monkeypatch) <= intake.MOST_AT_ONCE


@pytest.mark.mutant
async def test_without_the_limit_others_would_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert intake.MOST_AT_ONCE < PRESSES
    monkeypatch.setattr(intake, "MOST_AT_ONCE", 10**6)
    assert await count_drawn_before_anna(tmp_path, monkeypatch) == PRESSES
