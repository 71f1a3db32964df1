"""Measure Slowboat and its peers in one run, and print one table. Its progress goes to the standard error.

python -m bench                     all parts (about a quarter of an hour; run nothing else meanwhile)
python -m bench --only engines      one part; may be given several times
python -m bench --quick             check that every part works; the figures mean nothing
python -m bench --long              the sustained load for five minutes per game instead of twenty seconds
python -m bench --charts            measure nothing; only write the charts and the table of docs/performance.md again

Except with --quick, the rows are kept in docs/performance.json, and the charts and the table are written at the end.
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

from bench import kept
from bench.measuring import CACHE, Run
from bench.table import Row, format_head, format_line
from data.progress import describe_progress

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
    "stores": "bench.load.stores",
    "results": "bench.load.results",
    "growth": "bench.parts.growth",
}
"""The parts in the order of the table, with their modules; each has a function `rows`."""

LONGER: Final = 3 * 280.0
"""Seconds that --long adds to the load: three games, five minutes each instead of twenty seconds."""
UNKNOWN: Final = 60.0
"""Seconds that a part is expected to take if it has never been measured."""


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
    parser.add_argument("--charts", action="store_true", help="only draw the charts and write the table")
    asked = parser.parse_args(arguments)
    if asked.charts:
        write_page()
        return 0
    missed = measure(asked.only or list(PARTS), Run(quick=asked.quick, long=asked.long))
    print(f"\n{missed} goals missed" if missed else "\nall measured goals were met")
    if not asked.quick:
        write_page()
    return 0


def measure(parts: Sequence[str], run: Run) -> int:
    """Measure the parts, and print and keep their rows. Returns how many goals were missed."""
    CACHE.mkdir(parents=True, exist_ok=True)
    machine, known, missed = describe_machine(), kept.read_kept(), 0
    print(machine, end="\n\n")
    print(format_head(), flush=True)
    for number, part in enumerate(parts, 1):
        rest = 0.0 if run.quick else sum(estimate_seconds(each, known, run) for each in parts[number - 1 :])
        print(describe_progress(number, len(parts), part, rest), file=sys.stderr, flush=True)
        began, rows = time.monotonic(), list[Row]()
        for row in importlib.import_module(PARTS[part]).rows(run):
            print(format_line(row), flush=True)
            rows.append(row)
            missed += row.met is False
        if not run.quick:
            kept.keep(part, machine, time.monotonic() - began, rows, long=run.long)
    return missed


def estimate_seconds(part: str, known: Mapping[str, kept.Part], run: Run) -> float:
    """Estimate the seconds that a part takes, from its last run."""
    if part not in known:
        return UNKNOWN
    longer = LONGER * (run.long - known[part].long) if part == "load" else 0.0
    return known[part].seconds + longer


def write_page() -> None:
    """Draw the charts and write the table of docs/performance.md from the rows that were kept."""
    from bench.charts import draw_charts, show_charts  # slow to import

    parts = kept.read_kept()
    made = draw_charts([row for part in parts.values() for row in part.rows], kept.DOCS / "charts")
    kept.write_block(kept.CHARTS, show_charts(made, kept.PAGE))
    kept.write_block(kept.TABLE, kept.make_table(parts, list(PARTS)))


if __name__ == "__main__":
    sys.exit(main())
