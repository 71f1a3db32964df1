"""Measure Slowboat and its peers in one run, and print one table. Its progress goes to the standard error.

python -m bench                     all parts (about ten minutes; run nothing else meanwhile)
python -m bench --only engines      one part; may be given several times
python -m bench --quick             check that every part works; the figures mean nothing
python -m bench --long              the sustained load for five minutes per game instead of twenty seconds
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sqlite3
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import psutil

from bench.measuring import CACHE, Run
from bench.table import head, line
from data.progress import describe_progress, estimate_rest

PARTS: Final[Mapping[str, str]] = {
    "engines": "bench.peers.engines",
    "standins": "bench.parts.standins",
    "pictures": "bench.parts.pictures",
    "first": "bench.load.first_pictures",
    "candidates": "bench.parts.candidates",
    "durable": "bench.parts.durable",
    "restart": "bench.parts.restart",
    "memory": "bench.parts.memory",
    "load": "bench.load.load",
    "crowd": "bench.load.crowd",
    "slash": "bench.parts.slash",
    "results": "bench.load.results",
    "growth": "bench.parts.growth",
}
"""The parts in the order of the table, with their modules; each has a function `rows`."""


def describe_machine() -> str:
    """Describe the processor, the memory, and the versions of the software."""
    memory = psutil.virtual_memory().total / 2**30
    names = (text.split(":")[1].strip() for text in _read_cpuinfo() if text.startswith("model name"))
    return (
        f"{next(names, platform.machine())}, {psutil.cpu_count()} cores, {memory:.0f} GiB; "
        f"{platform.system()} {platform.release()}; Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}; load at the start {psutil.getloadavg()[0]:.1f}"
    )


def _read_cpuinfo() -> list[str]:
    """Read the lines of /proc/cpuinfo; none outside Linux."""
    file = Path("/proc/cpuinfo")
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=PARTS, help="one part; may be given several times")
    parser.add_argument("--quick", action="store_true", help="check that it works; the figures mean nothing")
    parser.add_argument("--long", action="store_true", help="the sustained load for five minutes")
    asked = parser.parse_args(arguments)
    run = Run(quick=asked.quick, long=asked.long)
    missed = 0
    CACHE.mkdir(parents=True, exist_ok=True)
    print(describe_machine(), end="\n\n")
    print(head(), flush=True)
    parts, began = asked.only or list(PARTS), time.monotonic()
    for done, part in enumerate(parts):
        rest = estimate_rest(done, len(parts), time.monotonic() - began)
        print(describe_progress(done + 1, len(parts), part, rest), file=sys.stderr, flush=True)
        for row in importlib.import_module(PARTS[part]).rows(run):
            print(line(row), flush=True)
            missed += row.met is False
    print(f"\n{missed} goals missed" if missed else "\nall measured goals were met")
    return 0


if __name__ == "__main__":
    sys.exit(main())
