"""A storm of 429 while people play, and direct messages that are closed: nothing is lost, nothing comes twice."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from client.core.retries import _SingleAttempt
from sandbox.network.ratelimits import Scope
from tests.support.numbers import FULL, patience, times
from tests.support.play.days import HOUR, begin_brisk
from tests.support.play.light import light
from tests.support.play.lost import stay_up
from tests.support.play.players import Players
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    list_menus,
    open_panel,
    table,
    take_turn,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.troubles import Hasty, Sentences, count_in_virtual_time, sentences

__all__ = ["light", "sentences"]

TURNS = 1_000 if FULL else 6
"""Turns that are taken in a storm."""

REFUSED = 0.3
"""The share of requests that are answered by 429."""

PRESSES = 4
"""Presses of a person who is told to try again. Before the last one the storm is over."""

CLOSINGS = times(300, usual=3)
"""How often somebody closes their direct messages."""

pytestmark = pytest.mark.timeout(patience(90))


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    for module in ("discord.webhook.async_", "discord.http", "discord.shard"):
        monkeypatch.setattr(f"{module}.asyncio", Hasty())


class Storm:
    """429 for a share of all requests, now and then for everything, and sometimes several times in a row."""

    def __init__(self, at: Table, seed: int) -> None:
        self.limits, self.drawn = at.sandbox.rest.limits, random.Random(seed)
        self.refused = 0
        self._find = self.limits._find_refusal

    def __enter__(self) -> Storm:
        self.limits._find_refusal = self._blow  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        self.limits._find_refusal = self._find  # type: ignore[method-assign]
        self.limits.refusals.clear()

    def _blow(self, *names: str) -> Any:
        if not self.limits.refusals and self.drawn.random() < REFUSED:
            scope: Scope = "global" if self.drawn.random() < 0.1 else "user"
            self.limits.refuse_next(names[0], retry_after=0.01, count=self.drawn.choice((1, 1, 3)), scope=scope)
        refusal = self._find(*names)
        self.refused += refusal is not None
        return refusal


async def play_in_storm(folder: Path, sentences: Sentences, *, turns: int) -> int:
    """Take turns under 429s. Returns how many requests were refused. Raises AssertionError for a broken promise."""
    async with table(folder) as at, count_in_virtual_time(at):
        players, refused = Players(at, 3, "docker", at.person("anna").channel, sentences), 0
        for number in range(turns):
            await players.begin()
            before = await players.match()
            assert before is not None
            person = await players.find_awaited()
            panel = await open_panel(person)
            while "Confirm" not in buttons(panel):
                menu, options = next(iter(list_menus(panel).items()))
                await choose(person, panel, menu, options[number % len(options)]["value"])
            for press in range(PRESSES):
                stormy = press < PRESSES - 1
                with Storm(at, number * PRESSES + press) if stormy else contextlib.nullcontext() as storm:
                    answer = person.click(panel, "Confirm")
                    with contextlib.suppress(TimeoutError):
                        await answer.until(lambda answer=answer: answer.acknowledged or answer.failed, within=2)
                    await wait_for_rest()
                refused += storm.refused if storm is not None else 0
                what = f"press {press + 1} of turn {number}{' in the storm' if stormy else ''}"
                await players.settle()
                await players.check(before, answer, what)
                after = await at.referee.match(before.id)
                if after.seq > before.seq:
                    break
                said = words(answer.messages[-1]) if answer.messages else ""
                told = not answer.acknowledged or "ry again" in said
                assert told, f"{what}: the move is lost: {said!r}"
                assert stormy, f"{what}: the move is lost, again and again"
            await players.play_on(what)
        return refused


async def test_turns_in_a_storm_of_429(tmp_path: Path, sentences: Sentences) -> None:
    assert await play_in_storm(tmp_path, sentences, turns=TURNS) > TURNS // 2


async def _post_nothing(*_: object, **__: object) -> None:
    pass


@pytest.mark.mutant
async def test_a_board_lost_in_a_storm_would_be_missed(
    tmp_path: Path, sentences: Sentences, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: nothing is repeated after a 429, and a board that was held up is given up."""

    async def fail(*_: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("client.board.postman.Postman.begin_due", _post_nothing)
    monkeypatch.setattr("client.board.board_messages.BoardMessages.find_board", fail)
    monkeypatch.setattr("discord.webhook.async_.AsyncWebhookAdapter.request", _stop_repeating())
    monkeypatch.setattr("discord.http.HTTPClient.request", _never_wait())
    with pytest.raises(AssertionError, match=r"the move is lost|never posted|newest board is not there"):
        await play_in_storm(tmp_path, sentences, turns=12)


def _never_wait() -> Any:
    """Fail where Discord limits a request, instead of waiting."""
    honest = HTTPClient.request

    async def request(self: HTTPClient, route: Any, **facts: Any) -> Any:
        self.max_ratelimit_timeout = 0.001
        return await honest(self, route, **facts)

    return request


def _stop_repeating() -> Any:
    """Do not repeat a request through a token that was answered by 429."""
    honest = AsyncWebhookAdapter.request

    async def request(self: Any, route: Any, session: Any, **facts: Any) -> Any:
        return await honest(self, route, _SingleAttempt(session), **facts)  # type: ignore[arg-type]

    return request


# Closed direct messages


async def close_and_open(folder: Path, *, closings: int) -> None:
    """Close and open Anna's direct messages, at any moment of her match against the computer. Raises AssertionError for
    a broken promise."""
    drawn = random.Random(5)
    async with table(folder) as at:
        anna = await begin_brisk(at)
        for number in range(closings):
            match = await at.referee.match_in(anna.channel.id)
            if match is not None and match.phase == "finished":
                await begin_brisk(at)
                match = await at.referee.match_in(anna.channel.id)
            assert match is not None
            moves_first, hours = drawn.random() < 0.5, drawn.choice((1, 7, 40))
            what = f"closing {number}, {hours} h, {'after' if moves_first else 'without'} a turn"
            anna.user.refuses_dms = True
            if moves_first:
                await take_turn(anna, option=drawn.randrange(9))
                await wait_for_rest()
                found = await at.referee.match(match.id)
                assert found.seq > match.seq, f"{what}: an answer to a press was not accepted"
                match = found
            before = count_refusals(at)
            await let_pass(at, hours * HOUR)
            assert count_refusals(at) - before <= 12, f"{what}: {count_refusals(at) - before} refused requests"
            now = await at.referee.match(match.id)
            assert now.head == match.head, f"{what}: a turn was lost while nobody could be reached"
            rests = now.phase in ("paused", "finished")
            assert hours < 7 or rests, f"{what}: the clock runs although nobody can be told"
            anna.user.refuses_dms = False
            await anna.slash("turns")
            await wait_for_rest()
            await at.bot.sweep()
            await wait_for_boards(at)
            back = await at.referee.match(match.id)
            assert back.phase in ("running", "finished"), f"{what}: the match does not go on"
            names = Counter(file.filename for m in anna.messages() for file in m.attachments if not m.ephemeral)
            assert not [name for name, count in names.items() if count > 1], f"{what}: a board is there twice"


async def let_pass(at: Table, seconds: float) -> None:
    """Let time pass with a sweep every hour and at each timer: the real bot sweeps every few seconds, so it learns from
    a failed reminder long before the deadline."""
    clock, until = at.sandbox.world.clock, at.referee.now() + seconds
    while (now := at.referee.now()) < until - 1:
        due = await at.referee.store.transaction(lambda tx: tx.read_due_timers(until, limit=1))
        then = max(due[0][1].due_at, now + 1) if due else until
        clock.advance(min(then, now + HOUR, until) - now)
        await stay_up(at)
        await at.bot.sweep()
        await wait_for_rest()


def count_refusals(at: Table) -> int:
    return len(at.sandbox.rest.refused)


async def test_closed_direct_messages(tmp_path: Path) -> None:
    await close_and_open(tmp_path, closings=CLOSINGS)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", ["it is not heard", "it lasts"])
async def test_direct_messages_taken_for_open_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    """Mutants: a reminder that cannot be sent pauses nothing; nothing checks whether messages are open again."""
    overlooked = "pause_lost" if mutant == "it is not heard" else "resume_found"
    monkeypatch.setattr(f"client.places.places.{overlooked}", _post_nothing)
    with pytest.raises(AssertionError, match=r"clock runs|does not go on|refused requests"):
        await close_and_open(tmp_path, closings=6)
