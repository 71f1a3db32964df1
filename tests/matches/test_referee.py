"""Test the referee: one change at a time, each once, on the disk before it returns."""

# ruff: noqa: E731 - a change is named in one line and asked for in the next

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from data import Transaction
from matches import referee
from matches.change import Change
from matches.clocks import pauses
from matches.errors import Stale, UserError
from matches.lobby import lobby
from matches.match import Match
from matches.play import play, resign
from matches.referee import Done, Referee
from tests.matches.house import ANNA, BEN, CHIARA, House, a_turn, trouble
from tests.toy.game import Options as ToyOptions

TURNS = ToyOptions(turns=3, swap=False)


async def test_an_interaction_has_one_effect_however_often_it_comes(at: House) -> None:
    match = await at.running("toy", ANNA, BEN)
    who = at.who(ANNA)
    code = match.game.legal_moves(match.state, 0)[0].code
    work = lambda current: play(current, who, 0, [code], decision=current.decisions[0], now=at.now)
    await at.referee.change(match.row.id, who, work)
    for _ in range(3):
        assert "done already" in await trouble(at.referee.change(match.row.id, who, work), Stale)
    assert (await at.afresh(match)).row.seq == 1, "though the decision it names is open again"
    await at.referee.change(match.row.id, at.who(ANNA), work)
    assert (await at.afresh(match)).row.seq == 2


async def test_an_interaction_is_remembered_across_restarts(at: House) -> None:
    match = await at.open("docker", 4)
    who = at.who(BEN)
    await at.referee.change(match.row.id, who, lambda current: lobby.join(current, who, now=at.now))
    again = Referee(at.store, now=lambda: at.now)
    with pytest.raises(Stale):
        await again.change(match.row.id, who, lambda current: lobby.leave(current, who, now=at.now))


async def test_a_refused_interaction_may_be_tried_again(at: House) -> None:
    match = await at.open("docker", 4)
    who = at.who(BEN)
    with pytest.raises(UserError):
        await at.referee.change(match.row.id, who, lambda current: lobby.leave(current, who, now=at.now))
    await at.referee.change(match.row.id, who, lambda current: lobby.join(current, who, now=at.now))


async def test_of_two_clicks_at_the_same_instant_one_counts(at: House) -> None:
    """Send 200 pairs of clicks: the same person twice, or both at once, while other matches share their commits."""
    matches = [await at.running("toy", ANNA, BEN, options=TURNS, channel=channel) for channel in range(5)]
    chance = random.Random(1)
    pairs = 0
    while pairs < 200:
        for number, match in enumerate(matches):
            current = await at.afresh(match)
            if current.row.phase != "running":
                matches[number] = await at.running("toy", ANNA, BEN, options=TURNS, channel=number)
        before = [await at.referee.match(match.row.id) for match in matches]
        clicks = []
        for match in before:
            seat = match.awaited[0].seat
            turn = a_turn(match, seat, choose=chance.randrange(3))
            other = seat if chance.random() < 0.5 else 1 - seat
            for presser in (seat, other):
                decision = match.decisions.get(presser, match.row.seq)
                clicks.append(at.play(match, presser, *turn, decision=decision))
        answers = await asyncio.gather(*clicks, return_exceptions=True)
        for match, first, second in zip(before, answers[::2], answers[1::2], strict=True):
            done, refused = (first, second) if isinstance(first, Done) else (second, first)
            assert isinstance(done, Done)
            assert isinstance(refused, UserError)
            pairs += 1
            after = await at.afresh(match)
            assert after == done.match
            await at.machines.run(done)
    for match in matches:
        log = await at.log(match)
        assert [row.seq for row in log] == list(range(len(log)))


async def test_two_people_take_the_last_seat_at_once(at: House) -> None:
    match = await at.open("docker", 2)
    answers = await asyncio.gather(
        *(at.do(match, lobby.join, user, now=at.now) for user in (BEN, CHIARA)), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Stale"]
    assert len((await at.afresh(match)).seats) == 2
    assert len(await at.owed()) == 1


async def test_cancelling_a_change_does_not_lose_the_match(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Complete the change although its caller is cancelled; the next one builds on it."""
    match = await at.open("docker", 4)
    store, writing = at.referee.store, asyncio.Event()
    transaction = store.transaction

    async def noticed(fn: Callable[[Transaction], Any]) -> Any:
        writing.set()
        return await transaction(fn)

    monkeypatch.setattr(store, "transaction", noticed)
    joining = asyncio.create_task(at.do(match, lobby.join, BEN, now=at.now))
    await writing.wait()
    joining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await joining
    done = await at.do(match, lobby.join, CHIARA, now=at.now)
    assert {row.user_id for row in done.match.seats} == {ANNA, BEN, CHIARA}
    match = await at.running("toy", ANNA, BEN, options=TURNS, channel=8)
    writing.clear()
    turning = asyncio.create_task(at.anything(match))
    await writing.wait()
    turning.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turning
    current = await at.referee.match(match.row.id)
    assert current == await at.afresh(match)
    assert current.row.seq > 0
    if current.awaited:
        await at.anything(current)


async def test_a_write_by_another_referee_is_noticed(at: House) -> None:
    """Write by a second referee on the same file, which is not supported. Even so nothing is applied twice, and the
    first recovers."""
    match = await at.open("docker", 4)
    other = House(at.store)
    other._ids = iter(range(5000, 6000))  # type: ignore[assignment]
    done = await other.do(match, lobby.join, BEN, now=at.now)
    await other.do(done.match, lobby.start, ANNA, now=at.now)
    await trouble(at.do(match, lobby.join, CHIARA, now=at.now), Stale)
    assert (await at.referee.match(match.row.id)).row.phase == "running"


async def test_a_failing_change_writes_nothing(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS)

    def work(current: Match) -> Change:
        row = structs.replace(current.row, seq=1)
        (start,) = log
        return Change(row, log=(structs.replace(start, seq=1), structs.replace(start, seq=0)), board=True)

    log = await at.log(match)
    with pytest.raises(Exception, match="UNIQUE"):
        await at.referee.change(match.row.id, at.who(ANNA), work)
    assert await at.log(match) == log
    assert await at.referee.match(match.row.id) == match
    assert [board.seq for board in await at.owed()] == [0]
    await at.anything(match)


async def test_matches_dropped_from_the_cache_are_read_again(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "_REMEMBERED", 2)
    matches = [await at.running("toy", ANNA, BEN, options=TURNS, channel=channel) for channel in range(6)]
    assert len(at.referee._recent) == 2
    for match in matches:
        assert await at.referee.match(match.row.id) == match
        await at.anything(match)
    assert len(at.referee._recent) == 2


async def test_a_lock_lasts_no_longer_than_it_is_needed(at: House) -> None:
    for channel in range(20):
        await at.running("docker", ANNA, BEN, channel=channel)
    assert len(at.referee._locks) == 0


async def test_the_match_of_a_channel_is_cached(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS, channel=3)
    await at.running("toy", ANNA, BEN, options=TURNS, channel=4)
    with monkeypatch.context() as patched:
        patched.setattr(at.store, "transaction", None)
        assert await at.referee.match_in(3) == match
    assert await at.referee.match_in(5) is None
    moved = await at.referee.change(
        match.row.id, at.who(ANNA), lambda current: pauses.move_channel(current, 5, 70, now=at.now, user_id=ANNA)
    )
    assert await at.referee.match_in(5) == moved.match
    assert await at.referee.match_in(3) is None


async def test_a_channel_is_free_again_when_its_match_is_over(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS, channel=3)
    ended = await at.do(match, resign, ANNA, now=at.now)
    assert await at.referee.match_in(3) == ended.match, "the last one played there"
    following = await at.running("toy", ANNA, BEN, options=TURNS, channel=3)
    assert await at.referee.match_in(3) == following
    at.referee.forget((match.row.id, following.row.id))
    await at.referee.match(match.row.id)
    assert await at.referee.match_in(3) == following, "though somebody has just looked at the one before"
