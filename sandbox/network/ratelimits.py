"""Rate limits: the headers every answer carries, and 429s.

By default the limits are too high for any bot to reach. A test or the page asks for a 429 with `refuse_next`, or gives
`Limits` Discord-like numbers. Source: https://docs.discord.com/developers/topics/rate-limits
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from sandbox.discord.world import World

MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_id", "interaction_token")
"""The placeholders whose values get separate buckets."""


@dataclass
class Refusal:
    """A 429 that was asked for: for requests whose "METHOD /template" contains `route`, `count` times."""

    route: str
    retry_after: float
    count: int
    everywhere: bool
    via: bool


@dataclass
class Bucket:
    """The number of requests left until the bucket refills, and the time when it does."""

    remaining: int
    reset: float


@dataclass(eq=False)
class RateLimits:
    """Counts requests by route and major parameters. `limit` requests per `per` seconds and bucket."""

    world: World
    limit: int = 10_000
    per: float = 1.0
    buckets: dict[str, Bucket] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)

    def refuse_next(
        self, route: str = "", *, retry_after: float = 0.05, count: int = 1, everywhere: bool = False, via: bool = True
    ) -> None:
        """Answer the next `count` matching requests with 429: `everywhere` is the global limit; without `via` it
        looks like Cloudflare's ban, which clients do not retry.
        """
        self.refusals.append(Refusal(route, retry_after, count, everywhere, via))

    def count(self, method: str, template: str, ids: dict[str, str]) -> tuple[dict[str, str], Refusal | None]:
        """Count a request. Returns the headers of its answer, and its refusal, if any."""
        now = self.world.now()
        route = f"{method} {template}"
        hashed = hashlib.sha256(route.encode()).hexdigest()[:32]
        key = ":".join((hashed, *(ids[name] for name in MAJOR if name in ids)))
        bucket = self.buckets.get(key)
        if bucket is None or now >= bucket.reset:
            if len(self.buckets) > 10_000:
                self.buckets.clear()
            bucket = self.buckets[key] = Bucket(self.limit, now + self.per)
        refusal = self._find_refusal(route)
        if refusal is None and bucket.remaining <= 0:
            refusal = Refusal(route, bucket.reset - now, 1, everywhere=False, via=True)
        bucket.remaining = max(0, bucket.remaining - 1)
        headers = {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(bucket.remaining),
            "X-RateLimit-Reset": f"{bucket.reset:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.reset - now:.3f}",
            "X-RateLimit-Bucket": hashed,
        }
        return headers, refusal

    def _find_refusal(self, route: str) -> Refusal | None:
        for refusal in self.refusals:
            if refusal.everywhere or refusal.route in route:
                refusal.count -= 1
                if refusal.count <= 0:
                    self.refusals.remove(refusal)
                return refusal
        return None
