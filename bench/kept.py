"""Keep the rows of a run in docs/performance.json; the charts and the table of docs/performance.md are made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from bench.table import Row, format_head, format_line

DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
KEPT: Final = DOCS / "performance.json"
PAGE: Final = DOCS / "performance.md"

CHARTS: Final = "charts"
TABLE: Final = "table"
"""The two blocks of the page that this module replaces."""


class Part(Struct, frozen=True):
    """The rows of a part as last measured, with the machine, the day and the seconds it took. `long`: the load was
    sustained for five minutes a game."""

    machine: str
    on: str
    seconds: float
    long: bool
    rows: tuple[Row, ...]


def read_kept() -> dict[str, Part]:
    """Read the parts that have been measured, by name."""
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Part]) if KEPT.exists() else {}


def keep(name: str, machine: str, seconds: float, rows: list[Row], *, long: bool) -> None:
    """Keep the rows of a part instead of its earlier ones."""
    on = datetime.now(UTC).date().isoformat()
    parts = {**read_kept(), name: Part(machine, on, round(seconds), long, tuple(rows))}
    KEPT.write_bytes(msgspec.json.encode(parts).replace(b'{"what"', b'\n{"what"') + b"\n")  # one row per line


def make_table(parts: Mapping[str, Part], order: Sequence[str]) -> str:
    """Make the table of all parts, with a list of when and where they were measured."""
    known = [name for name in order if name in parts]
    lines = [f"* {name}: {parts[name].on}; {parts[name].machine}; {parts[name].seconds:.0f} s" for name in known]
    lines += ["", format_head(), *(format_line(row) for name in known for row in parts[name].rows)]
    return "\n".join(lines)


def write_block(name: str, text: str) -> None:
    """Replace a block of the page, which stands between two comments."""
    begin, end = f"<!-- {name}: python -m bench --charts -->\n", f"\n<!-- end of {name} -->"
    before, rest = PAGE.read_text(encoding="utf-8").split(begin)
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}", encoding="utf-8")
