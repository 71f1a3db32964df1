"""Times of moves that a person makes in their waking hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from matches.clocks.pace import HOUR

NOW: Final = datetime(2026, 11, 26, 12, tzinfo=UTC).timestamp()


def move_between(zone: str, first: int, last: int, *, days: int = 10, now: float = NOW) -> list[float]:
    """List the times of a move in each hour of the day from `first` to `last`, local time."""
    midnight = datetime.fromtimestamp(now, ZoneInfo(zone)).replace(hour=0, minute=0)
    return [
        (midnight - timedelta(days=day)).timestamp() + hour * HOUR + 60 * (7 * day % 60)
        for day in range(days)
        for hour in range(first, last + 1)
    ]
