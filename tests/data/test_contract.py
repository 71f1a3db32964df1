"""Test the contract of every store."""

from __future__ import annotations

import asyncio
import functools
from pathlib import Path

import pytest
from msgspec import structs

from data import (
    DIRECT,
    FORMER,
    AnyStore,
    BallotRow,
    ChannelTaken,
    Delivered,
    GuessRow,
    GuildRow,
    LookingRow,
    MatchRow,
    NotebookRow,
    OutboxRow,
    Outdated,
    Phase,
    PuzzleTryRow,
    StoreError,
    Timer,
    Transaction,
)
from tests.data.kinds import Kind
from tests.support.matches.rows import CHANNEL, NOW, a_match, a_ply, a_result, a_seat, store_match
from tests.support.stores import add_board


class Oops(Exception):
    """An error inside a transaction."""


# All or nothing


async def test_a_transaction_that_raises_leaves_nothing(store: AnyStore) -> None:
    def write_and_fail(tx: Transaction) -> None:
        row = structs.replace(a_match(), id=tx.insert_match(a_match()))
        tx.put_seats(row, [a_seat(0, 1)])
        tx.append_log(row, [a_ply(0)])
        add_board(tx, row, 0, NOW)
        tx.set_timers(row, [Timer("lobby", NOW)])
        tx.record_interaction(5, row.guild_id, NOW)
        raise Oops

    with pytest.raises(Oops):
        await store.transaction(write_and_fail)
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is None
    assert await store.transaction(lambda tx: tx.read_due_timers(NOW, limit=9)) == []
    assert await store.transaction(lambda tx: tx.read_due_boards(NOW, limit=9)) == ()
    await store.transaction(lambda tx: tx.record_interaction(5, 1, NOW))


async def test_an_error_in_a_shared_commit_rolls_back_only_itself(store: AnyStore) -> None:
    def insert(channel: int, tx: Transaction) -> int:
        match_id = tx.insert_match(a_match(channel_id=channel))
        if channel % 3 == 1:
            raise Oops(channel)
        return match_id

    jobs = [store.transaction(functools.partial(insert, channel)) for channel in range(30)]
    answers = await asyncio.gather(*jobs, return_exceptions=True)
    for channel, answer in enumerate(answers):
        found = await store.transaction(lambda tx, channel=channel: tx.find_match_in_channel(channel))
        if channel % 3 == 1:
            assert isinstance(answer, Oops)
            assert answer.args == (channel,), "each caller gets its own error"
            assert found is None
        else:
            assert found is not None
            assert found.id == answer


# Answered after the commit


async def test_answered_writes_survive_the_process(store: AnyStore, kind: Kind, tmp_path: Path) -> None:
    """Copy the files at each answer, and open them as after a crash."""
    for number in range(5):
        row = await store_match(store, a_match(channel_id=number))
        await store.transaction(lambda tx, row=row: tx.append_log(row, [a_ply(0), a_ply(1)]))
        again = await kind.open(kind.copy_as_after_crash(tmp_path / "slowboat.db", tmp_path / f"after-{number}"))
        try:
            assert await again.transaction(lambda tx, row=row: tx.read_match(row.id)) == row
            assert len(await again.transaction(lambda tx, row=row: tx.read_log(row.id))) == 2
        finally:
            await again.close()


async def test_rows_round_trip(store: AnyStore, kind: Kind, tmp_path: Path) -> None:
    row = await store_match(store, a_match(secret=bytes(range(32)), language="fr", created_at=12.25))
    running = structs.replace(row, phase="running", seq=3, head=2, decisions='{"0":3}', result="{}", card_id=1 << 62)
    outbox_id = await store.transaction(lambda tx: add_board(tx, row, 3, NOW))

    def write(tx: Transaction) -> None:
        tx.update_match(running, was=row)
        tx.put_seats(running, [a_seat(1, None), a_seat(0, (1 << 63) - 1)])
        tx.append_log(running, [a_ply(0, snapshot=b"\x00\xff"), a_ply(3, snapshot=None)])
        tx.put_draft(running, 1, 3, '["a","b"]')

    await store.transaction(write)
    await store.close()
    again = await kind.open(tmp_path / "slowboat.db")
    try:

        def read(tx: Transaction) -> None:
            assert tx.read_match(row.id) == structs.replace(running, rev=row.rev + 1)
            assert tx.read_seats(row.id) == (a_seat(0, (1 << 63) - 1), a_seat(1, None))
            assert tx.read_log(row.id) == (a_ply(0, snapshot=b"\x00\xff"), a_ply(3, snapshot=None))
            assert tx.read_log(row.id, after=0) == (a_ply(3, snapshot=None),)
            assert tx.read_snapshot(row.id, 0) == b"\x00\xff"
            assert tx.read_snapshot(row.id, 3) is None
            assert tx.read_snapshot(row.id, 99) is None
            assert tx.read_drafts(row.id) == {1: (3, '["a","b"]')}
            board = tx.read_board(outbox_id)
            assert board is not None
            assert (board.match_id, board.channel_id, board.seq, board.message_id) == (row.id, CHANNEL, 3, None)

        await again.transaction(read)
    finally:
        await again.close()


# Cancelled and closed


async def test_cancelling_a_caller_does_not_stop_its_transaction(store: AnyStore, kind: Kind, tmp_path: Path) -> None:
    waiting = asyncio.create_task(store_match(store))
    beside = asyncio.create_task(store_match(store, a_match(channel_id=8)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await beside
    await store.close()  # finishes the cancelled transaction
    again = await kind.open(tmp_path / "slowboat.db")
    try:
        assert await again.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is not None
        assert await again.transaction(lambda tx: tx.find_match_in_channel(8)) is not None
    finally:
        await again.close()


async def test_closing_finishes_waiting_transactions_and_takes_no_more(
    store: AnyStore, kind: Kind, tmp_path: Path
) -> None:
    waiting = [asyncio.create_task(store_match(store, a_match(channel_id=number))) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    with pytest.raises(StoreError, match="shutting down"):
        await store.transaction(lambda tx: tx.read_match(1))
    assert len({row.id for row in await asyncio.gather(*waiting)}) == 20
    again = await kind.open(tmp_path / "slowboat.db")
    try:
        for number in range(20):
            assert await again.transaction(lambda tx, number=number: tx.find_match_in_channel(number)) is not None
    finally:
        await again.close()


async def test_closing_twice_does_no_harm(store: AnyStore) -> None:
    await store.close()
    await store.close()


# Races and rules


async def test_the_loser_of_a_race_changes_nothing(store: AnyStore) -> None:
    row = await store_match(store)
    first = structs.replace(row, seq=0, phase="running", decisions='{"0":0}')

    def second(tx: Transaction) -> None:
        tx.append_log(row, [a_ply(0)])
        tx.update_match(structs.replace(row, seq=0, phase="running"), was=row)

    answers = await asyncio.gather(
        store.transaction(lambda tx: tx.update_match(first, was=row)), store.transaction(second), return_exceptions=True
    )
    loser = next(answer for answer in answers if answer is not None)
    assert answers.count(None) == 1
    assert isinstance(loser, Outdated)
    found = await store.transaction(lambda tx: tx.read_match(row.id))
    if answers[0] is None:
        assert found == structs.replace(first, rev=row.rev + 1)
        assert await store.transaction(lambda tx: tx.read_log(row.id)) == ()
    else:  # only a store with several connections carries out the second one first
        assert found == structs.replace(row, seq=0, phase="running", rev=row.rev + 1)


async def test_a_change_of_an_older_revision_is_refused(store: AnyStore) -> None:
    row = await store_match(store)
    await store.transaction(lambda tx: tx.update_match(row, was=row))
    with pytest.raises(Outdated):
        await store.transaction(lambda tx: tx.update_match(structs.replace(row, host_id=2), was=row))
    assert await store.transaction(lambda tx: tx.read_revision(row.id)) == row.rev + 1
    assert await store.transaction(lambda tx: tx.read_revision(row.id + 1)) is None


async def test_a_change_by_an_interaction_that_was_delivered_before_is_refused(store: AnyStore) -> None:
    row = await store_match(store)
    await store.transaction(lambda tx: tx.update_match(row, was=row, interaction_id=7, at=NOW))
    now = structs.replace(row, rev=row.rev + 1)
    with pytest.raises(Delivered):
        await store.transaction(lambda tx: tx.update_match(row, was=now, interaction_id=7, at=NOW))
    assert await store.transaction(lambda tx: tx.read_match(row.id)) == now


async def test_an_update_writes_only_changed_columns(store: AnyStore) -> None:
    row = await store_match(store, a_match(host_id=1))
    await store.transaction(lambda tx: tx.forget_person(1))
    was = structs.replace(row, rev=row.rev + 1)
    await store.transaction(lambda tx: tx.update_match(structs.replace(was, seq=row.seq + 1), was=was))
    found = await store.transaction(lambda tx: tx.read_match(row.id))
    assert found == structs.replace(row, seq=row.seq + 1, host_id=FORMER, rev=was.rev + 1)
    same = structs.replace(was, seq=row.seq + 1, rev=found.rev)
    await store.transaction(lambda tx: tx.update_match(same, was=same))
    assert await store.transaction(lambda tx: tx.read_match(row.id)) == structs.replace(found, rev=found.rev + 1)


@pytest.mark.parametrize("there", ["lobby", "running", "paused"])
@pytest.mark.parametrize("new", ["lobby", "running", "paused"])
async def test_a_channel_has_one_open_match(store: AnyStore, there: str, new: str) -> None:
    await store_match(store, a_match(phase=there))
    with pytest.raises(ChannelTaken):
        await store_match(store, a_match(phase=new))
    await store_match(store, a_match(phase=new, channel_id=CHANNEL + 1))


async def test_any_number_of_finished_matches_a_channel_and_the_open_one_is_found(store: AnyStore) -> None:
    old = await store_match(store, a_match(phase="finished", ended_at=10.0))
    await store_match(store, a_match(phase="cancelled", ended_at=5.0))
    found = await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL))
    assert found == old, "the match that ended last is found"
    running = await store_match(store, a_match(phase="running"))
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) == running


async def test_only_one_of_many_who_open_a_match_at_once_succeeds(store: AnyStore) -> None:
    answers = await asyncio.gather(*(store_match(store) for _ in range(50)), return_exceptions=True)
    assert sum(isinstance(answer, MatchRow) for answer in answers) == 1
    assert sum(isinstance(answer, ChannelTaken) for answer in answers) == 49


async def test_a_board_posted_again_has_a_new_id_and_nothing_of_its_old_message(store: AnyStore) -> None:
    row = await store_match(store)

    def write(tx: Transaction) -> int:
        old, newest = add_board(tx, row, 1, NOW), add_board(tx, row, 2, NOW)
        tx.mark_posted(old, 900, "what is left", film=True)
        tx.post_later(old, NOW)
        tx.post_again(old, NOW + 5)
        tx.post_again(old, NOW + 9)  # without effect: the board has been replaced
        assert tx.read_board(old) is None
        (again,) = [board for board in tx.read_due_boards(NOW + 5, limit=9) if board.seq == 1]
        assert again == OutboxRow(again.id, row.guild_id, row.id, CHANNEL, 1, None, 0, NOW + 5, None, 1)
        assert again.id > newest
        return again.id

    again = await store.transaction(write)
    assert await store.transaction(lambda tx: [tx.add_to_outbox(row, seq, NOW) for seq in (1, 2)]) == [None, None]
    assert await store.transaction(lambda tx: add_board(tx, row, 3, NOW)) > again


async def test_a_notebook_is_replaced(store: AnyStore) -> None:
    row = await store_match(store)
    for looked, due_at in ((None, None), (row.seq, NOW)):
        notebook = NotebookRow(row.id, 5, "{}", looked, due_at)
        await store.transaction(lambda tx, notebook=notebook: tx.put_notebook(row, notebook))
        assert await store.transaction(lambda tx: tx.read_notebook(row.id, 5)) == notebook
        assert await store.transaction(lambda tx: tx.list_plans_to_review(NOW - 1)) == []
    assert await store.transaction(lambda tx: tx.list_plans_to_review(NOW)) == [notebook]


async def test_a_queue_is_joined_and_left(store: AnyStore) -> None:
    rows = [LookingRow(70, user, game, "live", "", "anna", NOW, NOW + 9) for user in (5, 6) for game in ("a", "b")]
    for row in (*rows, structs.replace(rows[0], until=NOW + 5)):
        await store.transaction(lambda tx, row=row: tx.put_looking(row))
    assert await store.transaction(lambda tx: tx.list_looking(70, NOW + 5)) == rows[1:]
    assert await store.transaction(lambda tx: tx.drop_looking(70, 6, "a")) == 1
    assert await store.transaction(lambda tx: tx.drop_looking(70, 5)) == 2
    await store.transaction(lambda tx: tx.drop_expired_looking(NOW + 8))
    assert await store.transaction(lambda tx: tx.list_looking(70, NOW)) == rows[3:]


async def test_texts_of_people_lose_the_character_nul(store: AnyStore) -> None:
    row = await store_match(store)
    await store.transaction(lambda tx: tx.put_seats(row, [structs.replace(a_seat(0, 1), name="a\x00nna")]))
    await store.transaction(lambda tx: tx.append_log(row, [structs.replace(a_ply(0), note="\x00why")]))
    assert [seat.name for seat in await store.transaction(lambda tx: tx.read_seats(row.id))] == ["anna"]
    assert [entry.note for entry in await store.transaction(lambda tx: tx.read_log(row.id))] == ["why"]


async def test_everything_about_a_person_can_be_read_and_removed(store: AnyStore) -> None:
    mine = await store_match(store, a_match(host_id=5, phase="finished", ended_at=NOW, invited="[[5, 1]]"))
    direct = await store_match(store, a_match(host_id=5, guild_id=DIRECT, channel_id=9))

    def write(tx: Transaction) -> None:
        tx.put_person(5, "{}")
        tx.put_seats(mine, [a_seat(0, 5)])
        tx.append_log(mine, [structs.replace(a_ply(0), user_id=5, note="mine")])
        tx.add_hint(mine, 0, 0, "[]", NOW, user_id=5)
        tx.add_hint(mine, 0, 0, '["other"]', NOW, user_id=6)
        tx.put_results(mine.id, [a_result(match_id=mine.id, user_id=5)])
        tx.block(70, 5, 6)
        tx.put_looking(LookingRow(70, 5, "a", "live", "", "anna", NOW, NOW + 9))
        tx.put_notebook(mine, NotebookRow(mine.id, 5, "{}", None, None))
        tx.put_ballot(mine, BallotRow(mine.id, 5, 3, '["a"]'))
        tx.put_guess(mine, GuessRow(mine.id, 5, "loading", 0, "falls"))
        tx.put_guess(mine, GuessRow(mine.id, 5, "loading", 0, "holds"))
        tx.add_puzzle_try(PuzzleTryRow(70, 5, 9, "a", 1))
        tx.insert_league(70, 11, '{"players": [{"user_id": 5, "name": "anna"}, {"user_id": 6, "name": "ben"}]}')

    await store.transaction(write)
    found = await store.transaction(lambda tx: tx.collect_about_person(5))
    assert {table: len(rows) for table, rows in found.items()} == {
        "people": 1, "seats": 1, "matches": 2, "asked": 1, "log": 1, "hints": 1, "results": 1, "blocks": 1,
        "plans": 1, "looking": 1, "leagues": 1, "puzzle_tries": 1, "ballots": 1,
        "guesses": 1,
    }  # fmt: skip
    assert found["hints"][0]["codes"] == "[]", "the first hint counts"
    assert found["guesses"][0]["answer"] == "holds", "the last guess counts"
    assert await store.transaction(lambda tx: tx.forget_person(5)) == [mine.id, direct.id]
    assert not any((await store.transaction(lambda tx: tx.collect_about_person(5))).values())
    assert await store.transaction(lambda tx: tx.read_results_epoch()) == 2
    assert await store.transaction(lambda tx: tx.list_present_guilds()) == [70]
    assert await store.transaction(lambda tx: tx.purge_guild(70)) == [mine.id]
    assert await store.transaction(lambda tx: tx.read_match(mine.id)) is None
    assert await store_match(store) == a_match(id=direct.id + 1), "no id is given twice"


async def test_a_log_row_is_never_replaced(store: AnyStore) -> None:
    row = await store_match(store)
    await store.transaction(lambda tx: tx.append_log(row, [a_ply(0)]))
    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.transaction(lambda tx: tx.append_log(row, [a_ply(0, snapshot=b"other")]))
    assert await store.transaction(lambda tx: tx.read_snapshot(row.id, 0)) == b"state"


async def test_an_interaction_counts_once_until_it_is_forgotten(store: AnyStore) -> None:
    await store.transaction(lambda tx: tx.record_interaction(9, 1, NOW))
    with pytest.raises(Delivered):
        await store.transaction(lambda tx: tx.record_interaction(9, 1, NOW + 1))
    await store.transaction(lambda tx: tx.forget_interactions(NOW))
    with pytest.raises(Delivered):
        await store.transaction(lambda tx: tx.record_interaction(9, 1, NOW + 1))
    await store.transaction(lambda tx: tx.forget_interactions(NOW + 1))
    await store.transaction(lambda tx: tx.record_interaction(9, 1, NOW + 2))


# Drafts, boards, timers


async def test_a_draft_is_replaced_and_dropped(store: AnyStore) -> None:
    row = await store_match(store)
    await store.transaction(lambda tx: tx.put_draft(row, 0, 1, '["a"]'))
    await store.transaction(lambda tx: tx.put_draft(row, 0, 2, '["b"]'))
    assert await store.transaction(lambda tx: tx.read_drafts(row.id)) == {0: (2, '["b"]')}
    await store.transaction(lambda tx: tx.drop_draft(row.id, 0))
    assert 0 not in await store.transaction(lambda tx: tx.read_drafts(row.id))


async def test_a_board_is_owed_until_it_is_posted_or_dropped(store: AnyStore) -> None:
    row = await store_match(store)

    def list_due_boards(tx: Transaction, now: float = NOW) -> list[int]:
        return [board.seq for board in tx.read_due_boards(now, limit=9)]

    first, second, third = [
        await store.transaction(lambda tx, seq=seq: add_board(tx, row, seq, NOW + seq)) for seq in (1, 2, 3)
    ]
    assert await store.transaction(lambda tx: list_due_boards(tx, NOW + 2)) == [1, 2]
    await store.transaction(lambda tx: tx.mark_posted(first, 900))
    assert await store.transaction(lambda tx: list_due_boards(tx, NOW + 9)) == [2, 3]
    await store.transaction(lambda tx: tx.post_later(second, NOW + 50))
    assert await store.transaction(lambda tx: list_due_boards(tx, NOW + 9)) == [3]
    assert await store.transaction(lambda tx: list_due_boards(tx, NOW + 50)) == [3, 2]
    await store.transaction(lambda tx: tx.drop_from_outbox(third))
    assert await store.transaction(lambda tx: list_due_boards(tx, NOW + 50)) == [2]
    assert await store.transaction(lambda tx: tx.read_board(third)) is None

    def look(tx: Transaction) -> None:
        posted, waiting = tx.read_board(first), tx.read_board(second)
        assert posted is not None
        assert waiting is not None
        assert posted.message_id == 900
        assert waiting.attempts == 1
        assert tx.is_superseded(posted), "a newer one is owed"
        assert not tx.is_superseded(waiting), "the newer one was dropped"
        assert tx.find_newest_board(row.id, before=9) == posted, "an owed board is not a message yet"
        assert tx.find_newest_board(row.id, before=1) is None

    await store.transaction(look)


async def test_a_posted_board_waits_until_its_film_is_added(store: AnyStore) -> None:
    row = await store_match(store)

    def waiting(tx: Transaction, now: float = NOW + 9) -> list[int]:
        return [board.seq for board in tx.read_due_films(now, limit=9)]

    first, second, third = [
        await store.transaction(lambda tx, seq=seq: add_board(tx, row, seq, NOW + seq)) for seq in (1, 2, 3)
    ]
    assert await store.transaction(waiting) == [], "no film has come yet"
    await store.transaction(lambda tx: tx.mark_posted(first, 900, "what is left"))
    await store.transaction(lambda tx: tx.mark_posted(second, 901, film=True))
    await store.transaction(lambda tx: tx.mark_posted(third, 902, film=True))
    assert await store.transaction(waiting) == [2, 3]
    assert await store.transaction(lambda tx: waiting(tx, NOW + 2)) == [2]
    await store.transaction(lambda tx: tx.post_later(second, NOW + 50))
    assert await store.transaction(waiting) == [3]
    await store.transaction(lambda tx: tx.mark_filmed(third))
    assert await store.transaction(lambda tx: waiting(tx, NOW + 50)) == [2]
    await store.transaction(lambda tx: tx.drop_from_outbox(second))
    assert await store.transaction(lambda tx: waiting(tx, NOW + 50)) == []

    def look(tx: Transaction) -> None:
        found = tx.read_board(first)
        assert found is not None
        assert (found.message_id, found.bare, found.film) == (900, "what is left", 0)
        tx.keep_bare(first, None)
        found = tx.read_board(first)
        assert found is not None
        assert found.bare is None
        newest = tx.find_newest_board(row.id, before=9)
        assert newest is not None
        assert (newest.seq, newest.film) == (3, 0)

    await store.transaction(look)


async def test_timers_run_out_in_order_and_once_for_each_kind(store: AnyStore) -> None:
    first, second = await store_match(store), await store_match(store, a_match(channel_id=8))
    await store.transaction(lambda tx: tx.set_timers(first, [Timer("lobby", NOW + 5), Timer("deadline", NOW + 9, 1)]))
    await store.transaction(lambda tx: tx.set_timers(second, [Timer("lobby", NOW + 2)]))
    await store.transaction(lambda tx: tx.set_timers(first, [Timer("lobby", NOW + 3)]))
    assert await store.transaction(lambda tx: tx.read_due_timers(NOW + 1, limit=9)) == []
    due = await store.transaction(lambda tx: tx.read_due_timers(NOW + 3, limit=9))
    assert due == [(second.id, Timer("lobby", NOW + 2)), (first.id, Timer("lobby", NOW + 3))]
    assert await store.transaction(lambda tx: tx.read_due_timers(NOW + 3, limit=1)) == due[:1]
    await store.transaction(lambda tx: tx.set_timers(second, []))
    assert await store.transaction(lambda tx: tx.read_due_timers(NOW + 9, limit=9)) == [
        (first.id, Timer("lobby", NOW + 3))
    ]


async def test_pings_are_counted_for_each_decision_and_end_with_it(store: AnyStore) -> None:
    match = await store_match(store)

    def call(tx: Transaction) -> list[int]:
        counts = [tx.count_ping(match, 0, 4), tx.count_ping(match, 0, 4), tx.count_ping(match, 1, 4)]
        assert tx.record_reminder(match.id, 0, 4, CHANNEL, 900) is None
        assert tx.record_reminder(match.id, 0, 4, CHANNEL, 901) == 900, "the previous reminder can be deleted"
        tx.end_pings(match.id, but=[(1, 4)])
        return counts

    assert await store.transaction(call) == [1, 2, 1]
    over = await store.transaction(lambda tx: tx.read_ended_pings(limit=9))
    assert [(row.seat, row.decision, row.count, row.message_id) for row in over] == [(0, 4, 2, 901)]
    assert [row.seat for row in await store.transaction(lambda tx: tx.read_pings(match.id))] == [1]
    await store.transaction(lambda tx: tx.forget_pings(over))
    assert await store.transaction(lambda tx: tx.read_ended_pings(limit=9)) == ()


async def test_a_gap_between_two_signs_of_life_is_an_outage(store: AnyStore) -> None:
    times = [NOW, NOW + 60, NOW + 500, NOW + 400, NOW + 410]
    found = [await store.transaction(functools.partial(Transaction.record_alive, now=now, gap=120)) for now in times]
    assert found == [None, None, (NOW + 60, NOW + 500), None, None]
    outages = await store.transaction(lambda tx: tx.read_outages())
    assert outages == ((NOW + 60, NOW + 400),), "an outage noted by a fast clock is cut at the corrected time"


async def test_preferences_and_blocks_are_kept(store: AnyStore) -> None:
    def work(tx: Transaction) -> None:
        assert tx.read_person(5) is None
        tx.put_person(5, "{}")
        assert tx.read_person(5) == "{}"
        assert tx.read_guild(70) == GuildRow(70)
        tx.put_guild(GuildRow(70, '{"per_person":3}', NOW))
        assert tx.read_guild(70) == GuildRow(70, '{"per_person":3}', NOW)
        tx.block(70, 1, 5)
        tx.block(70, 1, 5)
        assert tx.list_blocked(70, 1) == (5,)
        assert tx.list_blocked(71, 1) == ()
        tx.unblock(70, 1, 5)
        assert tx.list_blocked(70, 1) == ()

    await store.transaction(work)


async def test_the_open_matches_of_a_person_and_of_a_server_are_found(store: AnyStore) -> None:
    mine, over, resigned = [
        await store_match(store, a_match(channel_id=number, phase=phase))
        for number, phase in enumerate(("running", "finished", "paused"))
    ]

    def work(tx: Transaction) -> None:
        tx.put_seats(mine, [a_seat(0, 5)])
        tx.put_seats(over, [a_seat(0, 5)])
        tx.put_seats(resigned, [structs.replace(a_seat(0, 5), resigned=1)])
        assert [row.id for row in tx.list_open_matches_of(5)] == [mine.id]
        assert [row.id for row in tx.list_open_matches_in(mine.guild_id)] == [mine.id, resigned.id]
        assert tx.list_open_matches_in(mine.guild_id + 1) == []

    await store.transaction(work)


async def test_only_running_matches_wait_for_machines(store: AnyStore) -> None:
    rows = [
        await store_match(store, a_match(channel_id=number, phase=phase, machine=machine))
        for number, (phase, machine) in enumerate([("running", 1), ("running", 0), ("cancelled", 1), ("paused", 1)])
    ]
    assert await store.transaction(lambda tx: tx.list_waiting_for_machines()) == [rows[0].id]


async def test_outages_that_touch_are_merged(store: AnyStore) -> None:
    """A bot that restarts again and again adds no row each time."""
    await store.transaction(lambda tx: tx.insert_match(a_match(created_at=NOW)))
    for second in range(50):
        await store.transaction(lambda tx, now=NOW + second: tx.record_alive(now, gap=0))
    assert await store.transaction(lambda tx: tx.read_outages()) == ((NOW, NOW + 49),)
    await store.transaction(lambda tx: tx.record_alive(NOW + 60, gap=100))
    assert await store.transaction(lambda tx: tx.record_alive(NOW + 200, gap=100)) == (NOW + 60, NOW + 200)
    assert await store.transaction(lambda tx: tx.read_outages()) == ((NOW, NOW + 49), (NOW + 60, NOW + 200))


@pytest.mark.parametrize("phase", ["lobby", "running", "paused"])
async def test_outages_before_every_open_match_are_forgotten(store: AnyStore, phase: Phase) -> None:
    async def miss(began: float, ended: float) -> None:
        await store.transaction(lambda tx: tx.record_alive(began, gap=float("inf")))
        await store.transaction(lambda tx: tx.record_alive(ended, gap=1))

    await store.transaction(lambda tx: tx.insert_match(a_match(created_at=NOW, phase="finished")))
    await store.transaction(lambda tx: tx.insert_match(a_match(created_at=NOW + 100, phase=phase, channel_id=8)))
    await miss(NOW + 10, NOW + 20)
    await miss(NOW + 90, NOW + 110)
    await miss(NOW + 200, NOW + 300)
    assert await store.transaction(lambda tx: tx.read_outages()) == ((NOW + 90, NOW + 110), (NOW + 200, NOW + 300))


# Results


async def test_results_are_replaced_and_corrections_are_counted(store: AnyStore) -> None:
    row = a_result(match_id=3, rated=1)
    await store.transaction(lambda tx: tx.put_results(3, [row, structs.replace(row, seat=1, user_id=2, place=2)]))
    assert await store.transaction(lambda tx: tx.read_results_epoch()) == 0, "nothing was corrected"
    await store.transaction(lambda tx: tx.put_results(3, [row]))
    assert await store.transaction(lambda tx: tx.read_results(3)) == (row,)
    assert await store.transaction(lambda tx: tx.read_results_epoch()) == 1


async def test_rated_results_come_in_the_order_of_the_ends(store: AnyStore) -> None:
    rows = [
        a_result(match_id=1, rated=1, finished_at=NOW + 9),
        a_result(match_id=2, rated=0, finished_at=NOW + 1),
        a_result(match_id=3, rated=1, finished_at=NOW),
        a_result(match_id=4, rated=1, finished_at=NOW + 9),
    ]

    def write(tx: Transaction) -> None:
        for row in rows:
            tx.put_results(row.match_id, [row])

    await store.transaction(write)
    found = await store.transaction(lambda tx: tx.read_rated_results())
    assert [row.match_id for row in found] == [3, 1, 4]
    assert await store.transaction(lambda tx: tx.read_results_epoch()) == 2, "two were written after later ones"
    later = await store.transaction(lambda tx: tx.read_rated_results((NOW + 9, 1)))
    assert [row.match_id for row in later] == [4]


async def test_results_in_direct_messages_are_for_their_player_alone(store: AnyStore) -> None:
    row = a_result(match_id=1, rated=1, guild_id=DIRECT)
    await store.transaction(lambda tx: tx.put_results(1, [row]))
    assert await store.transaction(lambda tx: tx.read_results_of(1)) == [row]
    assert await store.transaction(lambda tx: tx.read_rated_results()) == []
    for live in (True, False):
        assert await store.transaction(lambda tx, live=live: tx.read_own_results(1, live=live, limit=9)) == []


async def test_the_results_of_a_person_include_those_of_the_others_in_the_match(store: AnyStore) -> None:
    def write(tx: Transaction) -> None:
        tx.put_results(1, [a_result(match_id=1), a_result(match_id=1, seat=1, user_id=2)])
        tx.put_results(2, [a_result(match_id=2, user_id=2), a_result(match_id=2, seat=1, user_id=None)])

    await store.transaction(write)
    found = await store.transaction(lambda tx: tx.read_results_of(1))
    assert [(row.match_id, row.user_id) for row in found] == [(1, 1), (1, 2)]


async def test_the_names_of_computer_players_in_the_matches_of_a_person(store: AnyStore) -> None:
    """Those of people, of channels that vote, of unfinished matches and of other people's matches are left out."""
    crowd = structs.replace(a_seat(2), crowd="{}")
    matches = [await store_match(store, a_match(channel_id=number)) for number in range(1, 4)]
    first, second, _ = matches

    def write(tx: Transaction) -> None:
        for match in matches:
            tx.put_seats(match, [a_seat(0, 1), a_seat(1), crowd])
        tx.put_results(first.id, [a_result(match_id=first.id)])
        tx.put_results(second.id, [a_result(match_id=second.id, user_id=2)])

    await store.transaction(write)
    assert await store.transaction(lambda tx: tx.read_machine_names(1)) == {(first.id, 1): "user None"}
