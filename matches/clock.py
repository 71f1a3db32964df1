"""What happens because time has passed. Timers are rows; whoever sweeps reads them afresh and misses none."""

from __future__ import annotations

from data import Transaction
from matches import lobby
from matches.match import Match
from matches.referee import MACHINE, Referee
from matches.trouble import Stale

_BATCH = 100

REMEMBERED = 24 * 3600.0
"""Seconds for which a repeated delivery of an interaction is recognised; Discord's tokens live fifteen minutes."""


async def sweep(referee: Referee) -> list[Match]:
    """Let every timer that has run out take effect, once; answers the matches that changed."""
    now = referee.now()
    changed = []

    def due(tx: Transaction) -> list[tuple[int, str]]:
        tx.forget_interactions(now - REMEMBERED)
        return tx.timers_due(now, limit=_BATCH)

    for match_id, _kind in await referee.store.transaction(due):
        try:
            done = await referee.change(match_id, MACHINE, lambda match: lobby.expire(match, now=now))
        except Stale:
            continue
        changed.append(done.match)
    return changed
