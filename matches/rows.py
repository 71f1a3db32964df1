"""Rows of the store that reach the Discord client, which never imports `data` itself."""

from data import Absence, FilmRow, LogRow, MatchRow, OutboxRow, PingRow, SeatRow
from data.rows import OPEN_PHASES

__all__ = ["OPEN_PHASES", "Absence", "FilmRow", "LogRow", "MatchRow", "OutboxRow", "PingRow", "SeatRow"]
