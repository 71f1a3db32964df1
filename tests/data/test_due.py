"""Owed edits and leagues that are due, on both databases."""

from __future__ import annotations

from msgspec import structs

from data import AnyStore, EditRow, LeagueRow, Transaction
from tests.support.matches.rows import NOW, store_match
from tests.support.stores import add_board


async def test_an_edit_is_owed_until_it_shows_the_newest_revision(store: AnyStore) -> None:
    row = await store_match(store)
    newer = structs.replace(row, rev=row.rev + 1)
    await store.transaction(lambda tx: tx.owe_edit(row, "card", NOW))
    (owed,) = await store.transaction(lambda tx: tx.read_due_edits(NOW, limit=9))
    assert owed == EditRow(row.id, "card", row.rev)
    await store.transaction(lambda tx: tx.edit_later(owed, NOW + 9))
    assert await store.transaction(lambda tx: tx.read_due_edits(NOW + 8, limit=9)) == ()
    (again,) = await store.transaction(lambda tx: tx.read_due_edits(NOW, tried=True, limit=9))
    assert again.attempts == 1, "a new process does not wait for the next attempt"
    await store.transaction(lambda tx: tx.owe_edit(newer, "card", NOW))
    await store.transaction(lambda tx: tx.edit_later(owed, NOW + 9))
    await store.transaction(lambda tx: tx.settle_edit(row.id, "card", row.rev))
    (owed,) = await store.transaction(lambda tx: tx.read_due_edits(NOW, limit=9))
    assert owed == EditRow(row.id, "card", newer.rev), "an older revision does not settle it"
    await store.transaction(lambda tx: tx.settle_edit(row.id, "board", newer.rev))
    await store.transaction(lambda tx: tx.settle_edit(row.id, "card", newer.rev))
    assert await store.transaction(lambda tx: tx.read_due_edits(NOW, limit=9)) == ()


async def test_a_board_that_waits_for_another_attempt_is_due_at_a_start(store: AnyStore) -> None:
    row = await store_match(store)
    board = await store.transaction(lambda tx: add_board(tx, row, 0, NOW))
    assert [each.id for each in await store.transaction(lambda tx: tx.read_due_boards(NOW, limit=9))] == [board]
    await store.transaction(lambda tx: tx.post_later(board, NOW + 9))
    assert await store.transaction(lambda tx: tx.read_due_boards(NOW + 8, limit=9)) == ()
    (again,) = await store.transaction(lambda tx: tx.read_due_boards(NOW, tried=True, limit=9))
    assert (again.id, again.attempts) == (board, 1)


async def test_a_league_is_due_when_a_match_of_it_ends(store: AnyStore) -> None:
    row = await store_match(store)

    def write(tx: Transaction) -> list[LeagueRow]:
        assert tx.insert_league(row.guild_id, 11, "{}")
        (league,) = tx.list_due_leagues(NOW, limit=9)
        tx.put_league_match(league, row.id)
        tx.put_league_match(league, row.id)
        tx.delay_league(league, NOW + 9, attempts=2)
        assert tx.list_due_leagues(NOW, limit=9) == []
        (later,) = tx.list_due_leagues(NOW + 9, limit=9)
        assert later == structs.replace(league, due_at=NOW + 9, attempts=2)
        tx.end_league_match(row.id)
        tx.delay_league(league, NOW + 9)  # with facts from before the end, so the league stays due
        return tx.list_due_leagues(NOW, limit=9)

    (league,) = await store.transaction(write)
    assert (league.due_at, league.attempts, league.rev) == (0.0, 0, 1)
    assert await store.transaction(lambda tx: tx.has_league_match(row.id))
    await store.transaction(lambda tx: tx.delete_league(league.id))
    assert not await store.transaction(lambda tx: tx.has_league_match(row.id))
