"""Test predictions: who may guess what at which time, and which guesses are right."""

from __future__ import annotations

import pytest
from msgspec import structs

import games
from data import LogRow
from games.core import NATURE
from games.record import write
from games.riff_raff.events import Fell
from matches.archive.elsewhere import Rebuilt, rebuild
from matches.clocks.pauses import end_without_result, pause, replace_player, resume
from matches.errors import Stale, UserError
from matches.leagues.keeping import change_league, found_league, list_unopened
from matches.leagues.league import Answer, League, Member, Score
from matches.leagues.predictions import (
    USUAL_PLIES,
    WINNER,
    Question,
    find_usual_length,
    guess,
    list_open,
    list_questions,
    rank_guessers,
)
from matches.leagues.season import end_season, start_season
from matches.loadings import judge_loading
from matches.match import Match, events_of
from matches.people import privacy
from matches.play import resign
from matches.referee import Request
from matches.votes import undo
from tests.support.laws.playouts import playout
from tests.support.matches.house import CHANNEL, GUILD, House
from tests.support.matches.leagues import follow_all, list_leagues, play_fixture
from tests.support.matches.rows import a_result

BASE, WATCHER, OTHER = 888_000_111_000, 888_000_222_001, 888_000_222_002


@pytest.fixture(autouse=True)
def the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match have the same secret, so that each run sees the same loadings."""
    monkeypatch.setattr("matches.leagues.keeping.secrets.token_bytes", lambda count: bytes([24] * count))


async def begin(at: House, game: str) -> Match:
    """Start a league of four and open its first match."""
    members = tuple(Member(BASE + number, f"User {number}") for number in range(4))
    await found_league(at.referee, GUILD, CHANNEL, League("L", game, "daily", "stand_in", 30, "en", members))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    (kept,) = await list_leagues(at.referee)
    done = await play_fixture(at.referee, kept, list_unopened(kept.league)[0], 5001)
    return (await at.machines.run(done)).match


async def read(at: House) -> League:
    (kept,) = await list_leagues(at.referee)
    return kept.league


async def ask(at: House, number: int, user: int = WATCHER) -> Question | None:
    """Return the question of this number, if it is open for somebody."""
    found = await list_questions(at.referee, await read(at), user)
    return next((each for each in found if each.number == number), None)


async def answer(at: House, question: Question, how: Answer, user: int = WATCHER) -> None:
    match = await at.referee.match(question.fixture.match_id)
    await change_league(at.referee, CHANNEL, lambda found: guess(found, question, how, user=user, match=match))


async def play_to_half_time(at: House, match: Match) -> Match:
    while await ask(at, WINNER) is None:
        match = (await at.machines.run(await at.play_any_turn(match))).match
        assert match.phase == "running"
    return match


async def test_the_winner_is_asked_at_half_time_only(at: House) -> None:
    match = await play_to_half_time(at, await begin(at, "aquaretto"))
    log = await at.log(match)
    assert sum(row.kind == "ply" for row in log) == USUAL_PLIES / 2
    assert list_open(match, log[:-1], USUAL_PLIES) == ()
    assert list_open(match, log, USUAL_PLIES) == (WINNER,), "Aquaretto has no loadings"
    assert list_open(match, log, USUAL_PLIES / 2) == (), "after half-time it is too late"


async def test_the_winner_is_asked_until_three_quarters_of_the_usual_length(at: House) -> None:
    """Takebacks, pauses and other rows of the log are no plies."""
    match = await begin(at, "aquaretto")
    log = [LogRow(seq, "ply", 0, "x", "[]", None, None, None, 0.0) for seq in range(1, 41)]
    asked = [len(log[:made]) for made in range(41) if list_open(match, log[:made], 40.0)]
    assert asked == list(range(20, 30))
    pauses = [LogRow(seq, "pause", None, "", "[]", None, None, None, 0.0) for seq in range(41, 51)]
    assert list_open(match, [*log[:15], *pauses], 40.0) == ()
    undone = LogRow(99, "undo", None, "", "[]", None, 19, None, 0.0)
    assert list_open(match, [*log[:25], undone], 40.0) == (), "only 19 plies are left"


async def test_questions_are_asked_about_running_matches_of_a_season_in_play(at: House) -> None:
    match = await play_to_half_time(at, await begin(at, "aquaretto"))
    question = await ask(at, WINNER)
    assert question is not None
    await answer(at, question, "first", OTHER)
    assert await ask(at, WINNER) == question, "the guess of somebody else"
    seat, gone = match.seats_of(question.fixture.first)[0], question.fixture.first
    who = Request(BASE + 9, "Substitute")
    await at.referee.change(match.id, who, lambda found: replace_player(found, seat, BASE + 9, "x", now=at.now))
    for user in (gone, BASE + 9):
        assert await ask(at, WINNER, user) is None, "neither the substitute nor the person they replace"
        with pytest.raises(UserError, match="only spectators"):
            await answer(at, question, "first", user)
    await at.referee.change(match.id, Request(), lambda found: pause(found, "consent", now=at.now))
    assert await ask(at, WINNER) is None
    await at.referee.change(match.id, Request(), lambda found: resume(found, now=at.now))
    assert await ask(at, WINNER) == question
    await change_league(at.referee, CHANNEL, end_season)
    assert await ask(at, WINNER) is None
    with pytest.raises(Stale):
        await answer(at, question, "first")


async def test_a_guess_waits_while_its_match_is_open_and_points_add_up(at: House) -> None:
    match = await play_to_half_time(at, await begin(at, "aquaretto"))
    question = await ask(at, WINNER)
    assert question is not None
    season = (await read(at)).season
    assert season is not None
    known = structs.replace(season, scores=(Score(WATCHER, 2, 4), Score(OTHER, 2, 3), Score(5, 3, 9)))
    await change_league(at.referee, CHANNEL, lambda found: structs.replace(found, season=known))
    await answer(at, question, "second")
    await follow_all(at.referee, at.now)
    season = (await read(at)).season
    assert season is not None
    assert [each.user for each in season.guesses] == [WATCHER]
    assert [each.user for each in rank_guessers(await read(at))] == [5, OTHER, WATCHER], "ties by fewer guesses"
    await at.do(match, resign, question.fixture.first, now=at.now)
    await follow_all(at.referee, at.now)
    assert rank_guessers(await read(at))[:2] == (Score(WATCHER, 3, 5), Score(5, 3, 9))


async def test_right_guesses_are_points_in_the_table_and_players_have_none(at: House) -> None:
    match = await play_to_half_time(at, await begin(at, "aquaretto"))
    question = await ask(at, WINNER)
    assert question is not None
    fixture = question.fixture
    for player in (fixture.first, fixture.second):
        assert await ask(at, WINNER, player) is None, "nobody is asked about their own match"
        with pytest.raises(UserError, match="only spectators"):
            await answer(at, question, "first", player)
    await answer(at, question, "first")
    await answer(at, question, "second", OTHER)
    await answer(at, question, "second", BASE + 9)
    assert await ask(at, WINNER) is None, "nobody guesses twice"
    with pytest.raises(UserError, match="already"):
        await answer(at, question, "second")
    seat = match.seats_of(fixture.second)[0]
    who = Request(BASE + 9, "Substitute")
    await at.referee.change(match.id, who, lambda found: replace_player(found, seat, BASE + 9, "x", now=at.now))
    await at.do(match, resign, BASE + 9, now=at.now)
    await follow_all(at.referee, at.now)
    league = await read(at)
    assert league.season is not None
    assert league.season.guesses == ()
    assert rank_guessers(league)[0] == Score(WATCHER, 1, 1)
    assert {(each.user, each.right) for each in league.season.scores} == {(WATCHER, 1), (OTHER, 0)}, (
        "a substitute has no points"
    )
    with pytest.raises(Stale):
        await answer(at, question, "first", 5)
    await follow_all(at.referee, at.now)
    assert await read(at) == league, "a point is given once"
    await privacy.forget(at.referee, WATCHER)
    (kept,) = await list_leagues(at.referee)
    assert str(WATCHER) not in kept.row.state


async def test_a_draw_or_no_result_counts_for_nobody(at: House) -> None:
    match = await play_to_half_time(at, await begin(at, "aquaretto"))
    question = await ask(at, WINNER)
    assert question is not None
    await answer(at, question, "first")
    season = (await read(at)).season
    assert season is not None
    fixtures = tuple(structs.replace(each, result="void") for each in season.fixtures)
    voided = structs.replace(season, fixtures=fixtures)
    await change_league(at.referee, CHANNEL, lambda found: structs.replace(found, season=voided))
    await follow_all(at.referee, at.now)
    season = (await read(at)).season
    assert season is not None
    assert (season.guesses, season.scores) == ((), ())
    assert match.phase == "running"


def test_a_loading_is_judged_as_soon_as_it_can_be() -> None:
    """Judge every loading of a whole match, as soon as it can be judged, and not before."""
    made = rebuild(write(playout("riff_raff", 0).record).encode(), most_turns=1000)
    assert isinstance(made, Rebuilt)
    game = games.load("riff_raff")
    log = [row for turn in made.turns for row in turn.rows]
    fell: list[bool] = []
    for row in log:
        if row.seat == NATURE:
            fell.append(False)
        if any(isinstance(each, Fell) for each in events_of(game, row)):
            fell[-1] = True
    assert {True, False} == set(fell), "both results should occur"
    for number, has_fallen in enumerate(fell):
        wanted = ("falls",) if has_fallen else ("holds",)
        assert judge_loading(game, log, number, is_over=True) == wanted
        start = [place for place, row in enumerate(log) if row.seat == NATURE][number]
        assert judge_loading(game, log[:start], number, is_over=False) is None
        assert judge_loading(game, log[: start + 1], number, is_over=False) in (None, wanted)
        last = number == len(fell) - 1
        assert judge_loading(game, log[: start + 2], number, is_over=last) == wanted
    assert judge_loading(game, log, len(fell), is_over=True) == ()


async def test_a_guess_before_a_loading_is_scored_after_it(at: House) -> None:
    match = await begin(at, "riff_raff")
    question = await ask(at, 0)
    assert question is not None
    await answer(at, question, "holds")
    await answer(at, question, "falls", OTHER)
    while await ask(at, 1) is None:
        match = (await at.machines.run(await at.play_any_turn(match))).match
    await at.do(match, resign, match.people[0], now=at.now)
    await follow_all(at.referee, at.now)
    league = await read(at)
    assert league.season is not None
    assert league.season.guesses == ()
    log = await at.log(match)
    has_held = not any(isinstance(each, Fell) for row in log for each in events_of(match.game, row))
    scores = {each.user: each.right for each in rank_guessers(league)}
    assert scores == {WATCHER: int(has_held), OTHER: int(not has_held)}


async def test_a_loading_that_was_taken_back_or_never_happened_gives_no_points(at: House) -> None:
    match = await begin(at, "riff_raff")
    question = await ask(at, 0)
    assert question is not None
    await answer(at, question, "holds")
    begun = (await at.log(match))[0]
    while await ask(at, 1) is None:
        match = (await at.machines.run(await at.play_any_turn(match))).match
    await at.referee.change(match.id, Request(), lambda found: undo.rewind_to(found, begun, user_id=None, now=at.now))
    await follow_all(at.referee, at.now)
    season = (await read(at)).season
    assert season is not None
    assert len(season.guesses) == 1, "it is open again"
    await at.referee.change(match.id, Request(), lambda found: end_without_result(found, now=at.now))
    await follow_all(at.referee, at.now)
    season = (await read(at)).season
    assert season is not None
    assert (season.guesses, season.scores) == ((), ())


async def test_questions_are_asked_about_few_matches_at_once(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(at, "riff_raff")
    (kept,) = await list_leagues(at.referee)
    await at.machines.run(await play_fixture(at.referee, kept, list_unopened(kept.league)[0], 5002))
    asked = [each.fixture.number for each in await list_questions(at.referee, await read(at), WATCHER)]
    assert asked == [1, 2]
    monkeypatch.setattr("matches.leagues.predictions.MOST_ASKED", 1)
    asked = [each.fixture.number for each in await list_questions(at.referee, await read(at), WATCHER)]
    assert asked == [1]


async def test_the_usual_length_is_the_median_of_what_was_played(at: House) -> None:
    assert await at.store.transaction(lambda tx: find_usual_length(tx, "docker")) == USUAL_PLIES
    for number, plies in enumerate((10, 20, 30, 40, 500), 1):
        rows = [a_result(match_id=number, seat=seat, plies=plies) for seat in range(2)]
        await at.store.transaction(lambda tx, number=number, rows=rows: tx.put_results(number, rows))
    assert await at.store.transaction(lambda tx: find_usual_length(tx, "docker")) == 60
