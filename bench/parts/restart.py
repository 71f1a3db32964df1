"""Measure a restart: from opening the file to the first match in memory, in another process.

The time Python takes to start and to import is left out; the file is in the system's cache.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.load.fleet import make, run_waking
from bench.measuring import CACHE, Run, median
from bench.table import Row

LOG = 256 * 2**20
"""Bytes in the write-ahead log when the process is killed."""


def rows(run: Run) -> Iterator[Row]:
    repeats = run.some(5, 1)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        for many in (10_000, 100_000) if not run.quick else (100, 1_000):
            path = Path(folder) / f"{many}.db"
            make(path, many)
            woken = [run_waking("wake", path, many - n) for n in range(repeats)]
            what = f"restart with {many:,} open matches ({path.stat().st_size / 1e6:.0f} MB)"
            yield Row(what, 1e3 * median([each["wall"] for each in woken]), "ms", "wall", at_most=80)
            yield Row(what, 1e3 * median([each["cpu"] for each in woken]), "ms", "CPU")
        walls, size = [], run.some(LOG, 2**22)
        for _ in range(run.some(3, 1)):
            run_waking("die", path, size)
            walls.append(1e3 * run_waking("wake", path, 1)["wall"])
        yield Row(
            f"restart after kill -9 with {size / 2**20:.0f} MB to recover", median(walls), "ms", "wall", at_most=1000
        )
