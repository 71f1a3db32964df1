"""Ballots stay secret until a vote is closed: what one person votes for changes no byte that others are sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import games
from client.turn.panel import add_forced
from data import BallotRow, Store
from games.core import Seat
from matches.clocks.voting import Terms
from matches.lobby import lobby
from matches.machines.machines import Machines
from matches.match import Match
from matches.play import play
from matches.referee import Referee, Request
from matches.votes import ballots, crowd
from tests.support.matches.house import a_turn
from tests.support.stores import open_store
from tests.support.stub_nature import StubNature
from tests.support.wire.scene import HERE
from tests.support.wire.shown import Everything, answers
from tests.support.wire.wire import EPHEMERAL, NOW, Sent, Wire, draw_no_films, wire

CHANNEL, ANNA, DANA, ELLA, FINN, GINA = 170, 1, 4, 11, 12, 13
"""Anna plays; Ella and Finn vote; Gina looks at the vote; Dana does nothing."""


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_no_films(monkeypatch)


async def begin(folder: Path, game: str) -> int:
    """Make a file with a match in which a channel is to vote. Returns the id of the match."""
    await asyncio.to_thread(folder.mkdir, parents=True)
    async with open_store(folder) as store:
        match_id = await _begin(store, game)
        await store.transaction(lambda tx: tx._db.execute("DELETE FROM edits"))
    return match_id


async def _begin(store: Store, game: str) -> int:
    referee = Referee(store, now=lambda: NOW)
    machines, anna = Machines(referee, StubNature()), Request(ANNA, "Anna")  # type: ignore[arg-type]
    made = lobby.create(
        game, games.load(game).options_type(), anna, capacity=2, guild_id=HERE, channel_id=CHANNEL, language="en",
        secret=bytes(32), now=NOW,
    )  # fmt: skip
    match = await referee.open(made, anna)
    done = await referee.change(match.id, anna, lambda found: lobby.seat_crowd(found, anna, terms=Terms(6, 2), now=NOW))
    match = (await machines.run(done)).match
    while crowd.find_vote(match) is None:
        (seat,) = match.seats_of(ANNA)
        codes, decision = a_turn(match, seat, choose=0), match.decisions[seat]
        done = await referee.change(
            match.id, anna, lambda found, s=seat, c=codes, d=decision: play(found, anna, s, c, decision=d, now=NOW)
        )
        match = (await machines.run(done)).match
    return match.id


def find_seat(match: Match) -> Seat:
    vote = crowd.find_vote(match)
    assert vote is not None
    return vote.seat


async def cast(at: Wire, match: Match, user: int, number: int) -> list[Sent]:
    """Vote for a turn through the bot. Returns what went out to anybody but the voter."""
    seat, who = find_seat(match), Request(user, f"user{user}")
    where: dict[str, Any] = {"user": user, "guild": HERE, "channel": CHANNEL}
    sent = await at.press(f"sb:vote:{match.id}:{match.seq}:", **where)
    turns = list(dict.fromkeys(tuple(a_turn(match, seat, choose=choose)) for choose in range(12)))
    codes = turns[number % len(turns)]
    await ballots.keep_draft(at.bot.referee, match, who, seat, codes)
    rest = f"{seat}.{add_forced(match, seat, codes).fingerprint}"
    sent += await at.press(f"sb:confirm:{match.id}:{match.decisions[seat]}:{rest}", **where)
    return [each for each in sent if not is_private(each)]


def is_private(sent: Sent) -> bool:
    """Whether a request answers the person who pressed, in private."""
    route, body, _ = sent
    if "@original" in route:
        return True  # what it edits was private
    facts = json.loads(body) or {}
    if "/interactions/" in route and facts.get("type") in (6, 7):
        return True
    is_answer = "/interactions/" in route or "/webhooks/" in route
    return is_answer and bool((facts.get("data") or facts).get("flags", 0) & EPHEMERAL)


async def look(at: Wire, match_id: int, votes: Sequence[tuple[int, int]]) -> tuple[list[object], list[BallotRow]]:
    """Cast votes. Returns everything that others are sent before the vote is closed, and the votes."""
    log = Everything()
    root, level = logging.getLogger(), logging.getLogger().level
    match = await at.bot.referee.match(match_id)
    told: list[object] = []
    for user, number in votes:
        told += await cast(at, match, user, number)
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        match = await at.bot.referee.match(match_id)
        told.append(crowd.find_vote(match))
        for user in (ANNA, DANA, GINA):
            told += await at.press(f"sb:vote:{match_id}:{match.seq}:", user=user, guild=HERE, channel=CHANNEL)
            told += await answers(at, match, user, log)
    finally:
        root.removeHandler(log)
        root.setLevel(level)
    rows = await at.store.transaction(lambda tx: tx.read_ballots(match_id))
    return told, [row for row in rows if row.choice is not None]


@contextlib.asynccontextmanager
async def two_worlds(folder: Path, game: str, patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Wire, Wire, int]]:
    match_id = await begin(folder / "first", game)
    assert await begin(folder / "second", game) == match_id
    async with wire(folder / "first", patch) as one, wire(folder / "second", patch) as two:
        yield one, two, match_id


def compare(one: Sequence[object], two: Sequence[object]) -> Iterator[str]:
    """Yield the differences between what two worlds were shown."""
    if len(one) != len(two):
        yield f"{len(one)} and {len(two)} messages"
    yield from (f"{here!r:.500} and {there!r:.500}" for here, there in zip(one, two, strict=False) if here != there)


@pytest.mark.parametrize("game", ["docker", "dog_royal"])
async def test_nobody_else_can_tell_what_was_voted_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async with two_worlds(tmp_path, game, monkeypatch) as (one, two, match_id):
        seen, cast_here = await look(one, match_id, [(ELLA, 0), (FINN, 1)])
        other, cast_there = await look(two, match_id, [(ELLA, 1), (FINN, 0)])
    assert len(seen) > 100, "hardly anything was answered"
    votes = [[(row.user_id, row.choice) for row in rows] for rows in (cast_here, cast_there)]
    assert len(votes[0]) == len(votes[1]) == 2
    assert votes[0] != votes[1], "everybody votes the same in both worlds: this proves nothing"
    assert list(compare(seen, other)) == []


@pytest.mark.mutant
async def test_mutant_a_ballot_of_somebody_else_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a vote is opened with the newest ballot of anybody."""

    async def find_any(referee: Referee, match: Match, who: Request) -> BallotRow | None:
        rows = await referee.store.transaction(lambda tx: tx.read_ballots(match.id))
        return rows[-1] if rows else None

    async with two_worlds(tmp_path, "docker", monkeypatch) as (one, two, match_id):
        await cast(one, await one.bot.referee.match(match_id), ELLA, 0)
        await cast(two, await two.bot.referee.match(match_id), ELLA, 1)
        monkeypatch.setattr(ballots, "_find_ballot", find_any)
        seen, _ = await look(one, match_id, [])
        other, _ = await look(two, match_id, [])
    assert list(compare(seen, other)), "another person's ballot is not noticed"
