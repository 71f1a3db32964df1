"""Limits of session starts: how many a bot has left today, and how soon each of its buckets may start another one.

By default a bucket never waits. Source: https://docs.discord.com/developers/events/gateway#session-start-limit-object
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

DAY = 24 * 3600.0
DISCORDS_PAUSE = 5.0
"""Seconds that Discord asks for between two starts of one bucket."""

Verdict = Literal["start", "too soon", "exhausted"]


@dataclass(eq=False)
class SessionStarts:
    """Counts IDENTIFYs. `pause`: seconds between two of one bucket, which is the shard's number modulo
    `max_concurrency`; Discord's is `DISCORDS_PAUSE`. `token_reset`: the bot has used more than `total`, so its token is
    no longer valid.
    """

    total: int = 1_000
    max_concurrency: int = 16
    pause: float = 0.0
    used: int = 0
    token_reset: bool = False
    _began: float | None = None
    _last: dict[int, float] = field(default_factory=dict)

    def count(self, shard: int, now: float) -> Verdict:
        """Count an IDENTIFY of a shard. One that comes too soon is counted, too, and starts nothing."""
        self._begin_day(now)
        bucket = shard % self.max_concurrency
        last, self._last[bucket] = self._last.get(bucket), now
        self.used += 1
        if self.used > self.total:
            self.token_reset = True
            return "exhausted"
        return "too soon" if last is not None and 0 <= now - last < self.pause else "start"

    def describe(self, now: float) -> dict[str, Any]:
        """Describe the limits as `GET /gateway/bot` does."""
        self._begin_day(now)
        left = DAY if self._began is None else self._began + DAY - now
        return {
            "total": self.total,
            "remaining": max(0, self.total - self.used),
            "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def _begin_day(self, now: float) -> None:
        """Begin another day of session starts if the last one is over."""
        if self._began is None or not 0 <= now - self._began < DAY:
            self._began, self.used = now, 0
