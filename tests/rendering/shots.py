"""The pictures of the gallery in docs, before they are drawn."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import games
from games.record import parse
from rendering.gallery import Shot, list_shots

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"

SHOWN = tuple(name for name in games.own_names() if (GALLERY / name / "match.txt").exists())
"""The games that are in the gallery."""


@cache
def read_shots(name: str) -> tuple[Shot, ...]:
    """Read a game's shots, from the record beside its pictures."""
    return tuple(list_shots(parse((GALLERY / name / "match.txt").read_text("utf-8"))))
