"""Measure in rounds in which all peers take turns, so that other programs disturb all of them alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent

CACHE = ROOT / "var" / "bench"
"""Databases while they are measured, and painted art; ignored by git."""


class Run(Struct, frozen=True):
    """How much to measure. `quick`: only check that it works."""

    quick: bool = False

    def some(self, full: int, quick: int) -> int:
        """Choose the number for a full run or for a quick one."""
        return quick if self.quick else full

    @property
    def plies(self) -> int:
        """The most plies of a playout: a few in a quick run, or a whole match."""
        return self.some(100_000, 15)


Work = Callable[[int], float]
"""Run a round, given its number, and return its cost."""


def measure_in_turn(rounds: int, work: Mapping[str, Work]) -> dict[str, list[float]]:
    """Measure the cost of each work in every round; every other round is in reverse order."""
    costs: dict[str, list[float]] = {name: [] for name in work}
    for number in range(rounds):
        for name in sorted(work, reverse=bool(number % 2)):
            gc.collect()
            costs[name].append(work[name](number))
    return costs


def cpu(work: Callable[[], object]) -> float:
    """Measure the CPU seconds of this process, all threads."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value that `share` (0..1) of the values do not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


__all__ = ["CACHE", "ROOT", "Run", "Work", "cpu", "measure_in_turn", "median", "quantile"]
