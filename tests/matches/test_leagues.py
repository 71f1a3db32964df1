"""Test leagues: divisions, tables against an independent computation, promotion, corrections, three whole seasons."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from data import MatchRow, Transaction
from matches.change import Change
from matches.clocks.pace import DAY
from matches.clocks.pauses import end_without_result
from matches.errors import Stale, UserError
from matches.leagues import keeping
from matches.leagues.keeping import (
    Kept,
    change_league,
    defer,
    delay,
    follow,
    found_league,
    list_due,
    list_unopened,
    read_kept,
    start_match,
)
from matches.leagues.league import Guess, League, Member, Season
from matches.leagues.predictions import WINNER
from matches.leagues.season import (
    LEAST,
    MOST,
    correct,
    divide,
    end_season,
    enrol,
    find_fixture,
    note_opened,
    pair,
    settle,
    start_season,
    withdraw,
)
from matches.leagues.table import Fixture, Result, compute_table
from matches.leagues.terms import require_no_league, split_by_league
from matches.match import Match
from matches.people import privacy
from matches.play import resign
from matches.referee import Request
from tests.matches.reading import execute
from tests.support.matches.house import CHANNEL, GUILD, START, House
from tests.support.numbers import times

BASE = 555_000_111_000
"""Ids of people begin here, so that other numbers are not mistaken for ids."""


def _make_league(count: int = 12) -> League:
    members = tuple(Member(BASE + number, f"User {number}") for number in range(count))
    return League("Harbour League", "docker", "daily", "stand_in", 30, "en", members)


def _rank_independently(people: Sequence[int], fixtures: Sequence[Fixture]) -> list[tuple[int, int]]:
    """Rank people by comparing each with each, without the code under test. Returns (user, points)."""
    scores = {"first": (3, 0), "second": (0, 3), "draw": (1, 1)}
    cells = {}
    for each in fixtures:
        if each.result in scores:
            cells[each.first, each.second], cells[each.second, each.first] = scores[each.result]
    points = {one: sum(cells.get((one, other), 0) for other in people) for one in people}
    wins = {one: sum(cells.get((one, other)) == 3 for other in people) for one in people}

    def is_ahead(one: int, other: int) -> bool:
        if points[one] != points[other]:
            return points[one] > points[other]
        level = [each for each in people if points[each] == points[one]]
        among = [sum(cells.get((each, rival), 0) for rival in level) for each in (one, other)]
        if among[0] != among[1]:
            return among[0] > among[1]
        return (wins[one], -people.index(one)) > (wins[other], -people.index(other))

    places = {one: sum(is_ahead(other, one) for other in people if other != one) for one in people}
    assert sorted(places.values()) == list(range(len(people))), "no two people share a place"
    return [(one, points[one]) for one in sorted(people, key=places.__getitem__)]


def _check_season(season: Season) -> None:
    """Assert that a season is valid: nobody in two pools, every pair once, every table as computed independently."""
    everybody = [user for people in season.divisions for user in people]
    assert len(everybody) == len(set(everybody)), "somebody is in two pools"
    for number, people in enumerate(season.divisions):
        assert LEAST <= len(people) <= MOST or len(everybody) == MOST + 1
        mine = [each for each in season.fixtures if each.division == number]
        pairs = {frozenset((each.first, each.second)) for each in mine}
        assert pairs == {frozenset(pair) for pair in combinations(people, 2)}
        assert len(mine) == len(pairs), "a pair meets twice"
        table = season.compute_division(number)
        assert [(line.user, line.points) for line in table] == _rank_independently(people, mine)
        assert sum(line.played for line in table) == 2 * sum(each.result not in ("", "void") for each in mine)


@settings(deadline=None)
@given(st.integers(min_value=4, max_value=200))
def test_everybody_is_in_one_division_of_the_right_size(count: int) -> None:
    divisions = divide(range(count))
    assert [user for people in divisions for user in people] == list(range(count)), "everybody is listed once, in order"
    sizes = [len(people) for people in divisions]
    assert sizes == [7] if count == 7 else all(LEAST <= size <= MOST for size in sizes)
    assert max(sizes) - min(sizes) <= 1


def test_everybody_moves_first_about_as_often_as_second() -> None:
    first = Counter(each.first for each in pair(divide(range(6))))
    assert set(first.values()) <= {2, 3}


@settings(deadline=None)
@given(st.lists(st.sampled_from(["first", "second", "draw", "void", ""]), min_size=15, max_size=15))
def test_tables_equal_an_independent_computation(results: list[Result]) -> None:
    people = (5, 3, 1, 2, 4, 6)
    fixtures = [structs.replace(each, result=result) for each, result in zip(pair([people]), results, strict=True)]
    table = compute_table(people, fixtures)
    assert [(line.user, line.points) for line in table] == _rank_independently(people, fixtures)
    for line in table:
        mine = [each for each in fixtures if line.user in (each.first, each.second)]
        lost = sum(each.result == ("second" if each.first == line.user else "first") for each in mine)
        drawn = sum(each.result == "draw" for each in mine)
        assert (line.lost, line.drawn, line.played) == (lost, drawn, line.won + line.drawn + line.lost)


def test_a_table_of_draws_keeps_its_order() -> None:
    """Two divisions in which everybody is level: the order of the previous season decides, and one pair changes
    places."""
    league = start_season(_make_league(8), START)
    for number in range(1, 13):
        league = settle(league, number, "draw")
    assert league.season is not None
    assert league.season.is_over, "the last result ends the season"
    assert [each.user - BASE for each in league.members] == [0, 1, 2, 4, 3, 5, 6, 7]


def test_the_best_rise_and_the_last_fall() -> None:
    league = start_season(_make_league(12), START)
    assert league.season is not None
    for each in league.season.fixtures:
        league = settle(league, each.number, "first" if each.first > each.second else "second")
    assert [each.user - BASE for each in league.members] == [5, 4, 3, 2, 1, 11, 0, 10, 9, 8, 7, 6]
    renewed = start_season(enrol(withdraw(league, BASE + 5), Member(BASE + 99, "New")), START)
    assert renewed.season is not None
    assert renewed.season.number == 2
    assert renewed.season.ends_at == START + 30 * DAY
    assert [user - BASE for user in renewed.season.divisions[0]] == [4, 3, 2, 1, 11, 0]
    assert renewed.season.divisions[1][-1] == BASE + 99, "newcomers come last"


def test_a_corrected_result_is_noted() -> None:
    league = start_season(_make_league(4), START)
    league = settle(league, 1, "first")
    assert settle(league, 1, "second") == league, "a result is noted once"
    league = correct(league, 1, "second", by=9, reason="It was the other way round", now=START)
    assert find_fixture(league, 1).result == "second"
    (note,) = league.trail
    assert (note.by, note.was, note.now, note.reason) == (9, "first", "second", "It was the other way round")
    over = end_season(league)
    winner = find_fixture(over, 2).first
    later = correct(over, 2, "first", by=9, reason="They had played", now=START)
    assert later.season is not None
    assert later.season.is_over
    assert {line.user: line.won for line in later.season.compute_division(0)}[winner] >= 1
    assert len(later.members) == 4
    with pytest.raises(UserError, match="no match with this number"):
        correct(league, 7, "draw", by=9, reason="x", now=START)


def test_invalid_requests_to_a_league_are_refused() -> None:
    league = _make_league(3)
    with pytest.raises(UserError, match="more person"):
        start_season(league, START)
    with pytest.raises(UserError, match="already"):
        enrol(league, Member(BASE, "x"))
    with pytest.raises(UserError, match="not in this league"):
        withdraw(league, 5)
    with pytest.raises(UserError, match="No season"):
        end_season(league)
    running = note_opened(start_season(_make_league(4), START), 1, 77)
    with pytest.raises(UserError, match="is being played"):
        start_season(running, START)
    with pytest.raises(Stale):
        note_opened(running, 1, 78)


async def _read(at: House) -> Kept:
    kept = await read_kept(at.referee, CHANNEL)
    assert kept is not None
    return kept


async def _open_match(at: House, fixture: Fixture, channel: int) -> None:
    match = await keeping.open_match(at.referee, await _read(at), fixture, channel)
    await start_match(at.referee, match.id)


async def _follow(at: House) -> Kept:
    kept = await follow(at.referee, CHANNEL, at.now)
    assert kept is not None
    return kept


async def _season(at: House) -> Season:
    season = (await _read(at)).league.season
    assert season is not None
    return season


async def test_a_match_and_its_fixture_are_noted_together(at: House) -> None:
    """A stop between opening and starting loses nothing, and no match is opened twice."""
    await found_league(at.referee, GUILD, CHANNEL, _make_league(4))
    with pytest.raises(UserError, match="already"):
        await found_league(at.referee, GUILD, CHANNEL, _make_league(4))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    first = list_unopened((await _read(at)).league)[0]
    await keeping.open_match(at.referee, await _read(at), first, 5001)
    at.restart()
    assert len(list_unopened((await _read(at)).league)) == 5
    with pytest.raises(Stale):
        await _open_match(at, first, 5002)
    (waiting,) = (await _follow(at)).unstarted
    assert (await start_match(at.referee, waiting)).match.phase == "running"
    assert (await _follow(at)).unstarted == ()


async def test_a_league_of_sixty_over_three_seasons(at: House) -> None:
    """With idle, leaving, returning and forgotten members, outages, restarts and a week in which nobody plays."""
    drawn, count = random.Random(24), times(60, usual=20)
    await found_league(at.referee, GUILD, CHANNEL, _make_league(count))
    channels, gone, forgotten = iter(range(20_000, 90_000)), list[Member](), list[int]()
    for _ in range(3):
        await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
        while unopened := list_unopened((await _read(at)).league):
            for fixture in unopened[:9]:
                await _open_match(at, fixture, next(channels))
            at.restart()
        _check_season(await _season(at))
        opened = [each.match_id for each in (await _season(at)).fixtures]
        assert len(set(opened)) == len(opened), "each fixture has its own match"
        await _play_some(at, drawn, share=0.4)
        at.now += 7 * DAY  # an outage: nobody could play, no clock has run
        await at.sweep()
        await _play_some(at, drawn, share=0.5)
        leaver = drawn.choice([each for each in (await _read(at)).league.members if each.user > 0])
        await change_league(at.referee, CHANNEL, lambda found, leaver=leaver: withdraw(found, leaver.user))
        for back in gone:
            await change_league(at.referee, CHANNEL, lambda found, back=back: enrol(found, back))
        gone = [leaver]
        lost = drawn.choice([each for each in (await _read(at)).league.members if each.user > 0])
        await privacy.forget(at.referee, lost.user)
        forgotten.append(lost.user)
        await at.pass_time(8 * DAY)  # a week in which nobody plays: stand-ins move, people are pinged
        at.restart()
        assert await _most_pings(at) <= 3
        fixtures = len((await _season(at)).fixtures)
        at.now += 30 * DAY
        await _follow(at)
        season = await _season(at)
        _check_season(season)
        assert season.is_over
        assert len(season.fixtures) == fixtures, "no match is lost"
        assert [each.match_id for each in season.fixtures] == opened
        assert all(each.result for each in season.fixtures)
        assert Counter(each.result for each in season.fixtures)["void"] < fixtures
        members = [each.user for each in (await _read(at)).league.members]
        assert len(members) == len(set(members))
        assert not {leaver.user, lost.user} & set(members)
    assert not await _is_mentioned(at, forgotten)


async def _play_some(at: House, drawn: random.Random, *, share: float) -> None:
    """End some of the open matches: most by a winner, a few without a result."""
    for each in (await _season(at)).fixtures:
        match = await at.referee.match(each.match_id)
        if match.phase != "running" or drawn.random() > share:
            continue
        if drawn.random() < 0.1:
            await at.do(match, _end, 1, now=at.now)
        elif people := match.people:
            await at.do(match, resign, drawn.choice(people), now=at.now)
    await _follow(at)
    _check_season(await _season(at))
    for each in (await _season(at)).fixtures:
        match = await at.referee.match(each.match_id)
        assert bool(each.result) == (match.phase in ("finished", "cancelled"))


async def _most_pings(at: House) -> int:
    """Return the largest number of pings for one decision."""
    ((most,),) = await execute(at, "SELECT coalesce(max(count), 0) FROM pings")
    return int(most)


async def _is_mentioned(at: House, users: list[int]) -> bool:
    """Whether any league still has the id or the name of one of these people."""
    states = " ".join(state for (state,) in await execute(at, "SELECT state FROM leagues"))
    assert str(BASE)[:6] in states, "other members are still in the league"
    return any(str(user) in states or f'"User {user - BASE}"' in states for user in users)


def _end(match: Match, who: Request, *, now: float) -> Change:
    """End a match without a result, as its players may agree to."""
    return end_without_result(match, now=now, user_id=who.user_id)


async def test_a_forgotten_member_is_a_former_player(at: House) -> None:
    """A copy of one's data names one's leagues; a forgotten person is a former player in the table."""
    await found_league(at.referee, GUILD, CHANNEL, _make_league(5))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    await change_league(at.referee, CHANNEL, lambda found: settle(found, 1, "first"))
    before = await _season(at)
    user = before.fixtures[0].first
    (copy,) = await at.store.transaction(lambda tx: tx.collect_in_leagues(user))
    assert copy["names"] == [f"User {user - BASE}"]
    assert len(copy["matches"]) == 4
    await privacy.forget(at.referee, user)
    after = await _season(at)
    _check_season(after)
    assert after.fixtures[0].first == -1
    assert after.compute_division(0)[0].user == -1, "the result stays"
    assert not await _is_mentioned(at, [user])
    await privacy.forget(at.referee, before.fixtures[0].second)
    assert {-1, -2} <= set((await _season(at)).divisions[0]), "two forgotten members stay two former players"
    over = await change_league(at.referee, CHANNEL, end_season)
    with pytest.raises(UserError, match="more person"):
        start_season(over, at.now)


async def _list_due(at: House) -> list[int]:
    return [row.channel_id for row in await list_due(at.referee, at.now, limit=99)]


async def test_only_leagues_with_something_to_do_are_read(at: House) -> None:
    """A season is due at its end, and when a match of it ends; failed attempts are put off longer each time."""
    counted = Counter[str]()
    for channel in range(CHANNEL, CHANNEL + 20):
        await found_league(at.referee, GUILD, channel, _make_league(4))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    assert len(await _list_due(at)) == 20, "new ones are due"
    channels = iter(range(20_000, 30_000))
    for channel in range(CHANNEL, CHANNEL + 20):
        kept = await follow(at.referee, channel, at.now)
        assert kept is not None
        for fixture in list_unopened(kept.league):
            await _open_match(at, fixture, next(channels))
        kept = await read_kept(at.referee, channel)
        assert kept is not None
        await delay(at.referee, kept, at.now)
    season = await _season(at)
    with _count_statements(at, counted):
        assert await _list_due(at) == []
    assert counted.total() == 1, "checking leagues with nothing to do takes one statement"
    ended = await at.referee.match(season.fixtures[0].match_id)
    await at.do(ended, resign, ended.people[0], now=at.now)
    assert await _list_due(at) == [CHANNEL], "a league is due when one of its matches has ended"
    with _count_statements(at, counted):
        kept = await _follow(at)
    assert counted["matches"] == 6, "only open matches of the season are read"
    await delay(at.referee, kept, at.now)
    assert await _list_due(at) == []
    with _count_statements(at, counted):
        await _follow(at)
    assert counted["matches"] == 5, "a decided match is not read again"
    at.now = season.ends_at
    assert await _list_due(at) == [CHANNEL]
    over = await _follow(at)
    assert over.league.season is not None
    assert over.league.season.is_over
    await delay(at.referee, over, at.now)
    with _count_statements(at, counted):
        await _follow(at)
    assert counted["matches"] == 0, "no match of an ended season is read"
    at.now += 365 * DAY
    assert await _list_due(at) == []
    await change_league(at.referee, CHANNEL, lambda found: enrol(found, Member(BASE + 99, "New")))
    waits = []
    for _ in range(6):
        (row,) = await list_due(at.referee, at.now, limit=99)
        await defer(at.referee, row, at.now)
        before = at.now
        while not await _list_due(at):
            at.now += 15
        waits.append(at.now - before)
    assert waits == [15, 60, 300, 1800, 7200, 7200]


@contextlib.contextmanager
def _count_statements(at: House, counted: Counter[str]) -> Iterator[None]:
    """Count the statements of a block, all of them and those that read a match."""
    counted.clear()
    real = Transaction.read_match

    def read_match(self: Transaction, match_id: int) -> MatchRow | None:
        counted["matches"] += 1
        return real(self, match_id)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transaction, "read_match", read_match)
        for name in [name for name in dir(Transaction) if not name.startswith("_") and name != "read_match"]:
            patch.setattr(Transaction, name, _count(getattr(Transaction, name), name, counted))
        yield


def _count(real: Callable[..., Any], name: str, counted: Counter[str]) -> Callable[..., Any]:
    def call(*args: Any, **facts: Any) -> Any:
        counted[name] += 1
        return real(*args, **facts)

    return call


async def test_a_match_is_played_on_the_terms_of_its_league(at: House) -> None:
    """Each player is seated by the fixture, and the card leads to the league's channel."""
    league = structs.replace(_make_league(4), pace="brisk", absence="forfeit", language="de")
    await found_league(at.referee, GUILD, CHANNEL, league)
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    first = list_unopened((await _read(at)).league)[0]
    row = await keeping.open_match(at.referee, await _read(at), first, 5001)
    assert (row.pace, row.absence, row.language) == ("brisk", "forfeit", "de")
    assert (row.channel_id, row.card_channel_id, row.guild_id) == (5001, CHANNEL, GUILD)
    match = await at.referee.match(row.id)
    assert [(holder.user_id, holder.name) for holder in match.seats] == [
        (user, f"User {user - BASE}") for user in (first.first, first.second)
    ]


async def test_a_league_with_matches_to_open_stays_due(at: House) -> None:
    """Only a few matches are opened in one step."""
    await found_league(at.referee, GUILD, CHANNEL, _make_league(4))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    channels = iter(range(20_000, 30_000))
    while unopened := list_unopened((await _follow(at)).league):
        await delay(at.referee, await _read(at), at.now)
        assert await _list_due(at) == [CHANNEL], f"{len(unopened)} are left"
        await _open_match(at, unopened[0], next(channels))
    await delay(at.referee, await _read(at), at.now)
    assert await _list_due(at) == []


async def test_guesses_are_looked_at_every_five_minutes(at: House) -> None:
    """A loading ends during a match, which does not make the league due."""
    await found_league(at.referee, GUILD, CHANNEL, _make_league(4))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    channels = iter(range(20_000, 30_000))
    for fixture in list_unopened((await _read(at)).league):
        await _open_match(at, fixture, next(channels))

    def note_guess(league: League) -> League:
        assert league.season is not None
        season = structs.replace(league.season, guesses=(Guess(5, 1, WINNER, "first"),))
        return structs.replace(league, season=season)

    await change_league(at.referee, CHANNEL, note_guess)
    await delay(at.referee, await _read(at), at.now)
    at.now += keeping.GUESSES_EVERY - 1
    assert await _list_due(at) == []
    at.now += 1
    assert await _list_due(at) == [CHANNEL]


async def test_absences_are_announced_in_all_matches_but_those_of_leagues(at: House) -> None:
    await found_league(at.referee, GUILD, CHANNEL, _make_league(4))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    first = list_unopened((await _read(at)).league)[0]
    bound = await keeping.open_match(at.referee, await _read(at), first, 5001)
    free = await at.running("docker", 1, 2, channel=5002)
    found = await split_by_league(at.referee, [bound, free])
    assert [[match.id for match in matches] for matches in found] == [[free.id], [bound.id]]
    await require_no_league(at.referee, free)
    with pytest.raises(UserError, match="league matches have no pauses"):
        await require_no_league(at.referee, bound)
