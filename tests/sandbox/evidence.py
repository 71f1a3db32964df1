"""The rows of EVIDENCE.md."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.support import checkout

PAGE = checkout.ROOT / "sandbox" / "EVIDENCE.md"


class Row(NamedTuple):
    """A behaviour that the bot or the sandbox relies on."""

    id: str
    assumed: str
    status: str
    source: str
    test: str
    probe: str


def _read_tables(text: str) -> list[list[list[str]]]:
    """Read every table below its two head lines."""
    tables: list[list[list[str]]] = []
    for block in re.findall(r"^(?:\|.*\n)+", text, re.MULTILINE):
        lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        tables.append(lines[:1] + lines[2:])
    return tables


TEXT = PAGE.read_text("utf-8")


TABLES = _read_tables(TEXT)


ROWS = [Row(*cells) for table in TABLES if table[0][0] == "id" for cells in table[1:]]
