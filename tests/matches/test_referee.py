"""Test the referee: one change at a time, each once, on the disk before it returns."""

# ruff: noqa: E731 - a lambda is the change that the next line requests

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from data import Outdated, Transaction
from matches.change import Change
from matches.clocks import pauses
from matches.errors import Stale, UserError
from matches.lobby import lobby
from matches.match import Match
from matches.play import play, resign
from matches.referee import Done, Referee
from tests.support.matches.house import ANNA, BEN, CHIARA, House, a_turn, read_refusal
from tests.toy.game import Options as ToyOptions

TURNS = ToyOptions(turns=3, swap=False)


async def test_an_interaction_has_one_effect_however_often_it_comes(at: House) -> None:
    match = await at.running("toy", ANNA, BEN)
    who = at.who(ANNA)
    code = match.game.legal_moves(match.state, 0)[0].code
    work = lambda current: play(current, who, 0, [code], decision=current.decisions[0], now=at.now)
    await at.referee.change(match.id, who, work)
    for _ in range(3):
        assert "done already" in await read_refusal(at.referee.change(match.id, who, work), Stale)
    assert (await at.reread(match)).seq == 1, "the repeated interaction must not apply to the reopened decision"
    await at.referee.change(match.id, at.who(ANNA), work)
    assert (await at.reread(match)).seq == 2


async def test_an_interaction_is_remembered_across_restarts(at: House) -> None:
    match = await at.open("docker", 4)
    who = at.who(BEN)
    await at.referee.change(match.id, who, lambda current: lobby.join(current, who, now=at.now))
    again = Referee(at.store, now=lambda: at.now)
    with pytest.raises(Stale):
        await again.change(match.id, who, lambda current: lobby.leave(current, who, now=at.now))


async def test_a_refused_interaction_may_be_tried_again(at: House) -> None:
    match = await at.open("docker", 4)
    who = at.who(BEN)
    with pytest.raises(UserError):
        await at.referee.change(match.id, who, lambda current: lobby.leave(current, who, now=at.now))
    await at.referee.change(match.id, who, lambda current: lobby.join(current, who, now=at.now))


async def test_of_two_clicks_at_the_same_instant_one_counts(at: House) -> None:
    """Send 200 pairs of clicks: the same person twice, or both at once, while other matches share their commits."""
    matches = [await at.running("toy", ANNA, BEN, options=TURNS, channel=channel) for channel in range(5)]
    chance = random.Random(1)
    pairs = 0
    while pairs < 200:
        for number, match in enumerate(matches):
            current = await at.reread(match)
            if current.phase != "running":
                matches[number] = await at.running("toy", ANNA, BEN, options=TURNS, channel=number)
        before = [await at.referee.match(match.id) for match in matches]
        clicks = []
        for match in before:
            seat = match.awaited[0].seat
            turn = a_turn(match, seat, choose=chance.randrange(3))
            other = seat if chance.random() < 0.5 else 1 - seat
            for presser in (seat, other):
                decision = match.decisions.get(presser, match.seq)
                clicks.append(at.play(match, presser, *turn, decision=decision))
        answers = await asyncio.gather(*clicks, return_exceptions=True)
        for match, first, second in zip(before, answers[::2], answers[1::2], strict=True):
            done, refused = (first, second) if isinstance(first, Done) else (second, first)
            assert isinstance(done, Done)
            assert isinstance(refused, UserError)
            pairs += 1
            after = await at.reread(match)
            assert after == done.match
            await at.machines.run(done)
    for match in matches:
        log = await at.log(match)
        assert [row.seq for row in log] == list(range(len(log)))


async def test_only_one_of_two_people_gets_the_last_seat(at: House) -> None:
    match = await at.open("docker", 2)
    answers = await asyncio.gather(
        *(at.do(match, lobby.join, user, now=at.now) for user in (BEN, CHIARA)), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Stale"]
    assert len((await at.reread(match)).seats) == 2
    assert len(await at.list_unposted()) == 1


async def test_cancelling_a_change_does_not_lose_the_match(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Complete the change although its caller is cancelled; the next one builds on it."""
    at.remember()
    match = await at.open("docker", 4)
    store, writing = at.referee.store, asyncio.Event()
    transaction = store.transaction
    await at.referee.rhythms.find((ANNA, BEN, CHIARA))  # read once and kept: from here on the first transaction writes

    async def note_write(fn: Callable[[Transaction], Any]) -> Any:
        writing.set()
        return await transaction(fn)

    monkeypatch.setattr(store, "transaction", note_write)
    joining = asyncio.create_task(at.do(match, lobby.join, BEN, now=at.now))
    await writing.wait()
    joining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await joining
    done = await at.do(match, lobby.join, CHIARA, now=at.now)
    assert {holder.user_id for holder in done.match.seats} == {ANNA, BEN, CHIARA}
    match = await at.running("toy", ANNA, BEN, options=TURNS, channel=8)
    writing.clear()
    turning = asyncio.create_task(at.play_any_turn(match))
    await writing.wait()
    turning.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turning
    current = await at.referee.match(match.id)
    assert current == await at.reread(match)
    assert current.seq > 0
    if current.awaited:
        await at.play_any_turn(current)


async def test_a_refusal_is_believed_only_at_the_newest_revision(at: House) -> None:
    """The first referee remembers a lobby with Ben in it, who has left through a second one."""
    match = await at.open("docker", 4)
    other = at.share()
    await at.do(match, lobby.join, BEN, now=at.now)
    await read_refusal(at.do(match, lobby.join, BEN, now=at.now))
    await other.do(match, lobby.leave, BEN, now=at.now)
    again = await at.do(match, lobby.join, BEN, now=at.now)
    assert again.match.people == (ANNA, BEN)


async def test_joins_through_two_referees_both_count(at: House) -> None:
    """Two processes on one store: each remembers the lobby without the other's join."""
    other = at.share()
    for channel in range(20):
        match = await at.open("docker", 4, channel=channel)
        await other.referee.match(match.id)
        await asyncio.gather(at.do(match, lobby.join, BEN, now=at.now), other.do(match, lobby.join, CHIARA, now=at.now))
        (seen,) = {(await each.referee.match(match.id)).people for each in (at, other)}
        assert set(seen) == {ANNA, BEN, CHIARA}


async def test_drafts_through_two_referees_are_the_same(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS)
    other = at.share()
    seat = match.awaited[0].seat
    code = a_turn(match, seat)[0]
    assert await other.referee.draft(match, seat) == ()
    await at.referee.keep_draft(match, seat, (code,))
    assert await other.referee.draft(match, seat) == (code,)
    await other.referee.keep_draft(match, seat, ())
    assert await at.referee.draft(match, seat) == ()


async def test_a_draft_of_a_decision_that_is_over_is_refused(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS)
    seat = match.awaited[0].seat
    await at.share().play_any_turn(match)
    await read_refusal(at.referee.keep_draft(match, seat, ()), Stale)


async def test_an_interaction_delivered_to_two_referees_counts_once(at: House) -> None:
    match = await at.open("docker", 4)
    other, who = at.share(), at.who(BEN)
    other.remember()
    await other.referee.match(match.id)
    work = lambda current: lobby.join(current, who, now=at.now)
    await at.referee.change(match.id, who, work)
    await read_refusal(other.referee.change(match.id, who, work), Stale)
    assert (await at.referee.match(match.id)).people == (ANNA, BEN)


async def test_every_write_raises_the_revision(at: House) -> None:
    match = await at.open("docker", 3)
    for work in (lobby.join, lobby.leave, lobby.join):
        done = await at.do(match, work, BEN, now=at.now)
        assert done.match.rev == match.rev + 1
        assert done.match == await at.reread(done.match)
        match = done.match
    running = (await at.do(match, lobby.start, ANNA, now=at.now)).match
    await at.referee.keep_draft(running, running.awaited[0].seat, ())
    assert (await at.referee.match(match.id)).rev == running.rev + 1
    await at.store.transaction(lambda tx: tx.forget_person(BEN))
    assert (await at.reread(match)).rev == running.rev + 2


async def test_a_change_is_given_up_if_others_always_write_first(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await at.open("docker", 4)
    tries = 0
    honest = Transaction.update_match

    def lose(tx: Transaction, match: Match, **_: Any) -> None:
        nonlocal tries
        tries += 1
        raise Outdated(f"match {match.id} was changed elsewhere")

    monkeypatch.setattr(Transaction, "update_match", lose)
    assert "moved on" in await read_refusal(at.do(match, lobby.join, BEN, now=at.now), Stale)
    assert tries > 1
    monkeypatch.setattr(Transaction, "update_match", honest)
    await at.do(match, lobby.join, BEN, now=at.now)


async def test_a_failing_change_writes_nothing(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS)

    def work(current: Match) -> Change:
        row = structs.replace(current, seq=1)
        (start,) = log
        return Change(row, log=(structs.replace(start, seq=1), structs.replace(start, seq=0)), board=True)

    log = await at.log(match)
    with pytest.raises(Exception, match=r"(?i)unique"):
        await at.referee.change(match.id, at.who(ANNA), work)
    assert await at.log(match) == log
    assert await at.referee.match(match.id) == match
    assert [board.seq for board in await at.list_unposted()] == [0]
    await at.play_any_turn(match)


async def test_matches_dropped_from_the_cache_are_read_again(at: House) -> None:
    at.referee.cache.size = 2
    matches = [await at.running("toy", ANNA, BEN, options=TURNS, channel=channel) for channel in range(6)]
    assert len(at.referee.cache) == 2
    for match in matches:
        assert await at.referee.match(match.id) == match
        await at.play_any_turn(match)
    assert len(at.referee.cache) == 2


async def test_a_lock_lasts_no_longer_than_it_is_needed(at: House) -> None:
    for channel in range(20):
        await at.running("docker", ANNA, BEN, channel=channel)
    assert len(at.referee._locks) == 0


async def test_the_match_of_a_channel_is_cached(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    at.remember()
    match = await at.running("toy", ANNA, BEN, options=TURNS, channel=3)
    await at.running("toy", ANNA, BEN, options=TURNS, channel=4)
    with monkeypatch.context() as patched:
        patched.setattr(at.store, "transaction", None)
        assert await at.referee.match_in(3) == match
    assert await at.referee.match_in(5) is None
    moved = await at.referee.change(
        match.id, at.who(ANNA), lambda current: pauses.move_channel(current, 5, 70, now=at.now, user_id=ANNA)
    )
    assert await at.referee.match_in(5) == moved.match
    assert await at.referee.match_in(3) is None


async def test_a_channel_is_free_again_when_its_match_is_over(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS, channel=3)
    ended = await at.do(match, resign, ANNA, now=at.now)
    assert await at.referee.match_in(3) == ended.match, "the match that ended there last is found"
    following = await at.running("toy", ANNA, BEN, options=TURNS, channel=3)
    assert await at.referee.match_in(3) == following
    at.referee.forget((match.id, following.id))
    await at.referee.match(match.id)
    assert await at.referee.match_in(3) == following, "although the previous match has just been read"
