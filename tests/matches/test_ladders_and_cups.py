"""Test ladders and knock-out cups: independent computations, leavers, restarts, corrections and idle weeks."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from matches.change import Change
from matches.clocks.pace import DAY
from matches.clocks.pauses import end_without_result
from matches.errors import UserError
from matches.leagues import cup, ladder
from matches.leagues.keeping import change_league, found_league, list_unopened
from matches.leagues.league import Kind, League, Member, Season
from matches.leagues.season import (
    correct,
    end_season,
    enrol,
    expel,
    find_fixture,
    settle,
    start_season,
    withdraw,
)
from matches.leagues.table import Result
from matches.match import Match
from matches.people import privacy
from matches.play import resign
from matches.referee import Request
from matches.texts import Texts
from tests.support.matches.house import CHANNEL, GUILD, START, House
from tests.support.matches.leagues import follow_all, list_leagues, play_fixture

BASE = 777_000_111_000


def make(kind: Kind, count: int) -> League:
    members = tuple(Member(BASE + number, f"User {number}") for number in range(count))
    return League("Harbour", "docker", "daily", "stand_in", 30, "en", members, kind=kind)


def begin(kind: Kind, count: int) -> League:
    return start_season(make(kind, count), START)


def season_of(league: League) -> Season:
    assert league.season is not None
    return league.season


def list_order(league: League) -> list[int]:
    return [user - BASE for user in ladder.compute_order(league)]


# Ladders


@settings(deadline=None)
@given(st.integers(2, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 2), st.sampled_from("wdlv"))))
def test_a_ladder_equals_one_kept_by_hand(count: int, played: list[tuple[int, int, str]]) -> None:
    results: dict[str, Result] = {"w": "second", "d": "draw", "l": "first", "v": "void"}
    league, by_hand = begin("ladder", count), list(range(count))
    for who, which, how in played:
        user = who % count
        if by_hand[0] == user:
            with pytest.raises(UserError, match="at the top"):
                ladder.list_within_reach(league, BASE + user)
            continue
        reach = ladder.list_within_reach(league, BASE + user)
        place = by_hand.index(user)
        assert [each - BASE for each in reach] == by_hand[max(0, place - ladder.REACH) : place]
        other = reach[which % len(reach)]
        league = ladder.challenge(league, BASE + user, other)
        league = settle(league, season_of(league).fixtures[-1].number, results[how])
        if how == "w":
            by_hand.remove(user)
            by_hand.insert(by_hand.index(other - BASE), user)
        assert list_order(league) == by_hand
        assert not season_of(league).is_over, "a ladder goes on until its time is up"
    over = end_season(league)
    assert [each.user - BASE for each in over.members] == by_hand, "the next season begins in this order"


def test_one_challenge_at_a_time() -> None:
    league = ladder.challenge(begin("ladder", 5), BASE + 3, BASE + 1)
    with pytest.raises(UserError, match="challenge to play first"):
        ladder.list_within_reach(league, BASE + 3)
    assert ladder.list_within_reach(league, BASE + 4) == (BASE + 2,), "two of the three are busy"
    with pytest.raises(UserError, match="cannot challenge"):
        ladder.challenge(league, BASE + 4, BASE + 1)
    with pytest.raises(UserError, match="not in this league"):
        ladder.list_within_reach(league, BASE + 9)
    with pytest.raises(UserError, match="No season"):
        ladder.list_within_reach(end_season(league), BASE + 4)


def test_people_come_and_go_on_a_ladder() -> None:
    league = enrol(begin("ladder", 3), Member(BASE + 7, "New"))
    assert list_order(league) == [0, 1, 2, 7], "newcomers stand at the foot at once"
    league = settle(ladder.challenge(league, BASE + 7, BASE), 1, "second")
    assert list_order(league) == [7, 0, 1, 2]
    gone = withdraw(league, BASE + 7)
    assert list_order(gone) == [0, 1, 2]
    assert list_order(enrol(gone, Member(BASE + 7, "New"))) == [7, 0, 1, 2], "a returning player gets their place back"


def test_an_older_result_of_a_ladder_is_corrected() -> None:
    """The order is recomputed from all results, so later ones keep their effect."""
    league = settle(ladder.challenge(begin("ladder", 4), BASE + 2, BASE), 1, "second")
    assert list_order(league) == [2, 0, 1, 3]
    league = settle(ladder.challenge(league, BASE + 3, BASE + 1), 2, "second")
    assert list_order(league) == [2, 0, 3, 1]
    corrected = correct(league, 1, "draw", by=9, reason="Agreed", now=START)
    assert list_order(corrected) == [0, 3, 1, 2]
    assert corrected.trail[-1].reason == "Agreed"


def test_a_winner_never_falls() -> None:
    """After a correction, the challenger of a later match may have stood above the person challenged already."""
    league = settle(ladder.challenge(begin("ladder", 3), BASE + 2, BASE + 1), 1, "second")
    assert list_order(league) == [0, 2, 1]
    league = settle(ladder.challenge(league, BASE + 1, BASE + 2), 2, "second")
    assert list_order(league) == [0, 1, 2]
    corrected = correct(league, 1, "first", by=9, reason="Wrong way round", now=START)
    assert list_order(corrected) == [0, 1, 2]


def test_results_of_a_ladder_count_in_the_order_in_which_they_came_in() -> None:
    """A match that is reopened and played again counts after those that were decided before."""
    league = settle(ladder.challenge(begin("ladder", 3), BASE + 2, BASE + 1), 1, "second")
    league = settle(ladder.challenge(league, BASE + 1, BASE + 2), 2, "second")
    assert list_order(league) == [0, 1, 2]
    reopened = correct(league, 1, "", by=9, reason="Play it again", now=START)
    assert find_fixture(reopened, 1).decided == 0
    assert list_order(settle(reopened, 1, "second")) == [0, 2, 1]
    corrected = correct(league, 1, "second", by=9, reason="As it was", now=START)
    assert list_order(corrected) == [0, 1, 2], "a corrected result counts when it first came in"


def test_a_newcomer_who_has_left_again_is_missing_on_both_sides_of_a_match() -> None:
    league = begin("ladder", 3)
    for user in (7, 8):
        league = enrol(league, Member(BASE + user, "New"))
    league = settle(ladder.challenge(league, BASE + 8, BASE + 7), 1, "second")
    assert list_order(league) == [0, 1, 2, 8, 7]
    assert list_order(withdraw(league, BASE + 7)) == [0, 1, 2, 8]
    assert list_order(withdraw(league, BASE + 8)) == [0, 1, 2, 7]


def test_people_who_are_busy_cannot_be_challenged() -> None:
    league = ladder.challenge(begin("ladder", 4), BASE + 1, BASE)
    with pytest.raises(UserError) as refused:
        ladder.list_within_reach(league, BASE + 2)
    assert Texts().say("en")(refused.value.text).startswith("The 2 people above you are playing challenges")
    with pytest.raises(UserError, match="challenge to play first"):
        ladder.list_within_reach(league, BASE)
    assert ladder.list_within_reach(league, BASE + 3) == (BASE + 2,)


def test_only_ladders_have_challenges() -> None:
    with pytest.raises(UserError, match="No season"):
        ladder.list_within_reach(begin("divisions", 4), BASE + 1)
    with pytest.raises(UserError, match="No season"):
        ladder.list_within_reach(make("ladder", 4), BASE + 1)
    assert list_order(make("ladder", 3)) == [0, 1, 2], "before its first season, those who joined first stand on top"


# Cups


@settings(deadline=None)
@given(st.integers(3, 32), st.randoms(use_true_random=False))
def test_a_cup_ends_with_one_winner(count: int, chance: random.Random) -> None:
    league = begin("cup", count)
    lost: set[int] = set()
    while not season_of(league).is_over:
        fixture = chance.choice([each for each in season_of(league).fixtures if not each.result])
        assert not {fixture.first, fixture.second} & lost, "an eliminated player plays no more"
        result: Result = chance.choice(["first", "second", "draw", "void"])
        met = [
            each
            for each in season_of(league).fixtures
            if {each.first, each.second} == {fixture.first, fixture.second} and each.number != fixture.number
        ]
        league = settle(league, fixture.number, result)
        if result == "draw" and not met:
            (again,) = [each for each in season_of(league).fixtures if not each.result and each.first == fixture.second]
            assert again.second == fixture.first, "seats are exchanged"
            continue
        lower = max(fixture.first, fixture.second)
        lost.add({"first": fixture.second, "second": fixture.first}.get(result, lower))
    (winner,) = {BASE + number for number in range(count)} - lost
    assert cup.find_winner(season_of(league)) == winner
    assert league.members[0].user == winner
    assert len({each.number for each in season_of(league).fixtures}) == len(season_of(league).fixtures)
    ranked = cup.rank(season_of(league))
    assert [each.user for each in ranked if each.still_in] == [winner]
    assert [each.passed for each in ranked] == sorted((each.passed for each in ranked), reverse=True)


@settings(deadline=None)
@given(st.integers(3, 32))
def test_the_best_meet_last_and_have_the_byes(count: int) -> None:
    drawn = cup.draw(tuple(range(1, count + 1)))
    half = len(drawn) // 2
    assert len(drawn) in (4, 8, 16, 32)
    assert (1 in drawn[:half]) != (2 in drawn[:half])
    pairs = list(zip(drawn[::2], drawn[1::2], strict=True))
    alone = {one or other for one, other in pairs if None in (one, other)}
    assert alone == set(range(1, len(drawn) - count + 1)), "the best have no opponent in the first round"
    assert sorted(each for each in drawn if each) == list(range(1, count + 1))


def test_correcting_a_round_pairs_the_next_one_again() -> None:
    league = begin("cup", 4)
    league = settle(settle(league, 1, "first"), 2, "first")
    final = season_of(league).fixtures[-1]
    assert {final.first - BASE, final.second - BASE} == {0, 1}
    over = settle(league, final.number, "first")
    assert season_of(over).is_over
    corrected = correct(over, 1, "second", by=9, reason="Wrong way round", now=START)
    (open_one,) = [each for each in season_of(corrected).fixtures if not each.result]
    assert not season_of(corrected).is_over
    assert {open_one.first - BASE, open_one.second - BASE} == {3, 1}
    back = correct(corrected, 1, "first", by=9, reason="No, it was right", now=START)
    assert {each.reason for each in back.trail} == {"Wrong way round", "No, it was right"}
    assert cup.rank(season_of(back))[0].user == BASE


@settings(deadline=None)
@given(st.integers(3, 32), st.integers(0, 40), st.randoms(use_true_random=False))
def test_a_cup_whose_time_is_up_goes_to_the_higher_seeds(count: int, played: int, chance: random.Random) -> None:
    """A cup that ends at any moment, also with removed people, has the same winner as a bracket kept by hand."""
    league = begin("cup", count)
    for _ in range(played):
        season = season_of(league)
        still_open = [each for each in season.fixtures if not each.result]
        if season.is_over or not still_open:
            break
        fixture = chance.choice(still_open)
        if chance.random() < 0.1 and any(each.user == fixture.first for each in league.members):
            league = expel(league, fixture.first, by=9, reason="Left", now=START)
            continue
        results: list[Result] = ["first", "second", "draw", "void"]
        league = settle(league, fixture.number, chance.choice(results))
    before = season_of(league)
    over = before if before.is_over else season_of(end_season(league))
    assert over.is_over
    assert all(each.result for each in over.fixtures)
    assert cup.find_winner(over) == _play_by_hand(over.divisions[0], before)
    assert [each.user for each in cup.rank(over) if each.still_in] == [cup.find_winner(over)]


def _play_by_hand(people: tuple[int, ...], season: Season) -> int:
    """Play a bracket in which undecided pairs go to the person who is first in `people`."""
    left: list[int | None] = cup.draw(people)
    while len(left) > 1:
        left = [_let_through(people, season, *left[each : each + 2]) for each in range(0, len(left), 2)]
    assert left[0] is not None
    return left[0]


def _let_through(people: tuple[int, ...], season: Season, one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    for each in season.fixtures:
        if {each.first, each.second} == {one, other} and each.result in ("first", "second"):
            return each.first if each.result == "first" else each.second
    return min(one, other, key=people.index)


def test_a_final_without_a_winner_goes_to_the_higher_seed() -> None:
    """A second draw, no result, and two former players: there is one winner in each case."""
    final = settle(settle(begin("cup", 4), 1, "first"), 2, "first")
    drawn = settle(settle(final, 3, "draw"), 4, "draw")
    assert season_of(drawn).is_over
    assert cup.find_winner(season_of(drawn)) == BASE
    assert cup.find_winner(season_of(settle(final, 3, "void"))) == BASE
    people = tuple(-1 - number for number in range(4))
    gone = structs.replace(season_of(begin("cup", 4)), divisions=(people,), fixtures=())
    assert cup.find_winner(cup.go_on(gone)) == -1


def test_a_result_is_corrected_after_the_time_of_a_cup() -> None:
    """Only new pairs have to be played; once the time is up they are decided at once."""
    over = end_season(settle(begin("cup", 4), 1, "first"))
    assert [(each.first - BASE, each.second - BASE, each.result) for each in season_of(over).fixtures] == [
        (0, 3, "first"), (1, 2, "void"), (0, 1, "void"),
    ]  # fmt: skip
    corrected = correct(over, 1, "second", by=9, reason="Wrong way round", now=START)
    (open_one,) = [each for each in season_of(corrected).fixtures if not each.result]
    assert {open_one.first - BASE, open_one.second - BASE} == {1, 3}
    assert cup.find_winner(season_of(end_season(corrected))) == BASE + 1


def test_a_removal_by_the_owner_is_noted() -> None:
    cups = expel(begin("cup", 4), BASE, by=9, reason="Left the server", now=START)
    assert find_fixture(cups, 1).result == "second"
    assert cup.rank(season_of(cups))[-1].user == BASE
    assert (cups.trail[-1].person, cups.trail[-1].by, cups.trail[-1].reason) == (BASE, 9, "Left the server")
    ladders = expel(ladder.challenge(begin("ladder", 4), BASE + 3, BASE), BASE, by=9, reason="x", now=START)
    assert list_order(ladders) == [3, 1, 2]
    divided = expel(begin("divisions", 4), BASE, by=9, reason="x", now=START)
    table = {line.user - BASE: line for line in season_of(divided).compute_division(0)}
    assert (table[0].lost, table[1].won) == (3, 1)
    with pytest.raises(UserError, match="not in this league"):
        expel(divided, BASE, by=9, reason="x", now=START)


@pytest.mark.parametrize(("kind", "least", "most"), [("ladder", 2, 30), ("cup", 3, 32), ("divisions", 4, 60)])
def test_seasons_need_enough_people_and_have_a_limit(kind: Kind, least: int, most: int) -> None:
    begin(kind, least)
    with pytest.raises(UserError, match="more person must join"):
        begin(kind, least - 1)
    enrol(make(kind, most - 1), Member(BASE + 99, "x"))
    with pytest.raises(UserError, match="is full"):
        enrol(make(kind, most), Member(BASE + 99, "x"))


# In the store


def _end(match: Match, who: Request, *, now: float) -> Change:
    return end_without_result(match, now=now, user_id=who.user_id)


async def _open_all(at: House, channels: list[int]) -> None:
    (kept,) = await list_leagues(at.referee)
    for fixture in list_unopened(kept.league):
        (kept,) = await list_leagues(at.referee)
        channels.append(channels[-1] + 1)
        await play_fixture(at.referee, kept, fixture, channels[-1])


@pytest.mark.parametrize("kind", ["ladder", "cup"])
async def test_a_season_with_leavers_restarts_and_a_week_without_a_move(at: House, kind: Kind) -> None:
    chance, channels = random.Random(24), [20_000]
    await found_league(at.referee, GUILD, CHANNEL, make(kind, 9))
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    forgotten = BASE + 4
    for step in range(12):
        (kept,) = await list_leagues(at.referee)
        if season_of(kept.league).is_over:
            break
        if kind == "ladder":
            for user in list(ladder.compute_order(kept.league))[1:]:
                await _try_challenge(at, user, chance)
        await _open_all(at, channels)
        at.restart()
        if step == 1:
            await change_league(at.referee, CHANNEL, lambda found: withdraw(found, BASE + 2))
            await privacy.forget(at.referee, forgotten)
        if step == 2:
            at.now += 7 * DAY  # an outage
            await at.pass_time(8 * DAY)  # nobody plays: stand-ins move
        (kept,) = await list_leagues(at.referee)
        for fixture in season_of(kept.league).fixtures:
            if not fixture.match_id or fixture.result:
                continue
            match = await at.referee.match(fixture.match_id)
            if match.phase == "running" and match.people and chance.random() < 0.8:
                if chance.random() < 0.1:
                    await at.do(match, _end, 1, now=at.now)
                else:
                    await at.do(match, resign, chance.choice(match.people), now=at.now)
        await follow_all(at.referee, at.now)
        await _check(at, kind)
    at.now += 40 * DAY
    await follow_all(at.referee, at.now)
    (kept,) = await list_leagues(at.referee)
    season = season_of(kept.league)
    assert season.is_over
    assert all(each.result for each in season.fixtures if min(each.first, each.second) > 0)
    assert str(forgotten) not in kept.row.state
    assert '"User 4"' not in kept.row.state
    assert {BASE + 2, forgotten} & {each.user for each in kept.league.members} == set()
    if kind == "cup":
        assert cup.find_winner(season), "the cup has a winner"


async def _try_challenge(at: House, user: int, chance: random.Random) -> None:
    (kept,) = await list_leagues(at.referee)
    try:
        reach = ladder.list_within_reach(kept.league, user)
    except UserError:
        return
    other = chance.choice(reach)
    await change_league(at.referee, CHANNEL, lambda found: ladder.challenge(found, user, other))


async def _check(at: House, kind: Kind) -> None:
    """Assert that nobody plays two matches of the season at once, that none was opened twice, and that the table is
    complete."""
    (kept,) = await list_leagues(at.referee)
    season = season_of(kept.league)
    busy = [user for each in season.fixtures if not each.result for user in (each.first, each.second) if user > 0]
    assert len(busy) == len(set(busy))
    opened = [each.match_id for each in season.fixtures if each.match_id]
    assert len(opened) == len(set(opened))
    if kind == "ladder":
        order = ladder.compute_order(kept.league)
        assert sorted(order) == sorted(each.user for each in kept.league.members if each.user > 0)
    else:
        assert sorted(each.user for each in cup.rank(season)) == sorted(season.divisions[0])


def test_a_removal_leaves_results_as_they_are() -> None:
    league = settle(begin("divisions", 4), 1, "draw")
    one = find_fixture(league, 1)
    assert find_fixture(expel(league, one.first, by=9, reason="x", now=START), 1).result == "draw"


def test_people_who_join_during_a_cup_play_in_the_next_one() -> None:
    league = enrol(begin("cup", 4), Member(BASE + 9, "New"))
    over = end_season(league)
    assert [each.user - BASE for each in over.members] == [0, 1, 2, 3, 9]


def test_one_person_changes_places_at_each_border_between_divisions() -> None:
    league = begin("divisions", 15)
    assert [len(each) for each in season_of(league).divisions] == [5, 5, 5]
    over = end_season(league)  # without results, the order is that of before
    assert [each.user - BASE for each in over.members] == [0, 1, 2, 3, 5, 4, 6, 7, 8, 10, 9, 11, 12, 13, 14]


def test_former_players_get_no_matches() -> None:
    league = begin("divisions", 4)
    season = season_of(league)
    for field in ("first", "second"):
        gone = tuple(structs.replace(each, **{field: -1}) if each.number == 1 else each for each in season.fixtures)
        changed = structs.replace(league, season=structs.replace(season, fixtures=gone))
        assert [each.number for each in list_unopened(changed)] == [2, 3, 4, 5, 6]
