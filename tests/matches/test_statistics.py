"""Test records, head to head, the hall of fame, and the parts of them that others may see."""

from __future__ import annotations

from msgspec import structs

from data import DIRECT, ResultRow
from matches.clocks.pace import DAY
from matches.results.ratings import compute_ratings
from matches.results.statistics import HeadToHead, Meeting, Tally, compare, list_best, make_tally, select_visible
from tests.support.matches.rows import a_result

ANNA, BEN, CHIARA, DANA = 1, 2, 3, 4


def a_match(number: int, *seats: tuple[int | None, int, int], **changes: object) -> list[ResultRow]:
    """Make a match of people with their places and teams."""
    return [
        a_result(match_id=number, seat=seat, user_id=user, place=place, team=team, finished_at=float(number), **changes)
        for seat, (user, place, team) in enumerate(seats)
    ]


def test_a_record_counts_streaks_seats_and_partners() -> None:
    rows: list[ResultRow] = []
    for number, place in enumerate((1, 1, 2, 1, 1, 1), 1):
        rows += a_match(number, (BEN, 3 - place, 0), (ANNA, place, 1), (DANA, 3 - place, 0), (CHIARA, place, 1))
    rows += a_match(7, (ANNA, 1, 0), (DANA, 2, 1), (BEN, 1, 0), (None, 2, 1))
    assert make_tally(rows, ANNA, own=True) == Tally(
        matches=7, won=6, streak=4, longest=4, seat=1, partner=CHIARA, partner_matches=6, reply=60, finished=1.0
    )
    seen = make_tally(rows, ANNA, own=False)
    assert (seen.partner, seen.partner_matches, seen.reply, seen.finished) == (None, 0, None, None)
    assert (seen.matches, seen.longest) == (7, 4)
    lost = make_tally([*rows, *a_match(8, (ANNA, 2, 0), (BEN, 1, 1))], ANNA, own=True)
    assert (lost.streak, lost.longest) == (0, 4)
    assert make_tally([], ANNA, own=True) == Tally()


def test_a_former_partner_is_nobodys_favourite() -> None:
    rows = a_match(1, (ANNA, 1, 0), (BEN, 2, 1), (0, 1, 0), (None, 2, 1))
    assert make_tally(rows, ANNA, own=True).partner is None


def test_matches_are_counted_against_each_computer_player() -> None:
    """A partner, a namesake in another match, and another person's seat do not count."""
    rows = [
        *a_match(1, (ANNA, 2, 0), (None, 1, 1)),
        *a_match(2, (ANNA, 2, 0), (None, 1, 1), (None, 3, 2)),
        *a_match(3, (ANNA, 1, 0), (None, 2, 1), (None, 1, 0), (BEN, 2, 1)),
        *a_match(4, (ANNA, 1, 0), (None, 1, 1)),
        *a_match(5, (ANNA, 2, 0), (None, 1, 1)),
    ]
    rivals = {(1, 1): "Gale", (2, 1): "Gale", (2, 2): "Pip", (3, 1): "Pip", (3, 2): "Fay", (4, 1): "Dot"}
    met = make_tally(rows, ANNA, own=True, rivals=rivals).met
    assert met == (Meeting("Gale", 0, 2), Meeting("Dot", 0, 0), Meeting("Pip", 2, 0))
    assert make_tally(rows, ANNA, own=False, rivals=rivals).met == ()


def test_badges_are_earned_by_play() -> None:
    """Each badge needs exactly its own feat; many quick wins earn none."""

    def earn(*matches: list[ResultRow]) -> tuple[str, ...]:
        return make_tally([row for rows in matches for row in rows], ANNA, own=True).badges

    many = [a_match(number, (ANNA, 1, 0), (BEN, 2, 1), pace="live", replies="[1]") for number in range(1, 200)]
    assert earn(*many) == ()
    games = ("docker", "dog_royal", "aquaretto", "riff_raff")
    each = [a_match(number, (ANNA, 1, 0), (BEN, 2, 1), game=game) for number, game in enumerate(games, 1)]
    assert earn(*each) == ("all_hands",)
    assert earn(*each[1:]) == ()
    assert earn(*each[1:], a_match(9, (ANNA, 2, 0), (BEN, 1, 1))) == (), "a match of each game must be won"
    assert earn(a_match(1, (ANNA, 1, 0), (None, 2, 1), level="strong")) == ("strong_wind",)
    assert earn(a_match(1, (ANNA, 2, 0), (None, 1, 1), level="strong")) == ()
    assert earn(a_match(1, (ANNA, 1, 0), (None, 2, 1), level="normal")) == ()
    teams = [a_match(user, (ANNA, 1, 0), (9, 2, 1), (user, 1, 0), (9, 2, 1)) for user in (BEN, CHIARA, DANA)]
    assert earn(*teams) == ("good_company",)
    assert earn(*teams[1:], a_match(8, (ANNA, 1, 0), (9, 2, 1), (0, 1, 0), (9, 2, 1))) == ()
    month = [
        structs.replace(row, started_at=0.0, finished_at=30 * DAY) for row in a_match(1, (ANNA, 2, 0), (BEN, 1, 1))
    ]
    assert earn(month) == ("long_voyage",)
    assert earn([structs.replace(row, resigned=True) for row in month]) == (), "a resigned match earns nothing"
    assert earn(a_match(1, (ANNA, 2, 0), (BEN, 1, 1), stepped_in=True)) == ("relief",)


def test_head_to_head_counts_the_matches_of_two_people() -> None:
    rows = [
        *a_match(1, (ANNA, 1, 0), (BEN, 2, 1)),
        *a_match(2, (ANNA, 3, 0), (BEN, 2, 1), (CHIARA, 1, 2)),
        *a_match(3, (ANNA, 2, 0), (BEN, 2, 1), (CHIARA, 1, 2)),
        *a_match(4, (ANNA, 1, 0), (CHIARA, 2, 1), (BEN, 1, 0), (DANA, 2, 1)),
        *a_match(5, (ANNA, 1, 0), (CHIARA, 2, 1)),
    ]
    assert compare(rows, ANNA, BEN) == HeadToHead(mine=1, theirs=1, level=1, together=1)
    assert compare(rows, BEN, CHIARA) == HeadToHead(mine=1, theirs=2, level=0, together=0)


def test_results_in_other_servers_are_hidden_from_others() -> None:
    rows = [
        *a_match(1, (ANNA, 1, 0), (BEN, 2, 1)),
        *a_match(2, (ANNA, 1, 0), (BEN, 2, 1), guild_id=99),
        *a_match(3, (ANNA, 1, 0), (BEN, 2, 1), game="aquaretto"),
    ]

    def list_seen(viewer: int, game: str | None = None) -> set[int]:
        return {row.match_id for row in select_visible(rows, viewer=viewer, subject=ANNA, guild_id=70, game=game)}

    assert list_seen(ANNA) == {1, 2, 3}
    assert list_seen(BEN) == {1, 3}, "matches in other servers stay hidden from their players"
    assert list_seen(BEN, "aquaretto") == {3}
    assert list_seen(ANNA, "docker") == {1, 2}


def test_nobody_else_sees_matches_in_direct_messages() -> None:
    rows = a_match(1, (ANNA, 1, 0), (None, 2, 1), guild_id=DIRECT)
    assert select_visible(rows, viewer=ANNA, subject=ANNA, guild_id=DIRECT) == rows
    for guild_id in (DIRECT, 70):
        assert select_visible(rows, viewer=BEN, subject=ANNA, guild_id=guild_id) == []


def test_the_hall_of_fame_ranks_provisional_ratings_last() -> None:
    rows: list[ResultRow] = []
    for number in range(1, 60):
        rows += a_match(number, (ANNA, 1, 0), (10 + number, 2, 1), rated=True)
    rows += a_match(90, (CHIARA, 1, 0), (ANNA, 2, 1), rated=True)
    rows += a_match(91, (DANA, 1, 0), (ANNA, 2, 1), rated=True, guild_id=99)
    ratings = compute_ratings(rows)
    best = list_best(ratings, "docker", guild_id=70, limit=3)
    assert [user for user, _ in best][:2] == [ANNA, CHIARA]
    assert [rating.provisional for _, rating in best] == [False, True, True]
    assert [user for user, _ in list_best(ratings, "docker", guild_id=99, limit=9)] == [DANA, ANNA]
    assert list_best(ratings, "aquaretto", guild_id=70, limit=3) == []
