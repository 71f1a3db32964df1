"""Test claims with leases on every store."""

from __future__ import annotations

import asyncio
import functools

import pytest

from data import AnyStore, LeaseRow, Transaction
from tests.support.matches.rows import CHANNEL, NOW, a_match

HOLDERS = [f"process {number}" for number in range(8)]


async def claim(store: AnyStore, holder: str, *, at: float = NOW, key: int = 1, kind: str = "machine") -> bool:
    """Claim a piece of work for ten seconds."""
    return await store.transaction(lambda tx: tx.claim(kind, key, holder, now=at, until=at + 10))


async def test_work_is_claimed_by_one_until_its_lease_ends(store: AnyStore) -> None:
    assert await claim(store, "first")
    assert not await claim(store, "second", at=NOW + 9.5)
    assert await claim(store, "second", key=2)
    assert await claim(store, "second", kind="film")
    assert await claim(store, "second", at=NOW + 10)
    assert not await claim(store, "first", at=NOW + 11), "the lease is another's now"
    assert await store.transaction(lambda tx: tx.list_leases("machine")) == [
        LeaseRow("machine", 1, "second", NOW + 20),
        LeaseRow("machine", 2, "second", NOW + 10),
    ]


async def test_a_holder_extends_its_leases_unless_another_has_taken_them(store: AnyStore) -> None:
    for key in (1, 2, 3):
        assert await claim(store, "first", key=key)
    assert await claim(store, "second", at=NOW + 10, key=2)
    kept = await store.transaction(lambda tx: tx.renew("machine", [1, 2, 3, 4], "first", until=NOW + 30))
    assert kept == [1, 3]
    assert not await claim(store, "second", at=NOW + 29, key=3)
    assert await claim(store, "first", at=NOW + 29, key=3), "a holder may claim its own work again"
    assert await store.transaction(lambda tx: tx.renew("machine", [], "first", until=NOW + 30)) == []


async def test_released_work_is_free_at_once(store: AnyStore) -> None:
    assert await claim(store, "first")
    assert not await store.transaction(lambda tx: tx.release("machine", 1, "second"))
    assert not await claim(store, "second")
    assert await store.transaction(lambda tx: tx.release("machine", 1, "first"))
    assert await claim(store, "second")
    assert not await store.transaction(lambda tx: tx.release("machine", 1, "first"))


async def test_of_concurrent_claims_one_succeeds(store: AnyStore) -> None:
    for key, at in ((1, NOW), (1, NOW + 10), (2, NOW)):
        taken = await asyncio.gather(*(claim(store, holder, at=at, key=key) for holder in HOLDERS))
        assert sum(taken) == 1, "a lease that is free or has ended has one next holder"


async def test_the_result_of_a_lost_lease_is_not_written(store: AnyStore) -> None:
    """Work may take longer than its lease. What was computed is then not written, if another process has taken over."""

    def finish(channel: int, holder: str, tx: Transaction) -> None:
        tx.insert_match(a_match(channel_id=channel))
        if not tx.release("machine", 1, holder):
            raise LookupError(holder)

    assert await claim(store, "slow")
    assert await claim(store, "next", at=NOW + 10)
    with pytest.raises(LookupError, match="slow"):
        await store.transaction(functools.partial(finish, CHANNEL, "slow"))
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is None
    await store.transaction(functools.partial(finish, CHANNEL, "next"))
    assert await store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL)) is not None


async def test_leases_that_ended_long_ago_are_deleted(store: AnyStore) -> None:
    for key, at in ((1, NOW), (2, NOW - 3600)):
        assert await claim(store, "dead", key=key, at=at)
    await store.transaction(lambda tx: tx.drop_ended_leases(NOW))
    assert [row.key for row in await store.transaction(lambda tx: tx.list_leases("machine"))] == [1]
