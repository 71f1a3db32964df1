"""Pictures are painted in another process, which may hang and die: nobody's turn is lost, and no board."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import psutil
import pytest

import games
from cogs import _painting, _pictures
from cogs._painting import Order
from cogs._pictures import Painter
from data import OutboxRow, Transaction
from games.rng import Rng
from matches.texts import Persona, Texts
from matches.worker import Worker, WorkerFailed
from rendering import Look
from sandbox.person import pictures

from .table import Table, awaited, board, everything_posted, new_board, open_match, table

CAST = tuple(Persona("", (colour,)) for colour in range(6))


@pytest.fixture(autouse=True)
def painted_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, as everywhere but in other tests."""
    monkeypatch.setattr(_pictures, "Worker", Worker)


def process(painter: Painter) -> psutil.Process:
    assert painter._worker._process is not None
    return psutil.Process(painter._worker._process.pid)


@pytest.mark.parametrize("name", games.names())
async def test_another_process_paints_the_same(name: str) -> None:
    game, painter = games.load(name), Painter(Texts())
    state = game.setup(2, game.options_type(), Rng(bytes(32), "setup", 0))
    try:
        for language, seat, look in (("en", None, Look()), ("de", 0, Look(theme="dark")), ("it", 1, Look(large=True))):
            view = game.view(state, seat)
            moves = tuple(game.legal_moves(view, seat)) if seat in game.to_act(state) else ()
            order = Order(name, view, language, CAST[:2], seat, moves, moves[0] if moves else None, look)
            assert await painter._painted(order) == _painting.picture(order)
    finally:
        await painter.stop()


async def test_who_paints_may_die_at_any_time(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await open_match(at, "docker new", ("anna", "ben"))
        for _ in range(3):
            (person,) = awaited(at)
            shown = board(person)
            offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
            before = process(at.bot.painter)
            before.kill()
            await person.slash("docker move", {"move": offered[0]["value"]})
            assert pictures(await new_board(person, shown))
            assert process(at.bot.painter).pid != before.pid


async def test_a_picture_that_is_never_done_is_given_up(tmp_path: Path) -> None:
    """The move stands, and its board comes at the next try."""
    async with table(tmp_path) as at:
        await open_match(at, "docker new", ("anna", "ben"))
        await everything_posted(at)
        (person,) = awaited(at)
        shown, worker = board(person), at.bot.painter._worker
        offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
        hung = process(at.bot.painter)
        hung.send_signal(signal.SIGSTOP)
        usual, worker._time_limit = worker._time_limit, 0.3
        await person.slash("docker move", {"move": offered[0]["value"]})
        await board_put_off(at)
        assert not hung.is_running() or hung.status() == psutil.STATUS_ZOMBIE, "it was not ended"
        worker._time_limit = usual
        at.sandbox.world.clock.advance(60)
        await at.bot.postman.sweep()
        assert pictures(await new_board(person, shown))


async def board_put_off(at: Table) -> None:
    """Wait until a board has been tried in vain."""
    async with asyncio.timeout(10):
        while not any(row.attempts for row in await at.referee.store.transaction(_owed)):
            pass


def _owed(tx: Transaction) -> tuple[OutboxRow, ...]:
    return tx.outbox_due(float("inf"), limit=9)


async def test_a_mistake_in_a_picture_says_where_it_was_made() -> None:
    painter = Painter(Texts())
    try:
        with pytest.raises(WorkerFailed, match="picture: KeyError: 'chess'") as failed:
            await painter._painted(Order("chess", None, "en", ()))
    finally:
        await painter.stop()
    assert "in renderer" in failed.value.__notes__[0]


async def test_pictures_are_made_ready_without_anybody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Ready:
        def __init__(self, **_: object) -> None:
            self.stopped = False

        async def call(self, function: object, name: str, seats: int) -> None:
            await asyncio.sleep(0)
            if len(asked) == 3:
                raise WorkerFailed("no paint left")
            asked.append((function, name, seats))

        async def stop(self) -> None:
            self.stopped = True

    monkeypatch.setattr(_pictures, "Worker", Ready)
    painter = Painter(Texts())
    painter.warm_up()
    painter.warm_up()
    assert asked == []
    await painter.stop()
    assert asked == [(_painting.warm, "aquaretto", seats) for seats in (2, 3, 4)]
