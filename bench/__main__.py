"""`python -m bench`: one table of how fast Slowboat is, beside others in the same run.

python -m bench                     everything (about ten minutes; leave the machine alone meanwhile)
python -m bench --only engines      one part; may be given several times
python -m bench --quick             just enough to see that every part still works; its figures mean nothing
python -m bench --long              the sustained load for five minutes a game instead of twenty seconds
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil

from bench.measuring import CACHE, Run
from bench.table import head, line

PARTS = ("engines", "standins", "pictures", "durable", "restart", "memory", "load", "crowd", "slash")
"""The modules with a function `rows`, in the order of the table."""


def machine() -> str:
    """What all this was measured on."""
    memory = psutil.virtual_memory().total / 2**30
    names = (text.split(":")[1].strip() for text in _cpuinfo() if text.startswith("model name"))
    return (
        f"{next(names, platform.machine())}, {psutil.cpu_count()} cores, {memory:.0f} GiB; "
        f"{platform.system()} {platform.release()}; Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}; load at the start {psutil.getloadavg()[0]:.1f}"
    )


def _cpuinfo() -> list[str]:
    """What Linux says of the processors; nothing elsewhere."""
    file = Path("/proc/cpuinfo")
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=PARTS, help="one part; may be given several times")
    parser.add_argument("--quick", action="store_true", help="see that it works; the figures mean nothing")
    parser.add_argument("--long", action="store_true", help="the sustained load for five minutes")
    asked = parser.parse_args(arguments)
    run = Run(quick=asked.quick, long=asked.long)
    missed = 0
    CACHE.mkdir(parents=True, exist_ok=True)
    print(machine(), end="\n\n")
    print(head(), flush=True)
    for part in asked.only or PARTS:
        for row in importlib.import_module(f"bench.{part}").rows(run):
            print(line(row), flush=True)
            missed += row.met is False
    print(f"\n{missed} goals missed" if missed else "\nevery goal that was measured is reached")
    return 0


if __name__ == "__main__":
    sys.exit(main())
