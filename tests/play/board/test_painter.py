"""The render worker may hang or die: no turn and no board is lost."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import psutil
import pytest

import games
from bot import handle_ready
from client.board.postman import Postman
from client.pictures import painter as _pictures
from client.pictures import render_worker
from client.pictures.painter import Painter
from client.pictures.render_worker import Order
from games.rng import Rng
from matches.machines.worker import MOST_WAITING, Worker, WorkerErred, WorkerFailed, WorkerStopped
from matches.texts import LANGUAGES, Persona, Texts, _read
from rendering import Look
from rendering.warm_up import warm_up
from sandbox.person.person import pictures
from tests.support.play.table import find_board, list_awaited, open_match, table, wait_for_new_board, wait_until_put_off

CAST = tuple(Persona("", (colour,)) for colour in range(6))


@pytest.fixture(autouse=True)
def painted_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures in a worker process, as outside of tests."""
    monkeypatch.setattr(_pictures, "Worker", Worker)


def process(painter: Painter) -> psutil.Process:
    assert painter.worker._process is not None
    return psutil.Process(painter.worker._process.pid)


@pytest.mark.parametrize("name", games.names())
async def test_another_process_paints_the_same(name: str) -> None:
    game, painter = games.load(name), Painter(Texts())
    seats = game.seats[0]
    state = game.setup(seats, game.options_type(), Rng(bytes(32), "setup", 0))
    try:
        for language, seat, look in (("en", None, Look()), ("de", 0, Look(theme="dark")), ("it", 1, Look(large=True))):
            view = game.view(state, seat)
            moves = tuple(game.legal_moves(view, seat)) if seat in game.to_act(state) else ()
            order = Order(name, view, language, CAST[:seats], seat, moves, moves[0] if moves else None, look)
            assert await painter._paint(order) == render_worker.draw_picture(order)
    finally:
        await painter.stop()


async def test_every_new_process_keeps_its_art_in_the_folder(tmp_path: Path) -> None:
    game, art = games.load("docker"), tmp_path / "cache"
    painter = Painter(Texts(), art)
    order = Order("docker", game.view(game.setup(2, game.options_type(), Rng(bytes(32), "setup", 0)), None), "en", CAST)
    try:
        first = await painter._paint(order)
        stored = {path.name: path.read_bytes() for path in art.iterdir()}
        assert len(stored) > 10
        for path in art.iterdir():
            path.unlink()
        died = process(painter)
        died.kill()
        died.wait()
        assert await painter._paint(order) == first
        assert {path.name: path.read_bytes() for path in art.iterdir()} == stored
    finally:
        await painter.stop()


async def test_the_render_worker_may_die_at_any_time(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await open_match(at, "docker new", ("anna", "ben"))
        for _ in range(3):
            (person,) = list_awaited(at)
            shown = find_board(person)
            offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
            before = process(at.bot.painter)
            before.kill()
            await person.slash("docker move", {"move": offered[0]["value"]})
            assert pictures(await wait_for_new_board(person, shown))
            assert process(at.bot.painter).pid != before.pid


async def test_a_picture_that_is_never_done_is_given_up(tmp_path: Path) -> None:
    """Commit the move and post its board at the next attempt."""
    async with table(tmp_path) as at:
        await open_match(at, "docker new", ("anna", "ben"))
        (person,) = list_awaited(at)
        shown, worker = find_board(person), at.bot.painter.worker
        offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
        hung = process(at.bot.painter)
        hung.send_signal(signal.SIGSTOP)
        usual, worker._time_limit = worker._time_limit, 0.3
        await person.slash("docker move", {"move": offered[0]["value"]})
        await wait_until_put_off(at, 1)
        assert not hung.is_running() or hung.status() == psutil.STATUS_ZOMBIE, "the hanging worker is still running"
        worker._time_limit = usual
        at.sandbox.world.clock.advance(60)
        await at.bot[Postman].sweep()
        assert pictures(await wait_for_new_board(person, shown))


async def test_people_who_wait_for_a_picture_get_an_answer(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await open_match(at, "aquaretto new", ("anna", "ben"))
        (person,) = list_awaited(at)
        at.bot.painter.worker._most_waiting = 0
        for command, given in (("board", {}), ("match", {"show": "replay"}), ("rules", {})):
            assert "could not do that just now" in (await person.slash(command, given)).text, command
        drawing = await person.slash("aquaretto move", {"move": "draw"})
        assert "✓" in drawing.text, "the answer must not deny that the move is committed"
        assert (await at.referee.match(1)).seq == 1
        at.bot.painter.worker._most_waiting = MOST_WAITING
        panel = await person.click(find_board(person), "Play")
        assert pictures(panel.message)


@pytest.mark.parametrize("error", [WorkerFailed("hung"), WorkerErred("KeyError: 'x'")])
async def test_an_error_has_a_higher_log_level_than_a_failed_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: WorkerFailed
) -> None:
    """In both cases the board is posted at the next attempt."""
    error.add_note("in renderer, line 7")

    async def fails(*_: object, **__: object) -> None:
        raise error

    async with table(tmp_path) as at:
        await open_match(at, "docker new", ("anna", "ben"))
        (person,) = list_awaited(at)
        shown = find_board(person)
        offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
        with monkeypatch.context() as broken:
            broken.setattr(Painter, "draw_public_board", fails)
            answer = await person.slash("docker move", {"move": offered[0]["value"]})
            await wait_until_put_off(at, 1)
        assert "✓" in answer.text
        (said,) = [record for record in caplog.records if "not posted" in record.getMessage()]
        mistake = isinstance(error, WorkerErred)
        assert said.levelname == ("ERROR" if mistake else "WARNING")
        assert ("line 7" in caplog.text) is mistake
        at.sandbox.world.clock.advance(60)
        await at.bot[Postman].sweep()
        assert pictures(await wait_for_new_board(person, shown))


async def test_a_stopped_worker_draws_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check this while the worker stops, too, because a bot that has just started may be stopped at once."""
    us = psutil.Process()
    before = {process.pid for process in us.children(recursive=True)}
    async with table(tmp_path) as at:
        with monkeypatch.context() as patch:
            patch.setattr("bot.announce", lambda *_, **__: None)
            patch.setattr("gc.freeze", lambda: None)
            handle_ready(at.bot, "", open_browser=False)
        assert at.bot.painter._warming is not None
        await open_match(at, "docker new", ("anna", "ben"))
        assert process(at.bot.painter).is_running()
        await at.stop()
        assert {process.pid for process in us.children(recursive=True)} <= before
        await at.start()


async def test_an_error_in_a_picture_names_its_place() -> None:
    painter = Painter(Texts())
    try:
        with pytest.raises(WorkerFailed, match=r"picture: rendering\.RendererMissing: chess cannot") as failed:
            await painter._paint(Order("chess", None, "en", ()))
    finally:
        await painter.stop()
    assert "in renderer" in failed.value.__notes__[0]


@pytest.mark.parametrize("failure", [WorkerFailed("no paint left"), WorkerStopped("the bot")])
async def test_pictures_are_made_ready_without_anybody_waiting(
    monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    asked: list[Any] = []

    class Ready:
        def __init__(self, **_: object) -> None:
            self.stopped = False

        async def call(self, *question: object) -> None:
            await asyncio.sleep(0)
            if len(asked) == 3:
                raise failure
            asked.append(question)

        async def stop(self) -> None:
            self.stopped = True

    monkeypatch.setattr(_pictures, "Worker", Ready)
    painter = Painter(Texts())
    painter.warm_up()
    painter.warm_up()
    assert asked == []
    await painter.stop()
    parts = [(warm_up, name, seats) for name in games.names() for seats in games.load(name).seats]
    assert asked == [(render_worker.load,), *parts[:2]]


async def test_a_render_worker_loads_every_language_at_its_start() -> None:
    _read.cache_clear()
    render_worker.load()
    assert _read.cache_info().currsize == len(LANGUAGES)
