"""Rows of the store for the Discord client, which never imports `data`."""

from data import Absence, FilmRow, Grace, Level, LogRow, MatchRow, OutboxRow, PingRow, SeatRow
from data.rows import OPEN_PHASES

__all__ = [
    "OPEN_PHASES",
    "Absence",
    "FilmRow",
    "Grace",
    "Level",
    "LogRow",
    "MatchRow",
    "OutboxRow",
    "PingRow",
    "SeatRow",
]
