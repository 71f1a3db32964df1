"""A hanging film worker delays no board: it is replaced, and the film is drawn at the next attempt."""

from __future__ import annotations

import time
from pathlib import Path

import psutil
import pytest

from client.board.postman import Postman
from client.pictures import painter, render_worker
from matches.delivery.outbox import RETRY_AFTER
from matches.machines.worker import Worker
from sandbox.discord.model import Message
from sandbox.person.person import buttons
from tests.support.play.table import Table, find_board, open_match, resign, table, wait_for_boards, wait_until_put_off

LIMIT = 2.0


async def last_board(at: Table) -> Message:
    """Play a match of Anna and Ben that ends at once; return its last board, with or without its film."""
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    await anna.until(lambda: "More" in buttons(find_board(anna)))
    await resign(anna)
    await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
    return find_board(anna)


def kinds(message: Message) -> list[str]:
    return sorted(file.filename.rpartition(".")[2] for file in message.attachments)


def hang(*_: object, **__: object) -> bytes:
    """Draw a film for ever, without a break."""
    while True:
        time.sleep(1)


async def test_a_board_does_not_wait_for_a_film_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that draws both is replaced, and the film is drawn at the next attempt."""
    monkeypatch.setattr(painter, "Worker", Worker)
    async with table(tmp_path, films=True) as at:
        worker = at.bot.painter.worker
        first = await last_board(at)
        await wait_for_boards(at)
        assert kinds(first) == ["gif", "png"]
        assert worker._process is not None
        usual, hung = worker._time_limit, psutil.Process(worker._process.pid)
        with monkeypatch.context() as hanging:
            hanging.setattr(render_worker, "draw_film", hang)
            second = await last_board(at)
            assert kinds(second) == ["png"], "the board does not wait for its film"
            worker._time_limit = LIMIT
            assert (await at.person("ben").slash("board")).message.attachments, "nor does any other"
            await wait_until_put_off(at, 1)
        worker._time_limit = usual
        assert not hung.is_running() or hung.status() == psutil.STATUS_ZOMBIE, "the hanging worker is still running"
        at.sandbox.world.clock.advance(RETRY_AFTER[0] + 1)
        await at.bot[Postman].sweep()
        assert kinds(second) == ["gif", "png"]
