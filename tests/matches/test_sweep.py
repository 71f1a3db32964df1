"""The sweep also forgets what need not be remembered."""

from __future__ import annotations

from data import Conflict
from matches import sweep
from matches.sweep import REMEMBERED
from tests.matches.house import House


async def test_old_interactions_are_forgotten_and_young_ones_are_not(at: House) -> None:
    store, now = at.referee.store, at.referee.now()
    await store.transaction(lambda tx: tx.first_time(1, 70, now - REMEMBERED - 1))
    await store.transaction(lambda tx: tx.first_time(2, 70, now))
    await sweep.sweep(at.referee)
    await store.transaction(lambda tx: tx.first_time(1, 70, now))
    try:
        await store.transaction(lambda tx: tx.first_time(2, 70, now))
    except Conflict:
        return
    raise AssertionError("a repeated delivery would take effect again")
