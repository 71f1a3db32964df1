"""The store: all SQL of the project, one file, numbered migrations."""

from data.errors import Conflict, StoreError
from data.rows import OPEN_PHASES, FilmRow, LogRow, MadeBy, MatchRow, OutboxRow, Phase, SeatRow
from data.store import Store
from data.transaction import Transaction

__all__ = [
    "OPEN_PHASES",
    "Conflict",
    "FilmRow",
    "LogRow",
    "MadeBy",
    "MatchRow",
    "OutboxRow",
    "Phase",
    "SeatRow",
    "Store",
    "StoreError",
    "Transaction",
]
