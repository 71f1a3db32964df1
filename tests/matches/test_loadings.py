"""Test what spectators guess about loadings: who may guess, until when, and who was right."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from games.core import AnyGame
from games.rng import Rng
from matches.errors import Stale, UserError
from matches.leagues.league import Score
from matches.loadings import guess, judge_loading, list_loadings, may_guess, read_scores
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


async def test_a_guess_is_scored_after_the_loading_and_the_last_one_counts(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    assert await guess(at.referee, match, CHIARA, holds=False) is None, "nothing is decided yet"
    assert await guess(at.referee, match, CHIARA, holds=True) is None
    assert await guess(at.referee, match, DANA, holds=False) is None
    assert await read_scores(at.referee, match) == ()
    match = await until_loadings(at, match, 1)
    await guess(at.referee, match, CHIARA, holds=True)
    match = await until_loadings(at, match, 2)
    log = await at.log(match)
    held = [judge_loading(match.game, log, number, is_over=True) == ("holds",) for number in (0, 1)]
    await at.do(match, resign, ANNA, now=at.now)
    match = await at.referee.match(match.id)
    expected = {Score(CHIARA, sum(held), 2), Score(DANA, int(not held[0]), 1)}
    assert set(await read_scores(at.referee, match)) == expected
    with pytest.raises(Stale):
        await guess(at.referee, match, CHIARA, holds=True)


async def test_a_loading_that_is_taken_back_is_open_again(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    begun = (await at.log(match))[0]
    await guess(at.referee, match, CHIARA, holds=True)
    match = await until_loadings(at, match, 2)
    assert [each.made for each in await read_scores(at.referee, match)] == [1]
    done = await at.referee.change(
        match.id, Request(), lambda now: undo.rewind_to(now, begun, user_id=None, now=at.now)
    )
    assert await read_scores(at.referee, done.match) == ()


async def test_players_cannot_guess_and_have_no_score_if_they_sit_down_later(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    with pytest.raises(UserError, match="only spectators"):
        await guess(at.referee, match, BEN, holds=True)
    await guess(at.referee, match, CHIARA, holds=True)
    match = await until_loadings(at, match, 2)
    seats = tuple(structs.replace(each, user_id=CHIARA) if each.seat == 0 else each for each in match.seats)
    assert len(await read_scores(at.referee, match)) == 1
    assert await read_scores(at.referee, structs.replace(match, seats=seats)) == ()


async def test_nobody_guesses_where_ids_would_cross_over_or_nothing_is_loaded(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    assert may_guess(match)
    assert not may_guess(structs.replace(match, guest_guild_id=71))
    assert not may_guess(structs.replace(match, guild_id=0))
    assert not may_guess(structs.replace(match, phase="paused"))
    assert not may_guess(await at.running("docker", ANNA, BEN, channel=8))
