"""Plans are invisible to others: with a plan or without, they are sent the same, byte for byte, at the same time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import games
from client.turn.panel import add_forced
from data import Store
from games.core import Seat
from matches.change import Change
from matches.lobby import lobby
from matches.machines.machines import Machines
from matches.match import Match
from matches.plans import keeper
from matches.plans.keeper import save_notebook
from matches.plans.plan import Line, Notebook, Reply, Trial
from matches.plans.timing import USUAL
from matches.play import play
from matches.referee import MACHINE, Referee, Request
from tests.support.matches.house import a_turn
from tests.support.matches.plans import foresee
from tests.support.play.table import wait_for_rest
from tests.support.stores import open_store
from tests.support.stub_nature import StubNature
from tests.support.wire.scene import HERE
from tests.support.wire.shown import Everything, answers
from tests.support.wire.wire import NOW, Sent, Wire, draw_no_films, wire

CHANNEL, ANNA, BEN, DANA = 170, 1, 2, 4
"""Anna and Ben play; Dana looks on."""

STEP = 60.0

SHOWN_PARTS = ("components", "attachments", "allowed_mentions", "flags")
"""The parts of a request that decide what a message shows, and whom it pings."""

Shown = tuple[str, bytes]
"""What a message shows: its parts, and its files."""


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_no_films(monkeypatch)


class World:
    """A bot in which Ben has planned his answer, or will give it by hand. `now`: the time."""

    def __init__(self, at: Wire, match_id: int) -> None:
        self.at, self.match_id, self.now = at, match_id, NOW
        at.bot.referee.now = lambda: self.now

    async def match(self) -> Match:
        return await self.at.bot.referee.match(self.match_id)

    async def play(self, user: int, seat: Seat, codes: tuple[str, ...]) -> list[Shown]:
        """Let somebody confirm a turn. Returns the boards that are posted."""
        match, referee = await self.match(), self.at.bot.referee
        await referee.keep_draft(match, seat, codes)
        rest = f"{seat}.{add_forced(match, seat, codes).fingerprint}"
        confirm = f"sb:confirm:{self.match_id}:{match.decisions[seat]}:{rest}"
        sent = await self.at.press(confirm, user=user, guild=HERE, channel=CHANNEL)
        return await self._list_boards(sent)

    async def pass_time(self) -> list[Shown]:
        """Let some time pass, then run the plans as the bot does. Returns the boards that are posted."""
        self.now += STEP
        Wire.acting = self.at
        await self.at.store.transaction(lambda tx: tx.record_alive(self.now, gap=float("inf")))
        for done in await keeper.run_plans(self.at.bot.referee):
            await self.at.bot.announce(done)
        return await self._list_boards(self.at.take())

    async def _list_boards(self, sent: list[Sent]) -> list[Shown]:
        """Wait until open panels are renewed, too. Returns the boards among what was sent."""
        await wait_for_rest()
        return list_boards([*sent, *self.at.take()])

    async def look(self, user: int, log: Everything) -> list[object]:
        """Collect everything that a person is answered, and the log lines; without the ids of messages, which both
        worlds count together."""
        log.lines = []
        told = await answers(self.at, await self.match(), user, log)
        return [re.sub(rf"{str(2**61)[:10]}\d+", "an id", repr(each)) for each in told]


def list_boards(sent: list[Sent]) -> list[Shown]:
    """List what is shown of the public messages with a picture, without how they are delivered."""
    boards = [(json.loads(body), files) for route, body, files in sent if files and "@original" not in route]
    return [(json.dumps([body[name] for name in SHOWN_PARTS]), files) for body, files in boards]


async def begin(folder: Path) -> tuple[int, Seat, tuple[str, ...], Seat, tuple[str, ...]]:
    """Make a file with a match. Returns it, Anna's seat and first turn, and Ben's seat and answer."""
    await asyncio.to_thread(folder.mkdir, parents=True)
    async with open_store(folder) as store:
        found = await _begin(store)
        await store.transaction(lambda tx: tx._db.execute("DELETE FROM edits"))
    return found


async def _begin(store: Store) -> tuple[int, Seat, tuple[str, ...], Seat, tuple[str, ...]]:
    referee = Referee(store, now=lambda: NOW)
    machines, anna, ben = Machines(referee, StubNature()), Request(ANNA, "Anna"), Request(BEN, "Ben")  # type: ignore[arg-type]
    made = lobby.create(
        "docker", games.load("docker").options_type(), anna, capacity=2, guild_id=HERE, channel_id=CHANNEL,
        language="en", secret=bytes(32), now=NOW, pace="daily",
    )  # fmt: skip
    match = await referee.open(made, anna)
    match = (await machines.run(await referee.change(match.id, ben, partial(lobby.join, who=ben, now=NOW)))).match
    if match.awaited[0].user_id != ANNA:
        (seat,) = match.to_act
        facts: dict[str, Any] = {"decision": match.decisions[seat], "now": NOW}
        await referee.change(match.id, ben, lambda m: play(m, ben, seat, a_turn(m, seat), **facts))
        match = await referee.match(match.id)
    (seat,) = match.to_act
    assert match.holder(seat).user_id == ANNA
    first = tuple(a_turn(match, seat))
    other, second = foresee(match, seat, first)
    assert match.holder(other).user_id == BEN
    return match.id, seat, first, other, second


@contextlib.asynccontextmanager
async def keep_log() -> AsyncIterator[Everything]:
    """Collect the log lines down to DEBUG."""
    log, root = Everything(), logging.getLogger()
    level = root.level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        root.removeHandler(log)
        root.setLevel(level)


async def compare(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Compare what others are sent at each minute in a world with a plan and in one without."""
    match_id, seat, first, other, second = await begin(folder / "first")
    await begin(folder / "second")
    async with wire(folder / "first", patch) as one, wire(folder / "second", patch) as two, keep_log() as log:
        planned, by_hand = World(one, match_id), World(two, match_id)
        match = await planned.match()
        line = Line(Trial(match.head, bytes(16).hex()), (Reply(second, None),))
        await save_notebook(one.bot.referee, match, BEN, Notebook(other, lines=(line,)))
        assert await planned.pass_time() == await by_hand.pass_time() == []
        assert await planned.look(ANNA, log) == await by_hand.look(ANNA, log), "the plan can be told before it is made"
        posted = [await each.play(ANNA, seat, first) for each in (planned, by_hand)]
        assert posted[0] == posted[1] != []
        made: list[Shown] = []
        for minute in range(int(USUAL[1] / STEP) + 2):
            made = await planned.pass_time()
            if made:
                break
            assert await by_hand.pass_time() == []
            if minute == 0:
                assert await planned.look(DANA, log) == await by_hand.look(DANA, log), (
                    "the plan can be told while it is due"
                )
        assert len(made) == 1
        by_hand.now += STEP
        await two.store.transaction(lambda tx: tx.record_alive(by_hand.now, gap=float("inf")))
        assert await by_hand.play(BEN, other, second) == made, "the board differs from that of an answer by hand"
        assert await planned.look(ANNA, log) == await by_hand.look(ANNA, log), "the plan can be told after it is made"


async def test_nobody_else_is_sent_anything_of_a_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await compare(tmp_path, monkeypatch)


def _log_as_automatic(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a planned turn is logged as one that was forced."""
    honest = play

    def play_marked(*args: Any, **facts: Any) -> Change:
        change = honest(*args, **facts)
        return structs.replace(change, log=tuple(structs.replace(row, made_by="auto") for row in change.log))

    patch.setattr("matches.plans.keeper.play", play_marked)


def _show_when_kept(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a plan that is kept changes its match."""

    async def save(referee: Referee, match: Match, user_id: int, notebook: Notebook) -> None:
        await keeper.save_notebook(referee, match, user_id, notebook)
        await referee.change(match.id, MACHINE, lambda now: Change(structs.replace(now, seq=now.seq + 1)))

    patch.setattr("tests.client.test_secret_plans.save_notebook", save)


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("mutant", "sign"), [(_log_as_automatic, "differs"), (_show_when_kept, "can be told before it is made")]
)
async def test_a_plan_that_shows_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None], sign: str
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match=sign):
        await compare(tmp_path, monkeypatch)
