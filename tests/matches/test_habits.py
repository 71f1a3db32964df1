"""Test the habits that people see before they join: they are shown after five matches with a similar pace."""

from __future__ import annotations

import json

from data import ResultRow, Transaction
from matches.lobby import invitations, lobby
from matches.results.habits import Habits, make_entries, measure_habits, read_habits
from tests.support.matches.house import ANNA, BEN, CHIARA, House, read_refusal
from tests.support.matches.rows import a_result


def _rows(count: int, **changes: object) -> list[ResultRow]:
    return [a_result(match_id=number, finished_at=float(number), **changes) for number in range(1, count + 1)]


def test_four_matches_are_too_few() -> None:
    assert measure_habits(_rows(4)) is None
    assert measure_habits(_rows(5)) == Habits(5, 1.0, 60)


def test_people_who_resign_or_have_a_stand_in_have_not_finished() -> None:
    rows = [*_rows(3), *_rows(1, resigned=True), *_rows(1, plies=9, own_plies=4, replies="[]")]
    assert measure_habits(rows) == Habits(5, 3 / 5, 60)
    assert measure_habits(_rows(5, replies="[]")) == Habits(5, 1.0, None)
    assert measure_habits([*_rows(4, replies="[10, 20]"), *_rows(1, replies=json.dumps([500] * 9))]) == Habits(
        5, 1.0, 500
    )


async def test_only_matches_of_like_pace_count(at: House) -> None:
    def write(tx: Transaction) -> None:
        for row in _rows(6, user_id=ANNA, pace="live", replies="[5]"):
            tx.put_results(row.match_id, [row])
        for number in range(10, 15):
            tx.put_results(number, [a_result(match_id=number, user_id=ANNA, pace="daily", finished_at=float(number))])

    await at.store.transaction(write)
    lobbies = {pace: await at.open("docker", pace=pace, channel=len(pace)) for pace in ("live", "relaxed")}
    assert await read_habits(at.referee, lobbies["live"]) == {ANNA: Habits(6, 1.0, 5)}
    assert await read_habits(at.referee, lobbies["relaxed"]) == {ANNA: Habits(5, 1.0, 60)}


async def test_only_a_lobby_without_other_people_can_become_rated_or_unrated(at: House) -> None:
    match = await at.open("docker", 3)
    match = (await at.do(match, invitations.change_settings, ANNA, rated=True)).match
    assert match.rated
    assert (await at.reread(match)).rated
    match = (await at.do(match, lobby.join, BEN, now=at.now)).match
    await read_refusal(at.do(match, invitations.change_settings, ANNA, rated=False))
    entries = make_entries(match, now=at.now)
    assert [(row.user_id, row.team, row.rated) for row in entries] == [(ANNA, 0, 1), (BEN, 1, 1)]


async def test_partners_are_one_team_in_the_stakes(at: House) -> None:
    match = await at.open("dog_royal", 4)
    for who in (BEN, CHIARA):
        match = (await at.do(match, lobby.join, who, now=at.now)).match
    assert [row.team for row in make_entries(match, now=at.now)] == [0, 1, 0]
