"""Which matches are not over yet: read once, by the check before a new version serves."""

from __future__ import annotations

from data.rows import OPEN_PHASES
from data.transaction import Transaction


def open_matches(tx: Transaction) -> tuple[int, ...]:
    """The ids of all matches in lobby, running or paused, oldest first. Reads the whole table."""
    phases = tx._db.execute("SELECT id, phase FROM matches ORDER BY id")
    return tuple(match_id for match_id, phase in phases if phase in OPEN_PHASES)
