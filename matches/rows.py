"""Rows of the store for the Discord client, which never imports `data`."""

from data import (
    FORMER,
    Absence,
    BallotRow,
    ClipRow,
    EditRow,
    Grace,
    LeagueRow,
    Level,
    LogRow,
    LookingRow,
    OutboxRow,
    PingRow,
    PuzzleTryRow,
)
from data.rows import DIRECT, OPEN_PHASES

__all__ = [
    "DIRECT",
    "FORMER",
    "OPEN_PHASES",
    "Absence",
    "BallotRow",
    "ClipRow",
    "EditRow",
    "Grace",
    "LeagueRow",
    "Level",
    "LogRow",
    "LookingRow",
    "OutboxRow",
    "PingRow",
    "PuzzleTryRow",
]
