"""Describe clocks in words: when time runs out, and how much of it is left, short enough for a picture."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Seat
from games.text import N, T, Text
from matches.clocks import clocks
from matches.clocks.clocks import Outages
from matches.clocks.pace import DAY, HOUR, MINUTE, PACES
from matches.match import Match


def find_time_limit(match: Match, seat: Seat, outages: Outages) -> float | None:
    """Return when an awaited player's time runs out; None if no clock runs for them."""
    clock = match.clocks.get(seat)
    if clock is None or not PACES[match.pace].strict:
        return None
    return clocks.compute_deadline(clock, outages)


def find_shortest_time(match: Match, *, now: float, outages: Outages) -> Text | None:
    """Return the least time left to any awaited player, for the picture. Absent players are left out."""
    limits = [
        limit
        for holder in match.awaited
        if (holder.away_until or 0.0) <= now and (limit := find_time_limit(match, holder.seat, outages)) is not None
    ]
    return describe_duration(min(limits) - now) if limits and min(limits) > now else None


def describe_duration(seconds: float) -> Text:
    """Describe a duration in its largest unit, rounded down: "5 days", "23 h", "40 min".

    It is rounded to a minute first, so that a second less than 8 hours is not called 7 hours.
    """
    minutes = max(1, round(seconds / MINUTE))
    if minutes * MINUTE >= 2 * DAY:
        return N("{count} day", "{count} days", int(minutes * MINUTE // DAY))
    if minutes * MINUTE >= HOUR:
        return T("{count} h", count=int(minutes * MINUTE // HOUR))
    return T("{count} min", count=minutes)


def describe_spans(days: Sequence[int]) -> list[tuple[int, Text]]:
    """List spans of whole days, in words."""
    return [
        (
            count,
            N("{count} week", "{count} weeks", count // 7)
            if count % 7 == 0
            else N("{count} day", "{count} days", count),
        )
        for count in days
    ]
