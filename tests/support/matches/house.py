"""A referee with a store, a manual clock, and people who send requests."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

import games
from data import Absence, LogRow, OutboxRow, Store, Transaction
from data.store import _commit
from games.core import AnyGame, Seat
from games.nature import require_nature
from games.rng import Rng
from matches import sweep
from matches.change import Change
from matches.errors import UserError
from matches.keeping.cache import REMEMBERED
from matches.keeping.fleet import Fleet, Plan, create_fleet
from matches.keeping.processes import ALONE, Processes
from matches.lobby import lobby
from matches.machines.machines import Machines
from matches.match import Match
from matches.plans.keeper import run_plans
from matches.play import play
from matches.referee import Done, Referee, Request
from matches.texts import LANGUAGES, Texts
from tests.support.stores import open_store

START = 1_000_000.0
ANNA, BEN, CHIARA, DANA = 1, 2, 3, 4
CHANNEL = 7
GUILD = 70

_TEXTS = Texts()

R = TypeVar("R")


class StubNature:
    """Compute nature's moves in this process."""

    def __init__(self) -> None:
        self.asked = 0

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        self.asked += 1
        move, film = require_nature(game.nature).decide_with_clip(state, Rng(secret, "nature", seq))
        return move.code, film


CACHE_SIZE = int(os.environ.get("SLOWBOAT_TEST_CACHE", str(REMEMBERED)))
"""How many matches a referee caches in these tests, which must pass with 0, too."""


class House:
    """Everything a match needs except Discord. `now` is the settable time."""

    def __init__(self, store: Store, *, shared: bool = False) -> None:
        """`shared`: other processes use the store, which is then on PostgreSQL, too."""
        self.store = store
        self.now = START
        self._processes: Processes = self.make_process() if shared else ALONE
        self.referee = self._make_referee()
        self.wind = StubNature()
        self.machines = Machines(self.referee, self.wind)  # type: ignore[arg-type]
        self._ids = itertools.count(1000)

    def make_process(self) -> Fleet:
        """Make a process among others that serves all servers."""
        process = create_fleet(self.store, "1", name="house", now=lambda: self.now, standby=False)
        process.plan = Plan(owned=frozenset({0}))
        return process

    def _make_referee(self) -> Referee:
        return Referee(self.store, now=lambda: self.now, remembered=CACHE_SIZE, processes=self._processes)

    def remember(self) -> None:
        """Use the cache, even if these tests run without it."""
        self.referee.cache.size = REMEMBERED

    def share(self) -> House:
        """Make a second referee of the same store, as in another process. On SQLite, neither can hold any work."""
        self._processes = self.make_process()
        self.restart()
        other = House(self.store, shared=True)
        other._ids = itertools.count(1_000_000)
        return other

    def who(self, user_id: int, *, manages: bool = False) -> Request:
        """Make a request by a person, with a new interaction."""
        return Request(user_id, f"User {user_id}", next(self._ids), manages, GUILD)

    async def open(
        self,
        game: str,
        capacity: int | None = 2,
        *,
        options: Any = None,
        host: int = ANNA,
        channel: int = CHANNEL,
        secret: bytes = bytes(32),
        pace: str = "relaxed",
        absence: Absence = "stand_in",
        private: bool = False,
        guild: int = GUILD,
    ) -> Match:
        """Open a lobby."""
        made = lobby.create(
            game,
            games.load(game).options_type() if options is None else options,
            self.who(host),
            capacity=capacity,
            guild_id=guild,
            channel_id=channel,
            language="en",
            secret=secret,
            now=self.now,
            pace=pace,
            absence=absence,
            private=private,
        )
        return await self.referee.open(made, self.who(host))

    async def do(self, match: Match, work: Callable[..., Change], user_id: int, /, **facts: Any) -> Done:
        """Request a change: `work(match, who, **facts)`."""
        who = self.who(user_id)
        return await self.referee.change(match.id, who, lambda current: work(current, who, **facts))

    async def running(self, game: str, *people: int, **facts: Any) -> Match:
        """Start a match with these people in this order, by default with as many as the game needs."""
        people = people or (ANNA, BEN, CHIARA, DANA)[: games.load(game).seats[0]]
        match = await self.open(game, len(people), host=people[0], **facts)
        for user_id in people[1:]:
            match = (await self.do(match, lobby.join, user_id, now=self.now)).match
        assert match.phase == "running"
        return match

    async def play(self, match: Match, seat: Seat, *codes: str, decision: int | None = None) -> Done:
        """Commit plies of a seat, by default for its open decision."""
        match = await self.referee.match(match.id)
        decision = match.decisions.get(seat, -1) if decision is None else decision
        user_id = match.holder(seat).user_id
        assert user_id is not None
        return await self.do(match, play, user_id, seat=seat, codes=codes, decision=decision, now=self.now)

    async def play_any_turn(self, match: Match, *, choose: int = 0) -> Done:
        """Play a whole turn of an awaited player."""
        match = await self.referee.match(match.id)
        seat = match.awaited[0].seat
        return await self.play(match, seat, *a_turn(match, seat, choose=choose))

    async def pass_time(self, seconds: float) -> list[Done]:
        """Let time pass without an outage, then sweep and move machines."""
        self.now += seconds
        await self.stay_up()
        return await self.sweep()

    async def stay_up(self) -> None:
        """Act as if `record_alive` had been called every few seconds until now."""
        if self.referee._alive_at is None:
            await self.referee.record_alive()
        await self.store.transaction(lambda tx: tx.record_alive(self.now, gap=float("inf")))
        self.referee._alive_at = self.now

    async def sweep(self, *, down: frozenset[int] = frozenset(), shards: int = 1) -> list[Done]:
        """Sweep once, as the bot does every few seconds."""
        await self.referee.record_alive(down=down, shards=shards)
        fired = (*await sweep.sweep(self.referee), *await run_plans(self.referee))
        done = [await self.machines.run(found) for found in fired]
        return [*done, *await self.machines.resume()]

    def restart(self) -> None:
        """Restart: open the same file with a new referee."""
        self.referee = self._make_referee()
        self.machines = Machines(self.referee, self.wind)  # type: ignore[arg-type]

    async def until_over(self, match: Match) -> Match:
        """Play random turns until the match has ended."""
        for number in range(5000):
            match = await self.referee.match(match.id)
            if match.phase != "running":
                return match
            await self.machines.run(await self.play_any_turn(match, choose=number))
        raise AssertionError("the match does not end")

    async def log(self, match: Match) -> tuple[LogRow, ...]:
        return await self.store.transaction(lambda tx: tx.read_log(match.id))

    async def list_unposted(self) -> tuple[OutboxRow, ...]:
        """List the boards that are not posted yet."""
        return await self.store.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=999))

    async def reread(self, match: Match) -> Match:
        """Read the match as another process would."""
        return await Referee(self.store, now=lambda: self.now).match(match.id)


def a_turn(match: Match, seat: Seat, *, choose: int = 0) -> Sequence[str]:
    """List the codes of a whole turn: always the `choose`th legal move."""
    from matches.play import fold_draft

    codes: list[str] = []
    while True:
        state = fold_draft(match, seat, codes).state
        moves = match.game.legal_moves(state, seat)
        move = moves[choose % len(moves)]
        codes.append(move.code)
        if fold_draft(match, seat, codes).complete or not match.game.needs_confirmation(state, seat, move):
            return codes


def secret_where(game: str, seats: int, condition: Callable[[Any], bool], options: Any = None) -> bytes:
    """Find a secret whose first position meets the condition."""
    rules = games.load(game)
    options = rules.options_type() if options is None else options
    for number in range(10_000):
        secret = number.to_bytes(32, "big")
        if condition(rules.setup(seats, options, Rng(secret, "setup", 0))):
            return secret
    raise LookupError("no such position")


async def read_refusal(asked: Awaitable[Any], kind: type[UserError] = UserError, *, translated: bool = True) -> str:
    """Return the refusal of a request in English, and check that it is a sentence in every language."""
    with pytest.raises(UserError) as caught:
        await asked
    assert type(caught.value) is kind
    sentences = {language: _TEXTS.say(language)(caught.value.text) for language in LANGUAGES}
    for language, sentence in sentences.items():
        assert "{" not in sentence, f"{language}: a gap in {sentence!r}"
    if translated:
        assert len(set(sentences.values())) == len(LANGUAGES), f"not translated: {sentences}"
    return sentences["en"]


class QuickStore(Store):
    """Run transactions in the thread of their caller, which takes half the time."""

    async def transaction(self, fn: Callable[[Transaction], R]) -> R:
        found: R
        (found,) = _commit(self._connection._conn, [fn])
        return found


@contextlib.asynccontextmanager
async def house(folder: Path, *, durable: bool = True, quick: bool = False) -> AsyncIterator[House]:
    """Open a house. `durable` False: do not sync the disk, for tests with thousands of changes and no power cut.
    `quick`: in addition, run transactions in the caller's thread, for tests that make one change at a time."""
    async with open_store(folder, kind=QuickStore if quick else Store, durable=durable and not quick) as store:
        yield House(store)
