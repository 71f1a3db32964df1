"""Fill in the results and feats of matches that ended under versions that did not store them."""

from __future__ import annotations

from typing import Final

import games
from data import Transaction
from matches.keeping.mapping import make_match
from matches.referee import Referee
from matches.results.writing import make_results

_AT_ONCE: Final = 20
"""Matches whose results are filled in by one transaction."""


async def fill_in_results(referee: Referee) -> int:
    """Write the results of finished matches that lack results or feats. Returns the number of matches.

    Matches of games that are not installed are left for a later start. Does nothing if another process is doing this.
    """
    async with referee.processes.hold("results", 0) as mine:
        return await _fill_in(referee) if mine else 0


async def _fill_in(referee: Referee) -> int:
    last, count = 0, 0

    def work(tx: Transaction) -> tuple[int | None, int]:
        found, filled = tx.list_without_results(after=last, limit=_AT_ONCE), 0
        for match_id in found:
            row = tx.read_match(match_id)
            if row is None or row.game not in games.names():
                continue
            results = make_results(make_match(row, tx.read_seats(match_id)), tx.read_log(match_id))
            tx.put_results(match_id, results)
            filled += bool(results)
        return (found[-1] if found else None), filled

    while True:
        reached, filled = await referee.store.transaction(work)
        if reached is None:
            return count
        last, count = reached, count + filled
