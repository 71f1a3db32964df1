"""Test the machines: computer players, stand-ins, and nature in its worker."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from games.core import NATURE
from matches.clocks.pauses import end_without_result, pause, resume
from matches.errors import Stale
from matches.lobby import lobby
from matches.machines.computing import risk
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.machines.serving import reply
from matches.machines.worker import MOST_WAITING, WorkerErred, WorkerFailed, WorkerStopped
from matches.play import commit_machine_ply
from matches.referee import MACHINE, Done
from tests.matches.kite import KITE, play_kite
from tests.support.matches.house import ANNA, BEN, House, read_refusal
from tests.toy.game import Toy

# Computer players


async def test_a_match_of_computer_players_plays_itself(at: House) -> None:
    match = await at.open("toy", 3, options=KITE)
    await at.do(match, lobby.add_computer, ANNA, now=at.now)
    done = await at.do(match, lobby.add_computer, ANNA, now=at.now)
    while done.match.phase == "running":
        done = await at.machines.run(done)
        if done.match.phase != "running":
            break
        assert [holder.user_id for holder in done.match.awaited] == [ANNA]
        assert done.outbox_id is not None
        done = await at.play_any_turn(done.match)
    rows = await at.log(match)
    assert {row.made_by for row in rows if row.seat in (1, 2)} == {"computer"}
    assert all(row.user_id is None for row in rows if row.made_by != "person")


async def test_computer_players_depend_only_on_the_secret_and_the_moves(at: House) -> None:
    """Replay the same secret and the same moves of people: the match is the same."""
    plays = []
    for channel in (1, 2):
        match = await at.open("docker", 2, secret=bytes([7] * 32), channel=channel)
        done = await at.machines.run(await at.do(match, lobby.add_computer, ANNA, now=at.now))
        for _ in range(6):
            done = await at.machines.run(await at.play_any_turn(done.match))
        plays.append([(row.seat, row.code) for row in await at.log(match)])
    assert plays[0] == plays[1]


async def test_machines_that_run_twice_at_once_move_once(at: House) -> None:
    done = await play_kite(at)
    first, second = await asyncio.gather(at.machines.run(done), at.machines.run(done))
    assert first.match == second.match
    assert [row.code for row in await at.log(done.match)][3:4]
    assert first.match.seq == 3
    assert sorted(each.outbox_id is None for each in (first, second)) == [False, True]


async def test_after_a_restart_the_machines_go_on(at: House) -> None:
    done = await play_kite(at)
    again = House(at.store)
    (resumed,) = await again.machines.resume()
    assert resumed.match.id == done.match.id
    assert resumed.match.waits_for_machine == 0
    assert resumed.outbox_id is not None
    assert await again.machines.resume() == []


async def test_a_failing_match_does_not_delay_others(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    at.remember()
    bad, good = await play_kite(at, channel=1), await play_kite(at, channel=2)
    nature = at.wind.nature

    async def move_or_break(game: Toy, state: object, secret: bytes, seq: int) -> tuple[str, bytes]:
        if state is (await at.referee.match(bad.match.id)).state:
            raise ZeroDivisionError
        return await nature(game, state, secret, seq)

    monkeypatch.setattr(at.wind, "nature", move_or_break)
    (resumed,) = await at.machines.resume()
    assert resumed.match.id == good.match.id
    monkeypatch.undo()
    (resumed,) = await at.machines.resume()
    assert resumed.match.id == bad.match.id


async def test_a_move_computed_for_an_earlier_position_is_discarded(at: House) -> None:
    """Change the position in the exchange, where the computer's seat is still to act but its view has changed."""
    match = await at.open("toy", 3)
    await at.do(match, lobby.join, BEN, seat=2, now=at.now)
    match = (await at.do(match, lobby.add_computer, ANNA, now=at.now)).match
    code = match.game.legal_moves(match.state, 1)[0].code
    await at.play(match, 0, match.game.legal_moves(match.state, 0)[0].code)
    late = at.referee.change(match.id, MACHINE, lambda now: commit_machine_ply(now, 1, code, seq=0, now=at.now))
    await read_refusal(late, Stale)
    done = await at.machines.run(Done(await at.referee.match(match.id)))
    assert done.match.state.given[1] != ""


# Nature


async def test_natures_move_is_logged_like_any_other(at: House) -> None:
    done = await at.machines.run(await play_kite(at))
    row = (await at.log(done.match))[3]
    assert (row.seat, row.kind, row.user_id, row.made_by) == (NATURE, "ply", None, "nature")
    assert row.code.startswith("gust/")
    assert done.outbox_id is not None
    assert dict(done.match.decisions) == {1: 3}


@pytest.fixture
async def nature() -> AsyncIterator[NatureWorker]:
    """Start a worker process that knows the toy game."""
    made = NatureWorker("tests.matches.toy_worker", time_limit=15)
    yield made
    await made.stop()


def pid(nature: NatureWorker) -> int:
    assert nature._process is not None
    return nature._process.pid


async def test_the_worker_gives_the_answer_of_the_game(at: House, nature: NatureWorker) -> None:
    done = await play_kite(at)
    code = await nature.nature(done.match.game, done.match.state, done.match.secret, done.match.seq + 1)
    assert code == await at.wind.nature(done.match.game, done.match.state, done.match.secret, done.match.seq + 1)
    first = pid(nature)
    both = [nature.nature(done.match.game, done.match.state, done.match.secret, seq) for seq in (8, 9)]
    expected = [await at.wind.nature(done.match.game, done.match.state, done.match.secret, seq) for seq in (8, 9)]
    assert await asyncio.gather(*both) == expected, "answers are not mixed up"
    assert pid(nature) == first, "one process answers all requests"


@pytest.mark.parametrize("misbehaviour", ["fail", "die", "babble", "hang"])
async def test_a_nature_that_fails_gives_the_turn_back(
    at: House, nature: NatureWorker, monkeypatch: pytest.MonkeyPatch, misbehaviour: str
) -> None:
    monkeypatch.setenv("TOY_NATURE", misbehaviour)
    if misbehaviour == "hang":
        nature._time_limit = 1.0
    played = await play_kite(at)
    machines = Machines(at.referee, nature)
    done = await machines.run(played)
    row = (await at.log(done.match))[3]
    assert (row.seat, row.code) == (NATURE, "void")
    assert done.match.waits_for_machine == 0
    assert done.outbox_id is not None
    assert done.match.state.turn == 0, "it is Anna's turn again"
    assert "k" in done.match.state.hands[0], "Anna has her card back"
    assert dict(done.match.decisions) == {0: 3}
    monkeypatch.delenv("TOY_NATURE")
    nature._time_limit = 15.0
    if misbehaviour == "fail":
        return  # this worker still runs, and fails again
    row_now = played.match
    assert await nature.nature(played.match.game, played.match.state, row_now.secret, 9), "a new worker answers"


async def test_a_worker_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch, at: House) -> None:
    done = await play_kite(at)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    made = NatureWorker(time_limit=5)
    with pytest.raises(WorkerFailed):
        await made.nature(done.match.game, done.match.state, bytes(32), 1)
    await made.stop()


@pytest.mark.parametrize(
    "question",
    [b"", b"{}", pickle.dumps(None), pickle.dumps((int, ("x",), {})), pickle.dumps((threading.Lock, (), {}))],
)
def test_the_worker_answers_an_invalid_request_with_an_error(question: bytes) -> None:
    found, failure, told = pickle.loads(reply(question))
    assert found is None
    assert failure in told
    assert "Traceback" in told


async def test_a_match_ended_meanwhile_gets_no_move(at: House) -> None:
    """Cancel the match while nature's move is being computed."""
    played = await play_kite(at)
    nature = at.wind.nature

    async def slow(game: Toy, state: object, secret: bytes, seq: int) -> tuple[str, bytes]:
        await at.referee.change(played.match.id, MACHINE, lambda match: end_without_result(match, now=at.now))
        return await nature(game, state, secret, seq)

    at.wind.nature = slow  # type: ignore[method-assign, assignment]
    done = await at.machines.run(played)
    assert done.match.phase == "cancelled"
    assert [row.kind for row in await at.log(played.match)] == ["start", "ply", "ply", "cancel"]


async def test_a_match_paused_meanwhile_gets_its_move_later(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody agrees to a pause while nature is being computed, or before it is."""
    done = await play_kite(at)
    asked, calm, answer = asyncio.Event(), asyncio.Event(), at.wind.nature

    async def answer_slowly(*args: Any) -> tuple[str, bytes]:
        asked.set()
        await calm.wait()
        return await answer(*args)

    monkeypatch.setattr(at.wind, "nature", answer_slowly)
    moving = asyncio.create_task(at.machines.run(done))
    await asked.wait()
    paused = await at.do(done.match, lambda match, _: pause(match, "consent", now=at.now), BEN)
    assert (await at.machines.run(paused)).match == paused.match
    calm.set()
    assert (await moving).match == paused.match
    resumed = await at.do(done.match, lambda match, _: resume(match, now=at.now), BEN)
    assert (await at.machines.run(resumed)).match.to_act == (1,)


async def test_stopping_the_worker_is_not_a_failure_of_nature(
    at: House, nature: NatureWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shutdown is not a failure of nature; its move is computed after the restart."""
    monkeypatch.setenv("TOY_NATURE", "hang")
    played = await play_kite(at)
    asked = asyncio.create_task(Machines(at.referee, nature).run(played))
    while nature._process is None:  # noqa: ASYNC110 - nothing reports that the process is being asked
        await asyncio.sleep(0.01)
    await nature.stop()
    with pytest.raises(WorkerStopped):
        await asked
    assert (await at.reread(played.match)).seq == played.match.seq


async def test_a_failure_says_where_it_happened(nature: NatureWorker) -> None:
    with pytest.raises(WorkerFailed, match="risk: KeyError: 'chess'") as failed:
        await nature.call(risk, "chess", 1, None, 0, (), bytes(32), 1)
    (told,) = failed.value.__notes__
    assert "in load" in told


async def test_a_worker_killed_during_a_request_is_replaced_and_asked_again(
    nature: NatureWorker, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    assert await nature.call(die_once, mark) == "answered"
    mark.unlink()
    first = pid(nature)
    assert await nature.call(die_once, mark) == "answered"
    assert pid(nature) != first


async def test_an_answer_that_is_too_long_ends_its_process_only(nature: NatureWorker) -> None:
    """The process is ended, because asyncio stops reading above its limit and would not notice the end of the
    process."""
    with pytest.raises(WorkerFailed, match="answers 7"):
        await nature.call(bytes, 70_000_000)
    assert await nature.call(len, bytes(5_000_000)) == 5_000_000


async def test_a_request_cancelled_during_its_answer_does_not_block_the_next(nature: NatureWorker) -> None:
    assert await nature.call(len, "warm") == 4
    for _ in range(3):
        assert nature._process is not None
        stream, arrived = nature._process.stdout, asyncio.Event()
        assert stream is not None
        feed = stream.feed_data
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stream, "feed_data", lambda data, feed=feed, arrived=arrived: (feed(data), arrived.set()))
            asked = asyncio.create_task(nature.call(bytes, 300_000))
            await arrived.wait()
            asked.cancel()
        async with asyncio.timeout(10):
            await asyncio.wait((asked,))
            assert await nature.call(len, "again") == 5


async def test_a_request_that_cannot_be_pickled_takes_no_place_in_the_queue() -> None:
    made = NatureWorker("tests.matches.toy_worker")
    for _ in range(MOST_WAITING + 1):
        with pytest.raises(WorkerErred, match="pickle"):
            await made.call(lambda: None)
    assert made._waiting == 0


async def test_a_worker_stopped_while_it_starts_leaves_no_process() -> None:
    made = NatureWorker("tests.matches.toy_worker", time_limit=15)
    asked = asyncio.create_task(made.call(len, "x"))
    await asyncio.sleep(0)  # the worker is being started
    await made.stop()
    with pytest.raises(WorkerStopped):
        await asked
    assert made._process is None


def raise_wordless() -> None:
    """Raise an error without a message, in the worker."""

    class Wordless(Exception):
        def __str__(self) -> str:
            raise ArithmeticError

    raise Wordless


async def test_every_error_in_the_worker_is_reported(nature: NatureWorker) -> None:
    for mistake, name in ((raise_wordless, "Wordless"), (sys.exit, "SystemExit")):
        with pytest.raises(WorkerErred, match=name):
            await nature.call(mistake)
    assert await nature.call(len, "fine") == 4


def die_once(mark: Path) -> str:
    """End the worker at its first request."""
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return "answered"


async def test_the_answer_to_a_cancelled_request_is_not_taken_for_the_next(at: House, nature: NatureWorker) -> None:
    match = (await play_kite(at)).match

    async def ask(seq: int) -> tuple[str, bytes]:
        return await nature.nature(match.game, match.state, match.secret, seq)

    await ask(8)
    given_up = asyncio.create_task(ask(8))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await ask(9) == await at.wind.nature(match.game, match.state, match.secret, 9)


async def test_a_film_is_kept_with_natures_ply(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    nature = at.wind.nature

    async def move_and_film(game: Toy, state: object, secret: bytes, seq: int) -> tuple[str, bytes]:
        return (await nature(game, state, secret, seq))[0], b"whoosh"

    monkeypatch.setattr(at.wind, "nature", move_and_film)
    done = await at.machines.run(await play_kite(at))
    match_id, seq = done.match.id, done.match.seq
    (film,) = await at.store.transaction(lambda tx: tx.read_unshown_clips(match_id, upto=seq))
    assert (film.seq, film.keyframes) == (3, b"whoosh")
    assert await at.store.transaction(lambda tx: tx.read_unshown_clips(match_id, upto=2)) == ()
    await at.store.transaction(lambda tx: tx.mark_clip_shown(match_id, 3))
    assert await at.store.transaction(lambda tx: tx.read_unshown_clips(match_id, upto=seq)) == ()
