"""Measure Slowboat and its peers in one run, and print one table for each part.

python -m bench                     all parts (about half an hour; run nothing else meanwhile)
python -m bench --only engines      one part; may be given several times
python -m bench --quick             check that every part works; the figures mean nothing

Except with --quick, the most important rows of each part also replace the earlier ones in docs/evidence.md.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import psutil

from bench.measuring import CACHE, Run
from bench.table import Row, format_head, format_line, write_block

PARTS: Final[Mapping[str, str]] = {
    name: f"bench.{name}"
    for name in ("engines", "pictures", "load", "latency", "memory", "steady", "restart", "durable")
}
"""The parts in the order of the page, with their modules; each has a function `rows`."""


def describe_machine() -> str:
    """Describe the day, the processor, the memory, and the versions of the software."""
    memory = psutil.virtual_memory().total / 2**30
    names = (text.split(":")[1].strip() for text in _read_cpuinfo() if text.startswith("model name"))
    return (
        f"{datetime.now(UTC).date()}; {next(names, platform.machine())}, {psutil.cpu_count()} cores, {memory:.0f} GiB; "
        f"{platform.system()}; Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}; "
        f"load at the start {psutil.getloadavg()[0]:.1f}"
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
    asked = parser.parse_args(arguments)
    run, missed = Run(quick=asked.quick), 0
    CACHE.mkdir(parents=True, exist_ok=True)
    for part in asked.only or PARTS:
        missed += measure(part, run)
    print(f"\n{missed} goals missed" if missed else "\nall measured goals were met")
    return 0


def measure(part: str, run: Run) -> int:
    """Measure a part, print its rows and write them to the page. Returns how many goals were missed."""
    machine, found = describe_machine(), list[Row]()
    print(f"\n{part}: {machine}\n\n{format_head()}", flush=True)
    for row in importlib.import_module(PARTS[part]).rows(run):
        print(format_line(row), flush=True)
        found.append(row)
    shown = [format_line(row) for row in found if row.is_on_page]
    if shown and not run.quick:
        write_block(f"bench {part}", "\n".join((f"{machine}:", "", format_head(), *shown)))
    return sum(row.met is False for row in found)


if __name__ == "__main__":
    sys.exit(main())
