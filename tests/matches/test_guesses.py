"""Test what people around a match expect: who may say so, until when, and who was right."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from data import GuessRow
from games.core import AnyGame
from games.docker.play import list_dangers
from games.rng import Rng
from matches.errors import Stale, UserError
from matches.guesses import (
    Agreement,
    Turn,
    find_turn,
    list_questions,
    may_guess,
    may_predict,
    predict,
    read_audience,
    suggest,
)
from matches.leagues.league import Score
from matches.leagues.predictions import USUAL_PLIES
from matches.loadings import has_loadings, judge_loading, list_loadings
from matches.match import Match
from matches.play import resign
from matches.referee import Request
from matches.votes import undo
from tests.support.laws.playouts import nature
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House


@pytest.fixture(autouse=True)
def quick_nature(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the ship settle without physics."""

    async def settle(game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        return nature(game.name)(state, Rng(secret, "nature", seq)).code, b""

    monkeypatch.setattr(at.wind, "nature", settle)


async def until_loadings(at: House, match: Match, count: int) -> Match:
    """Play until so many loadings have been decided, and somebody is to choose again."""
    while len(list_loadings(await at.log(match))) < count:
        match = (await at.machines.run(await at.play_any_turn(match))).match
    return match


async def read_scores(at: House, match: Match) -> tuple[Score, ...]:
    return (await read_audience(at.referee, match, ())).scores


async def test_a_guess_is_scored_after_the_loading_and_the_last_one_counts(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    assert await predict(at.referee, match, CHIARA, kind="loading", answer="falls") is None, "nothing is decided yet"
    assert await predict(at.referee, match, CHIARA, kind="loading", answer="holds") is None
    assert await predict(at.referee, match, DANA, kind="loading", answer="falls") is None
    assert await read_scores(at, match) == ()
    match = await until_loadings(at, match, 1)
    await predict(at.referee, match, CHIARA, kind="loading", answer="holds")
    match = await until_loadings(at, match, 2)
    log = await at.log(match)
    held = [judge_loading(match.game, log, number, is_over=True) == ("holds",) for number in (0, 1)]
    await at.do(match, resign, ANNA, now=at.now)
    match = await at.referee.match(match.id)
    expected = {Score(CHIARA, sum(held), 2), Score(DANA, int(not held[0]), 1)}
    assert set(await read_scores(at, match)) == expected
    with pytest.raises(Stale):
        await predict(at.referee, match, CHIARA, kind="loading", answer="holds")


async def test_a_loading_that_is_taken_back_is_open_again(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    begun = (await at.log(match))[0]
    await predict(at.referee, match, CHIARA, kind="loading", answer="holds")
    match = await until_loadings(at, match, 2)
    assert [each.made for each in await read_scores(at, match)] == [1]
    done = await at.referee.change(
        match.id, Request(), lambda now: undo.rewind_to(now, begun, user_id=None, now=at.now)
    )
    assert await read_scores(at, done.match) == ()


async def test_players_cannot_guess_and_have_no_score_if_they_sit_down_later(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    with pytest.raises(UserError, match="only spectators"):
        await predict(at.referee, match, BEN, kind="loading", answer="holds")
    await predict(at.referee, match, CHIARA, kind="loading", answer="holds")
    match = await until_loadings(at, match, 2)
    seats = tuple(structs.replace(each, user_id=CHIARA) if each.seat == 0 else each for each in match.seats)
    assert len(await read_scores(at, match)) == 1
    assert await read_scores(at, structs.replace(match, seats=seats)) == ()


async def test_nobody_guesses_where_ids_would_cross_over_or_nothing_is_loaded(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    assert may_guess(match)
    assert not may_guess(structs.replace(match, guest_guild_id=71))
    assert not may_guess(structs.replace(match, guild_id=0))
    assert not may_guess(structs.replace(match, phase="paused"))
    assert not has_loadings((await at.running("docker", ANNA, BEN, channel=8)).game)


async def test_the_winner_is_predicted_in_the_first_half_and_scored_at_the_end(at: House) -> None:
    match = await at.running("aquaretto", ANNA, BEN)
    (question,) = await list_questions(at.referee, match, CHIARA)
    assert (question.kind, question.answers) == ("winner", ("0", "1"))
    for user, seat in ((CHIARA, "0"), (CHIARA, "1"), (DANA, "0")):
        await predict(at.referee, match, user, kind="winner", answer=seat, asked=question.asked)
    for answer, asked in (("2", 0), ("1", 7)):
        with pytest.raises(Stale):
            await predict(at.referee, match, CHIARA, kind="winner", answer=answer, asked=asked)
    while await list_questions(at.referee, match, CHIARA):
        assert sum(row.kind == "ply" for row in await at.log(match)) < USUAL_PLIES / 2
        match = (await at.play_any_turn(match)).match
    assert match.phase == "running"
    assert sum(row.kind == "ply" for row in await at.log(match)) >= USUAL_PLIES / 2
    with pytest.raises(Stale):
        await predict(at.referee, match, CHIARA, kind="winner", answer="0")
    assert await read_scores(at, match) == ()
    first = match.holder(0).user_id or 0
    match = (await at.do(match, resign, first, now=at.now)).match
    assert await read_scores(at, match) == (Score(CHIARA, 1, 1), Score(DANA, 0, 1))


async def test_a_peril_that_everybody_sees_is_predicted_until_the_next_ply(at: House) -> None:
    """Play whole matches: each time somebody may go out, one spectator says so, and another one does not."""
    asked, struck = 0, 0
    for channel in range(8, 14):
        match = await at.running("docker", ANNA, BEN, channel=channel)
        made = hits = 0
        while match.phase == "running":
            perils = [each for each in await list_questions(at.referee, match, CHIARA) if each.kind == "peril"]
            assert bool(perils) == bool(list_dangers(match.view(None)))
            assert may_predict(match, CHIARA)
            for question in perils:
                (mover,) = (holder.user_id or 0 for holder in match.awaited)
                waiting = ANNA if mover == BEN else BEN
                assert await list_questions(at.referee, match, waiting) == (question,), "nothing in a player's hands"
                assert may_predict(match, waiting)
                with pytest.raises(UserError, match="only spectators"):
                    await predict(at.referee, match, mover, kind="peril", answer="strikes")
                for user, answer in ((CHIARA, "strikes"), (DANA, "passes"), (waiting, "strikes")):
                    await predict(at.referee, match, user, kind="peril", answer=answer, asked=question.asked)
            before, match = match, (await at.play_any_turn(match)).match
            made += len(perils)
            hits += len(perils) * (len(match.state.out) > len(before.state.out))
        scores = {each.user: (each.right, each.made) for each in await read_scores(at, match)}
        players = [scores.pop(user, (0, 0)) for user in (ANNA, BEN)]
        assert scores == ({CHIARA: (hits, made), DANA: (made - hits, made)} if made else {})
        assert tuple(map(sum, zip(*players, strict=True))) == (hits, made)
        asked, struck = asked + made, struck + hits
    assert 0 < struck < asked


async def test_onlookers_say_what_they_would_play(at: House) -> None:
    """The mover is not asked, nor counted; the next board compares, and two answers of a person are kept."""
    match = await at.running("docker", ANNA, BEN)
    for count in range(1, 4):
        (mover,) = (holder.user_id for holder in match.awaited)
        waiting = ANNA if mover == BEN else BEN
        assert find_turn(match, mover or 0) is None
        turn = find_turn(match, waiting)
        assert turn is not None
        assert turn == find_turn(match, CHIARA)
        best, other = (move.code for move in turn.moves[:2])
        for user, code in ((waiting, best), (CHIARA, other), (CHIARA, best), (DANA, other)):
            await suggest(at.referee, match, user, decision=turn.decision, code=code)
        for decision, code in ((turn.decision - 1, best), (turn.decision, "nonsense")):
            with pytest.raises(Stale):
                await suggest(at.referee, match, CHIARA, decision=decision, code=code)
        before, match = match, (await at.play_any_turn(match, choose=0)).match
        news = [row for row in await at.log(match) if row.seq > before.seq]
        played = next(row.code for row in news if row.kind == "ply")
        agree = 2 * (played == best) + (played == other)
        found = await read_audience(at.referee, match, news)
        assert found.agreements == (Agreement(turn.seat, agree, 3),)
        assert (await read_audience(at.referee, match, news[:0])).agreements == ()
        kept = [each for each in await at.store.transaction(lambda tx: tx.list_guesses(1)) if each.user_id == CHIARA]
        assert len(kept) == min(2, count)


async def test_nobody_is_asked_about_a_hand(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN)
    assert find_turn(match, CHIARA) is None
    match = await at.running("aquaretto", ANNA, BEN, channel=8)
    assert isinstance(find_turn(match, CHIARA), Turn)
    assert find_turn(structs.replace(match, guest_guild_id=71), CHIARA) is None
    assert find_turn(structs.replace(match, phase="paused"), CHIARA) is None


async def test_nothing_is_told_of_a_card_that_is_still_hidden(at: House) -> None:
    """Store answers about the choice of a card as if they had been asked for, and compare when all are revealed."""
    match = await at.running("riff_raff", ANNA, BEN)
    first = match
    while len(match.to_act) == len(first.to_act):
        first, match = match, (await at.play_any_turn(match, choose=0)).match
    log = await at.log(match)
    chosen = log[-1]
    answer = GuessRow(match.id, CHIARA, "move", log[-2].seq, chosen.code)
    await at.store.transaction(lambda tx: tx.put_guess(match, answer))
    assert match.view(chosen.seat) != match.view(None), "the card is known to its seat alone"
    assert (await read_audience(at.referee, match, log)).agreements == ()
    (turn,) = [found for user in (ANNA, BEN) if (found := find_turn(match, user)) is not None]
    await suggest(at.referee, match, CHIARA, decision=turn.decision, code=turn.moves[0].code)
    match = (await at.play_any_turn(match, choose=0)).match
    news = [row for row in await at.log(match) if row.seq > chosen.seq]
    assert [each.seat for each in (await read_audience(at.referee, match, news)).agreements] == [turn.seat]


async def test_a_question_is_answered_by_a_bounded_number(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await at.running("docker", ANNA, BEN)
    monkeypatch.setattr("matches.guesses.MOST", 1)
    for answer in ("0", "1"):
        await predict(at.referee, match, CHIARA, kind="winner", answer=answer)
    with pytest.raises(UserError, match="no more answers"):
        await predict(at.referee, match, DANA, kind="winner", answer="0")
