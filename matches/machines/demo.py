"""Slow down a demonstration, in which computer players play for a channel to watch."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from data import MatchRow
from matches.match import Match

MOVE_EVERY: Final = 60.0
"""Seconds between two turns of a demonstration."""

LONGEST: Final = 6 * 3600.0
"""Seconds after which a demonstration of any game ends by itself."""


def is_demo(match: Match) -> bool:
    """Whether only computer players play the match. Once a person has taken a seat, it is an ordinary match."""
    return bool(match.row.demo) and not match.people


def is_due(match: Match, now: float) -> bool:
    """Whether the next move may be made now: in a demonstration, turns are a minute apart."""
    return match.row.move_at is None or match.row.move_at <= now


def is_too_long(match: Match, now: float) -> bool:
    """Whether a demonstration has reached its maximum duration."""
    return is_demo(match) and now - (match.row.started_at or now) >= LONGEST


def pace_moves(match: Match, row: MatchRow, *, turn_over: bool, now: float) -> MatchRow:
    """Set when the next turn of a demonstration begins. The plies of one turn are made without delay."""
    at = now + MOVE_EVERY if turn_over and is_demo(match) else None
    return row if row.move_at == at else structs.replace(row, move_at=at)
