"""Test the results of finished matches: written with the end, corrected, filled in later, forgotten."""

from __future__ import annotations

import json

from msgspec import structs

from data import FORMER, LogRow, ResultRow, Transaction
from games.core import Outcome
from matches.lobby import lobby
from matches.match import Match
from matches.people import privacy
from matches.play import resign
from matches.results.filling import fill_in_results
from matches.results.writing import make_results, write_results
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House


async def _results(at: House, match: Match) -> tuple[ResultRow, ...]:
    return await at.store.transaction(lambda tx: tx.read_results(match.id))


async def test_an_end_writes_one_row_per_seat(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    assert await _results(at, match) == ()
    for number in range(300):
        at.now += 60
        if (match := await at.referee.match(match.id)).phase != "running":
            break
        await at.play_any_turn(match, choose=number)
    rows = await _results(at, match)
    assert match.phase == "finished"
    assert match.outcome is not None
    assert [row.seat for row in rows] == [0, 1]
    assert {row.seat for row in rows if row.place == 1} == set(match.outcome.winners)
    for row in rows:
        assert (row.user_id, row.game, row.pace, row.rated) == (ANNA + row.seat, "docker", "relaxed", 0)
        assert (row.resigned, row.ending) == (0, "played")
        assert row.plies == row.own_plies > 0
        assert set(json.loads(row.replies)) == {60}
        assert row.finished_at == match.ended_at
        assert row.guild_id == match.guild_id
        assert json.loads(row.feats)["covered"] > 0


async def test_partners_share_a_team_and_a_place(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN, CHIARA, DANA)
    for who in (BEN, CHIARA, DANA):
        match = (await at.do(match, resign, who, now=at.now)).match
    rows = await _results(at, match)
    assert [(row.team, row.place, row.resigned) for row in rows] == [(0, 1, 0), (1, 2, 1), (0, 1, 1), (1, 2, 1)]
    assert {row.ending for row in rows} == {"resigned"}


def _reply(seq: int, seat: int | None, at: float, *, kind: str = "ply", by: str = "person", to: int = 0) -> LogRow:
    user = None if seat is None or by in ("computer", "nature") else ANNA + seat
    return LogRow(seq, kind, seat, "", "[]", None, to or None, user, at, by)  # type: ignore[arg-type]


async def test_replies_and_the_share_of_a_stand_in(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    match = structs.replace(match, phase="finished", ended_at=9.0, outcome=Outcome(((1,), (0,)), (3, 7)))
    log = [
        _reply(0, None, 0, kind="start"),
        _reply(1, 0, 10),
        _reply(2, 0, 15),  # no reply: the turn goes on
        _reply(3, 1, 45, by="stand_in"),
        _reply(4, 0, 50),
        _reply(5, 0, 52, kind="undo", to=3),
        _reply(6, 0, 60),
        _reply(7, 1, 160),
        _reply(8, 0, 165, by="auto"),
    ]
    first, second = make_results(match, log)
    assert (first.place, first.score, second.place, second.score) == (2, 3, 1, 7)
    assert (first.plies, first.own_plies, json.loads(first.replies)) == (4, 4, [10, 5, 8])
    assert (second.plies, second.own_plies, json.loads(second.replies)) == (2, 1, [100])


async def test_a_computer_player_keeps_its_level(at: House) -> None:
    match = await at.open("docker", 2)
    await at.do(match, lobby.add_computer, ANNA, level="strong", now=at.now)
    ended = (await at.do(match, resign, ANNA, now=at.now)).match
    assert [(row.user_id, row.level) for row in await _results(at, ended)] == [(ANNA, "normal"), (None, "strong")]


async def test_a_tie_shares_the_place(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    ended = structs.replace(match, phase="finished", ended_at=9.0)
    for ranking, places in (((2,), (0, 1)), [2, 2, 1]), (((0, 1), (2,)), [1, 1, 3]):
        made = make_results(structs.replace(ended, outcome=Outcome(ranking)), [])
        assert [each.place for each in made] == places


async def test_undoing_the_end_removes_the_results(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    ended = (await at.do(match, resign, BEN, now=at.now)).match
    assert len(await _results(at, ended)) == 2
    epoch = await at.store.transaction(lambda tx: tx.read_results_epoch())
    await at.store.transaction(lambda tx: write_results(tx, ended, match))
    assert await _results(at, ended) == ()
    assert await at.store.transaction(lambda tx: tx.read_results_epoch()) == epoch + 1
    corrected = structs.replace(ended, outcome=Outcome(((1,), (0,))))
    await at.store.transaction(lambda tx: write_results(tx, ended, corrected))
    assert [row.place for row in await _results(at, ended)] == [2, 1]


async def test_old_matches_get_their_results_once(at: House) -> None:
    made = []
    for channel in range(25):  # more than fit into one transaction
        match = await at.running("docker", ANNA, BEN, channel=100 + channel)
        made.append((await at.do(match, resign, BEN, now=at.now)).match)
    before = [await _results(at, match) for match in made]

    def lose(tx: Transaction) -> None:
        for match in made:
            tx.put_results(match.id, ())

    await at.store.transaction(lose)
    assert await fill_in_results(at.referee) == 25
    assert [await _results(at, match) for match in made] == before
    await at.store.transaction(lambda tx: tx._db.execute("UPDATE results SET feats = '' WHERE match_id % 5 = 0"))
    assert await fill_in_results(at.referee) == 5, "an earlier version has not counted feats"
    assert [await _results(at, match) for match in made] == before
    assert await fill_in_results(at.referee) == 0


async def test_a_forgotten_player_leaves_only_the_place(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    for number in range(6):
        await at.play_any_turn(match, choose=number)
    await at.do(match, resign, BEN, now=at.now)
    before = (await _results(at, match))[0]
    assert before.replies != "[]"
    assert before.own_plies > 0
    epoch = await at.store.transaction(lambda tx: tx.read_results_epoch())
    await privacy.forget(at.referee, ANNA)
    anna, ben = await _results(at, match)
    assert (anna.user_id, anna.place, anna.plies, anna.own_plies, anna.replies) == (0, 1, 0, 0, "[]")
    assert anna.feats == "{}"
    assert ben.user_id == BEN
    assert await at.store.transaction(lambda tx: tx.read_results_epoch()) > epoch


def _blank(row: ResultRow) -> tuple[int | None, int, int, str, str]:
    return row.user_id, row.plies, row.own_plies, row.replies, row.feats


async def test_a_forgotten_player_stays_forgotten_when_rows_are_recomputed(at: House) -> None:
    """After the deletion, rows are made for an old match without feats and for an end that had been undone."""
    match = await at.running("docker", ANNA, BEN)
    for number in range(6):
        at.now += 60
        await at.play_any_turn(match, choose=number)
    await at.do(match, resign, BEN, now=at.now)
    await at.store.transaction(lambda tx: tx._db.execute("UPDATE results SET feats = ''"))
    await privacy.forget(at.referee, ANNA)
    assert await fill_in_results(at.referee) == 1, "Ben's row is recomputed"
    anna, ben = await _results(at, match)
    assert _blank(anna) == (FORMER, 0, 0, "[]", "{}")
    assert ben.plies > 0
    assert json.loads(ben.feats)

    ended = await at.reread(match)
    running = structs.replace(ended, phase="running")
    await at.store.transaction(lambda tx: write_results(tx, ended, running))
    assert await _results(at, match) == ()
    await at.store.transaction(lambda tx: write_results(tx, running, ended))
    assert await _results(at, match) == (anna, ben)


async def test_a_match_that_goes_on_without_a_forgotten_player_tells_nothing_about_them(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    for number in range(6):
        at.now += 60
        await at.play_any_turn(match, choose=number)
    await privacy.forget(at.referee, ANNA)
    assert (await at.referee.match(match.id)).phase == "running"
    await at.do(match, resign, BEN, now=at.now)
    anna, *others = await _results(at, match)
    assert _blank(anna) == (FORMER, 0, 0, "[]", "{}")
    assert all(row.plies > 0 for row in others)


async def test_a_copy_of_ones_data_has_the_results(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    await at.do(match, resign, BEN, now=at.now)
    found = json.loads(await privacy.export(at.referee, BEN))
    assert [(row["match_id"], row["seat"], row["place"]) for row in found["results"]] == [(match.id, 1, 2)]
