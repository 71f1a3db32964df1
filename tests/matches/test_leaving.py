"""Test resigning: the other player wins, or a stand-in continues."""

from __future__ import annotations

from matches.errors import Stale
from matches.lobby import lobby
from matches.play import resign
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, read_refusal


async def test_in_a_match_of_two_the_other_wins(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    done = await at.do(match, resign, BEN, now=at.now + 9)
    assert done.match.phase == "finished"
    assert done.match.ended_at == at.now + 9
    assert done.match.outcome is not None
    assert done.match.outcome.ranking == ((0,), (1,))
    assert dict(done.match.decisions) == {}
    assert done.outbox_id is not None
    assert [(row.kind, row.seat, row.user_id) for row in await at.log(match)][1:] == [("resign", 1, BEN)]
    assert await at.reread(match) == done.match
    await read_refusal(at.do(match, resign, ANNA, now=at.now), Stale)


async def test_in_a_match_of_three_a_stand_in_continues(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    done = await at.do(match, resign, ANNA, now=at.now)
    assert done.match.phase == "running"
    assert done.match.waits_for_machine == 1
    assert done.outbox_id is None, "the stand-in moves before anybody is asked to look"
    done = await at.machines.run(done)
    assert done.match.waits_for_machine == 0
    assert done.outbox_id is not None
    assert {holder.user_id for holder in done.match.awaited} <= {BEN, CHIARA}
    await read_refusal(at.do(match, resign, ANNA, now=at.now))
    rows = await at.log(match)
    assert rows[1].kind == "resign"
    assert all(row.made_by == "stand_in" and row.seat == 0 for row in rows[2:])


async def test_resigning_while_another_is_to_move_shows_a_board(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    waiting = next(holder for holder in match.seats if holder.seat not in match.to_act)
    assert waiting.user_id is not None
    done = await at.do(match, resign, waiting.user_id, now=at.now)
    assert done.match.waits_for_machine == 0
    assert done.outbox_id is not None


async def test_the_last_one_has_won(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    await at.do(match, resign, ANNA, now=at.now)
    done = await at.do(match, resign, CHIARA, now=at.now)
    assert done.match.outcome is not None
    assert done.match.outcome.ranking == ((1,), (0, 2))


async def test_a_computer_player_does_not_share_the_victory(at: House) -> None:
    match = await at.open("docker", 3)
    await at.do(match, lobby.add_computer, ANNA, now=at.now)
    done = await at.do(match, lobby.join, BEN, now=at.now)
    done = await at.do(done.match, resign, ANNA, now=at.now)
    assert done.match.outcome is not None
    assert done.match.outcome.ranking == ((2,), (1,), (0,))


async def test_resigning_against_a_computer_player_loses(at: House) -> None:
    match = await at.open("docker", 2)
    done = await at.do(match, lobby.add_computer, ANNA, now=at.now)
    done = await at.do(done.match, resign, ANNA, now=at.now)
    assert done.match.outcome is not None
    assert done.match.outcome.ranking == ((1,), (0,))


async def test_some_people_cannot_resign(at: House) -> None:
    match = await at.open("docker", 2)
    await read_refusal(at.do(match, resign, ANNA, now=at.now))
    done = await at.do(match, lobby.join, BEN, now=at.now)
    assert "no seat" in await read_refusal(at.do(done.match, resign, DANA, now=at.now))


async def test_a_stand_in_finishes_the_exchange_of_a_resigned_seat(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, CHIARA)
    await at.referee.keep_draft(match, 1, ["give/c"])
    done = await at.machines.run(await at.do(match, resign, BEN, now=at.now))
    assert done.match.state.given[1] != ""
    assert {holder.user_id for holder in done.match.awaited} == {ANNA, CHIARA}
    assert done.match.decisions[0] == done.match.decisions[2] == 0, "the buttons of the others stay valid"
    assert 1 not in await at.store.transaction(lambda tx: tx.read_drafts(match.id))
