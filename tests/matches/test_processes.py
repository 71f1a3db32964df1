"""Test that two processes on one PostgreSQL schema share the work: each piece is done by one of them, and by the other
one if the first dies."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from data import StoreError
from data.postgres.locks import SILENT, Locks
from games.core import NATURE, AnyGame
from matches.clocks.pace import DAY
from matches.delivery.outbox import Outbox
from matches.keeping.saving import BOARD_GRACE
from matches.people.preferences import Person, Server, change_person, read_person, read_server, write_person
from matches.people.servers import change_server, claim_role_ping, mark_greeted
from matches.referee import Done
from matches.sweep import sweep
from tests.matches.kite import play_kite
from tests.support.matches.fleet import fall_silent, fleet, remove_claims
from tests.support.matches.house import ANNA, BEN, CHIARA, GUILD, House, StubNature
from tests.support.postgres import make_schema, start_server

Pair = tuple[House, House]


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    async with fleet(tmp_path) as found:
        yield found


class Paused(StubNature):
    """A worker for nature that answers only when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_once, self.let_go = asyncio.Event(), asyncio.Event()

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        self.asked_once.set()
        await self.let_go.wait()
        return await super().nature(game, state, secret, seq)


async def begin(at: House) -> tuple[Paused, asyncio.Task[Done]]:
    """Have a process ask for nature's move, and wait until it has."""
    nature = Paused()
    at.machines._worker = nature  # type: ignore[assignment]
    moving = asyncio.create_task(at.machines.run(await play_kite(at)))
    await nature.asked_once.wait()
    return nature, moving


def pass_time(pair: Pair, seconds: float) -> None:
    for at in pair:
        at.now += seconds


# Holds


async def test_work_in_progress_is_not_begun_by_another_process(pair: Pair) -> None:
    first, second = (at.referee.processes for at in pair)
    async with first.hold("chore", 1) as mine, first.hold("chore", 1) as again:
        assert (mine, again) == (True, True), "tasks of one process hold it together"
        async with second.hold("chore", 1) as other:
            assert not other
            assert not second.has("chore", 1)
        async with second.hold("chore", 2) as other:
            assert other
        async with second.hold("errand", 1) as other:
            assert other
        assert first.has("chore", 1)
    assert not first.has("chore", 1)
    async with second.hold("chore", 1) as other:
        assert other, "finished work is free at once"


async def test_work_is_held_until_the_last_task_has_finished(pair: Pair) -> None:
    first, second = (at.referee.processes for at in pair)
    async with first.hold("chore", 1):
        async with first.hold("chore", 1):
            pass
        assert first.has("chore", 1)
        async with second.hold("chore", 1) as other:
            assert not other


async def test_a_cancelled_task_leaves_nothing_held(tmp_path: Path) -> None:
    async with open_locks(tmp_path) as (first, second):
        for steps in range(6):
            working = asyncio.create_task(is_free(first))
            for _ in range(steps):
                await asyncio.sleep(0)
            working.cancel()
            await asyncio.wait({working})
            await first.keep()  # asked for later, and thus answered later
            assert await is_free(second), f"cancelled after {steps} steps"


async def test_a_task_that_is_cancelled_while_the_server_is_slow_leaves_nothing_held(tmp_path: Path) -> None:
    async def work() -> None:
        async with first.hold("chore"):
            held.set()
            await asyncio.sleep(60)

    async with open_locks(tmp_path) as (first, second):
        held = asyncio.Event()
        working = asyncio.create_task(work())
        await held.wait()
        with first._running:
            slow = asyncio.create_task(first.keep())
            for _ in range(2):
                await asyncio.sleep(0.01)
                working.cancel()
            await asyncio.wait({working})
        await slow
        await first.keep()
        assert await is_free(second)


async def test_the_work_of_a_silent_process_is_free(pair: Pair) -> None:
    first, second = (at.referee.processes for at in pair)
    async with first.hold("chore", 1) as mine:
        assert mine
        fall_silent(pair[0])
        assert not first.has("chore", 1), "another process may have it"
        async with second.hold("chore", 1) as other:
            assert other
            async with first.hold("chore", 1) as again:
                assert not again
            assert not first.has("chore", 1), "it has another session now, which does not have it"


async def test_late_work_does_not_free_what_another_task_has_begun_anew(pair: Pair) -> None:
    first, second = (at.referee.processes for at in pair)
    async with contextlib.AsyncExitStack() as late, first.hold("errand", 1):
        await late.enter_async_context(first.hold("chore", 1))
        fall_silent(pair[0])
        async with first.hold("chore", 1) as again:
            assert again
            await late.aclose()
            async with second.hold("chore", 1) as other:
                assert not other


@contextlib.asynccontextmanager
async def open_locks(folder: Path, silent: float = SILENT) -> AsyncIterator[tuple[Locks, Locks]]:
    """Open the locks of two processes; the first has this many seconds."""
    server = start_server()
    if isinstance(server, str):
        pytest.skip(server)
    address = make_schema(server, str(folder))
    first, second = Locks(address, silent=silent), Locks(address)
    yield first, second
    await first.close()
    await second.close()


async def is_free(locks: Locks) -> bool:
    async with locks.hold("chore") as mine:
        return mine


async def test_a_process_is_silent_if_it_does_not_keep_what_it_holds(tmp_path: Path) -> None:
    async with open_locks(tmp_path, silent=1.0) as (first, second), first.hold("chore") as mine:
        assert mine
        for _ in range(8):
            await asyncio.sleep(0.25)
            await first.keep()
            assert first.has("chore")
        assert not await is_free(second)
        with first._running:  # as if a statement hung for longer than the server waits
            await asyncio.sleep(1.1)
            assert not first.has("chore"), "it need not ask the server"
        async with asyncio.timeout(5):
            while not await is_free(second):  # noqa: ASYNC110 - nothing reports it
                await asyncio.sleep(0.05)


async def test_a_process_that_stops_frees_its_work(pair: Pair) -> None:
    first, second = pair
    async with first.referee.processes.hold("chore", 1):
        await first.store.close()
        async with second.referee.processes.hold("chore", 1) as other:
            assert other
    with pytest.raises(StoreError, match="shutting down"):
        async with first.referee.processes.hold("chore", 1):
            pass


# Timers and machines


async def test_a_timer_fires_once(pair: Pair) -> None:
    first, _ = pair
    match = await first.running("docker", ANNA, BEN)
    reminder, *_ = await first.store.transaction(lambda tx: tx.read_timers(match.id))
    assert reminder.kind == "remind"
    for at in pair:
        await at.referee.record_alive()
    pass_time(pair, reminder.due_at - first.now)
    for at in pair:
        await at.stay_up()
    found = await asyncio.gather(*(sweep(at.referee) for at in pair))
    (done,) = [done for each in found for done in each]
    assert done.pings == (reminder.seat,)
    assert done.match.rev == (await first.reread(match)).rev == match.rev + 1


async def test_a_timer_that_another_process_has_run_in_between_does_not_run_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    match = await first.running("docker", ANNA, BEN)
    reminder, *_ = await first.store.transaction(lambda tx: tx.read_timers(match.id))
    pass_time(pair, reminder.due_at - first.now)
    for at in pair:
        await at.stay_up()
    fired: list[Done] = []
    hold = second.referee.processes.hold

    @contextlib.asynccontextmanager
    async def hold_late(kind: str, key: int) -> AsyncIterator[bool]:
        fired.extend(await sweep(first.referee))  # after the second process has read the due timers
        async with hold(kind, key) as mine:
            assert mine, "the first has finished"
            yield mine

    monkeypatch.setattr(second.referee.processes, "hold", hold_late)
    assert await sweep(second.referee) == []
    assert [done.pings for done in fired] == [(reminder.seat,)]
    assert (await first.reread(match)).rev == match.rev + 1


async def test_nature_is_computed_once(pair: Pair) -> None:
    first, second = pair
    nature, moving = await begin(first)
    assert await second.machines.resume() == []
    assert await first.machines.resume() == []
    nature.let_go.set()
    done = await moving
    assert done.outbox_id is not None, "the process that made the move posts the board"
    assert (nature.asked, second.wind.asked) == (1, 0)
    assert await second.machines.resume() == []


@pytest.mark.mutant
async def test_without_claims_nature_would_be_computed_twice(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = pair
    remove_claims(monkeypatch)
    nature, moving = await begin(first)
    assert len(await second.machines.resume()) == 1
    nature.let_go.set()
    await moving
    assert (nature.asked, second.wind.asked) == (1, 1)


async def test_a_move_begun_by_a_dead_process_is_made_by_another_one(pair: Pair) -> None:
    """The first is only slow: when it answers in the end, its move is refused."""
    first, second = pair
    nature, moving = await begin(first)
    fall_silent(first)
    (done,) = await second.machines.resume()
    assert done.outbox_id is not None
    nature.let_go.set()
    late = await moving
    assert late.outbox_id is None
    assert late.match.seq == done.match.seq
    assert [row.seat for row in await first.log(done.match)].count(NATURE) == 1


async def test_a_machine_that_another_process_has_moved_moves_on_from_there(pair: Pair) -> None:
    first, second = pair
    done = await play_kite(first)
    (moved,) = await second.machines.resume()
    again = await first.machines.run(done)
    assert again.match.seq == moved.match.seq
    assert first.wind.asked == 0


# Owed boards and edits


async def test_a_start_in_a_shared_store_takes_only_what_is_due(pair: Pair) -> None:
    first, second = pair
    await first.running("docker", ANNA, BEN)
    outbox = Outbox(second.referee)
    second.now += 1
    assert await outbox.read_due(second.now, began=second.now, limit=9) == (), "the other process is posting it"
    assert await outbox.take_due_edits(second.now, began=second.now, limit=9) == ()
    pass_time(pair, BOARD_GRACE)
    assert len(await outbox.read_due(second.now, began=second.now, limit=9)) == 1


async def test_an_edit_that_is_owed_is_taken_by_one_process(pair: Pair) -> None:
    for channel in range(5):
        await pair[0].open("docker", channel=channel)
    pass_time(pair, BOARD_GRACE)
    for attempt in range(6):
        taken = await asyncio.gather(*(Outbox(at.referee).take_due_edits(at.now, limit=9) for at in pair))
        assert len(taken[0]) + len(taken[1]) == 5, f"attempt {attempt}"
        pass_time(pair, DAY)
    assert await Outbox(pair[1].referee).take_due_edits(pair[1].now, limit=9) == (), "all attempts are made"


async def test_a_missing_board_is_posted_again_by_one_process(pair: Pair) -> None:
    first, _ = pair
    match = await first.running("docker", ANNA, BEN)
    (row,) = await first.list_unposted()
    await first.store.transaction(lambda tx: tx.mark_posted(row.id, 900))
    shown = structs.replace(row, message_id=900)
    again = await asyncio.gather(*(Outbox(at.referee).post_again(shown, at.now) for at in pair))
    assert sorted(again) == [False, True]
    assert [each.match_id for each in await first.list_unposted()] == [match.id]


# Memory


async def test_wishes_changed_in_one_process_reach_the_other(pair: Pair) -> None:
    first, second = pair
    await write_person(first.referee, ANNA, Person(quiet=(22, 7)))
    assert (await second.referee.rhythms.find([ANNA]))[ANNA].quiet == (22, 7)
    await change_person(first.referee, ANNA, lambda person: structs.replace(person, quiet=(1, 2)))
    assert (await first.referee.rhythms.find([ANNA]))[ANNA].quiet == (1, 2)
    pass_time(pair, 30)
    assert (await second.referee.rhythms.find([ANNA]))[ANNA].quiet == (1, 2)


async def test_wishes_changed_at_the_same_time_are_all_kept(pair: Pair) -> None:
    def add_lesson(name: str, person: Person) -> Person:
        return structs.replace(person, lessons={**person.lessons, name: 1})

    def add_channel(channel: int, server: Server) -> Server:
        return structs.replace(server, edit_boards_in={**server.edit_boards_in, channel: True})

    both = [(number, pair[number % 2].referee) for number in range(16)]
    people = (change_person(referee, ANNA, functools.partial(add_lesson, str(number))) for number, referee in both)
    servers = (change_server(referee, GUILD, functools.partial(add_channel, number)) for number, referee in both)
    await asyncio.gather(*people, *servers)
    assert len((await read_person(pair[0].referee, ANNA)).lessons) == 16
    assert len((await read_server(pair[1].referee, GUILD)).edit_boards_in) == 16


async def test_only_one_process_greets_a_server_and_pings_its_role(pair: Pair) -> None:
    for guild in range(8):
        greeted = await asyncio.gather(*(mark_greeted(at.referee, guild, at.now) for at in pair))
        assert sorted(greeted) == [False, True]
        pinged = await asyncio.gather(*(claim_role_ping(at.referee, guild, at.now) for at in pair))
        assert sorted(pinged) == [False, True]


async def test_an_outage_is_a_time_without_any_process(pair: Pair) -> None:
    first, second = pair
    await first.running("docker", ANNA, BEN, CHIARA)
    await first.referee.record_alive()
    pass_time(pair, 50)
    await second.referee.record_alive()
    assert list(second.referee.outages) == [], "another process starts, and is no outage"
    pass_time(pair, 50)
    await first.referee.record_alive()
    assert list(first.referee.outages) == []
    pass_time(pair, 3600)
    await second.referee.record_alive()
    await first.referee.record_alive()
    assert first.referee.outages == second.referee.outages == ((first.now - 3600, first.now),)
