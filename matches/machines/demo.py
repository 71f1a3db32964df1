"""Slow down a demonstration, in which computer players play for a channel to watch."""

from __future__ import annotations

from typing import Final

from matches.match import Match

MOVE_EVERY: Final = 60.0
"""Seconds between two turns of a demonstration."""

LONGEST: Final = 6 * 3600.0
"""Seconds after which a demonstration of any game ends by itself."""


def is_demo(match: Match) -> bool:
    """Whether only computer players play the match. Once a person has taken a seat, it is an ordinary match."""
    return match.demo and not match.people


def is_due(match: Match, now: float) -> bool:
    """Whether the next move may be made now: in a demonstration, turns are a minute apart."""
    return match.move_at is None or match.move_at <= now


def is_too_long(match: Match, now: float) -> bool:
    """Whether a demonstration has reached its maximum duration."""
    return is_demo(match) and now - (match.started_at or now) >= LONGEST


def find_next_move(match: Match, *, turn_over: bool, now: float) -> float | None:
    """Compute when the next turn of a demonstration begins; None: at once, as the plies of one turn do."""
    return now + MOVE_EVERY if turn_over and is_demo(match) else None
