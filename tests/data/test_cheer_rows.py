"""Test how the reactions to boards are stored."""

from __future__ import annotations

from data import AnyStore, Transaction
from tests.support.matches.rows import NOW, store_match
from tests.support.stores import add_board


async def test_reactions_count_for_the_board_that_was_in_the_message_then(store: AnyStore) -> None:
    match = await store_match(store)

    def write(tx: Transaction) -> list[int | None]:
        for seq, message_id, count in ((0, 7, 1), (1, 8, 4), (2, 8, 6), (3, 8, 5)):
            row_id = add_board(tx, match, seq, NOW)
            tx.mark_posted(row_id, message_id)
            row = tx.read_board(row_id)
            assert row is not None
            tx.count_cheers(row, count)
        rows = [tx.find_newest_board(match.id, before=seq + 1) for seq in range(4)]
        return [row.cheers if row is not None else None for row in rows]

    assert await store.transaction(write) == [1, 4, 2, 0]
    most = await store.transaction(lambda tx: tx.find_most_cheered(match.id))
    assert most is not None
    assert most.seq == 1
    assert await store.transaction(lambda tx: tx.find_most_cheered(match.id, guest=1)) is None
