"""Network faults between Discord and the bot: lost replies, refusals, delays, duplicates, broken connections.

10,000 interactions (see `tests.support.numbers`) of people in eight channels at once: no unexpected failure, no
wrong state, and in the end every move is on a board.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client.board.postman import Postman
from client.core import intake, refusals
from data import Transaction
from matches.archive.verify import verify
from matches.referee import Referee
from sandbox.discord import guilds
from sandbox.person.person import Answer, Refused
from tests.crash.killable import StoredState
from tests.crash.people import Broken, People
from tests.support.alarm import Alarm, alarm
from tests.support.numbers import patience, times
from tests.support.play.light import light
from tests.support.play.table import Table, table

__all__ = ["alarm", "light"]

INTERACTIONS = times(10_000, usual=50)
LOST, REFUSED, SLOW, TWICE = 0.05, 0.02, 0.01, 0.03
"""Shares of requests whose answer is lost, or which are answered by a 5xx; of interactions whose acknowledgement comes
after more than 3 s; of interactions delivered twice."""

BROKEN_EVERY = 60
"""Interactions between two broken connections."""

PATIENCE = 10.0
"""Seconds after which a person tries again; slow requests take 3.2 s here."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(patience(300)),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),  # aiohttp's own, about its multipart reader
]


class RunningBot:
    """A Slowboat that never dies, with the interface that `People` use."""

    def __init__(self, at: Table) -> None:
        self.sandbox = at.sandbox
        self.dead = asyncio.Event()
        self.kill_when = None
        self.lives, self.steps = 1, list[str]()

    async def is_gone(self) -> bool:
        return False


class Unanswered(Exception):
    """An interaction failed, as far as the person can see."""


class PatientPeople(People):
    """People who try again if something fails, and look at /board if no board comes."""

    def __init__(self, at: Table, count: list[int], *, seed: int, game: str, channel: str) -> None:
        super().__init__(RunningBot(at), seed=seed, game=game)  # type: ignore[arg-type]
        self.at, self.count = at, count
        self.people = [person.at(channel) for person in self.people]

    async def go_on(self) -> bool:
        match = await self.at.referee.match_in(self.people[0].channel.id)
        if match is None or match.phase != "running":
            return await self._open()
        users = [holder.user_id for holder in match.awaited]
        person = self._random.choice([person for person in self.people if person.user.id in users] or self.people)
        shown = person.slash("board")
        await self._dies_before(shown)
        return await self._turn(person, shown.message, alone=False)

    async def _dies_before(self, answer: Answer) -> bool:
        self.count[0] += 1
        with contextlib.suppress(TimeoutError):
            await answer.until(lambda: answer.done, within=PATIENCE)
        if answer.failed or not answer.done or not answer.messages:
            raise Unanswered
        return False

    async def _wait_for_board(self, position: tuple[int, int]) -> bool:
        return True

    async def play(self, interactions: int) -> None:
        while self.count[0] < interactions:
            try:
                await self.go_on()
            except (Unanswered, Refused, KeyError, LookupError, AssertionError) as error:
                if isinstance(error, Broken):
                    raise
                await asyncio.sleep(0.05)  # the message they saw is gone


async def cause_faults(at: Table, count: list[int], interactions: int) -> None:
    """Slow down and break connections until enough interactions have been made."""
    drawn = random.Random("faults")
    faults, gateway = at.sandbox.faults, at.sandbox.gateway
    faults.lose_share, faults.refuse_share, faults.duplicate_share = LOST, REFUSED, TWICE
    faults.duplicate_next = 3  # a short run must include each kind of fault
    faults.order("POST /interactions", lose_reply=True, count=3)
    slow = broken = 0
    while count[0] < interactions:
        if count[0] * SLOW > slow:
            slow += 1
            faults.order("POST /interactions", latency=3.2)
        if count[0] / BROKEN_EVERY > broken + 1:
            broken += 1
            match drawn.randrange(5):
                case 0:
                    await gateway.drop()
                case 1:
                    await gateway.drop(forget=True)
                case 2:
                    gateway.cut()
                case 3:
                    gateway.ask_reconnect()
                case _:
                    gateway.invalidate(resumable=drawn.random() < 0.5)
        await asyncio.sleep(0.02)
    faults.clear()


async def play_under_faults(folder: Path, alarm: Alarm, interactions: int) -> None:
    """Play under faults. Raises Broken or AssertionError if a promise was not kept."""
    count = [0]
    async with table(folder) as at:
        names = at.bot.list_playable()
        groups = []
        for number, game in enumerate((*names, *names)):
            channel = f"faults-{number}"
            guild = at.person("anna").channel.guild
            assert guild is not None
            guilds.create_channel(at.sandbox.world, guild, channel)
            groups.append(PatientPeople(at, count, seed=number, game=game, channel=channel))
        await asyncio.gather(cause_faults(at, count, interactions), *(each.play(interactions) for each in groups))
        await end_faults(at)
        assert not alarm.records, alarm.records[0]
        for each in groups:
            await _all_visible(at, each)
            await _all_true(at)
    with contextlib.closing(sqlite3.connect(folder / "slowboat.db")) as db:
        stored = StoredState(db)
    assert stored.integrity == "ok"
    assert sum(map(len, stored.commits.values())) > interactions // 25, "hardly anything was played"
    for each in groups:
        each.check_moves(stored)


async def end_faults(at: Table) -> None:
    """End the faults, and wait until all owed boards are posted."""
    for _ in range(200):
        if at.bot.is_connected():
            break
        await asyncio.sleep(0.1)
    for _ in range(12):
        at.sandbox.world.clock.advance(400)
        await at.bot.sweep()


async def _all_visible(at: Table, groups: PatientPeople) -> None:
    """Assert that the newest position of every match is on a board in its channel."""
    match = await at.referee.match_in(groups.people[0].channel.id)
    if match is not None and match.state is not None:
        owed = await at.referee.store.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=99))
        assert not [row for row in owed if row.match_id == match.id], "a committed board was never posted"
        newest = await at.referee.store.transaction(lambda tx: tx.find_newest_board(match.id, before=match.seq + 1))
        assert newest is not None
        assert (match.id, newest.seq) in groups.boards(), f"no board of {match.id} shows {newest.seq}"


async def _all_true(at: Table) -> None:
    """Assert that memory and file agree, and that every match can be replayed from its secret."""
    fresh = Referee(at.referee.store, now=at.referee.now)
    for number in range(1, 10_000):
        try:
            match = await fresh.match(number)
        except Exception:  # noqa: BLE001 - there are no more
            return
        assert match == await at.referee.match(number)
        log = await at.referee.store.transaction(partial(Transaction.read_log, match_id=number))
        assert [row.seq for row in log] == list(range(len(log)))
        if match.state is not None:
            assert verify(match, log).differs is None


async def test_network_faults_lose_nothing(tmp_path: Path, alarm: Alarm) -> None:
    await play_under_faults(tmp_path, alarm, INTERACTIONS)


@pytest.mark.mutant
async def test_an_error_for_a_repeated_answer_would_be_noticed(
    tmp_path: Path, alarm: Alarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: error 40060 (already acknowledged) is not known. People wait four seconds for an answer that never
    comes."""
    monkeypatch.setattr(f"{__name__}.PATIENCE", 4.0)
    monkeypatch.delitem(refusals._CODES, intake.ANSWERED)
    monkeypatch.setattr(intake, "ANSWERED", 0)
    with pytest.raises(AssertionError, match="reference"):
        await play_under_faults(tmp_path, alarm, 60)


@pytest.mark.mutant
async def test_a_board_that_is_never_posted_would_be_missed(
    tmp_path: Path, alarm: Alarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: boards are posted neither at once nor by a later sweep."""

    async def never(*_: Any, **__: Any) -> None:
        pass

    for name in ("begin_due", "post_board"):
        assert getattr(Postman, name)
        monkeypatch.setattr(Postman, name, never)
    with pytest.raises(AssertionError, match=r"never posted|shows"):
        await play_under_faults(tmp_path, alarm, 60)
