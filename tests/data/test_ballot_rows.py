"""Rows of the votes of a crowd, in both databases."""

from __future__ import annotations

from msgspec import structs

from data import AnyStore, BallotRow, Transaction
from tests.support.matches.rows import NOW, store_match


async def test_ballots_come_in_the_order_in_which_they_were_cast(store: AnyStore) -> None:
    row = await store_match(store)
    looked, late = BallotRow(row.id, 1, 3), BallotRow(row.id, 2, 3, "[]", '["a"]', NOW + 2, 1)
    early = BallotRow(row.id, 3, 3, '["b"]', '["b"]', NOW + 1)

    def write(tx: Transaction) -> None:
        for each in (looked, structs.replace(late, choice=None, at=None), early, late):
            tx.put_ballot(row, each)

    await store.transaction(write)
    assert await store.transaction(lambda tx: tx.read_ballots(row.id)) == (early, late, looked)
    await store.transaction(lambda tx: tx.drop_ballots(row.id))
    assert await store.transaction(lambda tx: tx.read_ballots(row.id)) == ()
