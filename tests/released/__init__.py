"""Databases of released versions, as SQL, which `make.py` makes, and their matches, which `matches.py` records."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path

_CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")

VERSIONS = tuple(re.findall(r"^## \[(\d+\.\d+\.\d+)\]", _CHANGELOG, re.MULTILINE))
"""All released versions, newest first."""

DUMPS = sorted(Path(__file__).parent.glob("[0-9]*.sql"))
"""A dump of each release, oldest first, named by the number of its schema. That of 0.1.0 has the first schema, so that
every migration runs."""


def build(dump: Path, path: Path) -> None:
    """Make the database of a dump at `path`, as the version that wrote it left it."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
        db.execute("PRAGMA journal_mode = WAL")


def content(path: Path) -> tuple[int, str]:
    """Read the number of the schema and the file as SQL."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        (schema,) = db.execute("PRAGMA user_version").fetchone()
        return schema, "\n".join(db.iterdump())
