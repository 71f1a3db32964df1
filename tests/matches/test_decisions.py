"""Test decisions: their seats, how long their buttons are valid, drafts, and log rows."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from client.turn.panel import add_forced
from data import Transaction
from games.core import IllegalMove
from matches import play
from matches.errors import Stale, UserError
from matches.lobby import lobby
from matches.match import Match, open_decisions
from matches.play import fold_draft
from tests.support.matches.house import ANNA, BEN, CHIARA, House, a_turn, read_refusal, secret_where
from tests.toy.game import Options as ToyOptions

TURNS = ToyOptions(turns=2, swap=False)


def holds(card: str, *, seat: int = 0) -> Any:
    return lambda state: card in state.hands[seat]


def give(match: Match, seat: int, which: int = 0) -> str:
    return str(match.game.legal_moves(match.state, seat)[which].code)


async def exchange(at: House) -> Match:
    """Start a match of three people about to swap cards; each has at least two kinds."""
    secret = secret_where("toy", 3, lambda state: all(len(set(hand)) > 1 for hand in state.hands))
    return await at.running("toy", ANNA, BEN, CHIARA, secret=secret)


# Simultaneous choices


async def test_a_simultaneous_choice_keeps_the_buttons_of_others_fresh(at: House) -> None:
    match = await exchange(at)
    assert dict(match.decisions) == {0: 0, 1: 0, 2: 0}
    done = await at.play(match, 1, give(match, 1))
    assert dict(done.match.decisions) == {0: 0, 1: 1, 2: 0}, "after acting I have a new decision: whether to revise"
    done = await at.play(match, 0, give(match, 0), decision=0)
    assert dict(done.match.decisions) == {0: 2, 1: 1, 2: 0}


async def test_my_own_button_is_stale_once_i_have_acted(at: House) -> None:
    match = await exchange(at)
    await at.play(match, 1, give(match, 1))
    said = await read_refusal(at.play(match, 1, give(match, 1, 1), decision=0), Stale)
    assert "changed" in said
    assert len(await at.log(match)) == 2


async def test_a_choice_can_be_revised_until_the_last_one_is_made(at: House) -> None:
    match = await exchange(at)
    await at.play(match, 0, give(match, 0))
    done = await at.play(match, 0, give(match, 0, 1))
    assert done.match.state.given[0] == give(match, 0, 1).removeprefix("give/")
    assert done.match.decisions[0] == 2
    await at.play(match, 1, give(match, 1))
    revise = (await at.reread(match)).decisions
    done = await at.play(match, 2, give(match, 2))
    assert done.match.state.given == ()
    assert dict(done.match.decisions) == {0: 4}, "a new decision, of the first seat alone"
    for seat in (0, 1):
        await read_refusal(at.play(match, seat, give(match, seat), decision=revise[seat]), Stale)


async def test_a_choice_stays_once_it_was_changed_very_often(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_REVISIONS", 3)
    match = await exchange(at)
    for which in (0, 1, 0):
        await at.play(match, 0, give(match, 0, which))
    assert "stays as it is" in await read_refusal(at.play(match, 0, give(match, 0, 1)))
    assert (await at.reread(match)).state.given[0] == give(match, 0).removeprefix("give/")
    for seat in (1, 2):
        await at.play(match, seat, give(match, seat))
    assert (await at.reread(match)).state.given == ()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
async def test_everybody_may_choose_at_the_same_instant(at: House, order: tuple[int, ...]) -> None:
    match = await exchange(at)
    await asyncio.gather(*(at.play(match, seat, give(match, seat), decision=0) for seat in order))
    done = await at.reread(match)
    assert done.seq == 3
    gifts = [give(match, seat).removeprefix("give/") for seat in range(3)]
    for seat in range(3):
        expected = list(match.state.hands[seat])
        expected.remove(gifts[seat])
        assert done.state.hands[seat] == tuple(sorted((*expected, gifts[seat - 1]))), (
            "the result does not depend on the order"
        )


async def test_no_board_is_owed_before_the_exchange_is_over(at: House) -> None:
    match = await exchange(at)
    for seat in (1, 0, 2):
        assert [board.seq for board in await at.list_unposted()] == [0]
        done = await at.play(match, seat, give(match, seat))
    assert [board.seq for board in await at.list_unposted()] == [0, 3]
    assert done.outbox_id is not None


class Rounds:
    """Seat 1 has chosen and may revise; seat 0's choice opens the next round, with the same codes for everybody."""

    def to_act(self, state: int) -> tuple[int, ...]:
        return (0,) if state % 2 else (0, 1)

    def may_revise(self, state: int) -> tuple[int, ...]:
        return (1,) if state % 2 else ()

    def legal_moves(self, *_: Any) -> list[Any]:
        return [type("InMemoryMatch", (), {"code": "local"})]


def test_a_new_round_is_a_new_decision_even_with_the_same_moves() -> None:
    assert open_decisions(Rounds(), 1, 2, {0: 1, 1: 1}, mover=0, seq=2) == {0: 2, 1: 2}  # type: ignore[arg-type]


# Who may decide, and what


async def test_buttons_of_somebody_else_are_refused(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS)
    turn = a_turn(match, 0)
    facts = {"seat": 0, "codes": turn, "decision": 0, "now": at.now}
    from matches.play import play

    assert "belong to" in await read_refusal(at.do(match, play, BEN, **facts))
    assert "belong to" in await read_refusal(at.do(match, play, CHIARA, **facts))
    await read_refusal(at.do(match, play, BEN, **{**facts, "seat": 1, "decision": -1}), Stale)
    assert await at.reread(match) == match


async def test_refused_codes_change_nothing(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS, secret=secret_where("toy", 2, holds("c"), TURNS))
    await read_refusal(at.play(match, 0))
    assert "not complete" in await read_refusal(at.play(match, 0, "card/c"))
    assert "cannot play nonsense" in await read_refusal(at.play(match, 0, "nonsense"), translated=False)
    await read_refusal(at.play(match, 0, "card/c", "on/9"), translated=False)
    await read_refusal(at.play(match, 0, "card/c", "on/1", "card/c"), translated=False)
    assert await at.reread(match) == match
    assert len(await at.log(match)) == 1


async def test_a_turn_of_two_plies_is_written_together(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS, secret=secret_where("toy", 2, holds("c"), TURNS))
    at.now += 60
    done = await at.play(match, 0, "card/c", "on/1")
    rows = (await at.log(match))[1:]
    assert [(row.seq, row.kind, row.seat, row.code, row.user_id, row.made_by) for row in rows] == [
        (1, "ply", 0, "card/c", ANNA, "person"),
        (2, "ply", 0, "on/1", ANNA, "person"),
    ]
    assert all(row.at == at.now and row.snapshot for row in rows)
    assert done.match.seq == done.match.head == 2
    assert dict(done.match.decisions) == {1: 2}
    assert [board.seq for board in await at.list_unposted()] == [0, 2]
    assert await at.reread(match) == done.match


async def test_before_and_after_the_game_nobody_plays(at: House) -> None:
    lobby_only = await at.open("toy", 2, options=TURNS)
    await read_refusal(at.play(lobby_only, 0, "card/c", decision=-1))
    await at.do(lobby_only, lobby.join, BEN, now=at.now)
    match = await at.reread(lobby_only)
    while match.phase == "running":
        done = await at.machines.run(await at.play_any_turn(match))
        match = done.match
    assert match.outcome is not None
    assert dict(match.decisions) == {}
    assert done.outbox_id is not None, "the result is shown"
    assert await at.reread(match) == match
    await read_refusal(at.play(match, 0, "card/c", "on/1", decision=0), Stale)


# Drafts


async def test_a_draft_survives_a_restart_and_goes_with_its_decision(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS, secret=secret_where("toy", 2, holds("c"), TURNS))
    assert await at.referee.draft(match, 0) == ()
    await at.referee.keep_draft(match, 0, ["card/c"])
    again = House(at.store)
    match = await again.referee.match(match.id)
    assert await again.referee.draft(match, 0) == ("card/c",)
    assert await again.referee.draft(match, 1) == ()
    done = await again.play(match, 0, "card/c", "on/0")
    assert 0 not in await again.store.transaction(lambda tx: tx.read_drafts(match.id))
    assert await again.referee.draft(done.match, 0) == ()


async def test_drafts_are_read_from_the_file_once(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    at.remember()
    match = await exchange(at)
    await at.referee.keep_draft(match, 0, [give(match, 0)])
    again = House(at.store)
    again.remember()
    for house in (at, again):
        assert await house.referee.draft(await house.referee.match(match.id), 0) == (give(match, 0),)
        with monkeypatch.context() as patched:
            patched.setattr(at.store, "transaction", None)
            assert await house.referee.draft(match, 0) == (give(match, 0),)
            assert await house.referee.draft(match, 1) == ()


async def test_cached_drafts_equal_those_in_the_file(at: House) -> None:
    """Compare with another referee, which reads the file after every change of a draft."""
    match = await exchange(at)

    async def check_same() -> None:
        current = await House(at.store).referee.match(match.id)
        for seat in (0, 1):
            kept = await House(at.store).referee.draft(current, seat)
            assert await at.referee.draft(await at.referee.match(match.id), seat) == kept

    await asyncio.gather(*(at.referee.keep_draft(match, seat, [give(match, seat)]) for seat in (0, 1)))
    await check_same()
    await at.referee.keep_draft(match, 0, [])
    await check_same()
    await at.play(match, 1, give(match, 1))
    await check_same()
    at.referee.forget((match.id,))
    await asyncio.gather(
        at.referee.draft(match, 0), at.referee.keep_draft(match, 0, [give(match, 0)]), at.referee.draft(match, 0)
    )
    await check_same()
    assert await at.referee.draft(match, 0) == (give(match, 0),)
    await at.machines.run(await at.play(match, 0, give(match, 0)))
    await check_same()


async def test_a_draft_that_was_not_stored_is_not_shown(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await exchange(at)
    assert await at.referee.draft(match, 0) == ()

    def full(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(Transaction, "put_draft", full)
        with pytest.raises(OSError, match="full"):
            await at.referee.keep_draft(match, 0, [give(match, 0)])
    assert await at.referee.draft(match, 0) == ()


async def test_cancelling_a_write_does_not_lose_a_draft(at: House) -> None:
    at.remember()
    match = await exchange(at)
    assert await at.referee.draft(match, 0) == ()
    keeping = asyncio.create_task(at.referee.keep_draft(match, 0, [give(match, 0)]))
    await asyncio.sleep(0)
    keeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await keeping
    assert await at.referee.draft(match, 0) == (give(match, 0),)


async def test_a_match_dropped_from_the_cache_during_a_change_is_read_again(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Delete a person's data during a change that was computed with it."""
    match = await exchange(at)
    await at.referee.keep_draft(match, 1, [give(match, 1)])
    write = at.referee._write

    def forget_and_write(*how: Any) -> Any:
        at.referee.forget((match.id,))
        return write(*how)

    with monkeypatch.context() as patched:
        patched.setattr(at.referee, "_write", forget_and_write)
        done = await at.play(match, 0, give(match, 0))
    assert match.id not in at.referee.cache
    assert (await at.referee.match(match.id)) == done.match
    assert await at.referee.draft(done.match, 1) == (give(match, 1),)


async def test_simultaneous_reads_share_one_match(at: House) -> None:
    at.remember()
    match = await exchange(at)
    at.referee.forget((match.id,))
    one, other = await asyncio.gather(at.referee.match(match.id), at.referee.match(match.id))
    assert one is other


async def test_a_draft_stored_too_late_is_refused(at: House) -> None:
    """Send a preview's click after Confirm."""
    match = await at.running("toy", ANNA, BEN, options=TURNS, secret=secret_where("toy", 2, holds("c"), TURNS))
    await at.play(match, 0, "card/c", "on/0")
    await read_refusal(at.referee.keep_draft(match, 0, ["card/c"]), Stale)
    done = await at.machines.run(await at.play_any_turn(match))
    assert 0 in done.match.decisions
    assert await at.referee.draft(done.match, 0) == ()


async def test_anothers_choice_leaves_my_draft(at: House) -> None:
    match = await exchange(at)
    await at.referee.keep_draft(match, 0, [give(match, 0)])
    done = await at.play(match, 1, give(match, 1))
    assert await at.referee.draft(done.match, 0) == (give(match, 0),)


async def test_a_draft_is_folded_once(at: House) -> None:
    match = await exchange(at)
    draft = [give(match, 0)]
    assert fold_draft(match, 0, draft) is fold_draft(match, 0, tuple(draft))
    assert fold_draft(match, 0, ()) != fold_draft(match, 0, draft)
    for _ in range(2):
        with pytest.raises(UserError):
            fold_draft(match, 0, ["nonsense"])
    done = await at.play(match, 1, give(match, 1))
    assert fold_draft(done.match, 0, draft) is not fold_draft(match, 0, draft), "a new position is folded again"


async def test_few_drafts_of_a_position_are_cached(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_FOLDS", 2)
    match = await at.running("aquaretto", ANNA, BEN)
    seat = match.awaited[0].seat
    moves = match.game.legal_moves(match.state, seat)
    assert len(moves) > 2
    for move in (*moves, *moves):
        assert fold_draft(match, seat, [move.code]).last == move
        assert len(match.folds) <= 2


async def test_a_ply_that_draws_or_reveals_ends_a_draft_as_a_ghost(at: House) -> None:
    for card in ("r", "d"):
        secret = secret_where("toy", 2, holds(card), TURNS)
        match = await at.running("toy", ANNA, BEN, options=TURNS, secret=secret, channel=ord(card))
        fold = fold_draft(match, 0, [f"card/{card}", "on/1"])
        assert fold.complete
        assert fold.ghost is not None
        assert fold.state.card == card, "the position is the one before the ply"
        with pytest.raises(UserError):
            fold_draft(match, 0, [f"card/{card}", "on/1", "on/0"])
        done = await at.play(match, 0, f"card/{card}", "on/1")
        assert done.match.seq == 2


async def test_forced_moves_need_no_click(at: House) -> None:
    secret = secret_where("toy", 2, lambda state: len(set(state.hands[0])) == 1, TURNS)
    match = await at.running("toy", ANNA, BEN, options=TURNS, secret=secret)
    draft = add_forced(match, 0, ())
    assert draft.chosen == ()
    assert draft.codes == (f"card/{match.state.hands[0][0]}",)
    full = add_forced(match, 0, (*draft.codes, "on/0"))
    assert full.codes == (*draft.codes, "on/0")
    assert full.fingerprint != draft.fingerprint


async def test_an_illegal_draft_is_refused(at: House) -> None:
    match = await at.running("toy", ANNA, BEN, options=TURNS)
    with pytest.raises(UserError) as caught:
        fold_draft(match, 0, ["on/1"])
    assert isinstance(caught.value.__cause__, IllegalMove)


async def test_the_row_stores_result_and_decisions(at: House) -> None:
    """Read result and decisions back from their JSON."""
    match = await at.running("toy", ANNA, BEN, options=TURNS)
    while match.phase == "running":
        assert set(match.decisions) == {*match.game.to_act(match.state), *match.game.may_revise(match.state)}
        match = (await at.machines.run(await at.play_any_turn(match, choose=2))).match
    assert match.outcome == match.game.outcome(match.state)
    assert match.decisions == {}
