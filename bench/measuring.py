"""Rounds in which everybody takes a turn, so that whatever slows the machine down slows all of them down."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct

CACHE = Path(__file__).resolve().parent.parent / "var" / "bench"
"""Ignored by git: what npm has fetched, and databases while they are measured."""


class Run(Struct, frozen=True):
    """How much is measured. `quick`: just enough to see that it works. `long`: the sustained load for five minutes."""

    quick: bool = False
    long: bool = False

    def some(self, full: int, quick: int) -> int:
        return quick if self.quick else full


Work = Callable[[int], float]
"""Does round number n and answers what it cost."""


def paired(rounds: int, work: Mapping[str, Work]) -> dict[str, list[float]]:
    """What each cost in every round; in every other round they take their turns in reverse."""
    costs: dict[str, list[float]] = {name: [] for name in work}
    for number in range(rounds):
        for name in sorted(work, reverse=bool(number % 2)):
            gc.collect()
            costs[name].append(work[name](number))
    return costs


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process, all threads."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share (0..1) of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


__all__ = ["CACHE", "Run", "Work", "cpu", "median", "paired", "quantile"]
