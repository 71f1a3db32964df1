"""Keep the ratings in memory, up to date with the results in the store."""

from __future__ import annotations

import asyncio
from typing import Final

from data import ResultRow, Transaction
from matches.machines.worker import Worker
from matches.referee import Referee
from matches.results.ratings import Ratings, compute_ratings

_FEW: Final = 400
"""Result rows that are counted in a thread; more go to a worker process."""

TIME_LIMIT: Final = 120.0
"""Seconds that computing all ratings may take."""


class RatingBook:
    """Ratings as of the newest result. After a correction or deletion, all of them are computed again."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._ratings = Ratings()
        self._epoch: int | None = None
        self._one_at_a_time = asyncio.Lock()
        self.worker = Worker(time_limit=TIME_LIMIT, low_priority=True)

    async def read(self) -> Ratings:
        """Return all ratings. Raises WorkerFailed if there are many results and the worker fails."""
        async with self._one_at_a_time:
            known, last = self._epoch, self._ratings.last

            def load(tx: Transaction) -> tuple[int, list[ResultRow]]:
                epoch = tx.read_results_epoch()
                return epoch, tx.read_rated_results(last) if epoch == known else tx.read_rated_results()

            epoch, rows = await self._referee.store.transaction(load)
            if epoch != known:
                many = len(rows) > _FEW
                self._ratings = await (self.worker.call(compute_ratings, rows) if many else _compute_in_thread(rows))
                self._epoch = epoch
            elif rows:
                await asyncio.to_thread(self._ratings.add, rows)
            return self._ratings


async def _compute_in_thread(rows: list[ResultRow]) -> Ratings:
    return await asyncio.to_thread(compute_ratings, rows)
