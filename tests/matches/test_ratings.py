"""Test ratings: openskill's own numbers, teams and ties, limits against abuse, and equal numbers when computed
again."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from msgspec import structs
from openskill.models import PlackettLuce

from data import Level, ResultRow
from matches.machines.worker import Worker
from matches.play import resign
from matches.results.rating_book import RatingBook
from matches.results.ratings import MU, Rating, Ratings, compute_ratings
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House
from tests.support.matches.rows import a_result

DAY = 86400.0


def a_match(
    number: int, *seats: tuple[int | None, int], teams: tuple[int, ...] = (), at: float = 0.0
) -> list[ResultRow]:
    """Make a rated match of people with their places; `teams`: the team of each seat."""
    return [
        a_result(
            match_id=number,
            seat=seat,
            user_id=user,
            place=place,
            team=teams[seat] if teams else seat,
            rated=True,
            finished_at=at or 1000 * DAY * number,
        )
        for seat, (user, place) in enumerate(seats)
    ]


def _equals(found: Rating, mu: float, sigma: float) -> bool:
    return (found.mu, found.sigma) == (mu, sigma)


def test_a_tournament_of_single_players_has_the_numbers_of_openskill() -> None:
    """Compare with a recorded tournament, in which every pair of four plays, rated by openskill alone."""
    model = PlackettLuce()
    theirs = {user: model.rating() for user in (1, 2, 3, 4)}
    rows = []
    games = [(1, 2), (3, 4), (1, 3), (4, 2), (1, 4), (3, 2)]  # the winner first
    for number, (winner, loser) in enumerate(games, 1):
        [[theirs[winner]], [theirs[loser]]] = model.rate([[theirs[winner]], [theirs[loser]]], ranks=[1, 2])
        rows += a_match(number, (winner, 1), (loser, 2))
    found = compute_ratings(rows)
    for user, rating in theirs.items():
        assert _equals(found.find(user, "docker"), rating.mu, rating.sigma)
        assert _equals(found.find(user), rating.mu, rating.sigma)
        assert found.find(user).matches == 3
    numbers = [found.find(user).number for user in (1, 3, 4, 2)]
    assert numbers == sorted(numbers, reverse=True)


def test_the_published_numbers_of_openskill_for_a_win() -> None:
    """Use the example of openskill's manual: two newcomers, one wins."""
    found = compute_ratings(a_match(1, (1, 1), (2, 2)))
    assert found.find(1).mu == pytest.approx(27.635389493140497, abs=1e-12)
    assert found.find(2).mu == pytest.approx(22.364610506859503, abs=1e-12)
    assert found.find(1).sigma == found.find(2).sigma == pytest.approx(8.06590141354368, abs=1e-12)
    assert (found.find(1).number, found.find(1).margin, found.find(1).provisional) == (1563, 387, True)
    assert Rating().number == 1500


def test_partners_are_rated_as_teams() -> None:
    model = PlackettLuce()
    theirs = {user: model.rating() for user in (1, 2, 3, 4)}
    rows = []
    for number, (one, other) in enumerate((((1, 3), (2, 4)), ((1, 2), (3, 4)), ((1, 4), (2, 3))), 1):
        won, lost = model.rate([[theirs[user] for user in one], [theirs[user] for user in other]], ranks=[1, 2])
        theirs |= dict(zip((*one, *other), (*won, *lost), strict=True))
        seats = ((one[0], 1), (other[0], 2), (one[1], 1), (other[1], 2))
        rows += a_match(number, *seats, teams=(0, 1, 0, 1))
    found = compute_ratings(rows)
    for user, rating in theirs.items():
        assert _equals(found.find(user, "docker"), rating.mu, rating.sigma)


def test_ties_are_ties() -> None:
    model = PlackettLuce()
    teams = model.rate([[model.rating()], [model.rating()], [model.rating()]], ranks=[1, 2, 2])
    found = compute_ratings(a_match(1, (1, 1), (2, 2), (3, 2)))
    for user, [rating] in zip((1, 2, 3), teams, strict=True):
        assert _equals(found.find(user), rating.mu, rating.sigma)
    assert found.find(2) == found.find(3)


def test_a_recorded_tournament_with_ties_has_the_numbers_of_openskill() -> None:
    """Three rounds of teams and single players, every kind of tie among them, rated by openskill alone."""
    tournament: tuple[tuple[tuple[tuple[int, ...], int], ...], ...] = (  # for each match: teams with their places
        (((1,), 1), ((2,), 1)),
        (((1, 3), 1), ((2, 4), 1)),
        (((1,), 1), ((2,), 2), ((3,), 2), ((4,), 4)),
        (((1, 4), 2), ((2, 3), 1)),
        (((4,), 1), ((3,), 1), ((2,), 1), ((1,), 1)),
        (((3,), 1), ((1,), 1), ((4,), 3)),
    )
    model = PlackettLuce()
    theirs = {user: model.rating() for user in (1, 2, 3, 4)}
    rows: list[ResultRow] = []
    for number, teams in enumerate(tournament, 1):
        rated = model.rate([[theirs[user] for user in team] for team, _ in teams], ranks=[place for _, place in teams])
        for (team, _), after in zip(teams, rated, strict=True):
            theirs |= dict(zip(team, after, strict=True))
        order = [(user, place, at) for at, (team, place) in enumerate(teams) for user in team]
        seats = [(user, place) for user, place, _ in order]
        first = [next(seat for seat, each in enumerate(order) if each[2] == at) for _, _, at in order]
        rows += a_match(number, *seats, teams=tuple(first))
    found = compute_ratings(rows)
    for user, rating in theirs.items():
        assert _equals(found.find(user, "docker"), rating.mu, rating.sigma)
        assert _equals(found.find(user), rating.mu, rating.sigma)
    assert len({rating.mu for rating in theirs.values()}) == 4


def test_a_win_against_a_stronger_computer_player_counts_more() -> None:
    levels: tuple[Level, ...] = ("easy", "normal", "strong")
    gains, losses = [], []
    for level in levels:
        won, lost = a_match(1, (1, 1), (None, 2)), a_match(1, (1, 2), (None, 1))
        gains.append(compute_ratings(with_level(won, level)).find(1).number)
        losses.append(compute_ratings(with_level(lost, level)).find(1).number)
    assert 1500 < gains[0] < gains[1] < gains[2]
    assert losses[0] < losses[1] < losses[2] < 1500


def with_level(rows: list[ResultRow], level: Level) -> list[ResultRow]:
    return [structs.replace(row, level=level) if row.user_id is None else row for row in rows]


def test_computer_players_never_change_and_former_players_are_newcomers() -> None:
    found = compute_ratings([*a_match(1, (1, 1), (None, 2)), *a_match(2, (1, 2), (0, 1))])
    assert {user for _, _, user in found.current} == {1}
    assert found.find(1).matches == 2


def test_the_seat_of_a_stand_in_does_not_gain_but_loses() -> None:
    for place, gains in ((1, False), (2, True)):
        rows = a_match(1, (1, place), (2, 3 - place))
        rows[0] = structs.replace(rows[0], plies=10, own_plies=4)
        found = compute_ratings(rows)
        assert (found.find(1).mu < MU) is gains
        assert (found.find(1) == Rating()) is not gains
        assert found.find(2).matches == 1, "the match counts for the opponent"
    rows = a_match(1, (1, 1), (2, 2))
    rows[0] = structs.replace(rows[0], resigned=True)
    assert compute_ratings(rows).find(1) == Rating(), "a player who resigns cannot gain either"


def test_a_pair_that_meets_all_the_time_gains_less_and_less() -> None:
    """Count the tenth match within a month half. A month later, or against others, matches count in full."""
    rows = [row for number in range(1, 11) for row in a_match(number, (1, 1), (2, 2), at=DAY * number)]
    full = PlackettLuce()
    for number in range(1, 11):
        before, after = (compute_ratings(rows[: 2 * count]) for count in (number - 1, number))
        sides = [[full.rating(mu=side.mu, sigma=side.sigma)] for side in (before.find(1), before.find(2))]
        [[mine], _] = full.rate(sides, ranks=[1, 2])
        share = (after.find(1).mu - before.find(1).mu) / (mine.mu - before.find(1).mu)
        assert share == pytest.approx(min(1.0, 5 / number), abs=1e-6)
    found = compute_ratings(rows)
    assert found._weigh(a_match(11, (1, 1), (2, 2), at=DAY * 11)) == {1: 5 / 11, 2: 5 / 11}
    assert found._weigh(a_match(11, (1, 1), (2, 2), at=DAY * 41)) == {1: 1.0, 2: 1.0}
    assert found._weigh(a_match(11, (1, 1), (3, 2), at=DAY * 11)) == {1: 1.0, 3: 1.0}


def test_nobody_plays_against_themselves() -> None:
    assert compute_ratings(a_match(1, (1, 1), (1, 2))).current == {}
    assert compute_ratings(a_match(1, (None, 1), (None, 2))).current == {}


def test_servers_and_games_have_ratings_of_their_own() -> None:
    rows = a_match(1, (1, 1), (2, 2))
    rows += [structs.replace(row, game="aquaretto", guild_id=9) for row in a_match(2, (2, 1), (1, 2))]
    found = compute_ratings(rows)
    assert found.find(1, "docker", guild_id=70).number > 1500 > found.find(1, "aquaretto", guild_id=9).number
    assert found.find(1, "aquaretto", guild_id=70) == Rating()
    assert found.find(1).matches == 2
    assert found.curves["docker", 1] == [found.find(1, "docker").number]
    assert len(found.curves["", 1]) == 2


def _a_season(seed: int, count: int) -> list[ResultRow]:
    chance = random.Random(seed)
    rows: list[ResultRow] = []
    for number in range(1, count + 1):
        people = chance.sample([*range(1, 40), None, 0], 3)
        rows += a_match(number, *((user, chance.randint(1, 3)) for user in people), at=3600.0 * number)
    return rows


def test_computed_at_once_or_match_by_match_the_numbers_are_the_same() -> None:
    rows = _a_season(1, 300)
    whole = compute_ratings(rows)
    step = Ratings()
    for begin, end in pairwise([*range(0, len(rows), 3), len(rows)]):
        step.add(rows[begin:end])
    assert step == whole
    assert whole.last == (rows[-1].finished_at, rows[-1].match_id)


async def test_in_a_worker_the_numbers_are_the_same() -> None:
    rows = _a_season(2, 200)
    worker = Worker(time_limit=60)
    try:
        assert await worker.call(compute_ratings, rows) == compute_ratings(rows)
    finally:
        await worker.stop()


def test_the_stakes_equal_the_later_changes() -> None:
    ratings = compute_ratings(_a_season(3, 100))
    rows = a_match(500, (1, 1), (2, 2), at=3600.0 * 200)
    stakes = ratings.stakes(rows)
    before = {user: ratings.find(user, "docker").number for user in (1, 2)}
    ratings.add(rows)
    assert ratings.find(1, "docker").number - before[1] == stakes[1].first > 0
    assert ratings.find(2, "docker").number - before[2] == stakes[2].last < 0


async def test_the_book_follows_the_results_and_their_corrections(at: House) -> None:
    book = RatingBook(at.referee)
    assert (await book.read()).current == {}
    match = await at.running("docker", ANNA, BEN)
    await at.store.transaction(lambda tx: tx.put_results(90, a_match(90, (ANNA, 1), (BEN, 2), at=50.0)))
    first = (await book.read()).find(ANNA, "docker")
    assert first.mu > MU
    await at.store.transaction(lambda tx: tx.put_results(91, a_match(91, (CHIARA, 1), (DANA, 2), at=40.0)))
    assert (await book.read()).last == (50.0, 90), "an earlier match was added: all are computed again"
    assert (await book.read()).find(CHIARA).mu > MU
    await at.store.transaction(lambda tx: tx.put_results(90, a_match(90, (ANNA, 2), (BEN, 1), at=50.0)))
    assert (await book.read()).find(ANNA, "docker").mu < MU
    await at.do(match, resign, BEN, now=at.now)
    assert (await book.read()).find(ANNA, "docker").matches == 1, "an unrated match changes nothing"
