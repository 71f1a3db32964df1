"""The store: all SQL of the project, one file, numbered migrations."""

from data.errors import Conflict, StoreError
from data.people import FORMER
from data.rows import (
    OPEN_PHASES,
    Absence,
    Ending,
    FilmRow,
    Grace,
    GuildRow,
    Level,
    LogKind,
    LogRow,
    MadeBy,
    MatchRow,
    OutboxRow,
    PausedFor,
    Phase,
    PingRow,
    Reply,
    ResultRow,
    SeatRow,
    ShardOutage,
    Timer,
)
from data.store import Store
from data.transaction import Transaction

__all__ = [
    "FORMER",
    "OPEN_PHASES",
    "Absence",
    "Conflict",
    "Ending",
    "FilmRow",
    "Grace",
    "GuildRow",
    "Level",
    "LogKind",
    "LogRow",
    "MadeBy",
    "MatchRow",
    "OutboxRow",
    "PausedFor",
    "Phase",
    "PingRow",
    "Reply",
    "ResultRow",
    "SeatRow",
    "ShardOutage",
    "Store",
    "StoreError",
    "Timer",
    "Transaction",
]
