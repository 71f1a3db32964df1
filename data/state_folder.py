"""Find the folder of the bot's files, and tell by its heartbeat whether the bot works."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from data.opening import is_address

VAR: Final = Path(__file__).resolve().parent.parent / "var"

SILENT_AFTER: Final = 60.0
"""Seconds without a heartbeat after which the bot counts as stuck. It is touched every five seconds."""


def find_state_folder(database: str, *, process: str = "", shards: str = "") -> Path:
    """Return the folder of the heartbeat and the bot's other files: that of the SQLite file, or `var`. Each of several
    processes has a folder of its own in `var`."""
    if database and not is_address(database):
        return Path(database).parent
    return VAR / (process if shards else "")


def is_healthy(environment: Mapping[str, str], now: float) -> bool:
    """Tell whether the bot with these settings has shown a sign of life within the last minute."""
    given = {name: environment.get(f"SLOWBOAT_{name}", "").strip() for name in ("DATABASE", "SHARDS", "PROCESS")}
    process = given["PROCESS"] or platform.node() or "slowboat"
    folder = find_state_folder(given["DATABASE"], process=process, shards=given["SHARDS"])
    try:
        return now - (folder / "heartbeat").stat().st_mtime <= SILENT_AFTER
    except FileNotFoundError:
        return False
