"""A hanging film worker delays no board: it is replaced, and the film is drawn at the next attempt."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from client.board.postman import Postman
from matches.delivery.outbox import RETRY_AFTER
from matches.machines.worker import Worker
from sandbox.discord.model import Message
from sandbox.person.person import buttons
from tests.support.play.table import Table, find_board, open_match, resign, table, wait_for_boards, wait_until_put_off

LIMIT = 0.3


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


async def hang_and_recover(folder: Path) -> None:
    """Hang the worker. Raises AssertionError or TimeoutError if a board waits for its film, or if no film is drawn
    afterwards."""
    async with table(folder, films=True) as at:
        worker = at.bot.films._long
        first = await last_board(at)
        await wait_for_boards(at)
        assert kinds(first) == ["gif", "png"]
        assert worker._process is not None
        hung = psutil.Process(worker._process.pid)
        hung.send_signal(signal.SIGSTOP)
        usual, worker._time_limit = worker._time_limit, LIMIT
        second = await last_board(at)
        assert kinds(second) == ["png"], "the board does not wait for its film"
        await wait_until_put_off(at, 1)
        worker._time_limit = usual
        assert not hung.is_running() or hung.status() == psutil.STATUS_ZOMBIE, "the hanging worker is still running"
        at.sandbox.world.clock.advance(RETRY_AFTER[0] + 1)
        await at.bot[Postman].sweep()
        assert kinds(second) == ["gif", "png"]


async def test_a_board_does_not_wait_for_a_film_that_hangs(tmp_path: Path) -> None:
    await hang_and_recover(tmp_path)


def keep_hanging_worker(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a hanging worker is kept."""
    honest = Worker.stop

    async def nothing(_: Worker) -> None:
        pass

    async def stop(self: Worker) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        await honest(self)

    patch.setattr(Worker, "stop", stop)
    patch.setattr(Worker, "_end", nothing)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [keep_hanging_worker])
async def test_mutant_a_film_worker_that_is_not_replaced_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, TimeoutError)):
        await hang_and_recover(tmp_path)
